//! `float{16,32,64}`.

use std::fmt;

use serde_json::{Value, json};

use super::{DataType, Description, ElementLayout};

/// Floating point numbers of IEEE 754.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Float {
    /// Bytes of each.
    pub bytes: u8,
}

impl DataType {
    /// IEEE 754 binary16
    pub const FLOAT16: Self = Self::Float(Float { bytes: 2 });
    /// IEEE 754 binary32
    pub const FLOAT32: Self = Self::Float(Float { bytes: 4 });
    /// IEEE 754 binary64
    pub const FLOAT64: Self = Self::Float(Float { bytes: 8 });
}

impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "float{}", 8 * self.bytes)
    }
}

impl Description for Float {
    fn named() -> &'static [DataType] {
        &[DataType::FLOAT16, DataType::FLOAT32, DataType::FLOAT64]
    }

    fn layout(&self) -> Option<ElementLayout> {
        Some(ElementLayout::numbers(1, self.bytes.into()))
    }

    fn is_optional(&self) -> bool {
        self.bytes == 2
    }

    fn is_float(&self) -> bool {
        true
    }

    fn plain_fill_value(&self) -> Value {
        json!(0.0)
    }

    fn words(&self) -> &'static str {
        "floating point numbers"
    }

    fn letter(&self) -> char {
        'f'
    }
}
