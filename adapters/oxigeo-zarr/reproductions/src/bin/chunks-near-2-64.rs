use oxigeo_zarr::{MemoryStore, Store as _, ZarrV3Reader};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut store = MemoryStore::new();
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [2, 18446744073709551615], "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 7]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": [{"name": "bytes"}]}"#;
    store.set(&"a/zarr.json".into(), zarr_json.as_bytes())?;
    store.set(
        &"a/c/0/2635249153387078802".into(),
        &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
    )?;
    let end = usize::MAX;
    let found = ZarrV3Reader::new(store, "a")?.read_slice(&[0..2, end - 4..end])?;
    let right = [2, 3, 4, 5, 9, 10, 11, 12];
    println!("2 3 4 5 and 9 10 11 12 are stored there, read {found:?}");
    (found != right).then_some(()).ok_or("fixed".into())
}
