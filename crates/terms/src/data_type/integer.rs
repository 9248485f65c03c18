//! `int{8,16,32,64}` and `uint{8,16,32,64}`.

use std::fmt;
use std::ops::RangeInclusive;

use serde_json::{Value, json};

use super::{DataType, Description, ElementLayout};

/// Integers in `[-2^(n-1), 2^(n-1)-1]`, or in `[0, 2^n-1]`, where `n = 8 * bytes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Integer {
    /// Whether there are no negative ones.
    pub is_unsigned: bool,
    /// Bytes of each.
    pub bytes: u8,
}

/// Makes a constant for each name, and the list of all.
macro_rules! named {
    ($($name:ident = $is_unsigned:literal, $bytes:literal;)*) => {
        impl DataType {
            $(
                #[doc = concat!("An integer of so many bytes: ", stringify!($bytes), ".")]
                pub const $name: Self = Self::Integer(Integer {
                    is_unsigned: $is_unsigned,
                    bytes: $bytes,
                });
            )*
        }

        const NAMED: &[DataType] = &[$(DataType::$name,)*];
    };
}

named! {
    INT8 = false, 1;
    INT16 = false, 2;
    INT32 = false, 4;
    INT64 = false, 8;
    UINT8 = true, 1;
    UINT16 = true, 2;
    UINT32 = true, 4;
    UINT64 = true, 8;
}

impl Integer {
    /// From the least to the greatest.
    pub fn range(self) -> RangeInclusive<i128> {
        let bits = 8 * u32::from(self.bytes);
        if self.is_unsigned {
            0..=(1 << bits) - 1
        } else {
            -(1 << (bits - 1))..=(1 << (bits - 1)) - 1
        }
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_unsigned { "u" } else { "" };
        write!(f, "{sign}int{}", 8 * self.bytes)
    }
}

impl Description for Integer {
    fn named() -> &'static [DataType] {
        NAMED
    }

    fn layout(&self) -> Option<ElementLayout> {
        Some(ElementLayout::numbers(1, self.bytes.into()))
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
        if self.is_unsigned { 'u' } else { 'i' }
    }
}
