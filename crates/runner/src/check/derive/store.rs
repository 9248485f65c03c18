//! Stores that the runner makes up: an array of one chunk.

use serde::Serialize;
use serde_json::Value;

use super::fill::plain_fill_value;
use zarr_conform_vectors::Store;

/// Array metadata with a regular grid and the default chunk key encoding.
#[derive(Serialize)]
struct ArrayMetadata<'a> {
    zarr_format: u64,
    node_type: &'static str,
    shape: &'a [u64],
    data_type: &'a str,
    chunk_grid: Named<RegularGrid<'a>>,
    chunk_key_encoding: Named<Separator>,
    fill_value: Value,
    codecs: &'a [Value],
}

#[derive(Serialize)]
struct Named<C> {
    name: &'static str,
    configuration: C,
}

#[derive(Serialize)]
struct RegularGrid<'a> {
    chunk_shape: &'a [u64],
}

#[derive(Serialize)]
struct Separator {
    separator: &'static str,
}

/// An array of one chunk: `array_shape == chunk_shape`.
pub(crate) fn of_one_chunk(data_type: &str, shape: &[u64], codecs: &[Value]) -> Store {
    of_grid(data_type, shape, shape, codecs)
}

/// A store of nothing but the metadata of an array with a regular grid, the default chunk key
/// encoding with `/`, and a fill value of zero.
#[expect(
    clippy::expect_used,
    reason = "numbers, texts and JSON values are JSON"
)]
pub(crate) fn of_grid(
    data_type: &str,
    array_shape: &[u64],
    chunk_shape: &[u64],
    codecs: &[Value],
) -> Store {
    let metadata = ArrayMetadata {
        zarr_format: 3,
        node_type: "array",
        shape: array_shape,
        data_type,
        chunk_grid: Named {
            name: "regular",
            configuration: RegularGrid { chunk_shape },
        },
        chunk_key_encoding: Named {
            name: "default",
            configuration: Separator { separator: "/" },
        },
        fill_value: plain_fill_value(data_type),
        codecs,
    };
    let text = serde_json::to_vec(&metadata).expect("array metadata are JSON");
    Store::from([("zarr.json".to_owned(), text.into())])
}

/// Key of the only chunk: `c/0/0` for rank 2, `c` for rank 0.
pub(crate) fn only_key(shape: &[u64]) -> String {
    format!("c{}", "/0".repeat(shape.len()))
}
