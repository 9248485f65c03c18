//! Permitted readings of fill values.

use num_bigint::BigUint;

use crate::bytes::misreadings::unsigned_zero;
use crate::data_type::RawBits;
use crate::error::metadata;
use crate::fill_value::fill_value;
use crate::float::Format;
use crate::permitted::{ACCEPTED, CURRENT, FIRST, Permitted, Tendency};
use crate::steps::Replacement;
use crate::{DataType, Element, Json, Result};

/// The value with each of its parts, or itself where it has none, in another form.
pub(super) fn each_part(value: &Json, other: &dyn Fn(&Json) -> Result<Json>) -> Result<Json> {
    match value {
        Json::Array(parts) => parts
            .iter()
            .map(other)
            .collect::<Result<_>>()
            .map(Json::Array),
        _ => other(value),
    }
}

/// The element of a fill value, of which each number for a floating point component gives the bits that
/// `bits` says.
fn floats(
    value: &Json,
    data_type: DataType,
    bits: impl Fn(Format, &str) -> Result<u64>,
) -> Result<Element> {
    let Some(format) = Format::of(data_type) else {
        return fill_value(value, data_type);
    };
    let width = format.digits();
    let value = each_part(value, &|part| match part {
        Json::Number(spelling) => {
            let bits = bits(format, spelling)?;
            Ok(Json::String(format!("0x{bits:0width$x}")))
        }
        _ => Ok(part.clone()),
    })?;
    fill_value(&value, data_type)
}

/// The element of a fill value, of which each string for a floating point component is in another form.
pub(super) fn hexadecimal(
    value: &Json,
    data_type: DataType,
    other: impl Fn(Format, &str) -> Result<String>,
) -> Result<Element> {
    let Some(format) = Format::of(data_type) else {
        return fill_value(value, data_type);
    };
    let value = each_part(value, &|part| match part {
        Json::String(text) => Ok(Json::String(other(format, text)?)),
        _ => Ok(part.clone()),
    })?;
    fill_value(&value, data_type)
}

/// A number without its sign.
fn magnitude(spelling: &str) -> &str {
    spelling.strip_prefix('-').unwrap_or(spelling)
}

/// A number that is a little greater or less in magnitude; 0 stays 0.
fn beside(spelling: &str, is_greater: bool) -> String {
    let sign = if spelling.starts_with('-') { "-" } else { "" };
    let magnitude = magnitude(spelling);
    let end = magnitude.find(['e', 'E']).unwrap_or(magnitude.len());
    let (significand, exponent) = magnitude.split_at(end);
    let (before, after) = significand.split_once('.').unwrap_or((significand, ""));
    let digits = format!("{before}{after}{}", "0".repeat(40));
    let number = BigUint::parse_bytes(digits.as_bytes(), 10).unwrap_or_default();
    let one = BigUint::from(1_u8);
    let number = match (number == BigUint::ZERO, is_greater) {
        (true, _) => number,
        (false, true) => number + one,
        (false, false) => number - one,
    };
    let digits = format!("{:0>width$}", number.to_string(), width = digits.len());
    let (before, after) = digits.split_at(digits.len() - after.len() - 40);
    let before = if before.is_empty() { "0" } else { before };
    format!("{sign}{before}.{after}{exponent}")
}

/// The element of a fill value, of which each number in the middle of two values becomes the one of greater magnitude,
/// or of smaller.
fn ties(value: &Json, data_type: DataType, is_greater: bool) -> Result<Element> {
    floats(value, data_type, |format, spelling| {
        Ok(format.nearest(&beside(spelling, is_greater)))
    })
}

/// The same, only where the registry of extensions has the data type.
fn registered_ties(value: &Json, data_type: DataType, is_greater: bool) -> Result<Element> {
    if data_type.is_registered() {
        return ties(value, data_type, is_greater);
    }
    fill_value(value, data_type)
}

/// The number of significant digits; 0 has none.
fn significant_digits(spelling: &str) -> usize {
    decimal(spelling).0.to_string().trim_matches('0').len()
}

