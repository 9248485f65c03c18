use std::sync::Arc;
use zarrs::array::Array;
use zarrs::storage::{StoreKey, WritableStorageTraits as _, store::MemoryStore};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Arc::new(MemoryStore::new());
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [2], "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": [{"name": "sharding_indexed", "configuration": {"chunk_shape": [2], "codecs": ["bytes"],
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}}]}"#;
    store.set(&StoreKey::new("zarr.json")?, zarr_json.into())?;
    let (offset, nbytes) = (u64::MAX - 1, 4_u64);
    let shard = [vec![1, 2], offset.to_le_bytes().to_vec(), nbytes.to_le_bytes().to_vec()].concat();
    store.set(&StoreKey::new("c/0")?, shard.into())?;
    // Panics.
    let answer: Result<Vec<u8>, _> = Array::open(store, "/")?.retrieve_array_subset(&[0..2]);
    Err(format!("fixed: {answer:?}").into())
}
