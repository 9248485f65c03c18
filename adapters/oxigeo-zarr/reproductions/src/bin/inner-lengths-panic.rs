use oxigeo_zarr::{MemoryStore, Store as _, ZarrV3Reader};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut store = MemoryStore::new();
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [2], "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": [{"name": "sharding_indexed", "configuration": {"chunk_shape": [0],
            "codecs": [{"name": "bytes"}], "index_codecs": [{"name": "bytes"}]}}]}"#;
    store.set(&"a/zarr.json".into(), zarr_json.as_bytes())?;
    store.set(&"a/c/0".into(), &[1, 2])?;
    // Panics.
    let answer = ZarrV3Reader::new(store, "a")?.read_all();
    Err(format!("fixed: {answer:?}").into())
}
