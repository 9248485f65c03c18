//! The format of vectors: what a fact is, how it is loaded, checked and hashed.
//!
//! A vector states something that is true of the specification, with no word on how to test it.
//! `vectors/schema` has the same format as JSON Schema, for people who read vectors without Rust.

mod check;
pub mod element;
mod fact;
mod load;
mod pretty;
mod source;

pub use fact::{
    Array, ArrayRegion, BadChunk, Chunk, ChunkOfGrid, ElementOfGrid, Fact, Grid, KeyOfChunk, Level,
    Meaning, Metadata, Outcome, Representation, RepresentationType, Statement, StoredChunk, Topic,
    Update,
};
pub use load::{FORMAT, LoadError, Store, TopicFile, VERSION_FILE, Vectors};
pub use pretty::pretty;
pub use source::Files;

impl Statement {
    /// Why the input must be refused, where the fact states that.
    pub fn refused(&self) -> Option<&str> {
        match self {
            Self::Chunk(_) => None,
            Self::Representation(it) => it.refused.as_deref(),
            Self::BadChunk(it) => it.refused.as_deref(),
            Self::Grid(it) => it.refused.as_deref(),
            Self::Metadata(it) => it.refused.as_deref(),
            Self::Array(it) => it.refused.as_deref(),
        }
    }
}

impl Metadata {
    /// The document as bytes.
    pub fn document(&self) -> &[u8] {
        match (&self.zarr_json, &self.zarr_json_bytes) {
            (Some(text), _) => text.as_bytes(),
            (None, Some(bytes)) => &bytes.0,
            (None, None) => &[],
        }
    }
}
