//! The format of vectors: what a fact is, how it is loaded, checked and hashed.
//!
//! A vector states something that is true of the specification, with no word on how to test it.
//! `vectors/schema` has the same format as JSON Schema, for people who read vectors without Rust.

mod fact;

pub use fact::{
    Array, ArrayRegion, BadChunk, Chunk, ChunkOfGrid, ElementOfGrid, Fact, Grid, KeyOfChunk, Level,
    Meaning, Metadata, Outcome, Representation, RepresentationType, Statement, StoredChunk, Topic,
    Update,
};
