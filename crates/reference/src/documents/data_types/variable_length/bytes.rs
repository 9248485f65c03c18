//! `bytes`: byte strings of any length, of the registry of extensions.
//!
//! - Specification: [bytes data type] of the registry.
//! - Fill values: `[1, 2, 3]`, and the same as base64, `"AQID"`.
//! - Layout: the bytes as they are.
//!
//! [bytes data type]: https://github.com/zarr-developers/zarr-extensions/blob/main/data-types/bytes/README.md

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use serde_json::{Value, json};

use crate::array_metadata;
use crate::data_type::{DataType, Special};
use crate::documents::data_types::fill_value::fill_value;
use crate::documents::data_types::integer::integer;
use crate::element::Element;
use crate::error::{Result, metadata};
use crate::json::Json;
use crate::misreading::{CURRENT, Misreading, STORES};
use crate::steps::Replacement;

/// The bytes of an array of integers in `[0, 255]`, or of a string of base64; nothing for another value.
///
/// Requirements: `bytes-data-type.fill-value`, `bytes-data-type.fill-value-array`,
/// `bytes-data-type.fill-value-base64`.
pub(super) fn element(value: &Json) -> Option<Vec<u8>> {
    match value {
        Json::Array(integers) => integers.iter().map(byte).collect(),
        Json::String(text) => of_base64(text),
        _ => None,
    }
}

fn byte(value: &Json) -> Option<u8> {
    u8::try_from(integer(value)?).ok()
}

/// The bytes of which the text is the base64: of four characters of `A-Za-z0-9+/` each three bytes, the last ones filled up
/// with `=`. Whether a reader takes more than that is not said: an erratum.
fn of_base64(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text).ok()
}

pub(super) fn written(bytes: &[u8]) -> Value {
    json!(STANDARD.encode(bytes))
}

/// Three bytes that are not UTF-8.
pub(super) fn other_than_zero() -> Value {
    written(&[0xc3, 0x28, 0x9f])
}

pub(super) fn special() -> Vec<Special> {
    let of = |bytes: &[u8]| Element::Raw(bytes.to_vec());
    vec![
        Special::new("empty", "changes an empty byte string", of(b"")),
        Special::new("nul", "ends a byte string at its first 0", of(b"\0a\0")),
        Special::new(
            "byte-order-mark",
            "removes the UTF-8 of U+FEFF from the beginning of a byte string",
            of("\u{feff}a".as_bytes()),
        ),
        Special::new(
            "not-utf-8",
            "changes a byte string that is not UTF-8",
            of(b"\xff\xfea\x80"),
        ),
        Special::new(
            "surrogate",
            "changes a byte string that would be a surrogate",
            of(b"\xed\xa0\x80"),
        ),
    ]
}

/// Names that other documents and libraries have for byte strings, but for those that are said to be older names of it.
const OTHER_NAMES: &[&str] = &["BYTES", "|S3", "|O"];

/// The fill value of byte strings by other means; of other data types by the text.
fn otherwise(
    value: &Json,
    data_type: DataType,
    other: impl Fn(&Json) -> Option<Vec<u8>>,
) -> Result<Element> {
    match (data_type, other(value)) {
        (DataType::BYTES, Some(bytes)) => Ok(Element::Raw(bytes)),
        _ => fill_value(value, data_type),
    }
}

/// An array of which each entry is made a byte.
fn of_entries(value: &Json, byte: impl Fn(&Json) -> Option<u8>) -> Option<Vec<u8>> {
    match value {
        Json::Array(entries) => entries.iter().map(byte).collect(),
        _ => None,
    }
}

/// Refuses a form of fill values of byte strings.
fn without(value: &Json, data_type: DataType, is_form: fn(&Json) -> bool) -> Result<Element> {
    if data_type == DataType::BYTES && is_form(value) {
        return metadata(format!("fill_value: found {value} for bytes"));
    }
    fill_value(value, data_type)
}

