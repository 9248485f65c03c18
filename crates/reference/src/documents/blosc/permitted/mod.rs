//! Permitted readings of the chunk format of Blosc.

pub(crate) mod parameters;

use crate::Result;
use crate::blosc::configuration::Shuffle;
use crate::blosc::header::{self, Header};
use crate::blosc::shuffle::{unshuffle, unshuffle_bits, unshuffle_bytes};
use crate::blosc::{self, Blosc, block};
use crate::error::Error;
use crate::permitted::{ACCEPTED, Permitted, Tendency};
use crate::steps::{Replacement, Steps};

fn refused<T>(message: &str) -> Result<T> {
    Err(Error::Codec(format!("blosc: {message}")))
}

/// The literal decoding, or where there is none the one by another header.
fn or_by_header(
    steps: &Steps,
    bytes: &[u8],
    length: Option<u64>,
    other: impl Fn(Header) -> Option<Header>,
) -> Result<Vec<u8>> {
    blosc::decode(steps, bytes, length).or_else(|error| {
        let Some(other) = other(steps.blosc_header(bytes)?) else {
            return Err(error);
        };
        blosc::content(steps, &other, bytes, length)
    })
}

/// The header with the compressor, the shuffle and the typesize of the configuration.
fn by_configuration(mut header: Header, codec: &Blosc) -> Option<Header> {
    if header.flags.memcpy {
        return None;
    }
    header.flags.compressor = codec.compressor?.number();
    header.flags.byte_shuffle = codec.shuffle == Shuffle::Bytes;
    header.flags.bit_shuffle = codec.shuffle == Shuffle::Bits;
    if let Some(typesize) = codec.typesize {
        header.typesize = u8::try_from(typesize).ok()?;
    }
    Some(header)
}

/// The header of one block that has all `length` bytes.
fn of_one_block(mut header: Header, length: Option<u64>) -> Option<Header> {
    let length = u32::try_from(length?).ok()?;
    let is_one_block = header.nbytes <= header.blocksize && !header.flags.memcpy;
    header.nbytes = length;
    header.blocksize = length;
    is_one_block.then_some(header)
}

/// The block of one split, which goes on to the end of the chunk whatever its size is said to be.
fn only_split(steps: &Steps, header: &Header, bytes: &[u8], length: u64) -> Result<Vec<u8>> {
    block::block(steps, header, bytes, length).or_else(|error| {
        let is_only_block = header.nbytes <= header.blocksize;
        match bytes.split_first_chunk::<4>() {
            Some((_, split)) if is_only_block && steps.blosc_splits(header, length) == 1 => {
                steps.blosc_split(header, split, length)
            }
            _ => Err(error),
        }
    })
}

/// The block in one stream, or in `typesize` ones if that is what is made of small blocks.
fn in_number(
    steps: &Steps,
    header: &Header,
    bytes: &[u8],
    length: u64,
    are_small_split: bool,
) -> Result<Vec<u8>> {
    let number = if are_small_split && block::is_small(header, length) {
        header.typesize.into()
    } else {
        steps.blosc_splits(header, length)
    };
    block::in_splits(steps, header, bytes, length, number)
}

/// What the blocks hold where both shuffles are set.
fn both_shuffles(
    header: &Header,
    block: &[u8],
    undone: impl Fn(&[u8], usize) -> Vec<u8>,
) -> Result<Vec<u8>> {
    let is_both = header.flags.byte_shuffle && header.flags.bit_shuffle;
    match usize::from(header.typesize) {
        typesize if is_both && typesize > 0 => Ok(undone(block, typesize)),
        _ => unshuffle(header, block),
    }
}

