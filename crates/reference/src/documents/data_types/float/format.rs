//! From the decimal text of a number to the nearest IEEE 754 value.
//!
//! - Specification: data types, [Permitted fill values]: a JSON number "will be rounded to the
//!   nearest representable value using the 'round half to even' rule".
//! - Layout of a value, from the highest bit: one bit for the sign, then exponent, then mantissa.
//!   With exponent field `E` and mantissa field `M` of `m` bits, a finite value is a multiple of the
//!   smallest positive one: `M` where `E = 0`, else `(2^m + M) * 2^(E-1)`.
//!
//! The text is an exact fraction `numerator / denominator` of whole numbers of any size, so no
//! wider format stands between: 1.00048828125 lies halfway between the `float16` values 3c00 and
//! 3c01, and what is more by 10^-20 does not.
//!
//! ```
//! use zarr_conform_reference::DataType;
//! use zarr_conform_reference::float::Format;
//!
//! let float16 = Format::of(DataType::FLOAT16).unwrap();
//! assert_eq!(float16.nearest("1.00048828125"), 0x3c00);
//! assert_eq!(float16.nearest("1.00048828125000000001"), 0x3c01);
//! assert_eq!(float16.nearest("-65520"), float16.infinity() | float16.sign());
//! assert_eq!(float16.nan(), 0x7e00);
//! ```
//!
//! [Permitted fill values]: https://zarr-specs.readthedocs.io/en/latest/v3/data-types/index.html#permitted-fill-values

use std::cmp::Ordering;

use num_bigint::BigUint;

/// A binary interchange format of IEEE 754.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Bits of the exponent field.
    pub exponent_bits: u32,
    /// Bits of the mantissa field, without the implicit leading bit.
    pub mantissa_bits: u32,
}

impl Format {
    /// All bits: sign, exponent and mantissa.
    pub fn bits(self) -> u32 {
        1 + self.exponent_bits + self.mantissa_bits
    }

    /// Positive infinity: every exponent bit set, mantissa 0.
    pub fn infinity(self) -> u64 {
        ((1 << self.exponent_bits) - 1) << self.mantissa_bits
    }

    /// The value that the string `"NaN"` denotes: positive, the highest mantissa bit set and no
    /// other.
    ///
    /// Requirements: `fill-value.nan`, `bfloat16.nan`.
    pub fn nan(self) -> u64 {
        self.infinity() | 1 << (self.mantissa_bits - 1)
    }

    /// Only the sign bit.
    pub fn sign(self) -> u64 {
        1 << (self.bits() - 1)
    }

    /// The bits of the value nearest to a JSON number; of two equally near, the one with an even
    /// mantissa. A magnitude that rounds beyond the largest finite value gives infinity, as IEEE
    /// 754 says of this rounding.
    ///
    /// `number` is spelled as RFC 8259 demands.
    ///
    /// Requirement: `fill-value.float-rounding`.
    pub fn nearest(self, number: &str) -> u64 {
        let (negative, magnitude) = match number.strip_prefix('-') {
            Some(magnitude) => (true, magnitude),
            None => (false, number),
        };
        let bits = match Magnitude::of(magnitude) {
            Magnitude::Zero | Magnitude::TooSmall => 0,
            Magnitude::TooLarge => self.infinity(),
            Magnitude::Fraction {
                numerator,
                denominator,
            } => self.round(&numerator, &denominator),
        };
        if negative { bits | self.sign() } else { bits }
    }

    /// The bits of the value nearest to a positive fraction.
    ///
    /// Finite values in ascending order have ascending bits. Finds by bisection the greatest value
    /// that is not above the fraction (`low`), then decides between it and the next one (`high`):
    /// by comparing the fraction with the middle of the two, `(low + high) / 2`.
    ///
    /// Requirement: `fill-value.float-rounding`.
    pub(super) fn round(self, numerator: &BigUint, denominator: &BigUint) -> u64 {
        let target = numerator << self.scale();
        let (mut low, mut high) = (0, self.infinity());
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if self.in_units(middle) * denominator <= target {
                low = middle;
            } else {
                high = middle;
            }
        }
        let doubled_middle = self.in_units(low) + self.in_units(high);
        match (&target * 2_u32).cmp(&(doubled_middle * denominator)) {
            Ordering::Less => low,
            Ordering::Greater => high,
            Ordering::Equal if low % 2 == 0 => low,
            Ordering::Equal => high,
        }
    }

    /// The smallest positive value is `1 / 2^scale`, and every finite value is a multiple of it.
    pub(super) fn scale(self) -> u32 {
        (1 << (self.exponent_bits - 1)) - 2 + self.mantissa_bits
    }

    /// A finite value as a multiple of the smallest positive one; for infinity, what follows the
    /// largest finite value.
    pub(super) fn in_units(self, bits: u64) -> BigUint {
        let mantissa = bits & ((1 << self.mantissa_bits) - 1);
        match bits >> self.mantissa_bits {
            0 => BigUint::from(mantissa),
            exponent => BigUint::from(mantissa | 1 << self.mantissa_bits) << (exponent - 1),
        }
    }
}

