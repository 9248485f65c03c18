use std::sync::Arc;
use zarrs::array::Array;
use zarrs::storage::{StoreKey, WritableStorageTraits as _, store::MemoryStore};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Arc::new(MemoryStore::new());
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [], "data_type": "uint8", "fill_value": 7,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": []}}, "chunk_key_encoding": {"name": "default"},
        "codecs": [{"name": "transpose", "configuration": {"order": []}}, "bytes"]}"#;
    store.set(&StoreKey::new("zarr.json")?, zarr_json.into())?;
    let error = Array::open(store, "/").err().ok_or("fixed")?;
    println!("refused: {error}");
    Ok(())
}
