//! The gzip codec: compresses bytes.
//!
//! - Specification: [gzip codec], version 1.0; by it [RFC 1951] (deflate) and [RFC 1952] (gzip).
//! - Name in metadata: `gzip`.
//! - Kind: `bytes -> bytes`.
//! - Example: `{"name": "gzip", "configuration": {"level": 1}}`.
//! - Layout: members, one after the other. A member is a header, blocks of RFC 1951, and a trailer:
//!
//! ```text
//! ID1 ID2 CM FLG MTIME(4) XFL OS | XLEN(2) extra field | file name 0 | comment 0 | CRC16(2)
//! compressed blocks
//! CRC32(4) ISIZE(4)
//! ```
//!
//! Of the first line, what follows OS is there where FLG says so. Numbers have the least significant
//! byte first.
//!
//! How hard to compress is the choice of the writer. This reference does not compress: it writes one
//! member of stored blocks. The members are read here, the compressed blocks in them by the crate
//! `miniz_oxide`.
//!
//! ```
//! use zarr_conform_reference::{Steps, gzip};
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! let encoded = gzip::encode(b"123456789");
//! assert_eq!(encoded[..10], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
//! assert_eq!(encoded[24..], [0x26, 0x39, 0xf4, 0xcb, 9, 0, 0, 0]);
//! assert_eq!(gzip::decode(&Steps::default(), &encoded, None)?, b"123456789");
//! # Ok(())
//! # }
//! ```
//!
//! [gzip codec]: https://zarr-specs.readthedocs.io/en/latest/v3/codecs/gzip/index.html#format-and-algorithm
//! [RFC 1951]: https://www.rfc-editor.org/rfc/rfc1951
//! [RFC 1952]: https://www.rfc-editor.org/rfc/rfc1952

use std::fmt;

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

use super::seen;
use crate::Edition;
use crate::codecs::{BytesToBytes, Codec, Definition, MAX_OF_UNKNOWN_LENGTH};
use crate::error::{Error, Result, metadata, not_as_configured};
use crate::json::Json;
use crate::steps::Steps;

/// The codec in a codec list.
///
/// Requirement: `gzip.name`.
pub const DEFINITION: Definition = Definition {
    name: "gzip",
    is_format: true,
    editions: &Edition::ALL,
    members: &["level"],
    seen: crate::codecs::seen::level,
    codec: |steps, configuration, _| {
        let level = steps.gzip_level(configuration)?;
        Ok(Codec::Gzip(Gzip { level }))
    },
};

/// The codec with its configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gzip {
    /// `0 <= level <= 9`; absent where the configuration does not say.
    pub level: Option<u64>,
}

/// Requirement: `gzip.kind`.
impl BytesToBytes for Gzip {
    fn encoded_length(&self, _length: Option<u64>) -> Option<u64> {
        None
    }

    fn is_free(&self) -> bool {
        true
    }

    fn has_checksum(&self) -> bool {
        true
    }

    fn check_written(&self, steps: &Steps, bytes: &[u8]) -> Result<()> {
        check_level_0(steps, bytes, self.level)
    }

    fn encode(&self, steps: &Steps, bytes: &[u8]) -> Result<Vec<u8>> {
        Ok(steps.gzip_encode(bytes))
    }

    fn decode(&self, steps: &Steps, bytes: &[u8], length: Option<u64>) -> Result<Vec<u8>> {
        steps.gzip_decode(bytes, length)
    }

