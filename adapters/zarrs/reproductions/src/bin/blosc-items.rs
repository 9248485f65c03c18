use std::sync::Arc;
use zarrs::array::Array;
use zarrs::storage::{StoreKey, WritableStorageTraits as _, store::MemoryStore};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Arc::new(MemoryStore::new());
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [2], "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": [{"name": "sharding_indexed", "configuration": {"chunk_shape": [2], "codecs": ["bytes"],
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}},
            {"name": "blosc", "configuration": {"cname": "lz4", "clevel": 5, "shuffle": "shuffle", "typesize": 12, "blocksize": 0}}]}"#;
    store.set(&StoreKey::new("zarr.json")?, zarr_json.into())?;
    // Two bytes that nothing uses, the inner chunk, eight more, and the index: 44 bytes.
    let index = [2, 2, u64::MAX, u64::MAX].map(u64::to_le_bytes).concat();
    let shard = [&[9, 9, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0][..], &index].concat();
    // The header of Blosc: versions, copied and shuffled, typesize; then three lengths.
    let header = [2, 1, 0x23, 12, 44, 0, 0, 0, 44, 0, 0, 0, 60, 0, 0, 0];
    store.set(&StoreKey::new("c/0")?, [&header[..], &shard].concat().into())?;
    let found: Vec<u8> = Array::open(store, "/")?.retrieve_array_subset(&[0..2])?;
    println!("the inner chunk is [1, 2], read: {found:?}");
    if found == [1, 2] { Err("fixed".into()) } else { Ok(()) }
}
