//! Permitted readings of the regular grid, and of chunks at the border of an array.

use crate::array_metadata::ArrayMetadata;
use crate::chunk_array::positions;
use crate::codecs::Codec;
use crate::permitted::{ACCEPTED, FIRST, Permitted, Tendency};
use crate::regular_grid;
use crate::steps::{Replacement, Steps};
use crate::storage;
use crate::store::Store;
use crate::{ChunkArray, Result};

/// The chunk with a key, of which bytes after the last element that lies inside the array may be
/// missing, where its only codec is `bytes`.
fn trimmed(
    steps: &Steps,
    store: &dyn Store,
    array: &ArrayMetadata,
    chunk_index: &[u64],
) -> Result<Option<ChunkArray>> {
    let [Codec::Bytes(_)] = array.codec_list() else {
        return Ok(None);
    };
    let Some(mut encoded) = store.get(&array.chunk_key(steps, chunk_index))? else {
        return Ok(None);
    };
    let chunk_shape = array.chunk_grid.chunk_shape(chunk_index);
    let is_inside = |position: &Vec<u64>| {
        (0..position.len()).all(|d| {
            let origin = chunk_index[d].checked_mul(chunk_shape[d]);
            let coordinate = origin.and_then(|origin| origin.checked_add(position[d]));
            coordinate.is_some_and(|it| it < array.shape[d])
        })
    };
    let size = array.data_type.size();
    let all: Vec<_> = positions(&chunk_shape).collect();
    let last = all.iter().rposition(is_inside);
    let needed = last.map_or(0, |last| (last + 1) * size);
    if encoded.len() < needed || encoded.len() >= all.len() * size {
        return Ok(None);
    }
    encoded.resize(all.len() * size, 0);
    steps.decode(array.chain(chunk_index)?, &encoded).map(Some)
}

pub(crate) const LIST: &[Permitted] = &[
    Permitted {
        name: "no-chunk-length-zero",
        open: "zero-chunk-length-in-3.0",
        does: "refuses chunk length 0 also for a dimension of length 0",
        editions: FIRST,
        tendency: Tendency::Strict,
        replacements: &[
            Replacement::check_grid(|_, array_shape, chunk_shape| {
                regular_grid::check(array_shape, chunk_shape)
            }),
            Replacement::grid_shape(|_, array_shape, chunk_shape| {
                regular_grid::grid_shape(array_shape, chunk_shape)
            }),
        ],
    },
    Permitted {
        name: "trimmed-border-chunks-read",
        open: "short-chunk-with-every-element",
        does: "reads a border chunk that lacks bytes after the last element inside the array",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::read_chunk(
            |steps, store, array, chunk_index| match trimmed(steps, store, array, chunk_index)? {
                Some(chunk) => Ok(chunk),
                None => storage::read_chunk(steps, store, array, chunk_index),
            },
        )],
    },
];
