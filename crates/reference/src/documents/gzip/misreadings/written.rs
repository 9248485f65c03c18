//! Wrong readings of the gzip codec that show in what is written.

use miniz_oxide::deflate::compress_to_vec;

use crate::gzip;
use crate::misreading::{ACCEPTED, BOTH, Misreading};
use crate::steps::Replacement;

/// Number of bytes of a header without optional fields.
const FIXED_HEADER: usize = 10;
/// Number of bytes of CRC32 and ISIZE.
const TRAILER: usize = 8;

/// Blocks and trailer of what the reference writes.
fn parts(encoded: &[u8]) -> (&[u8], &[u8]) {
    encoded[FIXED_HEADER..].split_at(encoded.len() - FIXED_HEADER - TRAILER)
}

/// What is written with another trailer.
fn with_trailer(bytes: &[u8], change: impl Fn(&mut [u8])) -> Vec<u8> {
    let mut encoded = gzip::encode(bytes);
    let start = encoded.len() - TRAILER;
    change(&mut encoded[start..]);
    encoded
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "gzip-level-0-compresses",
        when: "level 0 of gzip compresses",
        requirements: &["gzip.level-zero"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_encode(|_, bytes| {
            let literal = gzip::encode(bytes);
            let (_, trailer) = parts(&literal);
            let blocks = compress_to_vec(bytes, 9);
            [&literal[..FIXED_HEADER], &blocks, trailer].concat()
        })],
    },
    Misreading {
        name: "gzip-written-as-raw-deflate",
        when: "compressed blocks are written without header and trailer of gzip",
        requirements: &["gzip-format.compressor"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_encode(|_, bytes| {
            parts(&gzip::encode(bytes)).0.to_vec()
        })],
    },
    Misreading {
        name: "gzip-checksum-not-written",
        when: "gzip is written with a CRC32 of 0",
        requirements: &["gzip-format.compressor", "gzip-format.crc32"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_encode(|_, bytes| {
            with_trailer(bytes, |trailer| trailer[..4].fill(0))
        })],
    },
    Misreading {
        name: "gzip-trailer-written-in-big-endian",
        when: "CRC32 and ISIZE of gzip are written in big endian",
        requirements: &["gzip-format.compressor", "gzip-format.little-endian"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_encode(|_, bytes| {
            with_trailer(bytes, |trailer| {
                trailer[..4].reverse();
                trailer[4..].reverse();
            })
        })],
    },
    Misreading {
        name: "gzip-written-with-a-reserved-flag",
        when: "gzip is written with a reserved flag",
        requirements: &["gzip-format.compressor-reserved-bits"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_encode(|_, bytes| {
            let mut encoded = gzip::encode(bytes);
            encoded[3] |= 1 << 5;
            encoded
        })],
    },
];
