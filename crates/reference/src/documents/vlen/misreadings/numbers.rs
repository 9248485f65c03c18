//! Wrong readings of the vlen-utf8 codec: the count, and the lengths of elements.

use super::{counted, decoded_by, encoded_by, split, u32le, unchecked};
use crate::chunk_array::number_of_elements;
use crate::misreading::{BOTH, CURRENT, Misreading};
use crate::steps::Replacement;
use crate::{ChunkArray, Element, vlen_utf8};

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

/// A length, and the bytes of an element.
fn after(length: &[u8], utf8: &[u8]) -> Vec<u8> {
    [length, utf8].concat()
}

/// An element whose length is another number than the text has.
fn of_length(bytes: &[u8], length: impl Fn(&[u8], u64) -> u64) -> super::Taken<'_, Vec<u8>> {
    let (number, rest) = counted(bytes)?;
    let (element, rest) = split(rest, length(rest, number))?;
    Ok((element.to_vec(), rest))
}

/// The number of bytes of so many characters.
fn of_characters(bytes: &[u8], characters: u64) -> u64 {
    let is_first = |byte: &u8| byte & 0xc0 != 0x80;
    let mut firsts = (0_u64..).zip(bytes).filter(|(_, byte)| is_first(byte));
    let characters = usize::try_from(characters).unwrap_or(usize::MAX);
    let end = firsts.nth(characters).map(|(at, _)| at);
    end.unwrap_or(bytes.len() as u64)
}

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "vlen-count-big-endian",
        when: "the number of strings of a chunk has its most significant byte first",
        requirements: &["vlen-utf8.count"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::vlen_utf8_encode(|_, array| {
                encoded_by(array, u32be, |utf8| after(&u32le(utf8.len()), utf8))
            }),
            Replacement::vlen_utf8_decode(|_, bytes, data_type, shape| {
                decoded_by(bytes, data_type, shape, big_endian, unchecked)
            }),
        ],
    },
    Misreading {
        name: "vlen-lengths-big-endian",
        when: "the length of a string has its most significant byte first",
        requirements: &["vlen-utf8.element"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::vlen_utf8_encode(|_, array| {
                encoded_by(array, u32le, |utf8| after(&u32be(utf8.len()), utf8))
            }),
            Replacement::vlen_utf8_decode(|_, bytes, data_type, shape| {
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
        when: "strings begin with the first byte of a chunk, and no number of them stands there",
        requirements: &["vlen-utf8.count"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::vlen_utf8_encode(|_, array| {
                encoded_by(
                    array,
                    |_| Vec::new(),
                    |utf8| after(&u32le(utf8.len()), utf8),
                )
            }),
            Replacement::vlen_utf8_decode(|_, bytes, data_type, shape| {
                let count = number_of_elements(shape).unwrap_or(0);
                decoded_by(
                    bytes,
                    data_type,
                    shape,
                    |bytes| Ok((count, bytes)),
                    unchecked,
                )
            }),
        ],
    },
    Misreading {
        name: "vlen-missing-elements-are-empty",
        when: "strings that a chunk does not hold, by the number of them that it states, are empty",
        requirements: &["vlen-utf8.count"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::vlen_utf8_decode(
            |_, bytes, data_type, shape| {
                let (count, _) = counted(bytes)?;
                let count = usize::try_from(number_of_elements(shape).unwrap_or(0).min(count));
                let stored = [count.unwrap_or(0) as u64];
                let mut elements = vlen_utf8::decode(bytes, data_type, &stored)?.elements;
                let all = usize::try_from(number_of_elements(shape).unwrap_or(0)).unwrap_or(0);
                elements.resize(all, Element::Raw(Vec::new()));
                ChunkArray::new(data_type, shape.to_vec(), elements)
            },
        )],
    },
    Misreading {
        name: "vlen-cut-elements-are-short",
        when: "a string of which bytes are missing at the end of a chunk is as short as what is there",
        requirements: &["vlen-utf8.element"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::vlen_utf8_decode(
            |_, bytes, data_type, shape| {
                decoded_by(bytes, data_type, shape, counted, |bytes| {
                    of_length(bytes, |rest, length| length.min(rest.len() as u64))
                })
            },
        )],
    },
    Misreading {
        name: "vlen-lengths-in-characters",
        when: "the length of a string is the number of its characters",
        requirements: &["vlen-utf8.element"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::vlen_utf8_encode(|_, array| {
                encoded_by(array, u32le, |utf8| {
                    after(&u32le(String::from_utf8_lossy(utf8).chars().count()), utf8)
                })
            }),
            Replacement::vlen_utf8_decode(|_, bytes, data_type, shape| {
                decoded_by(bytes, data_type, shape, counted, |bytes| {
                    of_length(bytes, of_characters)
                })
            }),
        ],
    },
    Misreading {
        name: "vlen-lengths-include-themselves",
        when: "the length of a string includes its own 4 bytes",
        requirements: &["vlen-utf8.element"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::vlen_utf8_encode(|_, array| {
                encoded_by(array, u32le, |utf8| after(&u32le(utf8.len() + 4), utf8))
            }),
            Replacement::vlen_utf8_decode(|_, bytes, data_type, shape| {
                decoded_by(bytes, data_type, shape, counted, |bytes| {
                    of_length(bytes, |_, length| length.saturating_sub(4))
                })
            }),
        ],
    },
    Misreading {
        name: "vlen-lengths-in-16-bits",
        when: "only 16 bits of the length of a string are used",
        requirements: &["vlen-utf8.element"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::vlen_utf8_encode(|_, array| {
                encoded_by(array, u32le, |utf8| {
                    after(&u32le(utf8.len() & 0xffff), utf8)
                })
            }),
            Replacement::vlen_utf8_decode(|_, bytes, data_type, shape| {
                decoded_by(bytes, data_type, shape, counted, |bytes| {
                    of_length(bytes, |_, length| length & 0xffff)
                })
            }),
        ],
    },
    Misreading {
        name: "vlen-lengths-signed",
        when: "a length of 2^31 and more is read as negative, and the string as empty",
        requirements: &["vlen-utf8.element"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::vlen_utf8_decode(
            |_, bytes, data_type, shape| {
                decoded_by(bytes, data_type, shape, counted, |bytes| {
                    of_length(
                        bytes,
                        |_, length| {
                            if length >> 31 == 1 { 0 } else { length }
                        },
                    )
                })
            },
        )],
    },
];
