//! `bfloat16`: a floating point number of the registry of extensions.
//!
//! - Specification: [bfloat16 data type] of the registry.
//! - Fill values: as those of the core, `1.5`, `"NaN"`, `"0x7fc0"`.
//! - Layout: sign, exponent and mantissa, from the highest bit on; see [`Format`]. It is the upper half of a `float32`,
//!   but a number is rounded to it, once, and not cut.
//!
//! ```
//! use zarr_conform_reference::DataType;
//! use zarr_conform_reference::float::Format;
//!
//! let bfloat16 = Format::of(DataType::BFLOAT16).unwrap();
//! assert_eq!(bfloat16.nearest("1"), 0x3f80);
//! // Of binary32, the bits are 3dcccccd.
//! assert_eq!(bfloat16.nearest("0.1"), 0x3dcd);
//! assert_eq!(bfloat16.nan(), Some(0x7fc0));
//! ```
//!
//! [bfloat16 data type]: https://github.com/zarr-developers/zarr-extensions/blob/main/data-types/bfloat16/README.md

use super::Format;
use crate::bytes::misreadings::{canonical_nan, floats_changed};
use crate::bytes::{self, Endian};
use crate::documents::data_types::misreadings::{literal, through_binary32, with_floats};
use crate::fill_value::fill_value;
use crate::misreading::{BOTH, CURRENT, Misreading, STORES};
use crate::steps::Replacement;
use crate::{ChunkArray, DataType, Element, Json, Result};

/// The element of a fill value, which `float` reads where it is one of `bfloat16`.
fn fill_value_by(
    value: &Json,
    data_type: DataType,
    float: impl Fn(Format, &Json) -> Option<u64>,
) -> Result<Element> {
    let element = fill_value(value, data_type)?;
    if data_type != DataType::BFLOAT16 {
        return Ok(element);
    }
    Ok(with_floats(value, data_type, float).unwrap_or(element))
}

/// The byte order that is used in place of the one that is named: little for `bfloat16`.
fn not_swapped(data_type: DataType, endian: Option<Endian>) -> Option<Endian> {
    match data_type {
        DataType::BFLOAT16 => endian.map(|_| Endian::Little),
        _ => endian,
    }
}

/// The chunk with one NaN in place of every other, where it is one of `bfloat16`.
fn of_one_nan(array: &ChunkArray) -> ChunkArray {
    match array.data_type {
        DataType::BFLOAT16 => floats_changed(array, canonical_nan),
        _ => array.clone(),
    }
}

/// Wrong readings.
pub(crate) const MISREADINGS: &[Misreading] = &[
    Misreading {
        name: "bfloat16-cut",
        when: "a fill value of bfloat16 is the upper half of a binary32, whose lower half is dropped",
        requirements: &["bfloat16.fill-value", "fill-value.float-rounding"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            fill_value_by(value, data_type, |format, value| match value {
                Json::Number(spelling) => {
                    let number: f32 = spelling.parse().ok()?;
                    Some(u64::from(number.to_bits() >> 16))
                }
                _ => literal(format, value),
            })
        })],
    },
    Misreading {
        name: "bfloat16-through-float32",
        when: "bfloat16 fill values pass through binary32",
        requirements: &["bfloat16.fill-value", "fill-value.float-rounding"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            fill_value_by(value, data_type, through_binary32)
        })],
    },
    Misreading {
        name: "bfloat16-is-float16",
        when: "fill values of bfloat16 have the bits of float16",
        requirements: &[
            "bfloat16.fill-value",
            "bfloat16.format",
            "bfloat16.name",
            "bfloat16.nan",
        ],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let float16 = Format::of(DataType::FLOAT16);
            fill_value_by(value, data_type, |_, value| literal(float16?, value))
        })],
    },
    Misreading {
        name: "bfloat16-not-swapped",
        when: "endian is not applied to bfloat16, as if its elements were raw bits",
        requirements: &["bfloat16.bytes", "bytes.endian-variant"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                bytes::encode(array, not_swapped(array.data_type, endian))
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                bytes::decode(bytes, data_type, shape, not_swapped(data_type, endian))
            }),
        ],
    },
    Misreading {
        name: "bfloat16-nan-payload-lost",
        when: "every NaN of bfloat16 becomes the same NaN, as where it is converted",
        requirements: &["bfloat16.bytes"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| bytes::encode(&of_one_nan(array), endian)),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                Ok(of_one_nan(&bytes::decode(bytes, data_type, shape, endian)?))
            }),
        ],
    },
];
