//! Receipts: a consumer writes the ids of the facts it ran, and learns which it never ran.

use std::collections::BTreeMap;

use super::manifest::kind;
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Fact, Level, Vectors};

/// The word behind the id of a fact whose data type or codec the implementation does not have.
const UNSUPPORTED: &str = "unsupported";

/// The ids of facts that a consumer ran, and whether it lacks what they need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Receipt(BTreeMap<String, bool>);

/// A line of a receipt that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "line {line}: found {found:?}, expected the id of a fact, perhaps followed by {UNSUPPORTED:?}"
)]
pub struct MalformedReceipt {
    /// Number of the line, from 1.
    pub line: usize,
    /// The line.
    pub found: String,
}

impl Receipt {
    /// Reads one id a line; empty lines and white space around words do not count. Of several lines
    /// with the same id, one that ran it counts.
    ///
    /// # Errors
    /// The first line that has something else.
    pub fn parse(text: &str) -> Result<Self, MalformedReceipt> {
        let mut ids = BTreeMap::new();
        for (at, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let (id, is_unsupported) = match words.as_slice() {
                [] => continue,
                [id] => (*id, false),
                [id, UNSUPPORTED] => (*id, true),
                _ => {
                    return Err(MalformedReceipt {
                        line: at + 1,
                        found: line.chars().take(200).collect(),
                    });
                }
            };
            let earlier = ids.entry(id.to_owned()).or_insert(is_unsupported);
            *earlier &= is_unsupported;
        }
        Ok(Self(ids))
    }
}

/// What a receipt says about the facts of one level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// How many facts were run.
    pub run: u64,
    /// How many need what the implementation lacks.
    pub unsupported: u64,
    /// Those that were never run, by the file that they are in.
    pub never_run: BTreeMap<String, Vec<String>>,
}

impl Coverage {
    /// How many facts were never run.
    pub fn never(&self) -> u64 {
        self.never_run.values().map(|ids| ids.len() as u64).sum()
    }
}

/// What a receipt says about vectors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// Ids that no fact has.
    pub unknown: Vec<String>,
    /// How many ids are of facts that do not hold in the edition, by an edition in which they do.
    pub of_others: BTreeMap<Edition, u64>,
    /// The facts that hold in the edition, by level.
    pub levels: BTreeMap<Level, Coverage>,
}

impl Audit {
    /// Compares a receipt with the facts that hold in an edition; only with those of these kinds,
    /// where any are given.
    pub fn new(receipt: &Receipt, vectors: &Vectors, edition: Edition, kinds: &[String]) -> Self {
        let mut audit = Self::default();
        for id in receipt.0.keys() {
            match vectors.fact(id).map(|it| it.editions.as_slice()) {
                None => audit.unknown.push(id.clone()),
                Some(editions) if editions.contains(&edition) => {}
                Some(others) => {
                    if let Some(other) = others.last() {
                        *audit.of_others.entry(*other).or_default() += 1;
                    }
                }
            }
        }
        let is_asked = |fact: &&Fact| {
            let of_kind = |it: &String| it == kind(&fact.statement);
            fact.editions.contains(&edition) && (kinds.is_empty() || kinds.iter().any(of_kind))
        };
        for topic in vectors.topics() {
            for fact in vectors.facts()[topic.facts.clone()].iter().filter(is_asked) {
                let level = audit.levels.entry(fact.level).or_default();
                match receipt.0.get(&fact.id) {
                    Some(false) => level.run += 1,
                    Some(true) => level.unsupported += 1,
                    None => {
                        let ids = level.never_run.entry(topic.path.clone()).or_default();
                        ids.push(fact.id.clone());
                    }
                }
            }
        }
        audit
    }

    /// Whether every fact that must hold was run, and every id is one.
    pub fn is_whole(&self) -> bool {
        let never = self.levels.get(&Level::Must).map_or(0, Coverage::never);
        self.unknown.is_empty() && never == 0
    }
}
