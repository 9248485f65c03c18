use std::sync::Arc;
use zarrs::array::Array;
use zarrs::storage::{StoreKey, WritableStorageTraits as _, store::MemoryStore};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Arc::new(MemoryStore::new());
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "uint16", "fill_value": 7,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": [{"name": "endian", "configuration": {"endian": "little"}}]}"#;
    store.set(&StoreKey::new("zarr.json")?, zarr_json.into())?;
    let found: Vec<u16> = Array::open(store, "/")?.retrieve_array_subset(&[0..1])?;
    println!("the codec is named endian; read {found:?}");
    Ok(())
}
