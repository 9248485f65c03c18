//! The adapter's own correctness: right elements for stores written here byte by byte, and errors
//! that are those of zarrs.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// Sends the requests, numbered from 0, to a fresh adapter and gives `ok` or `error` of each answer.
fn exchange(requests: &[Value]) -> Vec<Value> {
    let mut adapter = Command::new(env!("CARGO_BIN_EXE_zarr-conform-adapter-zarrs"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = adapter.stdin.take().unwrap();
    for (id, request) in requests.iter().enumerate() {
        let mut request = request.clone();
        request["id"] = id.into();
        writeln!(input, "{request}").unwrap();
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

/// A 2×3 array of `float32`, big-endian and transposed, in chunks of 2×2 of which the first exists.
fn store(name: &str, codecs: &Value) -> PathBuf {
    let store = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(fs::remove_dir_all(&store));
    fs::create_dir_all(store.join("c/0")).unwrap();
    fs::write(
        store.join("zarr.json"),
        metadata(codecs).to_string().as_bytes(),
    )
    .unwrap();
    fs::write(store.join("c/0/0"), hex::decode(CHUNK).unwrap()).unwrap();
    store
}

/// In the order of the file the elements (0,0), (1,0), (0,1), (1,1). The first is a signalling NaN.
const CHUNK: &str = "7f80000140000000c000000080000000";

fn metadata(codecs: &Value) -> Value {
    json!({
        "zarr_format": 3,
        "node_type": "array",
        "shape": [2, 3],
        "data_type": "float32",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 2]}},
        "chunk_key_encoding": {"name": "default"},
        "fill_value": "0xffc00002",
        "codecs": codecs,
    })
}

fn codecs() -> Value {
    json!([
        {"name": "transpose", "configuration": {"order": [1, 0]}},
        {"name": "bytes", "configuration": {"endian": "big"}},
    ])
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
    whole["elements"] = "0100807f000000c00200c0ff00000040000000800200c0ff".into();
    assert_eq!(answers[1], whole);
    let mut regions = understood;
    let region = "000000c00200c0ff000000800200c0ff";
    regions["regions"] = json!([region, region]);
    assert_eq!(answers[2], regions);
}

#[test]
fn writes_a_region_and_creates() {
    let written = store("writes", &codecs());
    let created = Path::new(env!("CARGO_TARGET_TMPDIR")).join("creates");
    drop(fs::remove_dir_all(&created));
    let region = json!({"start": [1, 1], "shape": [1, 2]});
    let whole = "0100807f000000c0000020410000004000003041000040410000";
    let answers = exchange(&[
        json!({"op": "write", "store": written, "region": region, "elements": "0000304100004041"}),
        json!({"op": "create", "store": created, "metadata": metadata(&codecs()),
               "elements": &whole[..48]}),
    ]);
    assert_eq!(answers, [json!({}), json!({})]);
    let chunk = |store: &Path, key: &str| hex::encode(fs::read(store.join(key)).unwrap());
    assert_eq!(chunk(&written, "c/0/0"), "7f80000140000000c000000041300000");
    assert_eq!(chunk(&written, "c/0/1"), "ffc0000241400000ffc00002ffc00002");
    assert_eq!(chunk(&created, "c/0/0"), "7f80000140000000c000000041300000");
    assert_eq!(chunk(&created, "c/0/1"), "4120000041400000ffc00002ffc00002");
    let zarr_json = fs::read(created.join("zarr.json")).unwrap();
    let zarr_json: Value = serde_json::from_slice(&zarr_json).unwrap();
    assert_eq!(zarr_json["fill_value"], "0xffc00002");
    assert_eq!(zarr_json["codecs"], codecs());
}

/// Shards of 2×3 in subchunks of 2×1, with the index at the end unless the configuration says otherwise.
fn sharding(codecs: &Value) -> Value {
    let little = json!({"name": "bytes", "configuration": {"endian": "little"}});
    json!({"name": "sharding_indexed", "configuration": {
        "chunk_shape": [2, 1], "codecs": codecs, "index_codecs": [little, "crc32c"],
    }})
}

/// Of the elements 9, 1, 9 and 9, 2, 9 of `uint8` the only subchunk that is not all fill value, and the
/// index of 48 bytes with its checksum.
const SHARD: &str = concat!(
    "0102",
    "ffffffffffffffffffffffffffffffff",
    "00000000000000000200000000000000",
    "ffffffffffffffffffffffffffffffff",
    "44897e17",
);

fn sharded_metadata(codecs: &Value) -> Value {
    let mut metadata = metadata(codecs);
    metadata["data_type"] = "uint8".into();
    metadata["chunk_grid"]["configuration"]["chunk_shape"] = json!([2, 3]);
    metadata["fill_value"] = 9.into();
    metadata
}

#[test]
fn creates_and_reads_shards() {
    let folder = |name: &str| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        drop(fs::remove_dir_all(&folder));
        folder
    };
    let plain = json!([sharding(&json!(["bytes"]))]);
    let mut at_start = sharding(&json!(["bytes", {"name": "gzip", "configuration": {"level": 1}}]));
    at_start["configuration"]["index_location"] = "start".into();
    let compressed =
        json!([at_start, {"name": "zstd", "configuration": {"level": 1, "checksum": true}}]);
    let (by_shape, by_codec) = (folder("by-shape"), folder("by-codec"));
    let elements = "090109090209";
    let column = json!({"start": [0, 1], "shape": [2, 1]});
    let create = |store: &Path, codecs: &Value| json!({"op": "create", "store": store, "metadata": sharded_metadata(codecs), "elements": elements});
    let answers = exchange(&[
        create(&by_shape, &plain),
        create(&by_codec, &compressed),
        json!({"op": "read", "store": by_codec}),
        json!({"op": "read", "store": by_shape, "regions": [column]}),
    ]);
    assert_eq!(answers[..2], [json!({}), json!({})]);
    assert_eq!(answers[2]["elements"], elements);
    assert_eq!(answers[3]["regions"], json!(["0102"]));
    assert_eq!(
        hex::encode(fs::read(by_shape.join("c/0/0")).unwrap()),
        SHARD
    );
    let codecs = |store: &Path| {
        let zarr_json: Value =
            serde_json::from_slice(&fs::read(store.join("zarr.json")).unwrap()).unwrap();
        zarr_json["codecs"].clone()
    };
    let location = |codecs: &Value| codecs[0]["configuration"]["index_location"].clone();
    assert_eq!(location(&codecs(&by_shape)), "end");
    assert_eq!(location(&codecs(&by_codec)), "start");
    assert_eq!(codecs(&by_codec)[1], compressed[1]);
}

