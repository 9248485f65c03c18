//! `numpy.datetime64` and `numpy.timedelta64`: moments and durations of the registry of extensions.
//!
//! - Specification: [numpy.datetime64 data type] and [numpy.timedelta64 data type] of the registry.
//! - Example: `{"name": "numpy.datetime64", "configuration": {"unit": "us", "scale_factor": 10}}`.
//! - Fill values: `42`, `-2`, `"NaT"`.
//! - Layout: as `int64`, two's complement of 64 bits, of which the least is `NaT`.
//!
//! An element counts steps of `scale_factor` units; nothing is multiplied where it is stored:
//!
//! ```
//! use zarr_conform_reference::data_type::{TimeUnit, of_configuration};
//! use zarr_conform_reference::fill_value::fill_value;
//! use zarr_conform_reference::{DataType, Element, Json};
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! let configuration = Json::parse(r#"{"unit": "μs", "scale_factor": 10}"#.as_bytes())?;
//! let Some(DataType::Time(time)) = of_configuration("numpy.timedelta64", &configuration)? else {
//!     panic!("it is the name of such a data type");
//! };
//! assert_eq!((time.unit, time.scale_factor), (TimeUnit::Microsecond, 10));
//!
//! let value = |text: &str| fill_value(&Json::parse(text.as_bytes())?, DataType::Time(time));
//! assert_eq!(value("3")?, Element::Bits(3));
//! assert_eq!(value("\"NaT\"")?, Element::Bits(1 << 63));
//! assert!(value("3.0").is_err());
//! # Ok(())
//! # }
//! ```
//!
//! [numpy.datetime64 data type]: https://github.com/zarr-developers/zarr-extensions/blob/main/data-types/numpy.datetime64/README.md
//! [numpy.timedelta64 data type]: https://github.com/zarr-developers/zarr-extensions/blob/main/data-types/numpy.timedelta64/README.md

pub(crate) mod misreadings;
pub(crate) mod permitted;

use serde_json::{Value, json};

use super::data_type::{Family, Integer, Special, Time};
use super::fill_value::refused;
use crate::element::Element;
use crate::error::Result;
use crate::json::Json;

/// What elements are stored as.
const INTEGER: Integer = Integer {
    is_registered: false,
    is_unsigned: false,
    bits: 64,
};

/// The bits of `NaT`, which is the least integer.
///
/// Requirements: `datetime64.nat`, `timedelta64.nat`.
pub(crate) const NAT: u64 = 1 << 63;

/// Requirements: `datetime64.steps`, `timedelta64.steps`.
impl Family for Time {
    /// The string `"NaT"`, or a JSON number with no fraction or exponent part in `[-2^63, 2^63 - 1]`, whatever the unit
    /// and the scale factor are.
    ///
    /// Requirements: `datetime64.fill-value`, `datetime64.fill-value-spelling`, `datetime64.nat-as-number`,
    /// `timedelta64.fill-value`, `timedelta64.fill-value-spelling`, `timedelta64.nat-as-number`.
    fn fill_value(&self, value: &Json) -> Result<Element> {
        if value.as_str() == Some("NaT") {
            return Ok(Element::Bits(NAT));
        }
        match INTEGER.fill_value(value) {
            Ok(element) => Ok(element),
            Err(_) => refused(
                value,
                self,
                "\"NaT\" or an integer from -2^63 to 2^63 - 1, spelled without fraction and exponent",
            ),
        }
    }

    fn written(&self, element: &Element) -> Value {
        match element {
            Element::Bits(NAT) => json!("NaT"),
            element => INTEGER.written(element),
        }
    }

    fn other_than_zero(&self) -> Value {
        INTEGER.other_than_zero()
    }

    fn special(&self) -> Vec<Special> {
        let changed = |special: Special| match special.name {
            "least" => Special {
                name: "nat",
                mistake: "changes the bits of NaT".to_owned(),
                ..special
            },
            _ => special,
        };
        INTEGER.special().into_iter().map(changed).collect()
    }

    /// Requirements: `datetime64.bytes`, `timedelta64.bytes`.
    fn stored_by(&self) -> &'static str {
        if self.is_duration {
            "timedelta64.bytes"
        } else {
            "datetime64.bytes"
        }
    }

    fn denoted_by(&self, spelling: &Value) -> &'static str {
        match (self.is_duration, spelling.is_string()) {
            (false, false) => "datetime64.fill-value",
            (false, true) => "datetime64.nat",
            (true, false) => "timedelta64.fill-value",
            (true, true) => "timedelta64.nat",
        }
    }
}
