use oxigeo_zarr::metadata::v3::{ArrayMetadataV3, FillValue};
use oxigeo_zarr::{MemoryStore, Store as _, ZarrV3Writer};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (store, nan) = (MemoryStore::new(), FillValue::Float(f64::NAN));
    let metadata = ArrayMetadataV3::new(vec![1], vec![1], "float32").with_fill_value(nan);
    ZarrV3Writer::new(store.clone(), "a", metadata)?.finalize()?;
    let document = String::from_utf8(store.get(&"a/zarr.json".into())?)?;
    let line = document
        .lines()
        .find(|line| line.contains("fill_value"))
        .unwrap_or_default();
    println!("NaN is written as {line}");
    line.contains("null").then_some(()).ok_or("fixed".into())
}
