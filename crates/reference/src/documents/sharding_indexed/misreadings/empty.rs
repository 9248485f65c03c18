//! Wrong readings of the sharding codec: empty inner chunks.

use super::inner_chunks::{decoded_with_fill, fixed_length, unless_empty};
use crate::codecs::Representation;
use crate::error::Error;
use crate::misreading::{ACCEPTED, BOTH, Misreading};
use crate::sharding_indexed::{self as sharding, EMPTY, part, word};
use crate::steps::Replacement;
use crate::{ChunkArray, DataType, Element};

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "empty-inner-chunk-is-zero",
        when: "inner chunks that are empty are read as zero, whatever the fill value",
        requirements: &["sharding-indexed.fill-value"],
        editions: ACCEPTED,
        through: crate::misreading::STORES,
        replacements: &[Replacement::sharding_decode(
            |steps, codec, bytes, data_type, shape| {
                decoded_with_fill(
                    steps,
                    codec,
                    bytes,
                    shape,
                    Element::zero(data_type),
                    data_type,
                )
            },
        )],
    },
    Misreading {
        name: "empty-inner-chunk-has-first-byte-of-fill",
        when: "inner chunks that are empty are filled with only the lowest byte of the fill value",
        requirements: &["sharding-indexed.fill-value"],
        editions: ACCEPTED,
        through: crate::misreading::STORES,
        replacements: &[Replacement::sharding_decode(
            |steps, codec, bytes, data_type, shape| {
                let fill_value = match &codec.fill_value {
                    Element::Bits(bits) => Element::Bits(bits & 0xff),
                    Element::Numbers(numbers) => {
                        let first = numbers.iter().take(1).copied();
                        let zeros = std::iter::repeat(0);
                        Element::Numbers(first.chain(zeros).take(numbers.len()).collect())
                    }
                    Element::Raw(_) => Element::zero(data_type),
                };
                decoded_with_fill(steps, codec, bytes, shape, fill_value, data_type)
            },
        )],
    },
    Misreading {
        name: "empty-inner-chunk-refused",
        when: "a shard with an empty inner chunk is refused",
        requirements: &["sharding-indexed.empty-inner-chunk"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_inner_chunk(
            |_, _, index, i, shard| match sharding::inner_chunk(index, i, shard)? {
                None => Err(Error::Codec("an inner chunk is missing".to_owned())),
                found => Ok(found),
            },
        )],
    },
    Misreading {
        name: "empty-inner-chunk-by-zeros",
        when: "an inner chunk of no bytes is empty",
        requirements: &["sharding-indexed.empty-inner-chunk"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_inner_chunk(
            |_, _, index, i, shard| match word(index, i, 1)? {
                0 => Ok(None),
                _ => sharding::inner_chunk(index, i, shard),
            },
        )],
    },
    Misreading {
        name: "empty-by-32-bits",
        when: "an inner chunk is empty where the low 32 bits of both words of its entry are ones",
        requirements: &["sharding-indexed.empty-inner-chunk"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_inner_chunk(
            |_, _, index, i, shard| {
                let low = |which| Ok(word(index, i, which)? & 0xffff_ffff == 0xffff_ffff);
                if low(0)? && low(1)? {
                    return Ok(None);
                }
                sharding::inner_chunk(index, i, shard)
            },
        )],
    },
    Misreading {
        name: "empty-by-binary64",
        when: "an inner chunk is empty where both words of its entry are 2^64 when they are rounded to binary64",
        requirements: &["sharding-indexed.empty-inner-chunk"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_inner_chunk(
            |_, _, index, i, shard| {
                // The numbers from 2^64 - 2^10 on are rounded up.
                let rounded = |which| Ok(word(index, i, which)? >= EMPTY - 1023);
                if rounded(0)? && rounded(1)? {
                    return Ok(None);
                }
                sharding::inner_chunk(index, i, shard)
            },
        )],
    },
    Misreading {
        name: "empty-inner-chunk-is-last",
        when: "an inner chunk that is empty is taken from the end of the data",
        requirements: &[
            "sharding-indexed.empty-inner-chunk",
            "sharding-indexed.fill-value",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_inner_chunk(
            |_, codec, index, i, shard| {
                let found = sharding::inner_chunk(index, i, shard)?;
                let length = fixed_length(codec).and_then(|it| usize::try_from(it).ok());
                Ok(found.or_else(|| {
                    let first = shard.len().checked_sub(length?)?;
                    Some(shard[first..].to_vec())
                }))
            },
        )],
    },
    Misreading {
        name: "inner-chunk-beyond-shard-is-empty",
        when: "inner chunks that do not lie in the shard are empty",
        requirements: &[
            "sharding-indexed.offset-nbytes",
            "sharding-indexed.empty-inner-chunk",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_inner_chunk(
            |_, _, index, i, shard| {
                unless_empty(index, i, |offset, nbytes| {
                    Ok(part(shard, offset, nbytes).map(<[u8]>::to_vec))
                })
            },
        )],
    },
    Misreading {
        name: "shard-without-index-is-empty",
        when: "a shard that is shorter than its index has nothing but empty inner chunks",
        requirements: &[
            "sharding-indexed.index-size",
            "sharding-indexed.index-full-shape",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_decode(
            |steps, codec, bytes, data_type, shape| {
                let size = sharding::index_size(&codec.index_codecs)?;
                if (bytes.len() as u64) < size {
                    return ChunkArray::filled(data_type, shape.to_vec(), &codec.fill_value);
                }
                sharding::decode(steps, codec, bytes, data_type, shape)
            },
        )],
    },
    Misreading {
        name: "shard-of-no-bytes-is-empty",
        when: "a shard of no bytes has nothing but empty inner chunks",
        requirements: &[
            "sharding-indexed.index-size",
            "sharding-indexed.index-full-shape",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_decode(
            |steps, codec, bytes, data_type, shape| {
                if bytes.is_empty() {
                    return ChunkArray::filled(data_type, shape.to_vec(), &codec.fill_value);
                }
                sharding::decode(steps, codec, bytes, data_type, shape)
            },
        )],
    },
    Misreading {
        name: "damaged-shard-is-empty",
        when: "inner chunks that cannot be decoded, and all of a shard whose index cannot, are the \
            fill value",
        requirements: &[
            "sharding-indexed.index-size",
            "sharding-indexed.index-encoded",
            "sharding-indexed.codecs",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::sharding_index_decode(|steps, codec, shard| {
                sharding::index_decode(steps, codec, shard).or_else(|_| {
                    let shape = match codec.index_codecs.representations.first() {
                        Some(Representation::Array { shape, .. }) => shape.clone(),
                        _ => Vec::new(),
                    };
                    ChunkArray::filled(DataType::UINT64, shape, &Element::Bits(EMPTY))
                })
            }),
            Replacement::sharding_inner_chunk(|steps, codec, index, i, shard| {
                let found = sharding::inner_chunk(index, i, shard).unwrap_or(None);
                Ok(found.filter(|it| steps.decode(&codec.codecs, it).is_ok()))
            }),
        ],
    },
    Misreading {
        name: "short-inner-chunk-padded",
        when: "bytes that an inner chunk lacks, or that the shard does not have, are zero",
        requirements: &["sharding-indexed.offset-nbytes", "sharding-indexed.codecs"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_inner_chunk(
            |_, codec, index, i, shard| {
                let length = fixed_length(codec).and_then(|it| usize::try_from(it).ok());
                unless_empty(index, i, |offset, nbytes| {
                    let Some(length) = length.filter(|_| nbytes < 1 << 32) else {
                        return sharding::inner_chunk(index, i, shard);
                    };
                    let end = offset.saturating_add(nbytes).min(shard.len() as u64);
                    let found = part(shard, offset, end.saturating_sub(offset)).unwrap_or_default();
                    let mut bytes = found.to_vec();
                    bytes.resize(bytes.len().max(length), 0);
                    Ok(Some(bytes))
                })
            },
        )],
    },
    Misreading {
        name: "nbytes-ignored",
        when: "an inner chunk whose codecs fix its length has that length, whatever the index says",
        requirements: &["sharding-indexed.offset-nbytes"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_inner_chunk(
            |_, codec, index, i, shard| {
                unless_empty(index, i, |offset, _| {
                    let found = fixed_length(codec).and_then(|length| part(shard, offset, length));
                    match found {
                        Some(found) => Ok(Some(found.to_vec())),
                        None => sharding::inner_chunk(index, i, shard),
                    }
                })
            },
        )],
    },
];
