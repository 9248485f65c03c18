//! Elements of different numbers of bytes, each after its length.
//!
//! - Specification: [vlen-utf8 codec] and [vlen-bytes codec] of the registry of extensions, "Format and algorithm".
//! - Layout: the number of elements, then each element in lexicographical order: the number of its bytes, and these
//!   bytes. Each number takes 4 bytes, the least significant first.
//!
//! [vlen-utf8 codec]: https://github.com/zarr-developers/zarr-extensions/blob/main/codecs/vlen-utf8/README.md
//! [vlen-bytes codec]: https://github.com/zarr-developers/zarr-extensions/blob/main/codecs/vlen-bytes/README.md

use crate::chunk_array::{ChunkArray, number_of_elements};
use crate::data_type::DataType;
use crate::element::Element;
use crate::error::{Error, Result};

/// Encodes: the number of elements, then each element in lexicographical order.
///
/// # Errors
/// [`Error::Codec`] where an element has no bytes of its own, or a number exceeds 32 bits.
///
/// Requirements: `vlen-utf8.count`, `vlen-utf8.lexicographical-order`, `vlen-utf8.element`, `vlen-bytes.count`,
/// `vlen-bytes.lexicographical-order`, `vlen-bytes.element`.
pub fn encode(array: &ChunkArray) -> Result<Vec<u8>> {
    let mut bytes = u32le(array.elements.len())?.to_vec();
    for element in &array.elements {
        let of_element = bytes_of(element)?;
        bytes.extend(u32le(of_element.len())?);
        bytes.extend(of_element);
    }
    Ok(bytes)
}

/// Decodes: the array of this shape whose encoded representation is `bytes`. It takes no more memory than they do, whatever
/// the numbers in them say.
///
/// # Errors
/// [`Error::Codec`] where the number of elements is not that of the shape, or where bytes are missing or more follow.
///
/// Requirements: `vlen-utf8.count`, `vlen-utf8.lexicographical-order`, `vlen-utf8.element`, `vlen-bytes.count`,
/// `vlen-bytes.lexicographical-order`, `vlen-bytes.element`, `codecs.representations`.
pub fn decode(bytes: &[u8], data_type: DataType, shape: &[u64]) -> Result<ChunkArray> {
    let (count, rest) = number(bytes)?;
    let expected = number_of_elements(shape);
    if expected != Some(u64::from(count)) {
        return Err(Error::Codec(format!(
            "found {count} as the number of elements of a chunk of {data_type} of shape {shape:?}"
        )));
    }
    let (elements, rest) = elements(rest, u64::from(count))?;
    if !rest.is_empty() {
        return Err(Error::Codec(format!(
            "found {} bytes after the last element of a chunk of {data_type}",
            rest.len()
        )));
    }
    ChunkArray::new(data_type, shape.to_vec(), elements)
}

/// So many elements at the beginning of some bytes, and the bytes after them.
///
/// # Errors
/// As [`decode`].
pub(super) fn elements(bytes: &[u8], count: u64) -> Result<(Vec<Element>, &[u8])> {
    let mut elements = Vec::new();
    let mut rest = bytes;
    for _ in 0..count {
        let (length, after) = number(rest)?;
        let at = usize::try_from(length).unwrap_or(usize::MAX);
        let Some((bytes, after)) = after.split_at_checked(at) else {
            return Err(Error::Codec(format!(
                "found {} bytes of an element, expected {length}",
                after.len()
            )));
        };
        elements.push(Element::Raw(bytes.to_vec()));
        rest = after;
    }
    Ok((elements, rest))
}

/// The bytes of an element.
///
/// # Errors
/// [`Error::Codec`] where the element is a number.
pub(crate) fn bytes_of(element: &Element) -> Result<&[u8]> {
    match element {
        Element::Raw(bytes) => Ok(bytes),
        number => Err(Error::Codec(format!(
            "found {number:?}, expected the bytes of an element"
        ))),
    }
}

fn u32le(number: usize) -> Result<[u8; 4]> {
    let number = u32::try_from(number);
    number
        .map(u32::to_le_bytes)
        .map_err(|_| Error::Codec("a number exceeds 32 bits".to_owned()))
}

/// The number at the beginning of some bytes, and the bytes after it.
pub(super) fn number(bytes: &[u8]) -> Result<(u32, &[u8])> {
    match bytes.split_first_chunk() {
        Some((number, rest)) => Ok((u32::from_le_bytes(*number), rest)),
        None => Err(Error::Codec(format!(
            "found {} bytes of a number, expected 4",
            bytes.len()
        ))),
    }
}
