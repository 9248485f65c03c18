//! Wrong readings of codec lists.

use crate::array_metadata;
use crate::codecs::{self, Chain, Codec, Kind};
use crate::documents::transpose::misreadings::relabelled;
use crate::editions::draft;
use crate::error::Error;
use crate::misreading::{ACCEPTED, ALL, BOTH, Misreading, STORES};
use crate::steps::{Replacement, Steps};
use crate::transpose::Transpose;
use crate::{Json, Result};

/// The chain with only those of its transposes that `keep` says, by their place among the
/// transposes.
fn with_transposes(
    steps: &Steps,
    chain: &Chain,
    keep: impl Fn(usize, usize) -> bool,
) -> Result<Chain> {
    let transposes = chain
        .codecs
        .iter()
        .filter(|codec| matches!(codec, Codec::Transpose(_)))
        .count();
    let mut place = 0;
    let mut kept = Vec::new();
    for codec in &chain.codecs {
        if matches!(codec, Codec::Transpose(_)) {
            place += 1;
            if !keep(place - 1, transposes) {
                continue;
            }
        }
        kept.push(codec.clone());
    }
    rebuilt(steps, chain, kept)
}

/// The chain with its transposes in the opposite order.
fn with_reversed_transposes(steps: &Steps, chain: &Chain) -> Result<Chain> {
    let is_transpose = |codec: &&Codec| matches!(codec, Codec::Transpose(_));
    let mut reversed = chain.codecs.iter().rev().filter(is_transpose).cloned();
    let codecs = chain
        .codecs
        .iter()
        .map(|codec| {
            if is_transpose(&codec) {
                reversed.next().unwrap_or_else(|| codec.clone())
            } else {
                codec.clone()
            }
        })
        .collect();
    rebuilt(steps, chain, codecs)
}

fn rebuilt(steps: &Steps, chain: &Chain, codecs: Vec<Codec>) -> Result<Chain> {
    let mut representations = vec![chain.representations[0].clone()];
    for (i, codec) in codecs.iter().enumerate() {
        let next = steps.encoded_representation(codec, &representations[i])?;
        representations.push(next);
    }
    Ok(Chain {
        codecs,
        representations,
    })
}

/// Sorts the kinds, so that a list in the wrong order passes.
fn sorted(list: &[Json]) -> Vec<Json> {
    let kind = |value: &Json| match name(value).and_then(codecs::kind_of) {
        Some(Kind::ArrayToArray) => 0,
        Some(Kind::ArrayToBytes) => 1,
        Some(Kind::BytesToBytes) | None => 2,
    };
    let mut list = list.to_vec();
    list.sort_by_key(kind);
    list
}

/// The list, with little-endian bytes before its first compressor where no codec yields bytes.
fn with_bytes(list: &[Json]) -> Vec<Json> {
    let kind = |value: &Json| name(value).and_then(codecs::kind_of);
    let takes_bytes = |value: &Json| kind(value) == Some(Kind::BytesToBytes);
    let mut list = list.to_vec();
    let is_there = list
        .iter()
        .any(|value| kind(value) == Some(Kind::ArrayToBytes));
    if let (false, Some(at)) = (is_there, list.iter().position(takes_bytes)) {
        let string = |text: &str| Json::String(text.to_owned());
        let endian = Json::Object(vec![("endian".to_owned(), string("little"))]);
        let bytes = [("name", string("bytes")), ("configuration", endian)];
        let bytes = bytes.map(|(name, value)| (name.to_owned(), value));
        list.insert(at, Json::Object(bytes.into()));
    }
    list
}

fn name(value: &Json) -> Option<&str> {
    value
        .member("name")
        .and_then(Json::as_str)
        .or(value.as_str())
}

/// The value with its name, where it has one, changed.
fn renamed(value: &Json, rename: impl Fn(&str) -> String) -> Json {
    match value {
        Json::Object(members) => Json::Object(
            members
                .iter()
                .map(|(member, value)| match value.as_str() {
                    Some(text) if member == "name" => (member.clone(), Json::String(rename(text))),
                    _ => (member.clone(), value.clone()),
                })
                .collect(),
        ),
        Json::String(text) => Json::String(rename(text)),
        other => other.clone(),
    }
}

fn is_known(name: &str) -> bool {
    codecs::kind_of(name).is_some()
}

