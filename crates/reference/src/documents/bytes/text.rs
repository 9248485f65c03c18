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
//! let chunk = ChunkArray::new(DataType::INT32, vec![2], elements)?;
//! let encoded = bytes::encode(&chunk, Some(Endian::Big))?;
//! assert_eq!(encoded, [0, 0, 0, 1, 0xff, 0xff, 0xff, 0xfe]);
//! assert_eq!(bytes::decode(&encoded, DataType::INT32, &[2], Some(Endian::Big))?, chunk);
//! # Ok(())
//! # }
//! ```
//!
//! [bytes codec]: https://zarr-specs.readthedocs.io/en/latest/v3/codecs/bytes/index.html#format-and-algorithm

use crate::Edition;
use crate::chunk_array::{ChunkArray, number_of_elements};
use crate::codecs::{ArrayToBytes, Codec, Definition, Representation, seen};
use crate::data_type::DataType;
use crate::element::Element;
use crate::error::{Error, Result, metadata};
use crate::json::Json;
use crate::steps::Steps;
use zarr_conform_terms::ElementLayout;

/// The codec in a codec list.
///
/// Requirement: `bytes.name`.
pub const DEFINITION: Definition = Definition {
    name: "bytes",
    is_format: false,
    editions: &[Edition::V3_0, Edition::V3_1],
    members: &["endian"],
    seen: |configuration| seen::string(configuration, "endian", "big"),
    codec: |steps, configuration, decoded| {
        let Representation::Array { data_type, .. } = decoded else {
            return metadata(
                "bytes: found a byte string as decoded representation, expected an array",
            );
        };
        let endian = steps.bytes_endian(configuration, *data_type)?;
        let has_unused_bits = data_type
            .layout()
            .is_some_and(ElementLayout::has_unused_bits);
        Ok(Codec::Bytes(Bytes {
            endian,
            has_unused_bits,
        }))
    },
};

/// The codec with its configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bytes {
    /// Absent where not applicable.
    pub endian: Option<Endian>,
    /// Whether the data type leaves bits of each byte to the writer.
    pub has_unused_bits: bool,
}

/// Requirement: `bytes.kind`.
impl ArrayToBytes for Bytes {
    fn encoded_length(&self, data_type: DataType, shape: &[u64]) -> Option<u64> {
        encoded_size(data_type, shape)
    }

