use std::sync::Arc;
use zarrs::array::Array;
use zarrs::storage::{StoreKey, WritableStorageTraits as _, store::MemoryStore};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Arc::new(MemoryStore::new());
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [2], "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": ["bytes", {"name": "gzip", "configuration": {"level": 1}}]}"#;
    store.set(&StoreKey::new("zarr.json")?, zarr_json.into())?;
    // A stored block with one byte in each of two members, as RFC 1952 has it.
    let member = |byte: u8, crc32: u32| {
        let block = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1, 1, 0, 0xfe, 0xff, byte];
        [&block[..], &crc32.to_le_bytes(), &1_u32.to_le_bytes()].concat()
    };
    let chunk = [member(1, 0xa505_df1b), member(2, 0x3c0c_8ea1)].concat();
    store.set(&StoreKey::new("c/0")?, chunk.into())?;
    let found: Result<Vec<u8>, _> = Array::open(store, "/")?.retrieve_array_subset(&[0..2]);
    let error = found.err().ok_or("fixed")?;
    println!("the chunk is two members of one byte each, refused: {error}");
    Ok(())
}
