//! Wrong readings of shards that only damaged or rare ones show: entries that leave the shard or are half empty,
//! an index at the other end or in a shard, and inner chunks that compare equal to the fill value.

use super::index::with_index;
use super::inner_chunks::unless_empty;
use crate::chunk_array::positions;
use crate::codecs::{Chain, Codec, Representation};
use crate::documents::core::storage::misreadings::normalised;
use crate::misreading::{ACCEPTED, BOTH, Misreading};
use crate::sharding_indexed::{
    self as sharding, EMPTY, IndexLocation, ShardingIndexed, part, set_word, word,
};
use crate::steps::{Replacement, Steps};
use crate::{ChunkArray, DataType, Element, Json, Result};

/// The codec with the index at the other end.
fn turned(codec: &ShardingIndexed) -> ShardingIndexed {
    let index_location = match codec.index_location {
        IndexLocation::Start => IndexLocation::End,
        IndexLocation::End => IndexLocation::Start,
    };
    ShardingIndexed {
        index_location,
        ..codec.clone()
    }
}

/// The index of a shard in which inner chunks are empty whose elements compare equal to the fill value.
fn without_equal(
    codec: &ShardingIndexed,
    array: &ChunkArray,
    index: &ChunkArray,
) -> Result<ChunkArray> {
    let mut index = index.clone();
    let normal = |element: &Element| normalised(array.data_type, element);
    let fill_value = normal(&codec.fill_value);
    for i in positions(&index.shape[..index.shape.len() - 1]) {
        let mut is_equal = true;
        for position in positions(&codec.chunk_shape) {
            let place = (0..i.len()).map(|d| i[d] * codec.chunk_shape[d] + position[d]);
            let place: Vec<u64> = place.collect();
            is_equal &= normal(array.get(&place)?) == fill_value;
        }
        if is_equal {
            set_word(&mut index, &i, 0, EMPTY)?;
            set_word(&mut index, &i, 1, EMPTY)?;
        }
    }
    Ok(index)
}

/// The chain of index codecs where one of them is a shard, whose size is that of an index in full.
fn with_shard(
    steps: &Steps,
    configuration: &Json,
    chunks_per_shard: &[u64],
) -> Result<Option<Chain>> {
    let Some(Json::Array(list)) = configuration.member("index_codecs") else {
        return Ok(None);
    };
    let index_shape = [chunks_per_shard, &[2]].concat();
    let chain = steps.chain(list, DataType::UINT64, &index_shape, &Element::Bits(EMPTY))?;
    let codecs = &chain.codecs;
    let has_shard = codecs
        .iter()
        .any(|it| matches!(it, Codec::ShardingIndexed(_)));
    let mut encoded = codecs.iter().zip(&chain.representations[1..]);
    let is_fixed = encoded.all(|(codec, encoded)| match codec {
        Codec::ShardingIndexed(_) | Codec::Crc32c(_) => true,
        _ => !matches!(encoded, Representation::Bytes { length: None }),
    });
    Ok((has_shard && is_fixed).then_some(chain))
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "inner-chunks-equal-by-value-dropped",
        when: "inner chunks whose elements compare equal to the fill value, such as -0.0 to 0.0, become empty",
        requirements: &[
            "sharding-indexed.empty-inner-chunk",
            "sharding-indexed.fill-value",
            "codecs.encoding-procedure",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_encode(|steps, codec, array| {
            with_index(steps, codec, array, |index| {
                without_equal(codec, array, index)
            })
        })],
    },
    Misreading {
        name: "index-at-either-end",
        when: "an index that is not where `index_location` says is looked for at the other end of the shard",
        requirements: &["sharding-indexed.index-location"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_decode(|steps, codec, shard| {
            sharding::index_decode(steps, codec, shard)
                .or_else(|_| sharding::index_decode(steps, &turned(codec), shard))
        })],
    },
    Misreading {
        name: "offset-is-signed",
        when: "an offset from 2^63 on is negative, and counted from the end of the shard",
        requirements: &["sharding-indexed.offset-nbytes"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_inner_chunk(
            |_, _, index, i, shard| {
                unless_empty(index, i, |offset, nbytes| {
                    let length = shard.len() as u64;
                    let from_end = length.checked_sub(offset.wrapping_neg());
                    match from_end.and_then(|offset| part(shard, offset, nbytes)) {
                        Some(found) => Ok(Some(found.to_vec())),
                        None => sharding::inner_chunk(index, i, shard),
                    }
                })
            },
        )],
    },
    Misreading {
        name: "one-word-is-empty",
        when: "an inner chunk is empty where one word of its entry is 2^64-1",
        requirements: &[
            "sharding-indexed.empty-inner-chunk",
            "sharding-indexed.offset-nbytes",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_inner_chunk(
            |_, _, index, i, shard| {
                if word(index, i, 0)? == EMPTY || word(index, i, 1)? == EMPTY {
                    return Ok(None);
                }
                sharding::inner_chunk(index, i, shard)
            },
        )],
    },
    Misreading {
        name: "index-in-a-shard",
        when: "sharding_indexed is accepted among the index codecs",
        requirements: &["sharding-indexed.index-codecs-fixed-size"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::sharding_index_codecs(|steps, configuration, chunks_per_shard| {
                sharding::index_codecs(steps, configuration, chunks_per_shard).or_else(|error| {
                    with_shard(steps, configuration, chunks_per_shard)?.ok_or(error)
                })
            }),
            Replacement::sharding_index_size(|steps, index_codecs| {
                sharding::index_size(index_codecs).or_else(|error| {
                    let Some(Representation::Array { shape, .. }) =
                        index_codecs.representations.first()
                    else {
                        return Err(error);
                    };
                    let zero = Element::Bits(0);
                    let index = ChunkArray::filled(DataType::UINT64, shape.clone(), &zero)?;
                    Ok(steps.encode(index_codecs, &index)?.len() as u64)
                })
            }),
        ],
    },
];
