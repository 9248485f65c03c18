//! The adapter's own correctness: right elements for stores written here byte by byte, and errors
//! that are those of oxigeo-zarr.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// Sends the requests to a fresh adapter and gives `ok` or the kind of `error` of each answer.
fn exchange(requests: &[Value]) -> Vec<Value> {
    exchange_lines(&requests.iter().map(Value::to_string).collect::<Vec<_>>())
}

/// The same for requests as they are written, without their `id`. They are numbered from 0.
fn exchange_lines(requests: &[String]) -> Vec<Value> {
    let mut adapter = Command::new(env!("CARGO_BIN_EXE_zarr-conform-adapter-oxigeo-zarr"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = adapter.stdin.take().unwrap();
    for (id, request) in requests.iter().enumerate() {
        let members = request.strip_prefix('{').unwrap();
        writeln!(input, "{{\"id\":{id},{members}").unwrap();
    }
    drop(input);
    let output = adapter.wait_with_output().unwrap();
    assert!(output.status.success());
    let answers: Vec<Value> = serde_json::Deserializer::from_slice(&output.stdout)
        .into_iter()
        .collect::<Result<_, _>>()
        .unwrap();
    assert_eq!(answers.len(), requests.len());
    answers
        .into_iter()
        .enumerate()
        .map(|(id, mut answer)| {
            assert_eq!(answer["id"], id);
            match answer.get("error") {
                Some(_) => answer["error"]["kind"].take(),
                None => answer["ok"].take(),
            }
        })
        .collect()
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(fs::remove_dir_all(&folder));
    folder
}

/// A 2×3 array of `float32` in chunks of 2×2, of which the first exists.
fn store(name: &str, codecs: &Value) -> PathBuf {
    let store = folder(name);
    fs::create_dir_all(store.join("c/0")).unwrap();
    let zarr_json = metadata(codecs).to_string();
    fs::write(store.join("zarr.json"), zarr_json).unwrap();
    fs::write(store.join("c/0/0"), hex::decode(CHUNK).unwrap()).unwrap();
    store
}

/// The elements (0,0), (0,1), (1,0), (1,1). The first is a signalling NaN.
const CHUNK: &str = "0100807f00000040000000c000000080";

fn metadata(codecs: &Value) -> Value {
    json!({
        "zarr_format": 3,
        "node_type": "array",
        "shape": [2, 3],
        "data_type": "float32",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 2]}},
        "chunk_key_encoding": {"name": "default"},
        "fill_value": 1.5,
        "codecs": codecs,
    })
}

fn codecs() -> Value {
    json!([{"name": "bytes", "configuration": {"endian": "little"}}])
}

#[test]
fn opens_and_reads() {
    let store = store("reads", &codecs());
    let columns = json!({"start": [0, 1], "shape": [2, 2]});
    let answers = exchange(&[
        json!({"op": "open", "store": store}),
        json!({"op": "read", "store": store}),
        json!({"op": "read", "store": store, "regions": [columns, columns]}),
    ]);
    let understood = json!({"data_type": "float32", "shape": [2, 3]});
    assert_eq!(answers[0], understood);
    let mut whole = understood.clone();
    whole["elements"] = "0100807f000000400000c03f000000c0000000800000c03f".into();
    assert_eq!(answers[1], whole);
    let mut regions = understood;
    let region = "000000400000c03f000000800000c03f";
    regions["regions"] = json!([region, region]);
    assert_eq!(answers[2], regions);
}

