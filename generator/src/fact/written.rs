//! The chunks that writing leaves in a store, and which of their bytes lie outside the array.

use std::collections::BTreeSet;

use anyhow::ensure;
use serde_json::Value;
use zarr_conform_reference::chunk_array::positions;
use zarr_conform_reference::storage::METADATA_KEY;
use zarr_conform_reference::store::{MemoryStore, Store};
use zarr_conform_reference::{ArrayMetadata, ChunkArray, DataType, Element, Steps, vector_form};
use zarr_conform_terms::HexBytes;
use zarr_conform_vectors::{Content, StoredChunk};

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
    let grid_shape = steps.grid_shape(&array.shape, &array.chunk_shape)?;
    let shape: Vec<u64> = grid_shape
        .iter()
        .zip(&array.chunk_shape)
        .map(|(n, dz)| n * dz)
        .collect();
    let full = distinct(array.data_type, &shape)?;
    let mut chunks = Vec::new();
    for index in positions(&grid_shape) {
        let origin = steps.chunk_origin(&index, &array.chunk_shape)?;
        let mut elements = Vec::new();
        for position in positions(&array.chunk_shape) {
            let coordinates: Vec<u64> = origin.iter().zip(&position).map(|(o, p)| o + p).collect();
            elements.push(full.get(&coordinates)?.clone());
        }
        let chunk = ChunkArray::new(array.data_type, array.chunk_shape.clone(), elements)?;
        chunks.push((
            array.chunk_key(&steps, &index),
            encode(&steps, codecs, &chunk)?,
        ));
    }
    Ok(chunks)
}

/// The chunks after regions were written, one after the other, over a store that holds these writes. The bytes that
/// stand for positions outside the array are those of the fill value, whatever stood there before.
pub(super) fn over(
    steps: &Steps,
    array: &ArrayMetadata,
    writes: &[(Vec<u64>, ChunkArray)],
    mut store: MemoryStore,
    regions: &[(Vec<u64>, ChunkArray)],
) -> anyhow::Result<Vec<StoredChunk>> {
    let earlier: BTreeSet<Vec<u64>> = writes
        .iter()
        .flat_map(|(start, elements)| chunks_of(steps, array, start, &elements.shape))
        .collect();
    let mut others = store.clone();
    others.0.remove(METADATA_KEY);
    for index in &earlier {
        let key = array.chunk_key(steps, index);
        if others.0.remove(&key).is_some() {
            let chunk = padded(steps, array, &store, index, &array.fill_value)?;
            steps.write_chunk(&mut store, array, index, &chunk)?;
        }
    }
    ensure!(
        others.0.is_empty(),
        "a region is written over a store with keys of no chunk: {:?}",
        others.0.keys()
    );
    into(steps, array, store, earlier, regions)
}

/// The chunks after regions were written, one after the other, into a store that has no chunks but, at most, the
/// earlier ones.
pub(super) fn into(
    steps: &Steps,
    array: &ArrayMetadata,
    mut store: MemoryStore,
    earlier: BTreeSet<Vec<u64>>,
    regions: &[(Vec<u64>, ChunkArray)],
) -> anyhow::Result<Vec<StoredChunk>> {
    let mut indices = earlier;
    for (start, region) in regions {
        steps.write_region(&mut store, array, start, region)?;
        indices.extend(chunks_of(steps, array, start, &region.shape));
    }
    let mut chunks = Vec::new();
    for index in indices {
        let key = array.chunk_key(steps, &index);
        if let Some(encoded) = store.get(&key)? {
            let unused = unused(steps, array, &store, &index)?;
            let content = if array.codecs.is_free() {
                let chunk = steps.read_chunk(&store, array, &index)?;
                let elements = vector_form::to_bytes(array.data_type, &chunk.elements);
                Content::Elements(HexBytes::from(elements))
            } else {
                Content::Encoded(HexBytes::from(encoded))
            };
            let inside = inside(steps, array, &store, &index)?;
            let may_be_absent = inside.iter().all(|element| *element == array.fill_value);
            chunks.push(StoredChunk {
                key,
                content,
                unused,
                may_be_absent,
            });
        }
    }
    Ok(chunks)
}

