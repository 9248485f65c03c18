//! Every fact of zarr-conform as a test of zarrs: the functions of the adapter, asked without a pipe.

use std::path::Path;
use std::process::ExitCode;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use zarr_conform_adapter_zarrs::refusal::Refusal;
use zarr_conform_adapter_zarrs::request::{
    AskedChunk, ChunkShape, Elements, Encoded, Place, Region,
};
use zarr_conform_adapter_zarrs::{array, chunk, creation, grid};
use zarr_conform_harness::{self as harness, Implementation, Result};

fn main() -> ExitCode {
    Implementation::new("zarrs", zarrs::version::version_str())
        .known_failures(concat!(env!("CARGO_MANIFEST_DIR"), "/../expected.toml"))
        .open(|store| understood(array::open(&place(store))))
        .read(|store, regions| {
            let regions = regions.map(|it| it.iter().map(region).collect());
            understood(array::read(&place(store), regions))
        })
        .write(|store, at, elements| {
            done(array::write(&place(store), at.map(region), given(elements)))
        })
        .create(|store, metadata, elements| {
            done(creation::create(
                &place(store),
                metadata.clone(),
                given(elements),
            ))
        })
        .encode(|asked, elements| {
            let (data_type, shape, codecs) = parts(asked)?;
            let answer = chunk::encode(data_type, &shape, codecs, given(elements));
            understood::<Encoded>(answer.map(|mut it| it["encoded"].take())).map(|it| it.0)
        })
        .decode(|asked, encoded| {
            let (data_type, shape, codecs) = parts(asked)?;
            let answer = chunk::decode(data_type, &shape, codecs, Encoded(encoded.to_vec()));
            understood(answer.map(|mut it| it["elements"].take()))
        })
        .grid(|asked| {
            let chunks = asked.chunks.iter().map(asked_chunk).collect();
            let answer = grid::grid(asked.array_shape, asked.chunk_shape, asked.elements, chunks);
            understood(answer)
        })
        .run()
}

/// The root of a store.
fn place(store: &Path) -> Place {
    Place::new(store.to_string_lossy().into_owned(), "/".to_owned())
}

/// An answer of the adapter in the types of the harness.
fn understood<T: DeserializeOwned>(answer: std::result::Result<Value, Refusal>) -> Result<T> {
    let answer = answer.map_err(refused)?;
    serde_json::from_value(answer).map_err(harness::Refusal::internal)
}

fn done(answer: std::result::Result<Value, Refusal>) -> Result<()> {
    answer.map_err(refused).map(drop)
}

/// With the kind and the message that the runner would see.
fn refused(refusal: Refusal) -> harness::Refusal {
    serde_json::to_value(refusal)
        .and_then(serde_json::from_value)
        .unwrap_or_else(harness::Refusal::internal)
}

fn given(elements: &harness::Elements) -> Elements {
    let encoded = |bytes: &harness::HexBytes| Encoded(bytes.0.to_vec());
    match elements {
        harness::Elements::Fixed(bytes) => Elements::Fixed(encoded(bytes)),
        harness::Elements::Variable(each) => Elements::Variable(each.iter().map(encoded).collect()),
    }
}

fn region(region: &harness::Region) -> Region {
    Region {
        start: region.start.clone(),
        shape: region.shape.clone(),
    }
}

fn asked_chunk(chunk: &harness::AskedChunk) -> AskedChunk {
    AskedChunk {
        index: chunk.index.clone(),
        chunk_key_encodings: chunk.chunk_key_encodings.clone(),
    }
}

/// What the adapter reads from a request: a shape with a length of zero has no place in it.
fn parts(chunk: harness::Chunk<'_>) -> Result<(Value, ChunkShape, Value)> {
    let shape = serde_json::from_value(json!(chunk.shape));
    let shape = shape.map_err(|error| refused(Refusal::inexpressible(&error)))?;
    // An object is JSON; a name is taken as it is.
    let data_type = serde_json::from_str(chunk.data_type);
    let data_type = data_type.unwrap_or_else(|_| json!(chunk.data_type));
    Ok((data_type, shape, json!(chunk.codecs)))
}
