use oxigeo_zarr::{MemoryStore, Store as _, ZarrV3Reader};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut store = MemoryStore::new();
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "float32", "fill_value": "NaN",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}"#;
    store.set(&"a/zarr.json".into(), zarr_json.as_bytes())?;
    let found = ZarrV3Reader::new(store, "a")?.read_all()?;
    let right = f32::NAN.to_le_bytes();
    println!("NaN is missing, read {found:?}, the letters of its name");
    (found != right).then_some(()).ok_or("fixed".into())
}
