//! Wrong readings of fill values: floating point numbers of the registry of extensions.

use super::{literal, through_binary32, with_floats};
use crate::fill_value::fill_value;
use crate::float::Format;
use crate::misreading::{CURRENT, Misreading, STORES};
use crate::steps::Replacement;
use crate::{DataType, Element, Json, Result};

/// The element of a fill value, of which each number of `bfloat16` is read by `float`.
fn bfloat16(
    value: &Json,
    data_type: DataType,
    float: impl Fn(Format, &Json) -> Option<u64>,
) -> Result<Element> {
    let element = fill_value(value, data_type)?;
    let read = if Format::of(data_type) == Format::of(DataType::BFLOAT16) {
        with_floats(value, data_type, float)
    } else {
        None
    };
    Ok(read.unwrap_or(element))
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "bfloat16-cut",
        when: "a fill value of bfloat16 is the upper half of a binary32, whose lower half is dropped",
        requirements: &["bfloat16.fill-value", "fill-value.float-rounding"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            bfloat16(value, data_type, |format, value| match value {
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
            bfloat16(value, data_type, through_binary32)
        })],
    },
    Misreading {
        name: "bfloat16-is-float16",
        when: "fill values of bfloat16 have the bits of float16",
        requirements: &["bfloat16.fill-value", "bfloat16.format", "bfloat16.nan", "bfloat16.name"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let of_float16 = Format::of(DataType::FLOAT16);
            bfloat16(value, data_type, |_, value| literal(of_float16?, value))
        })],
    },
];