/// The magnitude of a decimal number.
enum Magnitude {
    Zero,
    /// Above 0 and below a half of every format's smallest value.
    TooSmall,
    /// Above every format's largest value.
    TooLarge,
    Fraction {
        numerator: BigUint,
        denominator: BigUint,
    },
}

impl Magnitude {
    /// The magnitude of `digits[.digits][e[+-]digits]`.
    fn of(number: &str) -> Self {
        let (significand, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
        let (integer, fraction) = significand.split_once('.').unwrap_or((significand, ""));
        let digits = format!("{integer}{fraction}");
        let digits = digits.trim_start_matches('0');
        if digits.is_empty() {
            return Self::Zero;
        }
        // The value is 0.digits * 10^magnitude. Exponents beyond i64 are beyond every format too.
        let exponent = exponent.strip_prefix('+').unwrap_or(exponent);
        let exponent = exponent
            .parse::<i64>()
            .unwrap_or(if exponent.starts_with('-') {
                i64::MIN
            } else {
                i64::MAX
            });
        let places = i64::try_from(fraction.len()).unwrap_or(i64::MAX);
        let power = exponent.saturating_sub(places);
        let magnitude = power.saturating_add(i64::try_from(digits.len()).unwrap_or(i64::MAX));
        if magnitude > 400 {
            return Self::TooLarge;
        }
        if magnitude < -400 {
            return Self::TooSmall;
        }
        let numerator = BigUint::parse_bytes(digits.as_bytes(), 10).unwrap_or_default();
        let ten_to = |power: i64| BigUint::from(10_u32).pow(u32::try_from(power).unwrap_or(0));
        match power {
            0.. => Self::Fraction {
                numerator: numerator * ten_to(power),
                denominator: BigUint::from(1_u32),
            },
            _ => Self::Fraction {
                numerator,
                denominator: ten_to(-power),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HALF: Format = Format {
        exponent_bits: 5,
        mantissa_bits: 10,
    };
    const SINGLE: Format = Format {
        exponent_bits: 8,
        mantissa_bits: 23,
    };
    const DOUBLE: Format = Format {
        exponent_bits: 11,
        mantissa_bits: 52,
    };

    /// Worked by hand: 1 + 2^-11 lies halfway between 1 and 1 + 2^-10 in binary16.
    #[rstest::rstest]
    #[case::one("1", 0x3c00)]
    #[case::one_with_exponent("0.1e+1", 0x3c00)]
    #[case::minus_zero("-0.0", 0x8000)]
    #[case::tie_to_even_below("1.00048828125", 0x3c00)]
    #[case::just_above_tie("1.000488281250000000000000000000000000001", 0x3c01)]
    #[case::tie_to_even_above("1.00146484375", 0x3c02)]
    #[case::largest("65504", 0x7bff)]
    #[case::below_overflow("65519.9999999999999999999999", 0x7bff)]
    #[case::overflow("65520", 0x7c00)]
    #[case::smallest("5.9604644775390625e-8", 0x0001)]
    #[case::half_of_smallest("2.98023223876953125e-8", 0x0000)]
    #[case::above_half_of_smallest("2.98023223876953126e-8", 0x0001)]
    #[case::huge_exponent("1e999999999999999999999", 0x7c00)]
    #[case::tiny_exponent("1e-999999999999999999999", 0x0000)]
    #[case::zero_huge_exponent("0e999999999999999999999", 0x0000)]
    fn binary16_by_hand(#[case] number: &str, #[case] bits: u64) {
        assert_eq!(HALF.nearest(number), bits);
    }

    proptest! {
        /// The standard library rounds decimal text to binary32 and binary64 by another algorithm.
        #[test]
        fn agrees_with_the_standard_library(number in "-?(0|[1-9][0-9]{0,25})(\\.[0-9]{1,30})?(e-?[0-9]{1,2}|E\\+3[0-9]|e-3[0-4][0-9])?") {
            prop_assert_eq!(SINGLE.nearest(&number), u64::from(number.parse::<f32>().unwrap().to_bits()));
            prop_assert_eq!(DOUBLE.nearest(&number), number.parse::<f64>().unwrap().to_bits());
        }

        #[test]
        fn every_finite_value_is_read_back(bits in 0_u64..0x7c00) {
            let units = HALF.in_units(bits);
            // value = units / 2^24, an exact decimal with 24 places
            let scaled = units * BigUint::from(5_u32).pow(24);
            let number = format!("{scaled}e-24");
            prop_assert_eq!(HALF.nearest(&number), bits);
        }
    }
}
