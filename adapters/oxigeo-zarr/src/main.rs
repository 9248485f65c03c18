//! Serves the Rust library oxigeo-zarr to zarr-conform over protocol 1: one JSON object per line on
//! standard input, one answer per line on standard output.
//!
//! It translates and nothing else. What oxigeo-zarr accepts is answered with what oxigeo-zarr gave; what is
//! refused, oxigeo-zarr or its types refused. A panic of oxigeo-zarr ends this process, as it would end a
//! user's.

use std::error::Error;
use std::io::{self, BufRead as _, Write as _};

use serde_json::{Map, Value, json};
use zarr_conform_adapter_oxigeo_zarr::refusal::Refusal;
use zarr_conform_adapter_oxigeo_zarr::request::{Ask, Exact};
use zarr_conform_adapter_oxigeo_zarr::{array, creation};

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
    let exact: Exact = serde_json::from_str(line)?;
    let result = match serde_json::from_value(Value::Object(request)) {
        Ok(ask) => perform(ask, &exact),
        Err(error) => Err(Refusal::inexpressible(error)),
    };
    Ok(match result {
        Ok(ok) => json!({"id": id, "ok": ok}),
        Err(refusal) => json!({"id": id, "error": refusal}),
    })
}

fn perform(ask: Ask, exact: &Exact) -> Result<Value, Refusal> {
    match ask {
        Ask::Hello { .. } => Ok(hello()),
        Ask::Open { store } => array::open(&store),
        Ask::Read { store, regions } => array::read(&store, regions),
        Ask::Write {
            store,
            region,
            elements,
        } => array::write(&store, region, &elements.0),
        Ask::Create {
            store,
            metadata,
            elements,
        } => creation::create(&store, metadata, exact.fill_value(), &elements.0),
    }
}

fn hello() -> Value {
    json!({
        "protocol": 1,
        "name": oxigeo_zarr::NAME,
        "version": oxigeo_zarr::VERSION,
        "language": "Rust",
        "edition": "3.1",
        "ops": ["open", "read", "write", "create"],
        // "Not implemented", as the documentation of the library says.
        "unsupported": {"codecs": ["blosc"]},
    })
}
