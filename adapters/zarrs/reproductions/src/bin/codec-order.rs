use std::sync::Arc;
use zarrs::array::Array;
use zarrs::storage::{StoreKey, WritableStorageTraits as _, store::MemoryStore};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Arc::new(MemoryStore::new());
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [2, 3], "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 3]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": ["bytes", {"name": "transpose", "configuration": {"order": [1, 0]}}]}"#;
    store.set(&StoreKey::new("zarr.json")?, zarr_json.into())?;
    store.set(&StoreKey::new("c/0/0")?, vec![1, 2, 3, 4, 5, 6].into())?;
    let found: Vec<u8> = Array::open(store, "/")?.retrieve_array_subset(&[0..2, 0..3])?;
    println!("transpose stands after bytes; the chunk 1 2 3 4 5 6 is read as {found:?}");
    Ok(())
}
