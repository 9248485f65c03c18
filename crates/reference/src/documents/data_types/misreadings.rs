//! Wrong readings of fill values.

use crate::documents::core::storage::misreadings::zero;
use crate::fill_value::fill_value;
use crate::float::Format;
use crate::misreading::{ACCEPTED, CURRENT, Misreading, STORES};
use crate::steps::Replacement;
use crate::{DataType, Element, Json, Result};

/// The literal element, or the first wrong one that is offered.
fn or_else(
    value: &Json,
    data_type: DataType,
    wrong: impl FnOnce() -> Option<Element>,
) -> Result<Element> {
    fill_value(value, data_type).or_else(|error| wrong().ok_or(error))
}

/// Reads a fill value with each floating point number, or component, read by `float`.
fn with_floats(
    value: &Json,
    data_type: DataType,
    float: impl Fn(Format, &Json) -> Option<u64>,
) -> Option<Element> {
    let format = Format::of(data_type)?;
    match (data_type, value) {
        (DataType::Complex64 | DataType::Complex128, Json::Array(components))
            if components.len() == 2 =>
        {
            Some(Element::Complex {
                real: float(format, &components[0])?,
                imaginary: float(format, &components[1])?,
            })
        }
        (DataType::Complex64 | DataType::Complex128, _) => None,
        _ => Some(Element::Bits(float(format, value)?)),
    }
}

/// The bits of one floating point number, literally.
fn literal(format: Format, value: &Json) -> Option<u64> {
    let data_type = [DataType::Float16, DataType::Float32, DataType::Float64]
        .into_iter()
        .find(|data_type| Format::of(*data_type) == Some(format))?;
    match fill_value(value, data_type) {
        Ok(Element::Bits(bits)) => Some(bits),
        _ => None,
    }
}

/// The literal element with each floating point number or component changed.
fn floats_changed(
    value: &Json,
    data_type: DataType,
    change: impl Fn(Format, u64) -> u64,
) -> Result<Element> {
    let literal = fill_value(value, data_type)?;
    let Some(format) = Format::of(data_type) else {
        return Ok(literal);
    };
    Ok(match literal {
        Element::Bits(bits) => Element::Bits(change(format, bits)),
        Element::Complex { real, imaginary } => Element::Complex {
            real: change(format, real),
            imaginary: change(format, imaginary),
        },
        Element::Raw(raw) => Element::Raw(raw),
    })
}

fn double(value: &Json) -> Option<f64> {
    match value {
        Json::Number(spelling) => spelling.parse().ok(),
        _ => None,
    }
}

/// The text of the shortest decimal that denotes this number, for rounding once more.
fn spelled(number: f64) -> String {
    format!("{number:?}")
}

fn hexadecimal(value: &Json) -> Option<u64> {
    u64::from_str_radix(value.as_str()?.strip_prefix("0x")?, 16).ok()
}

fn is_integer_type(data_type: DataType) -> bool {
    Format::of(data_type).is_none() && !matches!(data_type, DataType::Bool | DataType::Raw { .. })
}

#[expect(clippy::cast_possible_truncation, reason = "the misreading")]
fn as_integer(number: f64) -> i128 {
    number as i128
}

/// The integer cut to the bits of the data type.
fn wrapped(integer: i128, data_type: DataType) -> Element {
    let modulus = 1_i128 << (8 * data_type.size());
    Element::Bits(u64::try_from(integer.rem_euclid(modulus)).unwrap_or(0))
}

/// Whether the decimal text lies halfway between two values, or beyond: the neighbour away from
/// zero.
fn away_from_zero(format: Format, spelling: &str) -> u64 {
    let nearest = format.nearest(spelling);
    let magnitude = nearest & !format.sign();
    if magnitude >= format.infinity() {
        return nearest;
    }
    // A tie becomes more than a tie by one digit far behind.
    let (significand, exponent) = spelling.split_once(['e', 'E']).unwrap_or((spelling, "0"));
    let point = if significand.contains('.') { "" } else { "." };
    let nudged = format!("{significand}{point}{}1e{exponent}", "0".repeat(1200));
    format.nearest(&nudged)
}

/// The neighbour towards zero, or the value itself.
fn towards_zero(format: Format, spelling: &str) -> u64 {
    let nearest = format.nearest(spelling);
    let sign = nearest & format.sign();
    let exact = |bits: u64| -> bool {
        // The candidate is not above the number if the number rounds to it from a finer format.
        let wide = Format {
            exponent_bits: 15,
            mantissa_bits: 47,
        };
        let magnitude = spelling.trim_start_matches('-');
        let number = wide.nearest(magnitude);
        let candidate = wide.nearest(&decimal(format, bits));
        candidate <= number
    };
    let magnitude = nearest & !format.sign();
    if magnitude == 0 || exact(magnitude) {
        nearest
    } else {
        sign | (magnitude - 1)
    }
}

