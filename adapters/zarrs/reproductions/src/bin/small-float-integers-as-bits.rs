use std::sync::Arc;
use zarrs::array::{Array, ArrayBytes};
use zarrs::storage::{StoreKey, WritableStorageTraits as _, store::MemoryStore};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Arc::new(MemoryStore::new());
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "float8_e4m3", "fill_value": 1,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": ["bytes"]}"#;
    store.set(&StoreKey::new("zarr.json")?, zarr_json.into())?;
    let found: ArrayBytes = Array::open(store, "/")?.retrieve_array_subset(&[0..1])?;
    let bits = found.into_fixed()?[0];
    println!("fill value 1, of which the bits are 0x38, is read as 0x{bits:02x}");
    if bits == 0x38 { Err("fixed".into()) } else { Ok(()) }
}
