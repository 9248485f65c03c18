use std::sync::Arc;
use zarrs::array::Array;
use zarrs::storage::{StoreKey, WritableStorageTraits as _, store::MemoryStore};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for (data_type, codec) in [("string", "vlen-bytes"), ("bytes", "vlen-utf8")] {
        let store = Arc::new(MemoryStore::new());
        let zarr_json = format!(r#"{{"zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "{data_type}",
            "fill_value": "", "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [1]}}}},
            "chunk_key_encoding": {{"name": "default"}}, "codecs": [{{"name": "{codec}"}}]}}"#);
        store.set(&StoreKey::new("zarr.json")?, zarr_json.into())?;
        Array::open(store, "/")?;
        println!("{codec} is accepted for {data_type}");
    }
    Ok(())
}
