//! Wrong readings of the configuration of the sharding codec.

use crate::codecs::{self, Chain, Codec, Kind, Representation};
use crate::sharding_indexed::{self as sharding, IndexLocation, ShardingIndexed};
use crate::steps::{Replacement, Steps};
use crate::{DataType, Element, Json, Result};

/// The configuration with this member, in place of one that it may have.
pub(super) fn with_member(configuration: &Json, name: &str, value: Json) -> Json {
    let mut members = match configuration {
        Json::Object(members) => members.clone(),
        _ => Vec::new(),
    };
    members.retain(|(known, _)| known != name);
    members.push((name.to_owned(), value));
    Json::Object(members)
}

/// The list of the codec bytes, little-endian, and perhaps of crc32c.
pub(super) fn plain_codecs(checksum: bool) -> Json {
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
pub(super) fn lengths(
    configuration: &Json,
    length: impl Fn(&Json) -> Option<u64>,
) -> Result<Vec<u64>> {
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
pub(super) fn rounded(entry: &Json) -> Option<u64> {
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
pub(super) fn chunks_per_shard(
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
pub(super) const DECODE_WHAT_FITS: Replacement =
    Replacement::sharding_decode(|steps, codec, bytes, data_type, shape| {
        let larger = larger(steps, codec, shape)?;
        let decoded = sharding::decode(steps, codec, bytes, data_type, &larger)?;
        super::inner_chunks::resized(&decoded, shape, &codec.fill_value)
    });

/// Elements beyond the shard are the fill value.
pub(super) const ENCODE_WHAT_FITS: Replacement =
    Replacement::sharding_encode(|steps, codec, array| {
        let larger = larger(steps, codec, &array.shape)?;
        let array = super::inner_chunks::resized(array, &larger, &codec.fill_value)?;
        sharding::encode(steps, codec, &array)
    });

/// The shape of all inner chunks together.
pub(super) fn larger(steps: &Steps, codec: &ShardingIndexed, shape: &[u64]) -> Result<Vec<u64>> {
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
pub(super) fn of_fixed_size(
    steps: &Steps,
    configuration: &Json,
    chunks_per_shard: &[u64],
) -> Result<Chain> {
    let Some(Json::Array(list)) = configuration.member("index_codecs") else {
        return sharding::index_codecs(steps, configuration, chunks_per_shard);
    };
    let shape = [chunks_per_shard, &[2]].concat();
    let chain = steps.chain(list, DataType::UINT64, &shape, &Element::Bits(u64::MAX))?;
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

pub(super) fn location_or_end(
    configuration: &Json,
    is_end: impl Fn(&Json) -> bool,
) -> Result<IndexLocation> {
    match configuration.member("index_location") {
        Some(value) if is_end(value) => Ok(IndexLocation::End),
        _ => sharding::index_location(configuration),
    }
}

/// The codec of an entry whose configuration is changed where it is sharding.
pub(super) fn with_configuration(
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
pub(super) fn with_inner_shape(
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

pub(super) fn is_named(entry: &Json, name: &str) -> bool {
    entry.member("name").unwrap_or(entry).as_str() == Some(name)
}

/// The list of this name without what takes an array after its first codec `bytes`.
pub(super) fn with_one_bytes(configuration: &Json, name: &str) -> Json {
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
pub(super) fn with_some_bytes(configuration: &Json, name: &str) -> Json {
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
