//! Wrong readings of the configuration of the sharding codec.

use crate::codecs::{self, Chain, Codec, Kind, Representation};
use crate::documents::core::codecs::misreadings::listed;
use crate::error::Error;
use crate::misreading::{ACCEPTED, BOTH, Misreading, OPERATIONS, STORES};
use crate::sharding_indexed::{self as sharding, IndexLocation, ShardingIndexed};
use crate::steps::{Replacement, Steps};
use crate::{DataType, Element, Json, Result};

/// The configuration with this member, in place of one that it may have.
fn with_member(configuration: &Json, name: &str, value: Json) -> Json {
    let mut members = match configuration {
        Json::Object(members) => members.clone(),
        _ => Vec::new(),
    };
    members.retain(|(known, _)| known != name);
    members.push((name.to_owned(), value));
    Json::Object(members)
}

/// The list of the codec bytes, little-endian, and perhaps of crc32c.
fn plain_codecs(checksum: bool) -> Json {
    let text = |text: &str| Json::String(text.to_owned());
    let endian = Json::Object(vec![("endian".to_owned(), text("little"))]);
    let bytes = Json::Object(vec![
        ("name".to_owned(), text("bytes")),
        ("configuration".to_owned(), endian),
    ]);
    let crc32c = Json::Object(vec![("name".to_owned(), text("crc32c"))]);
    Json::Array(
        std::iter::once(bytes)
            .chain(checksum.then_some(crc32c))
            .collect(),
    )
}

/// The lengths of `chunk_shape`, by a reading of an entry.
fn lengths(configuration: &Json, length: impl Fn(&Json) -> Option<u64>) -> Result<Vec<u64>> {
    let literal = || sharding::chunk_shape(configuration);
    match configuration.member("chunk_shape") {
        Some(Json::Array(entries)) => {
            let lengths: Option<Vec<u64>> = entries.iter().map(length).collect();
            lengths.map_or_else(literal, Ok)
        }
        _ => literal(),
    }
}

/// An integer that may be negative or a fraction, as a reader that accepts any number takes it.
fn rounded(entry: &Json) -> Option<u64> {
    let Json::Number(spelling) = entry else {
        return None;
    };
    let number: f64 = spelling.parse().ok()?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a careless reader"
    )]
    Some(number.abs() as u64)
}

/// The literal number of chunks per shard, unless the lengths of one dimension are read otherwise.
fn chunks_per_shard(
    shard_shape: &[u64],
    chunk_shape: &[u64],
    along: impl Fn(u64, u64) -> u64,
) -> Result<Vec<u64>> {
    if chunk_shape.len() != shard_shape.len() || chunk_shape.contains(&0) {
        return sharding::chunks_per_shard(shard_shape, chunk_shape);
    }
    let lengths = shard_shape.iter().zip(chunk_shape);
    Ok(lengths
        .map(|(&shard, &chunk)| along(shard, chunk))
        .collect())
}

/// Elements beyond the shard are left out, and those that no inner chunk has are the fill value.
const DECODE_WHAT_FITS: Replacement =
    Replacement::sharding_decode(|steps, codec, bytes, data_type, shape| {
        let larger = larger(steps, codec, shape)?;
        let decoded = sharding::decode(steps, codec, bytes, data_type, &larger)?;
        super::inner_chunks::resized(&decoded, shape, &codec.fill_value)
    });

/// Elements beyond the shard are the fill value.
const ENCODE_WHAT_FITS: Replacement = Replacement::sharding_encode(|steps, codec, array| {
    let larger = larger(steps, codec, &array.shape)?;
    let array = super::inner_chunks::resized(array, &larger, &codec.fill_value)?;
    sharding::encode(steps, codec, &array)
});

/// The shape of all inner chunks together.
fn larger(steps: &Steps, codec: &ShardingIndexed, shape: &[u64]) -> Result<Vec<u64>> {
    let chunks_per_shard = steps.sharding_chunks_per_shard(shape, &codec.chunk_shape)?;
    let lengths = chunks_per_shard.iter().zip(&codec.chunk_shape);
    Ok(lengths
        .map(|(n, length)| n.saturating_mul(*length))
        .collect())
}

/// The chain of a list of which the codecs are changed.
pub(crate) fn rebuilt(steps: &Steps, chain: &Chain, codecs: Vec<Codec>) -> Result<Chain> {
    let mut representations = chain.representations[..1].to_vec();
    for (i, codec) in codecs.iter().enumerate() {
        let next = steps.encoded_representation(codec, &representations[i])?;
        representations.push(next);
    }
    Ok(Chain {
        codecs,
        representations,
    })
}

