//! Wrong readings of the count, and of the lengths of elements.

use super::{after, counted, decoded_by, encoded_by, of_length, one, split, u32le};
use crate::chunk_array::number_of_elements;
use crate::misreading::{BOTH, CURRENT, Misreading};
use crate::steps::Replacement;
use crate::{ChunkArray, Element, vlen};

/// A number with its most significant byte first.
fn u32be(number: usize) -> Vec<u8> {
    let mut bytes = u32le(number);
    bytes.reverse();
    bytes
}

/// The number, its most significant byte first, at the beginning of some bytes.
fn big_endian(bytes: &[u8]) -> super::Taken<'_, u64> {
    let (number, rest) = split(bytes, 4)?;
    let number = number
        .iter()
        .fold(0, |number, byte| number << 8 | u64::from(*byte));
    Ok((number, rest))
}

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "vlen-count-big-endian",
        when: "the number of strings or byte strings of a chunk has its most significant byte first",
        requirements: &["vlen-utf8.count", "vlen-bytes.count"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::vlen_encode(|_, array| {
                encoded_by(array, u32be, |bytes| after(&u32le(bytes.len()), bytes))
            }),
            Replacement::vlen_decode(|_, bytes, data_type, shape| {
                decoded_by(bytes, data_type, shape, big_endian, one)
            }),
        ],
    },
    Misreading {
        name: "vlen-lengths-big-endian",
        when: "the length of a string or byte string has its most significant byte first",
        requirements: &["vlen-utf8.element", "vlen-bytes.element"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::vlen_encode(|_, array| {
                encoded_by(array, u32le, |bytes| after(&u32be(bytes.len()), bytes))
            }),
            Replacement::vlen_decode(|_, bytes, data_type, shape| {
                decoded_by(bytes, data_type, shape, counted, |bytes| {
                    let (length, rest) = big_endian(bytes)?;
                    let (element, rest) = split(rest, length)?;
                    Ok((element.to_vec(), rest))
                })
            }),
        ],
    },
    Misreading {
        name: "vlen-no-count",
        when: "strings or byte strings begin with the first byte of a chunk, and no number of them stands there",
        requirements: &["vlen-utf8.count", "vlen-bytes.count"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::vlen_encode(|_, array| {
                encoded_by(
                    array,
                    |_| Vec::new(),
                    |bytes| after(&u32le(bytes.len()), bytes),
                )
            }),
            Replacement::vlen_decode(|_, bytes, data_type, shape| {
                let count = number_of_elements(shape).unwrap_or(0);
                decoded_by(bytes, data_type, shape, |bytes| Ok((count, bytes)), one)
            }),
        ],
    },
    Misreading {
        name: "vlen-missing-elements-are-empty",
        when: "strings or byte strings that a chunk does not hold, by the number of them that it states, are empty",
        requirements: &["vlen-utf8.count", "vlen-bytes.count"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::vlen_decode(|_, bytes, data_type, shape| {
            let (count, _) = counted(bytes)?;
            let count = usize::try_from(number_of_elements(shape).unwrap_or(0).min(count));
            let stored = [count.unwrap_or(0) as u64];
            let mut elements = vlen::decode(bytes, data_type, &stored)?.elements;
            let all = usize::try_from(number_of_elements(shape).unwrap_or(0)).unwrap_or(0);
            elements.resize(all, Element::Raw(Vec::new()));
            ChunkArray::new(data_type, shape.to_vec(), elements)
        })],
    },
    Misreading {
        name: "vlen-cut-elements-are-short",
        when: "a string or byte string of which bytes are missing at the end of a chunk is as short as what is there",
        requirements: &["vlen-utf8.element", "vlen-bytes.element"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::vlen_decode(|_, bytes, data_type, shape| {
            decoded_by(bytes, data_type, shape, counted, |bytes| {
                of_length(bytes, |rest, length| length.min(rest.len() as u64))
            })
        })],
    },
    Misreading {
        name: "vlen-lengths-include-themselves",
        when: "the length of a string or byte string includes its own 4 bytes",
        requirements: &["vlen-utf8.element", "vlen-bytes.element"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::vlen_encode(|_, array| {
                encoded_by(array, u32le, |bytes| after(&u32le(bytes.len() + 4), bytes))
            }),
            Replacement::vlen_decode(|_, bytes, data_type, shape| {
                decoded_by(bytes, data_type, shape, counted, |bytes| {
                    of_length(bytes, |_, length| length.saturating_sub(4))
                })
            }),
        ],
    },
    Misreading {
        name: "vlen-lengths-in-16-bits",
        when: "only 16 bits of the length of a string or byte string are used",
        requirements: &["vlen-utf8.element", "vlen-bytes.element"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::vlen_encode(|_, array| {
                encoded_by(array, u32le, |bytes| {
                    after(&u32le(bytes.len() & 0xffff), bytes)
                })
            }),
            Replacement::vlen_decode(|_, bytes, data_type, shape| {
                decoded_by(bytes, data_type, shape, counted, |bytes| {
                    of_length(bytes, |_, length| length & 0xffff)
                })
            }),
        ],
    },
    Misreading {
        name: "vlen-lengths-signed",
        when: "a length of 2^31 and more is read as negative, and the string or byte string as empty",
        requirements: &["vlen-utf8.element", "vlen-bytes.element"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::vlen_decode(|_, bytes, data_type, shape| {
            decoded_by(bytes, data_type, shape, counted, |bytes| {
                of_length(
                    bytes,
                    |_, length| {
                        if length >> 31 == 1 { 0 } else { length }
                    },
                )
            })
        })],
    },
];