/// The list that something else is read as: of a name or a codec, of the entries of an object, of what stands in
/// a list within it.
pub(crate) fn listed(value: &Json) -> Json {
    let of_member = |(name, value): &(String, Json)| match value {
        Json::Object(_) => Json::Object(vec![
            ("name".to_owned(), Json::String(name.clone())),
            ("configuration".to_owned(), value.clone()),
        ]),
        entry => entry.clone(),
    };
    let entries = match value {
        Json::Object(_) if value.member("name").is_some() => vec![value.clone()],
        Json::Object(members) => members.iter().map(of_member).collect(),
        Json::Array(entries) => match entries.as_slice() {
            [Json::Array(within)] => within.clone(),
            _ => entries.clone(),
        },
        entry => vec![entry.clone()],
    };
    Json::Array(entries)
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "anything-is-a-codec-list",
        when: "a name, an object or a list within the list is treated as the codec list",
        requirements: &["array-metadata.codecs"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::codecs(
            |steps, value, data_type, chunk_shape, fill_value| {
                let list = listed(value);
                array_metadata::codecs(steps, &list, data_type, chunk_shape, fill_value)
            },
        )],
    },
    Misreading {
        name: "only-first-transpose",
        when: "only the first of several transposes is applied",
        requirements: &["codecs.applied-in-sequence"],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::encode(|steps, chain, chunk| {
                steps.text().encode(
                    &with_transposes(steps, chain, |place, _| place == 0)?,
                    chunk,
                )
            }),
            Replacement::decode(|steps, chain, bytes| {
                steps.text().decode(
                    &with_transposes(steps, chain, |place, _| place == 0)?,
                    bytes,
                )
            }),
        ],
    },
    Misreading {
        name: "only-last-transpose",
        when: "only the last of several transposes is applied",
        requirements: &["codecs.applied-in-sequence"],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::encode(|steps, chain, chunk| {
                steps.text().encode(
                    &with_transposes(steps, chain, |place, all| place + 1 == all)?,
                    chunk,
                )
            }),
            Replacement::decode(|steps, chain, bytes| {
                steps.text().decode(
                    &with_transposes(steps, chain, |place, all| place + 1 == all)?,
                    bytes,
                )
            }),
        ],
    },
    Misreading {
        name: "transposes-in-reverse",
        when: "several transposes are applied from the last to the first when encoding, from \
            the first to the last when decoding",
        requirements: &["codecs.applied-in-sequence"],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::encode(|steps, chain, chunk| {
                steps
                    .text()
                    .encode(&with_reversed_transposes(steps, chain)?, chunk)
            }),
            Replacement::decode(|steps, chain, bytes| {
                steps
                    .text()
                    .decode(&with_reversed_transposes(steps, chain)?, bytes)
            }),
        ],
    },
    Misreading {
        name: "decoded-forwards",
        when: "decoding goes through the transposes from the first to the last",
        requirements: &["codecs.applied-in-sequence", "codecs.decoding-procedure"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::decode(|steps, chain, bytes| {
            steps
                .text()
                .decode(&with_reversed_transposes(steps, chain)?, bytes)
        })],
    },
    Misreading {
        name: "later-transpose-of-chunk-shape",
        when: "every transpose permutes the shape of the chunk, not that of its input",
        requirements: &["codecs.representations", "codecs.applied-in-sequence"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::encode(|steps, chain, chunk| {
            let literal = Steps::literal(steps.edition());
            let mut array = chunk.clone();
            for codec in &chain.codecs {
                if let Codec::Transpose(Transpose { order }) = codec {
                    let taken = relabelled(array, chunk.shape.clone());
                    array = literal.transpose_encode(&taken, order)?;
                }
            }
            let rest = with_transposes(steps, chain, |_, _| false)?;
            steps
                .text()
                .encode(&rest, &relabelled(array, chunk.shape.clone()))
        })],
    },
    Misreading {
        name: "kinds-sorted",
        when: "codecs in the wrong order are sorted by kind",
        requirements: &["codecs.chain-form"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::chain(
            |steps, list, data_type, shape, fill_value| {
                codecs::chain(steps, &sorted(list), data_type, shape, fill_value)
            },
        )],
    },
    Misreading {
        name: "compressors-take-arrays",
        when: "a compressor takes an array where no codec yields bytes, as in version 2",
        requirements: &["codecs.chain-form", "blosc.kind", "gzip.kind"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::chain(
            |steps, list, data_type, shape, fill_value| {
                codecs::chain(steps, &with_bytes(list), data_type, shape, fill_value)
            },
        )],
    },
    Misreading {
        name: "second-array-to-bytes-dropped",
        when: "of two codecs that yield bytes the second is dropped",
        requirements: &["codecs.chain-form"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::chain(
            |steps, list, data_type, shape, fill_value| {
                let mut found = false;
                let list: Vec<Json> = list
                    .iter()
                    .filter(|value| {
                        name(value) != Some("bytes") || !std::mem::replace(&mut found, true)
                    })
                    .cloned()
                    .collect();
                codecs::chain(steps, &list, data_type, shape, fill_value)
            },
        )],
    },
    Misreading {
        name: "default-conversion",
        when: "where no codec yields bytes, elements are written in little endian as in the drafts",
        requirements: &["codecs.chain-form", "codecs.not-empty"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            draft::ENCODE,
            draft::DECODE,
            Replacement::chain_form(|steps, list| {
                if list.iter().all(|codec| codec.kind() == Kind::ArrayToArray) {
                    return Ok(());
                }
                steps.text().chain_form(list)
            }),
        ],
    },
    Misreading {
        name: "empty-codec-list-accepted",
        when: "an empty codec list is accepted",
        requirements: &["codecs.not-empty"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            draft::ENCODE,
            draft::DECODE,
            Replacement::chain_form(|steps, list| {
                if list.is_empty() {
                    return Ok(());
                }
                steps.text().chain_form(list)
            }),
        ],
    },
    Misreading {
        name: "codec-names-any-case",
        when: "codec names are compared without regard to case and space",
        requirements: &["bytes.name", "transpose.name"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            codecs::codec(
                steps,
                &renamed(value, |name| name.trim().to_ascii_lowercase()),
                decoded,
            )
        })],
    },
    Misreading {
        name: "unknown-codecs-skipped",
        when: "codecs of unknown names are skipped",
        requirements: &[
            "codecs.identifier",
            "extension.must-understand",
            "array-metadata.additional-fields",
            "codecs.core-codecs",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::chain(
            |steps, list, data_type, shape, fill_value| {
                let list: Vec<Json> = list
                    .iter()
                    .filter(|value| name(value).is_none_or(is_known))
                    .cloned()
                    .collect();
                codecs::chain(steps, &list, data_type, shape, fill_value)
            },
        )],
    },
    Misreading {
        name: "codec-id-for-name",
        when: "codecs are named by the member id, as in version 2",
        requirements: &["extension.definition-object", "bytes.name"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            let value = match value {
                Json::Object(members) => Json::Object(
                    members
                        .iter()
                        .map(|(name, value)| {
                            (
                                if name == "id" {
                                    "name".to_owned()
                                } else {
                                    name.clone()
                                },
                                value.clone(),
                            )
                        })
                        .collect(),
                ),
                other => other.clone(),
            };
            codecs::codec(steps, &value, decoded)
        })],
    },
    Misreading {
        name: "nameless-codec-is-bytes",
        when: "a codec whose name is missing or not a string is treated as bytes",
        requirements: &["extension.definition-object"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            match (value, value.member("name")) {
                (Json::Object(members), name) if !matches!(name, Some(Json::String(_))) => {
                    let mut members: Vec<_> = members
                        .iter()
                        .filter(|(name, _)| name != "name")
                        .cloned()
                        .collect();
                    members.push(("name".to_owned(), Json::String("bytes".to_owned())));
                    codecs::codec(steps, &Json::Object(members), decoded)
                }
                _ => codecs::codec(steps, value, decoded),
            }
        })],
    },
    Misreading {
        name: "parameters-beside-name",
        when: "parameters of a codec stand beside its name",
        requirements: &["extension.definition-object"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            let Json::Object(members) = value else {
                return codecs::codec(steps, value, decoded);
            };
            let is_beside = |name: &str| name == "endian" || name == "order";
            let (beside, mut rest): (Vec<_>, Vec<_>) = members
                .iter()
                .cloned()
                .partition(|(name, _)| is_beside(name));
            if !beside.is_empty() {
                rest.retain(|(name, _)| name != "configuration");
                rest.push(("configuration".to_owned(), Json::Object(beside)));
            }
            codecs::codec(steps, &Json::Object(rest), decoded)
        })],
    },
    Misreading {
        name: "one-transpose-at-most",
        when: "more than one array -> array codec is refused",
        requirements: &["codecs.chain-form", "codecs.applied-in-sequence"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::chain_form(|steps, list| {
            if list
                .iter()
                .filter(|codec| codec.kind() == Kind::ArrayToArray)
                .count()
                > 1
            {
                return Err(Error::Metadata("two array -> array codecs".to_owned()));
            }
            steps.text().chain_form(list)
        })],
    },
    Misreading {
        name: "array-to-bytes-moved-and-merged",
        when: "several codecs that yield bytes count as one, after all array -> array codecs",
        requirements: &["codecs.chain-form"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::chain(
            |steps, list, data_type, shape, fill_value| {
                let mut list = sorted(list);
                list.dedup_by(|a, b| name(a) == Some("bytes") && name(b) == Some("bytes"));
                codecs::chain(steps, &list, data_type, shape, fill_value)
            },
        )],
    },
    Misreading {
        name: "codec-names-with-version",
        when: "a version after a codec's name is dropped",
        requirements: &["bytes.name"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            let rename = |name: &str| name.split('/').next().unwrap_or(name).to_owned();
            codecs::codec(steps, &renamed(value, rename), decoded)
        })],
    },
];
