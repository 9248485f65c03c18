//! Wrong readings of the sharding codec: the words of the index.

use super::configuration::{index_codecs, rebuilt};
use super::index::{
    after_index, bytes_as, changed, column_major, entry, invalid, of_endian, reordered, with_index,
    words_apart, words_swapped,
};
use crate::bytes::Endian;
use crate::codecs::Kind;
use crate::misreading::{ACCEPTED, BOTH, Misreading};
use crate::sharding_indexed::{self as sharding, EMPTY, IndexLocation, part};
use crate::steps::Replacement;

/// Replaces reading and writing of the index by another order of its words.
macro_rules! in_order {
    ($order:ident) => {
        &[
            Replacement::sharding_index_decode(|steps, codec, shard| {
                reordered(&sharding::index_decode(steps, codec, shard)?, $order, true)
            }),
            Replacement::sharding_encode(|steps, codec, array| {
                with_index(steps, codec, array, |index| reordered(index, $order, false))
            }),
        ]
    };
}

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "index-big-endian",
        when: "the index of a shard is big endian, whatever its codecs say",
        requirements: &[
            "sharding-indexed.index-encoded",
            "sharding-indexed.index-codecs",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[of_endian(Endian::Big)],
    },
    Misreading {
        name: "index-little-endian",
        when: "the index of a shard is little endian, whatever its codecs say",
        requirements: &[
            "sharding-indexed.index-encoded",
            "sharding-indexed.index-codecs",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[of_endian(Endian::Little)],
    },
    Misreading {
        name: "index-codecs-are-inner-codecs",
        when: "the byte order of the index of a shard is that of its inner chunks",
        requirements: &[
            "sharding-indexed.index-codecs",
            "sharding-indexed.index-encoded",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_codecs(
            |steps, configuration, chunks_per_shard| {
                let inner = configuration.member("codecs").map(ToString::to_string);
                let is_big = inner.is_some_and(|it| it.contains("big"));
                let endian = if is_big { Endian::Big } else { Endian::Little };
                index_codecs(steps, configuration, chunks_per_shard, |codec| {
                    Some(bytes_as(codec, endian))
                })
            },
        )],
    },
    Misreading {
        name: "index-untransposed",
        when: "a transpose among the codecs of the index is not applied",
        requirements: &[
            "sharding-indexed.index-encoded",
            "sharding-indexed.index-codecs",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_codecs(
            |steps, configuration, chunks_per_shard| {
                index_codecs(steps, configuration, chunks_per_shard, |codec| {
                    (codec.kind() != Kind::ArrayToArray).then_some(codec)
                })
            },
        )],
    },
    Misreading {
        name: "index-without-checksum",
        when: "the index of a shard has no checksum, whatever its codecs say",
        requirements: &[
            "sharding-indexed.index-encoded",
            "sharding-indexed.index-size",
            "sharding-indexed.index-codecs",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_codecs(
            |steps, configuration, chunks_per_shard| {
                index_codecs(steps, configuration, chunks_per_shard, |codec| {
                    (codec.kind() != Kind::BytesToBytes).then_some(codec)
                })
            },
        )],
    },
    Misreading {
        name: "index-checksum-not-verified",
        when: "the checksum of the index of a shard is skipped, and not compared",
        requirements: &["sharding-indexed.index-encoded"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_decode(|steps, codec, shard| {
            let size = sharding::index_size(&codec.index_codecs)?;
            let first = match codec.index_location {
                IndexLocation::Start => 0,
                IndexLocation::End => (shard.len() as u64).saturating_sub(size),
            };
            let to_array = codec.index_codecs.codecs.iter();
            let to_array = to_array.filter(|it| it.kind() != Kind::BytesToBytes);
            let chain = rebuilt(steps, &codec.index_codecs, to_array.cloned().collect())?;
            match part(shard, first, sharding::index_size(&chain)?) {
                Some(encoded) => steps.decode(&chain, encoded),
                None => invalid("the shard is shorter than its index"),
            }
        })],
    },
    Misreading {
        name: "index-column-major",
        when: "the index of a shard has its inner chunks with the first dimension varying fastest",
        requirements: &[
            "sharding-indexed.index-shape",
            "sharding-indexed.index-entries",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: in_order!(column_major),
    },
    Misreading {
        name: "index-words-apart",
        when: "the index of a shard has all offsets first, and then all numbers of bytes",
        requirements: &[
            "sharding-indexed.index-shape",
            "sharding-indexed.index-entries",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: in_order!(words_apart),
    },
    Misreading {
        name: "index-words-swapped",
        when: "the index of a shard has the number of bytes before the offset",
        requirements: &[
            "sharding-indexed.index-entries",
            "sharding-indexed.offset-nbytes",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: in_order!(words_swapped),
    },
    Misreading {
        name: "offset-after-index",
        when: "offsets in a shard are counted from the end of an index at the start",
        requirements: &["sharding-indexed.offset-nbytes"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::sharding_inner_chunk(|_, codec, index, i, shard| {
                let first = after_index(codec);
                let index = changed(index, |offset, nbytes| match (offset, nbytes) {
                    (EMPTY, EMPTY) => (offset, nbytes),
                    _ => (offset.saturating_add(first), nbytes),
                })?;
                sharding::inner_chunk(&index, i, shard)
            }),
            Replacement::sharding_encode(|steps, codec, array| {
                let first = after_index(codec);
                with_index(steps, codec, array, |index| {
                    changed(index, |offset, nbytes| {
                        (offset.saturating_sub(first), nbytes)
                    })
                })
            }),
        ],
    },
    Misreading {
        name: "nbytes-is-end",
        when: "the second word of an entry is where the inner chunk ends, not its length",
        requirements: &["sharding-indexed.offset-nbytes"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::sharding_inner_chunk(|_, _, index, i, shard| match entry(index, i)? {
                None => Ok(None),
                Some((offset, end)) => {
                    let found = end
                        .checked_sub(offset)
                        .and_then(|nbytes| part(shard, offset, nbytes));
                    found.map_or_else(
                        || invalid("an inner chunk ends before it begins"),
                        |it| Ok(Some(it.to_vec())),
                    )
                }
            }),
            Replacement::sharding_encode(|steps, codec, array| {
                with_index(steps, codec, array, |index| {
                    changed(index, |offset, nbytes| (offset, offset + nbytes))
                })
            }),
        ],
    },
];
