//! Wrong readings of the regular grid: chunks at the border.

use super::{extent, trimmed, untrimmed, with_chunks_of};
use crate::misreading::{ACCEPTED, Misreading, STORES};
use crate::steps::Replacement;
use crate::{ChunkArray, Element, storage};

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "border-trimmed-on-write",
        when: "border chunks are stored cut to the array",
        requirements: &["regular-grid.border-full-size", "codecs.encoding-procedure"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::write_chunk(
            |steps, store, array, chunk_index, chunk| {
                let extent = extent(array, chunk_index);
                if extent == array.chunk_grid.chunk_shape(chunk_index) {
                    return storage::write_chunk(steps, store, array, chunk_index, chunk);
                }
                let smaller = with_chunks_of(steps, array, &extent)?;
                storage::write_chunk(
                    steps,
                    store,
                    &smaller,
                    chunk_index,
                    &trimmed(chunk, &extent)?,
                )
            },
        )],
    },
    Misreading {
        name: "border-trimmed-accepted",
        when: "border chunks that are stored cut to the array are accepted",
        requirements: &[
            "regular-grid.border-full-size",
            "codecs.representations",
            "codecs.decoding-procedure",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::read_chunk(
            |steps, store, array, chunk_index| {
                let full = storage::read_chunk(steps, store, array, chunk_index);
                let extent = extent(array, chunk_index);
                let chunk_shape = array.chunk_grid.chunk_shape(chunk_index);
                if full.is_ok() || extent == chunk_shape {
                    return full;
                }
                let smaller = with_chunks_of(steps, array, &extent)?;
                let part = storage::read_chunk(steps, store, &smaller, chunk_index)?;
                untrimmed(&part, array, chunk_shape)
            },
        )],
    },
    Misreading {
        name: "border-read-as-trimmed",
        when: "the first bytes of a border chunk are read as if it were cut to the array",
        requirements: &["regular-grid.border-full-size", "codecs.decoding-procedure"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::read_chunk(
            |steps, store, array, chunk_index| {
                let extent = extent(array, chunk_index);
                let full = storage::read_chunk(steps, store, array, chunk_index)?;
                let chunk_shape = array.chunk_grid.chunk_shape(chunk_index);
                if extent == chunk_shape {
                    return Ok(full);
                }
                let number = extent.iter().product::<u64>();
                let first: Vec<Element> = full
                    .elements
                    .iter()
                    .take(usize::try_from(number).unwrap_or(0))
                    .cloned()
                    .collect();
                let part = ChunkArray::new(array.data_type, extent, first)?;
                untrimmed(&part, array, chunk_shape)
            },
        )],
    },
];
