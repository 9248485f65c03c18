//! `bfloat16`: a floating point number of the registry of extensions.
//!
//! - Specification: [bfloat16 data type] of the registry.
//! - Fill values: as those of the core, `1.5`, `"NaN"`, `"0x7fc0"`.
//! - Layout: sign, exponent and mantissa, from the highest bit on; see [`Format`](super::Format). It is the upper half of
//!   a `float32`, but a number is rounded, and not cut, to it.
//!
//! ```
//! use zarr_conform_reference::DataType;
//! use zarr_conform_reference::float::Format;
//!
//! let bfloat16 = Format::of(DataType::BFLOAT16).unwrap();
//! assert_eq!(bfloat16.nearest("1"), 0x3f80);
//! // Of binary32, the bits are 3dcccccd.
//! assert_eq!(bfloat16.nearest("0.1"), 0x3dcd);
//! assert_eq!(bfloat16.nan(), 0x7fc0);
//! ```
//!
//! [bfloat16 data type]: https://github.com/zarr-developers/zarr-extensions/blob/main/data-types/bfloat16/README.md

use zarr_conform_terms::data_type::Float;

/// The requirement about how elements of a data type of the registry are stored; nothing of those of the core.
///
/// Requirement: `bfloat16.bytes`.
pub(super) fn stored_by(float: Float) -> Option<&'static str> {
    match float {
        Float::BFLOAT16 => Some("bfloat16.bytes"),
        _ => None,
    }
}
