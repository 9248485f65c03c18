//! What the drafts of February 2023 say otherwise than 3.0: `order` may be `"C"` or `"F"`, a codec list has no
//! form of its own, and where no codec of it yields bytes, the array is converted.
//!
//! - Specification: core draft of February 2023, "Conversion between multi-dimensional array and byte string
//!   representations", "Encoding procedure" and "Decoding procedure"; the drafts of transpose and endian.
//!
//! The drafts are read for the transpose and endian codecs and for codec lists only.

use crate::codecs::{self, Chain, Codec, Kind, Representation};
use crate::endian::Endian;
use crate::error::{Error, metadata};
use crate::steps::{Replacement, Steps};
use crate::{Json, Result, bytes, transpose};

/// The steps that the drafts take in another way.
pub(crate) const REPLACEMENTS: &[Replacement] = &[
    Replacement::transpose_order(|_, configuration, n| order(configuration, n)),
    Replacement::chain_form(|_, _| Ok(())),
    Replacement::encoded_representation(|steps, codec, decoded| match codec.kind() {
        Kind::BytesToBytes => {
            codecs::encoded_representation(steps, codec, &converted_representation(decoded))
        }
        Kind::ArrayToArray | Kind::ArrayToBytes => {
            codecs::encoded_representation(steps, codec, decoded)
        }
    }),
    ENCODE,
    DECODE,
    Replacement::array_metadata(|_, _| {
        Err(Error::Unsupported(
            "array metadata of the draft edition".to_owned(),
        ))
    }),
];

/// Encodes with the default conversion.
pub(crate) const ENCODE: Replacement = Replacement::encode(|steps, chain, chunk| {
    codecs::encode(steps, &converted(steps, chain), chunk)
});

/// Decodes with the default conversion.
pub(crate) const DECODE: Replacement = Replacement::decode(|steps, chain, bytes| {
    codecs::decode(steps, &converted(steps, chain), bytes)
});

/// The configuration parameter `order`, which may be a constant.
///
/// Requirements: `transpose.order-forms`, `transpose.c-and-f`.
fn order(configuration: &Json, n: usize) -> Result<Vec<usize>> {
    match configuration.member("order") {
        Some(Json::String(constant)) => constant_order(constant, n),
        _ => transpose::order(configuration, n),
    }
}

/// The constants: `"C"` is `0, 1, …, n-1` and `"F"` is `n-1, …, 1, 0`.
///
/// Requirement: `transpose.c-and-f`.
fn constant_order(constant: &str, n: usize) -> Result<Vec<usize>> {
    match constant {
        "C" => Ok((0..n).collect()),
        "F" => Ok((0..n).rev().collect()),
        other => metadata(format!(
            "transpose: found order {other:?}, expected \"C\", \"F\" or a permutation"
        )),
    }
}

/// The chain with its conversion between array and byte string: where a codec that takes bytes, or the end of
/// the list, comes before any codec that yields them, elements are written one after the other in their default
/// binary representation. The draft of the codec endian says that leaving it out is the same as having it with
/// the default, so the conversion is that codec, in its place.
///
/// Requirements: `codecs.default-conversion`, `codecs.list-optional`.
pub(crate) fn converted(steps: &Steps, chain: &Chain) -> Chain {
    let mut chain = chain.clone();
    let is_array_to_array = |codec: &&Codec| codec.kind() == Kind::ArrayToArray;
    let i = chain.codecs.iter().take_while(is_array_to_array).count();
    let yields_bytes = |codec: &Codec| codec.kind() == Kind::ArrayToBytes;
    if !chain.codecs.get(i).is_some_and(yields_bytes)
        && let Some(Representation::Array { .. }) = chain.representations.get(i)
    {
        let endian = steps.default_endian();
        let bytes = converted_representation(&chain.representations[i]);
        chain.codecs.insert(i, Codec::Endian(Endian { endian }));
        chain.representations.insert(i + 1, bytes);
    }
    chain
}

/// What the default conversion yields: bytes, also for an array.
///
/// Requirement: `codecs.default-conversion`.
fn converted_representation(decoded: &Representation) -> Representation {
    let length = match decoded {
        Representation::Array {
            data_type, shape, ..
        } => bytes::encoded_size(*data_type, shape),
        Representation::Bytes { length } => *length,
    };
    Representation::Bytes { length }
}
