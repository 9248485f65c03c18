//! The arithmetic of data types: each operation by itself, exactly, and rounded once where the data type rounds.
//!
//! - Specification: scale_offset codec, "Algorithm".

use crate::data_type::{DataType, Integer};
use crate::element::Element;
use crate::error::{Error, Result};
use crate::float::{Format, Fraction, Number};

/// An operation that encoding or decoding takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// The first in encoding.
    Minus,
    /// The second in encoding.
    Times,
    /// The first in decoding.
    DividedBy,
    /// The second in decoding.
    Plus,
}

impl Operation {
    fn sign(self) -> char {
        match self {
            Self::Minus => '-',
            Self::Times => '*',
            Self::DividedBy => '/',
            Self::Plus => '+',
        }
    }

    /// The exact result; nothing where there is none.
    fn exactly(self, one: &Fraction, two: &Fraction) -> Option<Fraction> {
        match self {
            Self::Minus => Some(one.minus(two)),
            Self::Times => Some(one.times(two)),
            Self::DividedBy => one.divided_by(two),
            Self::Plus => Some(one.plus(two)),
        }
    }
}

/// The result of an operation on two elements of a data type.
///
/// # Errors
/// [`Error::Codec`] where the data type does not have it.
///
/// Requirements: `scale-offset.arithmetic`, `scale-offset.not-representable`.
pub fn operation(
    operation: Operation,
    data_type: DataType,
    one: &Element,
    two: &Element,
) -> Result<Element> {
    let (Element::Bits(a), Element::Bits(b)) = (one, two) else {
        return Err(Error::Codec(format!(
            "{one:?} {} {two:?} is not a calculation with numbers",
            operation.sign()
        )));
    };
    let (a, b) = (*a, *b);
    let result = match (data_type, Format::of(data_type)) {
        (DataType::Integer(integers), _) => of_integers(operation, integers, a, b),
        (_, Some(format)) => of_floats(operation, format, a, b),
        _ => None,
    };
    let not_there = || {
        let sign = operation.sign();
        Error::Codec(format!(
            "{data_type} does not have the result of {a:#x} {sign} {b:#x}, the bits of two numbers"
        ))
    };
    result.map(Element::Bits).ok_or_else(not_there)
}

/// Every result has to be an integer in the range of the data type: nothing is rounded, and nothing wraps around.
fn of_integers(operation: Operation, integers: Integer, a: u64, b: u64) -> Option<u64> {
    let (a, b) = (number(integers, a), number(integers, b));
    let result = match operation {
        Operation::Minus => a.checked_sub(b)?,
        Operation::Times => a.checked_mul(b)?,
        Operation::DividedBy if b != 0 && a % b == 0 => a / b,
        Operation::DividedBy => return None,
        Operation::Plus => a.checked_add(b)?,
    };
    let range = integers.range();
    let bits = || u64::try_from(result.rem_euclid(range.end() - range.start() + 1)).ok();
    range.contains(&result).then(bits).flatten()
}

/// The integer of these bits, of one that is signed in two's complement.
pub(crate) fn number(integers: Integer, bits: u64) -> i128 {
    let range = integers.range();
    let modulus = range.end() - range.start() + 1;
    let number = i128::from(bits).rem_euclid(modulus);
    if number > *range.end() {
        number - modulus
    } else {
        number
    }
}

/// The result of IEEE 754, rounded to nearest, ties to even; nothing beyond the range, and where IEEE 754 calls the
/// operation invalid or a division by zero.
fn of_floats(operation: Operation, format: Format, a: u64, b: u64) -> Option<u64> {
    match (format.value(a), format.value(b)) {
        (Number::Nan, _) => Some(quiet(format, a)),
        (_, Number::Nan) => Some(quiet(format, b)),
        (Number::Finite(one), Number::Finite(two)) => {
            format.nearest_to(&operation.exactly(&one, &two)?)
        }
        _ => with_infinity(operation, format, a, b),
    }
}

/// A NaN stays the NaN that it is, but for the bit that makes it quiet.
fn quiet(format: Format, nan: u64) -> u64 {
    nan | format.nan().unwrap_or(0)
}

/// The result where one of two numbers is infinite, or both, and none is NaN: it is exact.
fn with_infinity(operation: Operation, format: Format, a: u64, b: u64) -> Option<u64> {
    let sign = |bits: u64| bits & format.sign();
    let is_infinite = |bits: u64| format.is_infinite(bits);
    let is_zero = |bits: u64| bits & !format.sign() == 0;
    match operation {
        Operation::Minus | Operation::Plus => {
            let negated = match operation {
                Operation::Minus => b ^ format.sign(),
                _ => b,
            };
            match (is_infinite(a), is_infinite(b)) {
                (true, true) => (a == negated).then_some(a),
                (true, false) => Some(a),
                _ => Some(negated),
            }
        }
        Operation::Times if is_zero(a) || is_zero(b) => None,
        Operation::Times => Some(format.infinity()? | sign(a) ^ sign(b)),
        Operation::DividedBy if is_infinite(b) => (!is_infinite(a)).then_some(sign(a) ^ sign(b)),
        Operation::DividedBy if is_zero(b) => None,
        Operation::DividedBy => Some(a ^ sign(b)),
    }
}

