//! Wrong readings of the gzip codec: the header of a member.

use super::{
    FCOMMENT, FEXTRA, FHCRC, FIXED_HEADER, FNAME, FTEXT, header_of, header_without, or_else,
    refused,
};
use crate::gzip::{self};
use crate::misreading::{ACCEPTED, BOTH, Misreading};
use crate::steps::Replacement;

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "gzip-header-of-10-bytes",
        when: "the header of a gzip member is treated as having 10 bytes",
        requirements: &["gzip-format.decompressor-skips"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_header(|_, bytes| {
            gzip::header(bytes).map(|_| FIXED_HEADER)
        })],
    },
    Misreading {
        name: "gzip-extra-field-not-skipped",
        when: "the extra field of a gzip member is not skipped",
        requirements: &["gzip-format.extra-field", "gzip-format.flags"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_header(|_, bytes| {
            header_without(bytes, FEXTRA)
        })],
    },
    Misreading {
        name: "gzip-extra-field-length-big-endian",
        when: "XLEN of a gzip member is read as big endian",
        requirements: &["gzip-format.extra-field", "gzip-format.little-endian"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_header(|_, bytes| {
            header_of(bytes, |bytes| {
                if bytes[3] & FEXTRA != 0 && bytes.len() >= 12 {
                    bytes.swap(10, 11);
                }
            })
        })],
    },
    Misreading {
        name: "gzip-name-not-skipped",
        when: "the file name of a gzip member is not skipped",
        requirements: &["gzip-format.name", "gzip-format.flags"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_header(|_, bytes| {
            header_without(bytes, FNAME)
        })],
    },
    Misreading {
        name: "gzip-comment-not-skipped",
        when: "the comment of a gzip member is not skipped",
        requirements: &["gzip-format.comment", "gzip-format.flags"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_header(|_, bytes| {
            header_without(bytes, FCOMMENT)
        })],
    },
    Misreading {
        name: "gzip-header-checksum-not-skipped",
        when: "the header checksum of a gzip member is read as data",
        requirements: &["gzip-format.header-crc", "gzip-format.flags"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_header(|_, bytes| {
            header_without(bytes, FHCRC)
        })],
    },
    Misreading {
        name: "gzip-text-refused",
        when: "a gzip member that is said to be text is refused",
        requirements: &["gzip-format.flags", "gzip-format.text"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_header(|_, bytes| match bytes.get(3) {
            Some(flags) if flags & FTEXT != 0 => refused("found text"),
            _ => gzip::header(bytes),
        })],
    },
    Misreading {
        name: "gzip-optional-fields-refused",
        when: "a gzip member whose FLG is not 0 is refused",
        requirements: &["gzip-format.flags", "gzip-format.decompressor-skips"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_header(|_, bytes| match bytes.get(3) {
            Some(flags) if *flags != 0 => refused("found flags"),
            _ => gzip::header(bytes),
        })],
    },
    Misreading {
        name: "gzip-only-of-unix",
        when: "a gzip member of another file system than Unix or an unknown one is refused",
        requirements: &["gzip-format.os"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_header(|_, bytes| match bytes.get(9) {
            Some(os) if ![3, 255].contains(os) => refused("found another file system"),
            _ => gzip::header(bytes),
        })],
    },
    Misreading {
        name: "gzip-of-unix-refused",
        when: "a gzip member of the file system Unix, or of an unknown one, is refused",
        requirements: &["gzip-format.os"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_header(|_, bytes| match bytes.get(9) {
            Some(3 | 255) => refused("found the file system Unix, or an unknown one"),
            _ => gzip::header(bytes),
        })],
    },
    Misreading {
        name: "gzip-times-and-extra-flags-refused",
        when: "a gzip member whose MTIME or XFL is not 0 is refused",
        requirements: &["gzip-format.mtime", "gzip-format.extra-flags"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_header(|_, bytes| match bytes.get(4..9) {
            Some(fields) if *fields != [0; 5] => refused("found a time or XFL"),
            _ => gzip::header(bytes),
        })],
    },
    Misreading {
        name: "gzip-reserved-flags-ignored",
        when: "reserved flags of a gzip member are ignored",
        requirements: &["gzip-format.decompressor-reserved-bits"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_header(|_, bytes| {
            header_without(bytes, 0b1110_0000)
        })],
    },
    Misreading {
        name: "gzip-any-id-accepted",
        when: "the first two bytes of a gzip member are not checked",
        requirements: &["gzip-format.decompressor-checks"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_header(|_, bytes| {
            header_of(bytes, |bytes| {
                bytes[..2].copy_from_slice(&[0x1f, 0x8b]);
            })
        })],
    },
    Misreading {
        name: "gzip-any-compression-method-accepted",
        when: "the compression method of a gzip member is not checked",
        requirements: &["gzip-format.decompressor-checks"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_header(|_, bytes| {
            header_of(bytes, |bytes| bytes[2] = 8)
        })],
    },
    Misreading {
        name: "gzip-zlib-accepted",
        when: "the format of zlib is read where gzip is listed",
        requirements: &["gzip-format.decompressor-checks"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_decode(|steps, bytes, length| {
            or_else(steps, bytes, length, || match bytes {
                [0x78, _, blocks @ ..] => Some(gzip::blocks(blocks, length).ok()?.0),
                _ => None,
            })
        })],
    },
    Misreading {
        name: "gzip-raw-deflate-accepted",
        when: "compressed blocks without a header are read where gzip is listed",
        requirements: &["gzip-format.decompressor-checks"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_decode(|steps, bytes, length| {
            or_else(steps, bytes, length, || {
                Some(gzip::blocks(bytes, length).ok()?.0)
            })
        })],
    },
];
