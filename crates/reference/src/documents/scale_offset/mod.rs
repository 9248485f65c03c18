//! The scale_offset codec.
//!
//! | file | what is in it |
//! |---|---|
//! | `text` | the literal text |
//! | `seen` | what arrays use of it that a reader could get wrong |
//! | `misreadings` | wrong readings |
//! | `permitted` | what else the text permits where it is silent |

pub(crate) mod misreadings;
mod permitted;
mod seen;
mod text;

pub use text::*;

use crate::data_type::DataType;
use crate::element::Element;
use crate::error::Result;
use crate::json::Json;
use crate::misreading::Misreading;
use crate::permitted::Permitted;
use crate::steps::steps;

/// Wrong readings.
pub(crate) const MISREADINGS: &[&[Misreading]] = misreadings::LISTS;

/// Other readings that the text permits.
pub(crate) const PERMITTED: &[&[Permitted]] = &[permitted::LIST];

steps! {
    scale_offset: ScaleOffset;

    /// Whether a configuration of scale_offset has no members but those that are defined.
    fn scale_offset_members(_, configuration: &Json) -> Result<()> {
        text::members(configuration)
    }

    /// Whether scale_offset takes elements of a data type.
    fn scale_offset_data_type(_, data_type: DataType) -> Result<()> {
        text::data_type(data_type)
    }

    /// The configuration parameter `offset` of scale_offset.
    fn scale_offset_offset(
        steps,
        configuration: &Json,
        data_type: DataType
    ) -> Result<Option<Element>> {
        text::parameter(steps, configuration, "offset", data_type)
    }

    /// The configuration parameter `scale` of scale_offset.
    fn scale_offset_scale(
        steps,
        configuration: &Json,
        data_type: DataType
    ) -> Result<Option<Element>> {
        text::parameter(steps, configuration, "scale", data_type)
    }

    /// An operation on two elements of a data type.
    fn scale_offset_operation(
        _,
        operation: Operation,
        data_type: DataType,
        one: &Element,
        two: &Element
    ) -> Result<Element> {
        text::operation(operation, data_type, one, two)
    }

    /// Encodes an element by scale_offset.
    fn scale_offset_encode(
        steps,
        codec: &ScaleOffset,
        data_type: DataType,
        element: &Element
    ) -> Result<Element> {
        text::encode(steps, codec, data_type, element)
    }

    /// Decodes an element by scale_offset.
    fn scale_offset_decode(
        steps,
        codec: &ScaleOffset,
        data_type: DataType,
        element: &Element
    ) -> Result<Element> {
        text::decode(steps, codec, data_type, element)
    }

    /// The fill value of what scale_offset yields.
    fn scale_offset_fill_value(
        steps,
        codec: &ScaleOffset,
        data_type: DataType,
        fill_value: &Element
    ) -> Result<Element> {
        text::fill_value(steps, codec, data_type, fill_value)
    }
}
