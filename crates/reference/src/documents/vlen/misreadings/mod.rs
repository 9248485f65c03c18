//! Wrong readings of elements of different numbers of bytes, of strings as of byte strings.

mod arrays;
mod elements;
mod numbers;

use super::text::{bytes_of, number};
use crate::bytes::{self, Endian};
use crate::chunk_array::number_of_elements;
use crate::misreading::Misreading;
use crate::{ChunkArray, DataType, Element, Error, Result};

/// Every list, in the order in which people read them.
pub(crate) const LISTS: &[&[Misreading]] = &[numbers::LIST, elements::LIST, arrays::LIST];

/// A number as the text has it.
pub(crate) fn u32le(number: usize) -> Vec<u8> {
    let number = u32::try_from(number).unwrap_or(u32::MAX);
    number.to_le_bytes().to_vec()
}

/// What encoding gives where the count, and each element with its length, are written otherwise.
pub(crate) fn encoded_by(
    array: &ChunkArray,
    count: impl Fn(usize) -> Vec<u8>,
    element: impl Fn(&[u8]) -> Vec<u8>,
) -> Result<Vec<u8>> {
    let mut bytes = count(array.elements.len());
    for it in &array.elements {
        bytes.extend(element(bytes_of(it)?));
    }
    Ok(bytes)
}

/// What is taken from the beginning of some bytes, and the bytes after it.
pub(crate) type Taken<'a, T> = Result<(T, &'a [u8])>;

/// What decoding gives where the count, and each element with its length, are read otherwise. Nothing is checked but
/// the count.
pub(crate) fn decoded_by(
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
pub(crate) fn counted(bytes: &[u8]) -> Taken<'_, u64> {
    let (count, rest) = number(bytes)?;
    Ok((u64::from(count), rest))
}

/// An element as the text has it.
fn one(bytes: &[u8]) -> Taken<'_, Vec<u8>> {
    let (length, rest) = number(bytes)?;
    let (element, rest) = split(rest, u64::from(length))?;
    Ok((element.to_vec(), rest))
}

/// So many bytes, and those after them.
fn split(bytes: &[u8], length: u64) -> Taken<'_, &[u8]> {
    let at = usize::try_from(length).unwrap_or(usize::MAX);
    let found = bytes.split_at_checked(at);
    found.ok_or_else(|| Error::Codec(format!("{length} bytes are not there")))
}

/// An element whose length is another number than the text has.
pub(crate) fn of_length(bytes: &[u8], length: impl Fn(&[u8], u64) -> u64) -> Taken<'_, Vec<u8>> {
    let (number, rest) = counted(bytes)?;
    let (element, rest) = split(rest, length(rest, number))?;
    Ok((element.to_vec(), rest))
}

/// A length, and the bytes of an element.
pub(crate) fn after(length: &[u8], bytes: &[u8]) -> Vec<u8> {
    [length, bytes].concat()
}

/// The array with each element changed.
pub(crate) fn changed(array: &ChunkArray, change: impl Fn(&[u8]) -> Vec<u8>) -> ChunkArray {
    let elements = array.elements.iter();
    let elements = elements.map(|it| match it {
        Element::Raw(bytes) => Element::Raw(change(bytes)),
        other => other.clone(),
    });
    ChunkArray {
        elements: elements.collect(),
        ..array.clone()
    }
}

/// The chunk of a data type of different numbers of bytes whose elements have the bytes of these.
pub(crate) fn of_array(array: &ChunkArray, data_type: DataType) -> Result<ChunkArray> {
    let elements = array.elements.iter();
    let elements = elements.map(|it| match it {
        Element::Raw(_) => Ok(it.clone()),
        number => {
            bytes::encode_element(array.data_type, number, Some(Endian::Little)).map(Element::Raw)
        }
    });
    let elements = elements.collect::<Result<_>>()?;
    ChunkArray::new(data_type, array.shape.clone(), elements)
}

/// The inverse of [`of_array`].
pub(crate) fn to_array(array: ChunkArray, data_type: DataType) -> Result<ChunkArray> {
    if data_type.layout().is_none() {
        return ChunkArray::new(data_type, array.shape, array.elements);
    }
    let elements = array.elements.iter();
    let elements = elements.map(|it| match it {
        Element::Raw(raw) if raw.len() == data_type.size() => {
            bytes::decode_element(data_type, raw, Some(Endian::Little))
        }
        _ => Err(Error::Codec(format!("found {it:?} for {data_type}"))),
    });
    let elements = elements.collect::<Result<_>>()?;
    ChunkArray::new(data_type, array.shape.clone(), elements)
}
