//! `bytes`.

mod invalid;
mod valid;
mod writer;

use super::{Document, Form, Idle};
use crate::case::codec::Codec;
pub(super) use valid::endian;

pub(super) const DOCUMENT: Document = Document {
    name: "bytes",
    form: Form::ArrayToBytes,
    choose: valid::choose,
    invalid: invalid::RULES,
    writer: Some(writer::random),
    words: valid::words,
    requirements: |codec| match codec {
        Codec::Bytes { endian: None, .. } => &["bytes.lexicographical-order"],
        _ => &["bytes.endian-variant"],
    },
    idle: Some(("bytes.endian", Idle::OneByte)),
    ..Document::PLAIN
};
