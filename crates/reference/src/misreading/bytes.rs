//! Wrong readings of the bytes codec.

use super::{ACCEPTED, ALL, BOTH, OPERATIONS, misreadings};
use crate::bytes::{self, Endian};
use crate::chunk_array::positions;
use crate::error::Error;
use crate::float::Format;
use crate::{ChunkArray, DataType, Element, Json, Result};

fn exchanged(endian: Endian) -> Endian {
    match endian {
        Endian::Little => Endian::Big,
        Endian::Big => Endian::Little,
    }
}

/// The chunk with each element changed.
pub(super) fn changed(array: &ChunkArray, change: impl Fn(&Element) -> Element) -> ChunkArray {
    let elements = array.elements.iter().map(change).collect();
    ChunkArray {
        elements,
        ..array.clone()
    }
}

/// The chunk with the bits of each floating point number or component changed.
pub(super) fn floats_changed(
    array: &ChunkArray,
    change: impl Fn(Format, u64) -> u64,
) -> ChunkArray {
    let Some(format) = Format::of(array.data_type) else {
        return array.clone();
    };
    changed(array, |element| match element {
        Element::Bits(bits) => Element::Bits(change(format, *bits)),
        Element::Complex { real, imaginary } => Element::Complex {
            real: change(format, *real),
            imaginary: change(format, *imaginary),
        },
        Element::Raw(raw) => Element::Raw(raw.clone()),
    })
}

fn is_nan(format: Format, bits: u64) -> bool {
    bits & !format.sign() > format.infinity()
}

fn canonical_nan(format: Format, bits: u64) -> u64 {
    if is_nan(format, bits) {
        format.nan()
    } else {
        bits
    }
}

fn quieted(format: Format, bits: u64) -> u64 {
    if is_nan(format, bits) {
        bits | 1 << (format.mantissa_bits - 1)
    } else {
        bits
    }
}

fn unsigned_zero(format: Format, bits: u64) -> u64 {
    if bits == format.sign() { 0 } else { bits }
}

fn flushed(format: Format, bits: u64) -> u64 {
    let is_subnormal = bits & format.infinity() == 0;
    if is_subnormal {
        bits & format.sign()
    } else {
        bits
    }
}

/// Each element's bytes, changed.
fn per_element(bytes: &[u8], size: usize, change: impl Fn(&mut [u8])) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes.chunks_mut(size.max(1)).for_each(change);
    bytes
}

fn is_complex(data_type: DataType) -> bool {
    matches!(data_type, DataType::Complex64 | DataType::Complex128)
}

fn is_integer(data_type: DataType) -> bool {
    !is_complex(data_type)
        && Format::of(data_type).is_none()
        && !matches!(data_type, DataType::Bool | DataType::Raw { .. })
}

fn is_signed(data_type: DataType) -> bool {
    matches!(
        data_type,
        DataType::Int8 | DataType::Int16 | DataType::Int32 | DataType::Int64
    )
}

