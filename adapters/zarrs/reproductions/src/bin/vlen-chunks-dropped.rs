use std::sync::Arc;
use zarrs::array::Array;
use zarrs::storage::{StoreKey, WritableStorageTraits as _, store::MemoryStore};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Arc::new(MemoryStore::new());
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [2], "data_type": "string", "fill_value": "ab",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": [{"name": "vlen-utf8"}]}"#;
    store.set(&StoreKey::new("zarr.json")?, zarr_json.into())?;
    let array = Array::open(store, "/")?;
    array.store_array_subset(&[0..2], &["a", "b"])?;
    let found: Vec<String> = array.retrieve_array_subset(&[0..2])?;
    println!("a and b are written, {found:?} is read");
    if found == ["a", "b"] { Err("fixed".into()) } else { Ok(()) }
}
