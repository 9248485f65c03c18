//! Wrong readings of fill values: floating point numbers.

use super::{
    away_from_zero, floats_changed, hexadecimal, latin_digit, literal, or_else, scaled,
    through_binary32, towards_zero, with_floats,
};
use crate::bytes::misreadings::{canonical_nan, quieted, unsigned_zero};
use crate::fill_value::fill_value;
use crate::float::Format;
use crate::misreading::{ACCEPTED, CURRENT, Misreading, STORES};
use crate::steps::Replacement;
use crate::{DataType, Json};

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "fill-nan-payload-lost",
        when: "every NaN of a fill value becomes the same NaN",
        requirements: &["fill-value.float-hex", "fill-value.nan-payload"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            floats_changed(value, data_type, canonical_nan)
        })],
    },
    Misreading {
        name: "fill-nan-quieted",
        when: "signalling NaNs of a fill value become quiet",
        requirements: &["fill-value.float-hex", "fill-value.nan-payload"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            floats_changed(value, data_type, quieted)
        })],
    },
    Misreading {
        name: "fill-nan-negative",
        when: "\"NaN\" is the NaN that 0.0 / 0.0 gives on some machines, with the sign bit set",
        requirements: &["fill-value.nan"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            floats_changed(value, data_type, |format, bits| {
                if Some(bits) == format.nan() {
                    bits | format.sign()
                } else {
                    bits
                }
            })
        })],
    },
    Misreading {
        name: "fill-negative-zero-lost",
        when: "the fill value -0.0 becomes 0.0",
        requirements: &["fill-value.float-hex"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            floats_changed(value, data_type, unsigned_zero)
        })],
    },
    Misreading {
        name: "hex-fill-value-is-number",
        when: "\"0x…\" is the number that the digits write, not the bits",
        requirements: &["fill-value.float-hex"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let float = |format: Format, value: &Json| match hexadecimal(value) {
                Some(number) => Some(format.nearest(&number.to_string())),
                None => literal(format, value),
            };
            fill_value(value, data_type)
                .map(|literal| with_floats(value, data_type, float).unwrap_or(literal))
        })],
    },
    Misreading {
        name: "hex-fill-value-reversed",
        when: "\"0x…\" lists the bytes from the least significant one",
        requirements: &["fill-value.float-hex"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let float = |format: Format, value: &Json| match hexadecimal(value) {
                Some(bits) => Some(bits.swap_bytes() >> (64 - 4 * format.digits())),
                None => literal(format, value),
            };
            fill_value(value, data_type)
                .map(|literal| with_floats(value, data_type, float).unwrap_or(literal))
        })],
    },
    Misreading {
        name: "hex-fill-value-truncated",
        when: "digits of \"0x…\" beyond the data type are dropped",
        requirements: &["fill-value.float-hex"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let float = |format: Format, value: &Json| {
                literal(format, value)
                    .or_else(|| Some(hexadecimal(value)? & (u64::MAX >> (64 - format.bits()))))
            };
            or_else(value, data_type, || with_floats(value, data_type, float))
        })],
    },
    Misreading {
        name: "float16-through-float32",
        when: "float16 fill values pass through binary32",
        requirements: &["fill-value.float-rounding"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            if data_type != DataType::FLOAT16 {
                return fill_value(value, data_type);
            }
            fill_value(value, data_type)
                .map(|literal| with_floats(value, data_type, through_binary32).unwrap_or(literal))
        })],
    },
    Misreading {
        name: "fill-ties-away-from-zero",
        when: "numbers halfway between two values are rounded away from zero",
        requirements: &["fill-value.float-rounding"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let float = |format: Format, value: &Json| match value {
                Json::Number(spelling) => Some(away_from_zero(format, spelling)),
                _ => literal(format, value),
            };
            fill_value(value, data_type)
                .map(|literal| with_floats(value, data_type, float).unwrap_or(literal))
        })],
    },
    Misreading {
        name: "fill-rounded-towards-zero",
        when: "numbers are rounded towards zero",
        requirements: &["fill-value.float-rounding"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let float = |format: Format, value: &Json| match value {
                Json::Number(spelling) => Some(towards_zero(format, spelling)),
                _ => literal(format, value),
            };
            fill_value(value, data_type)
                .map(|literal| with_floats(value, data_type, float).unwrap_or(literal))
        })],
    },
    Misreading {
        name: "fill-digits-scaled",
        when: "the digits of a number are rounded to binary64 before they are multiplied by a \
            power of ten",
        requirements: &["fill-value.float-rounding"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let float = |format: Format, value: &Json| match value {
                Json::Number(spelling) if format.bits() == 64 => {
                    scaled(spelling).or_else(|| literal(format, value))
                }
                _ => literal(format, value),
            };
            fill_value(value, data_type)
                .map(|literal| with_floats(value, data_type, float).unwrap_or(literal))
        })],
    },
    Misreading {
        name: "hex-fill-value-of-any-script",
        when: "digits of \"0x…\" may be those of other scripts",
        requirements: &["fill-value.float-hex", "fill-value.float-forms"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let float = |format: Format, value: &Json| match value {
                Json::String(text) => literal(
                    format,
                    &Json::String(text.chars().map(latin_digit).collect()),
                ),
                _ => literal(format, value),
            };
            or_else(value, data_type, || with_floats(value, data_type, float))
        })],
    },
];
