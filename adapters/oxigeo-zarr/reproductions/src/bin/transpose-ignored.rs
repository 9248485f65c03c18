use oxigeo_zarr::{MemoryStore, Store as _, ZarrV3Reader};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut store = MemoryStore::new();
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [3, 2], "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [3, 2]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": [{"name": "transpose", "configuration": {"order": [1, 0]}}, {"name": "bytes"}]}"#;
    store.set(&"a/zarr.json".into(), zarr_json.as_bytes())?;
    store.set(&"a/c/0/0".into(), &[1, 2, 3, 4, 5, 6])?;
    let found = ZarrV3Reader::new(store, "a")?.read_all()?;
    let right = [1, 4, 2, 5, 3, 6];
    println!("stored by columns, read {found:?}, not {right:?}");
    (found != right).then_some(()).ok_or("fixed".into())
}
