//! Data types and fill values.
//!
//! | file | what is in it |
//! |---|---|
//! | `data_type`, `fill_value` | the literal text: what all data types have in common |
//! | `boolean`, `integer`, … | the literal text of each family of them, and its special elements |
//! | `small` | what is easily misread of those of at most 8 bits, and of complex numbers of the registry |
//! | `misreadings` | wrong readings |
//! | `permitted` | what else the text permits where it is silent |

mod boolean;
mod complex;
pub mod data_type;
pub mod fill_value;
mod fixed_length;
pub mod float;
mod integer;
pub(crate) mod misreadings;
mod permitted;
mod raw_bits;
mod small;
mod time;
mod variable_length;

use crate::element::Element;
use crate::error::Result;
use crate::json::Json;
use crate::misreading::Misreading;
use crate::permitted::Permitted;
use crate::steps::steps;
use data_type::DataType;

/// Wrong readings.
pub(crate) const MISREADINGS: &[&[Misreading]] = &[
    misreadings::ignored::LIST,
    misreadings::floats::LIST,
    misreadings::integers::LIST,
    misreadings::forms::LIST,
    float::bfloat16::MISREADINGS,
    small::MISREADINGS,
    time::misreadings::LIST,
    fixed_length::MISREADINGS,
    variable_length::STRING,
    variable_length::BYTES,
    variable_length::EITHER,
];

/// Other readings that the text permits.
pub(crate) const PERMITTED: &[&[Permitted]] = &[
    permitted::LIST,
    small::PERMITTED,
    time::permitted::LIST,
    fixed_length::PERMITTED,
    variable_length::permitted::LIST,
];

steps! {
    data_types: DataTypes;

    /// The member `fill_value`.
    fn fill_value(_, value: &Json, data_type: DataType) -> Result<Element> {
        fill_value::fill_value(value, data_type)
    }
}