pub(crate) const LIST: &[Permitted] = &[
    Permitted {
        name: "known-versions",
        open: "blosc-versions",
        does: "refuses a chunk of another version of the format than 2, or of the compressor than 1",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::blosc_header(|_, bytes| {
            let header = header::header(bytes)?;
            if (header.version, header.versionlz) != (2, 1) {
                return refused("found an unknown version");
            }
            Ok(header)
        })],
    },
    Permitted {
        name: "reserved-bit-refused",
        open: "blosc-reserved-bit",
        does: "refuses a chunk whose reserved bit is set",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::blosc_header(|_, bytes| {
            let header = header::header(bytes)?;
            if header.flags.reserved {
                return refused("the reserved bit is set");
            }
            Ok(header)
        })],
    },
    Permitted {
        name: "bits-where-both-are-shuffled",
        open: "blosc-both-shuffles",
        does: "unshuffles bits where the flags of both shuffles are set",
        editions: ACCEPTED,
        tendency: Tendency::Other,
        replacements: &[Replacement::blosc_unshuffle(|_, header, block| {
            both_shuffles(header, block, unshuffle_bits)
        })],
    },
    Permitted {
        name: "bits-and-then-bytes-unshuffled",
        open: "blosc-both-shuffles",
        does: "unshuffles bits and then bytes where the flags of both shuffles are set",
        editions: ACCEPTED,
        tendency: Tendency::Other,
        replacements: &[Replacement::blosc_unshuffle(|_, header, block| {
            both_shuffles(header, block, |block, typesize| {
                unshuffle_bytes(&unshuffle_bits(block, typesize), typesize)
            })
        })],
    },
    Permitted {
        name: "bytes-and-then-bits-unshuffled",
        open: "blosc-both-shuffles",
        does: "unshuffles bytes and then bits where the flags of both shuffles are set",
        editions: ACCEPTED,
        tendency: Tendency::Other,
        replacements: &[Replacement::blosc_unshuffle(|_, header, block| {
            both_shuffles(header, block, |block, typesize| {
                unshuffle_bits(&unshuffle_bytes(block, typesize), typesize)
            })
        })],
    },
    Permitted {
        name: "one-shuffle-demanded",
        open: "blosc-both-shuffles",
        does: "refuses a chunk with the flags of both shuffles",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::blosc_header(|_, bytes| {
            let header = header::header(bytes)?;
            if header.flags.byte_shuffle && header.flags.bit_shuffle {
                return refused("the flags of both shuffles are set");
            }
            Ok(header)
        })],
    },
    Permitted {
        name: "header-as-configured",
        open: "blosc-header-unlike-configuration",
        does: "refuses a chunk whose header has another compressor, shuffle or typesize than the \
               configuration",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::blosc_decode(|steps, bytes, length, codec| {
            blosc::check_written(steps, bytes, codec)?;
            blosc::decode(steps, bytes, length)
        })],
    },
    Permitted {
        name: "configuration-where-the-header-is-wrong",
        open: "blosc-header-unlike-configuration",
        does: "decodes a chunk by the configuration where that is impossible by the header",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::blosc_decode(|steps, bytes, length, codec| {
            or_by_header(steps, bytes, length, |header| {
                by_configuration(header, codec)
            })
        })],
    },
    Permitted {
        name: "block-as-long-as-the-chunk",
        open: "blosc-nbytes-unlike-the-block",
        does: "decodes a chunk of one block to the number of bytes that the elements take, whatever \
               nbytes and blocksize say",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::blosc_decode(|steps, bytes, length, _| {
            or_by_header(steps, bytes, length, |header| of_one_block(header, length))
        })],
    },
    Permitted {
        name: "usual-blocksize",
        open: "blosc-header-blocksize",
        does: "refuses a chunk whose blocksize is 0 or more than nbytes",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::blosc_header(|_, bytes| {
            let header = header::header(bytes)?;
            let is_usual = (1..=header.nbytes).contains(&header.blocksize);
            if header.nbytes > 0 && !is_usual {
                return refused("no block has this blocksize");
            }
            Ok(header)
        })],
    },
    Permitted {
        name: "blocksize-0-is-one-block",
        open: "blosc-header-blocksize",
        does: "treats a blocksize of 0 as one block",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::blosc_header(|_, bytes| {
            let mut header = header::header(bytes)?;
            if header.blocksize == 0 {
                header.blocksize = header.nbytes;
            }
            Ok(header)
        })],
    },
    Permitted {
        name: "only-split-to-the-end",
        open: "blosc-csize-of-the-only-split",
        does: "treats all that follows as the only split of the only block, whatever its size says",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::blosc_block(only_split)],
    },
    Permitted {
        name: "start-of-the-only-block-not-looked-at",
        open: "blosc-start-of-the-only-block",
        does: "reads the only block right behind the list of starts, wherever it is said to start",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::blosc_block_start(
            |_, chunk, index, number| match chunk.len() {
                20.. if number == 1 => Ok(20),
                _ => block::block_start(chunk, index, number),
            },
        )],
    },
    Permitted {
        name: "small-blocks-in-one-stream",
        open: "blosc-small-blocks",
        does: "reads a block of fewer than 128 items, or of items of more than 16 bytes, as one stream, though \
               the flags do not say that it is not split",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::blosc_block(|steps, header, bytes, length| {
            in_number(steps, header, bytes, length, false)
        })],
    },
    Permitted {
        name: "small-blocks-in-typesize-streams",
        open: "blosc-small-blocks",
        does: "reads a block of fewer than 128 items, or of items of more than 16 bytes, as one stream for each \
               byte of an item, unless the flags say that it is not split",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::blosc_block(|steps, header, bytes, length| {
            in_number(steps, header, bytes, length, true)
        })],
    },
    Permitted {
        name: "cbytes-not-looked-at",
        open: "blosc-bytes-not-used",
        does: "does not look at cbytes",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::blosc_header(|_, bytes| {
            let mut header = header::header(bytes)?;
            header.cbytes = u32::try_from(bytes.len()).unwrap_or(header.cbytes);
            Ok(header)
        })],
    },
    Permitted {
        name: "cbytes-compared",
        open: "blosc-bytes-not-used",
        does: "refuses a chunk that has not as many bytes as cbytes says",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::blosc_header(|_, bytes| {
            let header = header::header(bytes)?;
            if bytes.len() as u64 != u64::from(header.cbytes) {
                return refused("the chunk has not as many bytes as cbytes says");
            }
            Ok(header)
        })],
    },
];