/// The index codecs with each changed, or left out.
pub(crate) fn index_codecs(
    steps: &Steps,
    configuration: &Json,
    chunks_per_shard: &[u64],
    change: impl Fn(Codec) -> Option<Codec>,
) -> Result<Chain> {
    let chain = sharding::index_codecs(steps, configuration, chunks_per_shard)?;
    let codecs = chain.codecs.iter().cloned().filter_map(change).collect();
    rebuilt(steps, &chain, codecs)
}

/// The index codecs without what makes their size vary.
fn of_fixed_size(steps: &Steps, configuration: &Json, chunks_per_shard: &[u64]) -> Result<Chain> {
    let Some(Json::Array(list)) = configuration.member("index_codecs") else {
        return sharding::index_codecs(steps, configuration, chunks_per_shard);
    };
    let shape = [chunks_per_shard, &[2]].concat();
    let chain = steps.chain(list, DataType::Uint64, &shape, &Element::Bits(u64::MAX))?;
    let varies = |representation: &Representation| {
        matches!(representation, Representation::Bytes { length: None })
    };
    let codecs = chain.codecs.iter().zip(&chain.representations[1..]);
    let kept =
        codecs.filter(|(codec, encoded)| !(codec.kind() == Kind::BytesToBytes && varies(encoded)));
    let kept = kept.map(|(codec, _)| codec.clone()).collect();
    let chain = rebuilt(steps, &chain, kept)?;
    if chain.representations.iter().any(varies) {
        return sharding::index_codecs(steps, configuration, chunks_per_shard);
    }
    Ok(chain)
}

fn location_or_end(configuration: &Json, is_end: impl Fn(&Json) -> bool) -> Result<IndexLocation> {
    match configuration.member("index_location") {
        Some(value) if is_end(value) => Ok(IndexLocation::End),
        _ => sharding::index_location(configuration),
    }
}

pub(crate) const LIST: &[Misreading] = &[
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
        replacements: &[Replacement::sharding_index_location(
            |_, configuration| match configuration.member("index_location") {
                None => Err(Error::Metadata("index_location is missing".to_owned())),
                Some(_) => sharding::index_location(configuration),
            },
        )],
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

/// The codec of an entry whose configuration is changed where it is sharding.
fn with_configuration(
    steps: &Steps,
    value: &Json,
    decoded: &Representation,
    change: impl Fn(&Json, &[u64]) -> Json,
) -> Result<Codec> {
    let Representation::Array { shape, .. } = decoded else {
        return codecs::codec(steps, value, decoded);
    };
    match (
        value.member("name").and_then(Json::as_str),
        value.member("configuration"),
    ) {
        (Some("sharding_indexed"), Some(configuration)) => {
            let changed = change(configuration, shape);
            let value = with_member(value, "configuration", changed);
            codecs::codec(steps, &value, decoded)
        }
        _ => codecs::codec(steps, value, decoded),
    }
}

/// The codec of an entry whose inner chunk shape is changed where it is sharding.
fn with_inner_shape(
    steps: &Steps,
    value: &Json,
    decoded: &Representation,
    change: impl Fn(&mut Vec<u64>, &[u64]),
) -> Result<Codec> {
    with_configuration(steps, value, decoded, |configuration, shard_shape| {
        let Ok(mut shape) = sharding::chunk_shape(configuration) else {
            return configuration.clone();
        };
        change(&mut shape, shard_shape);
        let lengths = shape.iter().map(|length| Json::Number(length.to_string()));
        with_member(configuration, "chunk_shape", Json::Array(lengths.collect()))
    })
}

fn is_named(entry: &Json, name: &str) -> bool {
    entry.member("name").unwrap_or(entry).as_str() == Some(name)
}

/// The list of this name without what takes an array after its first codec `bytes`.
fn with_one_bytes(configuration: &Json, name: &str) -> Json {
    let Some(Json::Array(list)) = configuration.member(name) else {
        return configuration.clone();
    };
    let mut kept = list.clone();
    let mut is_after = false;
    kept.retain(|entry| {
        let takes_array = is_named(entry, "bytes") || is_named(entry, "transpose");
        let is_kept = !(is_after && takes_array);
        is_after |= is_named(entry, "bytes");
        is_kept
    });
    with_member(configuration, name, Json::Array(kept))
}

/// The list of this name, with bytes where it has no codec from array to bytes.
fn with_some_bytes(configuration: &Json, name: &str) -> Json {
    let Some(Json::Array(list)) = configuration.member(name) else {
        return configuration.clone();
    };
    let gives_bytes =
        |entry: &Json| is_named(entry, "bytes") || is_named(entry, "sharding_indexed");
    if list.iter().any(gives_bytes) {
        return configuration.clone();
    }
    let Json::Array(bytes) = plain_codecs(false) else {
        return configuration.clone();
    };
    let at = list
        .iter()
        .take_while(|entry| is_named(entry, "transpose"))
        .count();
    let list = [&list[..at], &bytes, &list[at..]].concat();
    with_member(configuration, name, Json::Array(list))
}
