//! The one place where the reference takes part in a verdict: it reads the `zarr.json` that an
//! implementation wrote, of which no vector can know the spelling.

use super::derive::MetadataReader;
use zarr_conform_reference::{Steps, element};
use zarr_conform_terms::{Edition, HexBytes};
use zarr_conform_vectors::Meaning;

/// Reads metadata with the reference.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReferenceReader;

impl MetadataReader for ReferenceReader {
    fn read(&self, edition: Edition, zarr_json: &[u8]) -> Result<Meaning, String> {
        let array = Steps::literal(edition)
            .array_metadata(zarr_json)
            .map_err(|error| error.to_string())?;
        let fill_value = element::to_bytes(array.data_type, &[array.fill_value]);
        Ok(Meaning {
            data_type: array.data_type.to_string(),
            shape: array.shape,
            fill_value: HexBytes::from(fill_value),
        })
    }
}
