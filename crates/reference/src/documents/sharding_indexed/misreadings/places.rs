//! Wrong readings of the sharding codec: where inner chunks are in a shard.

use super::index::{after_index, changed, entries, entry, invalid};
use crate::chunk_array::positions;
use crate::misreading::{ACCEPTED, BOTH, Misreading};
use crate::sharding_indexed::{self as sharding, EMPTY, IndexLocation, part};
use crate::steps::Replacement;

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "inner-chunks-in-order",
        when: "inner chunks of a shard are read one after the other, wherever their offsets are",
        requirements: &[
            "sharding-indexed.any-order-read",
            "sharding-indexed.offset-nbytes",
            "sharding-indexed.unused-space",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_inner_chunk(
            |_, codec, index, i, shard| {
                let mut offset = after_index(codec);
                for earlier in positions(&index.shape[..index.shape.len() - 1]) {
                    let Some((_, nbytes)) = entry(index, &earlier)? else {
                        if earlier == i {
                            return Ok(None);
                        }
                        continue;
                    };
                    if earlier == i {
                        let found = part(shard, offset, nbytes);
                        return found.map_or_else(
                            || invalid("beyond the shard"),
                            |it| Ok(Some(it.to_vec())),
                        );
                    }
                    offset = offset.saturating_add(nbytes);
                }
                Ok(None)
            },
        )],
    },
    Misreading {
        name: "order-of-inner-chunks-demanded",
        when: "a shard whose inner chunks do not lie in lexicographical order is refused",
        requirements: &["sharding-indexed.any-order-read"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_decode(|steps, codec, shard| {
            let index = sharding::index_decode(steps, codec, shard)?;
            if entries(&index)?.is_sorted_by_key(|(offset, _)| *offset) {
                Ok(index)
            } else {
                invalid("inner chunks are out of order")
            }
        })],
    },
    Misreading {
        name: "unused-space-refused",
        when: "a shard with unused space is refused",
        requirements: &["sharding-indexed.unused-space"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_decode(|steps, codec, shard| {
            let index = sharding::index_decode(steps, codec, shard)?;
            let size = sharding::index_size(&codec.index_codecs)?;
            let used = entries(&index)?
                .iter()
                .fold(size, |used, (_, nbytes)| used.saturating_add(*nbytes));
            if used < shard.len() as u64 {
                return invalid("some space of the shard is unused");
            }
            Ok(index)
        })],
    },
    Misreading {
        name: "unused-space-before-index-skipped",
        when: "an index at the end of a shard is looked for right after the last inner chunk of a \
            shard without empty ones",
        requirements: &[
            "sharding-indexed.index-location",
            "sharding-indexed.unused-space",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_decode(|steps, codec, shard| {
            let size = sharding::index_size(&codec.index_codecs)?;
            let inner = codec.codecs.representations.last();
            let length = match inner {
                Some(crate::codecs::Representation::Bytes {
                    length: Some(length),
                }) => *length,
                _ => return sharding::index_decode(steps, codec, shard),
            };
            let number = match codec.index_codecs.representations.first() {
                Some(crate::codecs::Representation::Array { shape, .. }) => {
                    shape.iter().product::<u64>() / 2
                }
                _ => 0,
            };
            let end = length.saturating_mul(number).saturating_add(size);
            if codec.index_location == IndexLocation::Start || end >= shard.len() as u64 {
                return sharding::index_decode(steps, codec, shard);
            }
            match part(shard, 0, end) {
                Some(shorter) => sharding::index_decode(steps, codec, shorter),
                None => sharding::index_decode(steps, codec, shard),
            }
        })],
    },
    Misreading {
        name: "offset-of-32-bits",
        when: "only the lowest 32 bits of an offset in a shard count",
        requirements: &[
            "sharding-indexed.offset-nbytes",
            "sharding-indexed.index-shape",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_decode(|steps, codec, shard| {
            changed(
                &sharding::index_decode(steps, codec, shard)?,
                |offset, nbytes| match (offset, nbytes) {
                    (EMPTY, EMPTY) => (offset, nbytes),
                    _ => (offset & 0xffff_ffff, nbytes),
                },
            )
        })],
    },
    Misreading {
        name: "range-in-shard-wraps-around",
        when: "the end of an inner chunk is computed modulo 2^64, so that one that begins near 2^64 \
            seems to lie in the shard",
        requirements: &["sharding-indexed.offset-nbytes"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_inner_chunk(
            |_, _, index, i, shard| {
                let Some((offset, nbytes)) = entry(index, i)? else {
                    return Ok(None);
                };
                let end = offset.wrapping_add(nbytes);
                if end > shard.len() as u64 {
                    return invalid("beyond the shard");
                }
                let offset = if offset > end {
                    offset % (shard.len() as u64).max(1)
                } else {
                    offset
                };
                let bytes = (0..nbytes.min(1 << 20)).map(|at| {
                    let place = usize::try_from(offset.wrapping_add(at)).unwrap_or(0);
                    shard[place % shard.len()]
                });
                Ok(Some(bytes.collect()))
            },
        )],
    },
];