#[test]
fn decodes_what_every_codec_of_the_build_encodes() {
    let blosc = json!({"name": "blosc", "configuration": {
        "cname": "zstd", "clevel": 5, "shuffle": "shuffle", "typesize": 2, "blocksize": 0,
    }});
    let zstd = json!({"name": "zstd", "configuration": {"level": 3, "checksum": false}});
    let gzip = json!({"name": "gzip", "configuration": {"level": 9}});
    let little = json!({"name": "bytes", "configuration": {"endian": "little"}});
    let elements = "0100020003000400050006000700080009000a000b000c00";
    for codecs in [
        json!([little, blosc]),
        json!([little, zstd, "crc32c"]),
        json!([little, gzip]),
        json!([sharding(&json!([little, blosc])), gzip]),
    ] {
        let chunk =
            |op: &str| json!({"op": op, "data_type": "int16", "shape": [2, 6], "codecs": codecs});
        let (mut encode, mut decode) = (chunk("encode"), chunk("decode"));
        encode["elements"] = elements.into();
        decode["encoded"] = exchange(&[encode])[0]["encoded"].take();
        assert_ne!(decode["encoded"], elements);
        assert_eq!(
            exchange(&[decode])[0],
            json!({"elements": elements}),
            "{codecs}"
        );
    }
}

#[test]
fn encodes_and_decodes() {
    let elements = "0100807f000000c00000004000000080";
    let chunk =
        |op: &str| json!({"op": op, "data_type": "float32", "shape": [2, 2], "codecs": codecs()});
    let (mut encode, mut decode) = (chunk("encode"), chunk("decode"));
    encode["elements"] = elements.into();
    decode["encoded"] = CHUNK.into();
    let answers = exchange(&[encode, decode]);
    assert_eq!(answers[0], json!({"encoded": CHUNK}));
    assert_eq!(answers[1], json!({"elements": elements}));
}

