//! The vlen-bytes codec.
//!
//! | file | what is in it |
//! |---|---|
//! | `text` | the literal text |
//! | `misreadings` | wrong readings |
//!
//! What its document says in the same words as that of [`vlen_utf8`](crate::vlen_utf8) is [`vlen`](crate::vlen).

mod misreadings;
mod text;

pub use text::*;

use crate::chunk_array::ChunkArray;
use crate::data_type::DataType;
use crate::error::Result;
use crate::misreading::Misreading;
use crate::permitted::Permitted;
use crate::steps::steps;

/// Wrong readings.
pub(crate) const MISREADINGS: &[&[Misreading]] = &[misreadings::LIST];

/// Other readings that the text permits.
pub(crate) const PERMITTED: &[&[Permitted]] = &[];

steps! {
    vlen_bytes: VlenBytes;

    /// Whether vlen-bytes takes elements of a data type.
    fn vlen_bytes_data_type(_, data_type: DataType) -> Result<()> {
        text::data_type(data_type)
    }

    /// Byte strings as bytes.
    fn vlen_bytes_encode(steps, array: &ChunkArray) -> Result<Vec<u8>> {
        text::encode(steps, array)
    }

    /// Byte strings from bytes.
    fn vlen_bytes_decode(
        steps,
        bytes: &[u8],
        data_type: DataType,
        shape: &[u64]
    ) -> Result<ChunkArray> {
        text::decode(steps, bytes, data_type, shape)
    }
}
