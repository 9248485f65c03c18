//! Wrong readings of the index of a shard.

use super::configuration::{index_codecs, rebuilt};
use crate::bytes::{Bytes, Endian};
use crate::chunk_array::positions;
use crate::codecs::{Codec, Kind};
use crate::error::Error;
use crate::misreading::{ACCEPTED, BOTH, Misreading};
use crate::sharding_indexed::{
    self as sharding, EMPTY, IndexLocation, ShardingIndexed, part, set_word, word,
};
use crate::steps::{Replacement, Steps};
use crate::{ChunkArray, Result};

/// The index codecs, of which bytes has this byte order.
const fn of_endian(endian: Endian) -> Replacement {
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

fn bytes_as(codec: Codec, endian: Endian) -> Codec {
    match codec {
        Codec::Bytes(_) => Codec::Bytes(Bytes {
            endian: Some(endian),
        }),
        other => other,
    }
}

/// The index with every pair of words changed; `change` gets offset and nbytes.
fn changed(index: &ChunkArray, change: impl Fn(u64, u64) -> (u64, u64)) -> Result<ChunkArray> {
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
fn reordered(
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
fn column_major(shape: &[u64]) -> Vec<Vec<u64>> {
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
fn words_apart(shape: &[u64]) -> Vec<Vec<u64>> {
    let inner = &shape[..shape.len() - 1];
    let of = |which: u64| positions(inner).map(move |i| [&i[..], &[which]].concat());
    of(0).chain(of(1)).collect()
}

/// `nbytes` before `offset`.
fn words_swapped(shape: &[u64]) -> Vec<Vec<u64>> {
    let inner = &shape[..shape.len() - 1];
    let pair = |i: Vec<u64>| [1, 0].map(|which| [&i[..], &[which]].concat());
    positions(inner).flat_map(pair).collect()
}

/// Replaces reading and writing of the index by another order of its words.
macro_rules! in_order {
    ($order:ident) => {
        &[
            Replacement::sharding_index_decode(|steps, codec, shard| {
                reordered(&sharding::index_decode(steps, codec, shard)?, $order, true)
            }),
            Replacement::sharding_encode(|steps, codec, array| {
                with_index(steps, codec, array, |index| reordered(index, $order, false))
            }),
        ]
    };
}

/// The offset counted from the first byte after an index at the start.
fn after_index(codec: &ShardingIndexed) -> u64 {
    match codec.index_location {
        IndexLocation::Start => sharding::index_size(&codec.index_codecs).unwrap_or(0),
        IndexLocation::End => 0,
    }
}

fn invalid<T>(message: &str) -> Result<T> {
    Err(Error::Codec(message.to_owned()))
}

/// The entry of an inner chunk, or nothing where it is empty.
fn entry(index: &ChunkArray, i: &[u64]) -> Result<Option<(u64, u64)>> {
    let (offset, nbytes) = (word(index, i, 0)?, word(index, i, 1)?);
    Ok((offset != EMPTY || nbytes != EMPTY).then_some((offset, nbytes)))
}

/// All entries of inner chunks that are there, in the order of the index.
fn entries(index: &ChunkArray) -> Result<Vec<(u64, u64)>> {
    let all = positions(&index.shape[..index.shape.len() - 1]);
    let found: Result<Vec<_>> = all.map(|i| entry(index, &i)).collect();
    Ok(found?.into_iter().flatten().collect())
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "index-big-endian",
        when: "the index of a shard is big endian, whatever its codecs say",
        requirements: &[
            "sharding-indexed.index-encoded",
            "sharding-indexed.index-codecs",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[of_endian(Endian::Big)],
    },
    Misreading {
        name: "index-little-endian",
        when: "the index of a shard is little endian, whatever its codecs say",
        requirements: &[
            "sharding-indexed.index-encoded",
            "sharding-indexed.index-codecs",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[of_endian(Endian::Little)],
    },
    Misreading {
        name: "index-codecs-are-inner-codecs",
        when: "the byte order of the index of a shard is that of its inner chunks",
        requirements: &[
            "sharding-indexed.index-codecs",
            "sharding-indexed.index-encoded",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_codecs(
            |steps, configuration, chunks_per_shard| {
                let inner = configuration.member("codecs").map(ToString::to_string);
                let is_big = inner.is_some_and(|it| it.contains("big"));
                let endian = if is_big { Endian::Big } else { Endian::Little };
                index_codecs(steps, configuration, chunks_per_shard, |codec| {
                    Some(bytes_as(codec, endian))
                })
            },
        )],
    },
    Misreading {
        name: "index-untransposed",
        when: "a transpose among the codecs of the index is not applied",
        requirements: &[
            "sharding-indexed.index-encoded",
            "sharding-indexed.index-codecs",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_codecs(
            |steps, configuration, chunks_per_shard| {
                index_codecs(steps, configuration, chunks_per_shard, |codec| {
                    (codec.kind() != Kind::ArrayToArray).then_some(codec)
                })
            },
        )],
    },
    Misreading {
        name: "index-without-checksum",
        when: "the index of a shard has no checksum, whatever its codecs say",
        requirements: &[
            "sharding-indexed.index-encoded",
            "sharding-indexed.index-size",
            "sharding-indexed.index-codecs",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_codecs(
            |steps, configuration, chunks_per_shard| {
                index_codecs(steps, configuration, chunks_per_shard, |codec| {
                    (codec.kind() != Kind::BytesToBytes).then_some(codec)
                })
            },
        )],
    },
    Misreading {
        name: "index-checksum-not-verified",
        when: "the checksum of the index of a shard is skipped, and not compared",
        requirements: &["sharding-indexed.index-encoded"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_decode(|steps, codec, shard| {
            let size = sharding::index_size(&codec.index_codecs)?;
            let first = match codec.index_location {
                IndexLocation::Start => 0,
                IndexLocation::End => (shard.len() as u64).saturating_sub(size),
            };
            let to_array = codec.index_codecs.codecs.iter();
            let to_array = to_array.filter(|it| it.kind() != Kind::BytesToBytes);
            let chain = rebuilt(steps, &codec.index_codecs, to_array.cloned().collect())?;
            match part(shard, first, sharding::index_size(&chain)?) {
                Some(encoded) => steps.decode(&chain, encoded),
                None => invalid("the shard is shorter than its index"),
            }
        })],
    },
    Misreading {
        name: "index-column-major",
        when: "the index of a shard has its inner chunks with the first dimension varying fastest",
        requirements: &[
            "sharding-indexed.index-shape",
            "sharding-indexed.index-entries",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: in_order!(column_major),
    },
    Misreading {
        name: "index-words-apart",
        when: "the index of a shard has all offsets first, and then all numbers of bytes",
        requirements: &[
            "sharding-indexed.index-shape",
            "sharding-indexed.index-entries",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: in_order!(words_apart),
    },
    Misreading {
        name: "index-words-swapped",
        when: "the index of a shard has the number of bytes before the offset",
        requirements: &[
            "sharding-indexed.index-entries",
            "sharding-indexed.offset-nbytes",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: in_order!(words_swapped),
    },
    Misreading {
        name: "offset-after-index",
        when: "offsets in a shard are counted from the end of an index at the start",
        requirements: &["sharding-indexed.offset-nbytes"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::sharding_inner_chunk(|_, codec, index, i, shard| {
                let first = after_index(codec);
                let index = changed(index, |offset, nbytes| match (offset, nbytes) {
                    (EMPTY, EMPTY) => (offset, nbytes),
                    _ => (offset.saturating_add(first), nbytes),
                })?;
                sharding::inner_chunk(&index, i, shard)
            }),
            Replacement::sharding_encode(|steps, codec, array| {
                let first = after_index(codec);
                with_index(steps, codec, array, |index| {
                    changed(index, |offset, nbytes| {
                        (offset.saturating_sub(first), nbytes)
                    })
                })
            }),
        ],
    },
    Misreading {
        name: "nbytes-is-end",
        when: "the second word of an entry is where the inner chunk ends, not its length",
        requirements: &["sharding-indexed.offset-nbytes"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::sharding_inner_chunk(|_, _, index, i, shard| match entry(index, i)? {
                None => Ok(None),
                Some((offset, end)) => {
                    let found = end
                        .checked_sub(offset)
                        .and_then(|nbytes| part(shard, offset, nbytes));
                    found.map_or_else(
                        || invalid("an inner chunk ends before it begins"),
                        |it| Ok(Some(it.to_vec())),
                    )
                }
            }),
            Replacement::sharding_encode(|steps, codec, array| {
                with_index(steps, codec, array, |index| {
                    changed(index, |offset, nbytes| (offset, offset + nbytes))
                })
            }),
        ],
    },
    Misreading {
        name: "inner-chunks-in-order",
        when: "inner chunks of a shard are read one after the other, wherever their offsets are",
        requirements: &[
            "sharding-indexed.any-order-read",
            "sharding-indexed.offset-nbytes",
            "sharding-indexed.unused-space",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_inner_chunk(
            |_, codec, index, i, shard| {
                let mut offset = after_index(codec);
                for earlier in positions(&index.shape[..index.shape.len() - 1]) {
                    let Some((_, nbytes)) = entry(index, &earlier)? else {
                        if earlier == i {
                            return Ok(None);
                        }
                        continue;
                    };
                    if earlier == i {
                        let found = part(shard, offset, nbytes);
                        return found.map_or_else(
                            || invalid("beyond the shard"),
                            |it| Ok(Some(it.to_vec())),
                        );
                    }
                    offset = offset.saturating_add(nbytes);
                }
                Ok(None)
            },
        )],
    },
    Misreading {
        name: "order-of-inner-chunks-demanded",
        when: "a shard whose inner chunks do not lie in lexicographical order is refused",
        requirements: &["sharding-indexed.any-order-read"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_decode(|steps, codec, shard| {
            let index = sharding::index_decode(steps, codec, shard)?;
            if entries(&index)?.is_sorted_by_key(|(offset, _)| *offset) {
                Ok(index)
            } else {
                invalid("inner chunks are out of order")
            }
        })],
    },
    Misreading {
        name: "unused-space-refused",
        when: "a shard with unused space is refused",
        requirements: &["sharding-indexed.unused-space"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_decode(|steps, codec, shard| {
            let index = sharding::index_decode(steps, codec, shard)?;
            let size = sharding::index_size(&codec.index_codecs)?;
            let used = entries(&index)?
                .iter()
                .fold(size, |used, (_, nbytes)| used.saturating_add(*nbytes));
            if used < shard.len() as u64 {
                return invalid("some space of the shard is unused");
            }
            Ok(index)
        })],
    },
    Misreading {
        name: "unused-space-before-index-skipped",
        when: "an index at the end of a shard is looked for right after the last inner chunk of a \
            shard without empty ones",
        requirements: &[
            "sharding-indexed.index-location",
            "sharding-indexed.unused-space",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_decode(|steps, codec, shard| {
            let size = sharding::index_size(&codec.index_codecs)?;
            let inner = codec.codecs.representations.last();
            let length = match inner {
                Some(crate::codecs::Representation::Bytes {
                    length: Some(length),
                }) => *length,
                _ => return sharding::index_decode(steps, codec, shard),
            };
            let number = match codec.index_codecs.representations.first() {
                Some(crate::codecs::Representation::Array { shape, .. }) => {
                    shape.iter().product::<u64>() / 2
                }
                _ => 0,
            };
            let end = length.saturating_mul(number).saturating_add(size);
            if codec.index_location == IndexLocation::Start || end >= shard.len() as u64 {
                return sharding::index_decode(steps, codec, shard);
            }
            match part(shard, 0, end) {
                Some(shorter) => sharding::index_decode(steps, codec, shorter),
                None => sharding::index_decode(steps, codec, shard),
            }
        })],
    },
    Misreading {
        name: "offset-of-32-bits",
        when: "only the lowest 32 bits of an offset in a shard count",
        requirements: &[
            "sharding-indexed.offset-nbytes",
            "sharding-indexed.index-shape",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_decode(|steps, codec, shard| {
            changed(
                &sharding::index_decode(steps, codec, shard)?,
                |offset, nbytes| match (offset, nbytes) {
                    (EMPTY, EMPTY) => (offset, nbytes),
                    _ => (offset & 0xffff_ffff, nbytes),
                },
            )
        })],
    },
    Misreading {
        name: "range-in-shard-wraps-around",
        when: "the end of an inner chunk is computed modulo 2^64, so that one that begins near 2^64 \
            seems to lie in the shard",
        requirements: &["sharding-indexed.offset-nbytes"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_inner_chunk(
            |_, _, index, i, shard| {
                let Some((offset, nbytes)) = entry(index, i)? else {
                    return Ok(None);
                };
                let end = offset.wrapping_add(nbytes);
                if end > shard.len() as u64 {
                    return invalid("beyond the shard");
                }
                let offset = if offset > end {
                    offset % (shard.len() as u64).max(1)
                } else {
                    offset
                };
                let bytes = (0..nbytes.min(1 << 20)).map(|at| {
                    let place = usize::try_from(offset.wrapping_add(at)).unwrap_or(0);
                    shard[place % shard.len()]
                });
                Ok(Some(bytes.collect()))
            },
        )],
    },
];
