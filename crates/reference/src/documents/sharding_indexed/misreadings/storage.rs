//! Wrong readings of arrays of which the chunks are shards: at borders, and when a part of a shard is
//! written.

use std::collections::BTreeMap;

use super::configuration::rebuilt;
use super::inner_chunks::resized;
use crate::array_metadata::ArrayMetadata;
use crate::bytes::{Bytes, Endian};
use crate::chunk_array::positions;
use crate::codecs::{Chain, Codec, Representation};
use crate::crc32c::Crc32c;
use crate::documents::transpose::misreadings::{decoded_by, encoded_by, inverse};
use crate::misreading::{ACCEPTED, Misreading, STORES};
use crate::sharding_indexed::{self as sharding, ShardingIndexed};
use crate::steps::{Replacement, Steps};
use crate::store::Store;
use crate::{ChunkArray, DataType, Element, Result, storage};

/// The only codec of an array of shards.
pub(crate) fn sharding_of(array: &ArrayMetadata) -> Option<&ShardingIndexed> {
    match array.codec_list() {
        [Codec::ShardingIndexed(codec)] => Some(codec),
        _ => None,
    }
}

/// A chunk over which a part of a region is written.
struct Update<'a> {
    codec: &'a ShardingIndexed,
    /// The chunk as it was.
    before: &'a ChunkArray,
    /// The chunk as it would become.
    after: &'a ChunkArray,
    /// The positions that are written.
    written: &'a [Vec<u64>],
}

impl Update<'_> {
    fn writes(&self, position: &Vec<u64>) -> bool {
        self.written.contains(position)
    }

    /// Whether some element is written to the inner chunk of this one.
    fn touches(&self, position: &[u64]) -> bool {
        let inner = inner_chunk_of(self.codec, position);
        let mut written = self.written.iter();
        written.any(|it| inner_chunk_of(self.codec, it) == inner)
    }

    /// Whether the element was the fill value.
    fn was_empty(&self, position: &[u64]) -> Result<bool> {
        Ok(*self.before.get(position)? == self.codec.fill_value)
    }
}

