//! The scale_offset codec: subtracts a number from each element, and multiplies the difference by another.
//!
//! - Specification: [scale_offset codec] of the registry of extensions.
//! - Name in metadata: `scale_offset`.
//! - Kind: `array -> array`.
//! - Example: `{"name": "scale_offset", "configuration": {"offset": 5, "scale": 2}}`.
//! - Layout: the element `in` becomes `(in - offset) * scale`, of the same data type, at the same position. The fill
//!   value of the array becomes the same of it.
//!
//! ```
//! use zarr_conform_reference::{ChunkArray, DataType, Element, Json, Steps};
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! let codec = Json::parse(br#"{"name": "scale_offset", "configuration": {"offset": 5, "scale": 2}}"#)?;
//! let codecs = [codec, Json::parse(br#""bytes""#)?];
//! let steps = Steps::default();
//! let chain = steps.chain(&codecs, DataType::UINT8, &[3], &Element::Bits(5))?;
//!
//! let chunk = ChunkArray::new(DataType::UINT8, vec![3], vec![Element::Bits(5), Element::Bits(6), Element::Bits(132)])?;
//! assert_eq!(steps.encode(&chain, &chunk)?, [0, 2, 254]);
//! assert_eq!(steps.decode(&chain, &[0, 2, 254])?, chunk);
//! // 253 / 2 is not an integer, and 0 - 5 is not an unsigned one.
//! assert!(steps.decode(&chain, &[0, 2, 253]).is_err());
//! assert!(steps.chain(&codecs, DataType::UINT8, &[3], &Element::Bits(0)).is_err());
//! # Ok(())
//! # }
//! ```
//!
//! [scale_offset codec]: https://github.com/zarr-developers/zarr-extensions/blob/main/codecs/scale_offset/README.md

mod arithmetic;

pub(crate) use arithmetic::number;
pub use arithmetic::{Operation, exactly, operation};

use crate::Edition;
use crate::chunk_array::ChunkArray;
use crate::codecs::{ArrayToArray, Codec, Definition, Representation};
use crate::data_type::DataType;
use crate::documents::scale_offset::seen;
use crate::element::Element;
use crate::error::{Error, Result, metadata};
use crate::extension::known_members;
use crate::json::Json;
use crate::steps::Steps;

/// The codec in a codec list.
///
/// Requirements: `scale-offset.name`, `scale-offset.declaration`, `scale-offset.configuration-members`,
/// `scale-offset.configuration-optional`.
pub const DEFINITION: Definition = Definition {
    name: "scale_offset",
    is_format: true,
    editions: &[Edition::V3_1],
    members: &["offset", "scale"],
    seen: seen::parameters,
    codec: |steps, configuration, decoded| {
        let Representation::Array { data_type, .. } = decoded else {
            return metadata(
                "scale_offset: found a byte string as decoded representation, expected an array",
            );
        };
        steps.scale_offset_members(configuration)?;
        steps.scale_offset_data_type(*data_type)?;
        Ok(Codec::ScaleOffset(ScaleOffset {
            offset: steps.scale_offset_offset(configuration, *data_type)?,
            scale: steps.scale_offset_scale(configuration, *data_type)?,
        }))
    },
};

/// The codec with its configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScaleOffset {
    /// What is subtracted from elements; nothing where it is not given.
    pub offset: Option<Element>,
    /// What they are then multiplied by; nothing where it is not given.
    pub scale: Option<Element>,
}

/// Requirement: `scale-offset.kind`.
impl ArrayToArray for ScaleOffset {
    fn encoded_representation(
        &self,
        _steps: &Steps,
        data_type: DataType,
        shape: &[u64],
    ) -> Result<(DataType, Vec<u64>)> {
        Ok((data_type, shape.to_vec()))
    }

    fn changes_elements(&self) -> bool {
        true
    }

    fn encoded_fill_value(
        &self,
        steps: &Steps,
        data_type: DataType,
        fill_value: &Element,
    ) -> Result<Element> {
        steps.scale_offset_fill_value(self, data_type, fill_value)
    }

    fn encode(&self, steps: &Steps, array: &ChunkArray) -> Result<ChunkArray> {
        each(array, |element| {
            steps.scale_offset_encode(self, array.data_type, element)
        })
    }

    fn decode(
        &self,
        steps: &Steps,
        array: &ChunkArray,
        _data_type: DataType,
        _shape: &[u64],
    ) -> Result<ChunkArray> {
        each(array, |element| {
            steps.scale_offset_decode(self, array.data_type, element)
        })
    }
}

