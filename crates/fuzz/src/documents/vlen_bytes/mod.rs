//! `vlen-bytes`.

mod invalid;

use zarr_conform_reference::data_type::VariableLength;
use zarr_conform_terms::Edition;

use super::{Document, Form, vlen};

const NAME: &str = "vlen-bytes";

pub(super) const DOCUMENT: Document = Document {
    name: NAME,
    form: Form::VariableLength(VariableLength::Bytes),
    since: Edition::V3_1,
    choose: |tape, place| vlen::choose(NAME, tape, place),
    invalid: invalid::RULES,
    words: |_, _| Vec::new(),
    requirements: |_| {
        &[
            "vlen-bytes.count",
            "vlen-bytes.element",
            "vlen-bytes.lexicographical-order",
        ]
    },
    ..Document::PLAIN
};
