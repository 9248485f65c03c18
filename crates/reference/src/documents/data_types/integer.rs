//! `int{8,16,32,64}` and `uint{8,16,32,64}`, and `int{2,4}` and `uint{2,4}` of the registry of extensions: integers.
//!
//! - Specification: data types, [Core data types].
//! - Fill values: `42`, `-2`.
//! - Layout: the `n` bits of a number, of one that is signed in two's complement.
//!
//! [Core data types]: https://zarr-specs.readthedocs.io/en/latest/v3/data-types/index.html#core-data-types

use serde_json::{Value, json};

use super::data_type::{Family, Integer, Special};
use super::fill_value::refused;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::json::Json;

/// Requirements: `data-type.integers`, `small-integer.range`.
impl Family for Integer {
    /// A JSON number with no fraction or exponent part in `[-2^(n-1), 2^(n-1)-1]`, as two's complement of `n` bits, or
    /// of an unsigned type in `[0, 2^n-1]`.
    ///
    /// Requirements: `fill-value.integer`, `small-integer.fill-value`.
    fn fill_value(&self, value: &Json) -> Result<Element> {
        let range = self.range();
        match integer(value) {
            Some(integer) if range.contains(&integer) => {
                let modulus = 1_i128 << self.bits;
                to_bits(integer.rem_euclid(modulus))
            }
            _ => {
                let (least, greatest) = (range.start(), range.end());
                let expected = format!("an integer from {least} to {greatest}");
                refused(value, self, &expected)
            }
        }
    }

    fn written(&self, element: &Element) -> Value {
        let Element::Bits(bits) = element else {
            return Value::Null;
        };
        let unused = 64 - self.bits;
        if self.is_unsigned {
            json!(bits)
        } else {
            json!((bits << unused).cast_signed() >> unused)
        }
    }

    /// The first of bytes that all differ; of one byte, two that differ from each other.
    fn other_than_zero(&self) -> Value {
        match (self.is_unsigned, self.bits) {
            (false, 2) => json!(-2),
            (true, 2) => json!(2),
            (false, 4 | 8) => json!(-7),
            (true, 4) => json!(6),
            (true, 8) => json!(247),
            _ => {
                let bits = OTHER_THAN_ZERO >> (64 - self.bits);
                self.written(&Element::Bits(bits))
            }
        }
    }

    fn special(&self) -> Vec<Special> {
        let sign = 1_u64 << (self.bits - 1);
        let ones = u64::MAX >> (64 - self.bits);
        let one = match self.bytes() {
            1 => "changes the bits of 1",
            _ => "swaps the bytes of 1",
        };
        let greatest = match self.bytes() {
            8 => "rounds the greatest number by way of binary64",
            _ => "changes the bits of the greatest number",
        };
        let highest_bit = format!("treats the highest bit of {sign} as a sign");
        let minus_two = "reads or writes -2 as a sign bit and the number 2";
        let least = "changes the bits of the least number";
        let mut special = vec![("zero", "changes the bits of 0", 0), ("one", one, 1)];
        special.extend(if self.is_unsigned {
            vec![
                ("highest-bit", &*highest_bit, sign),
                ("greatest", greatest, ones),
            ]
        } else {
            vec![
                ("minus-one", "loses the sign of -1", ones),
                ("minus-two", minus_two, ones - 1),
                ("least", least, sign),
                ("greatest", greatest, sign - 1),
            ]
        });
        special
            .into_iter()
            .map(|(name, mistake, bits)| Special::new(name, mistake, Element::Bits(bits)))
            .collect()
    }

    fn stored_by(&self) -> &'static str {
        if self.is_registered {
            "small-integer.bytes"
        } else {
            "bytes.integers"
        }
    }

    fn denoted_by(&self, _spelling: &Value) -> &'static str {
        "fill-value.integer"
    }
}

const OTHER_THAN_ZERO: u64 = 0xf1a7_c3d5_b697_e283;

/// The value of a JSON number that is spelled without fraction and exponent.
///
/// Requirement: `fill-value.integer-spelling`.
pub(super) fn integer(value: &Json) -> Option<i128> {
    match value {
        Json::Number(spelling) if !spelling.contains(['.', 'e', 'E']) => spelling.parse().ok(),
        _ => None,
    }
}

fn to_bits(integer: i128) -> Result<Element> {
    u64::try_from(integer).map(Element::Bits).map_err(|_| {
        Error::Bug(format!(
            "{integer} was found in range, but has more than 64 bits"
        ))
    })
}
