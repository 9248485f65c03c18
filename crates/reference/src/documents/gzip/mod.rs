//! The gzip codec.
//!
//! | file | what is in it |
//! |---|---|
//! | `text` | the literal text |
//! | `seen` | what arrays use of it that a reader could get wrong |
//! | `misreadings` | wrong readings |
//! | `permitted` | what else the text permits where it is silent |

pub(crate) mod misreadings;
mod permitted;
mod seen;
#[cfg(test)]
mod tests;
mod text;

pub use text::*;

use crate::error::Result;
use crate::json::Json;
use crate::misreading::Misreading;
use crate::permitted::Permitted;
use crate::steps::steps;

/// Wrong readings.
pub(crate) const MISREADINGS: &[&[Misreading]] = misreadings::LISTS;

/// Other readings that the text permits.
pub(crate) const PERMITTED: &[&[Permitted]] = &[permitted::LIST, permitted::header::LIST];

steps! {
    gzip: Gzip;

    /// The configuration parameter `level` of gzip; none where it is absent.
    fn gzip_level(_, configuration: &Json) -> Result<Option<u64>> {
        text::level(configuration)
    }

    /// Encodes by gzip.
    fn gzip_encode(_, bytes: &[u8]) -> Vec<u8> {
        text::encode(bytes)
    }

    /// Decodes by gzip; `length` is the number of decoded bytes, where it is known.
    fn gzip_decode(steps, bytes: &[u8], length: Option<u64>) -> Result<Vec<u8>> {
        text::decode(steps, bytes, length)
    }

    /// The gzip member at the start of `bytes`, of at most `length` decoded bytes.
    fn gzip_member(steps, bytes: &[u8], length: Option<u64>) -> Result<Member> {
        text::member(steps, bytes, length)
    }

    /// Number of bytes of the header of a gzip member.
    fn gzip_header(_, bytes: &[u8]) -> Result<usize> {
        text::header(bytes)
    }

    /// What the compressed blocks of a gzip member decode to, and the number of bytes they take.
    fn gzip_blocks(
        _,
        bytes: &[u8],
        length: Option<u64>
    ) -> Result<(Vec<u8>, usize)> {
        text::blocks(bytes, length)
    }

    /// Whether `bytes` begin with the trailer of a gzip member.
    fn gzip_trailer(_, bytes: &[u8], decoded: &[u8]) -> Result<()> {
        text::trailer(bytes, decoded)
    }
}