/// Halves of real and imaginary component exchanged.
fn halves_exchanged(element: &mut [u8]) {
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
fn through_double(data_type: DataType, bits: u64) -> u64 {
    match data_type {
        DataType::Int64 => (bits.cast_signed() as f64 as i64).cast_unsigned(),
        DataType::Uint64 => bits as f64 as u64,
        _ => bits,
    }
}

fn sign_and_magnitude(data_type: DataType, bits: u64) -> u64 {
    let sign = 1_u64 << (8 * data_type.size() - 1);
    if is_signed(data_type) && bits & sign != 0 && bits != sign {
        (!bits).wrapping_add(1) & (sign - 1) | sign
    } else {
        bits
    }
}

/// The same chunk with its elements listed columns first, under its own shape.
fn columns_first(array: &ChunkArray) -> Result<ChunkArray> {
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
fn columns_first_undone(array: &ChunkArray) -> Result<ChunkArray> {
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

fn decoded(
    bytes: &[u8],
    data_type: DataType,
    shape: &[u64],
    endian: Option<Endian>,
) -> Result<ChunkArray> {
    bytes::decode(bytes, data_type, shape, endian)
}

misreadings! {
    BigRefused = "endian-big-refused": "big endian is refused",
    breaks ["bytes.endian-value", "bytes.endian-variant", "endian.endian-value", "endian.endian-variant"], in ALL, through BOTH;
    {
        fn bytes_endian(&self, configuration: &Json, data_type: DataType) -> Result<Option<Endian>> {
            match bytes::endian(configuration, data_type)? {
                Some(Endian::Big) => Err(Error::Metadata("big endian".to_owned())),
                endian => Ok(endian),
            }
        }
        fn endian_endian(&self, configuration: &Json) -> Result<Endian> {
            match crate::endian::endian(configuration)? {
                Endian::Big => Err(Error::Metadata("big endian".to_owned())),
                Endian::Little => Ok(Endian::Little),
            }
        }
    }

    AlwaysLittle = "endian-ignored": "endian is ignored: numbers are always little endian",
    breaks ["bytes.endian-variant", "endian.endian-variant"], in ALL, through BOTH;
    {
        fn bytes_encode(&self, array: &ChunkArray, endian: Option<Endian>) -> Result<Vec<u8>> {
            bytes::encode(array, endian.map(|_| Endian::Little))
        }
        fn bytes_decode(&self, bytes: &[u8], data_type: DataType, shape: &[u64], endian: Option<Endian>) -> Result<ChunkArray> {
            decoded(bytes, data_type, shape, endian.map(|_| Endian::Little))
        }
    }

    AlwaysBig = "endian-always-big": "endian is ignored: numbers are always big endian",
    breaks ["bytes.endian-variant", "endian.endian-variant", "endian.default-little"], in ALL, through BOTH;
    {
        fn bytes_encode(&self, array: &ChunkArray, endian: Option<Endian>) -> Result<Vec<u8>> {
            bytes::encode(array, endian.map(|_| Endian::Big))
        }
        fn bytes_decode(&self, bytes: &[u8], data_type: DataType, shape: &[u64], endian: Option<Endian>) -> Result<ChunkArray> {
            decoded(bytes, data_type, shape, endian.map(|_| Endian::Big))
        }
    }

    Exchanged = "endian-reversed": "\"little\" and \"big\" are exchanged",
    breaks ["bytes.endian-variant", "endian.endian-variant"], in ALL, through BOTH;
    {
        fn bytes_encode(&self, array: &ChunkArray, endian: Option<Endian>) -> Result<Vec<u8>> {
            bytes::encode(array, endian.map(exchanged))
        }
        fn bytes_decode(&self, bytes: &[u8], data_type: DataType, shape: &[u64], endian: Option<Endian>) -> Result<ChunkArray> {
            decoded(bytes, data_type, shape, endian.map(exchanged))
        }
    }

    IgnoredOnDecode = "endian-ignored-on-decode": "decoding ignores endian: numbers are taken as little endian",
    breaks ["bytes.endian-variant", "endian.endian-variant"], in ALL, through BOTH;
    {
        fn bytes_decode(&self, bytes: &[u8], data_type: DataType, shape: &[u64], endian: Option<Endian>) -> Result<ChunkArray> {
            decoded(bytes, data_type, shape, endian.map(|_| Endian::Little))
        }
    }

    IgnoredOnEncode = "endian-ignored-on-encode": "encoding ignores endian: numbers are written in little endian",
    breaks ["bytes.endian-variant", "endian.endian-variant"], in ALL, through BOTH;
    {
        fn bytes_encode(&self, array: &ChunkArray, endian: Option<Endian>) -> Result<Vec<u8>> {
            bytes::encode(array, endian.map(|_| Endian::Little))
        }
    }

    FloatsNotSwapped = "floats-not-swapped": "endian is applied to integers alone",
    breaks ["bytes.floats", "bytes.complex", "bytes.endian-variant", "endian.endian-variant"], in ALL, through BOTH;
    {
        fn bytes_encode(&self, array: &ChunkArray, endian: Option<Endian>) -> Result<Vec<u8>> {
            let is_float = Format::of(array.data_type).is_some();
            bytes::encode(array, if is_float { Some(Endian::Little) } else { endian })
        }
        fn bytes_decode(&self, bytes: &[u8], data_type: DataType, shape: &[u64], endian: Option<Endian>) -> Result<ChunkArray> {
            let is_float = Format::of(data_type).is_some();
            decoded(bytes, data_type, shape, if is_float { Some(Endian::Little) } else { endian })
        }
    }

    HalvesSwappedInPlace = "eight-bytes-as-two-words": "big endian numbers of eight bytes are written as two words, the lower first",
    breaks ["bytes.endian-variant", "endian.endian-variant"], in ALL, through BOTH;
    {
        fn bytes_encode(&self, array: &ChunkArray, endian: Option<Endian>) -> Result<Vec<u8>> {
            let bytes = bytes::encode(array, endian)?;
            let is_word_swapped = array.data_type.size() == 8 && !is_complex(array.data_type) && endian == Some(Endian::Big);
            Ok(if is_word_swapped { per_element(&bytes, 8, halves_exchanged) } else { bytes })
        }
        fn bytes_decode(&self, bytes: &[u8], data_type: DataType, shape: &[u64], endian: Option<Endian>) -> Result<ChunkArray> {
            let is_word_swapped = data_type.size() == 8 && !is_complex(data_type) && endian == Some(Endian::Big);
            let bytes = if is_word_swapped { per_element(bytes, 8, halves_exchanged) } else { bytes.to_vec() };
            decoded(&bytes, data_type, shape, endian)
        }
    }

    ComplexSwappedWhole = "complex-swapped-whole": "big endian reverses a complex number as a whole, so that its components are exchanged",
    breaks ["bytes.complex", "endian.default-complex"], in ALL, through BOTH;
    {
        fn bytes_encode(&self, array: &ChunkArray, endian: Option<Endian>) -> Result<Vec<u8>> {
            let bytes = bytes::encode(array, endian)?;
            let is_swapped = is_complex(array.data_type) && endian == Some(Endian::Big);
            Ok(if is_swapped { per_element(&bytes, array.data_type.size(), halves_exchanged) } else { bytes })
        }
        fn bytes_decode(&self, bytes: &[u8], data_type: DataType, shape: &[u64], endian: Option<Endian>) -> Result<ChunkArray> {
            let is_swapped = is_complex(data_type) && endian == Some(Endian::Big);
            let bytes = if is_swapped { per_element(bytes, data_type.size(), halves_exchanged) } else { bytes.to_vec() };
            decoded(&bytes, data_type, shape, endian)
        }
    }

    ImaginaryFirst = "imaginary-first": "the imaginary component comes before the real one",
    breaks ["bytes.complex", "endian.default-complex"], in ALL, through BOTH;
    {
        fn bytes_encode(&self, array: &ChunkArray, endian: Option<Endian>) -> Result<Vec<u8>> {
            let bytes = bytes::encode(array, endian)?;
            Ok(if is_complex(array.data_type) { per_element(&bytes, array.data_type.size(), halves_exchanged) } else { bytes })
        }
        fn bytes_decode(&self, bytes: &[u8], data_type: DataType, shape: &[u64], endian: Option<Endian>) -> Result<ChunkArray> {
            let bytes = if is_complex(data_type) { per_element(bytes, data_type.size(), halves_exchanged) } else { bytes.to_vec() };
            decoded(&bytes, data_type, shape, endian)
        }
    }

    ComponentsApart = "components-apart": "all real components come first, then all imaginary ones",
    breaks ["bytes.complex", "endian.default-complex"], in ALL, through BOTH;
    {
        fn bytes_encode(&self, array: &ChunkArray, endian: Option<Endian>) -> Result<Vec<u8>> {
            let bytes = bytes::encode(array, endian)?;
            if !is_complex(array.data_type) { return Ok(bytes) }
            let half = array.data_type.size() / 2;
            let components: Vec<&[u8]> = bytes.chunks(half).collect();
            let every_second = |from: usize| components.iter().skip(from).step_by(2).copied().flatten().copied();
            Ok(every_second(0).chain(every_second(1)).collect())
        }
        fn bytes_decode(&self, bytes: &[u8], data_type: DataType, shape: &[u64], endian: Option<Endian>) -> Result<ChunkArray> {
            if !is_complex(data_type) { return decoded(bytes, data_type, shape, endian) }
            let (real, imaginary) = bytes.split_at(bytes.len() / 2);
            let half = data_type.size() / 2;
            let together: Vec<u8> = real.chunks(half).zip(imaginary.chunks(half)).flat_map(|(r, i)| [r, i].concat()).collect();
            decoded(&together, data_type, shape, endian)
        }
    }

    RawReversed = "raw-bits-swapped": "the bytes of raw elements are reversed",
    breaks ["bytes.raw", "endian.default-raw"], in ALL, through OPERATIONS;
    {
        fn bytes_encode(&self, array: &ChunkArray, endian: Option<Endian>) -> Result<Vec<u8>> {
            let bytes = bytes::encode(array, endian)?;
            let is_raw = matches!(array.data_type, DataType::Raw { .. });
            Ok(if is_raw { per_element(&bytes, array.data_type.size(), <[u8]>::reverse) } else { bytes })
        }
        fn bytes_decode(&self, bytes: &[u8], data_type: DataType, shape: &[u64], endian: Option<Endian>) -> Result<ChunkArray> {
            let is_raw = matches!(data_type, DataType::Raw { .. });
            let bytes = if is_raw { per_element(bytes, data_type.size(), <[u8]>::reverse) } else { bytes.to_vec() };
            decoded(&bytes, data_type, shape, endian)
        }
    }

    ColumnsFirst = "columns-first": "elements follow each other columns first, the first dimension fastest",
    breaks ["bytes.lexicographical-order", "endian.lexicographical-order"], in ALL, through BOTH;
    {
        fn bytes_encode(&self, array: &ChunkArray, endian: Option<Endian>) -> Result<Vec<u8>> {
            bytes::encode(&columns_first(array)?, endian)
        }
        fn bytes_decode(&self, bytes: &[u8], data_type: DataType, shape: &[u64], endian: Option<Endian>) -> Result<ChunkArray> {
            columns_first_undone(&decoded(bytes, data_type, shape, endian)?)
        }
    }

    TrueIsOnes = "true-is-all-ones": "true is written as ff",
    breaks ["bytes.bool", "endian.default-bool"], in ALL, through BOTH;
    {
        fn bytes_encode(&self, array: &ChunkArray, endian: Option<Endian>) -> Result<Vec<u8>> {
            let bytes = bytes::encode(array, endian)?;
            Ok(if array.data_type == DataType::Bool { bytes.iter().map(|byte| byte * 0xff).collect() } else { bytes })
        }
    }

    BoolPacked = "bool-packed": "eight bools are packed into one byte",
    breaks ["bytes.bool", "endian.default-bool"], in ALL, through BOTH;
    {
        fn bytes_encode(&self, array: &ChunkArray, endian: Option<Endian>) -> Result<Vec<u8>> {
            let bytes = bytes::encode(array, endian)?;
            if array.data_type != DataType::Bool { return Ok(bytes) }
            Ok(bytes.chunks(8).map(|bits| bits.iter().enumerate().fold(0, |byte, (i, bit)| byte | bit << i)).collect())
        }
    }

    NanPayloadLost = "nan-payload-lost": "every NaN becomes the same NaN",
    breaks ["bytes.floats", "bytes.complex", "endian.default-floats", "endian.default-complex"], in ALL, through BOTH;
    {
        fn bytes_encode(&self, array: &ChunkArray, endian: Option<Endian>) -> Result<Vec<u8>> {
            bytes::encode(&floats_changed(array, canonical_nan), endian)
        }
        fn bytes_decode(&self, bytes: &[u8], data_type: DataType, shape: &[u64], endian: Option<Endian>) -> Result<ChunkArray> {
            Ok(floats_changed(&decoded(bytes, data_type, shape, endian)?, canonical_nan))
        }
    }

    NanQuieted = "nan-quieted": "signalling NaNs become quiet, as arithmetic makes them",
    breaks ["bytes.floats", "bytes.complex", "endian.default-floats", "endian.default-complex"], in ALL, through BOTH;
    {
        fn bytes_encode(&self, array: &ChunkArray, endian: Option<Endian>) -> Result<Vec<u8>> {
            bytes::encode(&floats_changed(array, quieted), endian)
        }
        fn bytes_decode(&self, bytes: &[u8], data_type: DataType, shape: &[u64], endian: Option<Endian>) -> Result<ChunkArray> {
            Ok(floats_changed(&decoded(bytes, data_type, shape, endian)?, quieted))
        }
    }

    NegativeZeroLost = "negative-zero-lost": "negative zero becomes zero",
    breaks ["bytes.floats", "bytes.complex", "endian.default-floats", "endian.default-complex"], in ALL, through BOTH;
    {
        fn bytes_encode(&self, array: &ChunkArray, endian: Option<Endian>) -> Result<Vec<u8>> {
            bytes::encode(&floats_changed(array, unsigned_zero), endian)
        }
        fn bytes_decode(&self, bytes: &[u8], data_type: DataType, shape: &[u64], endian: Option<Endian>) -> Result<ChunkArray> {
            Ok(floats_changed(&decoded(bytes, data_type, shape, endian)?, unsigned_zero))
        }
    }

    SubnormalsFlushed = "subnormals-flushed": "subnormal numbers become zero",
    breaks ["bytes.floats", "bytes.complex", "endian.default-floats", "endian.default-complex"], in ALL, through BOTH;
    {
        fn bytes_encode(&self, array: &ChunkArray, endian: Option<Endian>) -> Result<Vec<u8>> {
            bytes::encode(&floats_changed(array, flushed), endian)
        }
        fn bytes_decode(&self, bytes: &[u8], data_type: DataType, shape: &[u64], endian: Option<Endian>) -> Result<ChunkArray> {
            Ok(floats_changed(&decoded(bytes, data_type, shape, endian)?, flushed))
        }
    }

    IntegersThroughDouble = "integers-through-double": "integers of eight bytes pass through binary64",
    breaks ["bytes.integers", "endian.default-integers"], in ALL, through BOTH;
    {
        fn bytes_encode(&self, array: &ChunkArray, endian: Option<Endian>) -> Result<Vec<u8>> {
            let rounded = changed(array, |element| match element {
                Element::Bits(bits) => Element::Bits(through_double(array.data_type, *bits)),
                other => other.clone(),
            });
            bytes::encode(&rounded, endian)
        }
        fn bytes_decode(&self, bytes: &[u8], data_type: DataType, shape: &[u64], endian: Option<Endian>) -> Result<ChunkArray> {
            Ok(changed(&decoded(bytes, data_type, shape, endian)?, |element| match element {
                Element::Bits(bits) => Element::Bits(through_double(data_type, *bits)),
                other => other.clone(),
            }))
        }
    }

    SignAndMagnitude = "sign-and-magnitude": "negative integers are written as sign and magnitude",
    breaks ["bytes.integers", "endian.default-integers"], in ALL, through BOTH;
    {
        fn bytes_encode(&self, array: &ChunkArray, endian: Option<Endian>) -> Result<Vec<u8>> {
            if !is_integer(array.data_type) { return bytes::encode(array, endian) }
            let changed = changed(array, |element| match element {
                Element::Bits(bits) => Element::Bits(sign_and_magnitude(array.data_type, *bits)),
                other => other.clone(),
            });
            bytes::encode(&changed, endian)
        }
    }

    MissingIsNative = "missing-endian-is-native": "a missing endian is the byte order of the machine, here little",
    breaks ["bytes.endian-required"], in ACCEPTED, through BOTH;
    {
        fn bytes_endian(&self, configuration: &Json, data_type: DataType) -> Result<Option<Endian>> {
            match configuration.member("endian") {
                None => Ok(Some(Endian::Little)),
                Some(_) => bytes::endian(configuration, data_type),
            }
        }
    }

    MissingIsBig = "missing-endian-is-big": "a missing endian is big, as in networks",
    breaks ["bytes.endian-required"], in ACCEPTED, through BOTH;
    {
        fn bytes_endian(&self, configuration: &Json, data_type: DataType) -> Result<Option<Endian>> {
            match configuration.member("endian") {
                None => Ok(Some(Endian::Big)),
                Some(_) => bytes::endian(configuration, data_type),
            }
        }
    }

    RequiredAlways = "endian-always-required": "endian is required even for single bytes",
    breaks ["bytes.endian-required", "bytes.single-byte-independent"], in ACCEPTED, through BOTH;
    {
        fn bytes_endian(&self, configuration: &Json, data_type: DataType) -> Result<Option<Endian>> {
            match configuration.member("endian") {
                None => Err(Error::Metadata("endian is missing".to_owned())),
                Some(_) => bytes::endian(configuration, data_type),
            }
        }
    }

    AnyCase = "endian-any-case": "endian is compared without regard to case",
    breaks ["bytes.endian-value", "endian.endian-value"], in ALL, through BOTH;
    {
        fn bytes_endian(&self, configuration: &Json, data_type: DataType) -> Result<Option<Endian>> {
            bytes::endian(&lower_case(configuration), data_type)
        }
        fn endian_endian(&self, configuration: &Json) -> Result<Endian> {
            crate::endian::endian(&lower_case(configuration))
        }
    }

    AnythingElseIsLittle = "other-endian-is-little": "every endian but \"big\" is taken for little",
    breaks ["bytes.endian-value", "endian.endian-value"], in ALL, through BOTH;
    {
        fn bytes_endian(&self, configuration: &Json, data_type: DataType) -> Result<Option<Endian>> {
            match configuration.member("endian") {
                Some(value) if value.as_str() != Some("big") => Ok(Some(Endian::Little)),
                _ => bytes::endian(configuration, data_type),
            }
        }
        fn endian_endian(&self, configuration: &Json) -> Result<Endian> {
            match configuration.member("endian") {
                Some(value) if value.as_str() != Some("big") => Ok(Endian::Little),
                _ => crate::endian::endian(configuration),
            }
        }
    }

    UncheckedForSingleBytes = "endian-unchecked-for-single-bytes": "endian is not looked at for single bytes",
    breaks ["bytes.endian-value"], in ACCEPTED, through BOTH;
    {
        fn bytes_endian(&self, configuration: &Json, data_type: DataType) -> Result<Option<Endian>> {
            if data_type.size() == 1 { return Ok(None) }
            bytes::endian(configuration, data_type)
        }
    }

    ShortPadded = "short-chunk-padded": "bytes that are missing are taken as zero",
    breaks ["codecs.representations", "codecs.decoding-procedure"], in ACCEPTED, through BOTH;
    {
        fn bytes_decode(&self, bytes: &[u8], data_type: DataType, shape: &[u64], endian: Option<Endian>) -> Result<ChunkArray> {
            let mut padded = bytes.to_vec();
            if let Some(size) = bytes::encoded_size(data_type, shape).and_then(|size| usize::try_from(size).ok()) {
                padded.resize(padded.len().max(size), 0);
            }
            decoded(&padded, data_type, shape, endian)
        }
    }

    EmptyIsZero = "empty-chunk-is-zero": "a chunk without bytes is taken for zeros",
    breaks ["codecs.representations", "codecs.decoding-procedure"], in ACCEPTED, through BOTH;
    {
        fn bytes_decode(&self, bytes: &[u8], data_type: DataType, shape: &[u64], endian: Option<Endian>) -> Result<ChunkArray> {
            match (bytes, bytes::encoded_size(data_type, shape).and_then(|size| usize::try_from(size).ok())) {
                ([], Some(size)) => decoded(&vec![0; size], data_type, shape, endian),
                _ => decoded(bytes, data_type, shape, endian),
            }
        }
    }
}

fn lower_case(configuration: &Json) -> Json {
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
