//! Wrong readings of the blosc codec: the header.

use super::{encoded_with, header_with, padded};
use crate::Result;
use crate::blosc::compressor::Compressor;
use crate::blosc::header::{self};
use crate::blosc::{self, Blosc, Shuffle};
use crate::misreading::{ACCEPTED, BOTH, Misreading};
use crate::steps::Replacement;

/// One block, which is not split, compressed by LZ4; only where it is not shuffled.
fn compressed(bytes: &[u8], codec: &Blosc) -> Result<Vec<u8>> {
    let literal = blosc::encode(bytes, codec)?;
    if codec.compressor != Some(Compressor::Lz4) || codec.shuffle != Shuffle::None {
        return Ok(literal);
    }
    let block = lz4_flex::block::compress(bytes);
    let csize = u32::try_from(block.len()).unwrap_or(u32::MAX);
    let header = header_with(&literal, |header| {
        header.flags.memcpy = false;
        header.flags.unsplit = true;
        header.cbytes = header::SIZE + 8 + csize;
    })?;
    let start = header::SIZE + 4;
    let sizes = [start.to_le_bytes(), csize.to_le_bytes()].concat();
    Ok([&header.to_bytes()[..], &sizes, &block].concat())
}

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "blosc-header-big-endian",
        when: "blosc reads and writes the sizes in the header as big endian",
        requirements: &["blosc-format.little-endian", "blosc-format.header"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::blosc_header(|_, bytes| {
                header_with(bytes, |header| {
                    header.nbytes = header.nbytes.swap_bytes();
                    header.blocksize = header.blocksize.swap_bytes();
                    header.cbytes = header.cbytes.swap_bytes();
                })
            }),
            Replacement::blosc_encode(|_, bytes, codec| {
                let mut encoded = blosc::encode(bytes, codec)?;
                for at in [4, 8, 12] {
                    encoded[at..at + 4].reverse();
                }
                Ok(encoded)
            }),
        ],
    },
    Misreading {
        name: "blosc-cbytes-without-header",
        when: "blosc writes cbytes without the 16 bytes of the header",
        requirements: &["blosc-format.cbytes", "blosc-format.memcpy-flag"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_encode(|_, bytes, codec| {
            encoded_with(bytes, codec, 12, |cbytes| cbytes - header::SIZE)
        })],
    },
    Misreading {
        name: "blosc-nbytes-with-header",
        when: "blosc writes nbytes with the 16 bytes of the header",
        requirements: &["blosc-format.nbytes", "blosc-format.memcpy-flag"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_encode(|_, bytes, codec| {
            encoded_with(bytes, codec, 4, |nbytes| nbytes.wrapping_add(header::SIZE))
        })],
    },
    Misreading {
        name: "blosc-level-0-compresses",
        when: "clevel 0 of blosc compresses",
        requirements: &["blosc.clevel-zero"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_encode(|_, bytes, codec| {
            if codec.is_stored {
                compressed(bytes, codec)
            } else {
                blosc::encode(bytes, codec)
            }
        })],
    },
    Misreading {
        name: "blosc-not-encoded",
        when: "bytes are stored without the container of blosc",
        requirements: &["blosc.format", "blosc-format.header-and-blocks"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::blosc_encode(|_, bytes, _| Ok(bytes.to_vec())),
            Replacement::blosc_decode(|_, bytes, _, _| Ok(bytes.to_vec())),
        ],
    },
    Misreading {
        name: "blosc-errors-are-zeros",
        when: "a chunk that blosc cannot decode is read as zeros",
        requirements: &[
            "blosc.format",
            "blosc-format.header-and-blocks",
            "blosc-format.cbytes",
            "blosc-format.nbytes",
            "blosc-format.csize",
            "codecs.decoding-procedure",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_decode(|steps, bytes, length, _| {
            blosc::decode(steps, bytes, length).or_else(|error| match length {
                Some(length) if length < 1 << 16 => Ok(padded(Vec::new(), Some(length))),
                _ => Err(error),
            })
        })],
    },
];
