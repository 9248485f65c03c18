//! `float{16,32,64}`: floating point numbers of IEEE 754. `bfloat16` and those of at most 8 bits, which have the same forms,
//! have a file of their own for what is easily misread.
//!
//! - Specification: data types, [Core data types].
//! - Fill values: `1.5`, `"NaN"`, `"0x7fc00000"`.
//! - Layout: sign, exponent and mantissa, from the highest bit on; see [`Format`].
//!
//! [Core data types]: https://zarr-specs.readthedocs.io/en/latest/v3/data-types/index.html#core-data-types

pub(crate) mod bfloat16;
mod exact;
mod format;

use std::fmt::Display;

use serde_json::{Value, json};

pub use exact::{Fraction, Number};
pub use format::Format;

use super::data_type::{DataType, Family, Float, Special, family};
use super::fill_value::refused;
use crate::element::Element;
use crate::error::Result;
use crate::json::Json;

impl Format {
    /// The format of a floating point data type, or of one component of a complex data type.
    pub fn of(data_type: DataType) -> Option<Self> {
        family(&data_type).format()
    }

    /// binary16, binary32 or binary64, or that of a data type of the registry.
    ///
    /// Requirements: `data-type.floats`, `data-type.complex`, `bfloat16.format`, `small-float.format`,
    /// `complex-float.components`.
    pub(crate) fn of_float(float: Float) -> Self {
        Self {
            exponent_bits: float.exponent_bits.into(),
            mantissa_bits: float.mantissa_bits.into(),
            bias: float.bias.into(),
            not_finite: float.not_finite,
        }
    }
}

/// Requirements: `data-type.float16`, `data-type.floats`.
impl Family for Float {
    fn fill_value(&self, value: &Json) -> Result<Element> {
        bits(value, Format::of_float(*self), self).map(Element::Bits)
    }

    /// A number where one denotes exactly these bits; otherwise a name or hexadecimal digits.
    fn written(&self, element: &Element) -> Value {
        let (Element::Bits(bits), format) = (element, Format::of_float(*self)) else {
            return Value::Null;
        };
        let bits = *bits;
        if Some(bits) == format.nan() {
            return json!("NaN");
        }
        if format.is_infinite(bits) {
            return json!(if bits & format.sign() == 0 {
                "Infinity"
            } else {
                "-Infinity"
            });
        }
        let widened = widened(format, bits);
        // Readers may lose the sign of the number -0.0.
        if !format.is_negative_zero(bits)
            && widened.is_finite()
            && format.nearest(&json!(widened).to_string()) == bits
        {
            return json!(widened);
        }
        let digits = format.digits();
        json!(format!("0x{bits:0digits$x}"))
    }

    fn format(&self) -> Option<Format> {
        Some(Format::of_float(*self))
    }

    fn other_than_zero(&self) -> Value {
        json!(match *self {
            Float::BFLOAT16 => -5824.0,
            Float::FLOAT16 => -1459.0,
            Float::FLOAT32 => -7_526_859.5,
            Float::FLOAT64 => -6_111_737_969_955_316.0,
            // Those of at most 8 bits.
            Float::FLOAT4_E2M1FN => -1.5,
            Float::FLOAT8_E8M0FNU => 4.0,
            _ => -2.5,
        })
    }

    fn special(&self) -> Vec<Special> {
        special_bits(*self)
            .into_iter()
            .map(|(name, mistake, bits)| Special::new(name, mistake, Element::Bits(bits)))
            .collect()
    }

    fn stored_by(&self) -> &'static str {
        match *self {
            Float::BFLOAT16 => "bfloat16.bytes",
            float if float.is_small() => "small-float.bytes",
            _ => "bytes.floats",
        }
    }

    fn denoted_by(&self, spelling: &Value) -> &'static str {
        match spelling.as_str() {
            Some(text) if text.starts_with("0x") => "fill-value.float-hex",
            Some(_) => "fill-value.float-strings",
            None => "fill-value.float-rounding",
        }
    }
}

