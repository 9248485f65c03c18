//! Elements in the form of vectors and of the protocol: bytes, little endian, whatever codecs say.
//!
//! This is the form of this project, not of the specification, so no file of the literal reference
//! uses it. It stands here since all code that carries elements to or from the reference needs it.

use serde_json::{Value, json};

use crate::data_type::DataType;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::float::Format;

/// The elements as vectors and the protocol carry them: for each element its bytes, little endian;
/// for complex numbers real then imaginary component; raw bits as they are.
pub fn to_bytes(data_type: DataType, elements: &[Element]) -> Vec<u8> {
    let size = data_type.size();
    let mut bytes = Vec::with_capacity(elements.len() * size);
    for element in elements {
        match element {
            Element::Bits(bits) => bytes.extend(&bits.to_le_bytes()[..size]),
            Element::Complex { real, imaginary } => {
                bytes.extend(&real.to_le_bytes()[..size / 2]);
                bytes.extend(&imaginary.to_le_bytes()[..size / 2]);
            }
            Element::Raw(raw) => bytes.extend(raw),
        }
    }
    bytes
}

/// The inverse of [`to_bytes`].
///
/// # Errors
/// [`Error::Codec`] where the number of bytes is not a multiple of the element's size.
pub fn from_bytes(data_type: DataType, bytes: &[u8]) -> Result<Vec<Element>> {
    let size = data_type.size();
    if bytes.len() % size != 0 {
        return Err(Error::Codec(format!(
            "found {} bytes, expected a multiple of {size} for {data_type}",
            bytes.len()
        )));
    }
    let bits = |bytes: &[u8]| {
        bytes
            .iter()
            .rev()
            .fold(0, |bits, byte| bits << 8 | u64::from(*byte))
    };
    Ok(bytes
        .chunks(size)
        .map(|bytes| match data_type {
            DataType::Raw { .. } => Element::Raw(bytes.to_vec()),
            DataType::Complex64 | DataType::Complex128 => {
                let (real, imaginary) = bytes.split_at(size / 2);
                Element::Complex {
                    real: bits(real),
                    imaginary: bits(imaginary),
                }
            }
            _ => Element::Bits(bits(bytes)),
        })
        .collect())
}

/// An element in the JSON form of fill values.
pub fn value(data_type: DataType, element: &Element) -> Value {
    match (data_type, element) {
        (DataType::Bool, Element::Bits(bits)) => json!(*bits != 0),
        (
            DataType::Int8 | DataType::Int16 | DataType::Int32 | DataType::Int64,
            Element::Bits(bits),
        ) => {
            let unused = 64 - 8 * data_type.size();
            json!((bits << unused).cast_signed() >> unused)
        }
        (
            DataType::Uint8 | DataType::Uint16 | DataType::Uint32 | DataType::Uint64,
            Element::Bits(bits),
        ) => json!(bits),
        (_, Element::Bits(bits)) => float_value(data_type, *bits),
        (_, Element::Complex { real, imaginary }) => {
            json!([
                float_value(data_type, *real),
                float_value(data_type, *imaginary)
            ])
        }
        (_, Element::Raw(raw)) => json!(raw),
    }
}

/// A number where one denotes exactly these bits; otherwise a name or hexadecimal digits.
fn float_value(data_type: DataType, bits: u64) -> Value {
    let Some(format) = Format::of(data_type) else {
        return Value::Null;
    };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fill_value::fill_value;
    use crate::json::Json;

    #[test]
    fn values_denote_their_elements() {
        for data_type in DataType::NAMED {
            let bytes = (0..=250).cycle().take(40 * data_type.size()).collect();
            let bytes: Vec<u8> = match data_type {
                DataType::Bool => vec![0, 1],
                _ => bytes,
            };
            for element in &from_bytes(data_type, &bytes).unwrap() {
                let json = Json::from_value(&value(data_type, element)).unwrap();
                assert_eq!(fill_value(&json, data_type).as_ref(), Ok(element), "{json}");
            }
        }
    }

    #[test]
    fn every_half_has_a_value() {
        for bits in 0..=0xffff {
            let element = Element::Bits(bits);
            let json = Json::from_value(&value(DataType::Float16, &element)).unwrap();
            assert_eq!(fill_value(&json, DataType::Float16), Ok(element), "{json}");
        }
    }
}
