//! What implementations make of arrays whose documents the text leaves open, by the other reading that takes such
//! documents.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use zarr_conform_requirements::Registry;
use zarr_conform_runner::{CheckResult, Derivation, Operation, Verdict};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Fact, Level, Statement, Vectors};

use crate::scan::open::OpenPlaces;

/// The answers, as a text that `cargo xtask open` writes.
const ANSWERS: &str = include_str!("../data/open.json");
const ABOUT: &str = "Of the documents in open facts that a reading takes and the built-in reference refuses, how many each library \
                     accepted, of how many; cargo xtask open REPORT... writes it, of the runs of adapters/run";

/// What implementations did with documents of open facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenAnswers {
    /// What this file is and what writes it, for people.
    pub about: String,
    /// By name and version, as in the results, and by reading.
    pub libraries: BTreeMap<String, BTreeMap<String, Taken>>,
}

/// How many documents were accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Taken {
    /// How many were accepted.
    pub accepted: u64,
    /// How many were asked.
    pub of: u64,
}

impl OpenAnswers {
    /// The answers that are part of this program.
    ///
    /// # Errors
    /// Where they are not of their form, which a test excludes.
    pub fn load() -> serde_json::Result<Self> {
        serde_json::from_str(ANSWERS)
    }

    /// The text of the answers.
    ///
    /// # Errors
    /// Those of JSON.
    pub fn write(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// Those of runs, each with the name and version of the library.
    pub fn of<'a>(
        runs: impl IntoIterator<Item = (String, &'a [CheckResult])>,
        vectors: &Vectors,
        registry: &Registry,
    ) -> Self {
        let readings = readings(vectors, registry);
        let libraries = runs.into_iter();
        let libraries = libraries.map(|(version, results)| (version, answers(results, &readings)));
        Self {
            about: ABOUT.to_owned(),
            libraries: libraries.filter(|(_, it)| !it.is_empty()).collect(),
        }
    }

    /// What each library makes of documents that one of these readings takes, by name and version.
    pub(in crate::scan) fn taken(&self, readings: &BTreeSet<String>) -> BTreeMap<String, Taken> {
        let taken = |by_reading: &BTreeMap<String, Taken>| {
            let mut sum = Taken::default();
            for it in readings.iter().filter_map(|it| by_reading.get(it)) {
                sum.accepted += it.accepted;
                sum.of += it.of;
            }
            sum
        };
        let libraries = self.libraries.iter();
        let libraries = libraries.map(|(version, it)| (version.clone(), taken(it)));
        libraries.filter(|(_, it)| it.of > 0).collect()
    }
}

/// The open facts about a document that the reference refuses and another reading takes, with that reading.
fn readings(vectors: &Vectors, registry: &Registry) -> BTreeMap<String, String> {
    let edition = Edition::default();
    let places = OpenPlaces::new(registry, edition);
    let derivation = Derivation { vectors, edition };
    let is_open = |it: &&Fact| {
        let is_of_arrays = !matches!(it.statement, Statement::Hierarchy(_));
        it.level == Level::Open && it.editions.contains(&edition) && is_of_arrays
    };
    let facts = vectors.facts().iter().filter(is_open);
    let with_reading = facts.filter_map(|fact| {
        let checks = derivation.checks(fact);
        let mut stores = checks.iter().flat_map(|it| &it.stores);
        let document = stores.find_map(|it| it.get("zarr.json"))?;
        let taken = places.permitted(document)?;
        let reading = taken.readings.first()?;
        (taken.readings.len() == 1).then(|| (fact.id.clone(), (*reading).to_owned()))
    });
    with_reading.collect()
}

/// By reading. A document is accepted where it is through each operation that was asked.
fn answers(
    results: &[CheckResult],
    readings: &BTreeMap<String, String>,
) -> BTreeMap<String, Taken> {
    let mut by_fact: BTreeMap<&str, bool> = BTreeMap::new();
    for result in results {
        let is_reading = matches!(result.operation, Operation::Open | Operation::Read);
        if let (true, Verdict::Behaviour { accepted, .. }) = (is_reading, &result.verdict) {
            let is_accepted = by_fact.entry(result.check.fact().as_str()).or_insert(true);
            *is_accepted &= accepted;
        }
    }
    let mut taken: BTreeMap<String, Taken> = BTreeMap::new();
    for (fact, is_accepted) in by_fact {
        if let Some(reading) = readings.get(fact) {
            let taken = taken.entry(reading.clone()).or_default();
            taken.of += 1;
            taken.accepted += u64::from(is_accepted);
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use zarr_conform_reference::permitted;

    use super::super::Results;
    use super::*;

    /// A library whose list is of another version was judged anew, and its answers are not of that run.
    #[test]
    fn the_answers_are_of_the_libraries_and_readings_at_hand() {
        let (answers, results) = (OpenAnswers::load().unwrap(), Results::load().unwrap());
        let versions: BTreeSet<&String> = results.libraries.iter().map(|it| &it.version).collect();
        for (version, by_reading) in &answers.libraries {
            assert!(
                versions.contains(version),
                "{version}: cargo xtask open writes the answers anew"
            );
            for (reading, taken) in by_reading {
                let mut known = permitted::all();
                assert!(known.any(|it| it.name == reading), "{reading}");
                assert!(taken.accepted <= taken.of);
            }
        }
        let all = readings(
            &zarr_conform_embedded::vectors().unwrap(),
            &Registry::load().unwrap(),
        );
        assert!(all.len() > 50 && answers.libraries.len() > 10);
    }
}
