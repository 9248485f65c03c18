//! What a fuzz run found, as JSON, from which the shares of several machines can be put together.
//! `docs/schema/fuzz.schema.json` describes it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use zarr_conform_fuzz::{Again, Demand};
use zarr_conform_runner::{FailureKind, Partition};
use zarr_conform_terms::{Edition, HexBytes};
use zarr_conform_vectors::{Fact, Store};

use super::found::Found;
use super::hunting::Hunted;

/// The version of the form of documents.
pub const FORMAT: u64 = 1;

/// What one implementation was asked, and what was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// The version of the form, [`FORMAT`].
    pub format: u64,
    /// The version of this suite.
    pub suite: String,
    /// The edition by which was judged.
    pub edition: Edition,
    /// What the cases come from.
    pub seed: u64,
    /// The share of the cases; absent, where it is all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partition: Option<Partition>,
    /// Cases that were asked.
    pub cases: u64,
    /// Checks of theirs that passed or failed.
    pub checks: u64,
    /// Checks of theirs about what the implementation does not offer or does not support.
    #[serde(default, skip_serializing_if = "is_none")]
    pub unsupported: u64,
    /// Cases that were left out, since what they are about was known to fail.
    pub avoided: u64,
    /// Numbers of cases that failed, and passed when they were asked by themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fleeting: Vec<u64>,
    /// How long it took.
    pub seconds: f64,
    /// Why it ended before its last case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_early: Option<String>,
    /// Who was asked.
    pub implementation: Implementation,
    /// What was found, the worst first.
    pub causes: Vec<CauseFound>,
}

/// Who was asked: its own words, unescaped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Implementation {
    /// What it is called on the command line, where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Name of the implementation.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The language it is written in.
    pub language: String,
}

/// A way to fail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CauseFound {
    /// What went wrong.
    pub kind: FailureKind,
    /// Whether what failed is only recommended; absent, where it is required.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub recommended: bool,
    /// What was asked when it did.
    pub operation: String,
    /// What the simplest case has beyond the plainest.
    pub features: Vec<String>,
    /// How many cases failed so.
    pub count: u64,
    /// The number of the first of them.
    pub first: u64,
    /// Number of elements of the simplest case.
    pub elements: u64,
    /// What the text gives.
    pub expected: String,
    /// What the implementation gave.
    pub found: String,
    /// Misreadings of which each gives exactly that.
    pub explained_by: Vec<String>,
    /// Whether the fuzz run ended before the case was asked again by itself, and reduced.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not_asked_again: bool,
    /// Whether the same case got one answer and then another; absent, where it did not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub changes: bool,
    /// The simplest case.
    pub fact: Value,
    /// Its store; absent, where the fact is about none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store: Option<Files>,
    /// The valid case, where the simplest one has to be refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub twin: Option<Twin>,
}

/// A valid fact that differs from one that has to be refused in nothing but the mistake.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Twin {
    /// The fact.
    pub fact: Value,
    /// Its store; absent, where the fact is about none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store: Option<Files>,
}

/// The files of a store by key.
pub type Files = BTreeMap<String, Content>;

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Content {
    /// Text.
    Text(String),
    /// Bytes.
    Hex(HexBytes),
}

impl Document {
    /// Of a fuzz run.
    ///
    /// # Errors
    /// Never: facts are JSON.
    pub fn new(
        hunted: &Hunted,
        found: &[Found],
        seed: u64,
        partition: Option<Partition>,
        label: Option<String>,
    ) -> serde_json::Result<Self> {
        let hello = &hunted.hello;
        // Milliseconds are exact enough.
        let seconds = (hunted.elapsed.as_secs_f64() * 1000.0).round() / 1000.0;
        Ok(Self {
            format: FORMAT,
            suite: env!("CARGO_PKG_VERSION").to_owned(),
            edition: hunted.choices.edition,
            seed,
            partition,
            cases: hunted.finds.cases,
            checks: hunted.finds.checks,
            unsupported: hunted.finds.unsupported,
            avoided: hunted.finds.avoided,
            fleeting: hunted.finds.fleeting.clone(),
            seconds,
            ended_early: hunted.ended_early.as_ref().map(ToString::to_string),
            implementation: Implementation {
                label,
                name: hello.name.clone(),
                version: hello.version.clone(),
                language: hello.language.clone(),
            },
            causes: found.iter().map(cause).collect::<Result<_, _>>()?,
        })
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_none(count: &u64) -> bool {
    *count == 0
}

fn cause(found: &Found) -> serde_json::Result<CauseFound> {
    let cause = &found.told.cause;
    let mut facts = found.facts.iter();
    let (fact, store) = facts.next().map_or(Ok((Value::Null, None)), json)?;
    let twin = facts.next().map(json).transpose()?;
    let misreadings = found.told.misreadings.iter();
    Ok(CauseFound {
        kind: cause.signature.kind,
        recommended: cause.signature.demand == Demand::Recommended,
        operation: cause.check.operation().unwrap_or_default().to_owned(),
        features: cause.features.iter().cloned().collect(),
        count: cause.count,
        first: cause.number,
        elements: cause.case.elements(),
        expected: cause.failure.expected.clone(),
        found: cause.failure.found.clone(),
        explained_by: misreadings.map(|it| it.name.to_owned()).collect(),
        not_asked_again: cause.again == Again::NotAsked,
        changes: cause.again == Again::Changes,
        fact,
        store,
        twin: twin.map(|(fact, store)| Twin { fact, store }),
    })
}

fn json((fact, store): &(Fact, Option<Store>)) -> serde_json::Result<(Value, Option<Files>)> {
    let files = |store: &Store| {
        let files = store.iter();
        files
            .map(|(key, bytes)| (key.clone(), content(key, bytes)))
            .collect()
    };
    Ok((serde_json::to_value(fact)?, store.as_ref().map(files)))
}

/// Metadata are text, and chunks are bytes.
fn content(key: &str, bytes: &[u8]) -> Content {
    match std::str::from_utf8(bytes) {
        Ok(text) if key == "zarr.json" => Content::Text(text.to_owned()),
        _ => Content::Hex(HexBytes::from(bytes.to_vec())),
    }
}
