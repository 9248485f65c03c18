use std::sync::Arc;
use zarrs::array::Array;
use zarrs::storage::{StoreKey, WritableStorageTraits as _, store::MemoryStore};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Arc::new(MemoryStore::new());
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [1], "fill_value": 3,
        "data_type": {"name": "numpy.datetime64", "configuration": {"unit": "s", "scale_factor": 2147483648}},
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}"#;
    store.set(&StoreKey::new("zarr.json")?, zarr_json.into())?;
    let array = Array::open(store, "/")?;
    let found: Vec<i64> = array.retrieve_array_subset(&[0..1])?;
    let configuration = array.data_type().configuration_v3();
    println!("{found:?} of {configuration:?}, whose scale factor is beyond 2^31 - 1");
    Ok(())
}
