//! Wrong readings of arrays of strings and byte strings: the order of elements, and chunks that are not stored or reach
//! beyond the array.

use crate::array_metadata::ArrayMetadata;
use crate::bytes::misreadings::{columns_first, columns_first_undone};
use crate::codecs::Codec;
use crate::misreading::{BOTH, CURRENT, Misreading, STORES};
use crate::regular_grid::misreadings::{extent, trimmed, untrimmed, with_chunks_of};
use crate::steps::Replacement;
use crate::{ChunkArray, Element, storage, vlen};

/// Whether elements are stored after their lengths.
fn has_lengths(array: &ArrayMetadata) -> bool {
    array
        .codec_list()
        .iter()
        .any(|it| matches!(it, Codec::VlenUtf8(_) | Codec::VlenBytes(_)))
}

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "vlen-columns-first",
        when: "strings and byte strings follow each other columns first, the first dimension fastest",
        requirements: &[
            "vlen-utf8.lexicographical-order",
            "vlen-bytes.lexicographical-order",
        ],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::vlen_encode(|_, array| vlen::encode(&columns_first(array)?)),
            Replacement::vlen_decode(|_, bytes, data_type, shape| {
                columns_first_undone(&vlen::decode(bytes, data_type, shape)?)
            }),
        ],
    },
    Misreading {
        name: "vlen-missing-chunk-is-empty",
        when: "strings and byte strings of chunks that are not stored are empty, whatever the fill value",
        requirements: &[
            "string.fill-value",
            "bytes-data-type.fill-value",
            "storage.missing-chunk-is-fill-value",
        ],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::read_chunk(
            |steps, store, array, chunk_index| {
                let is_stored = store.get(&array.chunk_key(steps, chunk_index))?.is_some();
                if is_stored || !has_lengths(array) {
                    return storage::read_chunk(steps, store, array, chunk_index);
                }
                let shape = array.chunk_grid.chunk_shape(chunk_index);
                ChunkArray::filled(array.data_type, shape, &Element::zero(array.data_type))
            },
        )],
    },
    Misreading {
        name: "vlen-border-trimmed",
        when: "border chunks of strings or byte strings hold only those inside the array, and state the number of these",
        requirements: &[
            "vlen-utf8.count",
            "vlen-bytes.count",
            "regular-grid.border-full-size",
        ],
        editions: CURRENT,
        through: STORES,
        replacements: &[
            Replacement::write_chunk(|steps, store, array, chunk_index, chunk| {
                let extent = extent(array, chunk_index);
                if !has_lengths(array) || extent == chunk.shape {
                    return storage::write_chunk(steps, store, array, chunk_index, chunk);
                }
                let smaller = with_chunks_of(steps, array, &extent)?;
                let part = trimmed(chunk, &extent)?;
                storage::write_chunk(steps, store, &smaller, chunk_index, &part)
            }),
            Replacement::read_chunk(|steps, store, array, chunk_index| {
                let extent = extent(array, chunk_index);
                let chunk_shape = array.chunk_grid.chunk_shape(chunk_index);
                if !has_lengths(array) || extent == chunk_shape {
                    return storage::read_chunk(steps, store, array, chunk_index);
                }
                let smaller = with_chunks_of(steps, array, &extent)?;
                let part = storage::read_chunk(steps, store, &smaller, chunk_index)?;
                untrimmed(&part, array, chunk_shape)
            }),
        ],
    },
];
