use std::sync::Arc;
use zarrs::array::Array;
use zarrs::storage::{StoreKey, WritableStorageTraits as _, store::MemoryStore};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Arc::new(MemoryStore::new());
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "int8", "fill_value": -0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": ["bytes"]}"#;
    store.set(&StoreKey::new("zarr.json")?, zarr_json.into())?;
    let error = Array::open(store, "/").err().ok_or("fixed")?;
    println!("refused: {error}");
    Ok(())
}
