//! `r*`: raw bits.

use std::fmt;

use serde_json::{Value, json};

use super::{DataType, Description, ElementLayout, NoDataType};

/// Bits without meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RawBits {
    /// What stands for `*`; a multiple of 8, at least 8.
    pub bits: u32,
}

impl DataType {
    /// So many raw bits: a multiple of 8, at least 8.
    pub const fn raw(bits: u32) -> Self {
        Self::RawBits(RawBits { bits })
    }
}

impl fmt::Display for RawBits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}", self.bits)
    }
}

impl Description for RawBits {
    fn named() -> &'static [DataType] {
        &[]
    }

    fn of_identifier(identifier: &str) -> Result<Option<DataType>, NoDataType> {
        let digits = identifier.strip_prefix('r').unwrap_or("");
        if digits.starts_with(['0', '+']) {
            return Ok(None);
        }
        let Ok(bits) = digits.parse::<u32>() else {
            return Ok(None);
        };
        if bits % 8 != 0 {
            return Err(NoDataType::Invalid(format!(
                "data type {identifier:?}: {bits} bits are not a multiple of 8"
            )));
        }
        Ok(Some(DataType::raw(bits)))
    }

    fn layout(&self) -> Option<ElementLayout> {
        Some(ElementLayout {
            components: 1,
            component_bytes: self.bits as usize / 8,
            component_bits: self.bits as usize,
            number: false,
        })
    }

    fn is_optional(&self) -> bool {
        true
    }

    fn plain_fill_value(&self) -> Value {
        json!(vec![0; self.bits as usize / 8])
    }

    fn words(&self) -> &'static str {
        "raw bits"
    }

    fn letter(&self) -> char {
        'V'
    }
}
