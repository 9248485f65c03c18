//! What becomes of each entry, so that a list is exactly what a run came to.
//!
//! What an entry says of checks that were not judged stays, and so does every entry about other
//! versions.

use std::collections::{BTreeMap, BTreeSet};

use zarr_conform_runner::{Entry, ListComparison, Listed, agrees};

use super::globs;

/// What becomes of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// It stays as it is.
    Keep,
    /// It goes.
    Remove,
    /// These take its place; at least one.
    Replace(Vec<Piece>),
}

/// Checks that come to the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) glob: String,
    pub(super) listed: Listed,
}

/// What becomes of a list.
pub(super) struct Plan {
    /// Of each of its entries, in their order.
    pub(super) decisions: Vec<Decision>,
    /// What is not listed yet.
    pub(super) new: Vec<Piece>,
}

/// Decides after a comparison that is finished.
pub(super) fn decide(comparison: &ListComparison) -> Plan {
    let mut left: BTreeSet<&str> = comparison.ids().iter().map(String::as_str).collect();
    let mut decisions = Vec::new();
    for (at, entry) in comparison.list().entries.iter().enumerate() {
        decisions.push(if comparison.active().binary_search(&at).is_ok() {
            decide_entry(comparison, entry, &mut left)
        } else {
            Decision::Keep
        });
    }
    let new = new_pieces(comparison, &left);
    Plan { decisions, new }
}

/// Decides about an entry, and takes the checks that it is about then out of those `left`.
fn decide_entry<'a>(
    comparison: &ListComparison,
    entry: &Entry,
    left: &mut BTreeSet<&'a str>,
) -> Decision {
    let matched: Vec<&str> = left
        .iter()
        .filter(|check| entry.filter.matches(check))
        .copied()
        .collect();
    // What its checks come to now; nothing for those that need no entry any more.
    let mut by_outcome: BTreeMap<Option<Listed>, Vec<&'a str>> = BTreeMap::new();
    for &check in &matched {
        let outcome = outcome(comparison, entry, check);
        by_outcome.entry(outcome).or_default().push(check);
        if outcome.is_some() {
            left.remove(check);
        }
    }
    let dropped = by_outcome.remove(&None);
    match (dropped, by_outcome.len()) {
        (_, 0) => Decision::Remove,
        (None, 1) if by_outcome.contains_key(&Some(entry.listed)) => Decision::Keep,
        (None, 1) => Decision::Replace(
            by_outcome
                .into_keys()
                .flatten()
                .map(|listed| Piece {
                    glob: entry.glob.clone(),
                    listed,
                })
                .collect(),
        ),
        _ => {
            let as_before = by_outcome.remove_entry(&Some(entry.listed));
            let pieces = as_before.into_iter().chain(by_outcome);
            Decision::Replace(
                pieces
                    .filter_map(|(listed, checks)| Some((listed?, checks)))
                    .flat_map(|(listed, checks)| pieces_of(listed, &checks))
                    .collect(),
            )
        }
    }
}

/// What an entry has to say of one of its checks: what it says already where it is right or the
/// check was not judged, and nothing where the check belongs to no entry of this table.
fn outcome(comparison: &ListComparison, entry: &Entry, check: &str) -> Option<Listed> {
    let Some(judged) = comparison.judged().get(check) else {
        return Some(entry.listed);
    };
    if agrees(entry.listed, judged.listed) {
        return Some(entry.listed);
    }
    judged
        .listed
        .filter(|found| judged.must_be_listed && found.table() == entry.listed.table())
}

fn new_pieces(comparison: &ListComparison, left: &BTreeSet<&str>) -> Vec<Piece> {
    let must_be_listed = |check: &str| {
        let judged = comparison.judged().get(check)?;
        judged.listed.filter(|_| judged.must_be_listed)
    };
    // A skipped check is listed where its cause is not.
    let is_cause = |check: &str| {
        let is_listed_already =
            !left.contains(check) && comparison.ids().iter().any(|it| it == check);
        is_listed_already || must_be_listed(check).is_some_and(|it| it != Listed::Skipped)
    };
    let mut by_outcome: BTreeMap<Listed, Vec<&str>> = BTreeMap::new();
    for &check in left {
        match must_be_listed(check) {
            Some(Listed::Skipped) if comparison.is_explained(check, &is_cause) => {}
            Some(listed) => by_outcome.entry(listed).or_default().push(check),
            None => {}
        }
    }
    by_outcome
        .into_iter()
        .flat_map(|(listed, checks)| pieces_of(listed, &checks))
        .collect()
}

fn pieces_of(listed: Listed, checks: &[&str]) -> Vec<Piece> {
    let globs = globs::exact(checks).into_iter();
    globs.map(|glob| Piece { glob, listed }).collect()
}
