//! Wrong readings of codec lists.

use super::transpose::relabelled;
use super::{ACCEPTED, ALL, BOTH, misreadings};
use crate::codecs::{self, Chain, Codec, Kind, Representation};
use crate::error::Error;
use crate::{ChunkArray, DataType, Json, Literal, Reading, Result};

/// The chain with only those of its transposes that `keep` says, by their place among the
/// transposes.
fn with_transposes<R: Reading>(
    reading: &R,
    chain: &Chain,
    keep: impl Fn(usize, usize) -> bool,
) -> Result<Chain> {
    let transposes = chain
        .codecs
        .iter()
        .filter(|codec| matches!(codec, Codec::Transpose { .. }))
        .count();
    let mut place = 0;
    let mut kept = Vec::new();
    for codec in &chain.codecs {
        if matches!(codec, Codec::Transpose { .. }) {
            place += 1;
            if !keep(place - 1, transposes) {
                continue;
            }
        }
        kept.push(codec.clone());
    }
    rebuilt(reading, chain, kept)
}

/// The chain with its transposes in the opposite order.
fn with_reversed_transposes<R: Reading>(reading: &R, chain: &Chain) -> Result<Chain> {
    let is_transpose = |codec: &&Codec| matches!(codec, Codec::Transpose { .. });
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
    rebuilt(reading, chain, codecs)
}

fn rebuilt<R: Reading>(reading: &R, chain: &Chain, codecs: Vec<Codec>) -> Result<Chain> {
    let mut representations = vec![chain.representations[0].clone()];
    for (i, codec) in codecs.iter().enumerate() {
        let next = codecs::encoded_representation(reading, codec, &representations[i])?;
        representations.push(next);
    }
    Ok(Chain {
        codecs,
        representations,
    })
}

/// Sorts the kinds, so that a list in the wrong order passes.
fn sorted(list: &[Json]) -> Vec<Json> {
    let kind = |value: &Json| match name(value) {
        Some("transpose") => 0,
        Some("bytes" | "endian" | "sharding_indexed") => 1,
        _ => 2,
    };
    let mut list = list.to_vec();
    list.sort_by_key(kind);
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
    matches!(
        name,
        "transpose" | "bytes" | "endian" | "gzip" | "blosc" | "crc32c" | "sharding_indexed"
    )
}

