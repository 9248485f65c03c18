//! The regular chunk grid.
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
    regular_grid: RegularGrid;

    /// The configuration parameter `chunk_shape` of a regular grid.
    fn chunk_shape(_, configuration: &Json) -> Result<Vec<u64>> {
        text::chunk_shape(configuration)
    }

    /// Whether a regular grid has chunks of this shape.
    fn check_grid(_, array_shape: &[u64], chunk_shape: &[u64]) -> Result<()> {
        text::check(array_shape, chunk_shape)
    }

    /// Number of chunks along each dimension.
    fn grid_shape(_, array_shape: &[u64], chunk_shape: &[u64]) -> Result<Vec<u64>> {
        text::grid_shape(array_shape, chunk_shape)
    }

    /// Grid index of the chunk that has the element at `coordinates`.
    fn chunk_index(_, coordinates: &[u64], chunk_shape: &[u64]) -> Vec<u64> {
        text::chunk_index(coordinates, chunk_shape)
    }

    /// Position of the element at `coordinates` within its chunk.
    fn position_in_chunk(
        _,
        coordinates: &[u64],
        chunk_shape: &[u64]
    ) -> Vec<u64> {
        text::position_in_chunk(coordinates, chunk_shape)
    }

    /// Coordinates of the first element of a chunk.
    fn chunk_origin(
        _,
        chunk_index: &[u64],
        chunk_shape: &[u64]
    ) -> Result<Vec<u64>> {
        text::chunk_origin(chunk_index, chunk_shape)
    }
}
