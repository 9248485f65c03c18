//! Wrong readings of the sharding codec: the location of the index.

use super::configuration::location_or_end;
use crate::Json;
use crate::codecs::Codec;
use crate::misreading::{ACCEPTED, BOTH, Misreading, require};
use crate::sharding_indexed::{self as sharding, IndexLocation};
use crate::steps::Replacement;

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "index-location-default-start",
        when: "an index of which no location is given is at the start",
        requirements: &["sharding-indexed.index-location-default"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_location(
            |_, configuration| match configuration.member("index_location") {
                None => Ok(IndexLocation::Start),
                Some(_) => sharding::index_location(configuration),
            },
        )],
    },
    Misreading {
        name: "index-location-required",
        when: "a shard of which no location of the index is given is refused",
        requirements: &["sharding-indexed.index-location-default"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_location(|_, configuration| {
            require(configuration, "index_location")?;
            sharding::index_location(configuration)
        })],
    },
    Misreading {
        name: "index-location-ignored",
        when: "the index is at the end, whatever its location is said to be",
        requirements: &[
            "sharding-indexed.index-location",
            "sharding-indexed.index-location-values",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_location(|_, configuration| {
            location_or_end(configuration, |_| true)
        })],
    },
    Misreading {
        name: "index-location-swapped",
        when: "the index is at the end where its location is the start, and the other way round",
        requirements: &["sharding-indexed.index-location"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_location(|_, configuration| {
            Ok(match sharding::index_location(configuration)? {
                IndexLocation::Start => IndexLocation::End,
                IndexLocation::End => IndexLocation::Start,
            })
        })],
    },
    Misreading {
        name: "index-location-by-other-words",
        when: "the location of an index may be in capitals, or another word for the end",
        requirements: &["sharding-indexed.index-location-values"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_location(|_, configuration| {
            location_or_end(configuration, |value| {
                let text = value.as_str().map(|it| it.trim().to_lowercase());
                text.is_some_and(|it| {
                    !["start", "end"].contains(&value.as_str().unwrap_or_default())
                        && !it.is_empty()
                })
            })
        })],
    },
    Misreading {
        name: "index-location-nothing-is-end",
        when: "a location of the index that is null, empty or not a string is the end",
        requirements: &["sharding-indexed.index-location-values"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_location(|_, configuration| {
            location_or_end(configuration, |value| {
                value.as_str().is_none_or(str::is_empty)
            })
        })],
    },
    Misreading {
        name: "nested-index-location-inherited",
        when: "a shard in a shard has its index where the outer one has it",
        requirements: &["sharding-indexed.index-location"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_codecs(
            |steps, configuration, data_type, chunk_shape, fill_value| {
                let outer = sharding::index_location(configuration)?;
                let mut chain =
                    sharding::codecs(steps, configuration, data_type, chunk_shape, fill_value)?;
                for codec in &mut chain.codecs {
                    if let Codec::ShardingIndexed(inner) = codec {
                        inner.index_location = outer;
                    }
                }
                Ok(chain)
            },
        )],
    },
    Misreading {
        name: "nested-index-location-defaults-to-outer",
        when: "a shard in a shard of which no location of the index is given has it where the outer one has it",
        requirements: &["sharding-indexed.index-location-default"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_codecs(
            |steps, configuration, data_type, chunk_shape, fill_value| {
                let outer = sharding::index_location(configuration)?;
                let mut chain =
                    sharding::codecs(steps, configuration, data_type, chunk_shape, fill_value)?;
                let Some(Json::Array(list)) = configuration.member("codecs") else {
                    return Ok(chain);
                };
                for (codec, entry) in chain.codecs.iter_mut().zip(list) {
                    let configuration = entry.member("configuration");
                    let location = configuration.and_then(|it| it.member("index_location"));
                    if let (Codec::ShardingIndexed(inner), None) = (codec, location) {
                        inner.index_location = outer;
                    }
                }
                Ok(chain)
            },
        )],
    },
];
