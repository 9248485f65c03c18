//! `bool`.

use std::fmt;

use serde_json::{Value, json};

use super::{DataType, Description, ElementLayout};

/// `bool`: false or true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Boolean;

impl DataType {
    /// `bool`
    pub const BOOL: Self = Self::Boolean(Boolean);
}

impl fmt::Display for Boolean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bool")
    }
}

impl Description for Boolean {
    fn named() -> &'static [DataType] {
        &[DataType::BOOL]
    }

    fn layout(&self) -> Option<ElementLayout> {
        Some(ElementLayout::numbers(1, 1))
    }

    fn values(&self) -> Option<u64> {
        Some(2)
    }

    fn plain_fill_value(&self) -> Value {
        json!(false)
    }

    fn words(&self) -> &'static str {
        "booleans"
    }

    fn letter(&self) -> char {
        'b'
    }
}
