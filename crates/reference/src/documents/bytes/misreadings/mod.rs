//! Wrong readings of the bytes codec.

mod byte_order;
mod configuration;
mod elements;

use crate::bytes::{self, Endian};
use crate::chunk_array::positions;
use crate::float::Format;
use crate::misreading::Misreading;
use crate::{ChunkArray, DataType, Element, Json, Result};

/// Every list, in the order in which people read them.
pub(crate) const LISTS: &[&[Misreading]] = &[byte_order::LIST, elements::LIST, configuration::LIST];

pub(super) fn exchanged(endian: Endian) -> Endian {
    match endian {
        Endian::Little => Endian::Big,
        Endian::Big => Endian::Little,
    }
}

/// The chunk with each element changed.
pub(crate) fn changed(array: &ChunkArray, change: impl Fn(&Element) -> Element) -> ChunkArray {
    let elements = array.elements.iter().map(change).collect();
    ChunkArray {
        elements,
        ..array.clone()
    }
}

/// The chunk with the bits of each floating point number or component changed.
pub(crate) fn floats_changed(
    array: &ChunkArray,
    change: impl Fn(Format, u64) -> u64,
) -> ChunkArray {
    let Some(format) = Format::of(array.data_type) else {
        return array.clone();
    };
    changed(array, |it| it.with_numbers(|bits| change(format, bits)))
}

pub(crate) fn canonical_nan(format: Format, bits: u64) -> u64 {
    let nan = format.nan().filter(|_| format.is_nan(bits));
    nan.unwrap_or(bits)
}

pub(crate) fn quieted(format: Format, bits: u64) -> u64 {
    // Where there is no infinity, there is only one NaN.
    if format.infinity().is_some() && format.is_nan(bits) {
        bits | 1 << (format.mantissa_bits - 1)
    } else {
        bits
    }
}

pub(crate) fn unsigned_zero(format: Format, bits: u64) -> u64 {
    if format.is_negative_zero(bits) {
        0
    } else {
        bits
    }
}

pub(super) fn flushed(format: Format, bits: u64) -> u64 {
    let magnitude = bits & !format.sign();
    let is_subnormal = magnitude >> format.mantissa_bits == 0 && !format.is_nan(bits);
    if format.sign() != 0 && is_subnormal {
        format.with_sign_of(bits, 0)
    } else {
        bits
    }
}

/// Each element's bytes, changed.
pub(super) fn per_element(bytes: &[u8], size: usize, change: impl Fn(&mut [u8])) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes.chunks_mut(size.max(1)).for_each(change);
    bytes
}

pub(super) fn is_complex(data_type: DataType) -> bool {
    matches!(data_type, DataType::Complex(_))
}

pub(super) fn is_integer(data_type: DataType) -> bool {
    matches!(data_type, DataType::Integer(_))
}

pub(super) fn is_signed(data_type: DataType) -> bool {
    matches!(data_type, DataType::Integer(it) if !it.is_unsigned)
}

/// Halves of real and imaginary component exchanged.
pub(super) fn halves_exchanged(element: &mut [u8]) {
    let half = element.len() / 2;
    element.rotate_left(half);
}

/// The nearest integer that binary64 holds.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the misreading"
)]
pub(super) fn through_double(data_type: DataType, bits: u64) -> u64 {
    match data_type {
        DataType::INT64 => (bits.cast_signed() as f64 as i64).cast_unsigned(),
        DataType::UINT64 => bits as f64 as u64,
        _ => bits,
    }
}

pub(super) fn sign_and_magnitude(data_type: DataType, bits: u64) -> u64 {
    let bits_of_one = data_type.layout().map_or(64, |it| it.component_bits);
    let sign = 1_u64 << (bits_of_one - 1);
    if is_signed(data_type) && bits & sign != 0 && bits != sign {
        (!bits).wrapping_add(1) & (sign - 1) | sign
    } else {
        bits
    }
}

/// The same chunk with its elements listed columns first, under its own shape.
pub(crate) fn columns_first(array: &ChunkArray) -> Result<ChunkArray> {
    let reversed: Vec<u64> = array.shape.iter().rev().copied().collect();
    let elements = positions(&reversed)
        .map(|position| {
            array
                .get(&position.into_iter().rev().collect::<Vec<_>>())
                .cloned()
        })
        .collect::<Result<_>>()?;
    Ok(ChunkArray {
        elements,
        ..array.clone()
    })
}

/// The inverse of [`columns_first`].
pub(crate) fn columns_first_undone(array: &ChunkArray) -> Result<ChunkArray> {
    let reversed: Vec<u64> = array.shape.iter().rev().copied().collect();
    let mut undone = array.clone();
    for (position, element) in positions(&reversed).zip(&array.elements) {
        undone.set(
            &position.into_iter().rev().collect::<Vec<_>>(),
            element.clone(),
        )?;
    }
    Ok(undone)
}

pub(super) fn decoded(
    bytes: &[u8],
    data_type: DataType,
    shape: &[u64],
    endian: Option<Endian>,
) -> Result<ChunkArray> {
    bytes::decode(bytes, data_type, shape, endian)
}

pub(super) fn lower_case(configuration: &Json) -> Json {
    match configuration {
        Json::Object(members) => Json::Object(
            members
                .iter()
                .map(|(name, value)| match value {
                    Json::String(text) => (name.clone(), Json::String(text.to_ascii_lowercase())),
                    other => (name.clone(), other.clone()),
                })
                .collect(),
        ),
        other => other.clone(),
    }
}
