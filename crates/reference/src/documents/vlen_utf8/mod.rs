//! The vlen-utf8 codec.
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
    vlen_utf8: VlenUtf8;

    /// Whether vlen-utf8 takes elements of a data type.
    fn vlen_utf8_data_type(_, data_type: DataType) -> Result<()> {
        text::data_type(data_type)
    }

    /// Strings as bytes.
    fn vlen_utf8_encode(_, array: &ChunkArray) -> Result<Vec<u8>> {
        text::encode(array)
    }

    /// Strings from bytes.
    fn vlen_utf8_decode(
        _,
        bytes: &[u8],
        data_type: DataType,
        shape: &[u64]
    ) -> Result<ChunkArray> {
        text::decode(bytes, data_type, shape)
    }
}
