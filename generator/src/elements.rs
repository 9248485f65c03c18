//! Inputs: elements chosen so that wrong answers differ from right ones.

use anyhow::Context;
use serde_json::value::RawValue;
use zarr_conform_reference::chunk_array::number_of_elements;
use zarr_conform_reference::{ChunkArray, DataType, Element, Json, fill_value, vector_form};

/// A chunk whose encoded bytes all differ as far as 251 values allow: wherever two elements, bytes
/// or dimensions are exchanged, the result differs. For `bool`, an irregular pattern.
pub(crate) fn distinct(data_type: DataType, shape: &[u64]) -> anyhow::Result<ChunkArray> {
    let number = number_of_elements(shape).context("too many elements")?;
    let elements = if let Some(values) = data_type.description().values() {
        (0..number)
            .map(|i| Element::Bits((i * i + i / 3) % 7 % values))
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