    fn see(&self, _: &Steps, bytes: &[u8], see: &mut dyn FnMut(&'static str)) -> Result<()> {
        seen::first_header(bytes, see);
        Ok(())
    }

    fn decode_seeing(
        &self,
        steps: &Steps,
        bytes: &[u8],
        length: u64,
        see: &mut dyn FnMut(&'static str),
    ) -> Result<Vec<u8>> {
        seen::members(steps, bytes, length, see)
    }
}

/// A member of a gzip file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// What its blocks decode to.
    pub decoded: Vec<u8>,
    /// Number of bytes of the whole member; at least 18.
    pub length: usize,
}

/// The first two bytes of a member.
const ID1_ID2: [u8; 2] = [0x1f, 0x8b];
/// The compression method "deflate".
const CM: u8 = 8;
/// An unknown file system.
const OS_UNKNOWN: u8 = 255;
/// Number of bytes of a header without optional fields.
const FIXED_HEADER: usize = 10;
/// Number of bytes of CRC32 and ISIZE.
const TRAILER: usize = 8;
/// The bits of FLG.
const FHCRC: u8 = 1 << 1;
const FEXTRA: u8 = 1 << 2;
const FNAME: u8 = 1 << 3;
const FCOMMENT: u8 = 1 << 4;
const RESERVED: u8 = 0b1110_0000;
/// The longest stored block; LEN has two bytes.
const LONGEST_STORED_BLOCK: usize = 0xffff;
/// Room for decoded bytes at first; it grows with them.
const FIRST_BUFFER: usize = 1 << 10;
/// More bytes than these are not decoded, however many are expected.
const MAX_DECODED: u64 = 1 << 30;

/// The configuration parameter `level`; nothing where it is absent.
///
/// # Errors
/// [`Error::Metadata`] where it is not an integer from 0 to 9.
///
/// Requirement: `gzip.level-range`.
pub fn level(configuration: &Json) -> Result<Option<u64>> {
    let Some(value) = configuration.member("level") else {
        return Ok(None);
    };
    match value.as_u64() {
        Some(level) if level <= 9 => Ok(Some(level)),
        _ => metadata(format!(
            "gzip: found level {value}, expected an integer from 0 to 9"
        )),
    }
}

/// Encodes: one member of stored blocks, whatever the level.
///
/// Requirements: `gzip.deflate`, `gzip.format`, `gzip.level-zero`, `gzip-format.compressor`,
/// `gzip-format.compressor-reserved-bits`, `gzip-format.mtime`, `gzip-format.extra-flags`,
/// `gzip-format.os`.
pub fn encode(bytes: &[u8]) -> Vec<u8> {
    let mut member = vec![ID1_ID2[0], ID1_ID2[1], CM, 0, 0, 0, 0, 0, 0, OS_UNKNOWN];
    member.extend(stored_blocks(bytes));
    member.extend(crc32(bytes).to_le_bytes());
    member.extend(length_modulo_2_32(bytes).to_le_bytes());
    member
}

/// Blocks of type 00, at least one: BFINAL and BTYPE in a byte, LEN, its complement NLEN, and LEN
/// bytes.
///
/// Requirements: `gzip.deflate`, `deflate-format.block-header`, `deflate-format.stored-length`,
/// `deflate-format.block-sizes`, `deflate-format.little-endian`, `deflate-format.bfinal`,
/// `deflate-format.btype`, `deflate-format.stored-alignment`, `deflate-format.compressor-limits`.
fn stored_blocks(bytes: &[u8]) -> Vec<u8> {
    let mut blocks = Vec::new();
    let mut at = 0;
    loop {
        let length = (bytes.len() - at).min(LONGEST_STORED_BLOCK);
        let is_final = at + length == bytes.len();
        blocks.push(u8::from(is_final));
        let [low, high, ..] = length.to_le_bytes();
        blocks.extend([low, high, !low, !high]);
        blocks.extend(&bytes[at..at + length]);
        at += length;
        if is_final {
            return blocks;
        }
    }
}

/// Decodes: what the members decode to, one after the other. There is at least one, and nothing
/// else. `length` is the number of decoded bytes, where it is known.
///
/// # Errors
/// [`Error::Codec`] where `bytes` are not members of a gzip file, or decode to more than `length`
/// bytes; [`Error::Unsupported`] beyond 1 GiB, and beyond 16 MiB where it is not known.
///
/// Requirements: `gzip.deflate`, `gzip.format`, `gzip-format.members`,
/// `gzip-format.members-adjacent`, `gzip-format.compliance`.
pub fn decode(steps: &Steps, bytes: &[u8], length: Option<u64>) -> Result<Vec<u8>> {
    let mut decoded = Vec::new();
    let mut at = 0;
    loop {
        let left = length.map(|length| length.saturating_sub(decoded.len() as u64));
        let member = steps.gzip_member(&bytes[at..], left)?;
        decoded.extend(member.decoded);
        if length.is_none() && decoded.len() as u64 > MAX_OF_UNKNOWN_LENGTH {
            return too_long(length);
        }
        at += member.length;
        if at >= bytes.len() {
            return Ok(decoded);
        }
    }
}

/// The member at the start of `bytes`; `length` is the number of bytes that it decodes to at most,
/// where that is known.
///
/// # Errors
/// As [`decode`].
///
/// Requirements: `gzip.format`, `gzip-format.member-format`.
pub fn member(steps: &Steps, bytes: &[u8], length: Option<u64>) -> Result<Member> {
    let header = steps.gzip_header(bytes)?;
    let (decoded, blocks) = steps.gzip_blocks(&bytes[header..], length)?;
    let trailer = &bytes[header + blocks..];
    steps.gzip_trailer(trailer, &decoded)?;
    let length = header + blocks + TRAILER;
    Ok(Member { decoded, length })
}

/// Number of bytes of the header at the start of `bytes`.
///
/// # Errors
/// [`Error::Codec`] where ID1, ID2 or CM is wrong, a reserved bit of FLG is set, CRC16 is not that of
/// the header, or the header is not complete.
///
/// Requirements: `gzip-format.decompressor-checks`, `gzip-format.decompressor-reserved-bits`,
/// `gzip-format.decompressor-skips`, `gzip-format.extra-field`, `gzip-format.name`,
/// `gzip-format.comment`, `gzip-format.header-crc`, `gzip-format.id1-id2`,
/// `gzip-format.compression-method`, `gzip-format.flags`, `gzip-format.reserved-flags`,
/// `gzip-format.text`, `gzip-format.subfields`, `gzip-format.subfields-reserved`,
/// `gzip-format.decompressor-ignores`.
pub fn header(bytes: &[u8]) -> Result<usize> {
    let &[id1, id2, cm, flg, ..] = bytes else {
        return incomplete("header");
    };
    if [id1, id2] != ID1_ID2 {
        return codec(format!(
            "found ID1 {id1:#04x} and ID2 {id2:#04x}, expected 0x1f and 0x8b"
        ));
    }
    if cm != CM {
        return codec(format!("found the compression method {cm}, expected 8"));
    }
    if flg & RESERVED != 0 {
        return codec(format!(
            "found FLG {flg:#010b}, expected reserved bits of 0"
        ));
    }
    let mut end = FIXED_HEADER;
    if flg & FEXTRA != 0 {
        let xlen = number_of_2_bytes(bytes, end)?;
        end += 2 + usize::from(xlen);
    }
    for zero_terminated in [FNAME, FCOMMENT] {
        if flg & zero_terminated != 0 {
            end = after_zero(bytes, end)?;
        }
    }
    if flg & FHCRC != 0 {
        let crc16 = number_of_2_bytes(bytes, end)?;
        let expected = crc32(&bytes[..end]) & 0xffff;
        if u32::from(crc16) != expected {
            return codec(format!(
                "found CRC16 {crc16:#06x}, expected {expected:#06x}"
            ));
        }
        end += 2;
    }
    if bytes.len() < end {
        return incomplete("header");
    }
    Ok(end)
}

/// The number in the two bytes from `at` on, the least significant first.
///
/// Requirement: `gzip-format.little-endian`.
fn number_of_2_bytes(bytes: &[u8], at: usize) -> Result<u16> {
    match bytes.get(at..) {
        Some(&[low, high, ..]) => Ok(u16::from(high) << 8 | u16::from(low)),
        _ => incomplete("header"),
    }
}

/// The position after the first zero byte from `at` on.
///
/// Requirements: `gzip-format.name-characters`, `gzip-format.comment-characters`,
/// `gzip-format.comment-line-breaks`, `gzip-format.comment-not-interpreted`.
fn after_zero(bytes: &[u8], at: usize) -> Result<usize> {
    let rest = bytes.get(at..).unwrap_or_default();
    match rest.iter().position(|byte| *byte == 0) {
        Some(position) => Ok(at + position + 1),
        None => incomplete("header"),
    }
}

/// What the blocks of RFC 1951 at the start of `bytes` decode to, at most `length` bytes where that is
/// known, and the number of bytes that the blocks take.
///
/// # Errors
/// As [`decode`].
///
/// Requirements: `gzip.deflate`, `deflate-format.blocks`, `deflate-format.compliance`,
/// `deflate-format.decompressor-accepts`.
pub fn blocks(bytes: &[u8], length: Option<u64>) -> Result<(Vec<u8>, usize)> {
    let most = length.unwrap_or(MAX_OF_UNKNOWN_LENGTH).min(MAX_DECODED);
    // One byte more, which shows that there are too many.
    let most = usize::try_from(most).unwrap_or(usize::MAX - 1) + 1;
    let mut decoded = vec![0; most.min(FIRST_BUFFER)];
    let mut decompressor = DecompressorOxide::new();
    let (mut read, mut written) = (0, 0);
    loop {
        let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        let (status, more_read, more_written) = decompress(
            &mut decompressor,
            &bytes[read..],
            &mut decoded,
            written,
            flags,
        );
        read += more_read;
        written += more_written;
        match status {
            _ if written == most => return too_long(length),
            TINFLStatus::Done => {
                decoded.truncate(written);
                return Ok((decoded, read));
            }
            TINFLStatus::HasMoreOutput => {
                decoded.resize(decoded.len().saturating_mul(2).min(most), 0);
            }
            TINFLStatus::FailedCannotMakeProgress => return incomplete("last block"),
            _ => return codec("found a block that RFC 1951 does not allow"),
        }
    }
}

/// Demands that `bytes` begin with the trailer of a member: CRC32 and ISIZE of what it decodes to.
///
/// # Errors
/// [`Error::Codec`] where they do not.
///
/// Requirements: `gzip-format.crc32`, `gzip-format.isize`.
pub fn trailer(bytes: &[u8], decoded: &[u8]) -> Result<()> {
    let expected = [
        crc32(decoded).to_le_bytes(),
        length_modulo_2_32(decoded).to_le_bytes(),
    ]
    .concat();
    match bytes.get(..TRAILER) {
        None => incomplete("trailer"),
        Some(found) if found != expected => codec(format!(
            "found CRC32 and ISIZE {found:02x?}, expected {expected:02x?}"
        )),
        Some(_) => Ok(()),
    }
}

/// ISIZE: the number of bytes modulo 2^32.
///
/// Requirement: `gzip-format.isize`.
fn length_modulo_2_32(decoded: &[u8]) -> u32 {
    let number = decoded.len() as u64 & 0xffff_ffff;
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The cyclic redundancy check of RFC 1952, section 8, bit by bit: the polynomial 0x04C11DB7 with its
/// bits reversed, all bits turned before and after.
///
/// Requirement: `gzip-format.crc32`.
pub fn crc32(bytes: &[u8]) -> u32 {
    let mut c = 0xffff_ffff;
    for byte in bytes {
        c ^= u32::from(*byte);
        for _ in 0..8 {
            c = if c & 1 == 1 {
                0xedb8_8320 ^ (c >> 1)
            } else {
                c >> 1
            };
        }
    }
    c ^ 0xffff_ffff
}

/// Demands that nothing was compressed where `level` is 0: what was written is not shorter than what
/// it decodes to.
///
/// Requirement: `gzip.level-zero`.
fn check_level_0(steps: &Steps, bytes: &[u8], level: Option<u64>) -> Result<()> {
    if level != Some(0) {
        return Ok(());
    }
    // More than these can only come of compression, since they can be decoded.
    match steps.gzip_decode(bytes, Some(bytes.len() as u64)) {
        Err(Error::Codec(_)) => not_as_configured(format!(
            "gzip: found {} bytes that more were compressed to, expected no compression at level 0",
            bytes.len()
        )),
        decoded => decoded.map(|_| ()),
    }
}

fn too_long<T>(length: Option<u64>) -> Result<T> {
    match length {
        Some(length) if length <= MAX_DECODED => codec(format!(
            "found more decoded bytes than the {length} that were expected"
        )),
        Some(_) => Err(Error::Unsupported(format!(
            "gzip: more than {MAX_DECODED} decoded bytes"
        ))),
        None => Err(Error::Unsupported(format!(
            "gzip: more than {MAX_OF_UNKNOWN_LENGTH} decoded bytes, of unknown length"
        ))),
    }
}

fn incomplete<T>(part: &str) -> Result<T> {
    codec(format!("the {part} is not complete"))
}

fn codec<T>(message: impl fmt::Display) -> Result<T> {
    Err(Error::Codec(format!("gzip: {message}")))
}
