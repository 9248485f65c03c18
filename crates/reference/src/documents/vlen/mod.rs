//! Elements of different numbers of bytes, each after its length: what the documents of [`vlen_utf8`](crate::vlen_utf8)
//! and [`vlen_bytes`](crate::vlen_bytes) say in the same words.
//!
//! | file | what is in it |
//! |---|---|
//! | `text` | the literal text |
//! | `misreadings` | wrong readings |
//! | `permitted` | what else the text permits where it is silent |

pub(crate) mod misreadings;
mod permitted;
mod text;

pub use text::*;

use crate::chunk_array::ChunkArray;
use crate::data_type::DataType;
use crate::error::Result;
use crate::misreading::Misreading;
use crate::permitted::Permitted;
use crate::steps::steps;

/// Wrong readings.
pub(crate) const MISREADINGS: &[&[Misreading]] = misreadings::LISTS;

/// Other readings that the text permits.
pub(crate) const PERMITTED: &[&[Permitted]] = &[permitted::LIST];

steps! {
    vlen: Vlen;

    /// Elements of different numbers of bytes as bytes.
    fn vlen_encode(_, array: &ChunkArray) -> Result<Vec<u8>> {
        text::encode(array)
    }

    /// Elements of different numbers of bytes from bytes.
    fn vlen_decode(
        _,
        bytes: &[u8],
        data_type: DataType,
        shape: &[u64]
    ) -> Result<ChunkArray> {
        text::decode(bytes, data_type, shape)
    }
}
