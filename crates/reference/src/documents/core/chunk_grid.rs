//! What a chunk grid is: its definition, and what it says of chunks.
//!
//! - Specification: core, [Concepts and terminology], *Grid*; [Chunk grids].
//! - Name in metadata: `chunk_grid`, an extension definition.
//!
//! A chunk grid is a folder of [`documents`]: a type with the grid's configuration, which
//! implements [`Grid`], and a [`Definition`]. The list of documents names it; nothing else does. Chunks of a grid may
//! differ in shape.
//!
//! [Concepts and terminology]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#concepts-and-terminology
//! [Chunk grids]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#chunk-grids

use std::fmt;
use std::ops::Deref;

use crate::documents::{self, documents};
use crate::error::Result;
use crate::extension::Known;
use crate::json::Json;
use crate::steps::Steps;

/// How a grid is known by its name; it is made of its configuration and the shape of the array.
pub type Definition = Known<fn(&Steps, &Json, &[u64]) -> Result<ChunkGrid>>;

/// What a chunk grid says of the chunks of an array. Steps that its document declares say it, so that a wrong
/// reading can replace one.
pub trait Grid: fmt::Debug {
    /// Number of chunks along each dimension.
    ///
    /// # Errors
    /// [`Error::Metadata`](crate::Error::Metadata) where the grid is none of an array of this shape.
    fn grid_shape(&self, steps: &Steps, array_shape: &[u64]) -> Result<Vec<u64>>;

    /// Grid index of the chunk that has the element at `coordinates`; `coordinates[d] < array_shape[d]`.
    fn chunk_index(&self, steps: &Steps, coordinates: &[u64]) -> Vec<u64>;

    /// Position of that element within its chunk.
    fn position_in_chunk(&self, steps: &Steps, coordinates: &[u64]) -> Vec<u64>;

    /// Coordinates of the first element of a chunk; `chunk_index[d] < grid_shape[d]`.
    ///
    /// # Errors
    /// [`Error::Extent`](crate::Error::Extent) where the index lies outside of every grid.
    fn chunk_origin(&self, steps: &Steps, chunk_index: &[u64]) -> Result<Vec<u64>>;

    /// Shape of the chunk at a grid index, also where it reaches beyond the array.
    fn chunk_shape(&self, chunk_index: &[u64]) -> Vec<u64>;

    /// Each shape that chunks have, once.
    fn chunk_shapes(&self) -> Vec<Vec<u64>>;

    /// The shape of all chunks; nothing where they differ.
    fn only_chunk_shape(&self) -> Option<Vec<u64>> {
        let mut shapes = self.chunk_shapes();
        shapes.pop().filter(|_| shapes.is_empty())
    }
}

/// Makes [`ChunkGrid`] and the list of definitions from the documents that are chunk grids.
macro_rules! chunk_grids {
    ($($document:ident: $Document:ident $((codec $kind:ident))? $((chunk_grid $Grid:ident))?,)*) => {
        /// A chunk grid with its configuration, which says what [`Grid`] asks.
        #[derive(Clone, PartialEq, Eq)]
        pub enum ChunkGrid {
            $($(
                #[doc = concat!("Of [`", stringify!($document), "`](documents::", stringify!($document), ").")]
                $Grid(documents::$document::$Grid),
            )?)*
        }

        impl Deref for ChunkGrid {
            type Target = dyn Grid;

            fn deref(&self) -> &Self::Target {
                match self {
                    $($(Self::$Grid(grid) => grid,)?)*
                }
            }
        }

        /// The chunk grids that are implemented here.
        pub(crate) const DEFINITIONS: &[Definition] = &[
            $($(documents::$document::$Grid::DEFINITION,)?)*
        ];
    };
}

documents!(chunk_grids);

/// The names of chunk grids.
pub fn names() -> impl Iterator<Item = &'static str> {
    DEFINITIONS.iter().map(|it| it.name)
}

/// Only the grid itself, as messages show it.
impl fmt::Debug for ChunkGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
