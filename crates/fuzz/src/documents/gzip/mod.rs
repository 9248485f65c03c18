//! `gzip`.

mod invalid;
mod valid;
pub mod writer;

use super::Document;

pub(super) const DOCUMENT: Document = Document {
    name: "gzip",
    choose: valid::choose,
    invalid: invalid::RULES,
    writer: Some(writer::random),
    requirements: |_| &["gzip.format"],
    ..Document::PLAIN
};
