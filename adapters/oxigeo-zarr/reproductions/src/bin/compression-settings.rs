use oxigeo_zarr::metadata::v3::ArrayMetadataV3;
use oxigeo_zarr::{MemoryStore, Store as _, ZarrV3Writer};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = MemoryStore::new();
    let codecs = r#"[{"name": "bytes"}, {"name": "zstd", "configuration": {"level": 3, "checksum": false}}]"#;
    let metadata = ArrayMetadataV3::new(vec![2], vec![2], "uint8");
    let metadata = metadata.with_codecs(serde_json::from_str(codecs)?);
    ZarrV3Writer::new(store.clone(), "a", metadata)?.write_chunk(vec![0], vec![1, 2])?;
    // Bit 2 of the frame header descriptor is Content_Checksum_flag.
    let descriptor = store.get(&"a/c/0".into())?[4];
    println!("checksum is false, and the frame header descriptor is {descriptor:#010b}");
    (descriptor & 4 != 0).then_some(()).ok_or("fixed".into())
}
