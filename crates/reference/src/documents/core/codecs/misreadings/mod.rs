//! Wrong readings of codec lists.

mod chains;
mod entries;

use crate::codecs::{self, Chain, Codec, Kind};
use crate::misreading::Misreading;
use crate::steps::Steps;
use crate::{Json, Result};

/// Every list, in the order in which people read them.
pub(crate) const LISTS: &[&[Misreading]] = &[chains::LIST, entries::LIST];

/// The chain with only those of its transposes that `keep` says, by their place among the
/// transposes.
pub(super) fn with_transposes(
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
pub(super) fn with_reversed_transposes(steps: &Steps, chain: &Chain) -> Result<Chain> {
    with_those_in_reverse(steps, chain, |codec| matches!(codec, Codec::Transpose(_)))
}

/// The chain with those of its codecs that are meant in the opposite order.
pub(crate) fn with_those_in_reverse(
    steps: &Steps,
    chain: &Chain,
    is_meant: impl Fn(&Codec) -> bool,
) -> Result<Chain> {
    let mut reversed = chain.codecs.iter().rev().filter(|it| is_meant(it)).cloned();
    let codecs = chain
        .codecs
        .iter()
        .map(|codec| {
            if is_meant(codec) {
                reversed.next().unwrap_or_else(|| codec.clone())
            } else {
                codec.clone()
            }
        })
        .collect();
    rebuilt(steps, chain, codecs)
}

/// A chain with other codecs.
pub(crate) fn rebuilt(steps: &Steps, chain: &Chain, codecs: Vec<Codec>) -> Result<Chain> {
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
pub(super) fn sorted(list: &[Json]) -> Vec<Json> {
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
pub(super) fn with_bytes(list: &[Json]) -> Vec<Json> {
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

pub(super) fn name(value: &Json) -> Option<&str> {
    value
        .member("name")
        .and_then(Json::as_str)
        .or(value.as_str())
}

/// The value with its name, where it has one, changed.
pub(crate) fn renamed(value: &Json, rename: impl Fn(&str) -> String) -> Json {
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

pub(super) fn is_known(name: &str) -> bool {
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
