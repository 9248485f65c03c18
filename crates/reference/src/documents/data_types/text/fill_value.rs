//! Fill values: from the JSON of `fill_value` to an element.
//!
//! - Specification: data types, [Permitted fill values]. One function for each entry of its list, in
//!   its order.
//! - Name in metadata: `fill_value`.
//! - Examples: `false`, `42`, `1.5`, `"NaN"`, `"0x7fc00000"`, `[1, 2]`.
//!
//! For `float32`, `"NaN"` is equivalent to `"0x7fc00000"`; `["-Infinity", "NaN"]` is a complex
//! number with a real component of -inf and an imaginary component of NaN:
//!
//! ```
//! use zarr_conform_reference::fill_value::fill_value;
//! use zarr_conform_reference::{DataType, Element, Json};
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! let value = |text: &str, data_type| fill_value(&Json::parse(text.as_bytes())?, data_type);
//! let nan = Element::Bits(0x7fc0_0000);
//! assert_eq!(value("\"NaN\"", DataType::Float32)?, nan);
//! assert_eq!(value("\"0x7fc00000\"", DataType::Float32)?, nan);
//!
//! let expected = Element::Complex { real: 0xff80_0000, imaginary: 0x7fc0_0000 };
//! assert_eq!(value("[\"-Infinity\", \"NaN\"]", DataType::Complex64)?, expected);
//! assert_eq!(value("-2", DataType::Int8)?, Element::Bits(0xfe));
//! assert!(value("128", DataType::Int8).is_err());
//! # Ok(())
//! # }
//! ```
//!
//! [Permitted fill values]: https://zarr-specs.readthedocs.io/en/latest/v3/data-types/index.html#permitted-fill-values

use super::data_type::DataType;
use super::float::Format;
use crate::element::Element;
use crate::error::{Error, Result, metadata};
use crate::json::Json;

/// The element that a fill value denotes.
///
/// # Errors
/// [`Error::Metadata`] where the value is not permitted for the data type.
///
/// Requirements: `fill-value.bool`, `fill-value.integer`, `fill-value.float-rounding`,
/// `fill-value.float-strings`, `fill-value.float-hex`, `fill-value.complex`, `fill-value.raw`,
/// `array-metadata.fill-value`, `data-type.values`.
pub fn fill_value(value: &Json, data_type: DataType) -> Result<Element> {
    match data_type {
        DataType::Bool => boolean(value),
        DataType::Int8 | DataType::Int16 | DataType::Int32 | DataType::Int64 => {
            signed_integer(value, data_type)
        }
        DataType::Uint8 | DataType::Uint16 | DataType::Uint32 | DataType::Uint64 => {
            unsigned_integer(value, data_type)
        }
        DataType::Float16 | DataType::Float32 | DataType::Float64 => {
            float(value, data_type).map(Element::Bits)
        }
        DataType::Complex64 | DataType::Complex128 => complex(value, data_type),
        DataType::Raw { .. } => raw(value, data_type),
    }
}

/// `bool`: a JSON boolean.
///
/// Requirement: `fill-value.bool`.
fn boolean(value: &Json) -> Result<Element> {
    match value {
        Json::Bool(value) => Ok(Element::Bits(u64::from(*value))),
        _ => refused(value, DataType::Bool, "true or false"),
    }
}

/// `int{8,16,32,64}`: a JSON number with no fraction or exponent part in `[-2^(n-1), 2^(n-1)-1]`,
/// as two's complement of `n` bits.
///
/// Requirement: `fill-value.integer`.
fn signed_integer(value: &Json, data_type: DataType) -> Result<Element> {
    let bits = 8 * data_type.size();
    let (least, greatest) = (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1);
    match integer(value) {
        Some(integer) if (least..=greatest).contains(&integer) => {
            let modulus = 1_i128 << bits;
            to_bits(integer.rem_euclid(modulus))
        }
        _ => refused(
            value,
            data_type,
            &format!("an integer from {least} to {greatest}"),
        ),
    }
}

/// `uint{8,16,32,64}`: a JSON number with no fraction or exponent part in `[0, 2^n-1]`.
///
/// Requirement: `fill-value.integer`.
fn unsigned_integer(value: &Json, data_type: DataType) -> Result<Element> {
    let bits = 8 * data_type.size();
    let greatest = (1_i128 << bits) - 1;
    match integer(value) {
        Some(integer) if (0..=greatest).contains(&integer) => to_bits(integer),
        _ => refused(
            value,
            data_type,
            &format!("an integer from 0 to {greatest}"),
        ),
    }
}

/// The value of a JSON number that is spelled without fraction and exponent.
///
/// Requirement: `fill-value.integer-spelling`.
fn integer(value: &Json) -> Option<i128> {
    match value {
        Json::Number(spelling) if !spelling.contains(['.', 'e', 'E']) => spelling.parse().ok(),
        _ => None,
    }
}

fn to_bits(integer: i128) -> Result<Element> {
    u64::try_from(integer).map(Element::Bits).map_err(|_| {
        Error::Bug(format!(
            "{integer} was found in range, but has more than 64 bits"
        ))
    })
}

/// `float{16,32,64}`: a JSON number, `"Infinity"`, `"-Infinity"`, `"NaN"`, or `"0x…"`; for complex
/// data types, one component.
///
/// Requirements: `fill-value.float-forms`, `fill-value.float-rounding`, `fill-value.float-strings`,
/// `fill-value.nan`, `fill-value.float-hex`.
fn float(value: &Json, data_type: DataType) -> Result<u64> {
    let Some(format) = Format::of(data_type) else {
        return Err(Error::Bug(format!(
            "{data_type} is not a floating point data type"
        )));
    };
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

/// `complex{64,128}`: an array of the real and the imaginary component.
///
/// Requirement: `fill-value.complex`.
fn complex(value: &Json, data_type: DataType) -> Result<Element> {
    match value {
        Json::Array(components) if components.len() == 2 => Ok(Element::Complex {
            real: float(&components[0], data_type)?,
            imaginary: float(&components[1], data_type)?,
        }),
        _ => refused(value, data_type, "an array of two components"),
    }
}

/// `r<N>`: an array of integers in `[0, 255]`, one for each byte. The text asks for as many integers as
/// `r<N>` has bits, which no element has bytes for: an erratum.
///
/// Requirement: `fill-value.raw`.
fn raw(value: &Json, data_type: DataType) -> Result<Element> {
    let expected = format!("an array of {} integers from 0 to 255", data_type.size());
    let Json::Array(integers) = value else {
        return refused(value, data_type, &expected);
    };
    let bytes: Option<Vec<u8>> = integers
        .iter()
        .map(|i| integer(i).and_then(|i| u8::try_from(i).ok()))
        .collect();
    match bytes {
        Some(bytes) if bytes.len() == data_type.size() => Ok(Element::Raw(bytes)),
        _ => refused(value, data_type, &expected),
    }
}

fn refused<T>(value: &Json, data_type: DataType, expected: &str) -> Result<T> {
    metadata(format!(
        "fill_value: found {value} for {data_type}, expected {expected}"
    ))
}
