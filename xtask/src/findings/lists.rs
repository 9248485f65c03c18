//! What the lists of known failures say of the checks that exist.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use zarr_conform::findings::{Catalogue, KnownFailures, Note};
use zarr_conform::runner::{Check, Listed, is_asked};
use zarr_conform::vector::Level;

use super::checks::Checks;
use crate::generated::names;

/// A folder of `adapters` that judges an implementation.
pub struct Adapter {
    /// Its name.
    pub folder: String,
    /// Implementation and version.
    pub version: String,
    /// Its notes, as `folder/name`.
    pub notes: BTreeMap<String, Note>,
    /// Notes that the headings of the list of known failures name, as `folder/name`.
    pub headings: BTreeSet<String>,
    /// The checks that are listed as failing.
    pub failing: BTreeMap<String, Listing>,
    /// Checks that are listed as unsupported below the heading of a note.
    pub unsupported: BTreeMap<String, Listing>,
    /// Required checks that a run asks by the operations that are offered, but for those listed as
    /// unsupported or skipped.
    pub asked: BTreeSet<String>,
}

/// What a list says of a check.
pub struct Listing {
    /// Whether the check counts: it is of level must, or its answer is wrong.
    pub is_required: bool,
    /// The name of the verdict.
    pub verdict: &'static str,
    /// The note of the heading above, as `folder/name`.
    pub note: Option<String>,
    /// The finding that the entry names.
    pub finding: Option<String>,
}

impl Adapter {
    fn new(folder: &str, known: &KnownFailures, checks: &Checks) -> Self {
        let expected = &known.expected;
        let offers = expected.offers.clone().unwrap_or_default();
        let mut adapter = Self {
            folder: folder.to_owned(),
            version: known.version.clone(),
            notes: known.notes.clone(),
            headings: known.headings().into_iter().map(str::to_owned).collect(),
            failing: BTreeMap::new(),
            unsupported: BTreeMap::new(),
            asked: BTreeSet::new(),
        };
        for check in checks.iter().filter(|it| is_asked(it, &offers)) {
            let id = check.id.as_str();
            let entry = expected.entries.iter().find(|it| it.filter.matches(id));
            let is_required = is_required(check, entry.map(|it| it.listed));
            let listing = entry.map(|entry| {
                let listing = Listing {
                    is_required,
                    verdict: entry.listed.name(),
                    note: known.note_of(entry).map(str::to_owned),
                    finding: entry.finding.clone(),
                };
                (entry.listed.is_failure(), listing)
            });
            adapter.note(id, is_required, listing);
        }
        adapter
    }

    fn note(&mut self, id: &str, is_required: bool, listing: Option<(bool, Listing)>) {
        if is_required && listing.as_ref().is_none_or(|(is_failure, _)| *is_failure) {
            self.asked.insert(id.to_owned());
        }
        match listing {
            Some((true, listing)) => {
                self.failing.insert(id.to_owned(), listing);
            }
            Some((false, listing)) if listing.note.is_some() => {
                self.unsupported.insert(id.to_owned(), listing);
            }
            _ => {}
        }
    }

    /// Required checks that fail, or that are answered as unsupported: of a finding, and of one of
    /// its notes where that is named.
    pub fn counts(&self, finding: &str, note: Option<&str>) -> Counts {
        let count = |listings: &BTreeMap<String, Listing>| {
            let required = listings.values().filter(|it| it.is_required);
            let meant = required.filter(|it| it.finding.as_deref() == Some(finding));
            meant
                .filter(|it| note.is_none() || it.note.as_deref() == note)
                .count()
        };
        Counts {
            failing: count(&self.failing),
            unsupported: count(&self.unsupported),
        }
    }

    /// The checks that fail for a finding.
    pub fn checks_of(&self, finding: &str) -> impl Iterator<Item = &str> {
        let failing = self.failing.iter();
        let its = failing.filter(move |(_, it)| it.finding.as_deref() == Some(finding));
        its.map(|(check, _)| check.as_str())
    }

    /// Required checks that fail.
    pub fn required(&self) -> usize {
        self.failing.values().filter(|it| it.is_required).count()
    }

    /// The findings that required checks fail for.
    pub fn causes(&self) -> BTreeSet<&str> {
        let failing = self.failing.values().filter(|it| it.is_required);
        failing.filter_map(|it| it.finding.as_deref()).collect()
    }

    /// The checks that are listed below the heading of a note.
    pub fn listed(&self, note: &str) -> BTreeSet<&str> {
        let all = self.failing.iter().chain(&self.unsupported);
        let listed = all.filter(|(_, it)| it.note.as_deref() == Some(note));
        listed.map(|(check, _)| check.as_str()).collect()
    }
}

/// How many required checks show a finding.
pub struct Counts {
    /// Those that fail.
    pub failing: usize,
    /// Those that are answered as unsupported.
    pub unsupported: usize,
}

/// Whether what a check is listed as counts: the specification demands the check, or the answer is wrong.
fn is_required(check: &Check, listed: Option<Listed>) -> bool {
    check.level == Level::Must
        || matches!(listed, Some(Listed::Fails(kind)) if kind.is_wrong_answer())
}

/// Every adapter that has notes, by name.
pub fn adapters(catalogue: &Catalogue, checks: &Checks) -> Vec<Adapter> {
    let all = catalogue.adapters.iter();
    all.map(|(folder, known)| Adapter::new(folder, known, checks))
        .collect()
}

/// The folders of adapters below a root that judge an implementation, by name.
pub fn folders(root: &Path) -> anyhow::Result<BTreeSet<String>> {
    let adapters = root.join("adapters");
    let judges = |it: &String| adapters.join(it).join("expected.toml").exists();
    Ok(names(&adapters)?.into_iter().filter(judges).collect())
}
