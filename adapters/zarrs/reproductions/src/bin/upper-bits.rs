use std::sync::Arc;
use zarrs::array::Array;
use zarrs::storage::{StoreKey, WritableStorageTraits as _, store::MemoryStore};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Arc::new(MemoryStore::new());
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [2], "data_type": "int4", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": ["bytes"]}"#;
    store.set(&StoreKey::new("zarr.json")?, zarr_json.into())?;
    // The numbers 5 and -1, whose upper bits are not those of an i8.
    store.set(&StoreKey::new("c/0")?, vec![0x45, 0x0f].into())?;
    let found: Vec<i8> = Array::open(store, "/")?.retrieve_array_subset(&[0..2])?;
    println!("5 and -1 are read as {found:?}");
    if found == [5, -1] { Err("fixed".into()) } else { Ok(()) }
}
