//! Receipts: a consumer writes the ids of the facts it ran, and is told which it never ran.

use std::collections::{BTreeMap, BTreeSet};

use crate::Edition;
use crate::vector::{Fact, Level, Vectors};

/// The ids of facts that a consumer ran.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Receipt(pub BTreeSet<String>);

impl Receipt {
    /// Reads one id a line; empty lines and white space around ids do not count.
    pub fn parse(text: &str) -> Self {
        let lines = text.lines().map(str::trim);
        Self(
            lines
                .filter(|line| !line.is_empty())
                .map(str::to_owned)
                .collect(),
        )
    }
}

/// What a receipt says about vectors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// Ids that no fact has.
    pub unknown: Vec<String>,
    /// How many facts of the edition were run, by level.
    pub run: BTreeMap<Level, u64>,
    /// Facts of the edition that were never run, by level and the file that they are in.
    pub never_run: BTreeMap<Level, BTreeMap<String, Vec<String>>>,
}

impl Audit {
    /// Compares a receipt with the facts that hold in an edition.
    pub fn new(receipt: &Receipt, vectors: &Vectors, edition: Edition) -> Self {
        let is_unknown = |id: &&String| vectors.fact(id).is_none();
        let mut audit = Self {
            unknown: receipt.0.iter().filter(is_unknown).cloned().collect(),
            ..Self::default()
        };
        for topic in vectors.topics() {
            let holds = |fact: &&Fact| fact.editions.contains(&edition);
            for fact in vectors.facts()[topic.facts.clone()].iter().filter(holds) {
                if receipt.0.contains(&fact.id) {
                    *audit.run.entry(fact.level).or_default() += 1;
                } else {
                    let topics = audit.never_run.entry(fact.level).or_default();
                    let ids = topics.entry(topic.path.clone()).or_default();
                    ids.push(fact.id.clone());
                }
            }
        }
        audit
    }

    /// How many facts of a level were run, and how many never.
    pub fn counts(&self, level: Level) -> (u64, u64) {
        let never: usize = self
            .never_run
            .get(&level)
            .map_or(0, |topics| topics.values().map(Vec::len).sum());
        (self.run.get(&level).copied().unwrap_or(0), never as u64)
    }
}
