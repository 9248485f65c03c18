//! Wrong readings of the vlen-utf8 codec.

mod arrays;
mod numbers;
mod strings;

use super::text::{number, utf8};
use crate::chunk_array::number_of_elements;
use crate::misreading::Misreading;
use crate::{ChunkArray, DataType, Element, Result};

/// Every list, in the order in which people read them.
pub(crate) const LISTS: &[&[Misreading]] = &[numbers::LIST, strings::LIST, arrays::LIST];

/// A number as the text has it.
fn u32le(number: usize) -> Vec<u8> {
    let number = u32::try_from(number).unwrap_or(u32::MAX);
    number.to_le_bytes().to_vec()
}

/// What encoding gives where the count, and each element with its length, are written otherwise.
fn encoded_by(
    array: &ChunkArray,
    count: impl Fn(usize) -> Vec<u8>,
    element: impl Fn(&[u8]) -> Vec<u8>,
) -> Result<Vec<u8>> {
    let mut bytes = count(array.elements.len());
    for it in &array.elements {
        bytes.extend(element(utf8(it)?));
    }
    Ok(bytes)
}

/// What is taken from the beginning of some bytes, and the bytes after it.
type Taken<'a, T> = Result<(T, &'a [u8])>;

/// What decoding gives where the count, and each element with its length, are read otherwise. Nothing is checked but
/// the count.
fn decoded_by(
    bytes: &[u8],
    data_type: DataType,
    shape: &[u64],
    count: impl for<'a> Fn(&'a [u8]) -> Taken<'a, u64>,
    element: impl for<'a> Fn(&'a [u8]) -> Taken<'a, Vec<u8>>,
) -> Result<ChunkArray> {
    let (count, mut rest) = count(bytes)?;
    let expected = number_of_elements(shape).unwrap_or(u64::MAX);
    let mut elements = Vec::new();
    for _ in 0..count.min(expected) {
        let (bytes, after) = element(rest)?;
        elements.push(Element::Raw(bytes));
        rest = after;
    }
    ChunkArray::new(data_type, shape.to_vec(), elements)
}

/// The count as the text has it.
fn counted(bytes: &[u8]) -> Taken<'_, u64> {
    let (count, rest) = number(bytes)?;
    Ok((u64::from(count), rest))
}

/// An element as the text has it, of bytes that may be any.
fn unchecked(bytes: &[u8]) -> Taken<'_, Vec<u8>> {
    let (length, rest) = number(bytes)?;
    let (element, rest) = split(rest, u64::from(length))?;
    Ok((element.to_vec(), rest))
}

/// So many bytes, and those after them.
fn split(bytes: &[u8], length: u64) -> Taken<'_, &[u8]> {
    let at = usize::try_from(length).unwrap_or(usize::MAX);
    let found = bytes.split_at_checked(at);
    found.ok_or_else(|| crate::Error::Codec(format!("vlen-utf8: {length} bytes are not there")))
}

/// The array with each string changed.
fn changed(array: &ChunkArray, change: impl Fn(&[u8]) -> Vec<u8>) -> ChunkArray {
    let elements = array.elements.iter();
    let elements = elements.map(|it| match it {
        Element::Raw(utf8) => Element::Raw(change(utf8)),
        other => other.clone(),
    });
    ChunkArray {
        elements: elements.collect(),
        ..array.clone()
    }
}