    /// Requirements: `small-integer.unused-bits`, `small-float.unused-bits`.
    fn is_free(&self) -> bool {
        self.has_unused_bits
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
/// which endianness is applicable; or where elements have different numbers of bytes.
///
/// Requirements: `bytes.endian-required`, `bytes.endian-value`, `string.only-vlen-utf8`, `bytes-data-type.codecs`.
pub fn endian(configuration: &Json, data_type: DataType) -> Result<Option<Endian>> {
    if data_type.layout().is_none() {
        return metadata(format!("bytes: {HAVE_NO_LENGTH} {data_type}"));
    }
    match configuration.member("endian") {
        Some(value) => endian_value(value).map(Some),
        None if is_endianness_applicable(data_type) => metadata(format!(
            "bytes: the configuration has no member \"endian\", which is required for {data_type}"
        )),
        None => Ok(None),
    }
}

/// Why the codec does not take a data type, whose name follows.
const HAVE_NO_LENGTH: &str = "found elements of different numbers of bytes, as those of";

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
    let layout = data_type.layout();
    layout.is_some_and(|it| it.number && it.component_bytes > 1)
}

/// Length in bytes of an encoded chunk of this type and shape, or nothing where it exceeds
/// `u64::MAX`, or where elements have different numbers of bytes, which this codec does not take.
///
/// Requirements: `codecs.representations`, `data-type.fixed-size`.
pub fn encoded_size(data_type: DataType, shape: &[u64]) -> Option<u64> {
    number_of_elements(shape)?.checked_mul(data_type.layout()?.bytes() as u64)
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
    let size = layout(data_type)?.bytes();
    let mut elements = Vec::with_capacity(bytes.len() / size);
    for element in bytes.chunks(size) {
        elements.push(decode_element(data_type, element, endian)?);
    }
    ChunkArray::new(data_type, shape.to_vec(), elements)
}

/// The binary representation of one element, as "Supported data types" has it: of `bool`, `00` or `01`; of
/// integers (in two's complement) and floating point numbers, their bytes in the order of `endian`; of complex numbers,
/// the real and then the imaginary component; of raw bits, their bytes as they are. Numbers of fewer bits than a byte are
/// its lowest ones; this reference writes zeros above them.
///
/// Requirements: `bytes.bool`, `bytes.integers`, `bytes.floats`, `bytes.complex`, `bytes.raw`, `bfloat16.bytes`,
/// `datetime64.bytes`, `timedelta64.bytes`, `small-integer.bytes`, `small-float.bytes`, `complex-float.bytes`,
/// `utf32.bytes`, `utf32.endian`, `bytes.single-byte-independent`, `endian.endian-variant`, `endian.default-bool`,
/// `endian.default-integers`, `endian.default-floats`, `endian.default-complex`,
/// `endian.default-raw`.
pub fn encode_element(
    data_type: DataType,
    element: &Element,
    endian: Option<Endian>,
) -> Result<Vec<u8>> {
    let layout = layout(data_type)?;
    let part = |bits: u64| {
        let size = layout.component_bytes;
        Ok(number(bits, size, required(endian, size)?))
    };
    match element {
        Element::Raw(raw) if !layout.number && raw.len() == layout.bytes() => Ok(raw.clone()),
        Element::Bits(_) | Element::Numbers(_)
            if layout.number
                && element.numbers().len() == layout.components
                && is_value(data_type, element) =>
        {
            let parts: Result<Vec<_>> = element.numbers().iter().map(|it| part(*it)).collect();
            Ok(parts?.concat())
        }
        _ => Err(Error::Codec(format!(
            "bytes: {element:?} is not an element of {data_type}"
        ))),
    }
}

/// The element of a binary representation, the inverse of [`encode_element`]. Bits above those of a number are ignored.
///
/// Requirements: `bytes.bool`, `bytes.integers`, `bytes.floats`, `bytes.complex`, `bytes.raw`, `bfloat16.bytes`,
/// `datetime64.bytes`, `timedelta64.bytes`, `small-integer.bytes`, `small-float.bytes`, `small-float.unused-bits`,
/// `complex-float.bytes`, `small-integer.endian`, `small-float.endian`, `complex-float.endian`,
/// `bytes.single-byte-independent`.
pub fn decode_element(
    data_type: DataType,
    bytes: &[u8],
    endian: Option<Endian>,
) -> Result<Element> {
    let layout = layout(data_type)?;
    let endian = required(endian, layout.turned_bytes())?;
    let element = Element::of_bytes(layout, bytes, |part| number_of(part, endian));
    if is_value(data_type, &element) {
        return Ok(element);
    }
    let expected = match data_type.description().values() {
        Some(values) if values > 2 => format!("a number below {values}"),
        _ => "00 or 01".to_owned(),
    };
    Err(Error::Codec(format!(
        "bytes: found {bytes:02x?} for a {data_type}, expected {expected}"
    )))
}

fn layout(data_type: DataType) -> Result<ElementLayout> {
    data_type
        .layout()
        .ok_or_else(|| Error::Unsupported(format!("bytes: {HAVE_NO_LENGTH} {data_type}")))
}

/// Whether the bits of an element are those of a value: a data type may have fewer than its bits allow, from 0 on.
fn is_value(data_type: DataType, element: &Element) -> bool {
    match (data_type.description().values(), element) {
        (Some(values), Element::Bits(bits)) => *bits < values,
        _ => true,
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

/// The order of the bytes of a number of this size, for which one byte needs none.
fn required(endian: Option<Endian>, size: usize) -> Result<Endian> {
    if size == 1 {
        return Ok(Endian::Little);
    }
    endian
        .ok_or_else(|| Error::Bug("endian is missing for a data type that requires it".to_owned()))
}
