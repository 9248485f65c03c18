//! Wrong readings of the blosc codec: shuffles.

use super::{
    header_with, reversed, shuffled_as_one, unshuffle_eighths, unshuffle_ragged, unshuffled,
};
use crate::blosc::{self, shuffle};
use crate::misreading::{ACCEPTED, BOTH, Misreading};
use crate::steps::Replacement;

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "blosc-typesize-from-configuration",
        when: "blosc takes the typesize from the configuration, or 1, and not from the header",
        requirements: &["blosc-format.typesize", "blosc-format.splits"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_decode(|steps, bytes, length, codec| {
            let header = header_with(bytes, |header| {
                let typesize = codec.typesize.and_then(|it| u8::try_from(it).ok());
                header.typesize = typesize.unwrap_or(1);
            })?;
            blosc::content(steps, &header, bytes, length)
        })],
    },
    Misreading {
        name: "blosc-typesize-four",
        when: "blosc shuffles over 4 bytes, whatever the typesize",
        requirements: &["blosc-format.typesize", "blosc.typesize-positive"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_unshuffle(|_, header, block| {
            let mut header = header.clone();
            header.typesize = 4;
            shuffle::unshuffle(&header, block)
        })],
    },
    Misreading {
        name: "blosc-shuffle-ignored",
        when: "blosc does not undo the shuffle",
        requirements: &["blosc.shuffle", "blosc-format.byte-shuffle-flag"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_unshuffle(|_, _, block| {
            Ok(block.to_vec())
        })],
    },
    Misreading {
        name: "blosc-bits-as-bytes",
        when: "blosc undoes a shuffle of bytes where bits are shuffled",
        requirements: &["blosc-format.bit-shuffle-flag"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_unshuffle(|_, header, block| {
            if header.flags.bit_shuffle {
                return Ok(unshuffled(header, block, shuffle::unshuffle_bytes));
            }
            shuffle::unshuffle(header, block)
        })],
    },
    Misreading {
        name: "blosc-bytes-as-bits",
        when: "blosc undoes a shuffle of bits where bytes are shuffled",
        requirements: &["blosc-format.byte-shuffle-flag"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_unshuffle(|_, header, block| {
            if header.flags.byte_shuffle {
                return Ok(unshuffled(header, block, shuffle::unshuffle_bits));
            }
            shuffle::unshuffle(header, block)
        })],
    },
    Misreading {
        name: "blosc-bits-from-the-most-significant",
        when: "blosc counts shuffled bits from the most significant one",
        requirements: &["blosc-format.bit-shuffle-flag"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_unshuffle(|_, header, block| {
            if !header.flags.bit_shuffle {
                return shuffle::unshuffle(header, block);
            }
            let block = reversed(block);
            Ok(reversed(&unshuffled(
                header,
                &block,
                shuffle::unshuffle_bits,
            )))
        })],
    },
    Misreading {
        name: "blosc-bits-of-some-items",
        when: "blosc undoes a shuffle of bits of the first items where their number is not a multiple of 8",
        requirements: &[
            "blosc-format.bit-shuffle-flag",
            "blosc.reference-implementation",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_unshuffle(|_, header, block| {
            if header.flags.bit_shuffle {
                return Ok(unshuffled(header, block, unshuffle_eighths));
            }
            shuffle::unshuffle(header, block)
        })],
    },
    Misreading {
        name: "blosc-tail-shuffled",
        when: "blosc counts the bytes behind the last whole item among those that are shuffled",
        requirements: &[
            "blosc-format.byte-shuffle-flag",
            "blosc.reference-implementation",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_unshuffle(|_, header, block| {
            if header.flags.byte_shuffle {
                return Ok(unshuffled(header, block, unshuffle_ragged));
            }
            shuffle::unshuffle(header, block)
        })],
    },
    Misreading {
        name: "blosc-shuffled-as-one",
        when: "blosc undoes the shuffle of all blocks at once and not of each",
        requirements: &["blosc.reference-implementation", "blosc-format.blocks"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_blocks(shuffled_as_one)],
    },
];
