//! Inputs: elements chosen so that wrong answers differ from right ones.

use anyhow::{Context, bail, ensure};
use serde_json::value::RawValue;
use zarr_conform_reference::chunk_array::number_of_elements;
use zarr_conform_reference::{ChunkArray, DataType, Element, Json, fill_value, vector_form};

/// A chunk whose encoded bytes all differ as far as 251 values allow: wherever two elements, bytes
/// or dimensions are exchanged, the result differs. For `bool`, an irregular pattern; of strings of a fixed length, code
/// points; of elements of different numbers of bytes, strings or byte strings that differ, of 1 to 7 bytes and often fewer characters.
pub(crate) fn distinct(data_type: DataType, shape: &[u64]) -> anyhow::Result<ChunkArray> {
    let number = number_of_elements(shape).context("too many elements")?;
    let elements = if let Some(values) = data_type.description().values() {
        (0..number)
            .map(|i| Element::Bits((i * i + i / 3) % 7 % values))
            .collect()
    } else if data_type.layout().is_none() {
        let of = if data_type == DataType::BYTES {
            distinct_bytes
        } else {
            distinct_string
        };
        (0..number).map(of).collect()
    } else if let DataType::FixedLength(it) = data_type {
        let code_points = it.code_points();
        (0..number)
            .map(|i| distinct_code_points(i, code_points))
            .collect()
    } else {
        let length = usize::try_from(number)? * data_type.size();
        let bytes: Vec<u8> = (0..length).map(distinct_byte).collect();
        vector_form::from_elements(data_type, &bytes.into())?
    };
    Ok(ChunkArray::new(data_type, shape.to_vec(), elements)?)
}

/// 1, 2, …, 251, then from another start, so that runs of one period never line up.
fn distinct_byte(i: usize) -> u8 {
    let byte = (i + i / 251 * 17) % 251 + 1;
    u8::try_from(byte).unwrap_or(u8::MAX)
}

/// The number in decimal digits, with up to two characters of two bytes before them.
fn distinct_string(i: u64) -> Element {
    let before = "\u{e9}".repeat(usize::try_from(i % 3).unwrap_or(0));
    Element::Raw(format!("{before}{i}").into_bytes())
}

/// Code points beyond U+FFFF, of which no two are the same in the first ones; the last ones of some strings are left out.
fn distinct_code_points(i: u64, most: usize) -> Element {
    let i = usize::try_from(i).unwrap_or(0);
    let number = 1 + i % most;
    let code_point = |nth: usize| {
        let at = 2 * (i * most + nth);
        let bytes = [distinct_byte(at + 1), distinct_byte(at), 1, 0];
        if nth < number {
            u32::from_le_bytes(bytes).into()
        } else {
            0
        }
    };
    Element::of_numbers((0..most).map(code_point).collect())
}

/// The number in decimal digits, with up to two bytes before them that are not UTF-8, and every other time a byte of 0 after
/// them.
fn distinct_bytes(i: u64) -> Element {
    let mut bytes = vec![0xe9; usize::try_from(i % 3).unwrap_or(0)];
    bytes.extend(i.to_string().into_bytes());
    bytes.extend((i % 2 == 1).then_some(0));
    Element::Raw(bytes)
}

/// The number of bytes of each element of a pattern: of strings, in lower-case letters that go on from one string to the next;
/// of byte strings, in all bytes.
fn of_lengths(lengths: &str, data_type: DataType, shape: &[u64]) -> anyhow::Result<ChunkArray> {
    ensure!(
        data_type.layout().is_none(),
        "elements of {data_type} all have one length"
    );
    let lengths: Vec<usize> = serde_json::from_str(lengths)?;
    let letters = if data_type == DataType::BYTES {
        0..=255
    } else {
        b'a'..=b'z'
    };
    let mut letters = letters.cycle();
    let strings = lengths
        .into_iter()
        .map(|it| Element::Raw(letters.by_ref().take(it).collect()));
    Ok(ChunkArray::new(
        data_type,
        shape.to_vec(),
        strings.collect(),
    )?)
}

/// How many distinct elements are left out for others.
const OTHER: usize = 97;

/// Elements by a pattern: `distinct`, or `other`, which `distinct` does not give for arrays of up to 97
/// elements, of both of which the first ones are left out; `all` and an element,
/// everywhere; `from` an element `by` a step, the bits of each of which, or of each component, are that much greater; `of lengths` and a list
/// with the number of bytes of each; or a list of elements.
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
    if let Some(lengths) = pattern.strip_prefix("of lengths ") {
        return of_lengths(lengths, data_type, shape);
    }
    let listed: Vec<Box<RawValue>> = serde_json::from_str(pattern).with_context(|| {
        format!(
            "found {pattern:?}, expected \"distinct\", \"all …\", \"from … by …\", \"of lengths …\" or a list of elements"
        )
    })?;
    let elements: anyhow::Result<Vec<Element>> = listed
        .iter()
        .map(|element| element_of(element.get(), data_type))
        .collect();
    Ok(ChunkArray::new(data_type, shape.to_vec(), elements?)?)
}

/// Elements whose bits begin with those of the first and grow by a step, each component of complex numbers beyond the one
/// before; those of fewer bits than a byte begin again at 0.
fn by_steps(
    first: &Element,
    step: u64,
    data_type: DataType,
    shape: &[u64],
) -> anyhow::Result<ChunkArray> {
    let (Some(layout), &[first, ..]) = (data_type.layout(), first.numbers()) else {
        bail!("elements of {data_type} have no bits to count by");
    };
    let number = number_of_elements(shape).context("too many elements")?;
    let bits = |at: u64| {
        let bits = first.checked_add(at.checked_mul(step)?)?;
        let used = layout.used(bits);
        (used == bits || layout.has_unused_bits()).then_some(used)
    };
    let components = layout.components as u64;
    let element = |at: u64| {
        let numbers = (components * at..components * (at + 1)).map(bits);
        numbers
            .collect::<Option<Vec<u64>>>()
            .map(Element::of_numbers)
    };
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
