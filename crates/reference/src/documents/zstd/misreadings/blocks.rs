//! Wrong readings of the zstd codec: blocks.

use super::{first_changed, marked, refused};
use crate::misreading::{BOTH, CURRENT, Misreading, STORES};
use crate::steps::Replacement;
use crate::zstd;
use crate::zstd::block::{self, BlockType};

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "zstd-first-block-only",
        when: "only the first block of a frame of Zstandard is read",
        requirements: &["zstd-format.last-block"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block(|_, bytes, block_maximum_size| {
            marked(bytes, block_maximum_size, |_, _| true)
        })],
    },
    Misreading {
        name: "zstd-last-block-ignored",
        when: "blocks of Zstandard are read up to the end of the bytes",
        requirements: &["zstd-format.last-block"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block(|_, bytes, block_maximum_size| {
            marked(bytes, block_maximum_size, |_, rest| rest.is_empty())
        })],
    },
    Misreading {
        name: "zstd-empty-block-is-the-last",
        when: "an empty block ends a frame of Zstandard",
        requirements: &["zstd-format.last-block"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block(|_, bytes, block_maximum_size| {
            marked(bytes, block_maximum_size, |block, _| {
                block.last || block.size == 0
            })
        })],
    },
    Misreading {
        name: "zstd-block-size-with-header",
        when: "the size of a block of Zstandard includes its header",
        requirements: &["zstd-format.block-size"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block(|_, bytes, block_maximum_size| {
            let (mut block, size) = block::block(bytes, block_maximum_size)?;
            if block.block_type != BlockType::Rle && block.content.len() >= 3 {
                block.content.truncate(block.content.len() - 3);
                return Ok((block, size - 3));
            }
            Ok((block, size))
        })],
    },
    Misreading {
        name: "zstd-block-size-in-1-byte",
        when: "the size of a block of Zstandard is read from the first byte of its header",
        requirements: &["zstd-format.block-header", "zstd-format.block-size"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block(|_, bytes, block_maximum_size| {
            let mut changed = bytes.to_vec();
            changed
                .iter_mut()
                .skip(1)
                .take(2)
                .for_each(|byte| *byte = 0);
            block::block(&changed, block_maximum_size)
        })],
    },
    Misreading {
        name: "zstd-reserved-block-is-raw",
        when: "a block of Zstandard of the reserved type is read as raw",
        requirements: &["zstd-format.reserved-block-type"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block(|_, bytes, block_maximum_size| {
            let raw = |header: u8| if header & 6 == 6 { header & !6 } else { header };
            block::block(&first_changed(bytes, raw), block_maximum_size)
        })],
    },
    Misreading {
        name: "zstd-128-kb-refused",
        when: "blocks of Zstandard of exactly 128 KB are refused",
        requirements: &["zstd-format.block-maximum-size"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::zstd_block(
            |_, bytes, block_maximum_size| match block::block(bytes, block_maximum_size)? {
                (block, _) if block.size == 128 << 10 => refused("found a block of 128 KB"),
                block => Ok(block),
            },
        )],
    },
    Misreading {
        name: "zstd-rle-byte-once",
        when: "the byte of an RLE block of Zstandard is read once",
        requirements: &["zstd-format.rle-block"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block_content(|_, block| {
            Ok(block.content.clone())
        })],
    },
    Misreading {
        name: "zstd-rle-block-as-long-as-its-size",
        when: "an RLE block of Zstandard has as many bytes as its size says",
        requirements: &["zstd-format.block-size", "zstd-format.rle-block"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block(|_, bytes, block_maximum_size| {
            let (block, size) = block::block(bytes, block_maximum_size)?;
            if block.block_type == BlockType::Rle {
                let raw = first_changed(bytes, |header| header & !6);
                return block::block(&raw, block_maximum_size);
            }
            Ok((block, size))
        })],
    },
    Misreading {
        name: "zstd-rle-blocks-refused",
        when: "RLE blocks of Zstandard are refused",
        requirements: &["zstd-format.block-type", "zstd-format.rle-block"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block(
            |_, bytes, block_maximum_size| match block::block(bytes, block_maximum_size)? {
                (block, _) if block.block_type == BlockType::Rle => refused("found an RLE block"),
                block => Ok(block),
            },
        )],
    },
    Misreading {
        name: "zstd-raw-blocks-refused",
        when: "raw blocks of Zstandard are refused",
        requirements: &["zstd-format.raw-block", "zstd-format.block-type"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block(
            |_, bytes, block_maximum_size| match block::block(bytes, block_maximum_size)? {
                (block, _) if block.block_type == BlockType::Raw => refused("found a raw block"),
                block => Ok(block),
            },
        )],
    },
    Misreading {
        name: "zstd-compressed-blocks-refused",
        when: "compressed blocks of Zstandard are refused",
        requirements: &["zstd-format.compressed-block"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block(
            |_, bytes, block_maximum_size| match block::block(bytes, block_maximum_size)? {
                (block, _) if block.block_type == BlockType::Compressed => {
                    refused("found a compressed block")
                }
                block => Ok(block),
            },
        )],
    },
    Misreading {
        name: "zstd-cut-blocks-filled",
        when: "what is missing of a block of Zstandard is filled with zeros",
        requirements: &["zstd-format.frame-structure", "codecs.decoding-procedure"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block(|_, bytes, block_maximum_size| {
            block::block(bytes, block_maximum_size).or_else(|error| {
                if bytes.len() < 3 {
                    return Err(error);
                }
                let longer = [bytes, &[0; 1024]].concat();
                let (block, _) = block::block(&longer, block_maximum_size).map_err(|_| error)?;
                Ok((block, bytes.len()))
            })
        })],
    },
    Misreading {
        name: "zstd-short-content-filled",
        when: "what is missing of the content of frames of Zstandard is filled with zeros",
        requirements: &["codecs.decoding-procedure"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_decode(|steps, bytes, length| {
            let mut decoded = zstd::decode(steps, bytes, length)?;
            let length = length.and_then(|length| usize::try_from(length).ok());
            decoded.resize(decoded.len().max(length.unwrap_or_default()), 0);
            Ok(decoded)
        })],
    },
    Misreading {
        name: "zstd-damaged-frames-are-zeros",
        when: "zeros are read where a frame of Zstandard cannot be decoded",
        requirements: &["zstd-format.frame-structure", "codecs.decoding-procedure"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_decode(|steps, bytes, length| {
            zstd::decode(steps, bytes, length).or_else(|error| match length {
                Some(length @ 0..=4096) => Ok((0..length).map(|_| 0).collect()),
                _ => Err(error),
            })
        })],
    },
];
