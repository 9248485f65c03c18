//! What must hold of all facts together before they are written.

use std::collections::BTreeMap;

use anyhow::{bail, ensure};
use zarr_conform_vectors::Fact;

use crate::input::INPUTS;
use crate::topic::Topic;

/// Ids are unique and well formed, every refused fact has a valid twin.
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

fn is_well_formed(id: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    id.split('/').count() >= 3 && id.split('/').all(is_word)
}
