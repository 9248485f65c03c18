//! Wrong readings of the inner chunks of a shard: of those that are empty or damaged, and of codecs
//! before, in and after the sharding codec.

use crate::chunk_array::positions;
use crate::codecs::{self, Codec, Representation};
use crate::sharding_indexed::{self as sharding, EMPTY, ShardingIndexed, word};
use crate::steps::Steps;
use crate::{ChunkArray, DataType, Element, Json, Result};

/// The array cut to a shape, or with this element in what it did not have.
pub(crate) fn resized(array: &ChunkArray, shape: &[u64], element: &Element) -> Result<ChunkArray> {
    let mut resized = ChunkArray::filled(array.data_type, shape.to_vec(), element)?;
    for position in positions(shape) {
        if position
            .iter()
            .zip(&array.shape)
            .all(|(p, length)| p < length)
        {
            resized.set(&position, array.get(&position)?.clone())?;
        }
    }
    Ok(resized)
}

/// Shards are decoded as if this were the fill value, and encoded literally.
pub(super) fn decoded_with_fill(
    steps: &Steps,
    codec: &ShardingIndexed,
    bytes: &[u8],
    shape: &[u64],
    fill_value: Element,
    data_type: DataType,
) -> Result<ChunkArray> {
    let codec = ShardingIndexed {
        fill_value,
        ..codec.clone()
    };
    sharding::decode(steps, &codec, bytes, data_type, shape)
}

/// The number of bytes of an inner chunk, where its codecs fix it.
pub(super) fn fixed_length(codec: &ShardingIndexed) -> Option<u64> {
    match codec.codecs.representations.last() {
        Some(Representation::Bytes { length }) => *length,
        _ => None,
    }
}

/// The inner chunk by another reading of its entry: nothing is `offset` where it is empty.
pub(crate) fn unless_empty(
    index: &ChunkArray,
    i: &[u64],
    read: impl FnOnce(u64, u64) -> Result<Option<Vec<u8>>>,
) -> Result<Option<Vec<u8>>> {
    match (word(index, i, 0)?, word(index, i, 1)?) {
        (EMPTY, EMPTY) => Ok(None),
        (offset, nbytes) => read(offset, nbytes),
    }
}

/// A list in which sharding comes, as the entries before it, its configuration, those after it.
pub(super) fn split(list: &[Json]) -> Option<(&[Json], &Json, &[Json])> {
    let name =
        |entry: &Json| entry.member("name").and_then(Json::as_str) == Some("sharding_indexed");
    let at = list.iter().position(name)?;
    let configuration = list[at].member("configuration")?;
    Some((&list[..at], configuration, &list[at + 1..]))
}

/// An entry for sharding, with the list of codecs of inner chunks changed.
pub(super) fn sharding_entry(
    configuration: &Json,
    change: impl Fn(&[Json]) -> Vec<Json>,
) -> Option<Json> {
    let Json::Object(members) = configuration else {
        return None;
    };
    let mut members = members.clone();
    for (name, value) in &mut members {
        if let ("codecs", Json::Array(list)) = (name.as_str(), &value) {
            *value = Json::Array(change(list));
        }
    }
    Some(Json::Object(vec![
        (
            "name".to_owned(),
            Json::String("sharding_indexed".to_owned()),
        ),
        ("configuration".to_owned(), Json::Object(members)),
    ]))
}

pub(super) fn is_transpose(entry: &Json) -> bool {
    entry.member("name").and_then(Json::as_str) == Some("transpose")
}

/// The list with transposes before a shard applied to its inner chunks instead.
pub(super) fn transposes_inside(list: &[Json]) -> Option<Vec<Json>> {
    let (before, configuration, after) = split(list)?;
    let entry = sharding_entry(configuration, |inner| [before, inner].concat())?;
    Some([&[entry], after].concat())
}

/// The list with transposes of inner chunks applied to the shard instead.
pub(super) fn transposes_outside(list: &[Json]) -> Option<Vec<Json>> {
    let (before, configuration, after) = split(list)?;
    let Some(Json::Array(inner)) = configuration.member("codecs") else {
        return None;
    };
    let moved: Vec<Json> = inner
        .iter()
        .filter(|it| is_transpose(it))
        .cloned()
        .collect();
    let entry = sharding_entry(configuration, |inner| {
        inner
            .iter()
            .filter(|it| !is_transpose(it))
            .cloned()
            .collect()
    })?;
    Some([before, &moved, &[entry], after].concat())
}

