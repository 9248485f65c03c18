//! Wrong readings of fill values: integers.

use super::{as_integer, double, integers, is_integer_type, number_text, or_else, wrapped};
use crate::Json;
use crate::fill_value::fill_value;
use crate::misreading::{ACCEPTED, Misreading, STORES};
use crate::steps::Replacement;

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "fill-integers-through-double",
        when: "integer fill values pass through binary64",
        requirements: &[
            "fill-value.integer",
            "datetime64.fill-value",
            "timedelta64.fill-value",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let literal = fill_value(value, data_type)?;
            match double(value) {
                Some(number) if is_integer_type(data_type) => {
                    Ok(wrapped(as_integer(number), data_type))
                }
                _ => Ok(literal),
            }
        })],
    },
    Misreading {
        name: "fill-integers-wrapped",
        when: "integers out of range are cut to the data type",
        requirements: &[
            "fill-value.integer",
            "datetime64.fill-value",
            "timedelta64.fill-value",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            or_else(value, data_type, || match value {
                Json::Number(spelling) if is_integer_type(data_type) => {
                    Some(wrapped(spelling.parse().ok()?, data_type))
                }
                _ => None,
            })
        })],
    },
    Misreading {
        name: "fill-integers-saturated",
        when: "integers out of range become the nearest in range",
        requirements: &[
            "fill-value.integer",
            "datetime64.fill-value",
            "timedelta64.fill-value",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            or_else(value, data_type, || match (value, integers(data_type)) {
                (Json::Number(spelling), Some(range)) => {
                    let integer: i128 = spelling.parse().ok()?;
                    Some(wrapped(
                        integer.clamp(*range.start(), *range.end()),
                        data_type,
                    ))
                }
                _ => None,
            })
        })],
    },
    Misreading {
        name: "fill-integers-with-fraction",
        when: "integers may be spelled with a fraction or exponent",
        requirements: &[
            "fill-value.integer",
            "fill-value.integer-spelling",
            "datetime64.fill-value-spelling",
            "timedelta64.fill-value-spelling",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            or_else(value, data_type, || {
                let number = double(value).filter(|_| is_integer_type(data_type))?;
                Some(wrapped(as_integer(number), data_type))
            })
        })],
    },
    Misreading {
        name: "fill-numbers-in-strings",
        when: "numbers may stand in strings",
        requirements: &[
            "fill-value.integer",
            "datetime64.fill-value",
            "timedelta64.fill-value",
            "fill-value.float-strings",
            "fill-value.float-forms",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            or_else(value, data_type, || {
                fill_value(&Json::Number(number_text(value.as_str()?)?), data_type).ok()
            })
        })],
    },
];
