//! Wrong readings of the sharding codec: codecs around shards and in them.

use super::inner_chunks::{
    after_inside, decoded_from_outer, in_one_row, inside_after, is_transpose, split,
    transposes_inside, transposes_outside, without_after, without_before,
};
use crate::codecs::{self, Codec};
use crate::error::Error;
use crate::misreading::{ACCEPTED, BOTH, Misreading};
use crate::sharding_indexed::{self as sharding};
use crate::steps::Replacement;

/// Replaces the list of codecs by another; where that one is refused, it is the literal one.
macro_rules! list_as {
    ($change:ident) => {
        &[Replacement::chain(
            |steps, list, data_type, shape, fill_value| match $change(list) {
                Some(changed) => codecs::chain(steps, &changed, data_type, shape, fill_value)
                    .or_else(|_| codecs::chain(steps, list, data_type, shape, fill_value)),
                None => codecs::chain(steps, list, data_type, shape, fill_value),
            },
        )]
    };
}

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "transpose-before-shard-inside",
        when: "transposes before sharding are applied to each inner chunk",
        requirements: &[
            "sharding-indexed.codecs",
            "sharding-indexed.shard-shape",
            "codecs.applied-in-sequence",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: list_as!(transposes_inside),
    },
    Misreading {
        name: "transpose-in-shard-outside",
        when: "transposes of inner chunks are applied to the whole shard",
        requirements: &["sharding-indexed.codecs"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: list_as!(transposes_outside),
    },
    Misreading {
        name: "transpose-before-shard-ignored",
        when: "codecs before sharding are not applied",
        requirements: &["codecs.applied-in-sequence", "sharding-indexed.shard-shape"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: list_as!(without_before),
    },
    Misreading {
        name: "codecs-after-shard-inside",
        when: "codecs after sharding are applied to each inner chunk",
        requirements: &["codecs.applied-in-sequence", "sharding-indexed.codecs"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: list_as!(after_inside),
    },
    Misreading {
        name: "codecs-in-shard-after",
        when: "codecs on bytes of inner chunks are applied to the whole shard",
        requirements: &["sharding-indexed.codecs"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: list_as!(inside_after),
    },
    Misreading {
        name: "codecs-after-shard-ignored",
        when: "codecs after sharding are not applied",
        requirements: &["codecs.applied-in-sequence"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: list_as!(without_after),
    },
    Misreading {
        name: "codecs-after-shard-refused",
        when: "a list in which codecs come after sharding is refused",
        requirements: &["codecs.applied-in-sequence", "codecs.chain-form"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::chain_form(|steps, list| {
            let is_sharding = |codec: &Codec| matches!(codec, Codec::ShardingIndexed(_));
            if list.iter().rev().skip(1).any(is_sharding) {
                return Err(Error::Metadata("sharding is the last codec".to_owned()));
            }
            steps.text().chain_form(list)
        })],
    },
    Misreading {
        name: "inner-shape-divides-array-chunk",
        when: "an inner chunk shape has to divide the chunk of the array, not the shard that transposes \
            before sharding make of it",
        requirements: &[
            "sharding-indexed.shard-shape",
            "sharding-indexed.inner-shape-divides",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::chain(
            |steps, list, data_type, shape, fill_value| {
                if let Some((before, configuration, _)) = split(list)
                    && before.iter().any(is_transpose)
                {
                    let chunk_shape = sharding::chunk_shape(configuration)?;
                    sharding::chunks_per_shard(shape, &chunk_shape)?;
                }
                codecs::chain(steps, list, data_type, shape, fill_value)
            },
        )],
    },
    Misreading {
        name: "nested-offsets-in-outer-shard",
        when: "offsets in a shard within a shard are counted from the beginning of the outer one",
        requirements: &["sharding-indexed.offset-nbytes"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_decode(decoded_from_outer)],
    },
    Misreading {
        name: "inner-chunks-cut-in-one-row",
        when: "the elements of a shard are cut one after the other into inner chunks, whatever their \
            shape",
        requirements: &[
            "sharding-indexed.chunk-shape",
            "sharding-indexed.index-entries",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::sharding_encode(|steps, codec, array| {
                sharding::encode(steps, codec, &in_one_row(codec, array, true)?)
            }),
            Replacement::sharding_decode(|steps, codec, bytes, data_type, shape| {
                let array = sharding::decode(steps, codec, bytes, data_type, shape)?;
                in_one_row(codec, &array, false)
            }),
        ],
    },
    Misreading {
        name: "shards-without-dimensions-refused",
        when: "a shard without dimensions is refused",
        requirements: &[
            "sharding-indexed.chunks-per-shard",
            "sharding-indexed.chunk-shape",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_chunks_per_shard(
            |_, shard_shape, chunk_shape| {
                if shard_shape.is_empty() {
                    return Err(Error::Metadata("a shard has a dimension".to_owned()));
                }
                sharding::chunks_per_shard(shard_shape, chunk_shape)
            },
        )],
    },
    Misreading {
        name: "shards-of-one-inner-chunk-without-index",
        when: "a shard of one inner chunk has no index",
        requirements: &[
            "sharding-indexed.index-full-shape",
            "sharding-indexed.index-entries",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::sharding_encode(|steps, codec, array| {
                if array.shape == codec.chunk_shape {
                    return steps.encode(&codec.codecs, array);
                }
                sharding::encode(steps, codec, array)
            }),
            Replacement::sharding_decode(|steps, codec, bytes, data_type, shape| {
                if shape == codec.chunk_shape {
                    return steps.decode(&codec.codecs, bytes);
                }
                sharding::decode(steps, codec, bytes, data_type, shape)
            }),
        ],
    },
];
