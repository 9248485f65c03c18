//! The list of checks of an edition, and choosing among them.

use std::collections::{BTreeMap, BTreeSet};

use globset::{GlobBuilder, GlobMatcher};

use super::check::{Check, Expected, Operation, operation_of};
use super::derive::Derivation;
use super::partition::Partition;
use crate::Edition;
use crate::vector::Fact;

/// Every check of an edition, in the order of the facts.
pub struct Plan<'a> {
    derivation: Derivation<'a>,
    entries: Vec<Entry>,
    by_id: BTreeMap<String, usize>,
}

/// Where a check comes from; the check itself is derived when it is its turn.
struct Entry {
    id: String,
    fact: usize,
    nth: usize,
    /// The check itself, where the plan keeps it.
    kept: Option<Check>,
}

/// Which checks to run: those that match a filter or are named; all, where neither is given. Of
/// these, those of one share.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Globs of check ids or fact ids; `*` matches `/` too.
    pub filters: Vec<Filter>,
    /// Ids of checks, or of facts for all their checks.
    pub ids: Vec<String>,
    /// The share; all, without one.
    pub partition: Option<Partition>,
}

/// A glob over ids.
#[derive(Clone, Debug)]
pub struct Filter(GlobMatcher);

impl Filter {
    /// Parses a glob such as `transpose/*`, `*#read` or `*/cycle{,-inverted}`.
    pub fn parse(glob: &str) -> Result<Self, globset::Error> {
        let glob = GlobBuilder::new(glob).empty_alternates(true).build()?;
        Ok(Self(glob.compile_matcher()))
    }

    /// The glob as it was written.
    pub fn glob(&self) -> &str {
        self.0.glob().glob()
    }

    /// Whether it matches the check's id or its fact's.
    pub fn matches(&self, check: &str) -> bool {
        self.0.is_match(check) || self.0.is_match(fact_of(check))
    }
}

/// The id of a check's fact.
pub fn fact_of(check: &str) -> &str {
    check.split('#').next().unwrap_or(check)
}

/// The document that a check or fact is about: the first part of its id.
pub fn document_of(id: &str) -> &str {
    id.split(['/', '#']).next().unwrap_or(id)
}

/// An id that no check has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found no check {id:?}{}", name_near(.near))]
pub struct UnknownCheck {
    /// What was asked for.
    pub id: String,
    /// Ids that look like it, nearest first.
    pub near: Vec<String>,
}

impl<'a> Plan<'a> {
    /// Lists the checks of the facts that hold in the edition.
    pub fn new(derivation: Derivation<'a>) -> Self {
        Self::listing(derivation, |_| true, false)
    }

    /// Lists and keeps the checks of these facts alone: for running a few of them many times.
    pub(super) fn of_facts(derivation: Derivation<'a>, ids: &BTreeSet<&str>) -> Self {
        Self::listing(derivation, |fact| ids.contains(fact.id.as_str()), true)
    }

    fn listing(derivation: Derivation<'a>, is_listed: impl Fn(&Fact) -> bool, keeps: bool) -> Self {
        let mut entries = Vec::new();
        for (fact, it) in derivation.vectors.facts().iter().enumerate() {
            if it.editions.contains(&derivation.edition) && is_listed(it) {
                let checks = derivation.checks(it).into_iter().enumerate();
                entries.extend(checks.map(|(nth, check)| Entry {
                    id: check.id.clone(),
                    fact,
                    nth,
                    kept: keeps.then_some(check),
                }));
            }
        }
        let by_id = entries
            .iter()
            .enumerate()
            .map(|(at, it)| (it.id.clone(), at));
        Self {
            by_id: by_id.collect(),
            derivation,
            entries,
        }
    }

