//! The endian codec of the drafts: elements as bytes, in lexicographical order.
//!
//! - Specification: endian codec, version 1.0, draft of February 2023. Its successor is
//!   [`bytes`](super::bytes).
//! - Name in metadata: `endian`.
//! - Kind: takes an array, yields a byte string.
//! - Example: `{"name": "endian", "configuration": {"endian": "big"}}`.
//! - Layout: the elements one after the other; element `e` begins at byte `e * size`.

use super::bytes::{self, Endian};
use super::error::{Result, metadata};
use super::json::Json;

/// The configuration parameter `endian`, which is always required.
///
/// # Errors
/// [`Error::Metadata`](super::Error::Metadata) where it is absent or neither `"big"` nor
/// `"little"`.
///
/// Requirement: `endian.endian-required`.
pub fn endian(configuration: &Json) -> Result<Endian> {
    match configuration.member("endian") {
        Some(value) => bytes::endian_value(value),
        None => metadata("endian: the configuration has no member \"endian\", which is required"),
    }
}

/// The byte order of the default binary representation, which applies where no codec of the list
/// yields a byte string.
///
/// Requirements: `endian.default-little`, `codecs.default-conversion`.
pub const DEFAULT: Endian = Endian::Little;
