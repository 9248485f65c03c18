//! `string`: Unicode strings of any length, of the registry of extensions.
//!
//! - Specification: [string data type] of the registry.
//! - Fill values: `"foo"`, and any other string.
//! - Layout: elements have different numbers of bytes, so that only codecs made for them take them, such as
//!   [`vlen_utf8`](crate::vlen_utf8). Here an element is the bytes of its UTF-8.
//!
//! [string data type]: https://github.com/zarr-developers/zarr-extensions/blob/main/data-types/string/README.md

use serde_json::{Value, json};

use super::data_type::{Family, Special, VariableLength};
use super::fill_value::refused;
use crate::element::Element;
use crate::error::Result;
use crate::json::Json;

/// Requirement: `string.variable-length`.
impl Family for VariableLength {
    /// A string.
    ///
    /// Requirement: `string.fill-value`.
    fn fill_value(&self, value: &Json) -> Result<Element> {
        match value {
            Json::String(text) => Ok(Element::Raw(text.clone().into_bytes())),
            _ => refused(value, self, "a string"),
        }
    }

    fn written(&self, element: &Element) -> Value {
        match element {
            Element::Raw(utf8) => json!(String::from_utf8_lossy(utf8)),
            _ => Value::Null,
        }
    }

    /// As many bytes as no other number that belongs to it: 3 characters in 4 bytes.
    fn other_than_zero(&self) -> Value {
        json!("q\u{e9}Z")
    }

    fn special(&self) -> Vec<Special> {
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

    fn stored_by(&self) -> &'static str {
        "vlen-utf8.utf-8"
    }

    fn denoted_by(&self, _spelling: &Value) -> &'static str {
        "string.fill-value"
    }
}
