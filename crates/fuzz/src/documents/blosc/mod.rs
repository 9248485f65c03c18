//! `blosc`.

mod invalid;
mod valid;
pub mod writer;

use super::Document;
pub use valid::{COMPRESSORS, SHUFFLES};

pub(super) const DOCUMENT: Document = Document {
    name: "blosc",
    choose: valid::choose,
    invalid: invalid::RULES,
    writer: Some(|tape, codec| Some(writer::random(tape, codec))),
    words: valid::words,
    requirements: |_| &["blosc.format", "blosc.reference-implementation"],
    is_recommended: |codec| codec.parameter("cname") == "snappy",
    ..Document::PLAIN
};
