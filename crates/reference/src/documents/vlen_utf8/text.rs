//! The vlen-utf8 codec: strings of any length, each after the number of its bytes.
//!
//! - Specification: [vlen-utf8 codec] of the registry of extensions.
//! - Name in metadata: `vlen-utf8`.
//! - Kind: `array -> bytes`.
//! - Example: `{"name": "vlen-utf8"}`.
//! - Layout: the number of elements, then each element in lexicographical order: the number of its bytes, and its
//!   UTF-8. Each number takes 4 bytes, the least significant first.
//!
//! ```
//! use zarr_conform_reference::{ChunkArray, DataType, Element, vlen_utf8};
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! let elements = ["a", "\u{e9}"].map(|it| Element::Raw(it.as_bytes().to_vec())).to_vec();
//! let chunk = ChunkArray::new(DataType::STRING, vec![2], elements)?;
//! let encoded = vlen_utf8::encode(&chunk)?;
//! assert_eq!(encoded, b"\x02\0\0\0\x01\0\0\0a\x02\0\0\0\xc3\xa9");
//! assert_eq!(vlen_utf8::decode(&encoded, DataType::STRING, &[2])?, chunk);
//! # Ok(())
//! # }
//! ```
//!
//! [vlen-utf8 codec]: https://github.com/zarr-developers/zarr-extensions/blob/main/codecs/vlen-utf8/README.md

use crate::Edition;
use crate::chunk_array::{ChunkArray, number_of_elements};
use crate::codecs::{ArrayToBytes, Codec, Definition, Representation};
use crate::data_type::DataType;
use crate::element::Element;
use crate::error::{Error, Result, metadata};
use crate::steps::Steps;

/// The codec in a codec list. It has no configuration.
///
/// Requirements: `vlen-utf8.name`, `vlen-utf8.no-configuration`.
pub const DEFINITION: Definition = Definition {
    name: "vlen-utf8",
    is_format: true,
    editions: &[Edition::V3_1],
    members: &[],
    seen: |_| Vec::new(),
    codec: |steps, _, decoded| {
        let Representation::Array { data_type, .. } = decoded else {
            return metadata(
                "vlen-utf8: found a byte string as decoded representation, expected an array",
            );
        };
        steps.vlen_utf8_data_type(*data_type)?;
        Ok(Codec::VlenUtf8(VlenUtf8))
    },
};

/// The codec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VlenUtf8;

/// Requirement: `vlen-utf8.kind`.
impl ArrayToBytes for VlenUtf8 {
    /// It depends on the elements.
    fn encoded_length(&self, _data_type: DataType, _shape: &[u64]) -> Option<u64> {
        None
    }

    fn encode(&self, steps: &Steps, array: &ChunkArray) -> Result<Vec<u8>> {
        steps.vlen_utf8_encode(array)
    }

    fn decode(
        &self,
        steps: &Steps,
        bytes: &[u8],
        data_type: DataType,
        shape: &[u64],
    ) -> Result<ChunkArray> {
        steps.vlen_utf8_decode(bytes, data_type, shape)
    }
}

/// Only arrays of `string` are encoded.
///
/// # Errors
/// [`Error::Metadata`] for another data type.
///
/// Requirement: `vlen-utf8.only-string`.
pub fn data_type(data_type: DataType) -> Result<()> {
    match data_type {
        DataType::STRING => Ok(()),
        _ => metadata(format!(
            "vlen-utf8: found the data type {data_type}, expected string"
        )),
    }
}

/// Encodes: the number of elements, then each element in lexicographical order.
///
/// # Errors
/// [`Error::Codec`] where an element is not UTF-8, or a number exceeds 32 bits.
///
/// Requirements: `vlen-utf8.count`, `vlen-utf8.lexicographical-order`, `vlen-utf8.element`, `vlen-utf8.utf-8`.
pub fn encode(array: &ChunkArray) -> Result<Vec<u8>> {
    let mut bytes = u32le(array.elements.len())?.to_vec();
    for element in &array.elements {
        let utf8 = utf8(element)?;
        bytes.extend(u32le(utf8.len())?);
        bytes.extend(utf8);
    }
    Ok(bytes)
}

/// Decodes: the array of this shape whose encoded representation is `bytes`.
///
/// # Errors
/// [`Error::Codec`] where the number of elements is not that of the shape, where bytes are missing or more follow,
/// or where those of an element are not UTF-8.
///
/// Requirements: `vlen-utf8.count`, `vlen-utf8.lexicographical-order`, `vlen-utf8.element`, `vlen-utf8.utf-8`,
/// `codecs.representations`.
pub fn decode(bytes: &[u8], data_type: DataType, shape: &[u64]) -> Result<ChunkArray> {
    let (count, rest) = number(bytes)?;
    let expected = number_of_elements(shape);
    if expected != Some(u64::from(count)) {
        return Err(Error::Codec(format!(
            "vlen-utf8: found {count} as the number of elements of a chunk of shape {shape:?}"
        )));
    }
    let (elements, rest) = elements(rest, u64::from(count))?;
    if !rest.is_empty() {
        return Err(Error::Codec(format!(
            "vlen-utf8: found {} bytes after the last element",
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
                "vlen-utf8: found {} bytes of an element, expected {length}",
                after.len()
            )));
        };
        let element = Element::Raw(bytes.to_vec());
        utf8(&element)?;
        elements.push(element);
        rest = after;
    }
    Ok((elements, rest))
}

/// The bytes of an element, which are the UTF-8 of a string.
pub(super) fn utf8(element: &Element) -> Result<&[u8]> {
    match element {
        Element::Raw(bytes) if std::str::from_utf8(bytes).is_ok() => Ok(bytes),
        _ => Err(Error::Codec(format!("vlen-utf8: {element:?} is not UTF-8"))),
    }
}

fn u32le(number: usize) -> Result<[u8; 4]> {
    let number = u32::try_from(number);
    number
        .map(u32::to_le_bytes)
        .map_err(|_| Error::Codec("vlen-utf8: a number exceeds 32 bits".to_owned()))
}

/// The number at the beginning of some bytes, and the bytes after it.
pub(super) fn number(bytes: &[u8]) -> Result<(u32, &[u8])> {
    match bytes.split_first_chunk() {
        Some((number, rest)) => Ok((u32::from_le_bytes(*number), rest)),
        None => Err(Error::Codec(format!(
            "vlen-utf8: found {} bytes of a number, expected 4",
            bytes.len()
        ))),
    }
}
