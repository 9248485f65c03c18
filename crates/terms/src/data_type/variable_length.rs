//! `string`, of the registry of extensions: elements of different numbers of bytes.

use std::fmt;

use serde_json::{Value, json};

use super::{DataType, Description, ElementLayout};

/// Elements of different numbers of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum VariableLength {
    /// Unicode strings, in UTF-8.
    String,
}

impl DataType {
    /// `string`
    pub const STRING: Self = Self::VariableLength(VariableLength::String);
}

impl fmt::Display for VariableLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::String => "string",
        })
    }
}

impl Description for VariableLength {
    fn named() -> &'static [DataType] {
        &[DataType::STRING]
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

    fn plain_fill_value(&self) -> Value {
        json!("")
    }

    fn words(&self) -> &'static str {
        "strings"
    }

    /// That of objects, since strings have no width.
    fn letter(&self) -> char {
        'O'
    }
}