misreadings! {
    OnlyFirstTranspose = "only-first-transpose": "only the first of several transposes is applied",
    breaks ["codecs.applied-in-sequence"], in ALL, through BOTH;
    {
        fn encode(&self, chain: &Chain, chunk: &ChunkArray) -> Result<Vec<u8>> {
            codecs::encode(self, &with_transposes(self, chain, |place, _| place == 0)?, chunk)
        }
        fn decode(&self, chain: &Chain, bytes: &[u8]) -> Result<ChunkArray> {
            codecs::decode(self, &with_transposes(self, chain, |place, _| place == 0)?, bytes)
        }
    }

    OnlyLastTranspose = "only-last-transpose": "only the last of several transposes is applied",
    breaks ["codecs.applied-in-sequence"], in ALL, through BOTH;
    {
        fn encode(&self, chain: &Chain, chunk: &ChunkArray) -> Result<Vec<u8>> {
            codecs::encode(self, &with_transposes(self, chain, |place, all| place + 1 == all)?, chunk)
        }
        fn decode(&self, chain: &Chain, bytes: &[u8]) -> Result<ChunkArray> {
            codecs::decode(self, &with_transposes(self, chain, |place, all| place + 1 == all)?, bytes)
        }
    }

    TransposesReversed = "transposes-in-reverse": "several transposes are applied from the last to the first when encoding, from the first to the last when decoding",
    breaks ["codecs.applied-in-sequence"], in ALL, through BOTH;
    {
        fn encode(&self, chain: &Chain, chunk: &ChunkArray) -> Result<Vec<u8>> {
            codecs::encode(self, &with_reversed_transposes(self, chain)?, chunk)
        }
        fn decode(&self, chain: &Chain, bytes: &[u8]) -> Result<ChunkArray> {
            codecs::decode(self, &with_reversed_transposes(self, chain)?, bytes)
        }
    }

    DecodedForwards = "decoded-forwards": "decoding goes through the transposes from the first to the last",
    breaks ["codecs.applied-in-sequence", "codecs.decoding-procedure"], in ALL, through BOTH;
    {
        fn decode(&self, chain: &Chain, bytes: &[u8]) -> Result<ChunkArray> {
            codecs::decode(self, &with_reversed_transposes(self, chain)?, bytes)
        }
    }

    TransposeAfterFirstOnOriginalShape = "later-transpose-of-chunk-shape": "every transpose permutes the shape of the chunk, not that of its input",
    breaks ["codecs.representations", "codecs.applied-in-sequence"], in ALL, through BOTH;
    {
        fn encode(&self, chain: &Chain, chunk: &ChunkArray) -> Result<Vec<u8>> {
            let literal = Literal(self.0);
            let mut array = chunk.clone();
            for codec in &chain.codecs {
                if let Codec::Transpose { order } = codec {
                    let taken = relabelled(array, chunk.shape.clone());
                    array = literal.transpose_encode(&taken, order)?;
                }
            }
            let rest = with_transposes(self, chain, |_, _| false)?;
            codecs::encode(self, &rest, &relabelled(array, chunk.shape.clone()))
        }
    }

    FormUnchecked = "kinds-sorted": "codecs in the wrong order are sorted by kind",
    breaks ["codecs.chain-form"], in ACCEPTED, through BOTH;
    {
        fn chain(&self, list: &[Json], data_type: DataType, shape: &[u64]) -> Result<Chain> {
            codecs::chain(self, &sorted(list), data_type, shape)
        }
    }

    SecondBytesDropped = "second-array-to-bytes-dropped": "of two codecs that yield bytes the second is dropped",
    breaks ["codecs.chain-form"], in ACCEPTED, through BOTH;
    {
        fn chain(&self, list: &[Json], data_type: DataType, shape: &[u64]) -> Result<Chain> {
            let mut found = false;
            let list: Vec<Json> = list
                .iter()
                .filter(|value| name(value) != Some("bytes") || !std::mem::replace(&mut found, true))
                .cloned()
                .collect();
            codecs::chain(self, &list, data_type, shape)
        }
    }

    DefaultConversion = "default-conversion": "where no codec yields bytes, elements are written in little endian as in the drafts",
    breaks ["codecs.chain-form", "codecs.not-empty"], in ACCEPTED, through BOTH;
    {
        fn chain_form(&self, list: &[Codec]) -> Result<()> {
            if list.iter().all(|codec| codec.kind() == Kind::ArrayToArray) { return Ok(()) }
            codecs::chain_form(list, self.0)
        }
    }

    EmptyAccepted = "empty-codec-list-accepted": "an empty codec list is accepted",
    breaks ["codecs.not-empty"], in ACCEPTED, through BOTH;
    {
        fn chain_form(&self, list: &[Codec]) -> Result<()> {
            if list.is_empty() { return Ok(()) }
            codecs::chain_form(list, self.0)
        }
    }

    AnyCase = "codec-names-any-case": "codec names are compared without regard to case and space",
    breaks ["bytes.name", "transpose.name"], in ACCEPTED, through BOTH;
    {
        fn codec(&self, value: &Json, decoded: &Representation) -> Result<Codec> {
            codecs::codec(self, &renamed(value, |name| name.trim().to_ascii_lowercase()), decoded)
        }
    }

    UnknownSkipped = "unknown-codecs-skipped": "codecs of unknown names are skipped",
    breaks ["codecs.identifier", "extension.must-understand", "array-metadata.additional-fields", "codecs.core-codecs"], in ACCEPTED, through BOTH;
    {
        fn chain(&self, list: &[Json], data_type: DataType, shape: &[u64]) -> Result<Chain> {
            let list: Vec<Json> = list.iter().filter(|value| name(value).is_none_or(is_known)).cloned().collect();
            codecs::chain(self, &list, data_type, shape)
        }
    }

    IdForName = "codec-id-for-name": "codecs are named by the member id, as in version 2",
    breaks ["extension.definition-object", "bytes.name"], in ACCEPTED, through BOTH;
    {
        fn codec(&self, value: &Json, decoded: &Representation) -> Result<Codec> {
            let value = match value {
                Json::Object(members) => Json::Object(
                    members
                        .iter()
                        .map(|(name, value)| (if name == "id" { "name".to_owned() } else { name.clone() }, value.clone()))
                        .collect(),
                ),
                other => other.clone(),
            };
            codecs::codec(self, &value, decoded)
        }
    }

    NamelessIsBytes = "nameless-codec-is-bytes": "a codec whose name is missing or no string is taken for bytes",
    breaks ["extension.definition-object"], in ACCEPTED, through BOTH;
    {
        fn codec(&self, value: &Json, decoded: &Representation) -> Result<Codec> {
            match (value, value.member("name")) {
                (Json::Object(members), name) if !matches!(name, Some(Json::String(_))) => {
                    let mut members: Vec<_> = members.iter().filter(|(name, _)| name != "name").cloned().collect();
                    members.push(("name".to_owned(), Json::String("bytes".to_owned())));
                    codecs::codec(self, &Json::Object(members), decoded)
                }
                _ => codecs::codec(self, value, decoded),
            }
        }
    }

    ParametersBesideName = "parameters-beside-name": "parameters of a codec stand beside its name",
    breaks ["extension.definition-object"], in ACCEPTED, through BOTH;
    {
        fn codec(&self, value: &Json, decoded: &Representation) -> Result<Codec> {
            let Json::Object(members) = value else { return codecs::codec(self, value, decoded) };
            let is_beside = |name: &str| name == "endian" || name == "order";
            let (beside, mut rest): (Vec<_>, Vec<_>) = members.iter().cloned().partition(|(name, _)| is_beside(name));
            if !beside.is_empty() {
                rest.retain(|(name, _)| name != "configuration");
                rest.push(("configuration".to_owned(), Json::Object(beside)));
            }
            codecs::codec(self, &Json::Object(rest), decoded)
        }
    }

    RefusesTwoTransposes = "one-transpose-at-most": "more than one array -> array codec is refused",
    breaks ["codecs.chain-form", "codecs.applied-in-sequence"], in ALL, through BOTH;
    {
        fn chain_form(&self, list: &[Codec]) -> Result<()> {
            if list.iter().filter(|codec| codec.kind() == Kind::ArrayToArray).count() > 1 {
                return Err(Error::Metadata("two array -> array codecs".to_owned()));
            }
            codecs::chain_form(list, self.0)
        }
    }

    OneOfAKind = "array-to-bytes-moved-and-merged": "several codecs that yield bytes count as one, after all array -> array codecs",
    breaks ["codecs.chain-form"], in ACCEPTED, through BOTH;
    {
        fn chain(&self, list: &[Json], data_type: DataType, shape: &[u64]) -> Result<Chain> {
            let mut list = sorted(list);
            list.dedup_by(|a, b| name(a) == Some("bytes") && name(b) == Some("bytes"));
            codecs::chain(self, &list, data_type, shape)
        }
    }

    VersionInName = "codec-names-with-version": "a version after a codec's name is dropped",
    breaks ["bytes.name"], in ACCEPTED, through BOTH;
    {
        fn codec(&self, value: &Json, decoded: &Representation) -> Result<Codec> {
            let rename = |name: &str| name.split('/').next().unwrap_or(name).to_owned();
            codecs::codec(self, &renamed(value, rename), decoded)
        }
    }
}
