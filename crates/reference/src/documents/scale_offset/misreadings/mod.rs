//! Wrong readings of the scale_offset codec.

pub(super) mod arithmetic;
mod configuration;
mod fill_value;
mod formula;

use super::text::{self, Operation, ScaleOffset};
use crate::misreading::Misreading;
use crate::steps::Steps;
use crate::{DataType, Element, Result};

/// Every list, in the order in which people read them.
pub(crate) const LISTS: &[&[Misreading]] = &[
    formula::LIST,
    arithmetic::LIST,
    configuration::LIST,
    fill_value::LIST,
];

/// An operation on an element and a parameter, which changes nothing where the parameter is not given.
fn with(
    steps: &Steps,
    operation: Operation,
    data_type: DataType,
    element: &Element,
    parameter: Option<&Element>,
) -> Result<Element> {
    match parameter {
        None => Ok(element.clone()),
        Some(it) => steps.scale_offset_operation(operation, data_type, element, it),
    }
}

/// One operation and then another: with the offset, and with the scale where the operation is one of it.
fn each(
    steps: &Steps,
    codec: &ScaleOffset,
    data_type: DataType,
    element: &Element,
    operations: [Operation; 2],
) -> Result<Element> {
    let mut out = element.clone();
    for operation in operations {
        let parameter = match operation {
            Operation::Minus | Operation::Plus => &codec.offset,
            Operation::Times | Operation::DividedBy => &codec.scale,
        };
        out = with(steps, operation, data_type, &out, parameter.as_ref())?;
    }
    Ok(out)
}

/// Another codec in the place of the one that is configured, for elements in each direction.
macro_rules! of_codec {
    ($other:expr) => {
        &[
            $crate::steps::Replacement::scale_offset_encode(|steps, codec, data_type, element| {
                let other: $crate::scale_offset::ScaleOffset = $other(codec);
                $crate::scale_offset::encode(steps, &other, data_type, element)
            }),
            $crate::steps::Replacement::scale_offset_decode(|steps, codec, data_type, element| {
                let other: $crate::scale_offset::ScaleOffset = $other(codec);
                $crate::scale_offset::decode(steps, &other, data_type, element)
            }),
        ]
    };
}
use of_codec;

/// Other operations in the place of those of the text, first and second in each direction.
macro_rules! of_operations {
    ($encode:expr, $decode:expr) => {
        &[
            $crate::steps::Replacement::scale_offset_encode(|steps, codec, data_type, element| {
                super::each(steps, codec, data_type, element, $encode)
            }),
            $crate::steps::Replacement::scale_offset_decode(|steps, codec, data_type, element| {
                super::each(steps, codec, data_type, element, $decode)
            }),
        ]
    };
}
use of_operations;

/// The bits of a number that is spelled so.
fn number(spelling: &str, data_type: DataType) -> Result<Element> {
    let value = crate::Json::Number(spelling.to_owned());
    crate::fill_value::fill_value(&value, data_type)
}

/// What the text makes of an operation.
fn literally(
    operation: Operation,
    data_type: DataType,
    one: &Element,
    two: &Element,
) -> Result<Element> {
    text::operation(operation, data_type, one, two)
}
