//! Permitted readings of the header of a gzip member.

use crate::Result;
use crate::error::Error;
use crate::gzip;
use crate::permitted::{ACCEPTED, Permitted, Tendency};
use crate::steps::Replacement;

const FHCRC: u8 = 1 << 1;
const FEXTRA: u8 = 1 << 2;
/// The first byte after the fixed part of a header.
const FIXED: usize = 10;

/// The header without CRC16, and the number of its bytes with it.
fn without_crc16(bytes: &[u8]) -> Result<usize> {
    let mut other = bytes.to_vec();
    let Some(flg) = other.get_mut(3).filter(|flg| **flg & FHCRC != 0) else {
        return gzip::header(bytes);
    };
    *flg &= !FHCRC;
    let end = gzip::header(&other)? + 2;
    if bytes.len() < end {
        return refused("the header is not complete");
    }
    Ok(end)
}

/// Whether the extra field, if there is one, consists of subfields.
fn has_subfields(bytes: &[u8]) -> bool {
    let flg = bytes.get(3).copied().unwrap_or_default();
    let Some(&[low, high]) = bytes.get(FIXED..FIXED + 2).and_then(|it| it.first_chunk()) else {
        return true;
    };
    if flg & FEXTRA == 0 {
        return true;
    }
    let xlen = usize::from(high) << 8 | usize::from(low);
    let mut rest = bytes.get(FIXED + 2..FIXED + 2 + xlen).unwrap_or_default();
    while !rest.is_empty() {
        let [_, _, low, high, after @ ..] = rest else {
            return false;
        };
        let length = usize::from(*high) << 8 | usize::from(*low);
        match after.get(length..) {
            Some(after) => rest = after,
            None => return false,
        }
    }
    true
}

fn refused<T>(message: &str) -> Result<T> {
    Err(Error::Codec(format!("gzip: {message}")))
}

pub(crate) const LIST: &[Permitted] = &[
    Permitted {
        name: "gzip-header-checksum-not-examined",
        open: "gzip-parts-not-examined",
        does: "does not look at CRC16",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::gzip_header(|_, bytes| without_crc16(bytes))],
    },
    Permitted {
        name: "gzip-system-examined",
        open: "gzip-parts-not-examined",
        does: "refuses a value of OS that is not defined",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::gzip_header(|_, bytes| {
            let end = gzip::header(bytes)?;
            match bytes.get(9) {
                Some(0..=13 | 255) => Ok(end),
                _ => refused("found a value of OS that is not defined"),
            }
        })],
    },
    Permitted {
        name: "gzip-extra-flags-examined",
        open: "gzip-parts-not-examined",
        does: "refuses a value of XFL that is not defined",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::gzip_header(|_, bytes| {
            let end = gzip::header(bytes)?;
            match bytes.get(8) {
                Some(0 | 2 | 4) => Ok(end),
                _ => refused("found a value of XFL that is not defined"),
            }
        })],
    },
    Permitted {
        name: "extra-field-of-subfields",
        open: "gzip-extra-field-without-subfields",
        does: "refuses an extra field that does not consist of subfields",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::gzip_header(|_, bytes| {
            let end = gzip::header(bytes)?;
            if !has_subfields(bytes) {
                return refused("found an extra field without subfields");
            }
            Ok(end)
        })],
    },
];
