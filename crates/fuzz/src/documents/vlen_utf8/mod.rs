//! `vlen-utf8`.

mod invalid;

use zarr_conform_reference::data_type::VariableLength;
use zarr_conform_terms::Edition;

use super::{Document, Form, vlen};

const NAME: &str = "vlen-utf8";

pub(super) const DOCUMENT: Document = Document {
    name: NAME,
    form: Form::VariableLength(VariableLength::String),
    since: Edition::V3_1,
    choose: |tape, place| vlen::choose(NAME, tape, place),
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
