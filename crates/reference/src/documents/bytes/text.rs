//! The bytes codec: elements as bytes, in lexicographical order.
//!
//! - Specification: [bytes codec], version 1.0. Its predecessor is [`endian`](crate::endian).
//! - Name in metadata: `bytes`.
//! - Kind: `array -> bytes`.
//! - Example: `{"name": "bytes", "configuration": {"endian": "big"}}`.
//! - Layout: the elements one after the other; element `e` begins at byte `e * size`.
//!
//! With `endian` specified as `big`, `int32` is encoded as a 4-byte big endian two's complement
//! integer:
//!
//! ```
//! use zarr_conform_reference::bytes::{self, Endian};
//! use zarr_conform_reference::{ChunkArray, DataType, Element};
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! let elements = vec![Element::Bits(1), Element::Bits(0xffff_fffe)];
//! let chunk = ChunkArray::new(DataType::Int32, vec![2], elements)?;
//! let encoded = bytes::encode(&chunk, Some(Endian::Big))?;
//! assert_eq!(encoded, [0, 0, 0, 1, 0xff, 0xff, 0xff, 0xfe]);
//! assert_eq!(bytes::decode(&encoded, DataType::Int32, &[2], Some(Endian::Big))?, chunk);
//! # Ok(())
//! # }
//! ```
//!
//! [bytes codec]: https://zarr-specs.readthedocs.io/en/latest/v3/codecs/bytes/index.html#format-and-algorithm

use crate::Edition;
use crate::chunk_array::{ChunkArray, number_of_elements};
use crate::codecs::{ArrayToBytes, Codec, Definition, Representation};
use crate::data_type::DataType;
use crate::element::Element;
use crate::error::{Error, Result, metadata};
use crate::json::Json;
use crate::steps::Steps;

/// The codec in a codec list.
///
/// Requirement: `bytes.name`.
pub const DEFINITION: Definition = Definition {
    name: "bytes",
    editions: &[Edition::V3_0, Edition::V3_1],
    members: &["endian"],
    codec: |steps, configuration, decoded| {
        let Representation::Array { data_type, .. } = decoded else {
            return metadata(
                "bytes: found a byte string as decoded representation, expected an array",
            );
        };
        let endian = steps.bytes_endian(configuration, *data_type)?;
        Ok(Codec::Bytes(Bytes { endian }))
    },
};

/// The codec with its configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bytes {
    /// Absent where not applicable.
    pub endian: Option<Endian>,
}

/// Requirement: `bytes.kind`.
impl ArrayToBytes for Bytes {
    fn encoded_length(&self, data_type: DataType, shape: &[u64]) -> Option<u64> {
        encoded_size(data_type, shape)
    }

    fn encode(&self, steps: &Steps, array: &ChunkArray) -> Result<Vec<u8>> {
        steps.bytes_encode(array, self.endian)
    }

    fn decode(
        &self,
        steps: &Steps,
        bytes: &[u8],
        data_type: DataType,
        shape: &[u64],
    ) -> Result<ChunkArray> {
        steps.bytes_decode(bytes, data_type, shape, self.endian)
    }
}

/// The order of the bytes of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endian {
    /// The least significant byte first.
    Little,
    /// The most significant byte first.
    Big,
}

/// The configuration parameter `endian`; nothing where it is absent and not required.
///
/// # Errors
/// [`Error::Metadata`] where it is not `"big"` or `"little"`, or is absent for a data type for
/// which endianness is applicable.
///
/// Requirements: `bytes.endian-required`, `bytes.endian-value`.
pub fn endian(configuration: &Json, data_type: DataType) -> Result<Option<Endian>> {
    match configuration.member("endian") {
        Some(value) => endian_value(value).map(Some),
        None if is_endianness_applicable(data_type) => metadata(format!(
            "bytes: the configuration has no member \"endian\", which is required for {data_type}"
        )),
        None => Ok(None),
    }
}

/// A string equal to either `"big"` or `"little"`.
///
/// Requirements: `bytes.endian-value`, `endian.endian-value`.
pub(crate) fn endian_value(value: &Json) -> Result<Endian> {
    match value.as_str() {
        Some("big") => Ok(Endian::Big),
        Some("little") => Ok(Endian::Little),
        _ => metadata(format!(
            "found endian {value}, expected \"big\" or \"little\""
        )),
    }
}

/// Multi-byte numbers have an endianness. Raw bits are not numbers: the text is silent about them,
/// and this reference takes them as they are.
///
/// Requirement: `bytes.endian-required`.
pub fn is_endianness_applicable(data_type: DataType) -> bool {
    !matches!(
        data_type,
        DataType::Bool | DataType::Int8 | DataType::Uint8 | DataType::Raw { .. }
    )
}

/// Length in bytes of an encoded chunk of this type and shape, or nothing where it exceeds
/// `u64::MAX`.
///
/// Requirement: `codecs.representations`.
pub fn encoded_size(data_type: DataType, shape: &[u64]) -> Option<u64> {
    number_of_elements(shape)?.checked_mul(data_type.size() as u64)
}

/// Encodes: each element after the other in lexicographical order. `endian` is not needed where it
/// is not applicable.
///
/// # Errors
/// [`Error::Codec`] where an element is not of the array's data type or `endian` is missing.
///
/// Requirements: `bytes.endian-variant`, `bytes.lexicographical-order`,
/// `endian.lexicographical-order`.
pub fn encode(array: &ChunkArray, endian: Option<Endian>) -> Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(array.elements.len() * array.data_type.size());
    for element in &array.elements {
        bytes.extend(encode_element(array.data_type, element, endian)?);
    }
    Ok(bytes)
}

