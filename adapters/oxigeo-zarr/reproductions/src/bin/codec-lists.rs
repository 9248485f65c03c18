use oxigeo_zarr::{MemoryStore, Store as _, ZarrV3Reader};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut store = MemoryStore::new();
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [2], "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": [{"name": "gzip", "configuration": {"level": 1}}]}"#;
    store.set(&"a/zarr.json".into(), zarr_json.as_bytes())?;
    // Refusing it would end this program with an error.
    let found = ZarrV3Reader::new(store, "a")?.read_all()?;
    println!("only gzip, and no codec that yields bytes, read {found:?}");
    Ok(())
}
