//! `create`: a new array at the root of a folder.

use std::path::Path;

use oxigeo_zarr::FilesystemStore;
use oxigeo_zarr::metadata::v3::{
    ArrayMetadataV3, ChunkKeyEncoding, CodecMetadata, FillValue, StorageTransformer,
};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::array;
use crate::refusal::Refusal;

/// Creates with [`ArrayMetadataV3::new`] and the calls that follow it, the way to a new array in the example
/// of the library. `fill_value` is that of the metadata, as JSON.
pub fn create(
    store: impl AsRef<Path>,
    mut metadata: Map<String, Value>,
    fill_value: &str,
    elements: &[u8],
) -> Result<Value, Refusal> {
    let asked = asked(&mut metadata, fill_value)?;
    let whole = array::whole(&asked.shape);
    array::write_with(FilesystemStore::create(store)?, asked, &whole, elements)
}

/// The metadata as a user of the library says them, member by member.
fn asked(metadata: &mut Map<String, Value>, written: &str) -> Result<ArrayMetadataV3, Refusal> {
    let mut take = |member: &str| metadata.remove(member).unwrap_or_default();
    for member in ["zarr_format", "node_type"] {
        drop(take(member));
    }
    let data_type: String = argument(take("data_type"))?;
    let fill_value = fill_value(&data_type, written, &take("fill_value"))?;
    let codecs = extensions(take("codecs"))?;
    let mut asked = ArrayMetadataV3::new(
        argument(take("shape"))?,
        chunk_shape(take("chunk_grid"))?,
        data_type,
    )
    .with_fill_value(fill_value)
    .with_codecs(argument::<Vec<CodecMetadata>>(codecs)?);
    asked.chunk_key_encoding = chunk_key_encoding(take("chunk_key_encoding"))?;
    match take("storage_transformers") {
        Value::Null => {}
        given => {
            asked = asked.with_storage_transformers(argument::<Vec<StorageTransformer>>(given)?);
        }
    }
    match take("dimension_names") {
        Value::Null => {}
        given => asked = asked.with_dimension_names(argument(given)?),
    }
    match take("attributes") {
        Value::Null => {}
        given => asked = asked.with_attributes(argument(given)?),
    }
    match metadata.keys().next() {
        None => Ok(asked),
        Some(other) => Err(Refusal::inexpressible(format!(
            "its metadata have no place for {other}"
        ))),
    }
}

/// A value of a type of the library, or of one that its calls take.
fn argument<T: DeserializeOwned>(value: Value) -> Result<T, Refusal> {
    serde_json::from_value(value).map_err(Refusal::inexpressible)
}

/// Extension definitions as objects: the types of the library have no short-hand names.
fn extensions(definitions: Value) -> Result<Value, Refusal> {
    let definitions: Vec<Value> = argument(definitions)?;
    Ok(definitions.into_iter().map(extension).collect())
}

fn extension(definition: Value) -> Value {
    match definition {
        Value::String(name) => serde_json::json!({"name": name}),
        object => object,
    }
}

fn chunk_shape(grid: Value) -> Result<Vec<usize>, Refusal> {
    let grid = extension(grid);
    if grid["name"] != "regular" {
        return Err(Refusal::inexpressible(
            "ArrayMetadataV3::new makes regular chunk grids",
        ));
    }
    argument(grid["configuration"]["chunk_shape"].clone())
}

fn chunk_key_encoding(encoding: Value) -> Result<ChunkKeyEncoding, Refusal> {
    let encoding = extension(encoding);
    let separator = encoding["configuration"]["separator"].as_str();
    match encoding["name"].as_str() {
        Some("default") => Ok(match separator {
            Some(separator) => ChunkKeyEncoding::default_with_separator(separator),
            None => ChunkKeyEncoding::default(),
        }),
        Some("v2") => Ok(match separator {
            Some(separator) => ChunkKeyEncoding::v2_with_separator(separator),
            None => ChunkKeyEncoding::V2 {
                configuration: None,
            },
        }),
        _ => Err(Refusal::inexpressible(
            "it has the chunk key encodings default and v2",
        )),
    }
}

/// The variant for the data type. Complex numbers have none, and integers beyond `i64` neither.
fn fill_value(data_type: &str, written: &str, value: &Value) -> Result<FillValue, Refusal> {
    let inexpressible =
        || Refusal::inexpressible(format!("FillValue has no {written} of {data_type}"));
    let fill_value = match data_type {
        "bool" => value.as_bool().map(FillValue::Bool),
        "float16" | "float32" | "float64" => {
            floating_point(data_type, written, value).map(FillValue::Float)
        }
        _ if data_type.starts_with('r') => {
            return Ok(FillValue::Bytes(argument(value.clone())?));
        }
        _ => value.as_i64().map(FillValue::Int),
    };
    fill_value.ok_or_else(inexpressible)
}

