//! What an implementation was given, in a few lines for people.

use serde_json::Value;

use super::check::Check;
use crate::vector::{Fact, Grid, Statement};

/// Describes the input of a check.
pub(super) fn describe(fact: &Fact, check: &Check) -> String {
    match &fact.statement {
        Statement::Chunk(it) => chunk(&it.data_type, &it.shape, &it.codecs),
        Statement::Representation(it) => chunk(&it.data_type, &it.shape, &it.codecs),
        Statement::BadChunk(it) => {
            let chunk = chunk(&it.data_type, &it.shape, &it.codecs);
            format!(
                "{chunk}, encoded {}",
                super::compare::spelled(&it.encoded.0)
            )
        }
        Statement::Grid(it) => grid(it),
        Statement::Metadata(it) => String::from_utf8_lossy(it.document()).into_owned(),
        Statement::Array(_) => {
            let zarr_json = check
                .stores
                .first()
                .and_then(|store| store.get("zarr.json"));
            zarr_json.map_or_else(String::new, |it| String::from_utf8_lossy(it).into_owned())
        }
    }
}

fn chunk(data_type: &str, shape: &[u64], codecs: &[Value]) -> String {
    let codecs = Value::from(codecs.to_vec());
    format!("a chunk of {data_type} of shape {shape:?}, codecs {codecs}")
}

fn grid(grid: &Grid) -> String {
    format!(
        "a regular grid: array shape {:?}, chunk shape {:?}",
        grid.array_shape, grid.chunk_shape
    )
}