/// Grid indices of the chunks that hold elements of a region. The grid itself may have too many to
/// walk through.
fn chunks_of(
    steps: &Steps,
    array: &ArrayMetadata,
    start: &[u64],
    shape: &[u64],
) -> BTreeSet<Vec<u64>> {
    let index = |position: Vec<u64>| {
        let coordinates: Vec<u64> = start.iter().zip(position).map(|(s, p)| s + p).collect();
        steps.chunk_index(&coordinates, &array.chunk_shape)
    };
    positions(shape).map(index).collect()
}

/// The bytes of a chunk that belong to positions outside the array: those that differ between two
/// encodings in which only these positions differ, in every bit; where there are many encodings,
/// bytes of its elements.
fn unused(
    steps: &Steps,
    array: &ArrayMetadata,
    store: &MemoryStore,
    index: &[u64],
) -> anyhow::Result<Vec<(u64, u64)>> {
    let (zeros, ones) = extremes(array.data_type);
    let bytes = |element: &Element| -> anyhow::Result<Vec<u8>> {
        let chunk = padded(steps, array, store, index, element)?;
        if array.codecs.is_free() {
            return Ok(vector_form::to_bytes(array.data_type, &chunk.elements));
        }
        Ok(steps.encode(&array.codecs, &chunk)?)
    };
    let (zeros, ones) = (bytes(&zeros)?, bytes(&ones)?);
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for offset in (0..zeros.len()).filter(|i| zeros[*i] != ones[*i]) {
        let offset = offset as u64;
        match runs.last_mut() {
            Some((start, length)) if *start + *length == offset => *length += 1,
            _ => runs.push((offset, 1)),
        }
    }
    Ok(runs)
}

/// Two elements that differ in every byte of their encodings.
fn extremes(data_type: DataType) -> (Element, Element) {
    let size = data_type.size();
    let ones = u64::MAX >> (64 - 8 * size.min(8));
    match data_type {
        DataType::Bool => (Element::Bits(0), Element::Bits(1)),
        DataType::Complex64 | DataType::Complex128 => {
            let ones = u64::MAX >> (64 - 4 * size);
            (
                Element::Complex {
                    real: 0,
                    imaginary: 0,
                },
                Element::Complex {
                    real: ones,
                    imaginary: ones,
                },
            )
        }
        DataType::Raw { .. } => (Element::Raw(vec![0; size]), Element::Raw(vec![0xff; size])),
        _ => (Element::Bits(0), Element::Bits(ones)),
    }
}

/// The chunk with another element at every position outside the array.
fn padded(
    steps: &Steps,
    array: &ArrayMetadata,
    store: &MemoryStore,
    index: &[u64],
    element: &Element,
) -> anyhow::Result<ChunkArray> {
    let mut chunk = steps.read_chunk(store, array, index)?;
    for position in positions(&array.chunk_shape) {
        if !is_inside(steps, array, index, &position)? {
            chunk.set(&position, element.clone())?;
        }
    }
    Ok(chunk)
}

/// The elements of the chunk at positions inside the array.
fn inside(
    steps: &Steps,
    array: &ArrayMetadata,
    store: &MemoryStore,
    index: &[u64],
) -> anyhow::Result<Vec<Element>> {
    let chunk = steps.read_chunk(store, array, index)?;
    let mut elements = Vec::new();
    for position in positions(&array.chunk_shape) {
        if is_inside(steps, array, index, &position)? {
            elements.push(chunk.get(&position)?.clone());
        }
    }
    Ok(elements)
}

fn is_inside(
    steps: &Steps,
    array: &ArrayMetadata,
    index: &[u64],
    position: &[u64],
) -> anyhow::Result<bool> {
    let origin = steps.chunk_origin(index, &array.chunk_shape)?;
    let is_below = |d: usize| {
        let coordinate = origin[d].checked_add(position[d]);
        coordinate.is_some_and(|it| it < array.shape[d])
    };
    Ok((0..origin.len()).all(is_below))
}
