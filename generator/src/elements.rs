//! Inputs: elements chosen so that wrong answers differ from right ones.

use anyhow::Context;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use zarr_conform_reference::chunk_array::number_of_elements;
use zarr_conform_reference::{ChunkArray, DataType, Element, Json, fill_value, float, vector_form};

/// A chunk whose encoded bytes all differ as far as 251 values allow: wherever two elements, bytes
/// or dimensions are exchanged, the result differs. For `bool`, an irregular pattern.
pub(crate) fn distinct(data_type: DataType, shape: &[u64]) -> anyhow::Result<ChunkArray> {
    let number = number_of_elements(shape).context("too many elements")?;
    let elements = if data_type == DataType::Bool {
        (0..number)
            .map(|i| Element::Bits((i * i + i / 3) % 7 % 2))
            .collect()
    } else {
        let length = usize::try_from(number)? * data_type.size();
        let bytes: Vec<u8> = (0..length).map(distinct_byte).collect();
        vector_form::from_bytes(data_type, &bytes)?
    };
    Ok(ChunkArray::new(data_type, shape.to_vec(), elements)?)
}

/// 1, 2, …, 251, then from another start, so that runs of one period never line up.
fn distinct_byte(i: usize) -> u8 {
    let byte = (i + i / 251 * 17) % 251 + 1;
    u8::try_from(byte).unwrap_or(u8::MAX)
}

/// The elements, each as its bytes in little-endian order.
pub(crate) fn to_bytes(chunk: &ChunkArray) -> Vec<u8> {
    vector_form::to_bytes(chunk.data_type, &chunk.elements)
}

/// How many distinct elements are left out for others.
const OTHER: usize = 97;

/// Elements by a pattern: `distinct`, or `other`, which `distinct` does not give for arrays of up to 97
/// elements, of both of which the first ones are left out; `all` and an element,
/// everywhere; or a list of elements. Elements are in the JSON form of fill values.
pub(crate) fn of_pattern(
    pattern: &str,
    data_type: DataType,
    shape: &[u64],
    first: usize,
) -> anyhow::Result<ChunkArray> {
    match pattern {
        "distinct" => return later(data_type, shape, first),
        "other" => return later(data_type, shape, OTHER + first),
        _ => {}
    }
    if let Some(element) = pattern.strip_prefix("all ") {
        let element = element_of(element, data_type)?;
        return Ok(ChunkArray::filled(data_type, shape.to_vec(), &element)?);
    }
    let listed: Vec<Box<RawValue>> = serde_json::from_str(pattern).with_context(|| {
        format!("found {pattern:?}, expected \"distinct\", \"all …\" or a list of elements")
    })?;
    let elements: anyhow::Result<Vec<Element>> = listed
        .iter()
        .map(|element| element_of(element.get(), data_type))
        .collect();
    Ok(ChunkArray::new(data_type, shape.to_vec(), elements?)?)
}

fn element_of(json: &str, data_type: DataType) -> anyhow::Result<Element> {
    Ok(fill_value::fill_value(
        &Json::parse(json.as_bytes())?,
        data_type,
    )?)
}

/// The elements that [`distinct`] gives after the first ones.
pub(crate) fn later(
    data_type: DataType,
    shape: &[u64],
    first: usize,
) -> anyhow::Result<ChunkArray> {
    let number = number_of_elements(shape).context("too many elements")?;
    let longer = distinct(data_type, &[number + first as u64])?;
    let elements = longer.elements.into_iter().skip(first).collect();
    Ok(ChunkArray::new(data_type, shape.to_vec(), elements)?)
}

/// The elements of a chunk in the JSON form of fill values.
pub(crate) fn values(chunk: &ChunkArray) -> Vec<Value> {
    chunk
        .elements
        .iter()
        .map(|element| value(chunk.data_type, element))
        .collect()
}

/// An element in the JSON form of fill values.
pub(crate) fn value(data_type: DataType, element: &Element) -> Value {
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
    let Some(format) = float::Format::of(data_type) else {
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
fn widened(format: float::Format, bits: u64) -> f64 {
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
    use zarr_conform_reference::{Json, fill_value::fill_value};

    use super::*;

    #[test]
    fn values_denote_their_elements() {
        for data_type in DataType::NAMED {
            let chunk = distinct(data_type, &[40]).unwrap();
            for element in &chunk.elements {
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
