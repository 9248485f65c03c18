//! Wrong readings of the crc32c codec.

pub(crate) mod checked;

use crate::codecs::{self, Codec, Representation};
use crate::crc32c;
use crate::error::Error;
use crate::gzip;
use crate::misreading::{ACCEPTED, BOTH, Misreading, STORES, require};
use crate::steps::Replacement;
use crate::{Json, Result};

/// The most bytes that are invented.
const MOST_MADE_UP: u64 = 1 << 20;

/// The bytes, and what `suffix` makes of them.
pub(crate) fn appended(bytes: &[u8], suffix: impl Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    [bytes, &suffix(bytes)].concat()
}

/// The bytes before the last `size`, which must be what `suffix` makes of them.
pub(crate) fn checked(
    bytes: &[u8],
    size: usize,
    suffix: impl Fn(&[u8]) -> Vec<u8>,
) -> Result<Vec<u8>> {
    let wrong = || Error::Codec("crc32c: found another checksum".to_owned());
    let length = bytes.len().checked_sub(size).ok_or_else(wrong)?;
    let decoded = bytes[..length].to_vec();
    if bytes[length..] != suffix(&decoded) {
        return Err(wrong());
    }
    Ok(decoded)
}

/// A checksum with the least significant bit of each byte first.
fn reflected(bytes: &[u8], polynomial: u32, first: u32, last: u32) -> Vec<u8> {
    let mut register = first;
    for byte in bytes {
        register ^= u32::from(*byte);
        for _ in 0..8 {
            let polynomial = if register & 1 == 1 { polynomial } else { 0 };
            register = polynomial ^ (register >> 1);
        }
    }
    (register ^ last).to_le_bytes().to_vec()
}

/// A checksum with the most significant bit of each byte first.
fn not_reflected(bytes: &[u8]) -> Vec<u8> {
    let mut register = u32::MAX;
    for byte in bytes {
        register ^= u32::from(*byte) << 24;
        for _ in 0..8 {
            let polynomial = if register >> 31 == 1 { 0x1edc_6f41 } else { 0 };
            register = polynomial ^ (register << 1);
        }
    }
    (!register).to_le_bytes().to_vec()
}

fn adler32(bytes: &[u8]) -> Vec<u8> {
    let (mut a, mut b) = (1_u32, 0_u32);
    for byte in bytes {
        a = (a + u32::from(*byte)) % 65521;
        b = (b + a) % 65521;
    }
    (b << 16 | a).to_le_bytes().to_vec()
}

fn masked(bytes: &[u8]) -> Vec<u8> {
    let rotated = crc32c::checksum(bytes).rotate_right(15);
    rotated.wrapping_add(0xa282_ead8).to_le_bytes().to_vec()
}

fn little(checksum: u32) -> Vec<u8> {
    checksum.to_le_bytes().to_vec()
}

fn of_the_first_64_kb(bytes: &[u8]) -> Vec<u8> {
    little(crc32c::checksum(&bytes[..bytes.len().min(1 << 16)]))
}

fn big(bytes: &[u8]) -> Vec<u8> {
    crc32c::checksum(bytes).to_be_bytes().to_vec()
}

fn halves_exchanged(bytes: &[u8]) -> Vec<u8> {
    little(crc32c::checksum(bytes).rotate_left(16))
}

fn hexadecimal(bytes: &[u8]) -> Vec<u8> {
    format!("{:08x}", crc32c::checksum(bytes)).into_bytes()
}

fn of_16_bits(bytes: &[u8]) -> Vec<u8> {
    little(crc32c::checksum(bytes))[..2].to_vec()
}

fn without_the_last_byte(bytes: &[u8]) -> Vec<u8> {
    little(crc32c::checksum(&bytes[..bytes.len().saturating_sub(1)]))
}

fn of_the_first_half(bytes: &[u8]) -> Vec<u8> {
    little(crc32c::checksum(&bytes[..bytes.len() / 2]))
}

fn with_the_length(bytes: &[u8]) -> Vec<u8> {
    let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_le_bytes();
    little(crc32c::checksum(&[bytes, &length].concat()))
}

fn of_pairs_exchanged(bytes: &[u8]) -> Vec<u8> {
    let exchanged: Vec<u8> = bytes
        .chunks(2)
        .flat_map(|pair| pair.iter().rev().copied())
        .collect();
    little(crc32c::checksum(&exchanged))
}

/// The list without codecs that stand behind one of the same name.
fn without_repetitions(list: &[Json]) -> Vec<Json> {
    let name = |value: &Json| {
        let member = value.member("name").and_then(Json::as_str);
        member.or(value.as_str()).map(str::to_owned)
    };
    let mut kept: Vec<Json> = Vec::new();
    for value in list {
        let is_repeated = kept.last().and_then(name) == name(value);
        if !(is_repeated && matches!(name(value).as_deref(), Some("crc32c" | "gzip"))) {
            kept.push(value.clone());
        }
    }
    kept
}

