//! Permitted readings of the scale_offset codec.

use crate::codecs;
use crate::error::metadata;
use crate::float::{Format, Fraction, Number};
use crate::misreading::CURRENT;
use crate::permitted::{Permitted, Tendency};
use crate::scale_offset::misreadings::arithmetic::{integers, wrapped};
use crate::scale_offset::{self, Operation, exactly};
use crate::steps::Replacement;
use crate::{DataType, Element, Error, Json, Result};

fn bits(one: &Element, two: &Element) -> Option<(u64, u64)> {
    match (one, two) {
        (Element::Bits(a), Element::Bits(b)) => Some((*a, *b)),
        _ => None,
    }
}

/// The exact result of two finite floating point numbers of the data type.
fn exact(
    operation: Operation,
    data_type: DataType,
    one: &Element,
    two: &Element,
) -> Option<(Format, Fraction)> {
    let format = Format::of(data_type)?;
    let (a, b) = bits(one, two)?;
    Some((format, exactly(operation, format, a, b)?))
}

/// The number next to an exact one that is not further from zero.
fn toward_zero(format: Format, exact: &Fraction) -> Option<u64> {
    let nearest = format.nearest_to(exact)?;
    let magnitude = |it: &Fraction| Fraction {
        is_negative: false,
        ..it.clone()
    };
    let is_beyond = match format.value(nearest) {
        Number::Finite(it) => {
            let difference = magnitude(&it).minus(&magnitude(exact));
            !difference.is_negative && !difference.is_zero()
        }
        _ => true,
    };
    Some(nearest - u64::from(is_beyond))
}

/// What IEEE 754 gives where an operation is a division by zero, has a result beyond the range, or is invalid: infinity
/// or NaN. A format without infinity has NaN for it, and one without NaN its greatest number.
fn of_no_number(format: Format, operation: Operation, a: u64, b: u64) -> u64 {
    let is_zero = |bits: u64| bits & !format.sign() == 0;
    let of_quotient = (a ^ b) & format.sign() != 0;
    let (is_infinite, is_negative) = match exactly(operation, format, a, b) {
        Some(exact) => (true, exact.is_negative),
        None => (is_zero(b) && !is_zero(a), of_quotient),
    };
    let infinity = format.infinity().filter(|_| is_infinite);
    match infinity.or(format.nan()).unwrap_or(format.greatest()) {
        found if is_infinite && !format.is_nan(found) && is_negative => format.negative(found),
        found => found,
    }
}

/// What the text makes of an operation, but for the quotient of integers, which is an integer by one of them.
fn with_quotient(
    operation: Operation,
    data_type: DataType,
    (one, two): (&Element, &Element),
    quotient: fn(i128, i128) -> i128,
) -> Result<Element> {
    let of_integers = integers(data_type, one, two).and_then(|(it, a, b)| {
        let is_quotient = operation == Operation::DividedBy && b != 0;
        let found = is_quotient.then(|| quotient(a, b))?;
        it.range().contains(&found).then(|| wrapped(it, found))
    });
    of_integers.map_or_else(
        || scale_offset::operation(operation, data_type, one, two),
        Ok,
    )
}

/// The parts of a complex number, and the data type of each.
fn parts(data_type: DataType, element: &Element) -> Option<(DataType, Element, Element)> {
    let part = match data_type {
        DataType::COMPLEX64 => DataType::FLOAT32,
        DataType::COMPLEX128 => DataType::FLOAT64,
        _ => return None,
    };
    match *element.numbers() {
        [real, imaginary] => Some((part, Element::Bits(real), Element::Bits(imaginary))),
        _ => None,
    }
}

