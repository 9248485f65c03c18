//! The endian codec of the drafts: elements as bytes, in lexicographical order.
//!
//! - Specification: endian codec, version 1.0, draft of February 2023, which is not published any
//!   more. Its successor is [`bytes`].
//! - Name in metadata: `endian`.
//! - Kind: takes an array, yields a byte string.
//! - Example: `{"name": "endian", "configuration": {"endian": "big"}}`.
//! - Layout: the elements one after the other; element `e` begins at byte `e * size`.
//!
//! ```
//! use zarr_conform_reference::bytes::Endian;
//! use zarr_conform_reference::{Json, endian};
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! let configuration = Json::parse(br#"{"endian": "big"}"#)?;
//! assert_eq!(endian::endian(&configuration)?, Endian::Big);
//! assert!(endian::endian(&Json::parse(b"{}")?).is_err());
//! # Ok(())
//! # }
//! ```

use crate::Edition;
use crate::bytes;
use crate::chunk_array::ChunkArray;
use crate::codecs::{ArrayToBytes, Codec, Definition};
use crate::data_type::DataType;
use crate::error::{Result, metadata};
use crate::json::Json;
use crate::steps::Steps;

/// The codec in a codec list.
///
/// Requirement: `endian.name`.
pub const DEFINITION: Definition = Definition {
    name: "endian",
    is_format: false,
    editions: &[Edition::Draft],
    members: &["endian"],
    seen: |_| Vec::new(),
    codec: |steps, configuration, _| {
        let endian = steps.endian_endian(configuration)?;
        Ok(Codec::Endian(Endian { endian }))
    },
};

/// The codec with its configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endian {
    /// Always present.
    pub endian: bytes::Endian,
}

impl ArrayToBytes for Endian {
    fn encoded_length(&self, data_type: DataType, shape: &[u64]) -> Option<u64> {
        bytes::encoded_size(data_type, shape)
    }

    fn encode(&self, steps: &Steps, array: &ChunkArray) -> Result<Vec<u8>> {
        steps.bytes_encode(array, Some(self.endian))
    }

    fn decode(
        &self,
        steps: &Steps,
        bytes: &[u8],
        data_type: DataType,
        shape: &[u64],
    ) -> Result<ChunkArray> {
        steps.bytes_decode(bytes, data_type, shape, Some(self.endian))
    }
}

/// The configuration parameter `endian`, which is always required.
///
/// # Errors
/// [`Error::Metadata`](crate::Error::Metadata) where it is absent or not `"big"` or
/// `"little"`.
///
/// Requirement: `endian.endian-required`.
pub fn endian(configuration: &Json) -> Result<bytes::Endian> {
    match configuration.member("endian") {
        Some(value) => bytes::endian_value(value),
        None => metadata("endian: the configuration has no member \"endian\", which is required"),
    }
}

/// The byte order of the default binary representation, which applies where no codec of the list
/// yields a byte string.
///
/// Requirements: `endian.default-little`, `codecs.default-conversion`.
pub const DEFAULT: bytes::Endian = bytes::Endian::Little;
