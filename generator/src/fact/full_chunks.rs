//! The chunks of an array that is as large as its whole grid.

use serde_json::Value;
use zarr_conform_reference::chunk_array::positions;
use zarr_conform_reference::{ChunkArray, Steps};

use super::encode;
use crate::elements::distinct;

/// Keys and bytes of all chunks of an array that is as large as its whole grid, of distinct
/// elements.
pub(crate) fn full_chunks(
    document: &str,
    codecs: &Value,
) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let steps = Steps::default();
    let array = steps.array_metadata(document.as_bytes())?;
    let grid_shape = array.chunk_grid.grid_shape(&steps, &array.shape)?;
    let (chunk_shape, _) = array.only_shape()?;
    let shape: Vec<u64> = grid_shape
        .iter()
        .zip(&chunk_shape)
        .map(|(n, dz)| n * dz)
        .collect();
    let full = distinct(array.data_type, &shape)?;
    let mut chunks = Vec::new();
    for index in positions(&grid_shape) {
        let origin = array.chunk_grid.chunk_origin(&steps, &index)?;
        let mut elements = Vec::new();
        for position in positions(&chunk_shape) {
            let coordinates: Vec<u64> = origin.iter().zip(&position).map(|(o, p)| o + p).collect();
            elements.push(full.get(&coordinates)?.clone());
        }
        let chunk = ChunkArray::new(array.data_type, chunk_shape.clone(), elements)?;
        chunks.push((
            array.chunk_key(&steps, &index),
            encode(&steps, codecs, &chunk)?,
        ));
    }
    Ok(chunks)
}