    /// Number of checks.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no checks.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What the checks are derived from.
    pub fn derivation(&self) -> &Derivation<'a> {
        &self.derivation
    }

    /// Id of the check at this position; `at < len()`.
    pub fn id(&self, at: usize) -> &str {
        &self.entries[at].id
    }

    /// Ids of all checks.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.id.as_str())
    }

    /// The fact of the check at this position; `at < len()`.
    pub fn fact(&self, at: usize) -> &'a Fact {
        &self.derivation.vectors.facts()[self.entries[at].fact]
    }

    /// The check at this position; `at < len()`.
    pub fn check(&self, at: usize) -> Check {
        if let Some(kept) = &self.entries[at].kept {
            return kept.clone();
        }
        self.derivation
            .checks(self.fact(at))
            .swap_remove(self.entries[at].nth)
    }

    /// Positions of the selected checks, ascending.
    ///
    /// # Errors
    /// Where an id names neither a check nor a fact.
    pub fn select(&self, selection: &Selection) -> Result<Vec<usize>, UnknownCheck> {
        let known = self.names();
        if let Some(id) = selection.ids.iter().find(|id| !known.contains(id.as_str())) {
            return Err(self.unknown(id));
        }
        let named: BTreeSet<&str> = selection.ids.iter().map(String::as_str).collect();
        let is_selected = |&at: &usize| {
            let check = self.id(at);
            let is_filtered = |filter: &Filter| filter.matches(check);
            let is_chosen = (selection.filters.is_empty() && selection.ids.is_empty())
                || named.contains(check)
                || named.contains(fact_of(check))
                || selection.filters.iter().any(is_filtered);
            is_chosen && selection.partition.is_none_or(|share| share.has(check))
        };
        Ok((0..self.len()).filter(is_selected).collect())
    }

    /// Ids of checks, and of facts that have any.
    fn names(&self) -> BTreeSet<&str> {
        self.ids()
            .flat_map(|check| [check, fact_of(check)])
            .collect()
    }

    /// The error of an id that no check has, with those that look like it.
    pub(super) fn unknown(&self, id: &str) -> UnknownCheck {
        const MOST: usize = 3;
        let likeness = |check: &str| {
            let other = if id.contains('#') {
                check
            } else {
                fact_of(check)
            };
            strsim::jaro_winkler(id, other)
        };
        let mut near: Vec<(f64, &str)> = self.ids().map(|check| (likeness(check), check)).collect();
        near.retain(|(likeness, _)| *likeness > 0.8);
        near.sort_by(|left, right| right.0.total_cmp(&left.0));
        UnknownCheck {
            id: id.to_owned(),
            near: near
                .into_iter()
                .take(MOST)
                .map(|(_, id)| id.to_owned())
                .collect(),
        }
    }

    /// The checks of the twin that show what refusing is worth: one for each operation that may
    /// refuse. Empty for a check that expects no refusal.
    pub fn twins(&self, at: usize, check: &Check) -> Vec<Twin> {
        let Some(twin) = &self.fact(at).twin else {
            return Vec::new();
        };
        if !matches!(check.expected, Expected::Refused) {
            return Vec::new();
        }
        let operations = check
            .requests
            .iter()
            .map(|asked| operation_of(&asked.ask).1);
        operations
            .map(|operation| Twin {
                operation,
                check: self.like(twin, operation),
            })
            .collect()
    }

    /// The check of a fact that exercises this operation, or the one nearest to it.
    fn like(&self, fact: &str, operation: Operation) -> Option<usize> {
        let candidates: &[Operation] = match operation {
            Operation::Open => &[Operation::Open, Operation::Read, Operation::Write],
            Operation::Read => &[Operation::Read, Operation::Write, Operation::Open],
            Operation::Write => &[Operation::Write, Operation::Read, Operation::Open],
            Operation::Encode => &[Operation::Encode, Operation::Decode],
            Operation::Decode => &[Operation::Decode, Operation::Encode],
            Operation::Grid => &[Operation::Grid],
            Operation::Border | Operation::Update | Operation::Create => return None,
        };
        let mut found = candidates
            .iter()
            .filter_map(|operation| self.by_id.get(&format!("{fact}#{operation}")).copied());
        found.next()
    }
}

/// The check that a refusal through an operation is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Twin {
    /// The operation that may refuse.
    pub operation: Operation,
    /// Position of the twin's check; nothing where the twin has none of the kind.
    pub check: Option<usize>,
}

fn name_near(near: &[String]) -> String {
    if near.is_empty() {
        String::new()
    } else {
        format!("; near it: {}", near.join(", "))
    }
}

/// The other editions in which a check exists, where this edition does not have it.
pub fn editions_with(derivation: Derivation<'_>, id: &str) -> Vec<Edition> {
    let has = |edition: &Edition| {
        let plan = Plan::new(Derivation {
            edition: *edition,
            ..derivation
        });
        plan.names().contains(id)
    };
    Edition::ALL.into_iter().filter(has).collect()
}
