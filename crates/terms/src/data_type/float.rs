//! `float{16,32,64}` of the core; `bfloat16` and those of at most 8 bits of the registry of extensions.

use std::fmt;

use serde_json::{Value, json};

use super::{DataType, Description, ElementLayout};

/// Floating point numbers: a bit for the sign, where there are negative ones, then exponent and mantissa.
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
    /// What the exponent field of 1 is.
    pub bias: u16,
    /// Which bits are no finite number.
    pub not_finite: NotFinite,
}

/// Which bits of a floating point data type are no finite number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NotFinite {
    /// Those with an exponent of ones: infinity where the mantissa is 0, otherwise NaN.
    Ieee,
    /// None.
    Never,
    /// Those that would be negative zero, which are NaN.
    NegativeZero,
    /// All ones, which are NaN; there is neither a sign nor zero.
    Ones,
}

/// Makes a constant for each line, and the list of all: those of the core in the order of its table, then those of the
/// registry by their names.
macro_rules! named {
    ($($name:ident = $identifier:literal, $is_registered:literal, $exponent_bits:literal, $mantissa_bits:literal, $bias:literal, $not_finite:ident;)*) => {
        impl Float {
            $(
                #[doc = concat!("`", $identifier, "`")]
                pub const $name: Self = Self {
                    is_registered: $is_registered,
                    identifier: $identifier,
                    exponent_bits: $exponent_bits,
                    mantissa_bits: $mantissa_bits,
                    bias: $bias,
                    not_finite: NotFinite::$not_finite,
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
    FLOAT16 = "float16", false, 5, 10, 15, Ieee;
    FLOAT32 = "float32", false, 8, 23, 127, Ieee;
    FLOAT64 = "float64", false, 11, 52, 1023, Ieee;
    BFLOAT16 = "bfloat16", true, 8, 7, 127, Ieee;
    FLOAT4_E2M1FN = "float4_e2m1fn", true, 2, 1, 1, Never;
    FLOAT6_E2M3FN = "float6_e2m3fn", true, 2, 3, 1, Never;
    FLOAT6_E3M2FN = "float6_e3m2fn", true, 3, 2, 3, Never;
    FLOAT8_E3M4 = "float8_e3m4", true, 3, 4, 3, Ieee;
    FLOAT8_E4M3 = "float8_e4m3", true, 4, 3, 7, Ieee;
    FLOAT8_E4M3B11FNUZ = "float8_e4m3b11fnuz", true, 4, 3, 11, NegativeZero;
    FLOAT8_E4M3FNUZ = "float8_e4m3fnuz", true, 4, 3, 8, NegativeZero;
    FLOAT8_E5M2 = "float8_e5m2", true, 5, 2, 15, Ieee;
    FLOAT8_E5M2FNUZ = "float8_e5m2fnuz", true, 5, 2, 16, NegativeZero;
    FLOAT8_E8M0FNU = "float8_e8m0fnu", true, 8, 0, 127, Ones;
}

impl Float {
    /// Whether there is a bit for the sign.
    pub fn is_signed(self) -> bool {
        self.not_finite != NotFinite::Ones
    }

    /// Bits of each number.
    pub fn bits(self) -> u32 {
        u32::from(self.is_signed()) + u32::from(self.exponent_bits) + u32::from(self.mantissa_bits)
    }

    /// Bytes of each number.
    pub fn bytes(self) -> usize {
        self.bits().div_ceil(8) as usize
    }

    /// Whether the registry of extensions has it with at most 8 bits.
    pub fn is_small(self) -> bool {
        self.bits() <= 8
    }

    /// The plainest number that it has.
    pub(super) fn plain_fill_value(self) -> Value {
        json!(if self.is_signed() { 0.0 } else { 1.0 })
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
        Some(ElementLayout::numbers_of_bits(1, self.bits() as usize))
    }

    fn is_optional(&self) -> bool {
        self.is_registered || *self == Self::FLOAT16
    }

    fn is_registered(&self) -> bool {
        self.is_registered
    }

    fn plain_fill_value(&self) -> Value {
        Self::plain_fill_value(*self)
    }

    fn words(&self) -> &'static str {
        "floating point numbers"
    }

    fn letter(&self) -> char {
        if self.is_registered { 'u' } else { 'f' }
    }
}
