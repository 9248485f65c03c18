//! What an implementation was given and what it answered, in a few words for people.

use serde_json::Value;

use crate::tell::text::{one_line, spelled};

use crate::check::Check;
use zarr_conform_protocol::Ask;
use zarr_conform_vectors::{Fact, Grid, Statement};

/// Describes the input of a check.
pub(crate) fn describe(fact: &Fact, check: &Check) -> String {
    match &fact.statement {
        Statement::Chunk(it) => chunk(&it.data_type, &it.shape, &it.codecs),
        Statement::Representation(it) => chunk(&it.data_type, &it.shape, &it.codecs),
        Statement::BadChunk(it) => {
            let chunk = chunk(&it.data_type, &it.shape, &it.codecs);
            format!("{chunk}, encoded {}", spelled(&it.encoded.0))
        }
        Statement::Grid(it) => grid(it),
        Statement::Metadata(it) => one_line(&String::from_utf8_lossy(it.document())),
        Statement::Array(_) => metadata(check),
    }
}

/// The metadata that the check is about: in its store, or to be put there.
fn metadata(check: &Check) -> String {
    let created = check.requests.iter().find_map(|asked| match &asked.ask {
        Ask::Create(create) => Some(create.metadata.to_string()),
        _ => None,
    });
    let mut folders = check.stores.iter();
    let stored = folders.find_map(|store| store.get("zarr.json"));
    created
        .or_else(|| Some(one_line(&String::from_utf8_lossy(stored?))))
        .unwrap_or_default()
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