/// Decodes: the array of this type and shape whose encoded representation is `bytes`.
///
/// # Errors
/// [`Error::Codec`] where the number of bytes is not `number of elements * size`, or a byte is not
/// the encoding of a `bool`.
///
/// Requirements: `bytes.endian-variant`, `bytes.lexicographical-order`, `codecs.representations`.
pub fn decode(
    bytes: &[u8],
    data_type: DataType,
    shape: &[u64],
    endian: Option<Endian>,
) -> Result<ChunkArray> {
    if encoded_size(data_type, shape) != Some(bytes.len() as u64) {
        return Err(Error::Codec(format!(
            "bytes: found {} bytes for a chunk of {data_type} of shape {shape:?}, expected {:?}",
            bytes.len(),
            encoded_size(data_type, shape),
        )));
    }
    let mut elements = Vec::with_capacity(bytes.len() / data_type.size());
    for element in bytes.chunks(data_type.size()) {
        elements.push(decode_element(data_type, element, endian)?);
    }
    ChunkArray::new(data_type, shape.to_vec(), elements)
}

/// The binary representation of one element: one arm per row of "Supported data types".
///
/// Requirements: `bytes.bool`, `bytes.integers`, `bytes.floats`, `bytes.complex`, `bytes.raw`,
/// `bytes.single-byte-independent`, `endian.endian-variant`, `endian.default-bool`,
/// `endian.default-integers`, `endian.default-floats`, `endian.default-complex`,
/// `endian.default-raw`.
pub fn encode_element(
    data_type: DataType,
    element: &Element,
    endian: Option<Endian>,
) -> Result<Vec<u8>> {
    let size = data_type.size();
    match (data_type, element) {
        (DataType::Bool, Element::Bits(0)) => Ok(vec![0x00]),
        (DataType::Bool, Element::Bits(1)) => Ok(vec![0x01]),
        (DataType::Int8 | DataType::Uint8, Element::Bits(bits)) => {
            Ok(number(*bits, 1, Endian::Little))
        }
        (
            DataType::Int16
            | DataType::Int32
            | DataType::Int64
            | DataType::Uint16
            | DataType::Uint32
            | DataType::Uint64,
            Element::Bits(bits),
        )
        | (DataType::Float16 | DataType::Float32 | DataType::Float64, Element::Bits(bits)) => {
            Ok(number(*bits, size, required(endian)?))
        }
        (DataType::Complex64 | DataType::Complex128, Element::Complex { real, imaginary }) => {
            let endian = required(endian)?;
            Ok([
                number(*real, size / 2, endian),
                number(*imaginary, size / 2, endian),
            ]
            .concat())
        }
        (DataType::Raw { .. }, Element::Raw(raw)) if raw.len() == size => Ok(raw.clone()),
        _ => Err(Error::Codec(format!(
            "bytes: {element:?} is not an element of {data_type}"
        ))),
    }
}

/// The element of a binary representation: one arm per row of "Supported data types".
///
/// Requirements: `bytes.bool`, `bytes.integers`, `bytes.floats`, `bytes.complex`, `bytes.raw`,
/// `bytes.single-byte-independent`.
pub fn decode_element(
    data_type: DataType,
    bytes: &[u8],
    endian: Option<Endian>,
) -> Result<Element> {
    match data_type {
        DataType::Bool => match bytes {
            [0x00] => Ok(Element::Bits(0)),
            [0x01] => Ok(Element::Bits(1)),
            _ => Err(Error::Codec(format!(
                "bytes: found {bytes:02x?} for a bool, expected 00 or 01"
            ))),
        },
        DataType::Int8 | DataType::Uint8 => Ok(Element::Bits(number_of(bytes, Endian::Little))),
        DataType::Int16
        | DataType::Int32
        | DataType::Int64
        | DataType::Uint16
        | DataType::Uint32
        | DataType::Uint64 => Ok(Element::Bits(number_of(bytes, required(endian)?))),
        DataType::Float16 | DataType::Float32 | DataType::Float64 => {
            Ok(Element::Bits(number_of(bytes, required(endian)?)))
        }
        DataType::Complex64 | DataType::Complex128 => {
            let (real, imaginary) = bytes.split_at(data_type.size() / 2);
            let endian = required(endian)?;
            Ok(Element::Complex {
                real: number_of(real, endian),
                imaginary: number_of(imaginary, endian),
            })
        }
        DataType::Raw { .. } => Ok(Element::Raw(bytes.to_vec())),
    }
}

/// The lowest `8 * size` bits of a number as bytes; `size <= 8`.
fn number(bits: u64, size: usize, endian: Endian) -> Vec<u8> {
    let mut bytes = vec![0; size];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = bits.to_le_bytes()[significance(i, size, endian)];
    }
    bytes
}

/// The number whose bytes these are.
fn number_of(bytes: &[u8], endian: Endian) -> u64 {
    let mut bits = 0;
    for (i, byte) in bytes.iter().enumerate() {
        bits |= u64::from(*byte) << (8 * significance(i, bytes.len(), endian));
    }
    bits
}

/// Byte `i` of `size` bytes holds bits `8 * significance` to `8 * significance + 7`.
fn significance(i: usize, size: usize, endian: Endian) -> usize {
    match endian {
        Endian::Little => i,
        Endian::Big => size - 1 - i,
    }
}

fn required(endian: Option<Endian>) -> Result<Endian> {
    endian
        .ok_or_else(|| Error::Bug("endian is missing for a data type that requires it".to_owned()))
}
