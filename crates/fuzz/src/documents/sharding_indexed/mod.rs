//! `sharding_indexed`.

mod invalid;
mod valid;
pub mod writer;

use zarr_conform_terms::Edition;

use super::{Document, Form};

pub(super) const DOCUMENT: Document = Document {
    name: "sharding_indexed",
    form: Form::ArrayToBytes,
    since: Edition::V3_0,
    choose: valid::choose,
    invalid: invalid::RULES,
    writer: Some(writer::random),
};
