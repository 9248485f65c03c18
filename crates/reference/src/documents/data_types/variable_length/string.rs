//! `string`: Unicode strings of any length, of the registry of extensions.
//!
//! - Specification: [string data type] of the registry.
//! - Fill values: `"foo"`, and any other string.
//! - Layout: an element is the bytes of its UTF-8.
//!
//! [string data type]: https://github.com/zarr-developers/zarr-extensions/blob/main/data-types/string/README.md

use serde_json::{Value, json};

use crate::array_metadata;
use crate::data_type::{DataType, Special};
use crate::documents::data_types::fill_value;
use crate::element::Element;
use crate::json::Json;
use crate::misreading::{CURRENT, Misreading, STORES};
use crate::steps::Replacement;

/// A string; nothing for another value.
///
/// Requirement: `string.fill-value`.
pub(super) fn element(value: &Json) -> Option<Vec<u8>> {
    value.as_str().map(|text| text.as_bytes().to_vec())
}

pub(super) fn written(utf8: &[u8]) -> Value {
    json!(String::from_utf8_lossy(utf8))
}

/// As many bytes as no other number that belongs to it: 3 characters in 4 bytes.
pub(super) fn other_than_zero() -> Value {
    json!("q\u{e9}Z")
}

pub(super) fn special() -> Vec<Special> {
    let text = |text: &str| Element::Raw(text.as_bytes().to_vec());
    vec![
        Special::new("empty", "changes an empty string", text("")),
        Special::new("nul", "ends a string at U+0000", text("\0a\0")),
        Special::new(
            "byte-order-mark",
            "removes U+FEFF from the beginning of a string",
            text("\u{feff}a"),
        ),
        Special::new(
            "decomposed",
            "changes the normal form of a string",
            text("e\u{301}\u{e9}"),
        ),
        Special::new(
            "beyond-16-bits",
            "changes a character beyond U+FFFF",
            text("\u{1f600}"),
        ),
        Special::new("replacement", "changes U+FFFD", text("\u{fffd}")),
    ]
}

/// Names that other documents and libraries have for strings.
const OTHER_NAMES: &[&str] = &["str", "utf8", "unicode", "<U3", "|O"];

/// Wrong readings.
pub(in super::super) const MISREADINGS: &[Misreading] = &[
    Misreading {
        name: "string-by-other-names",
        when: "the data type string is known by names that libraries have for strings, too",
        requirements: &["string.variable-length", "data-type.identifier"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::data_type(|steps, value| {
            match value.as_str() {
                Some(name) if OTHER_NAMES.contains(&name) => Ok(DataType::STRING),
                _ => array_metadata::data_type(steps, value),
            }
        })],
    },
    Misreading {
        name: "string-fill-value-of-any-json",
        when: "a fill value of strings that is not a string becomes its JSON text",
        requirements: &["string.fill-value"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            match (data_type, value.as_str()) {
                (DataType::STRING, None) => Ok(Element::Raw(value.to_string().into_bytes())),
                _ => fill_value::fill_value(value, data_type),
            }
        })],
    },
    Misreading {
        name: "string-fill-value-null-is-empty",
        when: "the fill value null of strings is the empty string",
        requirements: &["string.fill-value"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            match (data_type, value) {
                (DataType::STRING, Json::Null) => Ok(Element::Raw(Vec::new())),
                _ => fill_value::fill_value(value, data_type),
            }
        })],
    },
];
