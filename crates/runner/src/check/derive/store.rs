//! Stores that the runner makes up: an array of one chunk.

use serde_json::{Value, json};

use super::fill::plain_fill_value;
use zarr_conform_vectors::Store;

/// An array of one chunk: `array_shape == chunk_shape`.
pub(crate) fn of_one_chunk(data_type: &str, shape: &[u64], codecs: &[Value]) -> Store {
    of_grid(data_type, shape, shape, codecs)
}

/// A store of nothing but the metadata of an array with a regular grid, the default chunk key
/// encoding with `/`, and a fill value of zero.
pub(crate) fn of_grid(
    data_type: &str,
    array_shape: &[u64],
    chunk_shape: &[u64],
    codecs: &[Value],
) -> Store {
    let metadata = json!({
        "zarr_format": 3,
        "node_type": "array",
        "shape": array_shape,
        "data_type": data_type,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": chunk_shape}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "fill_value": plain_fill_value(data_type),
        "codecs": codecs,
    });
    Store::from([(
        "zarr.json".to_owned(),
        metadata.to_string().into_bytes().into(),
    )])
}

/// Key of the only chunk: `c/0/0` for rank 2, `c` for rank 0.
pub(crate) fn only_key(shape: &[u64]) -> String {
    format!("c{}", "/0".repeat(shape.len()))
}
