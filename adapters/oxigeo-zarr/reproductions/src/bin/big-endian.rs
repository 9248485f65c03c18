use oxigeo_zarr::{MemoryStore, Store as _, ZarrV3Reader};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut store = MemoryStore::new();
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [2], "data_type": "uint16", "fill_value": 2,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": [{"name": "bytes", "configuration": {"endian": "big"}}]}"#;
    store.set(&"a/zarr.json".into(), zarr_json.as_bytes())?;
    store.set(&"a/c/0".into(), &[0, 1])?;
    let found = ZarrV3Reader::new(store, "a")?.read_all()?;
    println!("1 is stored and 2 is missing, read {found:?}, which is not an order of bytes");
    (found != [1, 0, 2, 0]).then_some(()).ok_or("fixed".into())
}
