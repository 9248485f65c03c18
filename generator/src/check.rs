//! What must hold of all facts together before they are written.

use std::collections::BTreeMap;

use anyhow::{bail, ensure};
use serde_json::Value;
use zarr_conform_vectors::{Fact, Level, Statement};

use crate::input::INPUTS;
use crate::topic::Topic;

/// Ids are unique and well formed, every refused fact has a valid twin, every open fact names its open
/// place, and nobody must count further than [`MUST_COUNT`].
pub(crate) fn all(topics: &[Topic]) -> anyhow::Result<()> {
    let mut facts = BTreeMap::new();
    for (at, fact) in with_places(topics) {
        ensure!(
            is_well_formed(&fact.id),
            "{at}: name: {:?} is not lower-case words and digits joined by \"-\"",
            fact.id
        );
        ensure!(
            facts.insert(fact.id.as_str(), fact).is_none(),
            "{at}: name: two facts have the id {:?}",
            fact.id
        );
        ensure!(
            !fact.requirements.is_empty(),
            "{at}: requirements: found none, expected at least one"
        );
        ensure!(
            fact.open.is_some() || fact.level != Level::Open,
            "{at}: open is missing, and the fact is open"
        );
        ensure!(
            fact.level != Level::Must || is_countable(&fact.statement),
            "{at}: level: a fact of level must has fewer than 2^31 elements, and no longer chunks"
        );
    }
    for topic in topics {
        for fact in &topic.facts {
            let is_named = fact.requirements.iter().any(|it| it == C_BLOSC);
            ensure!(
                is_named || fact.level != Level::Must || !has_blosc_chunk(topic, fact),
                "{}: requirements: {C_BLOSC} is missing, and the fact has a chunk of blosc",
                fact.id
            );
        }
    }
    for (at, fact) in with_places(topics) {
        match &fact.twin {
            Some(twin) => {
                let Some(twin) = facts.get(twin.as_str()) else {
                    bail!("{at}: twin: there is no fact {twin:?}");
                };
                ensure!(
                    twin.statement.refused().is_none(),
                    "{at}: twin: {} is refused too",
                    twin.id
                );
                let editions = fact
                    .editions
                    .iter()
                    .all(|edition| twin.editions.contains(edition));
                ensure!(
                    editions,
                    "{at}: twin: {} does not hold in all editions",
                    twin.id
                );
            }
            None if fact.statement.refused().is_some() => {
                bail!("{at}: twin is missing, and the fact is refused")
            }
            None => {}
        }
    }
    Ok(())
}

/// The facts, each with file and name for messages.
fn with_places(topics: &[Topic]) -> impl Iterator<Item = (String, &Fact)> {
    topics.iter().flat_map(|topic| {
        topic.facts.iter().map(|fact| {
            let name = fact.id.strip_prefix(&topic.path).unwrap_or(&fact.id);
            let name = name.trim_start_matches('/');
            (format!("{INPUTS}/{}.toml: fact {name:?}", topic.path), fact)
        })
    })
}

/// What the format of Blosc chunks leaves unsaid or says otherwise rests on this requirement: from where starts of
/// blocks count, what is stored, copied and shuffled.
const C_BLOSC: &str = "blosc.reference-implementation";

/// Whether there is a chunk in the fact that the codec blosc has encoded, also within a shard.
fn has_blosc_chunk(topic: &Topic, fact: &Fact) -> bool {
    let is_named = |codecs: &[Value]| codecs.iter().any(|it| it.to_string().contains(BLOSC));
    match &fact.statement {
        Statement::Chunk(it) => is_named(&it.codecs),
        Statement::BadChunk(it) => is_named(&it.codecs),
        Statement::Array(it) => {
            let document = topic.stores.get(&format!("{}/zarr.json", it.store));
            document.is_some_and(|it| String::from_utf8_lossy(it).contains(BLOSC))
        }
        Statement::Representation(_)
        | Statement::Grid(_)
        | Statement::Metadata(_)
        | Statement::Hierarchy(_) => false,
    }
}

/// The name of the codec in JSON.
const BLOSC: &str = "\"blosc\"";

/// The text sets no limit to lengths, and does not say that every implementation counts so far: at
/// level `must`, shapes have fewer elements and lengths than this (open place
/// `integers-beyond-64-bits`).
const MUST_COUNT: u64 = 1 << 31;

/// Whether all that must be accepted is within [`MUST_COUNT`].
fn is_countable(statement: &Statement) -> bool {
    let shapes: Vec<&[u64]> = match statement {
        _ if statement.refused().is_some() => Vec::new(),
        Statement::Chunk(it) => vec![&it.shape],
        Statement::Representation(it) => vec![&it.shape],
        Statement::BadChunk(it) => vec![&it.shape],
        Statement::Grid(it) => vec![&it.array_shape, &it.chunk_shape],
        Statement::Metadata(it) => it
            .claim
            .holds()
            .map(|it| &*it.means.shape)
            .into_iter()
            .collect(),
        Statement::Array(it) => vec![&it.shape],
        Statement::Hierarchy(_) => Vec::new(),
    };
    shapes.into_iter().all(|shape| {
        let mut lengths = shape.iter();
        lengths.all(|&length| length < MUST_COUNT) && {
            let count = shape
                .iter()
                .try_fold(1_u64, |count, &it| count.checked_mul(it));
            count.is_some_and(|count| count < MUST_COUNT)
        }
    })
}

fn is_well_formed(id: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    id.split('/').count() >= 3 && id.split('/').all(is_word)
}
