//! The results as they become part of this program.

use std::collections::{BTreeMap, BTreeSet};

use zarr_conform_runner::{Entry, Operation};

use super::hierarchies::FINDING;
use super::{Cause, CheckFeatures, Library, Results};
use crate::findings::{Catalogue, KnownFailures};

const ABOUT: &str = "What the adapters came to in checks that open or read valid arrays, or find nodes of valid \
                     hierarchies, of adapters/*/expected.toml; cargo xtask findings writes it";

/// What the lists beside the adapters say of these checks. Libraries that neither read arrays nor find nodes are left
/// out.
pub fn results_of(catalogue: &Catalogue, checks: &[CheckFeatures]) -> Results {
    let libraries = catalogue.adapters.values();
    let libraries = libraries.filter_map(|list| library(list, checks));
    Results {
        about: ABOUT.to_owned(),
        libraries: libraries.collect(),
    }
}

fn library(list: &KnownFailures, checks: &[CheckFeatures]) -> Option<Library> {
    let offers: BTreeSet<&str> = list
        .expected
        .offers
        .iter()
        .flatten()
        .map(String::as_str)
        .collect();
    let operations = [Operation::Open, Operation::Read, Operation::Decode].into_iter();
    let operations: Vec<Operation> = operations
        .chain(FINDING)
        .filter(|it| offers.contains(it.to_string().as_str()))
        .collect();
    if operations.iter().all(|it| *it == Operation::Open) {
        return None;
    }
    let (_, version) = list.version.rsplit_once(' ').unwrap_or_default();
    let active: Vec<&Entry> = list
        .expected
        .active(version)
        .into_iter()
        .map(|at| &list.expected.entries[at])
        .collect();
    let mut causes: BTreeMap<(usize, &str, &str, Option<&str>), Cause> = BTreeMap::new();
    for check in checks
        .iter()
        .filter(|it| operations.contains(&it.operation))
    {
        let Some(entry) = active.iter().find(|it| it.filter.matches(&check.id)) else {
            continue;
        };
        let verdict = entry.listed.name();
        let key = (
            super::rank(verdict),
            verdict,
            entry.reason.as_str(),
            entry.link.as_deref(),
        );
        let cause = causes.entry(key).or_insert_with(|| Cause {
            verdict: verdict.to_owned(),
            reason: entry.reason.clone(),
            link: entry.link.clone(),
            checks: BTreeMap::new(),
        });
        let (topic, name) = check.id.rsplit_once('/').unwrap_or_default();
        let names = cause.checks.entry(topic.to_owned()).or_default();
        names.push(name.to_owned());
    }
    Some(Library {
        version: list.version.clone(),
        operations,
        causes: causes.into_values().collect(),
    })
}

/// The text of results, the same each time, with the checks of each topic on a line.
///
/// # Errors
/// Those of JSON.
pub fn write(results: &Results) -> serde_json::Result<String> {
    let mut text = String::new();
    let mut line = |indentation: usize, line: &str| {
        text.push_str(&" ".repeat(indentation));
        text.push_str(line);
        text.push('\n');
    };
    line(0, "{");
    line(
        1,
        &format!("\"about\": {},", serde_json::to_string(&results.about)?),
    );
    line(1, "\"libraries\": [");
    for (at, library) in results.libraries.iter().enumerate() {
        line(2, "{");
        line(
            3,
            &format!("\"version\": {},", serde_json::to_string(&library.version)?),
        );
        line(
            3,
            &format!(
                "\"operations\": {},",
                serde_json::to_string(&library.operations)?
            ),
        );
        line(3, "\"causes\": [");
        for (at, cause) in library.causes.iter().enumerate() {
            line(4, "{");
            line(
                5,
                &format!("\"verdict\": {},", serde_json::to_string(&cause.verdict)?),
            );
            line(
                5,
                &format!("\"reason\": {},", serde_json::to_string(&cause.reason)?),
            );
            if let Some(link) = &cause.link {
                line(5, &format!("\"link\": {},", serde_json::to_string(link)?));
            }
            line(5, "\"checks\": {");
            for (at, (topic, names)) in cause.checks.iter().enumerate() {
                let comma = comma(at, cause.checks.len());
                let (topic, names) = (serde_json::to_string(topic)?, serde_json::to_string(names)?);
                line(6, &format!("{topic}: {names}{comma}"));
            }
            line(5, "}");
            line(4, &format!("}}{}", comma(at, library.causes.len())));
        }
        line(3, "]");
        line(2, &format!("}}{}", comma(at, results.libraries.len())));
    }
    line(1, "]");
    line(0, "}");
    Ok(text)
}

/// What follows an entry.
fn comma(at: usize, of: usize) -> &'static str {
    if at + 1 < of { "," } else { "" }
}
