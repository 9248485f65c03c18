//! Array metadata: each member of `zarr.json` missing, of a wrong type, of a wrong value, and right.

mod additional_fields;
mod chunks;
mod codecs;
mod json;
mod mandatory;
mod numbers;
mod optional;

use super::document::{Beside, Document, LITTLE, accepted_or_refused, regular};
use crate::topic::Topic;

pub(super) fn topics() -> anyhow::Result<Vec<Topic>> {
    Ok(vec![
        mandatory::missing()?,
        mandatory::members()?,
        mandatory::shape()?,
        chunks::grid()?,
        chunks::key_encoding()?,
        codecs::topic()?,
        optional::topic()?,
        additional_fields::topic()?,
        numbers::topic()?,
        json::texts()?,
        json::extensions()?,
    ])
}
