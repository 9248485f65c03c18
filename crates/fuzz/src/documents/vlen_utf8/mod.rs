//! `vlen-utf8`.

mod invalid;
mod valid;

use zarr_conform_terms::Edition;

use super::{Document, Form};

pub(super) const DOCUMENT: Document = Document {
    name: "vlen-utf8",
    form: Form::StringsToBytes,
    since: Edition::V3_1,
    choose: valid::choose,
    invalid: invalid::RULES,
    words: |_, _| Vec::new(),
    requirements: |_| {
        &[
            "vlen-utf8.count",
            "vlen-utf8.element",
            "vlen-utf8.utf-8",
            "vlen-utf8.lexicographical-order",
        ]
    },
    ..Document::PLAIN
};
