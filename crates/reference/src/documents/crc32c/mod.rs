//! The CRC32C checksum codec.
//!
//! | file | what is in it |
//! |---|---|
//! | `text` | the literal text |
//! | `misreadings` | wrong readings |

pub(crate) mod misreadings;
#[cfg(test)]
mod tests;
mod text;

pub use text::*;

use crate::error::Result;
use crate::misreading::Misreading;
use crate::permitted::Permitted;
use crate::steps::steps;

/// Wrong readings.
pub(crate) const MISREADINGS: &[&[Misreading]] = &[misreadings::LIST, misreadings::checked::LIST];

/// Other readings that the text permits.
pub(crate) const PERMITTED: &[&[Permitted]] = &[];

steps! {
    crc32c: Crc32c;

    /// Appends a checksum by crc32c.
    fn crc32c_encode(_, bytes: &[u8]) -> Vec<u8> {
        text::encode(bytes)
    }

    /// Checks a checksum by crc32c and removes it.
    fn crc32c_decode(_, bytes: &[u8]) -> Result<Vec<u8>> {
        text::decode(bytes)
    }
}
