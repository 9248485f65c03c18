//! Inputs: elements chosen so that wrong answers differ from right ones.

use anyhow::{Context, bail};
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
/// everywhere; `from` an element `by` a step, the bits of each of which are that much greater; or a list of elements.
/// Elements are in the JSON form of fill values.
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
    if let Some((from, step)) = pattern
        .strip_prefix("from ")
        .and_then(|it| it.split_once(" by "))
    {
        return by_steps(
            &element_of(from, data_type)?,
            step.parse()?,
            data_type,
            shape,
        );
    }
    let listed: Vec<Box<RawValue>> = serde_json::from_str(pattern).with_context(|| {
        format!(
            "found {pattern:?}, expected \"distinct\", \"all …\", \"from … by …\" or a list of elements"
        )
    })?;
    let elements: anyhow::Result<Vec<Element>> = listed
        .iter()
        .map(|element| element_of(element.get(), data_type))
        .collect();
    Ok(ChunkArray::new(data_type, shape.to_vec(), elements?)?)
}

/// Elements whose bits begin with those of the first and grow by a step.
fn by_steps(
    first: &Element,
    step: u64,
    data_type: DataType,
    shape: &[u64],
) -> anyhow::Result<ChunkArray> {
    let &Element::Bits(first) = first else {
        bail!("elements of {data_type} have no bits to count by");
    };
    let number = number_of_elements(shape).context("too many elements")?;
    let most = u64::MAX >> (64 - 8 * data_type.size().min(8));
    let bits = |at: u64| first.checked_add(at.checked_mul(step)?);
    let element = |at| bits(at).filter(|it| *it <= most).map(Element::Bits);
    let elements: Option<Vec<Element>> = (0..number).map(element).collect();
    let elements =
        elements.with_context(|| format!("the bits grow beyond those of {data_type}"))?;
    Ok(ChunkArray::new(data_type, shape.to_vec(), elements)?)
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
