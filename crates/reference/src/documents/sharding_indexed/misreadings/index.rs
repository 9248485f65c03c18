//! Wrong readings of the index of a shard.

use super::configuration::index_codecs;
use crate::bytes::{Bytes, Endian};
use crate::chunk_array::positions;
use crate::codecs::Codec;
use crate::error::Error;
use crate::sharding_indexed::{
    self as sharding, EMPTY, IndexLocation, ShardingIndexed, set_word, word,
};
use crate::steps::{Replacement, Steps};
use crate::{ChunkArray, Result};

/// The index codecs, of which bytes has this byte order.
pub(super) const fn of_endian(endian: Endian) -> Replacement {
    match endian {
        Endian::Big => {
            Replacement::sharding_index_codecs(|steps, configuration, chunks_per_shard| {
                index_codecs(steps, configuration, chunks_per_shard, |codec| {
                    Some(bytes_as(codec, Endian::Big))
                })
            })
        }
        Endian::Little => {
            Replacement::sharding_index_codecs(|steps, configuration, chunks_per_shard| {
                index_codecs(steps, configuration, chunks_per_shard, |codec| {
                    Some(bytes_as(codec, Endian::Little))
                })
            })
        }
    }
}

pub(super) fn bytes_as(codec: Codec, endian: Endian) -> Codec {
    match codec {
        Codec::Bytes(bytes) => Codec::Bytes(Bytes {
            endian: Some(endian),
            ..bytes
        }),
        other => other,
    }
}

/// The index with every pair of words changed; `change` gets offset and nbytes.
pub(super) fn changed(
    index: &ChunkArray,
    change: impl Fn(u64, u64) -> (u64, u64),
) -> Result<ChunkArray> {
    let mut changed = index.clone();
    for i in positions(&index.shape[..index.shape.len() - 1]) {
        let (offset, nbytes) = change(word(index, &i, 0)?, word(index, &i, 1)?);
        set_word(&mut changed, &i, 0, offset)?;
        set_word(&mut changed, &i, 1, nbytes)?;
    }
    Ok(changed)
}

/// The shard that the literal reference writes, with another index of the same size.
pub(crate) fn with_index(
    steps: &Steps,
    codec: &ShardingIndexed,
    array: &ChunkArray,
    change: impl Fn(&ChunkArray) -> Result<ChunkArray>,
) -> Result<Vec<u8>> {
    let mut shard = sharding::encode(steps, codec, array)?;
    let index = change(&sharding::index_decode(steps, codec, &shard)?)?;
    let encoded = steps.encode(&codec.index_codecs, &index)?;
    let first = match codec.index_location {
        IndexLocation::Start => 0,
        IndexLocation::End => shard.len().saturating_sub(encoded.len()),
    };
    shard.splice(first..first + encoded.len(), encoded);
    Ok(shard)
}

/// The same elements in another order: the one in which position `[i, which]` takes the next.
pub(super) fn reordered(
    index: &ChunkArray,
    order: impl Fn(&[u64]) -> Vec<Vec<u64>>,
    is_read: bool,
) -> Result<ChunkArray> {
    let mut other = index.clone();
    for (literal, position) in positions(&index.shape).zip(order(&index.shape)) {
        if is_read {
            other.set(&position, index.get(&literal)?.clone())?;
        } else {
            other.set(&literal, index.get(&position)?.clone())?;
        }
    }
    Ok(other)
}

/// Inner chunks with the first dimension varying fastest.
pub(super) fn column_major(shape: &[u64]) -> Vec<Vec<u64>> {
    let (words, inner) = (&shape[shape.len() - 1..], &shape[..shape.len() - 1]);
    let reversed: Vec<u64> = inner.iter().rev().copied().collect();
    let mut order = Vec::new();
    for position in positions(&[&reversed[..], words].concat()) {
        let (i, which) = position.split_at(inner.len());
        let mut i = i.to_vec();
        i.reverse();
        order.push([&i[..], which].concat());
    }
    order
}

/// All offsets, and then all numbers of bytes.
pub(super) fn words_apart(shape: &[u64]) -> Vec<Vec<u64>> {
    let inner = &shape[..shape.len() - 1];
    let of = |which: u64| positions(inner).map(move |i| [&i[..], &[which]].concat());
    of(0).chain(of(1)).collect()
}

/// `nbytes` before `offset`.
pub(super) fn words_swapped(shape: &[u64]) -> Vec<Vec<u64>> {
    let inner = &shape[..shape.len() - 1];
    let pair = |i: Vec<u64>| [1, 0].map(|which| [&i[..], &[which]].concat());
    positions(inner).flat_map(pair).collect()
}

/// The offset counted from the first byte after an index at the start.
pub(super) fn after_index(codec: &ShardingIndexed) -> u64 {
    match codec.index_location {
        IndexLocation::Start => sharding::index_size(&codec.index_codecs).unwrap_or(0),
        IndexLocation::End => 0,
    }
}

pub(super) fn invalid<T>(message: &str) -> Result<T> {
    Err(Error::Codec(message.to_owned()))
}

/// The entry of an inner chunk, or nothing where it is empty.
pub(super) fn entry(index: &ChunkArray, i: &[u64]) -> Result<Option<(u64, u64)>> {
    let (offset, nbytes) = (word(index, i, 0)?, word(index, i, 1)?);
    Ok((offset != EMPTY || nbytes != EMPTY).then_some((offset, nbytes)))
}

/// All entries of inner chunks that are there, in the order of the index.
pub(super) fn entries(index: &ChunkArray) -> Result<Vec<(u64, u64)>> {
    let all = positions(&index.shape[..index.shape.len() - 1]);
    let found: Result<Vec<_>> = all.map(|i| entry(index, &i)).collect();
    Ok(found?.into_iter().flatten().collect())
}
