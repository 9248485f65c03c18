//! Elements in the form of vectors and of the protocol: bytes, little endian, whatever codecs say.
//!
//! This is the form of this project, not of the specification, so no file of the literal reference
//! uses it. It stands here since everybody who carries elements to or from the reference needs it.

use super::data_type::DataType;
use super::element::Element;
use super::error::{Error, Result};

/// The elements as vectors and the protocol carry them: for each element its bytes, little endian;
/// for complex numbers real then imaginary component; raw bits as they are.
pub fn to_bytes(data_type: DataType, elements: &[Element]) -> Vec<u8> {
    let size = data_type.size();
    let mut bytes = Vec::with_capacity(elements.len() * size);
    for element in elements {
        match element {
            Element::Bits(bits) => bytes.extend(&bits.to_le_bytes()[..size]),
            Element::Complex { real, imaginary } => {
                bytes.extend(&real.to_le_bytes()[..size / 2]);
                bytes.extend(&imaginary.to_le_bytes()[..size / 2]);
            }
            Element::Raw(raw) => bytes.extend(raw),
        }
    }
    bytes
}

/// The inverse of [`to_bytes`].
///
/// # Errors
/// [`Error::Codec`] where the number of bytes is not a multiple of the element's size.
pub fn from_bytes(data_type: DataType, bytes: &[u8]) -> Result<Vec<Element>> {
    let size = data_type.size();
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
    Ok(bytes
        .chunks(size)
        .map(|bytes| match data_type {
            DataType::Raw { .. } => Element::Raw(bytes.to_vec()),
            DataType::Complex64 | DataType::Complex128 => {
                let (real, imaginary) = bytes.split_at(size / 2);
                Element::Complex {
                    real: bits(real),
                    imaginary: bits(imaginary),
                }
            }
            _ => Element::Bits(bits(bytes)),
        })
        .collect())
}
