use std::sync::Arc;
use zarrs::array::Array;
use zarrs::storage::{StoreKey, WritableStorageTraits as _, store::MemoryStore};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Arc::new(MemoryStore::new());
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": [{"name": "sharding_indexed", "configuration": {"chunk_shape": [2], "codecs": ["bytes", "crc32c"],
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}}]}"#;
    store.set(&StoreKey::new("zarr.json")?, zarr_json.into())?;
    // Two inner chunks, each with the checksum 0, which is wrong, and the index.
    let index = [0_u64, 6, 6, 6].map(u64::to_le_bytes).concat();
    store.set(&StoreKey::new("c/0")?, [&[1, 2, 0, 0, 0, 0, 3, 4, 0, 0, 0, 0][..], &index].concat().into())?;
    let array = Array::open(store, "/")?;
    let whole: Result<Vec<u8>, _> = array.retrieve_array_subset(&[0..4]);
    println!("the whole shard: {}", whole.err().ok_or("not compared at all")?);
    let region: Vec<u8> = array.retrieve_array_subset(&[0..2])?;
    println!("its first inner chunk, of which the checksum is wrong, too: {region:?}");
    Ok(())
}
