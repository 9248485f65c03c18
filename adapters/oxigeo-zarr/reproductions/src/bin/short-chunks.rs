use oxigeo_zarr::{MemoryStore, Store as _, ZarrV3Reader};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut store = MemoryStore::new();
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": [{"name": "bytes"}]}"#;
    store.set(&"a/zarr.json".into(), zarr_json.as_bytes())?;
    store.set(&"a/c/0".into(), &[7, 7])?;
    let found = ZarrV3Reader::new(store, "a")?.read_all()?;
    println!("of the chunk 7 7 7 7 two bytes are left, read {found:?}");
    (found != [7; 4]).then_some(()).ok_or("fixed".into())
}
