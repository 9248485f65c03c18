//! `scale_offset`.

mod invalid;
mod valid;

use zarr_conform_terms::Edition;

use super::{Document, Form};
pub(crate) use valid::Numbers;

pub(super) const DOCUMENT: Document = Document {
    name: "scale_offset",
    form: Form::ArrayToArray,
    since: Edition::V3_1,
    is_of_numbers: true,
    choose: valid::choose,
    invalid: invalid::RULES,
    words: valid::words,
    requirements: |_| &["scale-offset.encode", "scale-offset.decode"],
    ..Document::PLAIN
};
