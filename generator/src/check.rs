//! What must hold of all facts together before they are written.

use std::collections::BTreeMap;

use anyhow::{Context, bail, ensure};

use crate::topic::Topic;

/// Ids are unique and well formed, every refused fact has a valid twin.
pub(crate) fn all(topics: &[Topic]) -> anyhow::Result<()> {
    let mut facts = BTreeMap::new();
    for fact in topics.iter().flat_map(|topic| &topic.facts) {
        ensure!(
            is_well_formed(&fact.id),
            "{:?} is no well-formed id",
            fact.id
        );
        ensure!(
            facts.insert(fact.id.as_str(), fact).is_none(),
            "two facts have the id {:?}",
            fact.id
        );
        ensure!(!fact.requirements.is_empty(), "{}: no requirement", fact.id);
    }
    for fact in facts.values() {
        match &fact.twin {
            Some(twin) => {
                let twin = facts
                    .get(twin.as_str())
                    .with_context(|| format!("{}: no fact {twin:?}", fact.id))?;
                ensure!(
                    twin.statement.refused().is_none(),
                    "{}: the twin {} is refused too",
                    fact.id,
                    twin.id
                );
                let editions = fact
                    .editions
                    .iter()
                    .all(|edition| twin.editions.contains(edition));
                ensure!(
                    editions,
                    "{}: the twin {} does not hold in all editions",
                    fact.id,
                    twin.id
                );
            }
            None if fact.statement.refused().is_some() => {
                bail!("{}: a refused fact needs a twin", fact.id)
            }
            None => {}
        }
    }
    Ok(())
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