/// The array with each element changed.
fn each(array: &ChunkArray, change: impl Fn(&Element) -> Result<Element>) -> Result<ChunkArray> {
    let elements: Result<Vec<Element>> = array.elements.iter().map(change).collect();
    Ok(ChunkArray {
        elements: elements?,
        ..array.clone()
    })
}

/// Refuses other members than `offset` and `scale`, of which documents of other codecs say nothing.
///
/// # Errors
/// [`Error::Metadata`] where there are others.
///
/// Requirements: `scale-offset.no-additional-keys`, `scale-offset.additional-keys-reserved`.
pub fn members(configuration: &Json) -> Result<()> {
    known_members(configuration, "scale_offset", DEFINITION.members)
}

/// Only data types of numbers are taken for which the document has arithmetic: integers and floating point numbers.
///
/// # Errors
/// [`Error::Metadata`] for another data type.
///
/// Requirements: `scale-offset.only-numbers`, `scale-offset.data-types`.
pub fn data_type(data_type: DataType) -> Result<()> {
    match data_type {
        DataType::Integer(_) | DataType::Float(_) => Ok(()),
        _ => metadata(format!(
            "scale_offset: found the data type {data_type}, expected one of integers or floating point numbers"
        )),
    }
}

/// The configuration parameter `offset` or `scale`; nothing where it is not given.
///
/// # Errors
/// [`Error::Metadata`] where it is not a fill value of the data type.
///
/// Requirements: `scale-offset.offset-form`, `scale-offset.scale-form`.
pub fn parameter(
    steps: &Steps,
    configuration: &Json,
    name: &str,
    data_type: DataType,
) -> Result<Option<Element>> {
    let Some(value) = configuration.member(name) else {
        return Ok(None);
    };
    match steps.fill_value(value, data_type) {
        Ok(element) => Ok(Some(element)),
        Err(Error::Metadata(why)) => metadata(format!("scale_offset: {name}, as {why}")),
        Err(error) => Err(error),
    }
}

/// Encodes an element: `(in - offset) * scale`. An identity changes nothing, so that what is not given is left out.
///
/// # Errors
/// [`Error::Codec`] where the data type does not have a result.
///
/// Requirements: `scale-offset.encode`, `scale-offset.offset`, `scale-offset.scale`, `scale-offset.offset-missing`,
/// `scale-offset.scale-missing`, `scale-offset.nothing-given`.
pub fn encode(
    steps: &Steps,
    codec: &ScaleOffset,
    data_type: DataType,
    element: &Element,
) -> Result<Element> {
    let mut out = element.clone();
    if let Some(offset) = &codec.offset {
        out = steps.scale_offset_operation(Operation::Minus, data_type, &out, offset)?;
    }
    if let Some(scale) = &codec.scale {
        out = steps.scale_offset_operation(Operation::Times, data_type, &out, scale)?;
    }
    Ok(out)
}

/// Decodes an element: `(in / scale) + offset`.
///
/// # Errors
/// As [`encode`].
///
/// Requirements: `scale-offset.decode`, `scale-offset.offset-missing`, `scale-offset.scale-missing`,
/// `scale-offset.nothing-given`.
pub fn decode(
    steps: &Steps,
    codec: &ScaleOffset,
    data_type: DataType,
    element: &Element,
) -> Result<Element> {
    let mut out = element.clone();
    if let Some(scale) = &codec.scale {
        out = steps.scale_offset_operation(Operation::DividedBy, data_type, &out, scale)?;
    }
    if let Some(offset) = &codec.offset {
        out = steps.scale_offset_operation(Operation::Plus, data_type, &out, offset)?;
    }
    Ok(out)
}

/// The fill value of what the codec yields: that of what it is given, encoded as an element.
///
/// # Errors
/// [`Error::Metadata`] where the data type does not have a result.
///
/// Requirements: `scale-offset.fill-value`, `scale-offset.fill-value-propagated`,
/// `scale-offset.fill-value-aligned`.
pub fn fill_value(
    steps: &Steps,
    codec: &ScaleOffset,
    data_type: DataType,
    fill_value: &Element,
) -> Result<Element> {
    match steps.scale_offset_encode(codec, data_type, fill_value) {
        Err(Error::Codec(why)) => metadata(format!("scale_offset: of the fill value, {why}")),
        encoded => encoded,
    }
}
