//! Encoding and decoding by one codec, of each kind.
//!
//! - Specification: core, "Codecs": `c.encode(value)` and `c.decode(value, decoded_representation_type)`.

use super::{Codec, Coding, wrong_kind};
use crate::chunk_array::ChunkArray;
use crate::data_type::DataType;
use crate::error::Result;
use crate::steps::Steps;

/// Encodes by one codec of the kind `array -> array`.
///
/// # Errors
/// Those of the codec.
///
/// Requirement: `codecs.encoding-procedure`.
pub fn array_to_array_encode(
    steps: &Steps,
    codec: &Codec,
    array: &ChunkArray,
) -> Result<ChunkArray> {
    match codec.coding() {
        Coding::ArrayToArray(coding) => coding.encode(steps, array),
        _ => wrong_kind(codec),
    }
}

/// Decodes by one codec of the kind `array -> array`.
///
/// # Errors
/// As [`array_to_array_encode`].
///
/// Requirement: `codecs.decoding-procedure`.
pub fn array_to_array_decode(
    steps: &Steps,
    codec: &Codec,
    array: &ChunkArray,
    data_type: DataType,
    shape: &[u64],
) -> Result<ChunkArray> {
    match codec.coding() {
        Coding::ArrayToArray(coding) => coding.decode(steps, array, data_type, shape),
        _ => wrong_kind(codec),
    }
}

/// Encodes by one codec of the kind `array -> bytes`.
///
/// # Errors
/// As [`array_to_array_encode`].
///
/// Requirement: `codecs.encoding-procedure`.
pub fn array_to_bytes_encode(steps: &Steps, codec: &Codec, array: &ChunkArray) -> Result<Vec<u8>> {
    match codec.coding() {
        Coding::ArrayToBytes(coding) => coding.encode(steps, array),
        _ => wrong_kind(codec),
    }
}

/// Decodes by one codec of the kind `array -> bytes`.
///
/// # Errors
/// As [`array_to_array_encode`].
///
/// Requirement: `codecs.decoding-procedure`.
pub fn array_to_bytes_decode(
    steps: &Steps,
    codec: &Codec,
    bytes: &[u8],
    data_type: DataType,
    shape: &[u64],
) -> Result<ChunkArray> {
    match codec.coding() {
        Coding::ArrayToBytes(coding) => coding.decode(steps, bytes, data_type, shape),
        _ => wrong_kind(codec),
    }
}

/// Encodes by one codec of the kind `bytes -> bytes`.
///
/// # Errors
/// As [`array_to_array_encode`].
///
/// Requirement: `codecs.encoding-procedure`.
pub fn bytes_to_bytes_encode(steps: &Steps, codec: &Codec, bytes: &[u8]) -> Result<Vec<u8>> {
    match codec.coding() {
        Coding::BytesToBytes(coding) => coding.encode(steps, bytes),
        _ => wrong_kind(codec),
    }
}

/// Decodes by one codec of the kind `bytes -> bytes`.
///
/// # Errors
/// As [`array_to_array_encode`].
///
/// Requirement: `codecs.decoding-procedure`.
pub fn bytes_to_bytes_decode(
    steps: &Steps,
    codec: &Codec,
    bytes: &[u8],
    length: Option<u64>,
) -> Result<Vec<u8>> {
    match codec.coding() {
        Coding::BytesToBytes(coding) => coding.decode(steps, bytes, length),
        _ => wrong_kind(codec),
    }
}
