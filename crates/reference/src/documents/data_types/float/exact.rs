//! Exact values of floating point numbers, and the number nearest to an exact value.
//!
//! - Specification: data types, [Core data types].
//!
//! A finite number is a fraction whose denominator is a power of two, so that sums, products and quotients of
//! finite numbers are fractions, too, and no wider format stands between them and the result.
//!
//! ```
//! use zarr_conform_reference::DataType;
//! use zarr_conform_reference::float::{Format, Number};
//!
//! let float16 = Format::of(DataType::FLOAT16).unwrap();
//! let (Number::Finite(one), Number::Finite(three)) = (float16.value(0x3c00), float16.value(0x4200)) else {
//!     panic!("1 and 3 are finite");
//! };
//! let third = one.divided_by(&three).unwrap();
//! assert_eq!(float16.nearest_to(&third), Some(0x3555));
//! assert!(three.divided_by(&one.minus(&one)).is_none());
//! ```
//!
//! [Core data types]: https://zarr-specs.readthedocs.io/en/latest/v3/data-types/index.html#core-data-types

use num_bigint::BigUint;

use super::Format;

/// What the bits of a number stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// Not a number.
    Nan,
    /// Positive or negative infinity.
    Infinity {
        /// Whether it is the negative one.
        is_negative: bool,
    },
    /// Any other.
    Finite(Fraction),
}

/// An exact number: `numerator / denominator`, and its sign, which zero has, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// Whether the sign is minus.
    pub is_negative: bool,
    /// Zero or greater.
    pub numerator: BigUint,
    /// Greater than zero.
    pub denominator: BigUint,
}

impl Fraction {
    /// A fraction, without the powers of two that numerator and denominator share.
    fn new(is_negative: bool, numerator: BigUint, denominator: BigUint) -> Self {
        let shared = match (numerator.trailing_zeros(), denominator.trailing_zeros()) {
            (Some(numerator), Some(denominator)) => numerator.min(denominator),
            (None, denominator) => denominator.unwrap_or(0),
            (_, None) => 0,
        };
        Self {
            is_negative,
            numerator: numerator >> shared,
            denominator: denominator >> shared,
        }
    }

    /// Whether it is zero of either sign.
    pub fn is_zero(&self) -> bool {
        self.numerator == BigUint::ZERO
    }

    /// The sum. One of exactly zero is positive, but for that of two negative zeros.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let one = &self.numerator * &other.denominator;
        let two = &other.numerator * &self.denominator;
        let denominator = &self.denominator * &other.denominator;
        let (is_negative, numerator) = match (self.is_negative, other.is_negative) {
            (sign, same) if sign == same => (sign, one + two),
            (sign, _) if one > two => (sign, one - two),
            (_, sign) if two > one => (sign, two - one),
            _ => (false, BigUint::ZERO),
        };
        Self::new(is_negative, numerator, denominator)
    }

    /// The difference.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let negated = Self {
            is_negative: !other.is_negative,
            ..other.clone()
        };
        self.plus(&negated)
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        Self::new(
            self.is_negative != other.is_negative,
            &self.numerator * &other.numerator,
            &self.denominator * &other.denominator,
        )
    }

    /// The quotient; nothing where the divisor is zero.
    pub fn divided_by(&self, other: &Self) -> Option<Self> {
        let quotient = || {
            Self::new(
                self.is_negative != other.is_negative,
                &self.numerator * &other.denominator,
                &self.denominator * &other.numerator,
            )
        };
        (!other.is_zero()).then(quotient)
    }
}

impl Format {
    /// What these bits stand for.
    pub fn value(self, bits: u64) -> Number {
        let is_negative = bits & self.sign() != 0;
        if self.is_nan(bits) {
            return Number::Nan;
        }
        if self.is_infinite(bits) {
            return Number::Infinity { is_negative };
        }
        let denominator = BigUint::from(1_u8) << self.scale();
        let numerator = self.in_units(bits & !self.sign());
        Number::Finite(Fraction::new(is_negative, numerator, denominator))
    }

    /// The bits of the number nearest to an exact one; of two equally near, the one with an even mantissa. Nothing where
    /// it rounds beyond the greatest finite number, and in a format without zero and sign where it is less than the
    /// least.
    pub fn nearest_to(self, exact: &Fraction) -> Option<u64> {
        let (numerator, denominator) = (&exact.numerator, &exact.denominator);
        let is_below = exact.is_negative || self.is_below_least(numerator, denominator);
        let magnitude = self.round(numerator, denominator);
        let is_there = magnitude < self.beyond() && (self.is_signed() || !is_below);
        is_there.then(|| {
            if exact.is_negative {
                self.negative(magnitude)
            } else {
                magnitude
            }
        })
    }

    /// Whether a number is exactly the one that these bits stand for.
    pub fn is_exactly(self, bits: u64, exact: &Fraction) -> bool {
        match self.value(bits) {
            Number::Finite(it) => it.minus(exact).is_zero(),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SINGLE: Format = Format::ieee(8, 23);

    fn finite(number: f32) -> Option<Fraction> {
        match SINGLE.value(number.to_bits().into()) {
            Number::Finite(it) => Some(it),
            _ => None,
        }
    }

    fn bits(number: f32) -> u64 {
        number.to_bits().into()
    }

    /// The bits of a finite number; nothing of infinity, which is beyond the range.
    fn in_range(number: f32) -> Option<u64> {
        number.is_finite().then(|| bits(number))
    }

    proptest! {
        /// The processor's arithmetic is that of IEEE 754, by another way.
        #[test]
        fn agrees_with_the_processor(one: u32, two: u32) {
            let (one, two) = (f32::from_bits(one), f32::from_bits(two));
            if let (Some(a), Some(b)) = (finite(one), finite(two)) {
                prop_assert_eq!(SINGLE.nearest_to(&a.plus(&b)), in_range(one + two));
                prop_assert_eq!(SINGLE.nearest_to(&a.minus(&b)), in_range(one - two));
                prop_assert_eq!(SINGLE.nearest_to(&a.times(&b)), in_range(one * two));
                if let Some(quotient) = a.divided_by(&b) {
                    prop_assert_eq!(SINGLE.nearest_to(&quotient), in_range(one / two));
                }
            }
        }

        #[test]
        fn a_number_is_exactly_itself(number: u32) {
            let number = f32::from_bits(number);
            if let Some(exact) = finite(number) {
                prop_assert!(SINGLE.is_exactly(bits(number), &exact));
                prop_assert_eq!(SINGLE.nearest_to(&exact), Some(bits(number)));
            }
        }
    }

    /// Of numbers that are as near together as can be, the sum is exact, and signs of zero are those of IEEE 754.
    #[rstest::rstest]
    #[case::of_opposites(1.5, -1.5)]
    #[case::of_zeros(0.0, -0.0)]
    #[case::of_negative_zeros(-0.0, -0.0)]
    #[case::of_zero_and_a_number(-0.0, 1.0)]
    #[case::of_subnormal_numbers(f32::from_bits(1), f32::from_bits(0x8000_0002))]
    fn sums_with_zero(#[case] one: f32, #[case] two: f32) {
        let (a, b) = (finite(one).unwrap(), finite(two).unwrap());
        assert_eq!(SINGLE.nearest_to(&a.plus(&b)), in_range(one + two));
        assert_eq!(SINGLE.nearest_to(&a.minus(&b)), in_range(one - two));
        assert_eq!(SINGLE.nearest_to(&a.times(&b)), in_range(one * two));
    }
}