/// The bits of a fill value, or of one component of a data type: a JSON number, `"Infinity"`, `"-Infinity"`, `"NaN"`,
/// where there are such, or `"0x…"`.
///
/// Requirements: `fill-value.float-forms`, `fill-value.float-rounding`, `fill-value.float-strings`,
/// `fill-value.nan`, `fill-value.float-hex`, `bfloat16.fill-value`, `small-float.fill-value`,
/// `small-float.unsupported-constants`, `complex-float.fill-value`.
pub(super) fn bits(value: &Json, format: Format, data_type: &dyn Display) -> Result<u64> {
    match value {
        Json::Number(number) => Ok(format.nearest(number)),
        Json::String(text) => {
            let bits = match text.as_str() {
                "Infinity" => format.infinity(),
                "-Infinity" => format.infinity().map(|it| format.negative(it)),
                "NaN" => format.nan(),
                _ => text
                    .strip_prefix("0x")
                    .and_then(|digits| hexadecimal(digits, format)),
            };
            match bits {
                Some(bits) => Ok(bits),
                None => refused(value, data_type, &strings(format)),
            }
        }
        _ => refused(value, data_type, "a number or a string"),
    }
}

/// The strings that denote a number of a format, in words.
fn strings(format: Format) -> String {
    let infinities = format.infinity().map(|_| "\"Infinity\", \"-Infinity\"");
    let nan = format.nan().map(|_| "\"NaN\"");
    let names: Vec<&str> = infinities.into_iter().chain(nan).collect();
    let or = if names.is_empty() { "" } else { " or " };
    format!("{}{or}\"0x\" and all hexadecimal digits", names.join(", "))
}

/// The bits as an unsigned integer of hexadecimal digits. The text shows eight digits for a number
/// of four bytes; this reference expects as many digits as the bytes of the type have, in either case, and no bit that the
/// type does not use.
///
/// Requirements: `fill-value.float-hex`, `fill-value.nan-payload`.
fn hexadecimal(digits: &str, format: Format) -> Option<u64> {
    let is_complete =
        digits.len() == format.digits() && digits.bytes().all(|b| b.is_ascii_hexdigit());
    let bits = is_complete.then(|| u64::from_str_radix(digits, 16).ok());
    bits.flatten()
        .filter(|bits| bits >> (format.bits() - 1) <= 1)
}

/// The value of these bits as binary64, which holds every value of the narrower formats; of no finite number, NaN.
fn widened(format: Format, bits: u64) -> f64 {
    let magnitude = bits & !format.sign();
    if magnitude > format.greatest() || format.is_nan(bits) {
        return f64::NAN;
    }
    if format.bits() == 64 {
        return f64::from_bits(bits);
    }
    let magnitude: f64 = format.decimal(magnitude).parse().unwrap_or(f64::NAN);
    if bits & format.sign() == 0 {
        magnitude
    } else {
        -magnitude
    }
}

/// Names of special floating point values, what goes wrong with them, and their bits, of those that the format has.
pub(super) fn special_bits(float: Float) -> Vec<(&'static str, &'static str, u64)> {
    let format = Format::of_float(float);
    let (infinity, sign, nan) = (format.infinity(), format.sign(), format.nan());
    let least_normal = 1 << format.mantissa_bits;
    // NaNs beside that which has a name.
    let with_payload =
        |payload| Some(infinity? | (payload % least_normal)).filter(|it| format.is_nan(*it));
    let all = [
        ("zero", "changes the bits of 0", Some(0)),
        (
            "minus-zero",
            "loses the sign of negative zero",
            Some(sign).filter(|it| format.is_negative_zero(*it)),
        ),
        (
            "least-subnormal",
            "flushes the least subnormal number to zero",
            Some(1),
        ),
        (
            "minus-least-subnormal",
            "flushes the greatest negative subnormal number to zero",
            Some(sign | 1),
        ),
        (
            "greatest-subnormal",
            "flushes the greatest subnormal number to zero",
            Some(least_normal - 1),
        ),
        (
            "least-normal",
            "changes the bits of the least normal number",
            Some(least_normal),
        ),
        (
            "greatest-finite",
            "changes the bits of the greatest finite number",
            Some(format.greatest()),
        ),
        ("infinity", "changes the bits of infinity", infinity),
        (
            "minus-infinity",
            "loses the sign of negative infinity",
            infinity.map(|it| sign | it),
        ),
        ("nan", "changes the bits of NaN", nan),
        (
            "minus-nan",
            "loses the sign of a NaN",
            infinity.and(nan).map(|it| sign | it),
        ),
        (
            "nan-with-payload",
            "loses the payload of a quiet NaN",
            with_payload((least_normal / 2) | 0x15),
        ),
        (
            "signalling-nan",
            "makes a signalling NaN quiet",
            with_payload(0x2a),
        ),
        (
            "nan-of-ones",
            "loses the payload of a NaN with a mantissa of ones",
            with_payload(least_normal - 1),
        ),
    ];
    let each = all.into_iter();
    each.filter_map(|(name, mistake, bits)| Some((name, mistake, bits?)))
        .collect()
}
