//! Data types and fill values.
//!
//! | file | what is in it |
//! |---|---|
//! | `text` | the literal text |
//! | `misreadings` | wrong readings |
//! | `permitted` | what else the text permits where it is silent |

pub(crate) mod misreadings;
mod permitted;
mod text;

pub use text::{data_type, fill_value, float};

use crate::element::Element;
use crate::error::Result;
use crate::json::Json;
use crate::misreading::Misreading;
use crate::permitted::Permitted;
use crate::steps::steps;
use text::data_type::DataType;

/// Wrong readings.
pub(crate) const MISREADINGS: &[&[Misreading]] = misreadings::LISTS;

/// Other readings that the text permits.
pub(crate) const PERMITTED: &[&[Permitted]] = &[permitted::LIST];

steps! {
    data_types: DataTypes;

    /// The member `fill_value`.
    fn fill_value(_, value: &Json, data_type: DataType) -> Result<Element> {
        fill_value::fill_value(value, data_type)
    }
}
