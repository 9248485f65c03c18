//! `transpose`.

mod invalid;
mod valid;

use zarr_conform_terms::Edition;

use super::{Document, Form};
pub(super) use valid::order;

pub(super) const DOCUMENT: Document = Document {
    name: "transpose",
    form: Form::ArrayToArray,
    since: Edition::V3_0,
    choose: valid::choose,
    invalid: invalid::RULES,
    writer: None,
};
