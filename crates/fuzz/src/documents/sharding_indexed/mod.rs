//! `sharding_indexed`.

mod invalid;
mod valid;
pub mod writer;

use super::{Document, Form};

pub(super) const DOCUMENT: Document = Document {
    name: "sharding_indexed",
    form: Form::ArrayToBytes,
    choose: valid::choose,
    invalid: invalid::RULES,
    writer: Some(writer::random),
    words: valid::words,
    requirements: |_| &["sharding-indexed.shard"],
    ..Document::PLAIN
};
