use std::sync::Arc;
use zarrs::array::Array;
use zarrs::storage::{StoreKey, WritableStorageTraits as _, store::MemoryStore};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Arc::new(MemoryStore::new());
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [2], "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": ["bytes", {"name": "zstd", "configuration": {"level": "3", "checksum": true}}]}"#;
    store.set(&StoreKey::new("zarr.json")?, zarr_json.into())?;
    let array = Array::open(store, "/")?;
    let found: Vec<u8> = array.retrieve_array_subset(&[0..2])?;
    println!("an array with the level \"3\" is opened and read: {found:?}");
    Ok(())
}
