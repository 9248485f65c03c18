//! The crc32c codec: appends a checksum.
//!
//! - Specification: [crc32c codec], version 1.0; by it the CRC32C of [RFC 3720], section 12.1.
//! - Name in metadata: `crc32c`.
//! - Kind: `bytes -> bytes`.
//! - Example: `{"name": "crc32c"}`.
//! - Layout: the bytes as they are, then their checksum in 4 bytes, the least significant first.
//!
//! The checksum of the digits 1 to 9 is published, as that by which implementations are checked:
//!
//! ```
//! use zarr_conform_reference::crc32c;
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! assert_eq!(crc32c::checksum(b"123456789"), 0xe306_9283);
//! let encoded = crc32c::encode(b"123456789");
//! assert_eq!(encoded, b"123456789\x83\x92\x06\xe3");
//! assert_eq!(crc32c::decode(&encoded)?, b"123456789");
//! # Ok(())
//! # }
//! ```
//!
//! [crc32c codec]: https://zarr-specs.readthedocs.io/en/latest/v3/codecs/crc32c/index.html#format-and-algorithm
//! [RFC 3720]: https://www.rfc-editor.org/rfc/rfc3720#section-12.1

use crate::Edition;
use crate::codecs::{BytesToBytes, Codec, Definition};
use crate::error::{Error, Result};
use crate::steps::Steps;

/// The codec in a codec list. It has no configuration.
///
/// Requirements: `crc32c.name`, `crc32c.no-configuration`.
pub const DEFINITION: Definition = Definition {
    name: "crc32c",
    is_format: true,
    editions: &Edition::ALL,
    members: &[],
    seen: |_| Vec::new(),
    codec: |_, _, _| Ok(Codec::Crc32c(Crc32c)),
};

/// The codec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crc32c;

/// Requirement: `crc32c.kind`.
impl BytesToBytes for Crc32c {
    fn encoded_length(&self, length: Option<u64>) -> Option<u64> {
        length?.checked_add(CHECKSUM as u64)
    }

    fn has_checksum(&self) -> bool {
        true
    }

    fn encode(&self, steps: &Steps, bytes: &[u8]) -> Result<Vec<u8>> {
        Ok(steps.crc32c_encode(bytes))
    }

    fn decode(&self, steps: &Steps, bytes: &[u8], _length: Option<u64>) -> Result<Vec<u8>> {
        steps.crc32c_decode(bytes)
    }
}

/// Number of bytes of a checksum.
const CHECKSUM: usize = 4;

/// Encodes: the bytes, then their checksum in little-endian order.
///
/// Requirements: `crc32c.appended`, `crc32c.little-endian`.
pub fn encode(bytes: &[u8]) -> Vec<u8> {
    let checksum = checksum(bytes);
    let mut encoded = bytes.to_vec();
    for i in 0..CHECKSUM {
        encoded.push((checksum >> (8 * i) & 0xff) as u8);
    }
    encoded
}

/// Decodes: all bytes but the last 4, which must be the checksum of the others.
///
/// # Errors
/// [`Error::Codec`] where there are fewer than 4 bytes, or the checksum is another.
///
/// Requirements: `crc32c.checksum`, `crc32c.appended`, `crc32c.little-endian`.
pub fn decode(bytes: &[u8]) -> Result<Vec<u8>> {
    let Some(length) = bytes.len().checked_sub(CHECKSUM) else {
        return Err(Error::Codec(format!(
            "crc32c: found {} bytes, expected at least the {CHECKSUM} of a checksum",
            bytes.len()
        )));
    };
    let decoded = bytes[..length].to_vec();
    let expected = encode(&decoded);
    if bytes != expected {
        return Err(Error::Codec(format!(
            "crc32c: found the checksum {:02x?}, expected {:02x?}",
            &bytes[length..],
            &expected[length..]
        )));
    }
    Ok(decoded)
}

/// The CRC32C checksum, bit by bit: the polynomial 0x1EDC6F41 with its bits reversed, all bits turned
/// before and after.
///
/// Requirement: `crc32c.checksum`.
pub fn checksum(bytes: &[u8]) -> u32 {
    let mut remainder = 0xffff_ffff;
    for byte in bytes {
        remainder ^= u32::from(*byte);
        for _ in 0..8 {
            remainder = if remainder & 1 == 1 {
                0x82f6_3b78 ^ (remainder >> 1)
            } else {
                remainder >> 1
            };
        }
    }
    remainder ^ 0xffff_ffff
}
