//! Wrong readings of the members of the gzip codec.

pub(crate) mod configuration;
pub(crate) mod deflate;
pub(crate) mod written;

use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

use crate::Result;
use crate::codecs::{self, Codec};
use crate::error::Error;
use crate::gzip::{self, Member};
use crate::misreading::{ACCEPTED, BOTH, Misreading, STORES};
use crate::steps::{Replacement, Steps};

/// Bits of FLG.
const FTEXT: u8 = 1;
const FHCRC: u8 = 1 << 1;
const FEXTRA: u8 = 1 << 2;
const FNAME: u8 = 1 << 3;
const FCOMMENT: u8 = 1 << 4;
/// Number of bytes of a header without optional fields.
const FIXED_HEADER: usize = 10;
/// Number of bytes of CRC32 and ISIZE.
const TRAILER: usize = 8;
/// The most bytes that are invented.
const MOST_MADE_UP: u64 = 1 << 20;

/// A chunk that is refused.
pub(crate) fn refused<T>(what: &str) -> Result<T> {
    Err(Error::Codec(format!("gzip: {what}")))
}

/// The header of a member that is changed first.
fn header_of(bytes: &[u8], change: impl Fn(&mut [u8])) -> Result<usize> {
    let mut changed = bytes.to_vec();
    if changed.len() >= FIXED_HEADER {
        change(&mut changed);
    }
    gzip::header(&changed)
}

/// The header without the fields of these flags.
fn header_without(bytes: &[u8], flags: u8) -> Result<usize> {
    header_of(bytes, |bytes| bytes[3] &= !flags)
}

/// As much as can be decoded of the blocks at the start of `bytes`, at most `length` bytes, and the
/// number of bytes they take.
fn partial(bytes: &[u8], length: usize) -> (Vec<u8>, usize) {
    let mut decoded = vec![0; length];
    let mut decompressor = DecompressorOxide::new();
    let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let (_, read, written) = decompress(&mut decompressor, bytes, &mut decoded, 0, flags);
    decoded.truncate(written);
    (decoded, read)
}

/// `length` bytes, of which those that cannot be decoded are 0; nothing for very many.
fn filled(bytes: &[u8], length: u64) -> Option<Vec<u8>> {
    if length > MOST_MADE_UP {
        return None;
    }
    let length = usize::try_from(length).ok()?;
    let mut decoded = Vec::new();
    let mut rest = bytes;
    while let Ok(header) = gzip::header(rest) {
        let (part, taken) = partial(&rest[header..], length - decoded.len());
        decoded.extend(part);
        rest = rest.get(header + taken + TRAILER..).unwrap_or_default();
    }
    decoded.resize(length, 0);
    Some(decoded)
}

/// What `wrong` gives where the text refuses.
fn or_else(
    steps: &Steps,
    bytes: &[u8],
    length: Option<u64>,
    wrong: impl Fn() -> Option<Vec<u8>>,
) -> Result<Vec<u8>> {
    gzip::decode(steps, bytes, length).or_else(|error| wrong().ok_or(error))
}

