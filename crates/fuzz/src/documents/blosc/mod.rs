//! `blosc`.

mod invalid;
mod valid;
pub mod writer;

use zarr_conform_terms::Edition;

use super::{Document, Form};

pub(super) const DOCUMENT: Document = Document {
    name: "blosc",
    form: Form::BytesToBytes,
    since: Edition::V3_0,
    choose: valid::choose,
    invalid: invalid::RULES,
    writer: Some(writer::random),
};
