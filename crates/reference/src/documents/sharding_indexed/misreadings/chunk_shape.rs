//! Wrong readings of the sharding codec: the shape of inner chunks.

use super::configuration::{
    DECODE_WHAT_FITS, ENCODE_WHAT_FITS, chunks_per_shard, lengths, rounded, with_configuration,
    with_inner_shape, with_member,
};
use crate::Json;
use crate::misreading::{ACCEPTED, BOTH, Misreading, OPERATIONS};
use crate::sharding_indexed::{self as sharding};
use crate::steps::Replacement;

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "chunks-per-shard-rounded-up",
        when: "an inner chunk shape that does not divide the shard is accepted, with one inner \
            chunk more",
        requirements: &[
            "sharding-indexed.inner-shape-divides",
            "sharding-indexed.chunks-per-shard",
        ],
        editions: ACCEPTED,
        through: OPERATIONS,
        replacements: &[
            Replacement::sharding_chunks_per_shard(|_, shard_shape, chunk_shape| {
                chunks_per_shard(shard_shape, chunk_shape, u64::div_ceil)
            }),
            DECODE_WHAT_FITS,
            ENCODE_WHAT_FITS,
        ],
    },
    Misreading {
        name: "chunks-per-shard-rounded-down",
        when: "an inner chunk shape that does not divide the shard is accepted, and what remains is \
            left out",
        requirements: &[
            "sharding-indexed.inner-shape-divides",
            "sharding-indexed.chunks-per-shard",
        ],
        editions: ACCEPTED,
        through: OPERATIONS,
        replacements: &[
            Replacement::sharding_chunks_per_shard(|_, shard_shape, chunk_shape| {
                chunks_per_shard(shard_shape, chunk_shape, |shard, chunk| {
                    (shard / chunk).max(1)
                })
            }),
            DECODE_WHAT_FITS,
            ENCODE_WHAT_FITS,
        ],
    },
    Misreading {
        name: "inner-chunks-divide-by-number",
        when: "it is enough that the elements of inner chunks divide those of the shard",
        requirements: &["sharding-indexed.inner-shape-divides"],
        editions: ACCEPTED,
        through: OPERATIONS,
        replacements: &[
            Replacement::sharding_chunks_per_shard(|_, shard_shape, chunk_shape| {
                let number = |shape: &[u64]| shape.iter().product::<u64>();
                if chunk_shape.contains(&0) || number(shard_shape) % number(chunk_shape) != 0 {
                    return sharding::chunks_per_shard(shard_shape, chunk_shape);
                }
                chunks_per_shard(shard_shape, chunk_shape, u64::div_ceil)
            }),
            DECODE_WHAT_FITS,
            ENCODE_WHAT_FITS,
        ],
    },
    Misreading {
        name: "inner-shape-shorter-accepted",
        when: "the dimensions that an inner chunk shape does not have are whole",
        requirements: &["sharding-indexed.inner-shape-divides"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            with_inner_shape(steps, value, decoded, |shape, shard_shape| {
                if shape.len() < shard_shape.len() {
                    shape.extend(&shard_shape[shape.len()..]);
                }
            })
        })],
    },
    Misreading {
        name: "inner-shape-longer-accepted",
        when: "entries of an inner chunk shape beyond the dimensions of the shard are ignored",
        requirements: &["sharding-indexed.inner-shape-divides"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            with_inner_shape(steps, value, decoded, |shape, shard_shape| {
                shape.truncate(shard_shape.len());
            })
        })],
    },
    Misreading {
        name: "inner-length-zero-is-whole",
        when: "a length of 0 in an inner chunk shape stands for the length of the shard",
        requirements: &[
            "sharding-indexed.inner-shape-divides",
            "sharding-indexed.chunk-shape",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            with_inner_shape(steps, value, decoded, |shape, shard_shape| {
                for (length, shard) in shape.iter_mut().zip(shard_shape) {
                    if *length == 0 {
                        *length = *shard;
                    }
                }
            })
        })],
    },
    Misreading {
        name: "inner-length-beyond-shard-cut",
        when: "an inner chunk shape larger than the shard is cut to it",
        requirements: &["sharding-indexed.inner-shape-divides"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            with_inner_shape(steps, value, decoded, |shape, shard_shape| {
                for (length, shard) in shape.iter_mut().zip(shard_shape) {
                    *length = (*length).min(*shard);
                }
            })
        })],
    },
    Misreading {
        name: "inner-lengths-any-number",
        when: "lengths of an inner chunk shape are any numbers, without sign and fraction",
        requirements: &["sharding-indexed.chunk-shape"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_chunk_shape(|_, configuration| {
            lengths(configuration, rounded)
        })],
    },
    Misreading {
        name: "inner-lengths-from-text",
        when: "lengths of an inner chunk shape may be strings, true or null",
        requirements: &["sharding-indexed.chunk-shape"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_chunk_shape(|_, configuration| {
            lengths(configuration, |entry| match entry {
                Json::String(text) => text.parse().ok(),
                Json::Bool(_) | Json::Null => Some(1),
                Json::Array(_) | Json::Object(_) => Some(1),
                Json::Number(_) => entry.as_u64(),
            })
        })],
    },
    Misreading {
        name: "inner-shape-not-a-list",
        when: "an inner chunk shape that is missing or not a list stands for the shape of the shard",
        requirements: &["sharding-indexed.chunk-shape"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            let is_list = |configuration: &Json| {
                matches!(configuration.member("chunk_shape"), Some(Json::Array(_)))
            };
            with_configuration(steps, value, decoded, |configuration, shard_shape| {
                if is_list(configuration) {
                    return configuration.clone();
                }
                let lengths = shard_shape.iter().map(|it| Json::Number(it.to_string()));
                with_member(configuration, "chunk_shape", Json::Array(lengths.collect()))
            })
        })],
    },
];
