//! What the plainest array is made of, which every implementation knows: that of checks where only something else
//! counts.

use serde_json::{Value, json};
use zarr_conform_terms::Edition;

/// The data type: one byte, of which every value is an element.
pub const DATA_TYPE: &str = "uint8";

/// The name of the codec that every array has, from array to bytes.
pub fn codec(edition: Edition) -> &'static str {
    match edition {
        Edition::Draft => "endian",
        Edition::V3_0 | Edition::V3_1 => "bytes",
    }
}

/// The chunk grid of chunks of this shape.
pub fn chunk_grid(chunk_shape: &[u64]) -> Value {
    json!({"name": "regular", "configuration": {"chunk_shape": chunk_shape}})
}

/// The chunk key encoding of which the only chunk of an array of rank 2 has the key `c/0/0`.
pub fn chunk_key_encoding() -> Value {
    json!({"name": "default", "configuration": {"separator": "/"}})
}