/// The number of a fill value in one of the forms that the specification has for numbers, as `f64`, which
/// holds those of the shorter data types. A JSON number is one that Rust reads, too.
fn floating_point(data_type: &str, written: &str, value: &Value) -> Option<f64> {
    let Value::String(form) = value else {
        return written.parse().ok();
    };
    match form.as_str() {
        "NaN" => Some(f64::NAN),
        "Infinity" => Some(f64::INFINITY),
        "-Infinity" => Some(f64::NEG_INFINITY),
        hexadecimal => {
            let bits = u64::from_str_radix(hexadecimal.strip_prefix("0x")?, 16).ok()?;
            match data_type {
                "float16" => Some(half(u16::try_from(bits).ok()?)),
                "float32" => Some(f32::from_bits(u32::try_from(bits).ok()?).into()),
                _ => Some(f64::from_bits(bits)),
            }
        }
    }
}

/// The number that the bits of a `float16` stand for.
fn half(bits: u16) -> f64 {
    let (exponent, fraction) = ((bits >> 10) & 0x1f, f64::from(bits & 0x3ff) / 1024.0);
    let magnitude = match exponent {
        0 => fraction * 2f64.powi(-14),
        0x1f if fraction == 0.0 => f64::INFINITY,
        0x1f => f64::NAN,
        _ => (1.0 + fraction) * 2f64.powi(i32::from(exponent) - 15),
    };
    if bits >> 15 == 1 {
        -magnitude
    } else {
        magnitude
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn metadata() -> Map<String, Value> {
        let metadata = json!({
            "zarr_format": 3, "node_type": "array", "shape": [4, 6], "data_type": "int16",
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 3]}},
            "chunk_key_encoding": {"name": "v2", "configuration": {"separator": "/"}},
            "fill_value": -7, "codecs": [{"name": "bytes", "configuration": {"endian": "big"}}],
        });
        serde_json::from_value(metadata).unwrap()
    }

    #[test]
    fn members_become_arguments() {
        let mut given = metadata();
        given["codecs"] = json!(["bytes", {"name": "gzip", "configuration": {"level": 3}}]);
        given.insert("attributes".into(), json!({"a": 1}));
        given.insert("dimension_names".into(), json!(["y", null]));
        let asked = asked(&mut given, "-7").unwrap();
        let written = serde_json::to_value(asked).unwrap();
        assert_eq!(written["shape"], json!([4, 6]));
        assert_eq!(
            written["chunk_grid"]["configuration"]["chunk_shape"],
            json!([2, 3])
        );
        assert_eq!(
            written["chunk_key_encoding"],
            json!({"name": "v2", "configuration": {"separator": "/"}})
        );
        assert_eq!(written["fill_value"], -7);
        assert_eq!(
            written["codecs"],
            json!([{"name": "bytes"}, {"name": "gzip", "configuration": {"level": 3}}])
        );
        assert_eq!(written["attributes"], json!({"a": 1}));
        assert_eq!(written["dimension_names"], json!(["y", null]));
    }

    #[test]
    fn what_has_no_argument_is_refused() {
        for (member, value) in [
            ("fill_value", json!(u64::MAX)),
            ("chunk_key_encoding", json!({"name": "other"})),
            ("chunk_grid", json!({"name": "rectilinear"})),
            ("other", json!({})),
        ] {
            let mut given = metadata();
            given.insert(member.into(), value);
            let written = given["fill_value"].to_string();
            assert!(asked(&mut given, &written).is_err(), "{member}");
        }
    }

    #[test]
    fn fill_values_are_of_the_variant_for_the_data_type() {
        let made = |data_type: &str, written: &str| {
            fill_value(data_type, written, &serde_json::from_str(written).unwrap())
        };
        let bits = |data_type: &str, written: &str| match made(data_type, written).unwrap() {
            FillValue::Float(number) => number.to_bits(),
            other => panic!("{other:?}"),
        };
        assert_eq!(bits("float64", "0.9999999999999999"), 0x3fef_ffff_ffff_ffff);
        assert_eq!(bits("float32", "3"), 3f64.to_bits());
        assert_eq!(
            bits("float64", r#""0xfff0000000000001""#),
            0xfff0_0000_0000_0001
        );
        assert_eq!(bits("float32", r#""0xc0000000""#), (-2f64).to_bits());
        assert_eq!(
            bits("float16", r#""0x8001""#),
            (-(2f64.powi(-24))).to_bits()
        );
        assert_eq!(
            bits("float16", r#""0x3555""#),
            (1365.0 / 4096.0f64).to_bits()
        );
        assert_eq!(
            bits("float16", r#""-Infinity""#),
            f64::NEG_INFINITY.to_bits()
        );
        assert_eq!(made("bool", "true").unwrap(), FillValue::Bool(true));
        assert_eq!(made("r16", "[1, 2]").unwrap(), FillValue::Bytes(vec![1, 2]));
        assert!(made("complex64", "[1, 2]").is_err());
    }
}