/// Writes a region by chunks; `other` gives the element that stands at a position in place of what was written or
/// was there.
fn written_by_chunks(
    steps: &Steps,
    store: &mut dyn Store,
    array: &ArrayMetadata,
    start: &[u64],
    region: &ChunkArray,
    other: impl Fn(&Update<'_>, &Vec<u64>) -> Result<Option<Element>>,
) -> Result<()> {
    let Some(codec) = sharding_of(array) else {
        return storage::write_region(steps, store, array, start, region);
    };
    storage::check_extent(&array.shape, start, &region.shape)?;
    let mut written = BTreeMap::<Vec<u64>, Vec<(Vec<u64>, &Element)>>::new();
    for (place, element) in positions(&region.shape).zip(&region.elements) {
        let coordinates: Vec<u64> = start.iter().zip(place).map(|(s, p)| s + p).collect();
        let index = array.chunk_grid.chunk_index(steps, &coordinates);
        let within = array.chunk_grid.position_in_chunk(steps, &coordinates);
        written.entry(index).or_default().push((within, element));
    }
    for (index, written) in written {
        let before = steps.read_chunk(store, array, &index)?;
        let mut after = before.clone();
        for (position, element) in &written {
            after.set(position, (*element).clone())?;
        }
        let update = Update {
            codec,
            before: &before,
            after: &after,
            written: &written.into_iter().map(|it| it.0).collect::<Vec<_>>(),
        };
        let mut chunk = after.clone();
        for position in positions(&after.shape) {
            if let Some(element) = other(&update, &position)? {
                chunk.set(&position, element)?;
            }
        }
        steps.write_chunk(store, array, &index, &chunk)?;
    }
    Ok(())
}

/// The inner chunk with the element at a position.
pub(crate) fn inner_chunk_of(codec: &ShardingIndexed, position: &[u64]) -> Vec<u64> {
    position
        .iter()
        .zip(&codec.chunk_shape)
        .map(|(p, length)| p / length)
        .collect()
}

/// The codec for shards of another shape.
fn of_shape(steps: &Steps, codec: &ShardingIndexed, shape: &[u64]) -> Result<ShardingIndexed> {
    let chunks_per_shard = sharding::chunks_per_shard(shape, &codec.chunk_shape)?;
    let index = Representation::Array {
        data_type: DataType::UINT64,
        shape: [&chunks_per_shard[..], &[2]].concat(),
        fill_value: Element::Bits(sharding::EMPTY),
    };
    let index_codecs = Chain {
        codecs: Vec::new(),
        representations: vec![index],
    };
    Ok(ShardingIndexed {
        index_codecs: rebuilt(steps, &index_codecs, codec.index_codecs.codecs.clone())?,
        ..codec.clone()
    })
}

/// The shape of a shard of which only the inner chunks that begin within the array are counted.
fn trimmed(array: &ArrayMetadata, codec: &ShardingIndexed, chunk_index: &[u64]) -> Vec<u64> {
    let chunk_shape = array.chunk_grid.chunk_shape(chunk_index);
    let lengths = (0..chunk_index.len()).map(|d| {
        let inside = array.shape[d].saturating_sub(chunk_index[d] * chunk_shape[d]);
        let inside = inside.min(chunk_shape[d]);
        inside.div_ceil(codec.chunk_shape[d]) * codec.chunk_shape[d]
    });
    lengths.collect()
}

/// Whether a region of this shape is a part of an array of shards.
pub(crate) fn is_part(array: &ArrayMetadata, shape: &[u64]) -> bool {
    let is_sharding = |codec: &Codec| matches!(codec, Codec::ShardingIndexed(_));
    *shape != array.shape && array.codec_list().iter().any(is_sharding)
}

/// The index as one of little endian words with a checksum.
fn plain_index(steps: &Steps, codec: &ShardingIndexed, shard: &[u8]) -> Result<ChunkArray> {
    let little = Bytes {
        endian: Some(Endian::Little),
        has_unused_bits: false,
    };
    let plain = vec![Codec::Bytes(little), Codec::Crc32c(Crc32c)];
    let codec = ShardingIndexed {
        index_codecs: rebuilt(steps, &codec.index_codecs, plain)?,
        ..codec.clone()
    };
    sharding::index_decode(steps, &codec, shard)
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "index-trimmed-at-border",
        when: "the index of a shard at the border has no entries for inner chunks beyond the array",
        requirements: &["sharding-indexed.index-full-shape"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[
            Replacement::read_chunk(|steps, store, array, chunk_index| {
                let key = array.chunk_key(steps, chunk_index);
                let (Some(codec), Some(encoded)) = (sharding_of(array), store.get(&key)?) else {
                    return storage::read_chunk(steps, store, array, chunk_index);
                };
                let shape = trimmed(array, codec, chunk_index);
                let codec = of_shape(steps, codec, &shape)?;
                let decoded = steps.sharding_decode(&codec, &encoded, array.data_type, &shape)?;
                let chunk_shape = array.chunk_grid.chunk_shape(chunk_index);
                resized(&decoded, &chunk_shape, &array.fill_value)
            }),
            Replacement::write_chunk(|steps, store, array, chunk_index, chunk| {
                let Some(codec) = sharding_of(array) else {
                    return storage::write_chunk(steps, store, array, chunk_index, chunk);
                };
                let shape = trimmed(array, codec, chunk_index);
                let codec = of_shape(steps, codec, &shape)?;
                let chunk = resized(chunk, &shape, &array.fill_value)?;
                let encoded = steps.sharding_encode(&codec, &chunk)?;
                store.set(&array.chunk_key(steps, chunk_index), encoded)
            }),
        ],
    },
    Misreading {
        name: "update-drops-inner-chunks",
        when: "inner chunks of a shard beside a region that is written are lost",
        requirements: &[
            "sharding-indexed.order-not-expected",
            "codecs.encoding-procedure",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::write_region(
            |steps, store, array, start, region| {
                written_by_chunks(steps, store, array, start, region, |update, position| {
                    let is_dropped = !update.touches(position);
                    Ok(is_dropped.then(|| update.codec.fill_value.clone()))
                })
            },
        )],
    },
    Misreading {
        name: "update-drops-elements-of-inner-chunks",
        when: "other elements of an inner chunk become the fill value where a part of it is written",
        requirements: &["sharding-indexed.codecs", "codecs.encoding-procedure"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::write_region(
            |steps, store, array, start, region| {
                written_by_chunks(steps, store, array, start, region, |update, position| {
                    let is_dropped = update.touches(position) && !update.writes(position);
                    Ok(is_dropped.then(|| update.codec.fill_value.clone()))
                })
            },
        )],
    },
    Misreading {
        name: "update-of-shard-leaves-index",
        when: "a region written over inner chunks that are stored leaves their entries in the index, \
            and so the old elements",
        requirements: &[
            "sharding-indexed.offset-nbytes",
            "codecs.encoding-procedure",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::write_region(
            |steps, store, array, start, region| {
                written_by_chunks(steps, store, array, start, region, |update, position| {
                    let before = update.before.get(position)?;
                    Ok((!update.was_empty(position)?).then(|| before.clone()))
                })
            },
        )],
    },
    Misreading {
        name: "update-to-fill-value-skipped",
        when: "an inner chunk over which the fill value is written keeps its old elements",
        requirements: &[
            "sharding-indexed.empty-inner-chunk",
            "codecs.encoding-procedure",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::write_region(
            |steps, store, array, start, region| {
                written_by_chunks(steps, store, array, start, region, |update, position| {
                    let is_skipped = update.writes(position)
                        && *update.after.get(position)? == update.codec.fill_value;
                    let before = update.before.get(position)?;
                    Ok(is_skipped.then(|| before.clone()))
                })
            },
        )],
    },
    Misreading {
        name: "update-of-empty-inner-chunk-fills-with-zero",
        when: "elements beside those that are written to an empty inner chunk become zero, whatever the \
            fill value",
        requirements: &["sharding-indexed.fill-value", "codecs.encoding-procedure"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::write_region(
            |steps, store, array, start, region| {
                written_by_chunks(steps, store, array, start, region, |update, position| {
                    let is_beside = update.touches(position) && !update.writes(position);
                    let is_zero = is_beside && update.was_empty(position)?;
                    Ok(is_zero.then(|| Element::zero(update.after.data_type)))
                })
            },
        )],
    },
    Misreading {
        name: "region-confined-to-first-inner-chunk",
        when: "a region that crosses inner chunks is read from the first one, as if it went on",
        requirements: &[
            "sharding-indexed.offset-nbytes",
            "sharding-indexed.index-entries",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::read_region(
            |steps, store, array, start, shape| {
                let mut region = storage::read_region(steps, store, array, start, shape)?;
                let Some(codec) = sharding_of(array).filter(|_| *shape != array.shape) else {
                    return Ok(region);
                };
                let first = inner_chunk_of(codec, start);
                for position in positions(shape) {
                    let at: Vec<u64> = (0..start.len()).map(|d| start[d] + position[d]).collect();
                    if inner_chunk_of(codec, &at) != first {
                        let within = (0..start.len()).map(|d| {
                            let length = codec.chunk_shape[d];
                            (first[d] * length + at[d] % length).min(array.shape[d] - 1)
                        });
                        let within: Vec<u64> = within.collect();
                        let ones = vec![1; within.len()];
                        let read = storage::read_region(steps, store, array, &within, &ones)?;
                        region.set(&position, read.elements[0].clone())?;
                    }
                }
                Ok(region)
            },
        )],
    },
    Misreading {
        name: "region-of-shard-inverts-orders",
        when: "orders are applied inverted where a region of an array of shards is read: of shards, of inner \
            chunks and of the index",
        requirements: &["sharding-indexed.codecs", "sharding-indexed.index-codecs"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::read_region(
            |steps, store, array, start, shape| {
                let inverted = [Replacement::transpose_decode(|_, array, shape, order| {
                    decoded_by(array, shape, &inverse(order))
                })];
                let replaced: &[_] = if is_part(array, shape) {
                    &inverted
                } else {
                    &[]
                };
                storage::read_region(&steps.clone().with(replaced), store, array, start, shape)
            },
        )],
    },
    Misreading {
        name: "index-of-region-is-plain",
        when: "where a region of an array of shards is read, the index is little endian with a checksum, \
            whatever its codecs say",
        requirements: &[
            "sharding-indexed.index-codecs",
            "sharding-indexed.index-size",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::read_region(
            |steps, store, array, start, shape| {
                let plain = [Replacement::sharding_index_decode(plain_index)];
                let replaced: &[_] = if is_part(array, shape) { &plain } else { &[] };
                storage::read_region(&steps.clone().with(replaced), store, array, start, shape)
            },
        )],
    },
    Misreading {
        name: "update-of-shard-inverts-orders",
        when: "orders are applied inverted where a part of an array of shards is written: of shards, of inner \
            chunks and of the index",
        requirements: &[
            "sharding-indexed.codecs",
            "sharding-indexed.index-codecs",
            "codecs.encoding-procedure",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::write_region(
            |steps, store, array, start, region| {
                let inverted = [Replacement::transpose_encode(|_, array, order| {
                    encoded_by(array, order, &inverse(order))
                })];
                let replaced: &[_] = if is_part(array, &region.shape) {
                    &inverted
                } else {
                    &[]
                };
                storage::write_region(&steps.clone().with(replaced), store, array, start, region)
            },
        )],
    },
];
