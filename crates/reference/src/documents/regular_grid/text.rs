//! The regular chunk grid: chunks of one shape, aligned with the origin of the array.
//!
//! - Specification: [regular chunk grid], version 1.0, "Description".
//! - Name in metadata: `regular`.
//! - Example: `{"name": "regular", "configuration": {"chunk_shape": [5, 20, 400]}}`.
//!
//! Symbols: an array of shape `(z, y, x, …)`, chunks of shape `(dz, dy, dx, …)`, grid indices
//! `(k, j, i, …)`, coordinates of elements `(c, b, a, …)`. All formulas hold to `u64::MAX`.
//!
//! ```
//! use zarr_conform_reference::regular_grid::{chunk_index, grid_shape, position_in_chunk};
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! let (array_shape, chunk_shape) = ([10, 200, 3000], [5, 20, 400]);
//! assert_eq!(grid_shape(&array_shape, &chunk_shape)?, [2, 10, 8]);
//! assert_eq!(chunk_index(&[7, 150, 900], &chunk_shape), [1, 7, 2]);
//! assert_eq!(position_in_chunk(&[7, 150, 900], &chunk_shape), [2, 10, 100]);
//! # Ok(())
//! # }
//! ```
//!
//! [regular chunk grid]: https://zarr-specs.readthedocs.io/en/latest/v3/chunk-grids/regular-grid/index.html#description

use crate::chunk_grid::{ChunkGrid, Definition, Grid};
use crate::error::{Error, Result, metadata};
use crate::json::Json;
use crate::steps::Steps;

/// A regular grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regular {
    /// Shape of every chunk; `chunk_shape.len() == array_shape.len()`.
    pub chunk_shape: Vec<u64>,
}

impl Regular {
    /// The name `regular` and a configuration with `chunk_shape`, which has one length for each dimension of the
    /// array.
    ///
    /// Requirements: `regular-grid.same-rank`, `regular-grid.positive-chunk-shape`, `regular-grid.metadata-object`,
    /// `regular-grid.name`.
    pub(crate) const DEFINITION: Definition = Definition {
        name: "regular",
        members: &["chunk_shape"],
        of: |steps, configuration, array_shape| {
            let chunk_shape = steps.chunk_shape(configuration)?;
            steps.check_grid(array_shape, &chunk_shape)?;
            Ok(ChunkGrid::Regular(Self { chunk_shape }))
        },
    };
}

impl Grid for Regular {
    fn grid_shape(&self, steps: &Steps, array_shape: &[u64]) -> Result<Vec<u64>> {
        steps.grid_shape(array_shape, &self.chunk_shape)
    }

    fn chunk_index(&self, steps: &Steps, coordinates: &[u64]) -> Vec<u64> {
        steps.chunk_index(coordinates, &self.chunk_shape)
    }

    fn position_in_chunk(&self, steps: &Steps, coordinates: &[u64]) -> Vec<u64> {
        steps.position_in_chunk(coordinates, &self.chunk_shape)
    }

    fn chunk_origin(&self, steps: &Steps, chunk_index: &[u64]) -> Result<Vec<u64>> {
        steps.chunk_origin(chunk_index, &self.chunk_shape)
    }

    fn chunk_shape(&self, _chunk_index: &[u64]) -> Vec<u64> {
        self.chunk_shape.clone()
    }

    fn chunk_shapes(&self) -> Vec<Vec<u64>> {
        vec![self.chunk_shape.clone()]
    }
}

/// The configuration parameter `chunk_shape`: the length of the chunk along each dimension.
///
/// # Errors
/// [`Error::Metadata`] where it is absent; otherwise as [`Json::lengths`].
///
/// Requirements: `array-metadata.chunk-grid`, `regular-grid.chunk-shape`.
pub fn chunk_shape(configuration: &Json) -> Result<Vec<u64>> {
    let Some(chunk_shape) = configuration.member("chunk_shape") else {
        return metadata("chunk_grid: the configuration has no member \"chunk_shape\"");
    };
    chunk_shape.lengths("chunk_grid: chunk_shape")
}

