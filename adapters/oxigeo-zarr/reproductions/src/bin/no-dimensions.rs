use oxigeo_zarr::{MemoryStore, Store as _, ZarrV3Reader};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut store = MemoryStore::new();
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [], "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": []}}, "chunk_key_encoding": {"name": "default"},
        "codecs": [{"name": "bytes"}]}"#;
    store.set(&"a/zarr.json".into(), zarr_json.as_bytes())?;
    let error = ZarrV3Reader::new(store, "a").err().ok_or("fixed")?;
    println!("refused: {error}");
    Ok(())
}
