use std::sync::Arc;
use zarrs::array::Array;
use zarrs::storage::{StoreKey, WritableStorageTraits as _, store::MemoryStore};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Arc::new(MemoryStore::new());
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": [{"name": "sharding_indexed", "configuration": {"chunk_shape": [2, 1], "codecs": ["bytes"],
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}}]}"#;
    store.set(&StoreKey::new("zarr.json")?, zarr_json.into())?;
    let words = [0_u64, 2, 2, 2];
    let shard = [vec![1, 2, 3, 4], words.iter().flat_map(|it| it.to_le_bytes()).collect()].concat();
    store.set(&StoreKey::new("c/0")?, shard.into())?;
    let found: Vec<u8> = Array::open(store, "/")?.retrieve_array_subset(&[0..4])?;
    println!("the array has one dimension, its inner chunks have the shape [2, 1], read {found:?}");
    Ok(())
}
