//! Wrong readings of the compressed blocks of RFC 1951.

use super::refused;
use crate::Result;
use crate::gzip;
use crate::misreading::{ACCEPTED, BOTH, Misreading};
use crate::steps::Replacement;

/// The blocks, unless the first is of another type than these.
fn blocks_of_types(bytes: &[u8], length: Option<u64>, types: &[u8]) -> Result<(Vec<u8>, usize)> {
    match bytes.first() {
        Some(first) if !types.contains(&(first >> 1 & 3)) => {
            refused("a block of a type that is not known")
        }
        _ => gzip::blocks(bytes, length),
    }
}

/// The first block where it is a stored one, with its LEN as it is read by `number`.
fn first_stored_block(
    bytes: &[u8],
    length: Option<u64>,
    number: impl Fn([u8; 2]) -> u16,
    until_final: bool,
) -> Result<(Vec<u8>, usize)> {
    let (literal, taken) = gzip::blocks(bytes, length)?;
    let &[first, low, high, _, _, ref rest @ ..] = bytes else {
        return Ok((literal, taken));
    };
    if first >> 1 & 3 != 0 || (until_final && first & 1 == 1) {
        return Ok((literal, taken));
    }
    match rest.get(..usize::from(number([low, high]))) {
        Some(block) => Ok((block.to_vec(), taken)),
        None => refused("a stored block is not complete"),
    }
}

/// The same blocks with every stored block of the reserved type 3 made one of type 0.
fn without_reserved_type(bytes: &[u8]) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    let mut at = 0;
    while let Some(&[first, low, high, ..]) = changed.get(at..) {
        match first >> 1 & 3 {
            0 => {}
            3 => changed[at] &= 0b1111_1001,
            _ => break,
        }
        if first & 1 == 1 {
            break;
        }
        at += 5 + usize::from(u16::from_le_bytes([low, high]));
    }
    changed
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "deflate-reserved-type-read",
        when: "a compressed block of the reserved type is read as one that is not compressed",
        requirements: &["deflate-format.btype"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_blocks(|_, bytes, length| {
            gzip::blocks(&without_reserved_type(bytes), length)
        })],
    },
    Misreading {
        name: "deflate-only-stored-blocks",
        when: "only blocks that are not compressed are known",
        requirements: &["deflate-format.compliance", "deflate-format.fixed-codes"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_blocks(|_, bytes, length| {
            blocks_of_types(bytes, length, &[0, 3])
        })],
    },
    Misreading {
        name: "deflate-stored-blocks-refused",
        when: "blocks that are not compressed are refused",
        requirements: &["deflate-format.stored-length", "deflate-format.compliance"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_blocks(|_, bytes, length| {
            blocks_of_types(bytes, length, &[1, 2, 3])
        })],
    },
    Misreading {
        name: "deflate-dynamic-codes-refused",
        when: "blocks with codes of their own are refused",
        requirements: &["deflate-format.dynamic-codes", "deflate-format.compliance"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_blocks(|_, bytes, length| {
            blocks_of_types(bytes, length, &[0, 1, 3])
        })],
    },
    Misreading {
        name: "deflate-first-stored-block-only",
        when: "only the first of several blocks is read where it is not compressed",
        requirements: &["deflate-format.blocks", "deflate-format.bfinal"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_blocks(|_, bytes, length| {
            first_stored_block(bytes, length, u16::from_le_bytes, true)
        })],
    },
    Misreading {
        name: "deflate-stored-length-big-endian",
        when: "LEN of a block that is not compressed is read as big endian",
        requirements: &[
            "deflate-format.little-endian",
            "deflate-format.stored-length",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_blocks(|_, bytes, length| {
            first_stored_block(bytes, length, u16::from_be_bytes, false)
        })],
    },
];
