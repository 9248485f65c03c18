//! `grid`: the regular chunk grid and the chunk key encodings.

use serde_json::{Value, json};
use zarrs::array::{ChunkGrid, ChunkKeyEncoding, IncompatibleDimensionalityError};
use zarrs::metadata::v3::MetadataV3;

use crate::refusal::Refusal;
use crate::request::AskedChunk;

pub fn grid(
    array_shape: &[u64],
    chunk_shape: &[u64],
    elements: &[Vec<u64>],
    chunks: Vec<AskedChunk>,
) -> Result<Value, Refusal> {
    // From metadata, as an opened array has it: `RegularChunkGrid::new` takes no length of zero, and
    // then not zarrs but its types would have refused it.
    let metadata = json!({"name": "regular", "configuration": {"chunk_shape": chunk_shape}});
    let metadata: MetadataV3 = serde_json::from_value(metadata)?;
    let grid = ChunkGrid::from_metadata(&metadata, array_shape)?;
    let elements = elements
        .iter()
        .map(|element| {
            Ok(json!({
                "chunk": determined(grid.chunk_indices(element))?,
                "within": determined(grid.chunk_element_indices(element))?,
            }))
        })
        .collect::<Result<Value, Refusal>>()?;
    let chunks = chunks
        .into_iter()
        .map(|chunk| {
            Ok(json!({
                "origin": determined(grid.chunk_origin(&chunk.index))?,
                "keys": keys(&chunk.index, chunk.chunk_key_encodings)?,
            }))
        })
        .collect::<Result<Value, Refusal>>()?;
    Ok(json!({"grid_shape": grid.grid_shape(), "elements": elements, "chunks": chunks}))
}

/// One key for each encoding.
fn keys(index: &[u64], encodings: Vec<Value>) -> Result<Value, Refusal> {
    encodings
        .into_iter()
        .map(|encoding| {
            let encoding: MetadataV3 = serde_json::from_value(encoding)?;
            let key = ChunkKeyEncoding::from_metadata(&encoding)?.encode(index);
            Ok(Value::from(key.as_str()))
        })
        .collect()
}

/// zarrs gives no coordinates where its grid can't determine them.
fn determined(
    coordinates: Result<Option<Vec<u64>>, IncompatibleDimensionalityError>,
) -> Result<Vec<u64>, Refusal> {
    coordinates?.ok_or_else(|| Refusal::unsupported("the grid doesn't determine the coordinates"))
}
