//! `int{8,16,32,64}` and `uint{8,16,32,64}` of the core; `int{2,4}` and `uint{2,4}` of the registry of extensions.

use std::fmt;
use std::ops::RangeInclusive;

use serde_json::{Value, json};

use super::{DataType, Description, ElementLayout};

/// Integers in `[-2^(bits-1), 2^(bits-1)-1]`, or in `[0, 2^bits-1]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Integer {
    /// Whether the registry of extensions has it, and not the core.
    pub is_registered: bool,
    /// Whether there are no negative ones.
    pub is_unsigned: bool,
    /// Bits of each: 2 or 4, of which each takes a byte, or a multiple of 8.
    pub bits: u8,
}

/// Makes a constant for each name, and the list of all: those of the core, then those of the registry.
macro_rules! named {
    ($($name:ident = $is_registered:literal, $is_unsigned:literal, $bits:literal;)*) => {
        impl DataType {
            $(
                #[doc = concat!("An integer of so many bits: ", stringify!($bits), ".")]
                pub const $name: Self = Self::Integer(Integer {
                    is_registered: $is_registered,
                    is_unsigned: $is_unsigned,
                    bits: $bits,
                });
            )*
        }

        const NAMED: &[DataType] = &[$(DataType::$name,)*];
    };
}

named! {
    INT8 = false, false, 8;
    INT16 = false, false, 16;
    INT32 = false, false, 32;
    INT64 = false, false, 64;
    UINT8 = false, true, 8;
    UINT16 = false, true, 16;
    UINT32 = false, true, 32;
    UINT64 = false, true, 64;
    INT2 = true, false, 2;
    INT4 = true, false, 4;
    UINT2 = true, true, 2;
    UINT4 = true, true, 4;
}

impl Integer {
    /// From the least to the greatest.
    pub fn range(self) -> RangeInclusive<i128> {
        if self.is_unsigned {
            0..=(1 << self.bits) - 1
        } else {
            -(1 << (self.bits - 1))..=(1 << (self.bits - 1)) - 1
        }
    }

    /// Bytes of each.
    pub fn bytes(self) -> usize {
        usize::from(self.bits).div_ceil(8)
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_unsigned { "u" } else { "" };
        write!(f, "{sign}int{}", self.bits)
    }
}

impl Description for Integer {
    fn named() -> &'static [DataType] {
        NAMED
    }

    fn layout(&self) -> Option<ElementLayout> {
        Some(ElementLayout::numbers_of_bits(1, self.bits.into()))
    }

    fn is_optional(&self) -> bool {
        self.is_registered
    }

    fn is_registered(&self) -> bool {
        self.is_registered
    }

    fn plain_fill_value(&self) -> Value {
        json!(0)
    }

    fn words(&self) -> &'static str {
        if self.is_unsigned {
            "unsigned integers"
        } else {
            "signed integers"
        }
    }

    fn letter(&self) -> char {
        let is_of_bits = self.is_unsigned || self.is_registered;
        if is_of_bits { 'u' } else { 'i' }
    }
}
