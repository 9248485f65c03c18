use std::sync::Arc;
use zarrs::array::{Array, ArrayBytes};
use zarrs::storage::{StoreKey, WritableStorageTraits as _, store::MemoryStore};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Arc::new(MemoryStore::new());
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "r16", "fill_value": "AQI=",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": ["bytes"]}"#;
    store.set(&StoreKey::new("zarr.json")?, zarr_json.into())?;
    let found: ArrayBytes = Array::open(store, "/")?.retrieve_array_subset(&[0..1])?;
    let bytes = found.into_fixed()?;
    println!("fill value AQI= is read as the bytes {bytes:?}");
    Ok(())
}
