//! Wrong readings of the scale_offset codec: what is calculated.

use super::{of_codec, of_operations};
use crate::codecs::misreadings::{rebuilt, with_those_in_reverse};
use crate::codecs::{Chain, Codec};
use crate::misreading::{BOTH, CURRENT, Misreading};
use crate::scale_offset::{
    self,
    Operation::{DividedBy, Minus, Plus, Times},
    ScaleOffset,
};
use crate::steps::{Replacement, Steps};
use crate::{ChunkArray, Result};

fn is_meant(codec: &Codec) -> bool {
    matches!(codec, Codec::ScaleOffset(_))
}

fn swapped(codec: &ScaleOffset) -> ScaleOffset {
    ScaleOffset {
        offset: codec.scale.clone(),
        scale: codec.offset.clone(),
    }
}

fn only_offset(codec: &ScaleOffset) -> ScaleOffset {
    ScaleOffset {
        scale: None,
        ..codec.clone()
    }
}

fn only_scale(codec: &ScaleOffset) -> ScaleOffset {
    ScaleOffset {
        offset: None,
        ..codec.clone()
    }
}

/// The chain with only the first of several codecs scale_offset.
fn only_first(steps: &Steps, chain: &Chain) -> Result<Chain> {
    let first = chain.codecs.iter().position(is_meant);
    let all = chain.codecs.iter().enumerate();
    let kept = all.filter(|(at, codec)| !is_meant(codec) || Some(*at) == first);
    let kept = kept.map(|(_, codec)| codec.clone()).collect();
    rebuilt(steps, chain, kept)
}

/// Without a chain of several codecs scale_offset, nothing is reversed.
fn decoded_in_sequence(steps: &Steps, chain: &Chain, bytes: &[u8]) -> Result<ChunkArray> {
    let reversed = with_those_in_reverse(steps, chain, is_meant)?;
    steps.text().decode(&reversed, bytes)
}

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "scale-and-offset-swapped",
        when: "the scale is subtracted from elements, and the difference is multiplied by the offset",
        requirements: &["scale-offset.offset", "scale-offset.scale"],
        editions: CURRENT,
        through: BOTH,
        replacements: of_codec!(swapped),
    },
    Misreading {
        name: "offset-added-on-encoding",
        when: "the offset is added to elements that are encoded, and subtracted from those that are decoded",
        requirements: &["scale-offset.encode", "scale-offset.offset"],
        editions: CURRENT,
        through: BOTH,
        replacements: of_operations!([Plus, Times], [DividedBy, Minus]),
    },
    Misreading {
        name: "scaled-before-the-offset",
        when: "elements are multiplied by the scale first, and the offset is subtracted from the product",
        requirements: &["scale-offset.encode", "scale-offset.scale"],
        editions: CURRENT,
        through: BOTH,
        replacements: of_operations!([Times, Minus], [Plus, DividedBy]),
    },
    Misreading {
        name: "divided-by-the-scale-on-encoding",
        when: "elements are divided by the scale when they are encoded, and multiplied by it when they are decoded, as \
               CF conventions have it",
        requirements: &["scale-offset.encode", "scale-offset.decode"],
        editions: CURRENT,
        through: BOTH,
        replacements: of_operations!([Minus, DividedBy], [Times, Plus]),
    },
    Misreading {
        name: "offset-added-before-the-quotient",
        when: "the offset is added to encoded elements before they are divided by the scale",
        requirements: &["scale-offset.decode"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::scale_offset_decode(
            |steps, codec, data_type, element| {
                super::each(steps, codec, data_type, element, [Plus, DividedBy])
            },
        )],
    },
    Misreading {
        name: "encoded-in-both-directions",
        when: "elements that are decoded are changed as those that are encoded",
        requirements: &["scale-offset.decode"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::scale_offset_decode(
            |steps, codec, data_type, element| {
                scale_offset::encode(steps, codec, data_type, element)
            },
        )],
    },
    Misreading {
        name: "scale-ignored",
        when: "the scale is ignored",
        requirements: &["scale-offset.scale"],
        editions: CURRENT,
        through: BOTH,
        replacements: of_codec!(only_offset),
    },
    Misreading {
        name: "offset-ignored",
        when: "the offset is ignored",
        requirements: &["scale-offset.offset"],
        editions: CURRENT,
        through: BOTH,
        replacements: of_codec!(only_scale),
    },
    Misreading {
        name: "scale-offset-not-undone",
        when: "elements are given as they are stored, without undoing scale_offset",
        requirements: &["scale-offset.decode"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::scale_offset_decode(|_, _, _, element| {
            Ok(element.clone())
        })],
    },
    Misreading {
        name: "only-first-scale-offset",
        when: "only the first of several codecs scale_offset is applied",
        requirements: &["codecs.applied-in-sequence"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::encode(|steps, chain, chunk| {
                steps.text().encode(&only_first(steps, chain)?, chunk)
            }),
            Replacement::decode(|steps, chain, bytes| {
                steps.text().decode(&only_first(steps, chain)?, bytes)
            }),
        ],
    },
    Misreading {
        name: "scale-offsets-decoded-forwards",
        when: "of several codecs scale_offset, the first is undone first",
        requirements: &["codecs.applied-in-sequence", "codecs.decoding-procedure"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::decode(decoded_in_sequence)],
    },
];
