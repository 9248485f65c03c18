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

use serde_json::value::RawValue;

use crate::error::{Error, Result, metadata};

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
    /// [`Error::Metadata`] where the bytes are not JSON text, an object has two members of one name,
    /// or values are nested more than 100 deep.
    pub fn parse(document: &[u8]) -> Result<Self> {
        let text = std::str::from_utf8(document)
            .map_err(|error| Error::Metadata(format!("the document is not UTF-8: {error}")))?;
        let raw: &RawValue = serde_json::from_str(text).map_err(not_json)?;
        Reader { rest: raw.get() }.value(0)
    }

    /// Reads a value that another JSON library holds already.
    ///
    /// # Errors
    /// As [`Json::parse`].
    pub fn from_value(value: &serde_json::Value) -> Result<Self> {
        Self::parse(value.to_string().as_bytes())
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

    /// The lengths in an array of integers of at least 0. `at` says where the value stands.
    ///
    /// # Errors
    /// [`Error::Metadata`] where this is not an array of such integers. [`Error::Unsupported`] where 64 bits do not
    /// hold one: the text gives no limit.
    pub fn lengths(&self, at: &str) -> Result<Vec<u64>> {
        let Self::Array(values) = self else {
            return metadata(format!("{at}: found {self}, expected an array of integers"));
        };
        let mut lengths = Vec::new();
        for value in values {
            match (value.as_u64(), value) {
                (Some(length), _) => lengths.push(length),
                (None, Self::Number(spelling))
                    if spelling.bytes().all(|it| it.is_ascii_digit()) =>
                {
                    return Err(Error::Unsupported(format!(
                        "{at}: found a length {value}, which 64 bits do not hold"
                    )));
                }
                _ => {
                    return metadata(format!(
                        "{at}: found a length {value}, expected an integer from 0"
                    ));
                }
            }
        }
        Ok(lengths)
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

/// A name that several members have.
fn repeated(members: &[(String, Json)]) -> Option<&str> {
    let mut names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    let twice = names.windows(2).find(|it| it[0] == it[1])?;
    Some(twice[0])
}

/// Reads a text once more that another library found to be JSON, for what that library drops.
struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn value(&mut self, depth: usize) -> Result<Json> {
        if depth > MAX_DEPTH {
            return metadata(format!("the document is nested more than {MAX_DEPTH} deep"));
        }
        match self.rest.as_bytes().first() {
            Some(b'"') => Ok(Json::String(self.string()?)),
            Some(b'[') => self.array(depth),
            Some(b'{') => self.object(depth),
            _ => Ok(match self.word() {
                "null" => Json::Null,
                "true" => Json::Bool(true),
                "false" => Json::Bool(false),
                number => Json::Number(number.to_owned()),
            }),
        }
    }

    fn array(&mut self, depth: usize) -> Result<Json> {
        let mut elements = Vec::new();
        self.sign();
        while !self.rest.starts_with(']') {
            elements.push(self.value(depth + 1)?);
            self.white_space();
            if self.rest.starts_with(',') {
                self.sign();
            }
        }
        self.take(1);
        Ok(Json::Array(elements))
    }

    fn object(&mut self, depth: usize) -> Result<Json> {
        let mut members: Vec<(String, Json)> = Vec::new();
        self.sign();
        while !self.rest.starts_with('}') {
            let name = self.string()?;
            self.white_space();
            self.sign();
            members.push((name, self.value(depth + 1)?));
            self.white_space();
            if self.rest.starts_with(',') {
                self.sign();
            }
        }
        self.take(1);
        match repeated(&members) {
            Some(name) => metadata(format!("an object has two members named {name:?}")),
            None => Ok(Json::Object(members)),
        }
    }

    /// A string with its quotation marks.
    fn string(&mut self) -> Result<String> {
        let mut length = 1;
        let mut bytes = self.rest.bytes().skip(1);
        while let Some(byte) = bytes.next() {
            length += 1;
            match byte {
                b'"' => break,
                // Whatever follows does not end the string.
                b'\\' => length += usize::from(bytes.next().is_some()),
                _ => {}
            }
        }
        let text = self.take(length);
        if text.contains('\\') {
            return serde_json::from_str(text).map_err(not_json);
        }
        let inside = text.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
        Ok(inside.unwrap_or(text).to_owned())
    }

    /// A value without signs in it.
    fn word(&mut self) -> &'a str {
        let ends = |byte: u8| matches!(byte, b',' | b']' | b'}') || is_white_space(byte);
        let length = self.rest.bytes().position(ends);
        self.take(length.unwrap_or(self.rest.len()))
    }

    /// A character that structures the text, and the white space behind it.
    fn sign(&mut self) {
        self.take(1);
        self.white_space();
    }

    fn white_space(&mut self) {
        let length = self.rest.bytes().position(|byte| !is_white_space(byte));
        self.take(length.unwrap_or(self.rest.len()));
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }
}

fn is_white_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
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

    /// Where each name were compared with each earlier one, this would take minutes.
    #[test]
    fn objects_of_many_members_are_read() {
        let members: Vec<String> = (0..200_000).map(|i| format!(r#""{i}": 0"#)).collect();
        let text = |last: &str| format!("{{{}, {last}}}", members.join(", "));
        assert!(Json::parse(text(r#""a": 0"#).as_bytes()).is_ok());
        let error = Json::parse(text(r#""77777": 0"#).as_bytes()).unwrap_err();
        assert!(error.to_string().contains("\"77777\""), "{error}");
    }

    #[test]
    fn white_space_and_signs_stand_anywhere() {
        let text =
            " { \"a\" :[ 1 , [ ] ,{ } ,\r\n\t\"]}, \\\"\\\\\" ] , \"b\" : null , \"\": true } ";
        let json = Json::parse(text.as_bytes()).unwrap();
        let string = Json::String("]}, \"\\".to_owned());
        let list = [
            Json::Number("1".to_owned()),
            Json::Array(vec![]),
            Json::Object(vec![]),
            string,
        ];
        assert_eq!(json.member("a"), Some(&Json::Array(list.to_vec())));
        assert_eq!(json.member("b"), Some(&Json::Null));
        assert_eq!(json.member(""), Some(&Json::Bool(true)));
    }

    #[test]
    fn deep_nesting_is_an_error_and_no_crash() {
        let deep = "[".repeat(200_000) + &"]".repeat(200_000);
        assert!(Json::parse(deep.as_bytes()).is_err());
    }

    proptest::proptest! {
        #[test]
        fn values_are_those_of_another_reader(text in "[\\[\\]{}:,\"a01.e\\- \\n\\\\u]{0,40}") {
            let other: Option<serde_json::Value> = serde_json::from_str(&text).ok();
            if let (Ok(json), Some(other)) = (Json::parse(text.as_bytes()), other) {
                let read_back: serde_json::Value = serde_json::from_str(&json.to_string()).unwrap();
                proptest::prop_assert_eq!(read_back, other);
            }
        }

        #[test]
        fn display_is_read_back(text in "[\\[\\]{}:,\"a01.e\\- \\\\u]{0,40}") {
            if let Ok(json) = Json::parse(text.as_bytes()) {
                proptest::prop_assert_eq!(Json::parse(json.to_string().as_bytes()).unwrap(), json);
            }
        }
    }
}
