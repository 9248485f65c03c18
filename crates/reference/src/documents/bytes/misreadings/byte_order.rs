//! Wrong readings of the bytes codec: the byte order.

use super::{decoded, exchanged, halves_exchanged, is_complex, per_element};
use crate::DataType;
use crate::bytes::{self, Endian};
use crate::error::Error;
use crate::float::Format;
use crate::misreading::{ALL, BOTH, Misreading, OPERATIONS};
use crate::steps::Replacement;

pub(super) const LIST: &[Misreading] = &[
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
            "bfloat16.bytes",
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
                let is_raw = matches!(array.data_type, DataType::RawBits(_));
                Ok(if is_raw {
                    per_element(&bytes, array.data_type.size(), <[u8]>::reverse)
                } else {
                    bytes
                })
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                let is_raw = matches!(data_type, DataType::RawBits(_));
                let bytes = if is_raw {
                    per_element(bytes, data_type.size(), <[u8]>::reverse)
                } else {
                    bytes.to_vec()
                };
                decoded(&bytes, data_type, shape, endian)
            }),
        ],
    },
];
