//! Wrong readings of the gzip codec.

mod configuration;
mod damage;
mod deflate;
mod header;
mod members;
mod written;

use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

use crate::Result;
use crate::error::Error;
use crate::gzip::{self, Member};
use crate::misreading::Misreading;
use crate::steps::Steps;

/// Every list, in the order in which people read them.
pub(crate) const LISTS: &[&[Misreading]] = &[
    members::LIST,
    header::LIST,
    damage::LIST,
    configuration::LIST,
    written::LIST,
    deflate::LIST,
];

/// Bits of FLG.
pub(super) const FTEXT: u8 = 1;
pub(super) const FHCRC: u8 = 1 << 1;
pub(super) const FEXTRA: u8 = 1 << 2;
pub(super) const FNAME: u8 = 1 << 3;
pub(super) const FCOMMENT: u8 = 1 << 4;
/// Number of bytes of a header without optional fields.
pub(super) const FIXED_HEADER: usize = 10;
/// Number of bytes of CRC32 and ISIZE.
pub(super) const TRAILER: usize = 8;
/// The most bytes that are invented.
pub(super) const MOST_MADE_UP: u64 = 1 << 20;

/// A chunk that is refused.
pub(crate) fn refused<T>(what: &str) -> Result<T> {
    Err(Error::Codec(format!("gzip: {what}")))
}

/// The header of a member that is changed first.
pub(super) fn header_of(bytes: &[u8], change: impl Fn(&mut [u8])) -> Result<usize> {
    let mut changed = bytes.to_vec();
    if changed.len() >= FIXED_HEADER {
        change(&mut changed);
    }
    gzip::header(&changed)
}

/// The header without the fields of these flags.
pub(super) fn header_without(bytes: &[u8], flags: u8) -> Result<usize> {
    header_of(bytes, |bytes| bytes[3] &= !flags)
}

/// As much as can be decoded of the blocks at the start of `bytes`, at most `length` bytes, and the
/// number of bytes they take.
pub(super) fn partial(bytes: &[u8], length: usize) -> (Vec<u8>, usize) {
    let mut decoded = vec![0; length];
    let mut decompressor = DecompressorOxide::new();
    let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let (_, read, written) = decompress(&mut decompressor, bytes, &mut decoded, 0, flags);
    decoded.truncate(written);
    (decoded, read)
}

/// `length` bytes, of which those that cannot be decoded are 0; nothing for very many.
pub(super) fn filled(bytes: &[u8], length: u64) -> Option<Vec<u8>> {
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
pub(super) fn or_else(
    steps: &Steps,
    bytes: &[u8],
    length: Option<u64>,
    wrong: impl Fn() -> Option<Vec<u8>>,
) -> Result<Vec<u8>> {
    gzip::decode(steps, bytes, length).or_else(|error| wrong().ok_or(error))
}

/// Each member of a file.
pub(super) fn members(steps: &Steps, bytes: &[u8]) -> Result<Vec<Member>> {
    let mut members = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let member = steps.gzip_member(&bytes[at..], None)?;
        at += member.length;
        members.push(member);
    }
    Ok(members)
}
