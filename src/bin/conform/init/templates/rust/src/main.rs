//! Adapter of my-library for zarr-conform: answers the requests of protocol 1 by calling the library.
//!
//! Fill in `open`, `read` and `write`, the functions marked with TODO, and put the name of each into
//! `IMPLEMENTED` once it works. Everything below them speaks the protocol and can stay as it is.
//!
//! The verdict is about the library. So the adapter does not validate, does not repair, and never
//! looks into the store by itself. docs/adapters.md of zarr-conform describes the protocol in full,
//! also the optional operations create, encode, decode and grid, and those on groups.

use std::error::Error;
use std::io::{BufRead, Write};
use std::path::Path;

use serde_json::{json, Value};

/// The operations that work: add "open", "read" and "write" as you write them. What is listed here
/// and answers "unsupported" to a plain request counts as a false claim.
const IMPLEMENTED: &[&str] = &[];

fn hello() -> Value {
    json!({
        "protocol": 1,
        "name": "my-library",
        // TODO: ask your library for its version, so that it cannot be wrong.
        "version": "0.0.0",
        "language": "Rust",
        // The newest edition of the specification that the library implements.
        "edition": "3.1",
        "ops": IMPLEMENTED,
    })
}

/// What the library understood of an array.
struct Description {
    /// As in metadata: the specification's identifier, such as `int16`, or an object with name and configuration.
    data_type: Value,
    shape: Vec<u64>,
}

/// One start and one length for each dimension; always lies within the array.
#[allow(dead_code, reason = "not implemented yet")]
struct Region {
    start: Vec<u64>,
    shape: Vec<u64>,
}

/// Opens the array as any user would, and reads no chunk.
///
/// `store` is a folder that holds zarr.json. Return the errors of the library as they are, with `?`:
/// `kind_of_error` translates them. Do not catch panics: an adapter that ends is started again.
fn open(store: &Path) -> Result<Description, Box<dyn Error>> {
    // TODO: call your library here.
    let _ = store;
    Err(Unsupported("not implemented yet".to_owned()).into())
}

/// Opens the array once and reads all regions from it, one after the other; `None` stands for the
/// whole array.
///
/// Returns the bytes of each region: elements in C order, the last dimension fastest, each little
/// endian, whatever the array's own endianness and codecs are. A complex number is its real
/// component, then the imaginary one; a bool is one byte, 0 or 1; raw bits stay as they are.
///
/// Every bit counts, also those of NaNs and of negative zero: use `to_le_bytes`, do not convert
/// numbers. An array of rank 0 has one element; a region with a length of 0 has none.
fn read(
    store: &Path,
    regions: &[Option<Region>],
) -> Result<(Description, Vec<Vec<u8>>), Box<dyn Error>> {
    // TODO: call your library here.
    let _ = (store, regions);
    Err(Unsupported("not implemented yet".to_owned()).into())
}

/// Opens the array that is there and writes into one region; `None` stands for the whole array.
///
/// `elements` are bytes in the form that `read` returns. When this function returns, everything must
/// have reached the folder: the chunks are looked at next.
fn write(store: &Path, region: Option<&Region>, elements: &[u8]) -> Result<(), Box<dyn Error>> {
    // TODO: call your library here.
    let _ = (store, region, elements);
    Err(Unsupported("not implemented yet".to_owned()).into())
}

/// The one rule from errors to kinds of error, for all operations.
///
/// "unsupported": valid, perhaps, but not implemented; "internal": says nothing about the input, such
/// as no permission or a bug; "invalid": the input breaks the specification.
fn kind_of_error(error: &(dyn Error + 'static)) -> &'static str {
    // TODO: name the errors of your library. Without any of its own, this rule can stay.
    let is_permission = |it: &std::io::Error| it.kind() == std::io::ErrorKind::PermissionDenied;
    if error.is::<Unsupported>() {
        "unsupported"
    } else if error.downcast_ref().is_some_and(is_permission) {
        "internal"
    } else {
        "invalid"
    }
}

#[derive(Debug)]
struct Unsupported(String);

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Unsupported {}

// From here on: the protocol. One line of JSON for each request, and one for each answer.

fn answer(request: &Value) -> Result<Value, Box<dyn Error>> {
    let store = Path::new(request["store"].as_str().unwrap_or_default());
    match request["op"].as_str().unwrap_or_default() {
        "hello" => Ok(hello()),
        "open" => Ok(described(&open(store)?)),
        "read" => answer_read(store, request.get("regions")),
        "write" => {
            let region = request.get("region").map(region).transpose()?;
            let elements = hex::decode(request["elements"].as_str().unwrap_or_default())?;
            write(store, region.as_ref(), &elements)?;
            Ok(json!({}))
        }
        op => Err(Unsupported(format!("operation {op} is not implemented")).into()),
    }
}

fn answer_read(store: &Path, regions: Option<&Value>) -> Result<Value, Box<dyn Error>> {
    let asked = match regions {
        None => vec![None],
        Some(regions) => {
            let regions = regions.as_array().ok_or("regions is not a list")?;
            let parsed = regions.iter().map(|it| region(it).map(Some));
            parsed.collect::<Result<_, _>>()?
        }
    };
    let (description, elements) = read(store, &asked)?;
    let digits: Vec<String> = elements.iter().map(hex::encode).collect();
    let mut answer = described(&description);
    if regions.is_some() {
        answer["regions"] = json!(digits);
    } else {
        answer["elements"] = json!(digits.first());
    }
    Ok(answer)
}

fn described(array: &Description) -> Value {
    json!({"data_type": array.data_type, "shape": array.shape})
}

fn region(value: &Value) -> Result<Region, Box<dyn Error>> {
    let start = integers(&value["start"]).ok_or("start is not a list of integers")?;
    let shape = integers(&value["shape"]).ok_or("shape is not a list of integers")?;
    Ok(Region { start, shape })
}

/// Exact up to 2^64 - 1.
fn integers(value: &Value) -> Option<Vec<u64>> {
    value.as_array()?.iter().map(Value::as_u64).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    // Nothing but answers may reach standard output. A library that prints must be kept from it:
    // move descriptor 1 out of its way, for instance with the functions `dup` and `dup2` of the
    // crate libc.
    let mut answers = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let id = &request["id"];
        let line = match answer(&request) {
            Ok(ok) => json!({"id": id, "ok": ok}),
            Err(error) => {
                let kind = kind_of_error(error.as_ref());
                json!({"id": id, "error": {"kind": kind, "message": error.to_string()}})
            }
        };
        writeln!(answers, "{line}")?;
        answers.flush()?;
    }
    Ok(())
}
