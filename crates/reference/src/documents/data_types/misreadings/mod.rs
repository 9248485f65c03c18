//! Wrong readings of fill values.

pub(super) mod floats;
pub(super) mod forms;
pub(super) mod ignored;
pub(super) mod integers;

use std::ops::RangeInclusive;

use super::float::{self, Format};
use crate::fill_value::fill_value;
use crate::{DataType, Element, Json, Result};

/// The literal element, or the first wrong one that is offered.
pub(super) fn or_else(
    value: &Json,
    data_type: DataType,
    wrong: impl FnOnce() -> Option<Element>,
) -> Result<Element> {
    fill_value(value, data_type).or_else(|error| wrong().ok_or(error))
}

/// Reads a fill value with each floating point number, or component, read by `float`.
pub(super) fn with_floats(
    value: &Json,
    data_type: DataType,
    float: impl Fn(Format, &Json) -> Option<u64>,
) -> Option<Element> {
    let format = Format::of(data_type)?;
    match (data_type, value) {
        (DataType::Complex(_), Json::Array(components)) if components.len() == 2 => {
            Some(Element::complex(
                float(format, &components[0])?,
                float(format, &components[1])?,
            ))
        }
        (DataType::Complex(_), _) => None,
        _ => Some(Element::Bits(float(format, value)?)),
    }
}

/// The bits of one floating point number, literally.
pub(super) fn literal(format: Format, value: &Json) -> Option<u64> {
    float::bits(value, format, &"a floating point number").ok()
}

/// The bits of one floating point number, rounded to binary32 first.
pub(super) fn through_binary32(format: Format, value: &Json) -> Option<u64> {
    let Json::Number(spelling) = value else {
        return literal(format, value);
    };
    let number: f32 = spelling.parse().ok()?;
    let is_finite = number.is_finite();
    is_finite.then(|| format.nearest(&spelled(f64::from(number))))
}

/// The literal element with each floating point number or component changed.
pub(super) fn floats_changed(
    value: &Json,
    data_type: DataType,
    change: impl Fn(Format, u64) -> u64,
) -> Result<Element> {
    let literal = fill_value(value, data_type)?;
    let Some(format) = Format::of(data_type) else {
        return Ok(literal);
    };
    Ok(literal.with_numbers(|bits| change(format, bits)))
}

pub(super) fn double(value: &Json) -> Option<f64> {
    match value {
        Json::Number(spelling) => spelling.parse().ok(),
        _ => None,
    }
}

/// The decimal that is exactly this number, for rounding once more: the shortest one that denotes it may lie on the other
/// side of a tie.
pub(super) fn spelled(number: f64) -> String {
    // No number of binary64 has more digits.
    let text = format!("{number:.767e}");
    match text.split_once('e') {
        Some((digits, exponent)) => format!("{}0e{exponent}", digits.trim_end_matches('0')),
        None => text,
    }
}

pub(super) fn hexadecimal(value: &Json) -> Option<u64> {
    u64::from_str_radix(value.as_str()?.strip_prefix("0x")?, 16).ok()
}

/// The integers that a data type has; nothing where its elements are something else.
pub(super) fn integers(data_type: DataType) -> Option<RangeInclusive<i128>> {
    match data_type {
        DataType::Integer(it) => Some(it.range()),
        DataType::Time(_) => Some(i64::MIN.into()..=i64::MAX.into()),
        _ => None,
    }
}

pub(super) fn is_integer_type(data_type: DataType) -> bool {
    integers(data_type).is_some()
}

#[expect(clippy::cast_possible_truncation, reason = "the misreading")]
pub(super) fn as_integer(number: f64) -> i128 {
    number as i128
}

/// The integer cut to the bits of the data type.
pub(super) fn wrapped(integer: i128, data_type: DataType) -> Element {
    let bits = data_type.layout().map_or(0, |it| it.component_bits);
    let modulus = 1_i128 << bits;
    Element::Bits(u64::try_from(integer.rem_euclid(modulus)).unwrap_or(0))
}

/// Whether the decimal text lies halfway between two values, or beyond: the neighbour away from
/// zero.
pub(super) fn away_from_zero(format: Format, spelling: &str) -> u64 {
    let nearest = format.nearest(spelling);
    if format.is_infinite(nearest) {
        return nearest;
    }
    // A tie becomes more than a tie by one digit far behind.
    let (significand, exponent) = spelling.split_once(['e', 'E']).unwrap_or((spelling, "0"));
    let point = if significand.contains('.') { "" } else { "." };
    let nudged = format!("{significand}{point}{}1e{exponent}", "0".repeat(1200));
    format.nearest(&nudged)
}

/// The neighbour towards zero, or the value itself.
pub(super) fn towards_zero(format: Format, spelling: &str) -> u64 {
    let nearest = format.nearest(spelling);
    let exact = |bits: u64| -> bool {
        // The candidate is not above the number if the number rounds to it from a finer format.
        let wide = Format::ieee(15, 47);
        let magnitude = spelling.trim_start_matches('-');
        let number = wide.nearest(magnitude);
        let candidate = wide.nearest(&format.decimal(bits));
        candidate <= number
    };
    let magnitude = nearest & !format.sign();
    if magnitude == 0 || exact(magnitude) {
        nearest
    } else {
        format.with_sign_of(nearest, magnitude - 1)
    }
}

/// The bits of the digits, as a binary64, times a power of ten, as a binary64; nothing where either
/// is too large for that.
pub(super) fn scaled(spelling: &str) -> Option<u64> {
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
pub(super) fn latin_digit(character: char) -> char {
    match u32::from(character).checked_sub(0x660) {
        Some(digit @ 0..=9) => char::from_digit(digit, 10).unwrap_or(character),
        _ => character,
    }
}

/// The fill values that netCDF uses by default.
pub(super) fn of_netcdf(data_type: DataType) -> Result<Element> {
    let number = if let DataType::Integer(it) = data_type {
        // Of eight bytes, one less than the greatest, or one more than the least but one.
        let off = i128::from(it.bits == 64);
        let range = it.range();
        if it.is_unsigned {
            (range.end() - off).to_string()
        } else {
            (range.start() + 1 + off).to_string()
        }
    } else if let DataType::Time(_) = data_type {
        (i64::MIN + 2).to_string()
    } else if let DataType::Complex(_) = data_type {
        "[9.9692099683868690e+36, 9.9692099683868690e+36]".to_owned()
    } else if let Some(format) = Format::of(data_type) {
        // The default number is beyond narrower formats.
        match format.bits() {
            32 | 64 => "9.9692099683868690e+36".to_owned(),
            16 => "9999".to_owned(),
            _ => format.decimal(format.greatest()),
        }
    } else if data_type == DataType::BOOL {
        "true".to_owned()
    } else {
        return Ok(Element::Raw(vec![0xff; data_type.size()]));
    };
    fill_value(&Json::parse(number.as_bytes())?, data_type)
}

/// The text where it is a JSON number, perhaps with space or a plus sign around.
pub(super) fn number_text(text: &str) -> Option<String> {
    let text = text.trim().trim_start_matches('+');
    let is_number = text.parse::<f64>().is_ok() && text.bytes().any(|b| b.is_ascii_digit());
    (is_number && !text.starts_with("0x")).then(|| text.to_owned())
}
