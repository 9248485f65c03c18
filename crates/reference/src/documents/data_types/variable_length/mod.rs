//! `string` and `bytes`: elements of different numbers of bytes, of the registry of extensions.
//!
//! - Specification: [string data type] and [bytes data type] of the registry.
//! - Fill values: `"foo"` for strings; `[1, 2, 3]` and the same as base64, `"AQID"`, for byte strings.
//! - Layout: elements have different numbers of bytes, so that only codecs made for them take them, such as
//!   [`vlen_utf8`](crate::vlen_utf8) and [`vlen_bytes`](crate::vlen_bytes).
//!
//! | file | what is in it |
//! |---|---|
//! | `string`, `bytes` | the literal text of each, its special elements and its wrong readings |
//! | `permitted` | what else the text permits where it is silent |
//!
//! [string data type]: https://github.com/zarr-developers/zarr-extensions/blob/main/data-types/string/README.md
//! [bytes data type]: https://github.com/zarr-developers/zarr-extensions/blob/main/data-types/bytes/README.md

mod bytes;
pub(super) mod permitted;
mod string;

use serde_json::Value;

use super::data_type::{DataType, Family, Special, VariableLength};
use super::fill_value::refused;
use crate::element::Element;
use crate::error::Result;
use crate::json::Json;
use crate::misreading::{BOTH, CURRENT, Misreading};
use crate::steps::Replacement;

/// Requirements: `string.variable-length`, `bytes-data-type.variable-length`.
impl Family for VariableLength {
    /// A string, or what denotes a byte string.
    ///
    /// Requirements: `string.fill-value`, `bytes-data-type.fill-value`.
    fn fill_value(&self, value: &Json) -> Result<Element> {
        let (found, expected) = match self {
            Self::String => (string::element(value), "a string"),
            Self::Bytes => (
                bytes::element(value),
                "an array of integers from 0 to 255, or base64 with its padding",
            ),
        };
        match found {
            Some(bytes) => Ok(Element::Raw(bytes)),
            None => refused(value, self, expected),
        }
    }

    fn written(&self, element: &Element) -> Value {
        match (self, element) {
            (Self::String, Element::Raw(utf8)) => string::written(utf8),
            (Self::Bytes, Element::Raw(bytes)) => bytes::written(bytes),
            _ => Value::Null,
        }
    }

    fn other_than_zero(&self) -> Value {
        match self {
            Self::String => string::other_than_zero(),
            Self::Bytes => bytes::other_than_zero(),
        }
    }

    fn special(&self) -> Vec<Special> {
        match self {
            Self::String => string::special(),
            Self::Bytes => bytes::special(),
        }
    }

    fn stored_by(&self) -> &'static str {
        match self {
            Self::String => "vlen-utf8.utf-8",
            Self::Bytes => "vlen-bytes.element",
        }
    }

    fn denoted_by(&self, spelling: &Value) -> &'static str {
        match (self, spelling) {
            (Self::String, _) => "string.fill-value",
            (Self::Bytes, Value::Array(_)) => "bytes-data-type.fill-value-array",
            (Self::Bytes, _) => "bytes-data-type.fill-value-base64",
        }
    }
}

pub(super) use bytes::MISREADINGS as BYTES;
pub(super) use string::MISREADINGS as STRING;

/// Wrong readings of strings as of byte strings.
pub(super) const EITHER: &[Misreading] = &[Misreading {
    name: "string-through-bytes",
    when: "the codec bytes takes strings and byte strings, and does what vlen-utf8 and vlen-bytes do",
    requirements: &["string.only-vlen-utf8", "bytes-data-type.codecs"],
    editions: CURRENT,
    through: BOTH,
    replacements: &[
        Replacement::bytes_endian(|_, configuration, data_type| match data_type {
            DataType::VariableLength(_) => Ok(None),
            _ => crate::bytes::endian(configuration, data_type),
        }),
        Replacement::bytes_encode(|steps, array, endian| match array.data_type {
            DataType::VariableLength(_) => steps.vlen_encode(array),
            _ => crate::bytes::encode(array, endian),
        }),
        Replacement::bytes_decode(|steps, bytes, data_type, shape, endian| match data_type {
            DataType::VariableLength(_) => steps.vlen_decode(bytes, data_type, shape),
            _ => crate::bytes::decode(bytes, data_type, shape, endian),
        }),
    ],
}];
