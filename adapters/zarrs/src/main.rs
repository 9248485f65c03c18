//! Serves the Rust library zarrs to zarr-conform over protocol 1: one JSON object per line on
//! standard input, one answer per line on standard output.
//!
//! It translates and nothing else. What zarrs accepts is answered with what zarrs gave; what is
//! refused, zarrs or its types refused. A panic of zarrs ends this process, as it would end a
//! user's.

use std::error::Error;
use std::io::{self, BufRead as _, Write as _};

use serde_json::{Map, Value, json};
use zarr_conform_adapter_zarrs::refusal::Refusal;
use zarr_conform_adapter_zarrs::request::{Ask, Place};
use zarr_conform_adapter_zarrs::{array, chunk, creation, grid, hierarchy};

fn main() -> Result<(), Box<dyn Error>> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        writeln!(output, "{}", answer(&line?)?)?;
        output.flush()?;
    }
    Ok(())
}

/// Answers one line. An error means that the line has no `id` to answer to.
fn answer(line: &str) -> Result<Value, Box<dyn Error>> {
    let mut request: Map<String, Value> = serde_json::from_str(line)?;
    let id = request.remove("id").ok_or("a request without id")?;
    let result = match serde_json::from_value(Value::Object(request)) {
        Ok(ask) => perform(ask),
        Err(error) => Err(Refusal::inexpressible(&error)),
    };
    Ok(match result {
        Ok(ok) => json!({"id": id, "ok": ok}),
        Err(refusal) => json!({"id": id, "error": refusal}),
    })
}

fn perform(ask: Ask) -> Result<Value, Refusal> {
    match ask {
        Ask::Hello { .. } => Ok(hello()),
        Ask::Open(place) => array::open(&place),
        Ask::Read {
            store,
            path,
            through,
            consolidated,
            regions,
        } => {
            let place = Place {
                store,
                path,
                through,
                consolidated,
            };
            array::read(&place, regions)
        }
        Ask::Write {
            store,
            path,
            region,
            elements,
        } => array::write(&Place::new(store, path), region, elements),
        Ask::Create {
            store,
            path,
            metadata,
            elements,
        } => creation::create(&Place::new(store, path), metadata, elements),
        Ask::Encode {
            data_type,
            shape,
            codecs,
            elements,
        } => chunk::encode(data_type, &shape, codecs, elements),
        Ask::Decode {
            data_type,
            shape,
            codecs,
            encoded,
        } => chunk::decode(data_type, &shape, codecs, encoded),
        Ask::Grid {
            array_shape,
            chunk_shape,
            elements,
            chunks,
        } => grid::grid(&array_shape, &chunk_shape, &elements, chunks),
        Ask::Node(place) => hierarchy::node(&place),
        Ask::Children(place) => hierarchy::children(&place),
        Ask::Walk(place) => hierarchy::walk(&place),
        Ask::CreateGroup {
            store,
            path,
            attributes,
        } => hierarchy::create_group(&Place::new(store, path), attributes),
        Ask::SetAttributes {
            store,
            path,
            attributes,
        } => hierarchy::set_attributes(&Place::new(store, path), attributes),
        Ask::Delete(place) => hierarchy::delete(&place),
        Ask::Consolidate(place) => hierarchy::consolidate(&place),
    }
}

fn hello() -> Value {
    json!({
        "protocol": 1,
        "name": "zarrs",
        "version": zarrs::version::version_str(),
        "language": "Rust",
        "edition": "3.1",
        "ops": [
            "open", "read", "write", "create", "encode", "decode", "grid", "node", "children", "walk",
            "create_group", "set_attributes", "delete", "consolidate", "path", "through", "consolidated",
        ],
    })
}
