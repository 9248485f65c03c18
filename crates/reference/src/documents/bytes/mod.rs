//! The bytes codec.
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
use crate::json::Json;
use crate::misreading::Misreading;
use crate::permitted::Permitted;
use crate::steps::steps;

/// Wrong readings.
pub(crate) const MISREADINGS: &[&[Misreading]] = misreadings::LISTS;

/// Other readings that the text permits.
pub(crate) const PERMITTED: &[&[Permitted]] = &[permitted::LIST];

steps! {
    bytes: Bytes;

    /// The configuration parameter `endian` of bytes; none where it does not apply.
    fn bytes_endian(
        _,
        configuration: &Json,
        data_type: DataType
    ) -> Result<Option<Endian>> {
        text::endian(configuration, data_type)
    }

    /// Elements as bytes.
    fn bytes_encode(
        _,
        array: &ChunkArray,
        endian: Option<Endian>
    ) -> Result<Vec<u8>> {
        text::encode(array, endian)
    }

    /// Elements from bytes.
    fn bytes_decode(
        _,
        bytes: &[u8],
        data_type: DataType,
        shape: &[u64],
        endian: Option<Endian>
    ) -> Result<ChunkArray> {
        text::decode(bytes, data_type, shape, endian)
    }
}
