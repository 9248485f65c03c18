//! Array metadata: each member of `zarr.json` missing, of a wrong type, of a wrong value, and right.

mod additional_fields;
mod chunk_grid;
mod chunk_key_encoding;
mod codecs;
mod json;
mod json_extensions;
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
        chunk_grid::topic()?,
        chunk_key_encoding::topic()?,
        codecs::topic()?,
        optional::topic()?,
        additional_fields::topic()?,
        numbers::topic()?,
        json::topic()?,
        json_extensions::topic()?,
    ])
}