#[test]
fn computes_with_a_grid() {
    let encodings = json!(["default", {"name": "v2", "configuration": {"separator": "/"}}]);
    let answers = exchange(&[json!({
        "op": "grid", "array_shape": [10, 200], "chunk_shape": [4, 30], "elements": [[9, 100]],
        "chunks": [{"index": [2, 3], "chunk_key_encodings": encodings}],
    })]);
    assert_eq!(
        answers[0],
        json!({
            "grid_shape": [3, 7],
            "elements": [{"chunk": [2, 3], "within": [1, 10]}],
            "chunks": [{"origin": [8, 90], "keys": ["c/2/3", "2/3"]}],
        })
    );
}

/// By path documents count and through the root the entries of consolidated metadata, unless these are not used.
#[test]
fn finds_and_changes_nodes() {
    let store = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hierarchy");
    drop(fs::remove_dir_all(&store));
    fs::create_dir_all(store.join("a")).unwrap();
    let group =
        |of: &str| json!({"zarr_format": 3, "node_type": "group", "attributes": {"of": of}});
    let mut root = group("root");
    root["consolidated_metadata"] = json!({
        "kind": "inline", "must_understand": false, "metadata": {"a": group("entry")},
    });
    fs::write(store.join("zarr.json"), root.to_string()).unwrap();
    fs::write(store.join("a/zarr.json"), group("document").to_string()).unwrap();
    let node = json!({"op": "node", "store": store, "path": "/a"});
    let mut through = node.clone();
    through["through"] = "/".into();
    let mut never = through.clone();
    never["consolidated"] = "never".into();
    let place = json!({"store": store, "path": "/a/b", "attributes": {"n": -1}});
    let operation = |op: &str| {
        let mut request = place.clone();
        request["op"] = op.into();
        request
    };
    let answers = exchange(&[
        node,
        through,
        never,
        operation("create_group"),
        json!({"op": "children", "store": store, "path": "/a"}),
        json!({"op": "delete", "store": store, "path": "/a/b"}),
        json!({"op": "walk", "store": store, "consolidated": "never"}),
        json!({"op": "node", "store": store, "path": "/a/b"}),
    ]);
    let found = |of: &str| json!({"node_type": "group", "attributes": {"of": of}});
    assert_eq!(
        answers[..3],
        [found("document"), found("entry"), found("document")]
    );
    assert_eq!(answers[4], json!({"children": {"b": "group"}}));
    assert_eq!(answers[6], json!({"nodes": {"/": "group", "/a": "group"}}));
    assert_eq!(answers[7], "invalid");
}

#[test]
fn passes_on_what_zarrs_refuses() {
    let no_permutation =
        json!([{"name": "transpose", "configuration": {"order": [0, 0]}}, "bytes"]);
    let unknown = json!([{"name": "no-such-codec"}, "bytes"]);
    let empty = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-such-folder");
    let short = store("short", &codecs());
    fs::write(short.join("c/0/0"), [0; 15]).unwrap();
    // Of a chunk at the border zarrs reads no more than it needs, so that the file ends early.
    let short_at_border = store("short-at-border", &codecs());
    fs::write(short_at_border.join("c/0/1"), [0; 4]).unwrap();
    let a_file = short.join("zarr.json");
    let gzip = json!({"op": "decode", "data_type": "uint8", "shape": [1], "encoded": "1f8b",
        "codecs": ["bytes", {"name": "gzip", "configuration": {"level": 1}}]});
    let mut damaged = gzip.clone();
    damaged["encoded"] = "00".repeat(20).into();
    let answers = exchange(&[
        json!({"op": "open", "store": store("order", &no_permutation)}),
        json!({"op": "open", "store": store("codec", &unknown)}),
        json!({"op": "open", "store": empty}),
        json!({"op": "read", "store": short}),
        json!({"op": "read", "store": short_at_border}),
        json!({"op": "open", "store": a_file}),
        json!({"op": "no-such-operation"}),
        gzip,
        damaged,
    ]);
    assert_eq!(
        answers,
        [
            "invalid",
            "unsupported",
            "invalid",
            "invalid",
            "invalid",
            "internal",
            "unsupported",
            "invalid",
            "invalid"
        ]
    );
}