/// The exact value of a finite binary64, in decimal.
fn exact(value: f64) -> String {
    format!("{value:.1074}")
}

/// The bits by way of binary64, also of a number beyond its range.
fn by_way_of_binary64(format: Format, spelling: &str) -> u64 {
    match spelling.parse::<f64>() {
        Ok(value) if value.is_finite() => format.nearest(&exact(value)),
        _ => format.nearest(spelling),
    }
}

/// The digits of the magnitude of a number as an integer, and the power of ten by which it is multiplied.
fn decimal(spelling: &str) -> (BigUint, i64) {
    let magnitude = magnitude(spelling);
    let (significand, exponent) = magnitude.split_once(['e', 'E']).unwrap_or((magnitude, "0"));
    let (before, after) = significand.split_once('.').unwrap_or((significand, ""));
    let digits = format!("{before}{after}");
    let number = BigUint::parse_bytes(digits.as_bytes(), 10).unwrap_or_default();
    let places = i64::try_from(after.len()).unwrap_or(i64::MAX);
    (
        number,
        exponent.parse().unwrap_or(0_i64).saturating_sub(places),
    )
}

/// No more than 17 significant digits: where others follow, they are left out, or the last one is one more.
fn with_17_digits(spelling: &str, is_rounded_up: bool) -> String {
    let sign = if spelling.starts_with('-') { "-" } else { "" };
    let (number, power) = decimal(spelling);
    let digits = number.to_string();
    let Some((kept, rest)) = digits
        .split_at_checked(17)
        .filter(|(_, rest)| !rest.is_empty())
    else {
        return spelling.to_owned();
    };
    let is_more = rest.contains(|digit| digit != '0');
    let kept = BigUint::parse_bytes(kept.as_bytes(), 10).unwrap_or_default();
    let kept = kept + u8::from(is_more && is_rounded_up);
    let dropped = i64::try_from(rest.len()).unwrap_or(i64::MAX);
    format!("{sign}{kept}e{}", power.saturating_add(dropped))
}

/// The bits of a number by 17 of its digits, where the format is binary64 and does not hold all.
fn of_17_digits(format: Format, spelling: &str, is_rounded_up: bool) -> u64 {
    if format.mantissa_bits == 52 && !is_binary64(spelling) {
        return format.nearest(&with_17_digits(spelling, is_rounded_up));
    }
    format.nearest(spelling)
}

/// Whether binary64 holds exactly this number.
fn is_binary64(spelling: &str) -> bool {
    let Ok(value) = spelling.parse::<f64>() else {
        return false;
    };
    let trimmed = |spelling: &str| {
        let (number, power) = decimal(spelling);
        let digits = number.to_string();
        let kept = digits.trim_end_matches('0').to_owned();
        let zeros = i64::try_from(digits.len() - kept.len()).unwrap_or(i64::MAX);
        (kept, power.saturating_add(zeros))
    };
    value.is_finite() && trimmed(&exact(value)) == trimmed(spelling)
}

/// The list for each byte, last byte first, for raw bits.
fn reversed(value: &Json) -> Json {
    match value {
        Json::Array(bytes) => Json::Array(bytes.iter().rev().cloned().collect()),
        _ => value.clone(),
    }
}

