//! Fill values: from the JSON of `fill_value` to an element.
//!
//! - Specification: data types, [Permitted fill values]. Each entry of its list stands in the file of its data
//!   types.
//! - Name in metadata: `fill_value`.
//! - Examples: `false`, `42`, `1.5`, `"NaN"`, `"0x7fc00000"`, `[1, 2]`.
//!
//! For `float32`, `"NaN"` is equivalent to `"0x7fc00000"`; `["-Infinity", "NaN"]` is a complex
//! number with a real component of -inf and an imaginary component of NaN:
//!
//! ```
//! use zarr_conform_reference::fill_value::fill_value;
//! use zarr_conform_reference::{DataType, Element, Json};
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! let value = |text: &str, data_type| fill_value(&Json::parse(text.as_bytes())?, data_type);
//! let nan = Element::Bits(0x7fc0_0000);
//! assert_eq!(value("\"NaN\"", DataType::FLOAT32)?, nan);
//! assert_eq!(value("\"0x7fc00000\"", DataType::FLOAT32)?, nan);
//!
//! let expected = Element::complex(0xff80_0000, 0x7fc0_0000);
//! assert_eq!(value("[\"-Infinity\", \"NaN\"]", DataType::COMPLEX64)?, expected);
//! assert_eq!(value("-2", DataType::INT8)?, Element::Bits(0xfe));
//! assert!(value("128", DataType::INT8).is_err());
//! # Ok(())
//! # }
//! ```
//!
//! [Permitted fill values]: https://zarr-specs.readthedocs.io/en/latest/v3/data-types/index.html#permitted-fill-values

use std::fmt::Display;

use super::data_type::{DataType, family};
use crate::element::Element;
use crate::error::{Result, metadata};
use crate::json::Json;

/// The element that a fill value denotes.
///
/// # Errors
/// [`Error::Metadata`](crate::Error::Metadata) where the value is not permitted for the data type.
///
/// Requirements: `fill-value.bool`, `fill-value.integer`, `fill-value.float-rounding`,
/// `fill-value.float-strings`, `fill-value.float-hex`, `fill-value.complex`, `fill-value.raw`,
/// `array-metadata.fill-value`, `data-type.values`.
pub fn fill_value(value: &Json, data_type: DataType) -> Result<Element> {
    family(&data_type).fill_value(value)
}

/// A fill value that a data type does not permit.
pub(super) fn refused<T>(value: &Json, data_type: &dyn Display, expected: &str) -> Result<T> {
    metadata(format!(
        "fill_value: found {value} for {data_type}, expected {expected}"
    ))
}