/// Wrong readings.
pub(in super::super) const MISREADINGS: &[Misreading] = &[
    Misreading {
        name: "bytes-by-other-names",
        when: "the data type bytes is known by names that libraries have for byte strings, too",
        requirements: &["bytes-data-type.variable-length", "data-type.identifier"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::data_type(|steps, value| {
            match value.as_str() {
                Some(name) if OTHER_NAMES.contains(&name) => Ok(DataType::BYTES),
                _ => array_metadata::data_type(steps, value),
            }
        })],
    },
    Misreading {
        name: "bytes-fill-value-is-text",
        when: "a fill value of byte strings that is a string stands for its UTF-8",
        requirements: &["bytes-data-type.fill-value-base64"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let utf8 = |it: &Json| it.as_str().map(|text| text.as_bytes().to_vec());
            otherwise(value, data_type, utf8)
        })],
    },
    Misreading {
        name: "bytes-fill-value-without-base64",
        when: "a fill value of byte strings that is base64 is refused",
        requirements: &[
            "bytes-data-type.fill-value",
            "bytes-data-type.fill-value-base64",
        ],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            without(value, data_type, |it| it.as_str().is_some())
        })],
    },
    Misreading {
        name: "bytes-fill-value-without-array",
        when: "a fill value of byte strings that is an array of integers is refused",
        requirements: &[
            "bytes-data-type.fill-value",
            "bytes-data-type.fill-value-array",
        ],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            without(value, data_type, |it| matches!(it, Json::Array(_)))
        })],
    },
    Misreading {
        name: "bytes-fill-value-url-safe",
        when: "the base64 of fill values has - and _ where the usual alphabet has + and /",
        requirements: &["bytes-data-type.fill-value-base64"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            match (data_type, value.as_str()) {
                (DataType::BYTES, Some(text)) => match URL_SAFE.decode(text) {
                    Ok(bytes) => Ok(Element::Raw(bytes)),
                    Err(error) => metadata(format!("fill_value: {text:?}: {error}")),
                },
                _ => fill_value(value, data_type),
            }
        })],
    },
    Misreading {
        name: "bytes-fill-value-padding-is-bytes",
        when: "each = at the end of a base64 fill value stands for a byte of 0",
        requirements: &["bytes-data-type.fill-value-base64"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let padded = |it: &Json| STANDARD.decode(it.as_str()?.replace('=', "A")).ok();
            otherwise(value, data_type, padded)
        })],
    },
    Misreading {
        name: "bytes-fill-value-of-any-json",
        when: "a fill value of byte strings that is not an array or a string becomes its JSON text",
        requirements: &["bytes-data-type.fill-value"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            otherwise(value, data_type, |it| match it {
                Json::Array(_) | Json::String(_) => None,
                other => Some(other.to_string().into_bytes()),
            })
        })],
    },
    Misreading {
        name: "bytes-fill-value-null-is-empty",
        when: "the fill value null of byte strings is the empty one",
        requirements: &["bytes-data-type.fill-value"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            otherwise(value, data_type, |it| (*it == Json::Null).then(Vec::new))
        })],
    },
    Misreading {
        name: "bytes-fill-value-integers-wrapped",
        when: "of integers in a fill value of byte strings the lowest 8 bits are used",
        requirements: &["bytes-data-type.fill-value-array"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let lowest = |it: &Json| Some(integer(it)?.to_le_bytes()[0]);
            otherwise(value, data_type, |it| of_entries(it, lowest))
        })],
    },
    Misreading {
        name: "bytes-fill-value-of-any-entries",
        when: "entries of a fill value of byte strings that are not integers are made integers",
        requirements: &["bytes-data-type.fill-value-array"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            otherwise(value, data_type, |it| of_entries(it, made_a_byte))
        })],
    },
];

/// As languages without types make an integer of it.
fn made_a_byte(value: &Json) -> Option<u8> {
    match value {
        Json::Number(spelling) => {
            let whole = spelling.split('.').next()?;
            whole.parse().ok()
        }
        Json::String(digits) => digits.parse().ok(),
        Json::Bool(is_true) => Some(u8::from(*is_true)),
        Json::Null => Some(0),
        Json::Array(entries) => match &entries[..] {
            [one] => made_a_byte(one),
            _ => None,
        },
        Json::Object(_) => None,
    }
}
