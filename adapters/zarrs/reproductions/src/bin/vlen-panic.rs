use std::sync::Arc;
use zarrs::array::{Array, ArrayBytes};
use zarrs::storage::{StoreKey, WritableStorageTraits as _, store::MemoryStore};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Arc::new(MemoryStore::new());
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "string", "fill_value": "",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": [{"name": "vlen-utf8"}]}"#;
    store.set(&StoreKey::new("zarr.json")?, zarr_json.into())?;
    // One string of two bytes, of which one is there.
    let chunk = [1_u32.to_le_bytes(), 2_u32.to_le_bytes()].concat();
    store.set(&StoreKey::new("c/0")?, [chunk, vec![b'a']].concat().into())?;
    // Panics.
    let answer: Result<ArrayBytes, _> = Array::open(store, "/")?.retrieve_array_subset(&[0..1]);
    Err(format!("fixed: {answer:?}").into())
}
