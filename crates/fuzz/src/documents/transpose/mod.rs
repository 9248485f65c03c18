//! `transpose`.

mod invalid;
mod valid;

use super::{Document, Form, Idle};
pub(super) use valid::order;

pub(super) const DOCUMENT: Document = Document {
    name: "transpose",
    form: Form::ArrayToArray,
    choose: valid::choose,
    invalid: invalid::RULES,
    words: valid::words,
    requirements: |_| &["transpose.encoded-elements"],
    idle: Some(("transpose.order", Idle::OneElement)),
    ..Document::PLAIN
};
