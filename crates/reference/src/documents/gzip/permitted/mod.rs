//! Permitted readings of the blocks and members of gzip.

pub(crate) mod header;

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

use crate::Result;
use crate::codecs::given;
use crate::error::Error;
use crate::gzip;
use crate::permitted::{ACCEPTED, Permitted, Tendency};
use crate::steps::{Replacement, Steps};

/// More bytes than these are not decoded where the end of the last block is missing.
const MOST: u64 = 1 << 20;

/// What blocks without an end decode to, where that is exactly `length` bytes.
fn without_end(bytes: &[u8], length: Option<u64>) -> Option<Vec<u8>> {
    let length = usize::try_from(length.filter(|it| *it <= MOST)?).ok()?;
    let mut decoded = vec![0; length + 1];
    let (status, _, written) = decompress(
        &mut DecompressorOxide::new(),
        bytes,
        &mut decoded,
        0,
        TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
    );
    let is_cut = status == TINFLStatus::FailedCannotMakeProgress;
    decoded.truncate(length);
    (is_cut && written == length).then_some(decoded)
}

/// The blocks with the complement of each length that stands at a known place: in stored blocks with
/// nothing but stored blocks before them.
fn with_complements(bytes: &[u8]) -> Vec<u8> {
    let mut mended = bytes.to_vec();
    let mut at = 0;
    while let Some(&mut [header, low, high, ref mut nlow, ref mut nhigh, ..]) = mended.get_mut(at..)
    {
        if header >> 1 & 3 != 0 {
            break;
        }
        (*nlow, *nhigh) = (!low, !high);
        at += 5 + (usize::from(high) << 8 | usize::from(low));
        if header & 1 == 1 {
            break;
        }
    }
    mended
}

/// Whether a bit behind the end of the last block is set. From the highest bit of the last byte on, those
/// without which the blocks decode to the same are behind the end; the first of which that is not so is the
/// last bit of the code that ends the block, and bits before it may choose among copies of the same bytes.
fn has_bits_behind_the_end(
    bytes: &[u8],
    length: Option<u64>,
    (decoded, read): (&[u8], usize),
) -> bool {
    let Some(last) = read.checked_sub(1) else {
        return false;
    };
    for bit in (0..8).rev().map(|bit| 1_u8 << bit) {
        let mut other = bytes.to_vec();
        other[last] ^= bit;
        let is_same = gzip::blocks(&other, length).is_ok_and(|it| it == (decoded.to_vec(), read));
        if !is_same {
            return false;
        }
        if bytes[last] & bit != 0 {
            return true;
        }
    }
    false
}

/// The members, up to the first one that does not begin as a member does.
fn members(steps: &Steps, bytes: &[u8], length: Option<u64>) -> Result<Vec<u8>> {
    let mut decoded = Vec::new();
    let mut rest = bytes;
    loop {
        let left = length.map(|length| length.saturating_sub(decoded.len() as u64));
        let member = steps.gzip_member(rest, left)?;
        decoded.extend(member.decoded);
        rest = rest.get(member.length..).unwrap_or_default();
        if !rest.starts_with(&[0x1f, 0x8b]) {
            return Ok(decoded);
        }
    }
}

pub(crate) const LIST: &[Permitted] = &[
    Permitted {
        name: "end-of-gzip-not-needed",
        open: "short-chunk-with-every-element",
        does: "reads gzip data that lack the end of the last block, and with it the trailer, where every \
               byte of the chunk is there",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[
            Replacement::gzip_blocks(|_, bytes, length| match gzip::blocks(bytes, length) {
                Err(Error::Codec(message)) => match without_end(bytes, length) {
                    Some(decoded) => Ok((decoded, bytes.len())),
                    None => Err(Error::Codec(message)),
                },
                other => other,
            }),
            Replacement::gzip_trailer(|_, bytes, decoded| match bytes {
                [] => Ok(()),
                _ => gzip::trailer(bytes, decoded),
            }),
        ],
    },
    Permitted {
        name: "nlen-not-looked-at",
        open: "deflate-stored-length-complement",
        does: "does not look at NLEN of a block that is not compressed",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::gzip_blocks(|_, bytes, length| {
            gzip::blocks(&with_complements(bytes), length)
        })],
    },
    Permitted {
        name: "no-bits-after-the-last-block",
        open: "deflate-bits-after-the-last-block",
        does: "refuses a bit that is set between the end of the last block and the next byte",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::gzip_blocks(|_, bytes, length| {
            let (decoded, read) = gzip::blocks(bytes, length)?;
            if has_bits_behind_the_end(bytes, length, (&decoded, read)) {
                return Err(Error::Codec("gzip: bits after the last block".to_owned()));
            }
            Ok((decoded, read))
        })],
    },
    Permitted {
        name: "bytes-behind-the-last-member-ignored",
        open: "gzip-after-the-last-member",
        does: "ignores bytes behind a gzip member that do not begin another one",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::gzip_decode(members)],
    },
    Permitted {
        name: "gzip-trailer-not-examined",
        open: "gzip-parts-not-examined",
        does: "does not look at CRC32 and ISIZE",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::gzip_trailer(|_, _, _| Ok(()))],
    },
    Permitted {
        name: "gzip-level-required",
        open: "parameters-not-said-to-be-required",
        does: "refuses gzip without a level",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::gzip_level(|_, configuration| {
            given(configuration, "level")?;
            gzip::level(configuration)
        })],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The end of the block is one bit before the end of its last byte, of which the bits before that
    /// choose between copies of zeros.
    #[test]
    fn only_bits_behind_the_end_are_looked_at() {
        // A fixed block: literal 0, a copy of 3 bytes at distance 1, the end of the block.
        let block = [0x63, 0x00, 0x02, 0x00];
        let (decoded, read) = gzip::blocks(&block, None).unwrap();
        assert_eq!((decoded.as_slice(), read), ([0; 4].as_slice(), 4));
        assert!(!has_bits_behind_the_end(&block, None, (&decoded, read)));
        let set = [0x63, 0x00, 0x02, 0x80];
        assert!(has_bits_behind_the_end(&set, None, (&decoded, read)));
    }
}
