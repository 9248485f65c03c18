//! Permitted readings of the sharding codec.

use crate::chunk_array::{ChunkArray, positions};
use crate::codecs::Representation;
use crate::error::{Error, metadata};
use crate::permitted::{ACCEPTED, CURRENT, Permitted, Tendency};
use crate::sharding_indexed::{
    self, EMPTY, IndexLocation, ShardingIndexed, inner_chunk, part, word,
};
use crate::steps::{Replacement, Steps};
use crate::{Json, Result};

fn refused<T>(message: &str) -> Result<T> {
    Err(Error::Codec(format!("sharding_indexed: {message}")))
}

/// The bytes that the entries of an index name, from and to, but for empty inner chunks.
fn ranges(index: &ChunkArray) -> Result<Vec<(u64, u64)>> {
    let chunks_per_shard = &index.shape[..index.shape.len().saturating_sub(1)];
    let mut ranges = Vec::new();
    for i in positions(chunks_per_shard) {
        let (offset, nbytes) = (word(index, &i, 0)?, word(index, &i, 1)?);
        if (offset, nbytes) != (EMPTY, EMPTY) {
            ranges.push((offset, offset.saturating_add(nbytes)));
        }
    }
    Ok(ranges)
}

fn overlap(one: (u64, u64), other: (u64, u64)) -> bool {
    one.0.max(other.0) < one.1.min(other.1)
}

/// Whether two of these ranges have a byte in common.
fn some_overlap(mut ranges: Vec<(u64, u64)>) -> bool {
    ranges.retain(|(from, to)| from < to);
    ranges.sort_unstable();
    ranges.windows(2).any(|pair| overlap(pair[0], pair[1]))
}

/// The bytes of a shard that its index takes.
fn range_of_index(steps: &Steps, codec: &ShardingIndexed, shard: &[u8]) -> Result<(u64, u64)> {
    let size = steps.sharding_index_size(&codec.index_codecs)?;
    let length = shard.len() as u64;
    Ok(match codec.index_location {
        IndexLocation::Start => (0, size),
        IndexLocation::End => (length.saturating_sub(size), length),
    })
}

/// The bytes of the elements of an inner chunk, where their number is fixed and the entry goes on behind
/// the end of the shard.
fn elements_at(
    codec: &ShardingIndexed,
    index: &ChunkArray,
    i: &[u64],
    shard: &[u8],
) -> Result<Option<Vec<u8>>> {
    let (offset, nbytes) = (word(index, i, 0)?, word(index, i, 1)?);
    let length = match codec.codecs.representations.last() {
        Some(Representation::Bytes { length: Some(it) }) if *it <= nbytes => *it,
        _ => return Ok(None),
    };
    Ok(part(shard, offset, length).map(<[u8]>::to_vec))
}

/// The list of codecs of a configuration, of which none is a name.
fn objects(configuration: &Json, member: &str) -> Result<()> {
    match configuration.member(member) {
        Some(Json::Array(list)) if list.iter().any(|it| it.as_str().is_some()) => metadata(
            format!("sharding_indexed: {member} contains a short-hand name"),
        ),
        _ => Ok(()),
    }
}

pub(crate) const LIST: &[Permitted] = &[
    Permitted {
        name: "inner-chunk-up-to-its-elements",
        open: "inner-chunk-beyond-its-elements",
        does: "reads the elements of an inner chunk whose entry goes on behind the end of the shard",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::sharding_inner_chunk(
            |_, codec, index, i, shard| {
                inner_chunk(index, i, shard)
                    .or_else(|error| elements_at(codec, index, i, shard)?.map(Some).ok_or(error))
            },
        )],
    },
    Permitted {
        name: "inner-chunks-apart",
        open: "overlapping-inner-chunks",
        does: "refuses a shard in which the bytes of two inner chunks overlap",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::sharding_index_decode(|steps, codec, shard| {
            let index = sharding_indexed::index_decode(steps, codec, shard)?;
            if some_overlap(ranges(&index)?) {
                return refused("the bytes of two inner chunks overlap");
            }
            Ok(index)
        })],
    },
    Permitted {
        name: "index-apart",
        open: "inner-chunk-within-the-index",
        does: "refuses a shard in which an entry of the index names bytes of the index",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::sharding_index_decode(|steps, codec, shard| {
            let index = sharding_indexed::index_decode(steps, codec, shard)?;
            let of_index = range_of_index(steps, codec, shard)?;
            if ranges(&index)?.into_iter().any(|it| overlap(it, of_index)) {
                return refused("an entry names bytes of the index");
            }
            Ok(index)
        })],
    },
    Permitted {
        name: "no-short-hand-in-sharding",
        open: "short-hand-in-sharding",
        does: "refuses short-hand names among the codecs of a shard",
        editions: CURRENT,
        tendency: Tendency::Strict,
        replacements: &[
            Replacement::sharding_codecs(
                |steps, configuration, data_type, chunk_shape, fill_value| {
                    objects(configuration, "codecs")?;
                    sharding_indexed::codecs(
                        steps,
                        configuration,
                        data_type,
                        chunk_shape,
                        fill_value,
                    )
                },
            ),
            Replacement::sharding_index_codecs(|steps, configuration, chunks_per_shard| {
                objects(configuration, "index_codecs")?;
                sharding_indexed::index_codecs(steps, configuration, chunks_per_shard)
            }),
        ],
    },
];
