//! Wrong readings of the bytes codec.

use crate::bytes::{self, Endian};
use crate::chunk_array::positions;
use crate::error::Error;
use crate::float::Format;
use crate::misreading::{ACCEPTED, ALL, BOTH, Misreading, OPERATIONS};
use crate::steps::Replacement;
use crate::{ChunkArray, DataType, Element, Json, Result};

fn exchanged(endian: Endian) -> Endian {
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

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "endian-big-refused",
        when: "big endian is refused",
        requirements: &[
            "bytes.endian-value",
            "bytes.endian-variant",
            "endian.endian-value",
            "endian.endian-variant",
        ],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_endian(|_, configuration, data_type| {
                match bytes::endian(configuration, data_type)? {
                    Some(Endian::Big) => Err(Error::Metadata("big endian".to_owned())),
                    endian => Ok(endian),
                }
            }),
            Replacement::endian_endian(|_, configuration| {
                match crate::endian::endian(configuration)? {
                    Endian::Big => Err(Error::Metadata("big endian".to_owned())),
                    Endian::Little => Ok(Endian::Little),
                }
            }),
        ],
    },
    Misreading {
        name: "endian-ignored",
        when: "endian is ignored: numbers are always little endian",
        requirements: &["bytes.endian-variant", "endian.endian-variant"],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                bytes::encode(array, endian.map(|_| Endian::Little))
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                decoded(bytes, data_type, shape, endian.map(|_| Endian::Little))
            }),
        ],
    },
    Misreading {
        name: "endian-always-big",
        when: "endian is ignored: numbers are always big endian",
        requirements: &[
            "bytes.endian-variant",
            "endian.endian-variant",
            "endian.default-little",
        ],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                bytes::encode(array, endian.map(|_| Endian::Big))
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                decoded(bytes, data_type, shape, endian.map(|_| Endian::Big))
            }),
        ],
    },
    Misreading {
        name: "endian-reversed",
        when: "\"little\" and \"big\" are exchanged",
        requirements: &["bytes.endian-variant", "endian.endian-variant"],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                bytes::encode(array, endian.map(exchanged))
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                decoded(bytes, data_type, shape, endian.map(exchanged))
            }),
        ],
    },
    Misreading {
        name: "endian-ignored-on-decode",
        when: "decoding ignores endian: numbers are read as little endian",
        requirements: &["bytes.endian-variant", "endian.endian-variant"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::bytes_decode(
            |_, bytes, data_type, shape, endian| {
                decoded(bytes, data_type, shape, endian.map(|_| Endian::Little))
            },
        )],
    },
    Misreading {
        name: "endian-ignored-on-encode",
        when: "encoding ignores endian: numbers are written in little endian",
        requirements: &["bytes.endian-variant", "endian.endian-variant"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::bytes_encode(|_, array, endian| {
            bytes::encode(array, endian.map(|_| Endian::Little))
        })],
    },
    Misreading {
        name: "floats-not-swapped",
        when: "endian is applied to integers only",
        requirements: &[
            "bytes.floats",
            "bytes.complex",
            "bytes.endian-variant",
            "endian.endian-variant",
        ],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                let is_float = Format::of(array.data_type).is_some();
                bytes::encode(
                    array,
                    if is_float {
                        Some(Endian::Little)
                    } else {
                        endian
                    },
                )
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                let is_float = Format::of(data_type).is_some();
                decoded(
                    bytes,
                    data_type,
                    shape,
                    if is_float {
                        Some(Endian::Little)
                    } else {
                        endian
                    },
                )
            }),
        ],
    },
    Misreading {
        name: "eight-bytes-as-two-words",
        when: "big endian numbers of eight bytes are written as two words, the lower first",
        requirements: &["bytes.endian-variant", "endian.endian-variant"],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                let bytes = bytes::encode(array, endian)?;
                let is_word_swapped = array.data_type.size() == 8
                    && !is_complex(array.data_type)
                    && endian == Some(Endian::Big);
                Ok(if is_word_swapped {
                    per_element(&bytes, 8, halves_exchanged)
                } else {
                    bytes
                })
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                let is_word_swapped =
                    data_type.size() == 8 && !is_complex(data_type) && endian == Some(Endian::Big);
                let bytes = if is_word_swapped {
                    per_element(bytes, 8, halves_exchanged)
                } else {
                    bytes.to_vec()
                };
                decoded(&bytes, data_type, shape, endian)
            }),
        ],
    },
    Misreading {
        name: "complex-swapped-whole",
        when: "big endian reverses a complex number as a whole, so that its components are \
            exchanged",
        requirements: &["bytes.complex", "endian.default-complex"],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                let bytes = bytes::encode(array, endian)?;
                let is_swapped = is_complex(array.data_type) && endian == Some(Endian::Big);
                Ok(if is_swapped {
                    per_element(&bytes, array.data_type.size(), halves_exchanged)
                } else {
                    bytes
                })
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                let is_swapped = is_complex(data_type) && endian == Some(Endian::Big);
                let bytes = if is_swapped {
                    per_element(bytes, data_type.size(), halves_exchanged)
                } else {
                    bytes.to_vec()
                };
                decoded(&bytes, data_type, shape, endian)
            }),
        ],
    },
    Misreading {
        name: "imaginary-first",
        when: "the imaginary component comes before the real one",
        requirements: &["bytes.complex", "endian.default-complex"],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                let bytes = bytes::encode(array, endian)?;
                Ok(if is_complex(array.data_type) {
                    per_element(&bytes, array.data_type.size(), halves_exchanged)
                } else {
                    bytes
                })
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                let bytes = if is_complex(data_type) {
                    per_element(bytes, data_type.size(), halves_exchanged)
                } else {
                    bytes.to_vec()
                };
                decoded(&bytes, data_type, shape, endian)
            }),
        ],
    },
    Misreading {
        name: "components-apart",
        when: "all real components come first, then all imaginary ones",
        requirements: &["bytes.complex", "endian.default-complex"],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                let bytes = bytes::encode(array, endian)?;
                if !is_complex(array.data_type) {
                    return Ok(bytes);
                }
                let half = array.data_type.size() / 2;
                let components: Vec<&[u8]> = bytes.chunks(half).collect();
                let every_second = |from: usize| {
                    components
                        .iter()
                        .skip(from)
                        .step_by(2)
                        .copied()
                        .flatten()
                        .copied()
                };
                Ok(every_second(0).chain(every_second(1)).collect())
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                if !is_complex(data_type) {
                    return decoded(bytes, data_type, shape, endian);
                }
                let (real, imaginary) = bytes.split_at(bytes.len() / 2);
                let half = data_type.size() / 2;
                let together: Vec<u8> = real
                    .chunks(half)
                    .zip(imaginary.chunks(half))
                    .flat_map(|(r, i)| [r, i].concat())
                    .collect();
                decoded(&together, data_type, shape, endian)
            }),
        ],
    },
    Misreading {
        name: "raw-bits-swapped",
        when: "the bytes of raw elements are reversed",
        requirements: &["bytes.raw", "endian.default-raw"],
        editions: ALL,
        through: OPERATIONS,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                let bytes = bytes::encode(array, endian)?;
                let is_raw = matches!(array.data_type, DataType::Raw { .. });
                Ok(if is_raw {
                    per_element(&bytes, array.data_type.size(), <[u8]>::reverse)
                } else {
                    bytes
                })
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                let is_raw = matches!(data_type, DataType::Raw { .. });
                let bytes = if is_raw {
                    per_element(bytes, data_type.size(), <[u8]>::reverse)
                } else {
                    bytes.to_vec()
                };
                decoded(&bytes, data_type, shape, endian)
            }),
        ],
    },
    Misreading {
        name: "columns-first",
        when: "elements follow each other columns first, the first dimension fastest",
        requirements: &[
            "bytes.lexicographical-order",
            "endian.lexicographical-order",
        ],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                bytes::encode(&columns_first(array)?, endian)
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                columns_first_undone(&decoded(bytes, data_type, shape, endian)?)
            }),
        ],
    },
    Misreading {
        name: "true-is-all-ones",
        when: "true is written as ff",
        requirements: &["bytes.bool", "endian.default-bool"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::bytes_encode(|_, array, endian| {
            let bytes = bytes::encode(array, endian)?;
            Ok(if array.data_type == DataType::Bool {
                bytes.iter().map(|byte| byte * 0xff).collect()
            } else {
                bytes
            })
        })],
    },
    Misreading {
        name: "bool-packed",
        when: "eight bools are packed into one byte",
        requirements: &["bytes.bool", "endian.default-bool"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::bytes_encode(|_, array, endian| {
            let bytes = bytes::encode(array, endian)?;
            if array.data_type != DataType::Bool {
                return Ok(bytes);
            }
            Ok(bytes
                .chunks(8)
                .map(|bits| {
                    bits.iter()
                        .enumerate()
                        .fold(0, |byte, (i, bit)| byte | bit << i)
                })
                .collect())
        })],
    },
    Misreading {
        name: "nan-payload-lost",
        when: "every NaN becomes the same NaN",
        requirements: &[
            "bytes.floats",
            "bytes.complex",
            "endian.default-floats",
            "endian.default-complex",
        ],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                bytes::encode(&floats_changed(array, canonical_nan), endian)
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                Ok(floats_changed(
                    &decoded(bytes, data_type, shape, endian)?,
                    canonical_nan,
                ))
            }),
        ],
    },
    Misreading {
        name: "nan-quieted",
        when: "signalling NaNs become quiet, as arithmetic makes them",
        requirements: &[
            "bytes.floats",
            "bytes.complex",
            "endian.default-floats",
            "endian.default-complex",
        ],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                bytes::encode(&floats_changed(array, quieted), endian)
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                Ok(floats_changed(
                    &decoded(bytes, data_type, shape, endian)?,
                    quieted,
                ))
            }),
        ],
    },
    Misreading {
        name: "negative-zero-lost",
        when: "negative zero becomes zero",
        requirements: &[
            "bytes.floats",
            "bytes.complex",
            "endian.default-floats",
            "endian.default-complex",
        ],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                bytes::encode(&floats_changed(array, unsigned_zero), endian)
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                Ok(floats_changed(
                    &decoded(bytes, data_type, shape, endian)?,
                    unsigned_zero,
                ))
            }),
        ],
    },
    Misreading {
        name: "subnormals-flushed",
        when: "subnormal numbers become zero",
        requirements: &[
            "bytes.floats",
            "bytes.complex",
            "endian.default-floats",
            "endian.default-complex",
        ],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                bytes::encode(&floats_changed(array, flushed), endian)
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                Ok(floats_changed(
                    &decoded(bytes, data_type, shape, endian)?,
                    flushed,
                ))
            }),
        ],
    },
    Misreading {
        name: "integers-through-double",
        when: "integers of eight bytes pass through binary64",
        requirements: &["bytes.integers", "endian.default-integers"],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                let rounded = changed(array, |element| match element {
                    Element::Bits(bits) => Element::Bits(through_double(array.data_type, *bits)),
                    other => other.clone(),
                });
                bytes::encode(&rounded, endian)
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                Ok(changed(
                    &decoded(bytes, data_type, shape, endian)?,
                    |element| match element {
                        Element::Bits(bits) => Element::Bits(through_double(data_type, *bits)),
                        other => other.clone(),
                    },
                ))
            }),
        ],
    },
    Misreading {
        name: "sign-and-magnitude",
        when: "negative integers are written as sign and magnitude",
        requirements: &["bytes.integers", "endian.default-integers"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::bytes_encode(|_, array, endian| {
            if !is_integer(array.data_type) {
                return bytes::encode(array, endian);
            }
            let changed = changed(array, |element| match element {
                Element::Bits(bits) => Element::Bits(sign_and_magnitude(array.data_type, *bits)),
                other => other.clone(),
            });
            bytes::encode(&changed, endian)
        })],
    },
    Misreading {
        name: "missing-endian-is-native",
        when: "a missing endian is the byte order of the machine, here little",
        requirements: &["bytes.endian-required"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::bytes_endian(
            |_, configuration, data_type| match configuration.member("endian") {
                None => Ok(Some(Endian::Little)),
                Some(_) => bytes::endian(configuration, data_type),
            },
        )],
    },
    Misreading {
        name: "missing-endian-is-big",
        when: "a missing endian is big, as in networks",
        requirements: &["bytes.endian-required"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::bytes_endian(
            |_, configuration, data_type| match configuration.member("endian") {
                None => Ok(Some(Endian::Big)),
                Some(_) => bytes::endian(configuration, data_type),
            },
        )],
    },
    Misreading {
        name: "endian-always-required",
        when: "endian is required even for single bytes",
        requirements: &["bytes.endian-required", "bytes.single-byte-independent"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::bytes_endian(
            |_, configuration, data_type| match configuration.member("endian") {
                None => Err(Error::Metadata("endian is missing".to_owned())),
                Some(_) => bytes::endian(configuration, data_type),
            },
        )],
    },
    Misreading {
        name: "endian-any-case",
        when: "endian is compared without regard to case",
        requirements: &["bytes.endian-value", "endian.endian-value"],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_endian(|_, configuration, data_type| {
                bytes::endian(&lower_case(configuration), data_type)
            }),
            Replacement::endian_endian(|_, configuration| {
                crate::endian::endian(&lower_case(configuration))
            }),
        ],
    },
    Misreading {
        name: "other-endian-is-little",
        when: "every endian but \"big\" is treated as little",
        requirements: &["bytes.endian-value", "endian.endian-value"],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_endian(|_, configuration, data_type| {
                match configuration.member("endian") {
                    Some(value) if value.as_str() != Some("big") => Ok(Some(Endian::Little)),
                    _ => bytes::endian(configuration, data_type),
                }
            }),
            Replacement::endian_endian(|_, configuration| match configuration.member("endian") {
                Some(value) if value.as_str() != Some("big") => Ok(Endian::Little),
                _ => crate::endian::endian(configuration),
            }),
        ],
    },
    Misreading {
        name: "endian-unchecked-for-single-bytes",
        when: "endian is not looked at for single bytes",
        requirements: &["bytes.endian-value"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::bytes_endian(|_, configuration, data_type| {
            if data_type.size() == 1 {
                return Ok(None);
            }
            bytes::endian(configuration, data_type)
        })],
    },
    Misreading {
        name: "short-chunk-padded",
        when: "missing bytes are read as zero",
        requirements: &["codecs.representations", "codecs.decoding-procedure"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::bytes_decode(
            |_, bytes, data_type, shape, endian| {
                let mut padded = bytes.to_vec();
                if let Some(size) = bytes::encoded_size(data_type, shape)
                    .and_then(|size| usize::try_from(size).ok())
                {
                    padded.resize(padded.len().max(size), 0);
                }
                decoded(&padded, data_type, shape, endian)
            },
        )],
    },
    Misreading {
        name: "empty-chunk-is-zero",
        when: "a chunk without bytes is read as zeros",
        requirements: &["codecs.representations", "codecs.decoding-procedure"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::bytes_decode(
            |_, bytes, data_type, shape, endian| match (
                bytes,
                bytes::encoded_size(data_type, shape).and_then(|size| usize::try_from(size).ok()),
            ) {
                ([], Some(size)) => decoded(&vec![0; size], data_type, shape, endian),
                _ => decoded(bytes, data_type, shape, endian),
            },
        )],
    },
];

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
