//! The sharding codec.
//!
//! | file | what is in it |
//! |---|---|
//! | `text` | the literal text |
//! | `misreadings` | wrong readings |
//! | `permitted` | what else the text permits where it is silent |

pub(crate) mod misreadings;
mod permitted;
#[cfg(test)]
mod tests;
mod text;

pub use text::*;

use crate::chunk_array::ChunkArray;
use crate::codecs::Chain;
use crate::data_type::DataType;
use crate::element::Element;
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
    sharding_indexed: ShardingIndexed;

    /// The configuration parameter `chunk_shape` of sharding: the shape of inner chunks.
    fn sharding_chunk_shape(_, configuration: &Json) -> Result<Vec<u64>> {
        text::chunk_shape(configuration)
    }

    /// Number of inner chunks along each dimension of a shard.
    fn sharding_chunks_per_shard(
        _,
        shard_shape: &[u64],
        chunk_shape: &[u64]
    ) -> Result<Vec<u64>> {
        text::chunks_per_shard(shard_shape, chunk_shape)
    }

    /// The configuration parameter `codecs` of sharding, for inner chunks.
    fn sharding_codecs(
        steps,
        configuration: &Json,
        data_type: DataType,
        chunk_shape: &[u64],
        fill_value: &Element
    ) -> Result<Chain> {
        text::codecs(steps, configuration, data_type, chunk_shape, fill_value)
    }

    /// The configuration parameter `index_codecs` of sharding.
    fn sharding_index_codecs(
        steps,
        configuration: &Json,
        chunks_per_shard: &[u64]
    ) -> Result<Chain> {
        text::index_codecs(steps, configuration, chunks_per_shard)
    }

    /// The configuration parameter `index_location` of sharding.
    fn sharding_index_location(
        _,
        configuration: &Json
    ) -> Result<IndexLocation> {
        text::index_location(configuration)
    }

    /// Number of bytes of the encoded index of a shard.
    fn sharding_index_size(_, index_codecs: &Chain) -> Result<u64> {
        text::index_size(index_codecs)
    }

    /// The index of a shard.
    fn sharding_index_decode(
        steps,
        codec: &ShardingIndexed,
        shard: &[u8]
    ) -> Result<ChunkArray> {
        text::index_decode(steps, codec, shard)
    }

    /// The encoded inner chunk at `i`, or nothing where it is empty.
    fn sharding_inner_chunk(
        _,
        _codec: &ShardingIndexed,
        index: &ChunkArray,
        i: &[u64],
        shard: &[u8]
    ) -> Result<Option<Vec<u8>>> {
        text::inner_chunk(index, i, shard)
    }

    /// Encodes by sharding.
    fn sharding_encode(
        steps,
        codec: &ShardingIndexed,
        array: &ChunkArray
    ) -> Result<Vec<u8>> {
        text::encode(steps, codec, array)
    }

    /// Decodes by sharding, to an array of this data type and shape.
    fn sharding_decode(
        steps,
        codec: &ShardingIndexed,
        bytes: &[u8],
        data_type: DataType,
        shape: &[u64]
    ) -> Result<ChunkArray> {
        text::decode(steps, codec, bytes, data_type, shape)
    }
}
