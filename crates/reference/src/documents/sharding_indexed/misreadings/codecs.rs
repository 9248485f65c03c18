//! Wrong readings of the sharding codec: the codecs of inner chunks and of the index.

use super::configuration::{
    is_named, of_fixed_size, plain_codecs, with_member, with_one_bytes, with_some_bytes,
};
use crate::Json;
use crate::codecs::{self, Representation};
use crate::documents::core::codecs::misreadings::listed;
use crate::misreading::{ACCEPTED, BOTH, Misreading, STORES};
use crate::sharding_indexed::{self as sharding};
use crate::steps::Replacement;

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "anything-is-a-codec-list-of-inner-chunks",
        when: "a name, an object or a list within the list is treated as the codec list of inner chunks",
        requirements: &["sharding-indexed.codecs-array"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::sharding_codecs(
            |steps, configuration, data_type, chunk_shape, fill_value| {
                let configuration = match configuration.member("codecs") {
                    Some(value) => &with_member(configuration, "codecs", listed(value)),
                    None => configuration,
                };
                sharding::codecs(steps, configuration, data_type, chunk_shape, fill_value)
            },
        )],
    },
    Misreading {
        name: "codecs-of-inner-chunks-optional",
        when: "inner chunks of which no list of codecs is given are little-endian bytes",
        requirements: &[
            "sharding-indexed.codecs-required",
            "sharding-indexed.codecs-array",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_codecs(
            |steps, configuration, data_type, chunk_shape, fill_value| {
                let configuration = match configuration.member("codecs") {
                    Some(Json::Array(list)) if !list.is_empty() => configuration.clone(),
                    _ => with_member(configuration, "codecs", plain_codecs(false)),
                };
                sharding::codecs(steps, &configuration, data_type, chunk_shape, fill_value)
            },
        )],
    },
    Misreading {
        name: "index-codecs-optional",
        when: "an index of which no list of codecs is given is of little-endian bytes with a checksum",
        requirements: &[
            "sharding-indexed.index-codecs-required",
            "sharding-indexed.index-codecs-array",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_codecs(
            |steps, configuration, chunks_per_shard| {
                let configuration = match configuration.member("index_codecs") {
                    Some(Json::Array(list)) if !list.is_empty() => configuration.clone(),
                    _ => with_member(configuration, "index_codecs", plain_codecs(true)),
                };
                sharding::index_codecs(steps, &configuration, chunks_per_shard)
            },
        )],
    },
    Misreading {
        name: "sharding-configuration-optional",
        when: "sharding without a configuration has one inner chunk of little-endian bytes, and an \
            index with a checksum",
        requirements: &[
            "sharding-indexed.codecs-required",
            "sharding-indexed.index-codecs-required",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            let Representation::Array { shape, .. } = decoded else {
                return codecs::codec(steps, value, decoded);
            };
            let configuration = value.member("configuration");
            let is_empty = configuration.is_none_or(|it| it.member("chunk_shape").is_none());
            if !(is_named(value, "sharding_indexed") && is_empty) {
                return codecs::codec(steps, value, decoded);
            }
            let beside = |name: &str| value.member(name).cloned();
            let lengths = shape
                .iter()
                .map(|it| Json::Number(it.to_string()))
                .collect();
            let members = [
                ("chunk_shape", Json::Array(lengths)),
                ("codecs", plain_codecs(false)),
                ("index_codecs", plain_codecs(true)),
            ];
            let members = members
                .into_iter()
                .map(|(name, default)| (name.to_owned(), beside(name).unwrap_or(default)));
            let entry = Json::Object(vec![
                (
                    "name".to_owned(),
                    Json::String("sharding_indexed".to_owned()),
                ),
                ("configuration".to_owned(), Json::Object(members.collect())),
            ]);
            codecs::codec(steps, &entry, decoded)
        })],
    },
    Misreading {
        name: "sharding-by-other-names",
        when: "sharding is known by names that are like its own",
        requirements: &["sharding-indexed.name"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            let others = [
                "sharding",
                "sharding-indexed",
                "indexed",
                "Sharding_indexed",
            ];
            if !others.iter().any(|name| is_named(value, name)) {
                return codecs::codec(steps, value, decoded);
            }
            let name = Json::String("sharding_indexed".to_owned());
            codecs::codec(steps, &with_member(value, "name", name), decoded)
        })],
    },
    Misreading {
        name: "compressor-of-index-accepted",
        when: "compressors among the codecs of an index are accepted, and not applied",
        requirements: &["sharding-indexed.index-codecs-fixed-size"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::sharding_index_codecs(of_fixed_size)],
    },
    Misreading {
        name: "second-bytes-ignored",
        when: "in the lists of codecs of a shard, codecs after the first one from array to bytes that \
            take an array are ignored",
        requirements: &[
            "sharding-indexed.codecs-required",
            "sharding-indexed.index-codecs-required",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::sharding_codecs(|steps, configuration, data_type, chunk_shape, fill| {
                let configuration = with_one_bytes(configuration, "codecs");
                sharding::codecs(steps, &configuration, data_type, chunk_shape, fill)
            }),
            Replacement::sharding_index_codecs(|steps, configuration, chunks_per_shard| {
                let configuration = with_one_bytes(configuration, "index_codecs");
                sharding::index_codecs(steps, &configuration, chunks_per_shard)
            }),
        ],
    },
    Misreading {
        name: "no-bytes-in-shards-accepted",
        when: "little-endian bytes are added to a list of codecs of a shard that has no codec from \
            array to bytes",
        requirements: &[
            "sharding-indexed.codecs-required",
            "sharding-indexed.index-codecs-required",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::sharding_codecs(|steps, configuration, data_type, chunk_shape, fill| {
                let configuration = with_some_bytes(configuration, "codecs");
                sharding::codecs(steps, &configuration, data_type, chunk_shape, fill)
            }),
            Replacement::sharding_index_codecs(|steps, configuration, chunks_per_shard| {
                let configuration = with_some_bytes(configuration, "index_codecs");
                sharding::index_codecs(steps, &configuration, chunks_per_shard)
            }),
        ],
    },
];
