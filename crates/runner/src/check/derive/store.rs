//! Stores that the runner makes up: an array of one chunk.

use serde_json::{Value, json};

use super::fill::plain_fill_value;
use zarr_conform_terms::DataTypeValue;
use zarr_conform_vectors::{Presentation, Store, plain};

/// An array of one chunk: `array_shape == chunk_shape`.
pub(crate) fn of_one_chunk(
    presentation: Presentation,
    data_type: &DataTypeValue,
    shape: &[u64],
    codecs: &[Value],
) -> Store {
    of_grid(presentation, data_type, shape, shape, codecs)
}

/// A store of nothing but the metadata of an array with a regular grid, the default chunk key
/// encoding with `/`, and a fill value of zero.
pub(crate) fn of_grid(
    presentation: Presentation,
    data_type: &DataTypeValue,
    array_shape: &[u64],
    chunk_shape: &[u64],
    codecs: &[Value],
) -> Store {
    let encoding = plain::chunk_key_encoding();
    let shapes = (array_shape, chunk_shape);
    let fill_value = plain_fill_value(data_type);
    let metadata = Presentation::members(shapes, data_type, encoding, fill_value, json!(codecs));
    let text = presentation.text(metadata, array_shape.len());
    Store::from([("zarr.json".to_owned(), text.into_bytes().into())])
}

/// Key of the only chunk: `c/0/0` for rank 2, `c` for rank 0.
pub(crate) fn only_key(shape: &[u64]) -> String {
    format!("c{}", "/0".repeat(shape.len()))
}
