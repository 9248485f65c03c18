//! The format of vectors: what a fact is, how it is loaded, checked and hashed.
//!
//! A vector states something that is true of the specification, with no word on how to test it.
//! `vectors/schema` has the same format as JSON Schema, for people who read vectors without Rust.

mod check;
mod claim;
pub mod element;
mod fact;
mod load;
mod members;
mod pretty;
mod source;

pub use claim::{Accepted, Claim, Outcome};
pub use fact::{
    Array, ArrayRegion, ArrayStated, BadChunk, Chunk, ChunkOfGrid, Document, ElementOfGrid, Fact,
    Grid, GridStated, KeyOfChunk, Level, Meaning, Metadata, MetadataRefused, MetadataStated,
    Representation, RepresentationType, Statement, StoredChunk, Topic, Update,
};
pub use load::{FORMAT, LoadError, Store, TopicFile, VERSION_FILE, Vectors};
pub use pretty::pretty;
pub use source::Files;
