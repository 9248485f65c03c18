//! `complex{64,128}`.

use std::fmt;

use serde_json::{Value, json};

use super::{DataType, Description, ElementLayout, Float};

/// Two floating point numbers, the real and the imaginary component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Complex {
    /// What each component is.
    pub component: Float,
}

impl DataType {
    /// Two IEEE 754 binary32
    pub const COMPLEX64: Self = Self::Complex(Complex {
        component: Float::FLOAT32,
    });
    /// Two IEEE 754 binary64
    pub const COMPLEX128: Self = Self::Complex(Complex {
        component: Float::FLOAT64,
    });
}

impl fmt::Display for Complex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "complex{}", 16 * self.component.bytes())
    }
}

impl Description for Complex {
    fn named() -> &'static [DataType] {
        &[DataType::COMPLEX64, DataType::COMPLEX128]
    }

    fn layout(&self) -> Option<ElementLayout> {
        Some(ElementLayout::numbers(2, self.component.bytes()))
    }

    fn plain_fill_value(&self) -> Value {
        json!([0.0, 0.0])
    }

    fn words(&self) -> &'static str {
        "complex numbers"
    }

    fn letter(&self) -> char {
        'c'
    }
}
