//! Elements in the form of vectors and of the protocol: bytes, little endian, whatever codecs say.
//!
//! This is the form of this project, not of the specification, so no file of the literal reference
//! uses it. It stands here since all code that carries elements to or from the reference needs it.

use serde_json::Value;

use crate::data_type::{DataType, family};
use crate::element::Element;
use crate::error::{Error, Result};

/// The elements as vectors and the protocol carry them: for each element its bytes, little endian;
/// for complex numbers real then imaginary component; raw bits as they are.
pub fn to_bytes(data_type: DataType, elements: &[Element]) -> Vec<u8> {
    let size = data_type.size();
    let part = data_type.layout().map_or(0, |it| it.component_bytes);
    let mut bytes = Vec::with_capacity(elements.len() * size);
    for element in elements {
        match element {
            Element::Bits(bits) => bytes.extend(&bits.to_le_bytes()[..part]),
            Element::Complex { real, imaginary } => {
                bytes.extend(&real.to_le_bytes()[..part]);
                bytes.extend(&imaginary.to_le_bytes()[..part]);
            }
            Element::Raw(raw) => bytes.extend(raw),
        }
    }
    bytes
}

/// The inverse of [`to_bytes`].
///
/// # Errors
/// [`Error::Codec`] where the number of bytes is not a multiple of the element's size;
/// [`Error::Unsupported`] where elements have different numbers of bytes.
pub fn from_bytes(data_type: DataType, bytes: &[u8]) -> Result<Vec<Element>> {
    let Some(layout) = data_type.layout() else {
        return Err(Error::Unsupported(format!(
            "elements of {data_type} do not have the same number of bytes"
        )));
    };
    let size = layout.bytes();
    if bytes.len() % size != 0 {
        return Err(Error::Codec(format!(
            "found {} bytes, expected a multiple of {size} for {data_type}",
            bytes.len()
        )));
    }
    let bits = |bytes: &[u8]| {
        bytes
            .iter()
            .rev()
            .fold(0, |bits, byte| bits << 8 | u64::from(*byte))
    };
    let elements = bytes.chunks(size);
    Ok(elements
        .map(|bytes_of_one| Element::of_bytes(layout, bytes_of_one, bits))
        .collect())
}

/// An element in the JSON form of fill values.
pub fn value(data_type: DataType, element: &Element) -> Value {
    family(&data_type).written(element)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fill_value::fill_value;
    use crate::json::Json;

    #[test]
    fn values_denote_their_elements() {
        for data_type in DataType::named() {
            let bytes: Vec<u8> = (0..=250).cycle().take(40 * data_type.size()).collect();
            let elements = match data_type.description().values() {
                Some(values) => (0..values).map(Element::Bits).collect(),
                None => from_bytes(data_type, &bytes).unwrap(),
            };
            for element in &elements {
                let json = Json::from_value(&value(data_type, element)).unwrap();
                assert_eq!(fill_value(&json, data_type).as_ref(), Ok(element), "{json}");
            }
        }
    }

    #[test]
    fn every_half_has_a_value() {
        for bits in 0..=0xffff {
            let element = Element::Bits(bits);
            let json = Json::from_value(&value(DataType::FLOAT16, &element)).unwrap();
            assert_eq!(fill_value(&json, DataType::FLOAT16), Ok(element), "{json}");
        }
    }
}
