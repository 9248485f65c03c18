//! `open`, `read` and `write`: the array at the root of a folder.

use std::ops::Range;
use std::path::Path;

use oxigeo_zarr::metadata::v3::ArrayMetadataV3;
use oxigeo_zarr::{FilesystemStore, ZarrV3Reader, ZarrV3Writer};
use serde_json::{Value, json};

use crate::chunks::{self, Chunk};
use crate::refusal::Refusal;
use crate::request::Region;

type Reader = ZarrV3Reader<FilesystemStore>;

/// The path of the array at the root of a store, as in the example of the library.
pub(crate) const ROOT: &str = "";

pub fn open(store: impl AsRef<Path>) -> Result<Value, Refusal> {
    Ok(understood(&opened(store)?))
}

/// Reads the regions one after the other from one opened array.
pub fn read(store: impl AsRef<Path>, regions: Option<Vec<Region>>) -> Result<Value, Refusal> {
    let array = opened(store)?;
    let mut answer = understood(&array);
    match regions {
        None => answer["elements"] = hex::encode(array.read_all()?).into(),
        Some(regions) => {
            answer["regions"] = regions
                .iter()
                .map(|region| Ok(hex::encode(array.read_slice(&region.ranges())?)))
                .collect::<Result<_, Refusal>>()?;
        }
    }
    Ok(answer)
}

/// The library has no call that opens an array for writing: its writer takes the metadata, which its reader
/// has.
pub fn write(
    store: impl AsRef<Path>,
    region: Option<Region>,
    elements: &[u8],
) -> Result<Value, Refusal> {
    let metadata = opened(&store)?.metadata().clone();
    let region = match region {
        Some(region) => region.ranges(),
        None => whole(&metadata.shape),
    };
    write_with(FilesystemStore::open(store)?, metadata, &region, elements)
}

/// Writes the chunks of a region as the example of the library does: each whole, filled up with the fill
/// value, and `finalize` at the end.
pub(crate) fn write_with(
    store: FilesystemStore,
    metadata: ArrayMetadataV3,
    region: &[Range<usize>],
    elements: &[u8],
) -> Result<Value, Refusal> {
    let mut writer = ZarrV3Writer::new(store, ROOT, metadata)?;
    let chunks = chunks::of_region(writer.shape(), writer.chunk_shape()?, region)?;
    // That of the elements given. Where the library has another one, it says so itself.
    let count: usize = region.iter().map(ExactSizeIterator::len).product();
    let item_size = elements.len().checked_div(count).unwrap_or_default();
    let padding = writer.metadata().fill_value.to_bytes(item_size)?;
    for Chunk { index, positions } in chunks {
        let chunk = chunks::elements(&positions, &padding, elements);
        writer.write_chunk(index, chunk)?;
    }
    writer.finalize()?;
    Ok(json!({}))
}

/// The region that is the whole array.
pub(crate) fn whole(shape: &[usize]) -> Vec<Range<usize>> {
    shape.iter().map(|&length| 0..length).collect()
}

fn opened(store: impl AsRef<Path>) -> Result<Reader, Refusal> {
    Ok(ZarrV3Reader::new(FilesystemStore::open(store)?, ROOT)?)
}

/// What oxigeo-zarr understood of the metadata.
fn understood(array: &Reader) -> Value {
    json!({"data_type": array.data_type().as_str(), "shape": array.shape()})
}
