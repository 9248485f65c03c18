//! Wrong readings of the scale_offset codec: how numbers are calculated with.

use super::{literally, number};
use crate::data_type::Integer;
use crate::float::Format;
use crate::misreading::{BOTH, CURRENT, Misreading};
use crate::scale_offset::{Operation, ScaleOffset, number as integer};
use crate::steps::{Replacement, Steps};
use crate::{DataType, Element, Error, Json, Result};

/// The integers of two elements; nothing of other data types.
pub(in crate::documents::scale_offset) fn integers(
    data_type: DataType,
    one: &Element,
    two: &Element,
) -> Option<(Integer, i128, i128)> {
    match (data_type, one, two) {
        (DataType::Integer(it), Element::Bits(a), Element::Bits(b)) => {
            Some((it, integer(it, *a), integer(it, *b)))
        }
        _ => None,
    }
}

/// The bits of an integer, of which those that are too many are dropped.
pub(in crate::documents::scale_offset) fn wrapped(integers: Integer, integer: i128) -> Element {
    let range = integers.range();
    let bits = integer.rem_euclid(range.end() - range.start() + 1);
    Element::Bits(u64::try_from(bits).unwrap_or(0))
}

/// A result of integers that may be beyond the range; nothing where it is not an integer.
fn exact(operation: Operation, a: i128, b: i128) -> Option<i128> {
    match operation {
        Operation::Minus => a.checked_sub(b),
        Operation::Times => Some(a.saturating_mul(b)),
        Operation::DividedBy if b != 0 && a % b == 0 => Some(a / b),
        Operation::DividedBy => None,
        Operation::Plus => a.checked_add(b),
    }
}

/// An element by operations on integers of any size, of which only the last result has to be in the range.
fn at_last(
    codec: &ScaleOffset,
    data_type: DataType,
    element: &Element,
    operations: [(Operation, Option<&Element>); 2],
    steps: &Steps,
) -> Result<Element> {
    let DataType::Integer(it) = data_type else {
        let [(first, one), (second, two)] = operations;
        let element = super::with(steps, first, data_type, element, one)?;
        return super::with(steps, second, data_type, &element, two);
    };
    let unknown = || Error::Codec(format!("{codec:?} has no result for {element:?}"));
    let value = |element: &Element| match element {
        Element::Bits(bits) => Ok(integer(it, *bits)),
        _ => Err(unknown()),
    };
    let mut out = value(element)?;
    for (operation, parameter) in operations {
        if let Some(parameter) = parameter {
            out = exact(operation, out, value(parameter)?).ok_or_else(unknown)?;
        }
    }
    if it.range().contains(&out) {
        Ok(wrapped(it, out))
    } else {
        Err(unknown())
    }
}

/// The result of floating point numbers, changed.
fn floats_changed(
    operation: Operation,
    data_type: DataType,
    (one, two): (&Element, &Element),
    change: impl Fn(Format, u64) -> u64,
) -> Result<Element> {
    let found = literally(operation, data_type, one, two)?;
    Ok(match Format::of(data_type) {
        Some(format) => found.with_numbers(|bits| change(format, bits)),
        None => found,
    })
}

/// A subnormal number as zero.
fn flushed(format: Format, bits: u64) -> u64 {
    let is_subnormal = (bits & !format.sign()) >> format.mantissa_bits == 0;
    if is_subnormal {
        bits & format.sign()
    } else {
        bits
    }
}

/// A parameter that keeps the digits that binary64 has, as its bytes.
fn as_binary64(
    configuration: &Json,
    name: &str,
    literal: Result<Option<Element>>,
) -> Result<Option<Element>> {
    match (literal?, configuration.member(name)) {
        (Some(_), Some(Json::Number(spelling))) => {
            let number: f64 = spelling.parse().unwrap_or(f64::NAN);
            Ok(Some(Element::Raw(number.to_bits().to_le_bytes().to_vec())))
        }
        (literal, _) => Ok(literal),
    }
}

/// An operation of binary64, where the second operand is one; its result is rounded to the data type.
fn by_binary64(
    operation: Operation,
    data_type: DataType,
    one: &Element,
    two: &Element,
) -> Result<Element> {
    let Element::Raw(bytes) = two else {
        return literally(operation, data_type, one, two);
    };
    let bytes = bytes.as_slice().try_into().unwrap_or_default();
    let parameter = f64::from_bits(u64::from_le_bytes(bytes));
    let Some(format) = Format::of(data_type) else {
        let parameter = number(&format!("{parameter}"), data_type)?;
        return literally(operation, data_type, one, &parameter);
    };
    let (Some(double), Element::Bits(bits)) = (Format::of(DataType::FLOAT64), one) else {
        return literally(operation, data_type, one, two);
    };
    let widened = match format.value(*bits) {
        crate::float::Number::Finite(it) => double.nearest_to(&it),
        _ => None,
    };
    let Some(widened) = widened else {
        return Ok(one.clone());
    };
    let of_double = |bits: u64| Element::Bits(bits);
    let found = literally(
        operation,
        DataType::FLOAT64,
        &of_double(widened),
        &of_double(parameter.to_bits()),
    )?;
    let infinity = format.infinity();
    let narrowed = |bits| match double.value(bits) {
        crate::float::Number::Finite(it) => format.nearest_to(&it).or(infinity),
        _ => format.nan(),
    };
    Ok(found.with_numbers(|bits| narrowed(bits).unwrap_or(0)))
}

