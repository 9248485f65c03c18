use std::sync::Arc;
use zarrs::array::Array;
use zarrs::storage::{StoreKey, WritableStorageTraits as _, store::MemoryStore};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Arc::new(MemoryStore::new());
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": [{"name": "sharding_indexed", "configuration": {"chunk_shape": [2], "codecs": ["bytes"],
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}}]}"#;
    store.set(&StoreKey::new("zarr.json")?, zarr_json.into())?;
    // The first inner chunk has one byte, the 1, of two. The second is 3 4.
    let index = [0_u64, 1, 1, 2].map(u64::to_le_bytes).concat();
    store.set(&StoreKey::new("c/0")?, [&[1, 3, 4][..], &index].concat().into())?;
    let array = Array::open(store, "/")?;
    let whole: Result<Vec<u8>, _> = array.retrieve_array_subset(&[0..4]);
    println!("the whole shard: {}", whole.err().ok_or("the whole is read, too")?);
    let region: Vec<u8> = array.retrieve_array_subset(&[0..2])?;
    println!("the first inner chunk, of which the second byte is not stored: {region:?}");
    Ok(())
}
