//! Wrong readings of the inner chunks of a shard: of those that are empty or damaged, and of codecs
//! before, in and after the sharding codec.

use crate::chunk_array::positions;
use crate::codecs::{self, Codec, Representation};
use crate::error::Error;
use crate::misreading::{ACCEPTED, BOTH, Misreading};
use crate::sharding_indexed::{self as sharding, EMPTY, ShardingIndexed, part, word};
use crate::steps::{Replacement, Steps};
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
fn decoded_with_fill(
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
fn fixed_length(codec: &ShardingIndexed) -> Option<u64> {
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
fn split(list: &[Json]) -> Option<(&[Json], &Json, &[Json])> {
    let name =
        |entry: &Json| entry.member("name").and_then(Json::as_str) == Some("sharding_indexed");
    let at = list.iter().position(name)?;
    let configuration = list[at].member("configuration")?;
    Some((&list[..at], configuration, &list[at + 1..]))
}

/// An entry for sharding, with the list of codecs of inner chunks changed.
fn sharding_entry(configuration: &Json, change: impl Fn(&[Json]) -> Vec<Json>) -> Option<Json> {
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

fn is_transpose(entry: &Json) -> bool {
    entry.member("name").and_then(Json::as_str) == Some("transpose")
}

/// The list with transposes before a shard applied to its inner chunks instead.
fn transposes_inside(list: &[Json]) -> Option<Vec<Json>> {
    let (before, configuration, after) = split(list)?;
    let entry = sharding_entry(configuration, |inner| [before, inner].concat())?;
    Some([&[entry], after].concat())
}

/// The list with transposes of inner chunks applied to the shard instead.
fn transposes_outside(list: &[Json]) -> Option<Vec<Json>> {
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
fn after_inside(list: &[Json]) -> Option<Vec<Json>> {
    let (before, configuration, after) = split(list)?;
    let entry = sharding_entry(configuration, |inner| [inner, after].concat())?;
    Some([before, &[entry]].concat())
}

/// The list with codecs of bytes of inner chunks applied to the shard instead.
fn inside_after(list: &[Json]) -> Option<Vec<Json>> {
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
fn without_after(list: &[Json]) -> Option<Vec<Json>> {
    let (before, _, after) = split(list)?;
    Some(list[..list.len() - after.len()].to_vec()).filter(|_| before.len() < list.len())
}

/// The list without the codecs before sharding.
fn without_before(list: &[Json]) -> Option<Vec<Json>> {
    let (before, _, _) = split(list)?;
    Some(list[before.len()..].to_vec())
}

/// Replaces the list of codecs by another; where that one is refused, it is the literal one.
macro_rules! list_as {
    ($change:ident) => {
        &[Replacement::chain(
            |steps, list, data_type, shape, fill_value| match $change(list) {
                Some(changed) => codecs::chain(steps, &changed, data_type, shape, fill_value)
                    .or_else(|_| codecs::chain(steps, list, data_type, shape, fill_value)),
                None => codecs::chain(steps, list, data_type, shape, fill_value),
            },
        )]
    };
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "empty-inner-chunk-is-zero",
        when: "inner chunks that are empty are read as zero, whatever the fill value",
        requirements: &["sharding-indexed.fill-value"],
        editions: ACCEPTED,
        through: crate::misreading::STORES,
        replacements: &[Replacement::sharding_decode(
            |steps, codec, bytes, data_type, shape| {
                decoded_with_fill(
                    steps,
                    codec,
                    bytes,
                    shape,
                    Element::zero(data_type),
                    data_type,
                )
            },
        )],
    },
    Misreading {
        name: "empty-inner-chunk-has-first-byte-of-fill",
        when: "inner chunks that are empty are filled with only the lowest byte of the fill value",
        requirements: &["sharding-indexed.fill-value"],
        editions: ACCEPTED,
        through: crate::misreading::STORES,
        replacements: &[Replacement::sharding_decode(
            |steps, codec, bytes, data_type, shape| {
                let fill_value = match &codec.fill_value {
                    Element::Bits(bits) => Element::Bits(bits & 0xff),
                    Element::Complex { real, .. } => Element::Complex {
                        real: *real,
                        imaginary: 0,
                    },
                    Element::Raw(_) => Element::zero(data_type),
                };
                decoded_with_fill(steps, codec, bytes, shape, fill_value, data_type)
            },
        )],
    },
    Misreading {
        name: "empty-inner-chunk-refused",
        when: "a shard with an empty inner chunk is refused",
        requirements: &["sharding-indexed.empty-inner-chunk"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_inner_chunk(
            |_, _, index, i, shard| match sharding::inner_chunk(index, i, shard)? {
                None => Err(Error::Codec("an inner chunk is missing".to_owned())),
                found => Ok(found),
            },
        )],
    },
    Misreading {
        name: "empty-inner-chunk-by-zeros",
        when: "an inner chunk of no bytes is empty",
        requirements: &["sharding-indexed.empty-inner-chunk"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_inner_chunk(
            |_, _, index, i, shard| match word(index, i, 1)? {
                0 => Ok(None),
                _ => sharding::inner_chunk(index, i, shard),
            },
        )],
    },
    Misreading {
        name: "empty-inner-chunk-is-last",
        when: "an inner chunk that is empty is taken from the end of the data",
        requirements: &[
            "sharding-indexed.empty-inner-chunk",
            "sharding-indexed.fill-value",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_inner_chunk(
            |_, codec, index, i, shard| {
                let found = sharding::inner_chunk(index, i, shard)?;
                let length = fixed_length(codec).and_then(|it| usize::try_from(it).ok());
                Ok(found.or_else(|| {
                    let first = shard.len().checked_sub(length?)?;
                    Some(shard[first..].to_vec())
                }))
            },
        )],
    },
    Misreading {
        name: "inner-chunk-beyond-shard-is-empty",
        when: "inner chunks that do not lie in the shard are empty",
        requirements: &[
            "sharding-indexed.offset-nbytes",
            "sharding-indexed.empty-inner-chunk",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_inner_chunk(
            |_, _, index, i, shard| {
                unless_empty(index, i, |offset, nbytes| {
                    Ok(part(shard, offset, nbytes).map(<[u8]>::to_vec))
                })
            },
        )],
    },
    Misreading {
        name: "shard-without-index-is-empty",
        when: "a shard that is shorter than its index has nothing but empty inner chunks",
        requirements: &[
            "sharding-indexed.index-size",
            "sharding-indexed.index-full-shape",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_decode(
            |steps, codec, bytes, data_type, shape| {
                let size = sharding::index_size(&codec.index_codecs)?;
                if (bytes.len() as u64) < size {
                    return ChunkArray::filled(data_type, shape.to_vec(), &codec.fill_value);
                }
                sharding::decode(steps, codec, bytes, data_type, shape)
            },
        )],
    },
    Misreading {
        name: "shard-of-no-bytes-is-empty",
        when: "a shard of no bytes has nothing but empty inner chunks",
        requirements: &[
            "sharding-indexed.index-size",
            "sharding-indexed.index-full-shape",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_decode(
            |steps, codec, bytes, data_type, shape| {
                if bytes.is_empty() {
                    return ChunkArray::filled(data_type, shape.to_vec(), &codec.fill_value);
                }
                sharding::decode(steps, codec, bytes, data_type, shape)
            },
        )],
    },
    Misreading {
        name: "damaged-shard-is-empty",
        when: "inner chunks that cannot be decoded, and all of a shard whose index cannot, are the \
            fill value",
        requirements: &[
            "sharding-indexed.index-size",
            "sharding-indexed.index-encoded",
            "sharding-indexed.codecs",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::sharding_index_decode(|steps, codec, shard| {
                sharding::index_decode(steps, codec, shard).or_else(|_| {
                    let shape = match codec.index_codecs.representations.first() {
                        Some(Representation::Array { shape, .. }) => shape.clone(),
                        _ => Vec::new(),
                    };
                    ChunkArray::filled(DataType::Uint64, shape, &Element::Bits(EMPTY))
                })
            }),
            Replacement::sharding_inner_chunk(|steps, codec, index, i, shard| {
                let found = sharding::inner_chunk(index, i, shard).unwrap_or(None);
                Ok(found.filter(|it| steps.decode(&codec.codecs, it).is_ok()))
            }),
        ],
    },
    Misreading {
        name: "short-inner-chunk-padded",
        when: "bytes that an inner chunk lacks, or that the shard does not have, are zero",
        requirements: &["sharding-indexed.offset-nbytes", "sharding-indexed.codecs"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_inner_chunk(
            |_, codec, index, i, shard| {
                let length = fixed_length(codec).and_then(|it| usize::try_from(it).ok());
                unless_empty(index, i, |offset, nbytes| {
                    let Some(length) = length.filter(|_| nbytes < 1 << 32) else {
                        return sharding::inner_chunk(index, i, shard);
                    };
                    let end = offset.saturating_add(nbytes).min(shard.len() as u64);
                    let found = part(shard, offset, end.saturating_sub(offset)).unwrap_or_default();
                    let mut bytes = found.to_vec();
                    bytes.resize(bytes.len().max(length), 0);
                    Ok(Some(bytes))
                })
            },
        )],
    },
    Misreading {
        name: "nbytes-ignored",
        when: "an inner chunk whose codecs fix its length has that length, whatever the index says",
        requirements: &["sharding-indexed.offset-nbytes"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_inner_chunk(
            |_, codec, index, i, shard| {
                unless_empty(index, i, |offset, _| {
                    let found = fixed_length(codec).and_then(|length| part(shard, offset, length));
                    match found {
                        Some(found) => Ok(Some(found.to_vec())),
                        None => sharding::inner_chunk(index, i, shard),
                    }
                })
            },
        )],
    },
    Misreading {
        name: "transpose-before-shard-inside",
        when: "transposes before sharding are applied to each inner chunk",
        requirements: &[
            "sharding-indexed.codecs",
            "sharding-indexed.shard-shape",
            "codecs.applied-in-sequence",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: list_as!(transposes_inside),
    },
    Misreading {
        name: "transpose-in-shard-outside",
        when: "transposes of inner chunks are applied to the whole shard",
        requirements: &["sharding-indexed.codecs"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: list_as!(transposes_outside),
    },
    Misreading {
        name: "transpose-before-shard-ignored",
        when: "codecs before sharding are not applied",
        requirements: &["codecs.applied-in-sequence", "sharding-indexed.shard-shape"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: list_as!(without_before),
    },
    Misreading {
        name: "codecs-after-shard-inside",
        when: "codecs after sharding are applied to each inner chunk",
        requirements: &["codecs.applied-in-sequence", "sharding-indexed.codecs"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: list_as!(after_inside),
    },
    Misreading {
        name: "codecs-in-shard-after",
        when: "codecs on bytes of inner chunks are applied to the whole shard",
        requirements: &["sharding-indexed.codecs"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: list_as!(inside_after),
    },
    Misreading {
        name: "codecs-after-shard-ignored",
        when: "codecs after sharding are not applied",
        requirements: &["codecs.applied-in-sequence"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: list_as!(without_after),
    },
    Misreading {
        name: "codecs-after-shard-refused",
        when: "a list in which codecs come after sharding is refused",
        requirements: &["codecs.applied-in-sequence", "codecs.chain-form"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::chain_form(|steps, list| {
            let is_sharding = |codec: &Codec| matches!(codec, Codec::ShardingIndexed(_));
            if list.iter().rev().skip(1).any(is_sharding) {
                return Err(Error::Metadata("sharding is the last codec".to_owned()));
            }
            steps.text().chain_form(list)
        })],
    },
    Misreading {
        name: "inner-shape-divides-array-chunk",
        when: "an inner chunk shape has to divide the chunk of the array, not the shard that transposes \
            before sharding make of it",
        requirements: &[
            "sharding-indexed.shard-shape",
            "sharding-indexed.inner-shape-divides",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::chain(
            |steps, list, data_type, shape, fill_value| {
                if let Some((before, configuration, _)) = split(list)
                    && before.iter().any(is_transpose)
                {
                    let chunk_shape = sharding::chunk_shape(configuration)?;
                    sharding::chunks_per_shard(shape, &chunk_shape)?;
                }
                codecs::chain(steps, list, data_type, shape, fill_value)
            },
        )],
    },
    Misreading {
        name: "nested-offsets-in-outer-shard",
        when: "offsets in a shard within a shard are counted from the beginning of the outer one",
        requirements: &["sharding-indexed.offset-nbytes"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_decode(decoded_from_outer)],
    },
    Misreading {
        name: "inner-chunks-cut-in-one-row",
        when: "the elements of a shard are cut one after the other into inner chunks, whatever their \
            shape",
        requirements: &[
            "sharding-indexed.chunk-shape",
            "sharding-indexed.index-entries",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::sharding_encode(|steps, codec, array| {
                sharding::encode(steps, codec, &in_one_row(codec, array, true)?)
            }),
            Replacement::sharding_decode(|steps, codec, bytes, data_type, shape| {
                let array = sharding::decode(steps, codec, bytes, data_type, shape)?;
                in_one_row(codec, &array, false)
            }),
        ],
    },
    Misreading {
        name: "shards-without-dimensions-refused",
        when: "a shard without dimensions is refused",
        requirements: &[
            "sharding-indexed.chunks-per-shard",
            "sharding-indexed.chunk-shape",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_chunks_per_shard(
            |_, shard_shape, chunk_shape| {
                if shard_shape.is_empty() {
                    return Err(Error::Metadata("a shard has a dimension".to_owned()));
                }
                sharding::chunks_per_shard(shard_shape, chunk_shape)
            },
        )],
    },
    Misreading {
        name: "shards-of-one-inner-chunk-without-index",
        when: "a shard of one inner chunk has no index",
        requirements: &[
            "sharding-indexed.index-full-shape",
            "sharding-indexed.index-entries",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::sharding_encode(|steps, codec, array| {
                if array.shape == codec.chunk_shape {
                    return steps.encode(&codec.codecs, array);
                }
                sharding::encode(steps, codec, array)
            }),
            Replacement::sharding_decode(|steps, codec, bytes, data_type, shape| {
                if shape == codec.chunk_shape {
                    return steps.decode(&codec.codecs, bytes);
                }
                sharding::decode(steps, codec, bytes, data_type, shape)
            }),
        ],
    },
];

/// Decodes shards in a shard with their offsets counted in the outer one.
fn decoded_from_outer(
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
fn in_one_row(codec: &ShardingIndexed, array: &ChunkArray, to_inner: bool) -> Result<ChunkArray> {
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
