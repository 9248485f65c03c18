//! The vlen-utf8 codec: strings of any length, each after the number of its bytes.
//!
//! - Specification: [vlen-utf8 codec] of the registry of extensions.
//! - Name in metadata: `vlen-utf8`.
//! - Kind: `array -> bytes`.
//! - Example: `{"name": "vlen-utf8"}`.
//! - Layout: that of [`vlen`](crate::vlen), where the bytes of an element are its UTF-8.
//!
//! ```
//! use zarr_conform_reference::{ChunkArray, DataType, Element, Steps, vlen_utf8};
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! let steps = Steps::default();
//! let elements = ["a", "\u{e9}"].map(|it| Element::Raw(it.as_bytes().to_vec())).to_vec();
//! let chunk = ChunkArray::new(DataType::STRING, vec![2], elements)?;
//! let encoded = vlen_utf8::encode(&steps, &chunk)?;
//! assert_eq!(encoded, b"\x02\0\0\0\x01\0\0\0a\x02\0\0\0\xc3\xa9");
//! assert_eq!(vlen_utf8::decode(&steps, &encoded, DataType::STRING, &[2])?, chunk);
//! # Ok(())
//! # }
//! ```
//!
//! [vlen-utf8 codec]: https://github.com/zarr-developers/zarr-extensions/blob/main/codecs/vlen-utf8/README.md

use crate::Edition;
use crate::chunk_array::ChunkArray;
use crate::codecs::{ArrayToBytes, Codec, Definition, Representation};
use crate::data_type::DataType;
use crate::element::Element;
use crate::error::{Error, Result, metadata};
use crate::steps::Steps;
use crate::vlen;

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
/// Requirements: `vlen-utf8.only-string`, `utf32.codecs`.
pub fn data_type(data_type: DataType) -> Result<()> {
    match data_type {
        DataType::STRING => Ok(()),
        _ => metadata(format!(
            "vlen-utf8: found the data type {data_type}, expected string"
        )),
    }
}

/// Encodes: the bytes of each element are its UTF-8.
///
/// # Errors
/// [`Error::Codec`] where an element is not UTF-8, and as [`vlen::encode`].
///
/// Requirement: `vlen-utf8.utf-8`.
pub fn encode(steps: &Steps, array: &ChunkArray) -> Result<Vec<u8>> {
    array.elements.iter().try_for_each(utf8)?;
    steps.vlen_encode(array)
}

/// Decodes: the array of this shape whose encoded representation is `bytes`.
///
/// # Errors
/// [`Error::Codec`] where the bytes of an element are not UTF-8, and as [`vlen::decode`].
///
/// Requirement: `vlen-utf8.utf-8`.
pub fn decode(
    steps: &Steps,
    bytes: &[u8],
    data_type: DataType,
    shape: &[u64],
) -> Result<ChunkArray> {
    let array = steps.vlen_decode(bytes, data_type, shape)?;
    array.elements.iter().try_for_each(utf8)?;
    Ok(array)
}

/// Whether the bytes of an element are the UTF-8 of a string.
fn utf8(element: &Element) -> Result<()> {
    match std::str::from_utf8(vlen::bytes_of(element)?) {
        Ok(_) => Ok(()),
        Err(_) => Err(Error::Codec(format!("vlen-utf8: {element:?} is not UTF-8"))),
    }
}
