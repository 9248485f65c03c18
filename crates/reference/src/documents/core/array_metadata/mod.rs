//! Array metadata.
//!
//! | file | what is in it |
//! |---|---|
//! | `text` | the literal text |
//! | `misreadings` | wrong readings |
//! | `permitted` | what else the text permits where it is silent |

pub(crate) mod misreadings;
mod permitted;
mod text;

pub use text::*;

use crate::chunk_grid::ChunkGrid;
use crate::chunk_key::ChunkKeyEncoding;
use crate::codecs::Chain;
use crate::data_type::DataType;
use crate::element::Element;
use crate::error::Result;
use crate::json::Json;
use crate::misreading::Misreading;
use crate::permitted::Permitted;
use crate::steps::steps;

/// Wrong readings.
pub(crate) const MISREADINGS: &[&[Misreading]] = misreadings::LISTS;

/// Other readings that the text permits.
pub(crate) const PERMITTED: &[&[Permitted]] = &[permitted::LIST];

steps! {
    array_metadata: ArrayMetadata;

    /// The metadata document of an array.
    fn array_metadata(steps, document: &[u8]) -> Result<ArrayMetadata> {
        text::parse(steps, document)
    }

    /// The member `zarr_format`.
    fn zarr_format(_, value: &Json) -> Result<()> {
        text::zarr_format(value)
    }

    /// The member `node_type`.
    fn node_type(_, value: &Json) -> Result<()> {
        text::node_type(value)
    }

    /// The member `shape`.
    fn shape(_, value: &Json) -> Result<Vec<u64>> {
        text::shape(value)
    }

    /// The member `data_type`.
    fn data_type(steps, value: &Json) -> Result<DataType> {
        text::data_type(steps, value)
    }

    /// The member `chunk_grid`.
    fn chunk_grid(steps, value: &Json, array_shape: &[u64]) -> Result<ChunkGrid> {
        text::chunk_grid(steps, value, array_shape)
    }

    /// The member `chunk_key_encoding`.
    fn chunk_key_encoding(steps, value: &Json) -> Result<ChunkKeyEncoding> {
        text::chunk_key_encoding(steps, value)
    }

    /// The member `codecs`.
    fn codecs(
        steps,
        value: &Json,
        data_type: DataType,
        chunk_shape: &[u64],
        fill_value: &Element
    ) -> Result<Chain> {
        text::codecs(steps, value, data_type, chunk_shape, fill_value)
    }

    /// The member `attributes`.
    fn attributes(_, value: &Json) -> Result<Json> {
        text::attributes(value)
    }

    /// The member `storage_transformers`.
    fn storage_transformers(steps, value: &Json) -> Result<()> {
        text::storage_transformers(steps, value)
    }

    /// The member `dimension_names`.
    fn dimension_names(
        _,
        value: &Json,
        shape: &[u64]
    ) -> Result<Vec<Option<String>>> {
        text::dimension_names(value, shape)
    }

    /// A member that the specification does not define.
    fn additional_field(_, name: &str, value: &Json) -> Result<()> {
        text::additional_field(name, value)
    }
}