/// An exact decimal of a finite positive value.
fn decimal(format: Format, bits: u64) -> String {
    let mantissa = bits & ((1 << format.mantissa_bits) - 1);
    let exponent = bits >> format.mantissa_bits;
    let scale = (1_u32 << (format.exponent_bits - 1)) - 2 + format.mantissa_bits;
    let units = match exponent {
        0 => num_bigint::BigUint::from(mantissa),
        _ => num_bigint::BigUint::from(mantissa | 1 << format.mantissa_bits) << (exponent - 1),
    };
    let digits = units * num_bigint::BigUint::from(5_u32).pow(scale);
    format!("{digits}e-{scale}")
}

/// The bits of the digits, as a binary64, times a power of ten, as a binary64; nothing where either
/// is too large for that.
fn scaled(spelling: &str) -> Option<u64> {
    let (significand, exponent) = spelling.split_once(['e', 'E']).unwrap_or((spelling, "0"));
    let (integer, fraction) = significand.split_once('.').unwrap_or((significand, ""));
    let magnitude = integer.trim_start_matches('-');
    let digits: u64 = format!("{magnitude}{fraction}").parse().ok()?;
    let exponent: i32 = exponent.parse().ok()?;
    let exponent = exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?;
    let power: f64 = format!("1e{}", exponent.unsigned_abs()).parse().ok()?;
    let digits: f64 = digits.to_string().parse().ok()?;
    let number = match exponent {
        0.. => digits * power,
        _ => digits / power,
    };
    let sign = if spelling.starts_with('-') { -1.0 } else { 1.0 };
    power.is_finite().then(|| (sign * number).to_bits())
}

/// The same digit as people write it in Arabic, as ASCII has it; any other character as it is.
fn latin_digit(character: char) -> char {
    match u32::from(character).checked_sub(0x660) {
        Some(digit @ 0..=9) => char::from_digit(digit, 10).unwrap_or(character),
        _ => character,
    }
}

