use oxigeo_zarr::{MemoryStore, Store as _, ZarrV3Reader};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut store = MemoryStore::new();
    // Magic number, content size, and one raw block.
    let first = [40, 181, 47, 253, 32, 2, 17, 0, 0, 1, 2];
    let second = [40, 181, 47, 253, 32, 2, 17, 0, 0, 3, 4];
    let zarr_json = r#"{"zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}}, "chunk_key_encoding": {"name": "default"},
        "codecs": [{"name": "bytes"}, {"name": "zstd", "configuration": {"level": 1}}]}"#;
    store.set(&"a/zarr.json".into(), zarr_json.as_bytes())?;
    store.set(&"a/c/0".into(), &[first, second].concat())?;
    let found = ZarrV3Reader::new(store, "a")?.read_all()?;
    println!("1 2 and 3 4 are stored in two frames, read {found:?}");
    (found != [1, 2, 3, 4]).then_some(()).ok_or("fixed".into())
}
