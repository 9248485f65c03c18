use std::sync::Arc;
use zarrs::array::Array;
use zarrs::storage::{StoreKey, WritableStorageTraits as _, store::MemoryStore};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Arc::new(MemoryStore::new());
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "int16", "fill_value": 7,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}}, "chunk_key_encoding": {"name": "default"}, "codecs": ["bytes"]}"#;
    store.set(&StoreKey::new("zarr.json")?, zarr_json.into())?;
    let array = Array::open(store, "/")?;
    let found: Vec<i16> = array.retrieve_array_subset(&[0..1])?;
    let stored = array.store_array_subset(&[0..1], vec![1_i16]);
    println!("opened; read {found:?}; write {stored:?}");
    stored.err().map(drop).ok_or("fixed".into())
}