/// An operation on complex numbers, as it is defined for their parts.
fn of_complex(
    operation: Operation,
    data_type: DataType,
    one: &Element,
    two: &Element,
) -> Option<Result<Element>> {
    let (part, a, b) = parts(data_type, one)?;
    let (_, c, d) = parts(data_type, two)?;
    let calculate = |operation, one: &Element, two: &Element| {
        scale_offset::operation(operation, part, one, two)
    };
    let two_products = |operation, [a, b, c, d]: [&Element; 4]| {
        let (one, two) = (
            calculate(Operation::Times, a, b)?,
            calculate(Operation::Times, c, d)?,
        );
        calculate(operation, &one, &two)
    };
    let each = || {
        let (real, imaginary) = match operation {
            Operation::Minus | Operation::Plus => {
                (calculate(operation, &a, &c)?, calculate(operation, &b, &d)?)
            }
            Operation::Times => (
                two_products(Operation::Minus, [&a, &c, &b, &d])?,
                two_products(Operation::Plus, [&a, &d, &b, &c])?,
            ),
            Operation::DividedBy => {
                let divisor = two_products(Operation::Plus, [&c, &c, &d, &d])?;
                let real = two_products(Operation::Plus, [&a, &c, &b, &d])?;
                let imaginary = two_products(Operation::Minus, [&b, &c, &a, &d])?;
                (
                    calculate(operation, &real, &divisor)?,
                    calculate(operation, &imaginary, &divisor)?,
                )
            }
        };
        match (real, imaginary) {
            (Element::Bits(real), Element::Bits(imaginary)) => {
                Ok(Element::complex(real, imaginary))
            }
            (real, _) => Err(Error::Bug(format!("{real:?} is not a number"))),
        }
    };
    Some(each())
}

/// Zero where no offset is given, of data types that have a negative zero, too: to others, zero adds nothing.
fn with_zero(codec: &scale_offset::ScaleOffset, data_type: DataType) -> scale_offset::ScaleOffset {
    let has_negative_zero = |it: Format| it.is_negative_zero(it.sign());
    let zero = Format::of(data_type).filter(|it| has_negative_zero(*it));
    scale_offset::ScaleOffset {
        offset: codec.offset.clone().or(zero.map(|_| Element::Bits(0))),
        scale: codec.scale.clone(),
    }
}

