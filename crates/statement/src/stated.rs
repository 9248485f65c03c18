//! What is stated of chunks, grids and documents.

use std::convert::Infallible;

use serde_json::Value;
use zarr_conform_reference::{ArrayMetadata, ChunkArray, Json, Result, Steps, vector_form};
use zarr_conform_terms::{HexBytes, HexElements};
use zarr_conform_vectors::{
    Chunk, ChunkOfGrid, Claim, ElementOfGrid, GridStated, KeyOfChunk, Meaning,
};

/// The most elements whose values are spelled out for people.
const MOST_VALUES: usize = 64;

/// A chunk, and what is claimed of its encoding; `free` where the writer has a choice.
pub fn chunk(
    codecs: Vec<Value>,
    elements: &ChunkArray,
    claim: Claim<HexBytes, HexBytes, Infallible>,
    free: bool,
) -> Chunk {
    let values = elements.elements.iter();
    let values = values.map(|it| vector_form::value(elements.data_type, it));
    Chunk {
        data_type: elements.data_type.into(),
        shape: elements.shape.clone(),
        codecs: codecs.into(),
        values: (elements.elements.len() <= MOST_VALUES).then(|| values.collect()),
        elements: hex(elements),
        claim,
        free,
    }
}

/// A grid of this shape: where these elements lie, and origin and keys of these chunks, by each chunk key encoding.
///
/// # Errors
/// Those of the reference.
pub fn grid(
    steps: &Steps,
    (grid_shape, chunk_shape): (Vec<u64>, &[u64]),
    elements: &[Vec<u64>],
    chunks: &[Vec<u64>],
    encodings: &[Value],
) -> Result<GridStated> {
    let element = |coordinates: &Vec<u64>| ElementOfGrid {
        coordinates: coordinates.clone(),
        chunk: steps.chunk_index(coordinates, chunk_shape),
        within: steps.position_in_chunk(coordinates, chunk_shape),
    };
    let chunk = |index: &Vec<u64>| -> Result<ChunkOfGrid> {
        let keys = encodings.iter().map(|it| key(steps, it, index));
        Ok(ChunkOfGrid {
            index: index.clone(),
            origin: steps.chunk_origin(index, chunk_shape)?,
            keys: keys.collect::<Result<_>>()?,
        })
    };
    Ok(GridStated {
        grid_shape,
        elements: elements.iter().map(element).collect(),
        chunks: chunks.iter().map(chunk).collect::<Result<_>>()?,
    })
}

fn key(steps: &Steps, encoding: &Value, index: &[u64]) -> Result<KeyOfChunk> {
    let parsed = steps.chunk_key_encoding(&Json::from_value(encoding)?)?;
    Ok(KeyOfChunk {
        chunk_key_encoding: encoding.clone(),
        key: parsed.key(steps, index),
    })
}

/// What a document says.
pub fn meaning(array: &ArrayMetadata) -> Meaning {
    let fill_value = vector_form::element_bytes(array.data_type, &array.fill_value);
    Meaning {
        data_type: array.data_type.into(),
        shape: array.shape.clone(),
        fill_value: HexBytes::from(fill_value),
    }
}

/// The elements in the form of facts.
pub fn hex(array: &ChunkArray) -> HexElements {
    vector_form::to_elements(array.data_type, &array.elements)
}

/// The coordinates of a position in a region.
pub(crate) fn sum(start: &[u64], position: &[u64]) -> Vec<u64> {
    let lengths = start.iter().zip(position);
    lengths.map(|(start, at)| start + at).collect()
}
