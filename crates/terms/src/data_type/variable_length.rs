//! `string` and `bytes`, of the registry of extensions: elements of different numbers of bytes.

use std::fmt;

use serde_json::{Value, json};

use super::{DataType, Description, ElementLayout};

/// Elements of different numbers of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum VariableLength {
    /// Unicode strings, in UTF-8.
    String,
    /// Byte strings.
    Bytes,
}

impl DataType {
    /// `string`
    pub const STRING: Self = Self::VariableLength(VariableLength::String);
    /// `bytes`
    pub const BYTES: Self = Self::VariableLength(VariableLength::Bytes);
}

impl fmt::Display for VariableLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::String => "string",
            Self::Bytes => "bytes",
        })
    }
}

impl Description for VariableLength {
    fn named() -> &'static [DataType] {
        &[DataType::STRING, DataType::BYTES]
    }

    fn layout(&self) -> Option<ElementLayout> {
        None
    }

    fn is_optional(&self) -> bool {
        true
    }

    fn is_registered(&self) -> bool {
        true
    }

    /// No characters; of `bytes`, base64 of no bytes.
    fn plain_fill_value(&self) -> Value {
        json!("")
    }

    fn words(&self) -> &'static str {
        match self {
            Self::String => "strings",
            Self::Bytes => "byte strings",
        }
    }

    /// That of objects, since elements have no width.
    fn letter(&self) -> char {
        'O'
    }
}