#[test]
fn writes_whole_chunks_and_creates() {
    let written = store("writes", &codecs());
    let created = folder("creates");
    let column = json!({"start": [0, 2], "shape": [2, 1]});
    let part = json!({"start": [1, 1], "shape": [1, 2]});
    let whole = "0100807f0000004000003041000000c00000008000004041";
    let answers = exchange(&[
        json!({"op": "write", "store": written, "region": column, "elements": "0000304100004041"}),
        json!({"op": "write", "store": written, "region": part, "elements": "0000304100004041"}),
        json!({"op": "create", "store": created, "metadata": metadata(&codecs()), "elements": whole}),
        json!({"op": "read", "store": created}),
        json!({"op": "write", "store": created, "elements": "00".repeat(24)}),
    ]);
    assert_eq!(answers[0], json!({}));
    assert_eq!(answers[1], "unsupported");
    assert_eq!(answers[2], json!({}));
    assert_eq!(answers[3]["elements"], whole);
    assert_eq!(answers[4], json!({}));
    let chunk = |store: &Path, key: &str| hex::encode(fs::read(store.join(key)).unwrap());
    let padded = "000030410000c03f000040410000c03f";
    assert_eq!(chunk(&written, "c/0/0"), CHUNK);
    assert_eq!(chunk(&written, "c/0/1"), padded);
    assert_eq!(chunk(&created, "c/0/0"), "00".repeat(16));
    assert_eq!(chunk(&created, "c/0/1"), "000000000000c03f000000000000c03f");
    let zarr_json = fs::read(created.join("zarr.json")).unwrap();
    let zarr_json: Value = serde_json::from_slice(&zarr_json).unwrap();
    assert_eq!(zarr_json["fill_value"], 1.5);
    assert_eq!(zarr_json["codecs"], codecs());
}

#[test]
fn reads_what_every_codec_of_the_build_wrote() {
    let elements = "0100807f0000004000003041000000c00000008000004041";
    for (name, codec) in [
        (
            "gzip",
            json!({"name": "gzip", "configuration": {"level": 6}}),
        ),
        (
            "zstd",
            json!({"name": "zstd", "configuration": {"level": 3, "checksum": false}}),
        ),
        ("crc32c", json!({"name": "crc32c"})),
    ] {
        let store = folder(name);
        let metadata = metadata(&json!([codecs()[0], codec]));
        let answers = exchange(&[
            json!({"op": "create", "store": store, "metadata": metadata, "elements": elements}),
            json!({"op": "read", "store": store}),
        ]);
        assert_eq!(answers[0], json!({}), "{name}");
        assert_eq!(answers[1]["elements"], elements, "{name}");
        assert_ne!(
            hex::encode(fs::read(store.join("c/0/0")).unwrap()).len(),
            32,
            "{name}"
        );
    }
}

/// `serde_json` makes 1 of it, which the library shows when it reads the array; the adapter must not.
#[test]
fn hands_a_fill_value_over_digit_by_digit() {
    let mut metadata = metadata(&codecs());
    metadata["data_type"] = "float64".into();
    metadata["fill_value"] = "HERE".into();
    let store = folder("digits");
    let create =
        json!({"op": "create", "store": store, "metadata": metadata, "elements": "00".repeat(48)});
    let line = format!("{create}").replace("\"HERE\"", "0.9999999999999999");
    assert_eq!(exchange_lines(&[line])[0], json!({}));
    let zarr_json = fs::read_to_string(store.join("zarr.json")).unwrap();
    assert!(zarr_json.contains("0.9999999999999999"), "{zarr_json}");
}

#[test]
fn passes_on_what_oxigeo_zarr_refuses() {
    let unknown = json!([{"name": "no-such-codec"}, codecs()[0]]);
    let checked = json!([codecs()[0], {"name": "crc32c"}]);
    let negative = json!([codecs()[0], {"name": "gzip", "configuration": {"level": 10}}]);
    let a_file = store("file", &codecs()).join("zarr.json");
    let answers = exchange(&[
        json!({"op": "hello", "protocol": 1, "editions": ["3.1"]}),
        json!({"op": "open", "store": store("codec", &unknown)}),
        json!({"op": "read", "store": store("checksum", &checked)}),
        json!({"op": "open", "store": store("level", &negative)}),
        json!({"op": "open", "store": folder("no-such-folder")}),
        json!({"op": "open", "store": a_file}),
        json!({"op": "no-such-operation"}),
    ]);
    assert_eq!(answers[0]["version"], oxigeo_zarr::VERSION);
    assert_eq!(
        answers[1..],
        [
            "unsupported",
            "invalid",
            "invalid",
            "internal",
            "internal",
            "unsupported"
        ]
    );
}
