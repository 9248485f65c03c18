//! The chunks that writing leaves in a store, and which of their bytes lie outside the array.

use std::collections::BTreeSet;

use zarr_conform_reference::chunk_array::positions;
use zarr_conform_reference::codecs::Kind;
use zarr_conform_reference::store::{MemoryStore, Store as _};
use zarr_conform_reference::{ArrayMetadata, ChunkArray, DataType, Element, Steps, vector_form};
use zarr_conform_terms::HexBytes;
use zarr_conform_vectors::{Content, StoredChunk};

use super::{NoFact, sum};
use crate::case::part::Region;

/// The chunks after regions were written, one after the other, over what a store holds. Positions
/// outside the array have the fill value, whatever stood there before.
pub(super) fn after(
    steps: &Steps,
    array: &ArrayMetadata,
    store: &MemoryStore,
    writes: &[(&Region, &ChunkArray)],
) -> Result<Vec<StoredChunk>, NoFact> {
    let mut store = store.clone();
    let mut indices = BTreeSet::new();
    for (region, elements) in writes {
        steps.write_region(&mut store, array, &region.start, elements)?;
        for position in positions(&region.shape) {
            let coordinates = sum(&region.start, &position);
            indices.insert(steps.chunk_index(&coordinates, &array.chunk_shape));
        }
    }
    let grid_shape = steps.grid_shape(&array.shape, &array.chunk_shape)?;
    indices.extend(positions(&grid_shape));
    let mut chunks = Vec::new();
    for index in indices {
        let key = array.chunk_key(steps, &index);
        if let Some(encoded) = store.get(&key)? {
            chunks.push(stored(steps, array, &index, key, &encoded)?);
        }
    }
    Ok(chunks)
}

fn stored(
    steps: &Steps,
    array: &ArrayMetadata,
    index: &[u64],
    key: String,
    encoded: &[u8],
) -> Result<StoredChunk, NoFact> {
    let mut chunk = steps.decode(&array.codecs, encoded)?;
    let outside = outside(steps, array, index)?;
    let fill_value = &array.fill_value;
    for position in &outside {
        chunk.set(position, fill_value.clone())?;
    }
    let may_be_absent = chunk.elements.iter().all(|element| element == fill_value);
    // A checksum over elements that may be any is any, too.
    let is_checked = array
        .codecs
        .codecs
        .iter()
        .any(|it| it.kind() == Kind::BytesToBytes);
    let is_free = array.codecs.is_free() || (is_checked && !outside.is_empty());
    let unused = if outside.is_empty() {
        Vec::new()
    } else {
        unused(steps, array, &chunk, &outside, is_free)?
    };
    let content = if is_free {
        Content::Elements(HexBytes::from(elements(&chunk)))
    } else {
        Content::Encoded(HexBytes::from(steps.encode(&array.codecs, &chunk)?))
    };
    Ok(StoredChunk {
        key,
        content,
        unused,
        may_be_absent,
    })
}

/// The positions of a chunk that lie outside the array.
fn outside(steps: &Steps, array: &ArrayMetadata, index: &[u64]) -> Result<Vec<Vec<u64>>, NoFact> {
    let origin = steps.chunk_origin(index, &array.chunk_shape)?;
    let ends = origin.iter().zip(&array.chunk_shape);
    if ends.zip(&array.shape).all(|((o, dz), z)| o + dz <= *z) {
        return Ok(Vec::new());
    }
    let is_outside = |position: &Vec<u64>| {
        let coordinates = sum(&origin, position);
        coordinates
            .iter()
            .zip(&array.shape)
            .any(|(it, length)| it >= length)
    };
    Ok(positions(&array.chunk_shape).filter(is_outside).collect())
}

/// The bytes of a chunk that belong to positions outside the array: those that differ between two
/// encodings in which only these positions differ, in every bit; where there are many encodings,
/// bytes of its elements.
fn unused(
    steps: &Steps,
    array: &ArrayMetadata,
    chunk: &ChunkArray,
    outside: &[Vec<u64>],
    is_free: bool,
) -> Result<Vec<(u64, u64)>, NoFact> {
    let (zeros, ones) = extremes(array.data_type);
    let bytes = |element: &Element| -> Result<Vec<u8>, NoFact> {
        let mut chunk = chunk.clone();
        for position in outside {
            chunk.set(position, element.clone())?;
        }
        if is_free {
            return Ok(elements(&chunk));
        }
        Ok(steps.encode(&array.codecs, &chunk)?)
    };
    let (zeros, ones) = (bytes(&zeros)?, bytes(&ones)?);
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for (offset, _) in zeros
        .iter()
        .zip(&ones)
        .enumerate()
        .filter(|(_, (a, b))| a != b)
    {
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
    let ones = match data_type {
        DataType::Bool => Element::Bits(1),
        DataType::Complex64 | DataType::Complex128 => {
            let ones = u64::MAX >> (64 - 4 * size);
            Element::Complex {
                real: ones,
                imaginary: ones,
            }
        }
        DataType::Raw { .. } => Element::Raw(vec![0xff; size]),
        _ => Element::Bits(u64::MAX >> (64 - 8 * size)),
    };
    (Element::zero(data_type), ones)
}

fn elements(chunk: &ChunkArray) -> Vec<u8> {
    vector_form::to_bytes(chunk.data_type, &chunk.elements)
}
