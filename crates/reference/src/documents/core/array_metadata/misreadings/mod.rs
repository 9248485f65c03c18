//! Wrong readings of array metadata.

mod enumerated;
mod members;
mod unreadable;
mod values;

use crate::array_metadata::{self, ArrayMetadata};
use crate::misreading::{Misreading, require};
use crate::steps::Steps;
use crate::{Json, Result};

/// Every list, in the order in which people read them.
pub(crate) const LISTS: &[&[Misreading]] = &[
    unreadable::LIST,
    members::LIST,
    values::LIST,
    enumerated::LIST,
];

/// The document with a member added where it is missing.
pub(super) fn with_default(
    steps: &Steps,
    document: &[u8],
    name: &str,
    value: &str,
) -> Result<ArrayMetadata> {
    let mut json = steps.json(document)?;
    if let Json::Object(members) = &mut json
        && !members.iter().any(|(member, _)| member == name)
    {
        members.push((name.to_owned(), Json::parse(value.as_bytes())?));
    }
    array_metadata::parse(steps, json.to_string().as_bytes())
}

/// The document, refused where it lacks a member.
pub(super) fn requiring(steps: &Steps, document: &[u8], name: &str) -> Result<ArrayMetadata> {
    require(&steps.json(document)?, name)?;
    array_metadata::parse(steps, document)
}

pub(super) fn number(value: &Json) -> Option<f64> {
    match value {
        Json::Number(spelling) => spelling.parse().ok(),
        _ => None,
    }
}

/// The lengths of a list, each by `length`.
pub(super) fn lengths(value: &Json, length: impl Fn(&Json) -> Option<u64>) -> Option<Vec<u64>> {
    match value {
        Json::Array(values) => values.iter().map(length).collect(),
        _ => None,
    }
}

pub(super) fn or_else(literal: Result<Vec<u64>>, wrong: Option<Vec<u64>>) -> Result<Vec<u64>> {
    literal.or_else(|error| wrong.ok_or(error))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the misreading"
)]
pub(super) fn coerced(value: &Json) -> Option<u64> {
    match value {
        Json::String(text) => text.parse().ok(),
        Json::Bool(value) => Some(u64::from(*value)),
        Json::Null => Some(0),
        _ => number(value).map(|number| number.abs() as u64),
    }
}

/// The document with integers in place of booleans in lists of integers.
pub(super) fn integers_of_booleans(json: Json) -> Json {
    match json {
        Json::Object(members) => Json::Object(
            members
                .into_iter()
                .map(|(name, value)| match (name.as_str(), value) {
                    ("shape" | "chunk_shape" | "order", Json::Array(entries)) => {
                        let entries = entries.into_iter().map(|entry| match entry {
                            Json::Bool(entry) => Json::Number(u8::from(entry).to_string()),
                            entry => entry,
                        });
                        (name, Json::Array(entries.collect()))
                    }
                    ("attributes", value) => (name, value),
                    (_, value) => (name, integers_of_booleans(value)),
                })
                .collect(),
        ),
        Json::Array(entries) => {
            Json::Array(entries.into_iter().map(integers_of_booleans).collect())
        }
        json => json,
    }
}

/// The document with an unreadable member replaced.
pub(super) fn repaired(
    steps: &Steps,
    document: &[u8],
    literal: impl Fn(&[u8]) -> Result<ArrayMetadata>,
    name: &str,
    value: &str,
) -> Result<ArrayMetadata> {
    literal(document).or_else(|error| {
        let json = steps.json(document)?;
        let Json::Object(members) = json else {
            return Err(error);
        };
        let mut members: Vec<_> = members
            .into_iter()
            .filter(|(member, _)| member != name)
            .collect();
        members.push((name.to_owned(), Json::parse(value.as_bytes())?));
        array_metadata::parse(steps, Json::Object(members).to_string().as_bytes())
    })
}

/// A valid document.
pub(super) const SCALAR: &str = r#"{"zarr_format": 3, "node_type": "array", "shape": [], "data_type": "uint8",
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": []}},
    "chunk_key_encoding": {"name": "default"}, "fill_value": 0, "codecs": [{"name": "bytes"}]}"#;
