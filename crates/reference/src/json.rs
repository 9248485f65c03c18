//! JSON as RFC 8259 defines it, with what metadata documents need and most libraries drop: the
//! spelling of numbers, and members in order with duplicates.
//!
//! - Specification: core, [Metadata].
//!
//! ```
//! use zarr_conform_reference::Json;
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! let json = Json::parse(br#"{"fill_value": 1.50}"#)?;
//! assert_eq!(json.member("fill_value"), Some(&Json::Number("1.50".to_owned())));
//! # Ok(())
//! # }
//! ```
//!
//! [Metadata]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#metadata

use std::fmt;

use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::error::{Error, Result, metadata};

/// Deepest nesting that is read. RFC 8259 allows a limit; this one only keeps the stack bounded.
const MAX_DEPTH: usize = 100;

/// A JSON value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as it is spelled.
    Number(String),
    /// A string, after its escapes were resolved.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// The members of an object in the order of the text. Names are distinct.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads a document.
    ///
    /// # Errors
    /// [`Error::Metadata`] where the bytes are no JSON text, an object has two members of one name,
    /// or values are nested more than 100 deep.
    pub fn parse(document: &[u8]) -> Result<Self> {
        let text = std::str::from_utf8(document)
            .map_err(|error| Error::Metadata(format!("the document is not UTF-8: {error}")))?;
        let raw: &RawValue = serde_json::from_str(text)
            .map_err(|error| Error::Metadata(format!("the document is not JSON: {error}")))?;
        Self::from_raw(raw, 0)
    }

    /// Reads a value that another JSON library holds already.
    ///
    /// # Errors
    /// As [`Json::parse`].
    pub fn from_value(value: &serde_json::Value) -> Result<Self> {
        Self::parse(value.to_string().as_bytes())
    }

    fn from_raw(raw: &RawValue, depth: usize) -> Result<Self> {
        if depth > MAX_DEPTH {
            return metadata(format!("the document is nested more than {MAX_DEPTH} deep"));
        }
        let text = raw.get();
        let value = match text.as_bytes().first() {
            Some(b'n') => Self::Null,
            Some(b't') => Self::Bool(true),
            Some(b'f') => Self::Bool(false),
            Some(b'"') => Self::String(serde_json::from_str(text).map_err(not_json)?),
            Some(b'[') => {
                let elements = Elements::of(text).map_err(not_json)?;
                Self::Array(
                    elements
                        .iter()
                        .map(|raw| Self::from_raw(raw, depth + 1))
                        .collect::<Result<_>>()?,
                )
            }
            Some(b'{') => Self::Object(Self::members(text, depth)?),
            _ => Self::Number(text.to_owned()),
        };
        Ok(value)
    }

    fn members(text: &str, depth: usize) -> Result<Vec<(String, Self)>> {
        let mut members: Vec<(String, Self)> = Vec::new();
        for (name, raw) in Members::of(text).map_err(not_json)? {
            if members.iter().any(|(earlier, _)| *earlier == name) {
                return metadata(format!("an object has two members named {name:?}"));
            }
            members.push((name, Self::from_raw(raw, depth + 1)?));
        }
        Ok(members)
    }

    /// The member of this name, where this is an object that has one.
    pub fn member(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => members
                .iter()
                .find(|(n, _)| n == name)
                .map(|(_, value)| value),
            _ => None,
        }
    }

    /// The value of a number that is spelled as an integer of at least 0.
    pub fn as_u64(&self) -> Option<u64> {
        match self {
            Self::Number(spelling) if spelling.bytes().all(|b| b.is_ascii_digit()) => {
                spelling.parse().ok()
            }
            _ => None,
        }
    }

    /// The text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }
}

/// The value as JSON text, for error messages.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Number(spelling) => f.write_str(spelling),
            Self::String(text) => write!(f, "{}", serde_json::Value::from(text.as_str())),
            Self::Array(elements) => {
                f.write_str("[")?;
                for (i, element) in elements.iter().enumerate() {
                    write!(f, "{}{element}", if i == 0 { "" } else { ", " })?;
                }
                f.write_str("]")
            }
            Self::Object(members) => {
                f.write_str("{")?;
                for (i, (name, value)) in members.iter().enumerate() {
                    let name = serde_json::Value::from(name.as_str());
                    write!(f, "{}{name}: {value}", if i == 0 { "" } else { ", " })?;
                }
                f.write_str("}")
            }
        }
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "the form that `map_err` takes"
)]
fn not_json(error: serde_json::Error) -> Error {
    Error::Metadata(format!("the document is not JSON: {error}"))
}

struct Elements;

impl Elements {
    fn of(text: &str) -> serde_json::Result<Vec<&RawValue>> {
        serde_json::Deserializer::from_str(text).deserialize_seq(Self)
    }
}

impl<'de> Visitor<'de> for Elements {
    type Value = Vec<&'de RawValue>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(
        self,
        mut access: A,
    ) -> std::result::Result<Self::Value, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = access.next_element()? {
            elements.push(element);
        }
        Ok(elements)
    }
}

struct Members;

impl Members {
    fn of(text: &str) -> serde_json::Result<Vec<(String, &RawValue)>> {
        serde_json::Deserializer::from_str(text).deserialize_map(Self)
    }
}

impl<'de> Visitor<'de> for Members {
    type Value = Vec<(String, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(
        self,
        mut access: A,
    ) -> std::result::Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = access.next_entry()? {
            members.push(member);
        }
        Ok(members)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_spelling() {
        let json = Json::parse(b"[1, 1.0, 1e0, -0, 18446744073709551616]").unwrap();
        let spelled = ["1", "1.0", "1e0", "-0", "18446744073709551616"];
        assert_eq!(
            json,
            Json::Array(spelled.map(|s| Json::Number(s.to_owned())).to_vec())
        );
    }

    #[test]
    fn escapes_are_resolved_in_strings_and_names() {
        let json = Json::parse(br#"{"\u0061": "\u002f"}"#).unwrap();
        assert_eq!(json.member("a").and_then(Json::as_str), Some("/"));
    }

    #[test]
    fn duplicate_names_are_found_even_when_escaped() {
        let error = Json::parse(br#"{"a": 1, "\u0061": 2}"#).unwrap_err();
        assert!(error.to_string().contains("two members"), "{error}");
    }

    #[test]
    fn deep_nesting_is_an_error_and_no_crash() {
        let deep = "[".repeat(200_000) + &"]".repeat(200_000);
        assert!(Json::parse(deep.as_bytes()).is_err());
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
            let _ = Json::parse(&bytes);
        }

        #[test]
        fn display_is_read_back(text in "[\\[\\]{}:,\"a01.e\\- \\\\u]{0,40}") {
            if let Ok(json) = Json::parse(text.as_bytes()) {
                proptest::prop_assert_eq!(Json::parse(json.to_string().as_bytes()).unwrap(), json);
            }
        }
    }
}
