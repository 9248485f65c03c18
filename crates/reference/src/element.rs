//! Elements as bit patterns, so that NaN payloads and negative zero survive.
//!
//! - Specification: data types, [Core data types]; core, [Concepts and terminology], *Element*.
//!
//! [Core data types]: https://zarr-specs.readthedocs.io/en/latest/v3/data-types/index.html#core-data-types
//! [Concepts and terminology]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#concepts-and-terminology

use super::data_type::DataType;
use super::error::{Error, Result};

/// One element of an array, of the data type that stands beside it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Element {
    /// Booleans (0 or 1), integers (two's complement) and floating point numbers (IEEE 754): the
    /// lowest `8 * size` bits; the others are 0.
    Bits(u64),
    /// Complex numbers: the bits of the two IEEE 754 components.
    Complex {
        /// Bits of the real component.
        real: u64,
        /// Bits of the imaginary component.
        imaginary: u64,
    },
    /// Raw bits: the bytes in order.
    Raw(Vec<u8>),
}

/// The elements as vectors and the protocol carry them: for each element its bytes, little endian;
/// for complex numbers real then imaginary component; raw bits as they are.
///
/// This is the form of this project, not of the specification; no codec is involved.
pub fn to_bytes(data_type: DataType, elements: &[Element]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(elements.len() * data_type.size());
    for element in elements {
        match element {
            Element::Bits(bits) => bytes.extend(&bits.to_le_bytes()[..data_type.size()]),
            Element::Complex { real, imaginary } => {
                bytes.extend(&real.to_le_bytes()[..data_type.size() / 2]);
                bytes.extend(&imaginary.to_le_bytes()[..data_type.size() / 2]);
            }
            Element::Raw(raw) => bytes.extend(raw),
        }
    }
    bytes
}

/// The inverse of [`to_bytes`].
///
/// # Errors
/// [`Error::Codec`] where the number of bytes is no multiple of the element's size.
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
