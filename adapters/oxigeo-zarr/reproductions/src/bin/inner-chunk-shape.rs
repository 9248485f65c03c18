use oxigeo_zarr::{MemoryStore, Store as _, ZarrV3Reader};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut store = MemoryStore::new();
    let words = [0, 2, 2, 2, 4, 2].map(u64::to_le_bytes);
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [6], "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [6]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": [{"name": "sharding_indexed", "configuration": {"chunk_shape": [2], "codecs": [{"name": "bytes"}],
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}}]}"#;
    store.set(&"a/zarr.json".into(), zarr_json.as_bytes())?;
    store.set(
        &"a/c/0".into(),
        &[&[1, 2, 3, 4, 5, 6], words.concat().as_slice()].concat(),
    )?;
    let found = ZarrV3Reader::new(store, "a")?.read_all()?;
    let right = [1, 2, 3, 4, 5, 6];
    println!("1 to 6 are stored in inner chunks of 2, read {found:?}");
    (found != right).then_some(()).ok_or("fixed".into())
}