/// The exact result of an operation on two finite floating point numbers; nothing of others, and where there is none.
pub fn exactly(operation: Operation, format: Format, a: u64, b: u64) -> Option<Fraction> {
    match (format.value(a), format.value(b)) {
        (Number::Finite(one), Number::Finite(two)) => operation.exactly(&one, &two),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ALL: [Operation; 4] = [
        Operation::Minus,
        Operation::Times,
        Operation::DividedBy,
        Operation::Plus,
    ];

    #[expect(
        clippy::needless_pass_by_value,
        reason = "results are passed as they come"
    )]
    fn bits(found: Result<Element>) -> Option<u64> {
        match found {
            Ok(Element::Bits(bits)) => Some(bits),
            _ => None,
        }
    }

    fn of(operation: Operation, data_type: DataType, a: u64, b: u64) -> Option<u64> {
        bits(super::operation(
            operation,
            data_type,
            &Element::Bits(a),
            &Element::Bits(b),
        ))
    }

    fn by_processor(operation: Operation, a: f64, b: f64) -> f64 {
        match operation {
            Operation::Minus => a - b,
            Operation::Times => a * b,
            Operation::DividedBy => a / b,
            Operation::Plus => a + b,
        }
    }

    /// Numbers that arithmetic treats apart.
    fn double() -> impl Strategy<Value = f64> {
        let special = [
            0.0,
            -0.0,
            1.0,
            -3.0,
            f64::MAX,
            f64::MIN_POSITIVE,
            5e-324,
            f64::INFINITY,
            f64::NEG_INFINITY,
        ];
        prop_oneof![
            any::<u64>().prop_map(f64::from_bits),
            prop::sample::select(special.to_vec())
        ]
    }

    proptest! {
        #[test]
        fn floats_calculate_as_the_processor(a in double(), b in double()) {
            for operation in ALL {
                let expected = by_processor(operation, a, b);
                let found = of(operation, DataType::FLOAT64, a.to_bits(), b.to_bits());
                let is_exact = !(a.is_finite() && b.is_finite());
                if expected.is_nan() {
                    let is_nan = found.is_none_or(|it| f64::from_bits(it).is_nan());
                    prop_assert!(is_nan, "{a} {operation:?} {b}");
                } else if expected.is_finite() || is_exact && !(operation == Operation::DividedBy && b == 0.0) {
                    prop_assert_eq!(found, Some(expected.to_bits()), "{} {:?} {}", a, operation, b);
                } else {
                    prop_assert_eq!(found, None, "{} {:?} {}", a, operation, b);
                }
            }
        }

        #[test]
        fn integers_calculate_as_the_processor_checks(a: i16, b: i16) {
            let checked = |operation| match operation {
                Operation::Minus => a.checked_sub(b),
                Operation::Times => a.checked_mul(b),
                Operation::DividedBy => a.checked_div(b).filter(|it| it.checked_mul(b) == Some(a)),
                Operation::Plus => a.checked_add(b),
            };
            for operation in ALL {
                let unsigned = |it: i16| u64::from(it.cast_unsigned());
                let found = of(operation, DataType::INT16, unsigned(a), unsigned(b));
                prop_assert_eq!(found, checked(operation).map(unsigned));
            }
        }
    }

    /// Worked by hand: the ends of ranges.
    #[rstest::rstest]
    #[case::negated_least(Operation::DividedBy, DataType::INT8, 0x80, 0xff, None)]
    #[case::unsigned_below_zero(Operation::Minus, DataType::UINT64, 0, 1, None)]
    #[case::unsigned_to_the_end(Operation::Plus, DataType::UINT64, u64::MAX - 1, 1, Some(u64::MAX))]
    #[case::beyond_64_bits(Operation::Times, DataType::UINT64, u64::MAX, u64::MAX, None)]
    #[case::of_negative_numbers(
        Operation::DividedBy,
        DataType::INT32,
        0xffff_fffa,
        3,
        Some(0xffff_fffe)
    )]
    #[case::not_even(Operation::DividedBy, DataType::INT32, 0xffff_fff9, 2, None)]
    #[case::by_zero(Operation::DividedBy, DataType::UINT8, 0, 0, None)]
    #[case::third_of_bfloat16(
        Operation::DividedBy,
        DataType::BFLOAT16,
        0x3f80,
        0x4040,
        Some(0x3eab)
    )]
    #[case::tie_of_float16(Operation::Plus, DataType::FLOAT16, 0x6800, 0x3c00, Some(0x6800))]
    #[case::beyond_float16(Operation::Plus, DataType::FLOAT16, 0x7bff, 0x7bff, None)]
    #[case::signalling_nan(Operation::Plus, DataType::FLOAT16, 0x7c01, 0x3c00, Some(0x7e01))]
    fn by_hand(
        #[case] operation: Operation,
        #[case] data_type: DataType,
        #[case] a: u64,
        #[case] b: u64,
        #[case] expected: Option<u64>,
    ) {
        assert_eq!(of(operation, data_type, a, b), expected);
    }
}
