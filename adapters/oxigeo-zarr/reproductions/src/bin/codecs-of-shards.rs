use oxigeo_zarr::{MemoryStore, Store as _, ZarrV3Reader};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut store = MemoryStore::new();
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": [{"name": "sharding_indexed", "configuration": {"chunk_shape": [1], "codecs": [{"name": "bytes"}],
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}},
            {"name": "zstd", "configuration": {"level": 1, "checksum": false}}]}"#;
    store.set(&"a/zarr.json".into(), zarr_json.as_bytes())?;
    // A zstd frame with one raw block of 17 bytes: the element 7, and the index with 0 and 1.
    let frame = [0x28, 0xb5, 0x2f, 0xfd, 0xe0, 17, 0, 0, 0, 0, 0, 0, 0, 0x89, 0, 0, 7];
    let index = [0, 1].map(u64::to_le_bytes).concat();
    store.set(&"a/c/0".into(), &[&frame, &index[..]].concat())?;
    let found = ZarrV3Reader::new(store, "a")?.read_all()?;
    println!("the element is 7, in a shard in a zstd frame; read {found:?}");
    (found != [7]).then_some(()).ok_or("fixed".into())
}
