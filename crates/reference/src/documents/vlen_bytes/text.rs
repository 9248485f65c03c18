//! The vlen-bytes codec: byte strings of any length, each after the number of its bytes.
//!
//! - Specification: [vlen-bytes codec] of the registry of extensions.
//! - Name in metadata: `vlen-bytes`.
//! - Kind: `array -> bytes`.
//! - Example: `{"name": "vlen-bytes"}`.
//! - Layout: that of [`vlen`](crate::vlen), where the bytes of an element are any.
//!
//! ```
//! use zarr_conform_reference::{ChunkArray, DataType, Element, Steps, vlen_bytes};
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! let steps = Steps::default();
//! let elements = vec![Element::Raw(vec![0xff]), Element::Raw(vec![])];
//! let chunk = ChunkArray::new(DataType::BYTES, vec![2], elements)?;
//! let encoded = vlen_bytes::encode(&steps, &chunk)?;
//! assert_eq!(encoded, b"\x02\0\0\0\x01\0\0\0\xff\0\0\0\0");
//! assert_eq!(vlen_bytes::decode(&steps, &encoded, DataType::BYTES, &[2])?, chunk);
//! # Ok(())
//! # }
//! ```
//!
//! [vlen-bytes codec]: https://github.com/zarr-developers/zarr-extensions/blob/main/codecs/vlen-bytes/README.md

use crate::Edition;
use crate::chunk_array::ChunkArray;
use crate::codecs::{ArrayToBytes, Codec, Definition, Representation};
use crate::data_type::DataType;
use crate::error::{Result, metadata};
use crate::steps::Steps;

/// The codec in a codec list. It has no configuration.
///
/// Requirements: `vlen-bytes.name`, `vlen-bytes.no-configuration`.
pub const DEFINITION: Definition = Definition {
    name: "vlen-bytes",
    is_format: true,
    editions: &[Edition::V3_1],
    members: &[],
    seen: |_| Vec::new(),
    codec: |steps, _, decoded| {
        let Representation::Array { data_type, .. } = decoded else {
            return metadata(
                "vlen-bytes: found a byte string as decoded representation, expected an array",
            );
        };
        steps.vlen_bytes_data_type(*data_type)?;
        Ok(Codec::VlenBytes(VlenBytes))
    },
};

/// The codec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VlenBytes;

/// Requirement: `vlen-bytes.kind`.
impl ArrayToBytes for VlenBytes {
    /// It depends on the elements.
    fn encoded_length(&self, _data_type: DataType, _shape: &[u64]) -> Option<u64> {
        None
    }

    fn encode(&self, steps: &Steps, array: &ChunkArray) -> Result<Vec<u8>> {
        steps.vlen_bytes_encode(array)
    }

    fn decode(
        &self,
        steps: &Steps,
        bytes: &[u8],
        data_type: DataType,
        shape: &[u64],
    ) -> Result<ChunkArray> {
        steps.vlen_bytes_decode(bytes, data_type, shape)
    }
}

/// Only arrays of `bytes` are encoded.
///
/// # Errors
/// [`Error::Metadata`](crate::Error::Metadata) for another data type.
///
/// Requirements: `vlen-bytes.only-bytes`, `utf32.codecs`.
pub fn data_type(data_type: DataType) -> Result<()> {
    match data_type {
        DataType::BYTES => Ok(()),
        _ => metadata(format!(
            "vlen-bytes: found the data type {data_type}, expected bytes"
        )),
    }
}

/// Encodes: the bytes of each element as they are.
///
/// # Errors
/// As [`vlen::encode`](crate::vlen::encode).
///
/// Requirement: `vlen-bytes.element`.
pub fn encode(steps: &Steps, array: &ChunkArray) -> Result<Vec<u8>> {
    steps.vlen_encode(array)
}

/// Decodes: the array of this shape whose encoded representation is `bytes`.
///
/// # Errors
/// As [`vlen::decode`](crate::vlen::decode).
///
/// Requirement: `vlen-bytes.element`.
pub fn decode(
    steps: &Steps,
    bytes: &[u8],
    data_type: DataType,
    shape: &[u64],
) -> Result<ChunkArray> {
    steps.vlen_decode(bytes, data_type, shape)
}
