use std::sync::Arc;
use zarrs::array::Array;
use zarrs::storage::{StoreKey, WritableStorageTraits as _, store::MemoryStore};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Arc::new(MemoryStore::new());
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [1], "data_type": ["uint8"], "fill_value": 7,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}}, "chunk_key_encoding": ["default", {"separator": "."}, true],
        "codecs": [["bytes", {}]]}"#;
    store.set(&StoreKey::new("zarr.json")?, zarr_json.into())?;
    let found: Vec<u8> = Array::open(store, "/")?.retrieve_array_subset(&[0..1])?;
    println!("data type, key encoding and codec are lists; read {found:?}");
    Ok(())
}
