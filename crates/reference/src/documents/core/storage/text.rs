//! Arrays in a store: reading and writing regions, element by element.
//!
//! - Specification: core, [Stored representation] and [Storage]; [regular chunk grid],
//!   "Description", for the chunk of an element and its position there; core, `fill_value`, for what
//!   is not stored.
//! - Layout: the metadata document has the key `zarr.json`; each chunk has the key that the chunk
//!   key encoding gives it.
//!
//! [Stored representation]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#stored-representation
//! [Storage]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#storage
//! [regular chunk grid]: https://zarr-specs.readthedocs.io/en/latest/v3/chunk-grids/regular-grid/index.html#description

use std::collections::BTreeMap;

use crate::array_metadata::ArrayMetadata;
use crate::chunk_array::{ChunkArray, Positions};
use crate::error::{Error, Result};
use crate::steps::Steps;
use crate::store::Store;

/// The key of a root array's metadata document.
///
/// Requirement: `storage.metadata-key`.
pub const METADATA_KEY: &str = "zarr.json";

/// Elements of the chunks that are kept while a region is read; a chunk that is needed again after that
/// is decoded again.
const KEPT_ELEMENTS: usize = 1 << 22;

/// The metadata of the array at the root of a store.
///
/// # Errors
/// [`Error::Store`] where there is no metadata document; otherwise as
/// [`parse`](crate::array_metadata::parse).
///
/// Requirements: `storage.metadata-key`, `array-metadata.document`.
pub fn open(steps: &Steps, store: &dyn Store) -> Result<ArrayMetadata> {
    match store.get(METADATA_KEY)? {
        Some(document) => steps.array_metadata(&document),
        None => Err(Error::Store(format!(
            "the store has no key {METADATA_KEY:?}"
        ))),
    }
}

/// The elements at `start[d] <= coordinates[d] < start[d] + shape[d]`.
///
/// # Errors
/// [`Error::Extent`] where the region leaves the array; [`Error::Codec`] where a chunk cannot be
/// decoded.
///
/// Requirements: `regular-grid.element-chunk`, `regular-grid.element-position`,
/// `storage.missing-chunk-is-fill-value`.
pub fn read_region(
    steps: &Steps,
    store: &dyn Store,
    array: &ArrayMetadata,
    start: &[u64],
    shape: &[u64],
) -> Result<ChunkArray> {
    check_extent(&array.shape, start, shape)?;
    let mut region = ChunkArray::filled(array.data_type, shape.to_vec(), &array.fill_value)?;
    let mut chunks: BTreeMap<Vec<u64>, ChunkArray> = BTreeMap::new();
    let mut kept = 0;
    let mut positions = Positions::of(shape);
    while let Some(position) = positions.advance() {
        let coordinates = sum(start, position);
        let chunk_index = array.chunk_grid.chunk_index(steps, &coordinates);
        if !chunks.contains_key(&chunk_index) {
            if kept > KEPT_ELEMENTS {
                chunks.clear();
                kept = 0;
            }
            let chunk = steps.read_chunk(store, array, &chunk_index)?;
            kept += chunk.elements.len();
            chunks.insert(chunk_index.clone(), chunk);
        }
        let within = array.chunk_grid.position_in_chunk(steps, &coordinates);
        region.set(position, chunks[&chunk_index].get(&within)?.clone())?;
    }
    Ok(region)
}

/// Writes elements at `start[d] <= coordinates[d] < start[d] + region.shape[d]`; all other elements
/// keep their values.
///
/// # Errors
/// As [`read_region`].
///
/// Requirements: `regular-grid.element-chunk`, `regular-grid.element-position`,
/// `regular-grid.border-full-size`, `regular-grid.border-fill-value`.
pub fn write_region(
    steps: &Steps,
    store: &mut dyn Store,
    array: &ArrayMetadata,
    start: &[u64],
    region: &ChunkArray,
) -> Result<()> {
    check_extent(&array.shape, start, &region.shape)?;
    let mut chunks = BTreeMap::new();
    let mut positions = Positions::of(&region.shape);
    while let Some(position) = positions.advance() {
        let coordinates = sum(start, position);
        let chunk_index = array.chunk_grid.chunk_index(steps, &coordinates);
        if !chunks.contains_key(&chunk_index) {
            chunks.insert(
                chunk_index.clone(),
                steps.read_chunk(store, array, &chunk_index)?,
            );
        }
        let within = array.chunk_grid.position_in_chunk(steps, &coordinates);
        if let Some(chunk) = chunks.get_mut(&chunk_index) {
            chunk.set(&within, region.get(position)?.clone())?;
        }
    }
    for (chunk_index, chunk) in chunks {
        steps.write_chunk(store, array, &chunk_index, &chunk)?;
    }
    Ok(())
}

/// The chunk at a grid index; where it is not stored, every element is the fill value.
///
/// Requirements: `codecs.decoding-procedure`, `storage.missing-chunk-is-fill-value`,
/// `storage.chunk-key-prefix`.
pub fn read_chunk(
    steps: &Steps,
    store: &dyn Store,
    array: &ArrayMetadata,
    chunk_index: &[u64],
) -> Result<ChunkArray> {
    match store.get(&array.chunk_key(steps, chunk_index))? {
        Some(encoded) => steps.decode(array.chain(chunk_index)?, &encoded),
        None => ChunkArray::filled(
            array.data_type,
            array.chunk_grid.chunk_shape(chunk_index),
            &array.fill_value,
        ),
    }
}

/// Stores a chunk of the full shape of the chunk at that index, at the border of the array too.
///
/// Requirements: `codecs.encoding-procedure`, `regular-grid.border-full-size`.
pub fn write_chunk(
    steps: &Steps,
    store: &mut dyn Store,
    array: &ArrayMetadata,
    chunk_index: &[u64],
    chunk: &ChunkArray,
) -> Result<()> {
    let encoded = steps.encode(array.chain(chunk_index)?, chunk)?;
    store.set(&array.chunk_key(steps, chunk_index), encoded)
}

/// `start[d] + shape[d] <= array_shape[d]` for all dimensions.
///
/// # Errors
/// [`Error::Extent`] otherwise.
///
/// Requirement: `regular-grid.element-chunk`.
pub fn check_extent(array_shape: &[u64], start: &[u64], shape: &[u64]) -> Result<()> {
    let is_inside = start.len() == array_shape.len()
        && shape.len() == array_shape.len()
        && (0..array_shape.len()).all(|d| {
            start[d]
                .checked_add(shape[d])
                .is_some_and(|end| end <= array_shape[d])
        });
    if is_inside {
        return Ok(());
    }
    Err(Error::Extent(format!(
        "the region of shape {shape:?} at {start:?} leaves the array of shape {array_shape:?}"
    )))
}

fn sum(start: &[u64], position: &[u64]) -> Vec<u64> {
    (0..start.len()).map(|d| start[d] + position[d]).collect()
}
