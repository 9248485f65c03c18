//! Wrong readings of several regions that are written one after the other. What an implementation keeps in
//! memory from one request to the next, these keep in the store, beside the chunks and under keys of no chunk.

use std::collections::BTreeSet;

use crate::array_metadata::ArrayMetadata;
use crate::chunk_array::positions;
use crate::codecs::Chain;
use crate::documents::sharding_indexed::misreadings::storage::{inner_chunk_of, sharding_of};
use crate::misreading::{ACCEPTED, Misreading, STORES};
use crate::steps::{Replacement, Steps};
use crate::store::{MemoryStore, Store};
use crate::{ChunkArray, Result, storage};

/// Where something about a chunk is kept. No bytes stand for a chunk that is not stored: no chunk is encoded
/// in none.
fn beside(steps: &Steps, array: &ArrayMetadata, chunk_index: &[u64], what: &str) -> String {
    format!("{}.{what}", array.chunk_key(steps, chunk_index))
}

/// The chunks with elements of a region.
fn touched(
    steps: &Steps,
    array: &ArrayMetadata,
    start: &[u64],
    shape: &[u64],
) -> BTreeSet<Vec<u64>> {
    let index = |position: Vec<u64>| {
        let coordinates: Vec<u64> = start.iter().zip(position).map(|(s, p)| s + p).collect();
        array.chunk_grid.chunk_index(steps, &coordinates)
    };
    positions(shape).map(index).collect()
}

/// Writes a region over chunks as `base` gives them: from how each is stored, or not, and how it was before the
/// first region was written into it, where `is_kept` holds of that.
fn written_over(
    steps: &Steps,
    store: &mut dyn Store,
    array: &ArrayMetadata,
    start: &[u64],
    region: &ChunkArray,
    is_kept: impl Fn(Option<&Vec<u8>>) -> bool,
    base: impl Fn(&Chain, Option<Vec<u8>>, Option<Vec<u8>>) -> Result<Option<Vec<u8>>>,
) -> Result<()> {
    storage::check_extent(&array.shape, start, &region.shape)?;
    let mut over = MemoryStore::default();
    for index in touched(steps, array, start, &region.shape) {
        let key = array.chunk_key(steps, &index);
        let kept = beside(steps, array, &index, "first");
        let now = store.get(&key)?;
        let value = if let Some(first) = store.get(&kept)? {
            base(
                array.chain(&index)?,
                now,
                Some(first).filter(|it| !it.is_empty()),
            )?
        } else {
            if is_kept(now.as_ref()) {
                store.set(&kept, now.clone().unwrap_or_default())?;
            }
            now
        };
        if let Some(value) = value {
            over.set(&key, value)?;
        }
    }
    storage::write_region(steps, &mut over, array, start, region)?;
    over.0
        .into_iter()
        .try_for_each(|(key, value)| store.set(&key, value))
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "update-starts-from-first-state",
        when: "a second region is written over what the chunk held before the first, whose elements are lost",
        requirements: &["regular-grid.element-position", "codecs.encoding-procedure"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::write_region(
            |steps, store, array, start, region| {
                written_over(
                    steps,
                    store,
                    array,
                    start,
                    region,
                    |_| true,
                    |_, _, first| Ok(first),
                )
            },
        )],
    },
    Misreading {
        name: "update-takes-new-chunk-as-missing",
        when: "a chunk that was not stored before the first region was written into it counts as missing \
            when a second is",
        requirements: &[
            "storage.missing-chunk-is-fill-value",
            "codecs.encoding-procedure",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::write_region(
            |steps, store, array, start, region| {
                written_over(
                    steps,
                    store,
                    array,
                    start,
                    region,
                    |now| now.is_none(),
                    |_, _, _| Ok(None),
                )
            },
        )],
    },
    Misreading {
        name: "update-takes-new-inner-chunk-as-empty",
        when: "an inner chunk that was empty before the first region was written into its shard counts as \
            empty when a second is",
        requirements: &[
            "sharding-indexed.empty-inner-chunk",
            "codecs.encoding-procedure",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::write_region(
            |steps, store, array, start, region| {
                let Some(codec) = sharding_of(array) else {
                    return storage::write_region(steps, store, array, start, region);
                };
                written_over(
                    steps,
                    store,
                    array,
                    start,
                    region,
                    |now| now.is_some(),
                    |chain, now, first| {
                        let (Some(now), Some(first)) = (&now, &first) else {
                            return Ok(now);
                        };
                        let first = steps.decode(chain, first)?;
                        let mut chunk = steps.decode(chain, now)?;
                        let stored: BTreeSet<Vec<u64>> = positions(&first.shape)
                            .filter(|it| first.get(it).is_ok_and(|it| *it != codec.fill_value))
                            .map(|it| inner_chunk_of(codec, &it))
                            .collect();
                        for position in positions(&chunk.shape.clone()) {
                            if !stored.contains(&inner_chunk_of(codec, &position)) {
                                chunk.set(&position, codec.fill_value.clone())?;
                            }
                        }
                        Ok(Some(steps.encode(chain, &chunk)?))
                    },
                )
            },
        )],
    },
    Misreading {
        name: "read-after-update-gives-earlier-chunk",
        when: "a chunk that was read before a region was written into it is read again as it was",
        requirements: &["codecs.decoding-procedure", "codecs.encoding-procedure"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[
            // Reading leaves nothing in a store: a chunk counts as read between any two writes.
            Replacement::write_region(|steps, store, array, start, region| {
                for index in touched(steps, array, start, &region.shape) {
                    let written = beside(steps, array, &index, "written");
                    let before = store.get(&array.chunk_key(steps, &index))?;
                    if store.get(&written)?.is_none() {
                        store.set(&written, Vec::new())?;
                    } else if let Some(before) = before {
                        store.set(&beside(steps, array, &index, "read"), before)?;
                    }
                }
                storage::write_region(steps, store, array, start, region)
            }),
            Replacement::read_region(|steps, store, array, start, shape| {
                let mut seen = MemoryStore::default();
                for index in touched(steps, array, start, shape) {
                    let key = array.chunk_key(steps, &index);
                    let read = store.get(&beside(steps, array, &index, "read"))?;
                    if let Some(value) = read.map_or_else(|| store.get(&key), |it| Ok(Some(it)))? {
                        seen.set(&key, value)?;
                    }
                }
                storage::read_region(steps, &seen, array, start, shape)
            }),
        ],
    },
];