/// The product with the reciprocal in place of the quotient, of floating point numbers.
fn by_reciprocal(
    operation: Operation,
    data_type: DataType,
    one: &Element,
    two: &Element,
) -> Result<Element> {
    if operation != Operation::DividedBy || Format::of(data_type).is_none() {
        return literally(operation, data_type, one, two);
    }
    let reciprocal = literally(operation, data_type, &number("1", data_type)?, two)?;
    literally(Operation::Times, data_type, one, &reciprocal)
}

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "scale-offset-wraps-around",
        when: "integers beyond the range of the data type wrap around",
        requirements: &["scale-offset.not-representable"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::scale_offset_operation(
            |_, operation, data_type, one, two| {
                let found = integers(data_type, one, two)
                    .and_then(|(it, a, b)| Some(wrapped(it, exact(operation, a, b)?)));
                found.map_or_else(|| literally(operation, data_type, one, two), Ok)
            },
        )],
    },
    Misreading {
        name: "scale-offset-saturates",
        when: "in place of an integer beyond the range of the data type stands the end of the range",
        requirements: &["scale-offset.not-representable"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::scale_offset_operation(
            |_, operation, data_type, one, two| {
                let found = integers(data_type, one, two).and_then(|(it, a, b)| {
                    let range = it.range();
                    let exact = exact(operation, a, b)?;
                    Some(wrapped(it, exact.clamp(*range.start(), *range.end())))
                });
                found.map_or_else(|| literally(operation, data_type, one, two), Ok)
            },
        )],
    },
    Misreading {
        name: "scale-offset-zero-divides",
        when: "an integer divided by zero is zero",
        requirements: &["scale-offset.not-representable", "scale-offset.decode"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::scale_offset_operation(
            |_, operation, data_type, one, two| match integers(data_type, one, two) {
                Some((_, _, 0)) if operation == Operation::DividedBy => Ok(Element::Bits(0)),
                _ => literally(operation, data_type, one, two),
            },
        )],
    },
    Misreading {
        name: "scale-offset-wider-integers",
        when: "integers are calculated with in a wider data type, so that only the last result has to be in the range",
        requirements: &["scale-offset.arithmetic", "scale-offset.not-representable"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::scale_offset_encode(|steps, codec, data_type, element| {
                let operations = [
                    (Operation::Minus, codec.offset.as_ref()),
                    (Operation::Times, codec.scale.as_ref()),
                ];
                at_last(codec, data_type, element, operations, steps)
            }),
            Replacement::scale_offset_decode(|steps, codec, data_type, element| {
                let operations = [
                    (Operation::DividedBy, codec.scale.as_ref()),
                    (Operation::Plus, codec.offset.as_ref()),
                ];
                at_last(codec, data_type, element, operations, steps)
            }),
        ],
    },
    Misreading {
        name: "scale-offset-parameters-as-binary64",
        when: "offset and scale are binary64, whatever the data type, and not rounded to it",
        requirements: &[
            "scale-offset.arithmetic",
            "scale-offset.offset-form",
            "scale-offset.scale-form",
        ],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::scale_offset_offset(|steps, configuration, data_type| {
                let literal = steps.text().scale_offset_offset(configuration, data_type);
                as_binary64(configuration, "offset", literal)
            }),
            Replacement::scale_offset_scale(|steps, configuration, data_type| {
                let literal = steps.text().scale_offset_scale(configuration, data_type);
                as_binary64(configuration, "scale", literal)
            }),
            Replacement::scale_offset_operation(|_, operation, data_type, one, two| {
                by_binary64(operation, data_type, one, two)
            }),
        ],
    },
    Misreading {
        name: "scale-offset-by-the-reciprocal",
        when: "floating point numbers are multiplied by the reciprocal of the scale in place of being divided by it",
        requirements: &["scale-offset.arithmetic", "scale-offset.decode"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::scale_offset_operation(
            |_, operation, data_type, one, two| by_reciprocal(operation, data_type, one, two),
        )],
    },
    Misreading {
        name: "scale-offset-flushes-subnormal-numbers",
        when: "results that are subnormal numbers become zero",
        requirements: &["scale-offset.arithmetic"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::scale_offset_operation(
            |_, operation, data_type, one, two| {
                floats_changed(operation, data_type, (one, two), flushed)
            },
        )],
    },
    Misreading {
        name: "scale-offset-refuses-infinity",
        when: "an infinite element is an error, although the data type has it",
        requirements: &["scale-offset.arithmetic"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::scale_offset_operation(
            |_, operation, data_type, one, two| {
                let found = literally(operation, data_type, one, two)?;
                let is_infinite = |format: Format| matches!(found, Element::Bits(bits) if format.is_infinite(bits));
                if Format::of(data_type).is_some_and(is_infinite) {
                    return Err(Error::Codec(
                        "scale_offset: a result is infinite".to_owned(),
                    ));
                }
                Ok(found)
            },
        )],
    },
    Misreading {
        name: "scale-offset-rounds-to-integers",
        when: "encoded floating point numbers are rounded to integers, as numcodecs.fixedscaleoffset does",
        requirements: &["scale-offset.encode"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::scale_offset_encode(
            |steps, codec, data_type, element| {
                let found = crate::scale_offset::encode(steps, codec, data_type, element)?;
                let Some(format) = Format::of(data_type) else {
                    return Ok(found);
                };
                Ok(found.with_numbers(|bits| rounded(format, bits)))
            },
        )],
    },
];

/// The nearest integer; halves away from zero.
fn rounded(format: Format, bits: u64) -> u64 {
    let crate::float::Number::Finite(it) = format.value(bits) else {
        return bits;
    };
    let two = num_bigint::BigUint::from(2_u8);
    let twice = &it.numerator * &two + &it.denominator;
    let numerator = twice / (&it.denominator * two);
    let whole = crate::float::Fraction {
        numerator,
        denominator: num_bigint::BigUint::from(1_u8),
        ..it
    };
    format.nearest_to(&whole).unwrap_or(bits)
}