pub(crate) const LIST: &[Permitted] = &[
    Permitted {
        name: "fill-value-without-minus-zero",
        open: "sign-of-an-integer-zero",
        does: "refuses -0 as the fill value of integers",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let is_integer = Format::of(data_type).is_none();
            if is_integer && *value == Json::Number("-0".to_owned()) {
                return metadata("fill_value: found -0, expected an integer");
            }
            fill_value(value, data_type)
        })],
    },
    Permitted {
        name: "unsigned-fill-value-without-minus-zero",
        open: "sign-of-an-integer-zero",
        does: "refuses -0 as the fill value of unsigned integers only",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let is_unsigned = matches!(data_type, DataType::Integer(it) if it.is_unsigned);
            if is_unsigned && *value == Json::Number("-0".to_owned()) {
                return metadata("fill_value: found -0, expected an integer from 0");
            }
            fill_value(value, data_type)
        })],
    },
    Permitted {
        name: "fill-value-by-way-of-binary64",
        open: "numbers-beyond-binary64",
        does: "rounds a number to binary64 and then to the data type",
        editions: ACCEPTED,
        tendency: Tendency::Other,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            floats(value, data_type, |format, spelling| {
                Ok(by_way_of_binary64(format, spelling))
            })
        })],
    },
    Permitted {
        name: "fill-value-of-17-digits",
        open: "numbers-beyond-binary64",
        does: "looks at no more than 17 significant digits of a number",
        editions: ACCEPTED,
        tendency: Tendency::Other,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            floats(value, data_type, |format, spelling| {
                Ok(of_17_digits(format, spelling, false))
            })
        })],
    },
    Permitted {
        name: "fill-value-of-17-digits-rounded-up",
        open: "numbers-beyond-binary64",
        does: "looks at no more than 17 significant digits of a number, of which the last one is one more \
               where others follow",
        editions: ACCEPTED,
        tendency: Tendency::Other,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            floats(value, data_type, |format, spelling| {
                Ok(of_17_digits(format, spelling, true))
            })
        })],
    },
    Permitted {
        name: "fill-value-of-at-most-17-digits",
        open: "numbers-beyond-binary64",
        does: "refuses a number of more than 17 significant digits for binary64, unless binary64 holds it",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            floats(value, data_type, |format, spelling| {
                let is_long = format.mantissa_bits == 52 && significant_digits(spelling) > 17;
                if is_long && !is_binary64(spelling) {
                    return metadata(format!("fill_value: {spelling} has too many digits"));
                }
                Ok(format.nearest(spelling))
            })
        })],
    },
    Permitted {
        name: "fill-value-within-binary64",
        open: "numbers-beyond-binary64",
        does: "refuses a number that binary64 makes 0 of, although it is not",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            floats(value, data_type, |format, spelling| {
                let is_zero = significant_digits(spelling) == 0;
                if !is_zero && spelling.parse::<f64>().is_ok_and(|value| value == 0.0) {
                    return metadata(format!("fill_value: {spelling} is beyond binary64"));
                }
                Ok(format.nearest(spelling))
            })
        })],
    },
    Permitted {
        name: "ties-away-from-zero",
        open: "ties-in-3.0",
        does: "rounds a number in the middle of two values to the one of greater magnitude",
        editions: FIRST,
        tendency: Tendency::Other,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            ties(value, data_type, true)
        })],
    },
    Permitted {
        name: "ties-toward-zero",
        open: "ties-in-3.0",
        does: "rounds a number in the middle of two values to the one of smaller magnitude",
        editions: FIRST,
        tendency: Tendency::Other,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            ties(value, data_type, false)
        })],
    },
    Permitted {
        name: "registered-ties-away-from-zero",
        open: "ties-of-registered-floats",
        does: "rounds a number in the middle of two values of a type of the registry to the one of greater magnitude",
        editions: CURRENT,
        tendency: Tendency::Other,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            registered_ties(value, data_type, true)
        })],
    },
    Permitted {
        name: "registered-ties-toward-zero",
        open: "ties-of-registered-floats",
        does: "rounds a number in the middle of two values of a type of the registry to the one of smaller magnitude",
        editions: CURRENT,
        tendency: Tendency::Other,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            registered_ties(value, data_type, false)
        })],
    },
    Permitted {
        name: "largest-finite-fill-value",
        open: "fill-values-beyond-the-range",
        does: "treats a number beyond the range of the data type as its largest finite value",
        editions: ACCEPTED,
        tendency: Tendency::Other,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            floats(value, data_type, |format, spelling| {
                let bits = format.nearest(spelling);
                Ok(if format.is_infinite(bits) {
                    format.with_sign_of(bits, format.greatest())
                } else {
                    bits
                })
            })
        })],
    },
    Permitted {
        name: "finite-fill-value",
        open: "fill-values-beyond-the-range",
        does: "refuses a number beyond the range of the data type",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            floats(value, data_type, |format, spelling| {
                if !format.is_in_range(spelling) {
                    return metadata(format!("fill_value: {spelling} is beyond {data_type}"));
                }
                Ok(format.nearest(spelling))
            })
        })],
    },
    Permitted {
        name: "nan-beyond-the-range",
        open: "fill-values-beyond-the-range",
        does: "treats a number beyond the range of a data type without infinity as NaN, where it has one",
        editions: CURRENT,
        tendency: Tendency::Other,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            floats(value, data_type, |format, spelling| {
                let nan = format.nan().filter(|_| !format.is_in_range(spelling));
                Ok(match format.infinity() {
                    Some(_) => format.nearest(spelling),
                    None => nan.unwrap_or_else(|| format.nearest(spelling)),
                })
            })
        })],
    },
    Permitted {
        name: "zero-without-sign",
        open: "sign-of-zero",
        does: "treats a number that rounds to zero as positive zero",
        editions: ACCEPTED,
        tendency: Tendency::Other,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            floats(value, data_type, |format, spelling| {
                let bits = format.nearest(spelling);
                Ok(unsigned_zero(format, bits))
            })
        })],
    },
    Permitted {
        name: "any-number-of-digits",
        open: "digits-of-hexadecimal-fill-values",
        does: "accepts any number of hexadecimal digits whose integer fits",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            hexadecimal(value, data_type, |format, text| {
                let width = format.digits();
                let digits = text.strip_prefix("0x").filter(|it| !it.is_empty());
                Ok(match digits.map(|it| it.trim_start_matches('0')) {
                    Some(digits) if digits.len() <= width => format!("0x{digits:0>width$}"),
                    _ => text.to_owned(),
                })
            })
        })],
    },
    Permitted {
        name: "prefix-of-any-case",
        open: "digits-of-hexadecimal-fill-values",
        does: "accepts 0X before the digits of a hexadecimal fill value",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            hexadecimal(value, data_type, |_, text| {
                let digits = text.strip_prefix("0X");
                Ok(digits.map_or_else(|| text.to_owned(), |digits| format!("0x{digits}")))
            })
        })],
    },
    Permitted {
        name: "digits-of-lower-case",
        open: "digits-of-hexadecimal-fill-values",
        does: "refuses upper-case digits in a hexadecimal fill value",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            hexadecimal(value, data_type, |_, text| {
                let is_upper_case = text.contains(|c: char| c.is_ascii_uppercase());
                if text.starts_with("0x") && is_upper_case {
                    return metadata(format!("fill_value: found {text:?} in upper case"));
                }
                Ok(text.to_owned())
            })
        })],
    },
    Permitted {
        name: "raw-fill-value-for-each-bit",
        open: "length-of-raw-fill-values",
        does: "accepts a fill value of raw bits with a zero for each bit, and refuses one with a zero for each byte",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let (DataType::RawBits(RawBits { bits }), Json::Array(list)) = (data_type, value)
            else {
                return fill_value(value, data_type);
            };
            let is_zero = |it: &Json| it.as_u64() == Some(0);
            if list.len() != bits as usize || !list.iter().all(is_zero) {
                return metadata(format!("fill_value: expected {bits} integers"));
            }
            Ok(Element::zero(data_type))
        })],
    },
    Permitted {
        name: "raw-fill-value-from-its-last-byte",
        open: "length-of-raw-fill-values",
        does: "reads the integers of a fill value of raw bits as its bytes, the last one first",
        editions: ACCEPTED,
        tendency: Tendency::Other,
        replacements: &[Replacement::fill_value(
            |_, value, data_type| match data_type {
                DataType::RawBits(_) => fill_value(&reversed(value), data_type),
                _ => fill_value(value, data_type),
            },
        )],
    },
];
