//! Wrong readings of the blosc codec: blocks and splits.

use super::{by_the_list, header_with, padded, start_from_header, start_in_sequence};
use crate::blosc::block;
use crate::blosc::compressor::{self, Compressor};
use crate::blosc::header::{self};
use crate::blosc::{self, shuffle};
use crate::error::Error;
use crate::misreading::{ACCEPTED, BOTH, Misreading};
use crate::steps::Replacement;

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "blosc-bstarts-from-the-header",
        when: "blosc counts the starts of blocks from the end of the header",
        requirements: &["blosc-format.bstarts", "blosc.reference-implementation"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_block_start(|_, chunk, index, number| {
            start_from_header(chunk, index, number)
        })],
    },
    Misreading {
        name: "blosc-bstarts-ignored",
        when: "blosc reads blocks one after the other and not where they start",
        requirements: &["blosc-format.bstarts"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_block_start(|_, chunk, index, number| {
            start_in_sequence(chunk, index, number)
                .map_or_else(|| block::block_start(chunk, index, number), Ok)
        })],
    },
    Misreading {
        name: "blosc-last-block-full",
        when: "blosc treats the last block as one of the full blocksize",
        requirements: &["blosc-format.blocks"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_block(|steps, header, bytes, _| {
            block::block(steps, header, bytes, header.blocksize.into())
        })],
    },
    Misreading {
        name: "blosc-first-block-only",
        when: "blosc reads only the first block and fills the rest by zeros",
        requirements: &["blosc-format.blocks"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_blocks(|steps, header, chunk| {
            let length = u64::from(header.blocksize.min(header.nbytes));
            let number = u64::from(header.nbytes.div_ceil(header.blocksize.max(1)));
            let start = steps.blosc_block_start(chunk, 0, number)?;
            let block = steps.blosc_block(header, &chunk[start..], length)?;
            let first = steps.blosc_unshuffle(header, &block)?;
            Ok(padded(first, Some(header.nbytes.into())))
        })],
    },
    Misreading {
        name: "blosc-never-split",
        when: "blosc reads each block as one stream",
        requirements: &["blosc-format.splits", "blosc-format.split-flag"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_splits(|_, _, _| 1)],
    },
    Misreading {
        name: "blosc-split-flag-ignored",
        when: "blosc divides blocks by splits though the flags say that they are not split",
        requirements: &["blosc-format.split-flag", "blosc-format.unsplit-block"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_splits(|_, header, length| {
            let mut header = header.clone();
            header.flags.unsplit = false;
            if block::is_small(&header, length) {
                return header.typesize.into();
            }
            block::splits(&header, length)
        })],
    },
    Misreading {
        name: "blosc-short-block-split",
        when: "blosc divides the short last block by splits, too",
        requirements: &["blosc-format.splits", "blosc.reference-implementation"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_splits(|_, header, _| {
            block::splits(header, header.blocksize.into())
        })],
    },
    Misreading {
        name: "blosc-copied-flag-ignored",
        when: "blosc looks for blocks in a chunk that is only copied",
        requirements: &["blosc-format.memcpy-flag"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_decode(|steps, bytes, length, _| {
            let header = header_with(bytes, |header| header.flags.memcpy = false)?;
            blosc::content(steps, &header, bytes, length)
        })],
    },
    Misreading {
        name: "blosc-copied-is-shuffled",
        when: "blosc undoes a shuffle of a chunk that is only copied",
        requirements: &["blosc-format.memcpy-flag"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_decode(|steps, bytes, length, _| {
            let header = header::header(bytes)?;
            let content = blosc::content(steps, &header, bytes, length)?;
            if header.flags.memcpy {
                return shuffle::unshuffle(&header, &content);
            }
            Ok(content)
        })],
    },
    Misreading {
        name: "blosc-stored-split-decompressed",
        when: "blosc decompresses splits that are stored",
        requirements: &["blosc-format.csize", "blosc.reference-implementation"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_split(
            |steps, header, compressed, length| {
                let compressor = Compressor::numbered(header.flags.compressor)?;
                steps.blosc_decompress(compressor, compressed, length)
            },
        )],
    },
    Misreading {
        name: "blosc-csize-ignored",
        when: "blosc reads the only split of a block to the end of the chunk, whatever its size",
        requirements: &["blosc-format.csize"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_block(|steps, header, bytes, length| {
            if block::splits(header, length) > 1 || bytes.len() < 4 {
                return block::block(steps, header, bytes, length);
            }
            steps.blosc_split(header, &bytes[4..], length)
        })],
    },
    Misreading {
        name: "blosc-compressors-by-the-list",
        when: "blosc numbers compressors as the document on the codec lists them",
        requirements: &["blosc-format.compressor"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_decompress(
            |steps, compressor, compressed, length| {
                let compressor = by_the_list(compressor.number()).unwrap_or(compressor);
                compressor::decompress(steps, compressor, compressed, length)
            },
        )],
    },
    Misreading {
        name: "blosc-short-split-padded",
        when: "blosc fills a split that gives too few bytes by zeros",
        requirements: &["blosc-format.nbytes", "blosc-format.streams"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_decompress(
            |steps, compressor, compressed, length| {
                let shorter = (1..4).filter_map(|less| length.checked_sub(less));
                let lengths = std::iter::once(length).chain(shorter);
                let found = lengths
                    .map(|length| compressor::decompress(steps, compressor, compressed, length));
                let mut refusal = None;
                for result in found {
                    match result {
                        Ok(bytes) => return Ok(padded(bytes, Some(length))),
                        Err(error) => refusal = refusal.or(Some(error)),
                    }
                }
                Err(refusal.unwrap_or_else(|| Error::Bug("no length was tried".to_owned())))
            },
        )],
    },
];
