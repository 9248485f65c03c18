//! Wrong readings of fill values: forms of other types.

use super::{floats_changed, literal, or_else, with_floats};
use crate::fill_value::fill_value;
use crate::float::Format;
use crate::misreading::{ACCEPTED, Misreading, STORES};
use crate::steps::Replacement;
use crate::{DataType, Element, Json};

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "null-fill-value-is-zero",
        when: "the fill value null, as in version 2, stands for zero",
        requirements: &[
            "fill-value.integer",
            "datetime64.fill-value",
            "timedelta64.fill-value",
            "fill-value.bool",
            "fill-value.float-forms",
            "fill-value.complex",
            "array-metadata.fill-value",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            or_else(value, data_type, || {
                (*value == Json::Null).then(|| Element::zero(data_type))
            })
        })],
    },
    Misreading {
        name: "fill-bool-from-number",
        when: "0 and 1 stand for false and true",
        requirements: &["fill-value.bool"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            or_else(value, data_type, || {
                let number = value.as_u64().filter(|_| data_type == DataType::BOOL)?;
                Some(Element::Bits(u64::from(number != 0)))
            })
        })],
    },
    Misreading {
        name: "fill-number-from-bool",
        when: "false and true stand for 0 and 1",
        requirements: &[
            "fill-value.integer",
            "fill-value.float-forms",
            "datetime64.fill-value",
            "timedelta64.fill-value",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            or_else(value, data_type, || match value {
                Json::Bool(value) => {
                    fill_value(&Json::Number(u8::from(*value).to_string()), data_type).ok()
                }
                _ => None,
            })
        })],
    },
    Misreading {
        name: "fill-bool-inverted",
        when: "false and true are exchanged",
        requirements: &["fill-value.bool"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            match (fill_value(value, data_type)?, data_type) {
                (Element::Bits(bits), DataType::BOOL) => Ok(Element::Bits(1 - bits)),
                (element, _) => Ok(element),
            }
        })],
    },
    Misreading {
        name: "fill-other-spellings",
        when: "\"nan\", \"inf\" and \"+Infinity\" are accepted, in any case",
        requirements: &["fill-value.float-strings", "fill-value.float-forms"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let float = |format: Format, value: &Json| {
                literal(format, value).or_else(|| {
                    match value.as_str()?.to_ascii_lowercase().as_str() {
                        "nan" | "+nan" => format.nan(),
                        "-nan" => Some(format.nan()? | format.sign()),
                        "inf" | "+inf" | "infinity" | "+infinity" => format.infinity(),
                        "-inf" | "-infinity" => Some(format.infinity()? | format.sign()),
                        _ => None,
                    }
                })
            };
            or_else(value, data_type, || with_floats(value, data_type, float))
        })],
    },
    Misreading {
        name: "fill-infinity-unsigned",
        when: "\"-Infinity\" is read as infinity",
        requirements: &["fill-value.float-strings"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            floats_changed(value, data_type, |format, bits| {
                let infinity = format.infinity().filter(|_| format.is_infinite(bits));
                infinity.unwrap_or(bits)
            })
        })],
    },
    Misreading {
        name: "fill-complex-from-number",
        when: "a single number is a complex number without imaginary component",
        requirements: &["fill-value.complex"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            or_else(value, data_type, || {
                let is_complex = matches!(data_type, DataType::Complex(_));
                let real = match value {
                    Json::Array(components) if components.len() == 1 => &components[0],
                    other => other,
                };
                is_complex
                    .then(|| Some(Element::complex(literal(Format::of(data_type)?, real)?, 0)))?
            })
        })],
    },
    Misreading {
        name: "fill-complex-more-components",
        when: "components beyond the second are dropped",
        requirements: &["fill-value.complex"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            or_else(value, data_type, || match (value, data_type) {
                (Json::Array(components), DataType::Complex(_)) => fill_value(
                    &Json::Array(components.iter().take(2).cloned().collect()),
                    data_type,
                )
                .ok(),
                _ => None,
            })
        })],
    },
    Misreading {
        name: "fill-complex-exchanged",
        when: "the imaginary component comes first",
        requirements: &["fill-value.complex"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let mut element = fill_value(value, data_type)?;
            if let Element::Numbers(components) = &mut element {
                components.reverse();
            }
            Ok(element)
        })],
    },
    Misreading {
        name: "fill-float-integers-refused",
        when: "a floating point fill value spelled as an integer is refused",
        requirements: &["fill-value.float-forms"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let float = |format: Format, value: &Json| match value {
                Json::Number(spelling) if !spelling.contains(['.', 'e', 'E']) => None,
                other => literal(format, other),
            };
            let element = fill_value(value, data_type)?;
            if Format::of(data_type).is_none() {
                return Ok(element);
            }
            with_floats(value, data_type, float)
                .ok_or_else(|| crate::Error::Metadata("an integer for a float".to_owned()))
        })],
    },
];
