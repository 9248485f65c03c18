//! The format of vectors: what a fact is, and how it is loaded and checked.
//!
//! For programs in Rust that read vectors from files; `zarr-conform-embedded` has those of a version.
//!
//! A vector states something that is true of the specification, with no word on how to test it.
//! `vectors/schema` has the same format as JSON Schema, for people who read vectors without Rust.
//!
//! ```
//! use zarr_conform_vectors::{Claim, Fact, Statement};
//!
//! let fact: Fact = serde_json::from_str(
//!     r#"{
//!         "id": "regular-grid/examples/rounded-up",
//!         "comment": "loses the elements of border chunks",
//!         "requirements": ["regular-grid.grid-shape"],
//!         "level": "must",
//!         "editions": ["3.1"],
//!         "grid": {"array_shape": [5], "chunk_shape": [2], "grid_shape": [3]}
//!     }"#,
//! )?;
//! let Statement::Grid(grid) = fact.statement else {
//!     panic!("it states a grid");
//! };
//! assert!(matches!(grid.claim, Claim::Holds(stated) if stated.grid_shape == [3]));
//! # Ok::<(), serde_json::Error>(())
//! ```

mod check;
mod claim;
pub mod element;
mod error;
mod fact;
mod load;
mod members;
pub mod plain;
pub mod presentation;
mod pretty;
mod source;

pub use claim::{Accepted, Claim, Outcome};
pub use error::LoadError;
pub use fact::{
    Array, ArrayRegion, ArrayStated, BadChunk, Change, Chunk, ChunkOfGrid, Content, Document,
    ElementOfGrid, Fact, Grid, GridStated, Hierarchy, KeyOfChunk, Level, Meaning, Metadata,
    MetadataRefused, MetadataStated, NodeStated, Representation, RepresentationType, Statement,
    StoredChunk, Topic, Update, WholeArray,
};
pub use load::{FORMAT, Store, TopicFile, VERSION_FILE, Vectors};
pub use presentation::{Attributes, DimensionNames, Presentation, StorageTransformers};
pub use pretty::pretty;
pub use source::Files;
pub use zarr_conform_terms::Binds;