/// A misreading that makes another suffix of some bytes, and expects it.
macro_rules! other_suffix {
    ($name:literal, $when:literal, $requirement:literal, $size:literal, $suffix:expr) => {
        Misreading {
            name: $name,
            when: $when,
            requirements: &[$requirement],
            editions: ACCEPTED,
            through: BOTH,
            replacements: &[
                Replacement::crc32c_encode(|_, bytes| appended(bytes, $suffix)),
                Replacement::crc32c_decode(|_, bytes| checked(bytes, $size, $suffix)),
            ],
        }
    };
}

pub(super) use other_suffix;

pub(crate) const LIST: &[Misreading] = &[
    other_suffix!(
        "crc32-instead-of-crc32c",
        "CRC-32, the checksum of gzip, takes the place of CRC32C",
        "crc32c.checksum",
        4,
        |bytes| little(gzip::crc32(bytes))
    ),
    other_suffix!(
        "crc32c-of-another-polynomial",
        "the checksum of crc32c is made by Koopman's polynomial",
        "crc32c.checksum",
        4,
        |bytes| reflected(bytes, 0xeb31_d82e, u32::MAX, u32::MAX)
    ),
    other_suffix!(
        "crc32c-begins-with-0",
        "the checksum of crc32c begins with 0",
        "crc32c.checksum",
        4,
        |bytes| reflected(bytes, 0x82f6_3b78, 0, u32::MAX)
    ),
    other_suffix!(
        "crc32c-begins-and-ends-with-0",
        "the checksum of crc32c begins with 0, and its bits are not turned at the end",
        "crc32c.checksum",
        4,
        |bytes| reflected(bytes, 0x82f6_3b78, 0, 0)
    ),
    other_suffix!(
        "crc32c-not-turned-at-the-end",
        "the bits of the checksum of crc32c are not turned at the end",
        "crc32c.checksum",
        4,
        |bytes| reflected(bytes, 0x82f6_3b78, u32::MAX, 0)
    ),
    other_suffix!(
        "crc32c-polynomial-not-reversed",
        "the bits of the polynomial of crc32c are not reversed",
        "crc32c.checksum",
        4,
        |bytes| reflected(bytes, 0x1edc_6f41, u32::MAX, u32::MAX)
    ),
    other_suffix!(
        "crc32c-most-significant-bit-first",
        "the checksum of crc32c takes the most significant bit of each byte first",
        "crc32c.checksum",
        4,
        not_reflected
    ),
    other_suffix!(
        "adler32-instead-of-crc32c",
        "Adler-32, the checksum of zlib, takes the place of CRC32C",
        "crc32c.checksum",
        4,
        adler32
    ),
    other_suffix!(
        "crc32c-masked",
        "the checksum of crc32c is masked",
        "crc32c.checksum",
        4,
        masked
    ),
    other_suffix!(
        "crc32c-without-the-last-byte",
        "the last byte has no part in the checksum of crc32c",
        "crc32c.checksum",
        4,
        without_the_last_byte
    ),
    other_suffix!(
        "crc32c-of-the-first-half",
        "only the first half of the bytes has a part in the checksum of crc32c",
        "crc32c.checksum",
        4,
        of_the_first_half
    ),
    other_suffix!(
        "crc32c-with-the-length",
        "the number of bytes has a part in the checksum of crc32c",
        "crc32c.checksum",
        4,
        with_the_length
    ),
    other_suffix!(
        "crc32c-of-the-other-byte-order",
        "the checksum of crc32c is that of elements of two bytes in the other byte order",
        "crc32c.checksum",
        4,
        of_pairs_exchanged
    ),
    other_suffix!(
        "crc32c-big-endian",
        "the checksum of crc32c is stored in big endian",
        "crc32c.little-endian",
        4,
        big
    ),
    other_suffix!(
        "crc32c-halves-exchanged",
        "the halves of the checksum of crc32c are exchanged",
        "crc32c.little-endian",
        4,
        halves_exchanged
    ),
    other_suffix!(
        "crc32c-in-hexadecimal",
        "the checksum of crc32c is stored as hexadecimal digits",
        "crc32c.little-endian",
        8,
        hexadecimal
    ),
    other_suffix!(
        "crc32c-of-16-bits",
        "the checksum of crc32c is stored in 16 bits",
        "crc32c.little-endian",
        2,
        of_16_bits
    ),
    other_suffix!(
        "crc32c-left-out",
        "crc32c stores no checksum, and expects none",
        "crc32c.appended",
        0,
        |_| Vec::new()
    ),
    Misreading {
        name: "crc32c-of-the-first-64-kb",
        when: "the checksum of crc32c is that of the first 64 KiB",
        requirements: &["crc32c.checksum"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[
            Replacement::crc32c_encode(|_, bytes| appended(bytes, of_the_first_64_kb)),
            Replacement::crc32c_decode(|_, bytes| checked(bytes, 4, of_the_first_64_kb)),
        ],
    },
    Misreading {
        name: "crc32c-in-front",
        when: "the checksum of crc32c stands in front of the bytes",
        requirements: &["crc32c.appended"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::crc32c_encode(|_, bytes| {
                [&little(crc32c::checksum(bytes)), bytes].concat()
            }),
            Replacement::crc32c_decode(|_, bytes| {
                let mut moved = bytes.to_vec();
                moved.rotate_left(bytes.len().min(4));
                crc32c::decode(&moved)
            }),
        ],
    },
    Misreading {
        name: "crc32c-not-checked",
        when: "the checksum of crc32c is removed and not checked",
        requirements: &["crc32c.checksum", "crc32c.appended", "crc32c.little-endian"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::crc32c_decode(|_, bytes| {
            crc32c::decode(bytes).or_else(|error| match bytes.len().checked_sub(4) {
                Some(length) => Ok(bytes[..length].to_vec()),
                None => Err(error),
            })
        })],
    },
    Misreading {
        name: "crc32c-of-0-not-checked",
        when: "a checksum of 0 is treated as one that was not made",
        requirements: &["crc32c.checksum"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::crc32c_decode(|_, bytes| match bytes {
            [decoded @ .., 0, 0, 0, 0] => Ok(decoded.to_vec()),
            _ => crc32c::decode(bytes),
        })],
    },
    Misreading {
        name: "crc32c-compared-by-one-byte",
        when: "only the first byte of the checksum of crc32c is compared",
        requirements: &["crc32c.checksum"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::crc32c_decode(|_, bytes| match bytes {
            [decoded @ .., first, _, _, _] if crc32c::encode(decoded)[decoded.len()] == *first => {
                Ok(decoded.to_vec())
            }
            _ => crc32c::decode(bytes),
        })],
    },
    Misreading {
        name: "crc32c-missing-accepted",
        when: "a chunk without the checksum of crc32c is accepted",
        requirements: &["crc32c.appended"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::bytes_to_bytes_decode(
            |steps, codec, bytes, length| {
                if matches!(codec, Codec::Crc32c(_)) && length == Some(bytes.len() as u64) {
                    return Ok(bytes.to_vec());
                }
                codecs::bytes_to_bytes_decode(steps, codec, bytes, length)
            },
        )],
    },
    Misreading {
        name: "crc32c-short-filled-with-zeros",
        when: "a chunk with a checksum that is too short is filled with zeros",
        requirements: &["crc32c.appended", "codecs.decoding-procedure"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::bytes_to_bytes_decode(
            |steps, codec, bytes, length| {
                let literal = codecs::bytes_to_bytes_decode(steps, codec, bytes, length);
                let (Codec::Crc32c(_), Some(length)) = (codec, length) else {
                    return literal;
                };
                let encoded = bytes.len() as u64;
                if length > MOST_MADE_UP || encoded > length + 4 {
                    return literal;
                }
                let is_cut = literal.is_err() && encoded < length + 4;
                let mut decoded = if is_cut { bytes.to_vec() } else { literal? };
                decoded.resize(usize::try_from(length).unwrap_or(0), 0);
                Ok(decoded)
            },
        )],
    },
    Misreading {
        name: "crc32c-length-not-counted",
        when: "the four bytes that crc32c adds are not counted",
        requirements: &["crc32c.appended", "codecs.representations"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::encoded_representation(
            |steps, codec, decoded| {
                let literal = codecs::encoded_representation(steps, codec, decoded)?;
                match (codec, decoded) {
                    (Codec::Crc32c(_), Representation::Bytes { .. }) => Ok(decoded.clone()),
                    _ => Ok(literal),
                }
            },
        )],
    },
    Misreading {
        name: "crc32c-needs-a-configuration",
        when: "crc32c without a configuration is refused",
        requirements: &["crc32c.no-configuration"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            let codec = codecs::codec(steps, value, decoded)?;
            if matches!(codec, Codec::Crc32c(_)) {
                require(value, "configuration")?;
            }
            Ok(codec)
        })],
    },
    Misreading {
        name: "crc32c-configuration-refused",
        when: "crc32c with a configuration is refused, although the configuration is empty",
        requirements: &["crc32c.no-configuration"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            let codec = codecs::codec(steps, value, decoded)?;
            if matches!(codec, Codec::Crc32c(_)) && value.member("configuration").is_some() {
                return Err(Error::Metadata(
                    "crc32c: found a configuration, expected none".to_owned(),
                ));
            }
            Ok(codec)
        })],
    },
    Misreading {
        name: "crc32c-of-other-names",
        when: "other spellings of crc32c are accepted",
        requirements: &["crc32c.name"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            let name = value.member("name").and_then(Json::as_str);
            let is_other = matches!(name, Some("crc-32c" | "crc32_c" | "crc32c "));
            if !is_other {
                return codecs::codec(steps, value, decoded);
            }
            let name = ("name".to_owned(), Json::String("crc32c".to_owned()));
            codecs::codec(steps, &Json::Object(vec![name]), decoded)
        })],
    },
    Misreading {
        name: "repeated-codec-applied-once",
        when: "a codec that is listed twice in a row is applied once",
        requirements: &["codecs.applied-in-sequence"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::chain(
            |steps, list, data_type, shape, fill_value| {
                let list = without_repetitions(list);
                codecs::chain(steps, &list, data_type, shape, fill_value)
            },
        )],
    },
];