/// The list with codecs after a shard applied to each inner chunk instead.
pub(super) fn after_inside(list: &[Json]) -> Option<Vec<Json>> {
    let (before, configuration, after) = split(list)?;
    let entry = sharding_entry(configuration, |inner| [inner, after].concat())?;
    Some([before, &[entry]].concat())
}

/// The list with codecs of bytes of inner chunks applied to the shard instead.
pub(super) fn inside_after(list: &[Json]) -> Option<Vec<Json>> {
    let (before, configuration, after) = split(list)?;
    let Some(Json::Array(inner)) = configuration.member("codecs") else {
        return None;
    };
    let is_bytes = |entry: &Json| {
        let name = entry.member("name").and_then(Json::as_str);
        name.and_then(codecs::kind_of) == Some(codecs::Kind::BytesToBytes)
    };
    let moved: Vec<Json> = inner.iter().filter(|it| is_bytes(it)).cloned().collect();
    let entry = sharding_entry(configuration, |inner| {
        inner.iter().filter(|it| !is_bytes(it)).cloned().collect()
    })?;
    Some([before, &[entry], &moved, after].concat())
}

/// The list with the codecs that are not sharding, where there are some, left out.
pub(super) fn without_after(list: &[Json]) -> Option<Vec<Json>> {
    let (before, _, after) = split(list)?;
    Some(list[..list.len() - after.len()].to_vec()).filter(|_| before.len() < list.len())
}

/// The list without the codecs before sharding.
pub(super) fn without_before(list: &[Json]) -> Option<Vec<Json>> {
    let (before, _, _) = split(list)?;
    Some(list[before.len()..].to_vec())
}

/// Decodes shards in a shard with their offsets counted in the outer one.
pub(super) fn decoded_from_outer(
    steps: &Steps,
    codec: &ShardingIndexed,
    bytes: &[u8],
    data_type: DataType,
    shape: &[u64],
) -> Result<ChunkArray> {
    let [Codec::ShardingIndexed(inner)] = &codec.codecs.codecs[..] else {
        return sharding::decode(steps, codec, bytes, data_type, shape);
    };
    let index = steps.sharding_index_decode(codec, bytes)?;
    let mut shard = ChunkArray::filled(data_type, shape.to_vec(), &codec.fill_value)?;
    for i in positions(&sharding::chunks_per_shard(shape, &codec.chunk_shape)?) {
        let Some(encoded) = steps.sharding_inner_chunk(codec, &index, &i, bytes)? else {
            continue;
        };
        let inner_index = steps.sharding_index_decode(inner, &encoded)?;
        for j in positions(&sharding::chunks_per_shard(
            &codec.chunk_shape,
            &inner.chunk_shape,
        )?) {
            let Some(encoded) = steps.sharding_inner_chunk(inner, &inner_index, &j, bytes)? else {
                continue;
            };
            let inner_chunk = steps.decode(&inner.codecs, &encoded)?;
            for position in positions(&inner.chunk_shape) {
                let place = (0..i.len()).map(|d| {
                    i[d] * codec.chunk_shape[d] + j[d] * inner.chunk_shape[d] + position[d]
                });
                let place: Vec<u64> = place.collect();
                shard.set(&place, inner_chunk.get(&position)?.clone())?;
            }
        }
    }
    Ok(shard)
}

/// The elements of a shard in lexicographical order, taken for those of its inner chunks one after
/// the other; or the other way round.
pub(super) fn in_one_row(
    codec: &ShardingIndexed,
    array: &ChunkArray,
    to_inner: bool,
) -> Result<ChunkArray> {
    let chunks_per_shard = sharding::chunks_per_shard(&array.shape, &codec.chunk_shape)?;
    let of_inner = positions(&chunks_per_shard).flat_map(|i| {
        positions(&codec.chunk_shape)
            .map(|position| {
                (0..i.len())
                    .map(|d| i[d] * codec.chunk_shape[d] + position[d])
                    .collect()
            })
            .collect::<Vec<Vec<u64>>>()
    });
    let mut moved = array.clone();
    for (in_row, in_inner) in positions(&array.shape).zip(of_inner) {
        if to_inner {
            moved.set(&in_inner, array.get(&in_row)?.clone())?;
        } else {
            moved.set(&in_row, array.get(&in_inner)?.clone())?;
        }
    }
    Ok(moved)
}