/// Each member of a file.
fn members(steps: &Steps, bytes: &[u8]) -> Result<Vec<Member>> {
    let mut members = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let member = steps.gzip_member(&bytes[at..], None)?;
        at += member.length;
        members.push(member);
    }
    Ok(members)
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "gzip-first-member-only",
        when: "only the first of several gzip members is decoded",
        requirements: &["gzip-format.members"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_decode(|steps, bytes, length| {
            Ok(steps.gzip_member(bytes, length)?.decoded)
        })],
    },
    Misreading {
        name: "gzip-several-members-refused",
        when: "several gzip members are refused",
        requirements: &["gzip-format.members"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_decode(|steps, bytes, length| {
            let decoded = gzip::decode(steps, bytes, length)?;
            if members(steps, bytes)?.len() > 1 {
                return refused("several members");
            }
            Ok(decoded)
        })],
    },
    Misreading {
        name: "gzip-last-member-only",
        when: "each gzip member takes the place of the one before",
        requirements: &["gzip-format.members"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_decode(|steps, bytes, length| {
            gzip::decode(steps, bytes, length)?;
            let last = members(steps, bytes)?.pop();
            Ok(last.map(|it| it.decoded).unwrap_or_default())
        })],
    },
    Misreading {
        name: "gzip-ends-at-an-empty-member",
        when: "an empty gzip member is treated as the end",
        requirements: &["gzip-format.members"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_decode(|steps, bytes, length| {
            gzip::decode(steps, bytes, length)?;
            let all = members(steps, bytes)?;
            let parts = all.into_iter().map(|it| it.decoded);
            Ok(parts.take_while(|it| !it.is_empty()).flatten().collect())
        })],
    },
    Misreading {
        name: "gzip-length-of-the-last-member-for-all",
        when: "the last four bytes are treated as the length of all gzip members",
        requirements: &["gzip-format.members"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_decode(|steps, bytes, length| {
            let mut decoded = gzip::decode(steps, bytes, length)?;
            if let Some(&[a, b, c, d]) = bytes.last_chunk() {
                let isize = u32::from_le_bytes([a, b, c, d]);
                decoded.truncate(usize::try_from(isize).unwrap_or(usize::MAX));
            }
            Ok(decoded)
        })],
    },
    Misreading {
        name: "gzip-empty-member-refused",
        when: "a gzip member without data is refused",
        requirements: &["gzip-format.members"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_member(|steps, bytes, length| {
            let member = gzip::member(steps, bytes, length)?;
            if member.decoded.is_empty() {
                return refused("a member without data");
            }
            Ok(member)
        })],
    },
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
    Misreading {
        name: "gzip-not-compressed-accepted",
        when: "bytes that are not compressed are read as they are where gzip is listed",
        requirements: &["gzip.deflate"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_decode(|steps, bytes, length| {
            or_else(steps, bytes, length, || {
                (length == Some(bytes.len() as u64)).then(|| bytes.to_vec())
            })
        })],
    },
    Misreading {
        name: "gzip-damage-filled-with-zeros",
        when: "what cannot be decoded of a gzip chunk is filled with zeros",
        requirements: &["gzip.deflate", "codecs.decoding-procedure"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_decode(|steps, bytes, length| {
            or_else(steps, bytes, length, || filled(bytes, length?))
        })],
    },
    Misreading {
        name: "gzip-short-filled-with-zeros",
        when: "a gzip chunk that decodes to too few bytes is filled with zeros",
        requirements: &["codecs.decoding-procedure"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_decode(|steps, bytes, length| {
            let mut decoded = gzip::decode(steps, bytes, length)?;
            if let Some(length) = length.filter(|length| *length <= MOST_MADE_UP) {
                decoded.resize(usize::try_from(length).unwrap_or(decoded.len()), 0);
            }
            Ok(decoded)
        })],
    },
    Misreading {
        name: "gzip-first-64-kb-only",
        when: "of what a gzip chunk decodes to, only the first 64 KiB are read, and the rest is zero",
        requirements: &["gzip.deflate", "codecs.decoding-procedure"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::gzip_decode(|steps, bytes, length| {
            let mut decoded = gzip::decode(steps, bytes, length)?;
            decoded.iter_mut().skip(1 << 16).for_each(|byte| *byte = 0);
            Ok(decoded)
        })],
    },
    Misreading {
        name: "gzip-empty-chunk-is-missing",
        when: "a gzip chunk that decodes to no bytes is treated as zeros",
        requirements: &["codecs.decoding-procedure"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_decode(|steps, bytes, length| {
            let decoded = gzip::decode(steps, bytes, length)?;
            match length {
                Some(length) if decoded.is_empty() && length <= MOST_MADE_UP => {
                    Ok(vec![0; usize::try_from(length).unwrap_or(0)])
                }
                _ => Ok(decoded),
            }
        })],
    },
    Misreading {
        name: "gzip-decoded-again",
        when: "what gzip decodes to is decoded again where it is gzip, too",
        requirements: &["codecs.applied-in-sequence"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::bytes_to_bytes_decode(
            |steps, codec, bytes, length| {
                let mut decoded = codecs::bytes_to_bytes_decode(steps, codec, bytes, length)?;
                while matches!(codec, Codec::Gzip(_)) && gzip::header(&decoded).is_ok() {
                    decoded = steps.gzip_decode(&decoded, None)?;
                }
                Ok(decoded)
            },
        )],
    },
];
