//! Wrong readings of the crc32c codec that only some chunks show: long ones, short ones, and those of which
//! not the whole array is read.

use super::{appended, checked, other_suffix};
use crate::crc32c;
use crate::error::Error;
use crate::misreading::{ACCEPTED, BOTH, Misreading, STORES};
use crate::sharding_indexed as sharding;
use crate::steps::{Replacement, Steps};
use crate::{Result, storage};

/// The checksum by tables for so many bytes at once, of which the one that the fifth byte looks up has a wrong
/// bit in this entry. Bytes that are left over are summed up one by one.
fn by_tables(bytes: &[u8], at_once: usize, entry: u8) -> Vec<u8> {
    let mut register = u32::MAX;
    for part in bytes.chunks(at_once) {
        for byte in part {
            register ^= u32::from(*byte);
            for _ in 0..8 {
                let polynomial = if register & 1 == 1 { 0x82f6_3b78 } else { 0 };
                register = polynomial ^ (register >> 1);
            }
        }
        if part.len() == at_once && part[4] == entry {
            register ^= 1 << 9;
        }
    }
    (!register).to_le_bytes().to_vec()
}

/// The bytes before a checksum, whatever it is.
fn not_compared(_: &Steps, bytes: &[u8]) -> Result<Vec<u8>> {
    let length = bytes.len().checked_sub(4);
    let length = length.ok_or_else(|| Error::Codec("crc32c: too short".to_owned()))?;
    Ok(bytes[..length].to_vec())
}

/// Replaces steps where a region that is not the whole array is read.
macro_rules! in_regions {
    ($replacements:expr) => {
        &[Replacement::read_region(
            |steps, store, array, start, shape| {
                let replacements: &[Replacement] = if *shape == array.shape {
                    &[]
                } else {
                    &$replacements
                };
                let steps = steps.clone().with(replacements);
                storage::read_region(&steps, store, array, start, shape)
            },
        )]
    };
}

pub(crate) const LIST: &[Misreading] = &[
    other_suffix!(
        "crc32c-wrong-entry-of-eight-tables",
        "the checksum of crc32c is made by tables for eight bytes at once, one entry of which has a wrong bit",
        "crc32c.checksum",
        4,
        |bytes| by_tables(bytes, 8, 0xfd)
    ),
    other_suffix!(
        "crc32c-wrong-entry-of-sixteen-tables",
        "the checksum of crc32c is made by tables for sixteen bytes at once, one entry of which has a wrong bit",
        "crc32c.checksum",
        4,
        |bytes| by_tables(bytes, 16, 0xfe)
    ),
    Misreading {
        name: "crc32c-of-short-chunks-left-out",
        when: "fewer than four bytes are stored without the checksum of crc32c, and read without it",
        requirements: &["crc32c.appended"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::crc32c_encode(|_, bytes| match bytes.len() {
                0..4 => bytes.to_vec(),
                _ => crc32c::encode(bytes),
            }),
            Replacement::crc32c_decode(|_, bytes| match bytes.len() {
                0..4 => Ok(bytes.to_vec()),
                _ => crc32c::decode(bytes),
            }),
        ],
    },
    Misreading {
        name: "crc32c-missing-from-short-chunks-accepted",
        when: "a chunk of fewer than four bytes is read as one that has no checksum of crc32c",
        requirements: &["crc32c.appended"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::crc32c_decode(|_, bytes| match bytes.len() {
            1..4 => Ok(bytes.to_vec()),
            _ => crc32c::decode(bytes),
        })],
    },
    Misreading {
        name: "crc32c-of-long-chunks-not-compared",
        when: "the checksum of crc32c is not compared where it is that of more than 64 bytes",
        requirements: &["crc32c.checksum"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::crc32c_decode(|steps, bytes| {
            match bytes.len() {
                0..=68 => crc32c::decode(bytes),
                _ => not_compared(steps, bytes),
            }
        })],
    },
    Misreading {
        name: "crc32c-of-regions-not-compared",
        when: "the checksum of crc32c is not compared where a region of the array is read",
        requirements: &["crc32c.checksum"],
        editions: ACCEPTED,
        through: STORES,
        replacements: in_regions!([Replacement::crc32c_decode(not_compared)]),
    },
    Misreading {
        name: "index-checksum-of-regions-not-compared",
        when: "the checksum of the index of a shard is not compared where a region of the array is read",
        requirements: &["sharding-indexed.index-encoded"],
        editions: ACCEPTED,
        through: STORES,
        replacements: in_regions!([Replacement::sharding_index_decode(|steps, codec, shard| {
            let unchecked = [Replacement::crc32c_decode(not_compared)];
            sharding::index_decode(&steps.clone().with(&unchecked), codec, shard)
        })]),
    },
    Misreading {
        name: "inner-checksum-of-regions-not-compared",
        when: "the checksums of inner chunks are not compared where a region of the array is read, and that of \
            the index is",
        requirements: &["sharding-indexed.codecs"],
        editions: ACCEPTED,
        through: STORES,
        replacements: in_regions!([
            Replacement::crc32c_decode(not_compared),
            Replacement::sharding_index_decode(|steps, codec, shard| {
                let compared = [Replacement::crc32c_decode(|_, bytes| crc32c::decode(bytes))];
                sharding::index_decode(&steps.clone().with(&compared), codec, shard)
            }),
        ]),
    },
];
