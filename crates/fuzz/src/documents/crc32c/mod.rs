//! `crc32c`.

mod invalid;
mod valid;

use super::Document;

pub(super) const DOCUMENT: Document = Document {
    name: "crc32c",
    choose: valid::choose,
    invalid: invalid::RULES,
    requirements: |_| &["crc32c.checksum"],
    ..Document::PLAIN
};
