//! `float{16,32,64}` of the core, and `bfloat16` of the registry of extensions.

use std::fmt;

use serde_json::{Value, json};

use super::{DataType, Description, ElementLayout};

/// Floating point numbers: one bit for the sign, then exponent and mantissa.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Float {
    /// Whether the registry of extensions has it, and not the core.
    pub is_registered: bool,
    /// The identifier.
    pub identifier: &'static str,
    /// Bits of the exponent field.
    pub exponent_bits: u8,
    /// Bits of the mantissa field, without the implicit leading bit.
    pub mantissa_bits: u8,
}

/// Makes a constant for each line, and the list of all: those of the core in the order of its table, then those of the
/// registry by their names.
macro_rules! named {
    ($($name:ident = $identifier:literal, $is_registered:literal, $exponent_bits:literal, $mantissa_bits:literal;)*) => {
        impl Float {
            $(
                #[doc = concat!("`", $identifier, "`")]
                pub const $name: Self = Self {
                    is_registered: $is_registered,
                    identifier: $identifier,
                    exponent_bits: $exponent_bits,
                    mantissa_bits: $mantissa_bits,
                };
            )*
        }

        impl DataType {
            $(
                #[doc = concat!("`", $identifier, "`")]
                pub const $name: Self = Self::Float(Float::$name);
            )*
        }

        const NAMED: &[DataType] = &[$(DataType::$name,)*];
    };
}

named! {
    FLOAT16 = "float16", false, 5, 10;
    FLOAT32 = "float32", false, 8, 23;
    FLOAT64 = "float64", false, 11, 52;
    BFLOAT16 = "bfloat16", true, 8, 7;
}

impl Float {
    /// Bytes of each number.
    pub fn bytes(self) -> usize {
        (1 + usize::from(self.exponent_bits) + usize::from(self.mantissa_bits)) / 8
    }
}

impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.identifier)
    }
}

impl Description for Float {
    fn named() -> &'static [DataType] {
        NAMED
    }

    fn layout(&self) -> Option<ElementLayout> {
        Some(ElementLayout::numbers(1, self.bytes()))
    }

    fn is_optional(&self) -> bool {
        self.is_registered || *self == Self::FLOAT16
    }

    fn is_registered(&self) -> bool {
        self.is_registered
    }

    fn plain_fill_value(&self) -> Value {
        json!(0.0)
    }

    fn words(&self) -> &'static str {
        "floating point numbers"
    }

    fn letter(&self) -> char {
        if self.is_registered { 'u' } else { 'f' }
    }
}