pub(super) const LIST: &[Permitted] = &[
    Permitted {
        name: "scale-offset-inexact-refused",
        open: "scale-offset-rounding",
        does: "refuses a floating point number that scale_offset has to round",
        editions: CURRENT,
        tendency: Tendency::Strict,
        replacements: &[Replacement::scale_offset_operation(
            |_, operation, data_type, one, two| {
                let found = scale_offset::operation(operation, data_type, one, two)?;
                match (exact(operation, data_type, one, two), &found) {
                    (Some((format, exact)), Element::Bits(bits))
                        if !format.is_exactly(*bits, &exact) =>
                    {
                        Err(Error::Codec(format!(
                            "scale_offset: a result is not a number of {data_type}"
                        )))
                    }
                    _ => Ok(found),
                }
            },
        )],
    },
    Permitted {
        name: "scale-offset-bfloat16-cut",
        open: "scale-offset-rounding",
        does: "rounds results of scale_offset toward zero where the data type is bfloat16",
        editions: CURRENT,
        tendency: Tendency::Other,
        replacements: &[Replacement::scale_offset_operation(
            |_, operation, data_type, one, two| {
                let found = scale_offset::operation(operation, data_type, one, two)?;
                match exact(operation, data_type, one, two) {
                    Some((format, exact)) if data_type == DataType::BFLOAT16 => {
                        Ok(toward_zero(format, &exact).map_or(found, Element::Bits))
                    }
                    _ => Ok(found),
                }
            },
        )],
    },
    Permitted {
        name: "scale-offset-quotient-truncated",
        open: "scale-offset-quotients-of-integers",
        does: "drops the fraction where scale_offset divides integers",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::scale_offset_operation(
            |_, operation, data_type, one, two| {
                with_quotient(operation, data_type, (one, two), |a, b| a / b)
            },
        )],
    },
    Permitted {
        name: "scale-offset-quotient-floored",
        open: "scale-offset-quotients-of-integers",
        does: "floors the quotient where scale_offset divides integers",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::scale_offset_operation(
            |_, operation, data_type, one, two| {
                with_quotient(operation, data_type, (one, two), |a, b| {
                    a / b - i128::from(a % b != 0 && (a < 0) != (b < 0))
                })
            },
        )],
    },
    Permitted {
        name: "scale-offset-beyond-the-range-is-infinite",
        open: "scale-offset-beyond-the-range",
        does: "gives infinity or NaN, as IEEE 754 does, where scale_offset of finite floating point numbers has no \
               finite result",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::scale_offset_operation(
            |_, operation, data_type, one, two| {
                let found = scale_offset::operation(operation, data_type, one, two);
                match (Format::of(data_type), bits(one, two)) {
                    (Some(format), Some((a, b))) => {
                        found.or_else(|_| Ok(Element::Bits(of_no_number(format, operation, a, b))))
                    }
                    _ => found,
                }
            },
        )],
    },
    Permitted {
        name: "scale-offset-missing-offset-is-positive-zero",
        open: "scale-offset-sign-of-zero",
        does: "subtracts and adds the positive zero where no offset is given, which makes it of a negative zero",
        editions: CURRENT,
        tendency: Tendency::Other,
        replacements: &[
            Replacement::scale_offset_encode(|steps, codec, data_type, element| {
                scale_offset::encode(steps, &with_zero(codec, data_type), data_type, element)
            }),
            Replacement::scale_offset_decode(|steps, codec, data_type, element| {
                scale_offset::decode(steps, &with_zero(codec, data_type), data_type, element)
            }),
        ],
    },
    Permitted {
        name: "scale-offset-canonical-nan",
        open: "scale-offset-nan",
        does: "makes the same NaN of every NaN that scale_offset calculates with",
        editions: CURRENT,
        tendency: Tendency::Other,
        replacements: &[Replacement::scale_offset_operation(
            |_, operation, data_type, one, two| {
                let found = scale_offset::operation(operation, data_type, one, two)?;
                Ok(match (Format::of(data_type), &found) {
                    (Some(format), Element::Bits(bits)) if format.is_nan(*bits) => {
                        format.nan().map_or(found, Element::Bits)
                    }
                    _ => found,
                })
            },
        )],
    },
    Permitted {
        name: "scale-offset-fill-value-when-needed",
        open: "scale-offset-fill-value",
        does: "accepts a fill value that scale_offset cannot encode, and refuses to read where it needs the encoded one",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::scale_offset_fill_value(
            |steps, codec, data_type, fill_value| {
                let encoded = scale_offset::fill_value(steps, codec, data_type, fill_value);
                // With an element of no bytes, no calculation has a result.
                encoded.or(Ok(Element::Raw(Vec::new())))
            },
        )],
    },
    Permitted {
        name: "scale-offset-of-complex-numbers",
        open: "scale-offset-of-complex-numbers",
        does: "takes complex numbers in scale_offset",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[
            Replacement::scale_offset_data_type(|_, data_type| match data_type {
                DataType::Complex(_) => Ok(()),
                _ => scale_offset::data_type(data_type),
            }),
            Replacement::scale_offset_operation(|_, operation, data_type, one, two| {
                of_complex(operation, data_type, one, two)
                    .unwrap_or_else(|| scale_offset::operation(operation, data_type, one, two))
            }),
        ],
    },
    Permitted {
        name: "scale-offset-only-as-object",
        open: "scale-offset-short-hand",
        does: "refuses scale_offset as a short-hand name",
        editions: CURRENT,
        tendency: Tendency::Strict,
        replacements: &[Replacement::codec(|steps, entry, decoded| match entry {
            Json::String(name) if name == "scale_offset" => {
                metadata("codecs: scale_offset is declared as an object")
            }
            _ => codecs::codec(steps, entry, decoded),
        })],
    },
];
