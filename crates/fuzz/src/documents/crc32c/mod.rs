//! `crc32c`.

mod invalid;
mod valid;

use zarr_conform_terms::Edition;

use super::{Document, Form};

pub(super) const DOCUMENT: Document = Document {
    name: "crc32c",
    form: Form::BytesToBytes,
    since: Edition::V3_0,
    choose: valid::choose,
    invalid: invalid::RULES,
    writer: None,
};
