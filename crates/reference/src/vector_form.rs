//! Elements in the form of vectors and of the protocol: bytes, little endian, whatever codecs say; where elements have
//! different numbers of bytes, the bytes of each.
//!
//! This is the form of this project, not of the specification, so no file of the literal reference
//! uses it. It stands here since all code that carries elements to or from the reference needs it.

use serde_json::Value;
use zarr_conform_terms::{ElementLayout, HexBytes, HexElements};

use crate::data_type::{DataType, family};
use crate::element::Element;
use crate::error::{Error, Result};

/// The elements as vectors and the protocol carry them: for each element its bytes, little endian;
/// for complex numbers real then imaginary component; raw bits as they are. Where elements have different numbers of
/// bytes, a list with those of each.
pub fn to_elements(data_type: DataType, elements: &[Element]) -> HexElements {
    let Some(layout) = data_type.layout() else {
        let each = elements.iter().map(|it| element_bytes(data_type, it));
        return each.map(HexBytes::from).collect();
    };
    let mut all = Vec::with_capacity(elements.len() * layout.bytes());
    for element in elements {
        put(&mut all, element, layout.component_bytes);
    }
    HexElements::from(all)
}

/// The bytes of one element, as [`to_elements`] has them.
pub fn element_bytes(data_type: DataType, element: &Element) -> Vec<u8> {
    let mut bytes = Vec::new();
    let part = data_type.layout().map_or(0, |it| it.component_bytes);
    put(&mut bytes, element, part);
    bytes
}

/// Appends the bytes of an element whose numbers have so many of them; `part <= 8`.
fn put(bytes: &mut Vec<u8>, element: &Element, part: usize) {
    if let Element::Raw(raw) = element {
        bytes.extend(raw);
    }
    for number in element.numbers() {
        bytes.extend(&number.to_le_bytes()[..part]);
    }
}

/// The inverse of [`to_elements`].
///
/// # Errors
/// [`Error::Codec`] where the number of bytes is not a multiple of the element's size, or the elements are not in the
/// form of the data type.
pub fn from_elements(data_type: DataType, elements: &HexElements) -> Result<Vec<Element>> {
    match (data_type.layout(), elements) {
        (Some(layout), HexElements::Fixed(bytes)) => of_layout(data_type, layout, &bytes.0),
        (None, HexElements::Variable(elements)) => {
            let each = elements.iter().map(|it| Element::Raw(it.0.to_vec()));
            Ok(each.collect())
        }
        (Some(_), HexElements::Variable(_)) => Err(Error::Codec(format!(
            "found a list of elements, expected one byte string for {data_type}"
        ))),
        (None, HexElements::Fixed(_)) => Err(Error::Codec(format!(
            "found one byte string, expected a list of elements for {data_type}"
        ))),
    }
}

/// The element of these bytes, as [`element_bytes`] has them.
///
/// # Errors
/// As [`from_elements`], and [`Error::Codec`] where the bytes are not those of one element.
pub fn element(data_type: DataType, bytes: &[u8]) -> Result<Element> {
    let Some(layout) = data_type.layout() else {
        return Ok(Element::Raw(bytes.to_vec()));
    };
    let mut elements = of_layout(data_type, layout, bytes)?;
    match (elements.pop(), elements.len()) {
        (Some(element), 0) => Ok(element),
        _ => Err(Error::Codec(format!(
            "found {} bytes for one {data_type}",
            bytes.len()
        ))),
    }
}

/// Elements that follow each other, of one number of bytes each.
fn of_layout(data_type: DataType, layout: ElementLayout, bytes: &[u8]) -> Result<Vec<Element>> {
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
            let special = family(&data_type).special();
            // Not any bytes are strings.
            let has_strings = matches!(
                data_type,
                DataType::VariableLength(_) | DataType::FixedLength(_)
            );
            let elements = match data_type.description().values() {
                Some(values) => (0..values).map(Element::Bits).collect(),
                None if has_strings => special.into_iter().map(|it| it.element).collect(),
                None => from_elements(data_type, &bytes.into()).unwrap(),
            };
            let form = to_elements(data_type, &elements);
            assert_eq!(from_elements(data_type, &form).as_ref(), Ok(&elements));
            for element in &elements {
                let json = Json::from_value(&value(data_type, element)).unwrap();
                assert_eq!(fill_value(&json, data_type).as_ref(), Ok(element), "{json}");
                let bytes = element_bytes(data_type, element);
                assert_eq!(super::element(data_type, &bytes).as_ref(), Ok(element));
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