/// Whether chunks of this shape form a grid over an array of this shape.
///
/// # Errors
/// [`Error::Metadata`] where the numbers of dimensions differ, or a chunk length is 0.
///
/// Requirements: `regular-grid.same-rank`, `regular-grid.positive-chunk-shape`,
/// `regular-grid.non-zero-chunk-shape`.
pub fn check(array_shape: &[u64], chunk_shape: &[u64]) -> Result<()> {
    if array_shape.len() != chunk_shape.len() {
        return metadata(format!(
            "chunk_grid: found a chunk_shape of {} dimensions, expected the {} of the array",
            chunk_shape.len(),
            array_shape.len()
        ));
    }
    match chunk_shape.iter().position(|length| *length == 0) {
        Some(d) => metadata(format!(
            "chunk_grid: chunk_shape[{d}] is 0, expected a length greater than zero"
        )),
        None => Ok(()),
    }
}

/// The shape of the chunk grid: `(ceil(z / dz), ceil(y / dy), ceil(x / dx), …)`.
///
/// # Errors
/// As [`check`].
///
/// Requirements: `regular-grid.grid-shape`, `regular-grid.same-shape`.
pub fn grid_shape(array_shape: &[u64], chunk_shape: &[u64]) -> Result<Vec<u64>> {
    check(array_shape, chunk_shape)?;
    let mut grid_shape = vec![0; array_shape.len()];
    for d in 0..array_shape.len() {
        grid_shape[d] = ceil_of_quotient(array_shape[d], chunk_shape[d]);
    }
    Ok(grid_shape)
}

/// `ceil(z / dz)`: the quotient, and one more where something remains.
///
/// Requirement: `regular-grid.overhang`.
fn ceil_of_quotient(z: u64, dz: u64) -> u64 {
    let quotient = z / dz;
    if z % dz == 0 { quotient } else { quotient + 1 }
}

/// The grid index of the chunk with the element at `(c, b, a, …)`: `(c // dz, b // dy, a // dx, …)`.
///
/// `coordinates[d] < array_shape[d]`, and no chunk length is 0.
///
/// Requirements: `regular-grid.element-chunk`, `regular-grid.chunk-index`,
/// `regular-grid.tessellation`.
pub fn chunk_index(coordinates: &[u64], chunk_shape: &[u64]) -> Vec<u64> {
    let mut chunk_index = vec![0; coordinates.len()];
    for d in 0..coordinates.len() {
        chunk_index[d] = coordinates[d] / chunk_shape[d];
    }
    chunk_index
}

/// The coordinates of that element within the chunk: `(c % dz, b % dy, a % dx, …)`.
///
/// `coordinates[d] < array_shape[d]`, and no chunk length is 0.
///
/// Requirement: `regular-grid.element-position`.
pub fn position_in_chunk(coordinates: &[u64], chunk_shape: &[u64]) -> Vec<u64> {
    let mut position = vec![0; coordinates.len()];
    for d in 0..coordinates.len() {
        position[d] = coordinates[d] % chunk_shape[d];
    }
    position
}

/// The coordinates of a chunk's first element: `(k * dz, j * dy, i * dx, …)`.
///
/// `chunk_index[d] < grid_shape[d]`, so that `origin[d] < array_shape[d]`.
///
/// # Errors
/// [`Error::Extent`] where a product exceeds `u64::MAX`: the index lies outside of every grid.
///
/// Requirements: `regular-grid.chunk-origin`, `regular-grid.aligned-origin`.
pub fn chunk_origin(chunk_index: &[u64], chunk_shape: &[u64]) -> Result<Vec<u64>> {
    let mut origin = vec![0; chunk_index.len()];
    for d in 0..chunk_index.len() {
        origin[d] = chunk_index[d].checked_mul(chunk_shape[d]).ok_or_else(|| {
            Error::Extent(format!("chunk {chunk_index:?} lies outside of the grid"))
        })?;
    }
    Ok(origin)
}
