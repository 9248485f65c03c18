//! Arrays in a store.
//!
//! | file | what is in it |
//! |---|---|
//! | `text` | the literal text |
//! | `store` | stores |
//! | `misreadings` | wrong readings |

pub(crate) mod misreadings;
pub mod store;
mod text;

pub use text::*;

use crate::array_metadata::ArrayMetadata;
use crate::chunk_array::ChunkArray;
use crate::error::Result;
use crate::misreading::Misreading;
use crate::permitted::Permitted;
use crate::steps::steps;
use store::Store;

/// Wrong readings.
pub(crate) const MISREADINGS: &[&[Misreading]] = &[
    misreadings::regions::LIST,
    misreadings::LIST,
    misreadings::in_a_row::LIST,
];

/// Other readings that the text permits.
pub(crate) const PERMITTED: &[&[Permitted]] = &[];

steps! {
    storage: Storage;

    /// The metadata of the array at the root of a store.
    fn open(steps, store: &dyn Store) -> Result<ArrayMetadata> {
        text::open(steps, store)
    }

    /// Elements of a region.
    fn read_region(
        steps,
        store: &dyn Store,
        array: &ArrayMetadata,
        start: &[u64],
        shape: &[u64]
    ) -> Result<ChunkArray> {
        text::read_region(steps, store, array, start, shape)
    }

    /// Writes elements of a region; all other elements keep their values.
    [writes] fn write_region(
        steps,
        store: &mut dyn Store,
        array: &ArrayMetadata,
        start: &[u64],
        region: &ChunkArray
    ) -> Result<()> {
        text::write_region(steps, store, array, start, region)
    }

    /// The chunk at a grid index.
    fn read_chunk(
        steps,
        store: &dyn Store,
        array: &ArrayMetadata,
        chunk_index: &[u64]
    ) -> Result<ChunkArray> {
        text::read_chunk(steps, store, array, chunk_index)
    }

    /// Stores the chunk at a grid index.
    [writes] fn write_chunk(
        steps,
        store: &mut dyn Store,
        array: &ArrayMetadata,
        chunk_index: &[u64],
        chunk: &ChunkArray
    ) -> Result<()> {
        text::write_chunk(steps, store, array, chunk_index, chunk)
    }
}