/// The fill values that netCDF uses by default.
fn of_netcdf(data_type: DataType) -> Result<Element> {
    let number = match data_type {
        DataType::Int8 => "-127",
        DataType::Uint8 => "255",
        DataType::Int16 => "-32767",
        DataType::Uint16 => "65535",
        DataType::Int32 => "-2147483647",
        DataType::Uint32 => "4294967295",
        DataType::Int64 => "-9223372036854775806",
        DataType::Uint64 => "18446744073709551614",
        DataType::Float16 => "9999",
        DataType::Float32 | DataType::Float64 => "9.9692099683868690e+36",
        DataType::Complex64 | DataType::Complex128 => {
            "[9.9692099683868690e+36, 9.9692099683868690e+36]"
        }
        DataType::Bool => "true",
        DataType::Raw { .. } => return Ok(Element::Raw(vec![0xff; data_type.size()])),
    };
    fill_value(&Json::parse(number.as_bytes())?, data_type)
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "fill-value-of-netcdf",
        when: "the fill value is the default of netCDF whatever the metadata says",
        requirements: &[
            "storage.missing-chunk-is-fill-value",
            "fill-value.integer",
            "fill-value.bool",
            "fill-value.float-forms",
            "fill-value.complex",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            fill_value(value, data_type)?;
            of_netcdf(data_type)
        })],
    },
    Misreading {
        name: "unreadable-fill-value-is-zero",
        when: "a fill value of a form that is not permitted is treated as zero",
        requirements: &[
            "fill-value.integer",
            "fill-value.integer-spelling",
            "fill-value.bool",
            "fill-value.float-forms",
            "fill-value.complex",
            "fill-value.raw",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            or_else(value, data_type, || Some(zero(data_type)))
        })],
    },
    Misreading {
        name: "fill-value-ignored",
        when: "the fill value is zero whatever the metadata says",
        requirements: &[
            "storage.missing-chunk-is-fill-value",
            "fill-value.integer",
            "fill-value.bool",
            "fill-value.float-forms",
            "fill-value.complex",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            fill_value(value, data_type).map(|_| zero(data_type))
        })],
    },
    Misreading {
        name: "fill-nan-payload-lost",
        when: "every NaN of a fill value becomes the same NaN",
        requirements: &["fill-value.float-hex", "fill-value.nan-payload"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            floats_changed(value, data_type, |format, bits| {
                if bits & !format.sign() > format.infinity() {
                    format.nan()
                } else {
                    bits
                }
            })
        })],
    },
    Misreading {
        name: "fill-nan-quieted",
        when: "signalling NaNs of a fill value become quiet",
        requirements: &["fill-value.float-hex", "fill-value.nan-payload"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            floats_changed(value, data_type, |format, bits| {
                let is_nan = bits & !format.sign() > format.infinity();
                if is_nan {
                    bits | 1 << (format.mantissa_bits - 1)
                } else {
                    bits
                }
            })
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
                if bits == format.nan() {
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
            floats_changed(value, data_type, |format, bits| {
                if bits == format.sign() { 0 } else { bits }
            })
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
                Some(bits) => Some(bits.swap_bytes() >> (64 - format.bits())),
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
            let float = |format: Format, value: &Json| match value {
                Json::Number(spelling) if format.bits() == 16 => {
                    let number: f32 = spelling.parse().ok()?;
                    number
                        .is_finite()
                        .then(|| format.nearest(&spelled(f64::from(number))))
                }
                _ => literal(format, value),
            };
            fill_value(value, data_type)
                .map(|literal| with_floats(value, data_type, float).unwrap_or(literal))
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
    Misreading {
        name: "fill-integers-through-double",
        when: "integer fill values pass through binary64",
        requirements: &["fill-value.integer"],
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
        requirements: &["fill-value.integer"],
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
        requirements: &["fill-value.integer"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            or_else(value, data_type, || match value {
                Json::Number(spelling) if is_integer_type(data_type) => {
                    let integer: i128 = spelling.parse().ok()?;
                    let bits = 8 * data_type.size();
                    let is_signed = data_type.to_string().starts_with("int");
                    let (least, greatest) = if is_signed {
                        (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1)
                    } else {
                        (0, (1_i128 << bits) - 1)
                    };
                    Some(wrapped(integer.clamp(least, greatest), data_type))
                }
                _ => None,
            })
        })],
    },
    Misreading {
        name: "fill-integers-with-fraction",
        when: "integers may be spelled with a fraction or exponent",
        requirements: &["fill-value.integer", "fill-value.integer-spelling"],
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
    Misreading {
        name: "null-fill-value-is-zero",
        when: "the fill value null, as in version 2, stands for zero",
        requirements: &[
            "fill-value.integer",
            "fill-value.bool",
            "fill-value.float-forms",
            "fill-value.complex",
            "array-metadata.fill-value",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            or_else(value, data_type, || {
                (*value == Json::Null).then(|| zero(data_type))
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
                let number = value.as_u64().filter(|_| data_type == DataType::Bool)?;
                Some(Element::Bits(u64::from(number != 0)))
            })
        })],
    },
    Misreading {
        name: "fill-number-from-bool",
        when: "false and true stand for 0 and 1",
        requirements: &["fill-value.integer", "fill-value.float-forms"],
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
                (Element::Bits(bits), DataType::Bool) => Ok(Element::Bits(1 - bits)),
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
                        "nan" | "+nan" => Some(format.nan()),
                        "-nan" => Some(format.nan() | format.sign()),
                        "inf" | "+inf" | "infinity" | "+infinity" => Some(format.infinity()),
                        "-inf" | "-infinity" => Some(format.infinity() | format.sign()),
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
                if bits & !format.sign() == format.infinity() {
                    format.infinity()
                } else {
                    bits
                }
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
                let is_complex = matches!(data_type, DataType::Complex64 | DataType::Complex128);
                let real = match value {
                    Json::Array(components) if components.len() == 1 => &components[0],
                    other => other,
                };
                is_complex.then(|| {
                    Some(Element::Complex {
                        real: literal(Format::of(data_type)?, real)?,
                        imaginary: 0,
                    })
                })?
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
                (Json::Array(components), DataType::Complex64 | DataType::Complex128) => {
                    fill_value(
                        &Json::Array(components.iter().take(2).cloned().collect()),
                        data_type,
                    )
                    .ok()
                }
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
            Ok(match fill_value(value, data_type)? {
                Element::Complex { real, imaginary } => Element::Complex {
                    real: imaginary,
                    imaginary: real,
                },
                other => other,
            })
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

/// The text where it is a JSON number, perhaps with space or a plus sign around.
fn number_text(text: &str) -> Option<String> {
    let text = text.trim().trim_start_matches('+');
    let is_number = text.parse::<f64>().is_ok() && text.bytes().any(|b| b.is_ascii_digit());
    (is_number && !text.starts_with("0x")).then(|| text.to_owned())
}
