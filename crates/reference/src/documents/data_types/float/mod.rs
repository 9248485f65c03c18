//! `float{16,32,64}`: floating point numbers of IEEE 754. `bfloat16` has a file of its own.
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

    /// binary16, binary32 or binary64, or that of `bfloat16`.
    ///
    /// Requirements: `data-type.floats`, `data-type.complex`, `bfloat16.format`.
    fn of_float(float: Float) -> Self {
        Self {
            exponent_bits: float.exponent_bits.into(),
            mantissa_bits: float.mantissa_bits.into(),
        }
    }
}

/// Requirements: `data-type.float16`, `data-type.floats`.
impl Family for Float {
    fn fill_value(&self, value: &Json) -> Result<Element> {
        bits(value, *self, self).map(Element::Bits)
    }

    /// A number where one denotes exactly these bits; otherwise a name or hexadecimal digits.
    fn written(&self, element: &Element) -> Value {
        let (Element::Bits(bits), format) = (element, Format::of_float(*self)) else {
            return Value::Null;
        };
        let bits = *bits;
        if bits == format.nan() {
            return json!("NaN");
        }
        if bits & !format.sign() == format.infinity() {
            return json!(if bits & format.sign() == 0 {
                "Infinity"
            } else {
                "-Infinity"
            });
        }
        let widened = widened(format, bits);
        // Readers may lose the sign of the number -0.0.
        if bits != format.sign()
            && widened.is_finite()
            && format.nearest(&json!(widened).to_string()) == bits
        {
            return json!(widened);
        }
        let digits = format.bits() as usize / 4;
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
            _ => -6_111_737_969_955_316.0,
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
/// or `"0x…"`.
///
/// Requirements: `fill-value.float-forms`, `fill-value.float-rounding`, `fill-value.float-strings`,
/// `fill-value.nan`, `fill-value.float-hex`, `bfloat16.fill-value`.
pub(super) fn bits(value: &Json, float: Float, data_type: &dyn Display) -> Result<u64> {
    let format = Format::of_float(float);
    match value {
        Json::Number(number) => Ok(format.nearest(number)),
        Json::String(text) => match text.as_str() {
            "Infinity" => Ok(format.infinity()),
            "-Infinity" => Ok(format.infinity() | format.sign()),
            "NaN" => Ok(format.nan()),
            _ => match text
                .strip_prefix("0x")
                .and_then(|digits| hexadecimal(digits, format))
            {
                Some(bits) => Ok(bits),
                None => refused(
                    value,
                    data_type,
                    "\"Infinity\", \"-Infinity\", \"NaN\" or \"0x\" and all hexadecimal digits",
                ),
            },
        },
        _ => refused(value, data_type, "a number or a string"),
    }
}

/// The bits as an unsigned integer of hexadecimal digits. The text shows eight digits for a number
/// of four bytes; this reference expects as many digits as the type has, in either case.
///
/// Requirements: `fill-value.float-hex`, `fill-value.nan-payload`.
fn hexadecimal(digits: &str, format: Format) -> Option<u64> {
    let expected = format.bits() as usize / 4;
    let is_complete = digits.len() == expected && digits.bytes().all(|b| b.is_ascii_hexdigit());
    is_complete
        .then(|| u64::from_str_radix(digits, 16).ok())
        .flatten()
}

/// The value of these bits as binary64, which holds every value of the narrower formats.
fn widened(format: Format, bits: u64) -> f64 {
    let mantissa = bits & ((1 << format.mantissa_bits) - 1);
    let exponent = (bits & !format.sign()) >> format.mantissa_bits;
    if exponent == format.infinity() >> format.mantissa_bits {
        return f64::NAN;
    }
    if format.bits() == 64 {
        return f64::from_bits(bits);
    }
    let offset = (1 << (format.exponent_bits - 1)) - 1;
    let mantissa_bits = i32::try_from(format.mantissa_bits).unwrap_or(0);
    let leading = if exponent == 0 {
        0
    } else {
        1_u64 << format.mantissa_bits
    };
    let scale = i32::try_from(exponent.max(1)).unwrap_or(0) - offset - mantissa_bits;
    #[expect(clippy::cast_precision_loss, reason = "at most 24 bits")]
    let magnitude = (mantissa | leading) as f64 * 2_f64.powi(scale);
    if bits & format.sign() == 0 {
        magnitude
    } else {
        -magnitude
    }
}

/// Names of special floating point values, what goes wrong with them, and their bits.
pub(super) fn special_bits(float: Float) -> Vec<(&'static str, &'static str, u64)> {
    let format = Format::of_float(float);
    let (infinity, sign, nan) = (format.infinity(), format.sign(), format.nan());
    let least_normal = 1 << format.mantissa_bits;
    vec![
        ("zero", "changes the bits of 0", 0),
        ("minus-zero", "loses the sign of negative zero", sign),
        (
            "least-subnormal",
            "flushes the least subnormal number to zero",
            1,
        ),
        (
            "minus-least-subnormal",
            "flushes the greatest negative subnormal number to zero",
            sign | 1,
        ),
        (
            "greatest-subnormal",
            "flushes the greatest subnormal number to zero",
            least_normal - 1,
        ),
        (
            "least-normal",
            "changes the bits of the least normal number",
            least_normal,
        ),
        (
            "greatest-finite",
            "changes the bits of the greatest finite number",
            infinity - 1,
        ),
        ("infinity", "changes the bits of infinity", infinity),
        (
            "minus-infinity",
            "loses the sign of negative infinity",
            sign | infinity,
        ),
        ("nan", "changes the bits of NaN", nan),
        ("minus-nan", "loses the sign of a NaN", sign | nan),
        (
            "nan-with-payload",
            "loses the payload of a quiet NaN",
            nan | 0x15,
        ),
        (
            "signalling-nan",
            "makes a signalling NaN quiet",
            infinity | 0x2a,
        ),
        (
            "nan-of-ones",
            "loses the payload of a NaN with a mantissa of ones",
            infinity | (least_normal - 1),
        ),
    ]
}
