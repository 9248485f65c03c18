use std::sync::Arc;
use zarrs::array::Array;
use zarrs::storage::{StoreKey, WritableStorageTraits as _, store::MemoryStore};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Arc::new(MemoryStore::new());
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "float32", "fill_value": "0x+f+0+0+1",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}"#;
    store.set(&StoreKey::new("zarr.json")?, zarr_json.into())?;
    let found: Vec<f32> = Array::open(store, "/")?.retrieve_array_subset(&[0..1])?;
    let bits = found[0].to_bits();
    println!("fill value 0x+f+0+0+1 is read as 0x{bits:08x}");
    Ok(())
}
