//! The results as they become part of this program.

use std::collections::{BTreeMap, BTreeSet};

use zarr_conform_runner::{Entry, Operation};

use super::hierarchies::FINDING;
use super::{Cause, CheckFeatures, Library, Results, RightSince};
use crate::findings::{Catalogue, KnownFailures};
use crate::history::Since;

const ABOUT: &str = "What the adapters came to in checks that open or read valid arrays, or find nodes of valid \
                     hierarchies, of adapters/*/expected.toml; cargo xtask findings writes it";

/// What the lists beside the adapters say of these checks, and the releases of each adapter's library, where the newest of
/// them is the one of the list. Libraries that neither read arrays nor find nodes are left out.
pub fn results_of(
    catalogue: &Catalogue,
    checks: &[CheckFeatures],
    releases: &BTreeMap<String, Since>,
) -> Results {
    let libraries = catalogue.adapters.iter();
    let libraries = libraries.filter_map(|(name, list)| library(list, checks, releases.get(name)));
    Results {
        about: ABOUT.to_owned(),
        libraries: libraries.collect(),
    }
}

fn library(
    list: &KnownFailures,
    checks: &[CheckFeatures],
    releases: Option<&Since>,
) -> Option<Library> {
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
    let releases = releases.filter(|it| it.newest() == Some(version));
    let mut since: BTreeMap<usize, RightSince> = BTreeMap::new();
    for check in checks
        .iter()
        .filter(|it| operations.contains(&it.operation))
    {
        let Some(entry) = active.iter().find(|it| it.filter.matches(&check.id)) else {
            // What valid arrays come to is demanded.
            let position = releases.map_or(0, |it| it.position(&check.id, true));
            let version = releases.and_then(|it| it.version(position));
            if let Some(version) = version.filter(|_| position > 0) {
                let of = since.entry(position).or_insert_with(|| RightSince {
                    version: version.to_owned(),
                    checks: BTreeMap::new(),
                });
                add(&mut of.checks, &check.id);
            }
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
        add(&mut cause.checks, &check.id);
    }
    Some(Library {
        version: list.version.clone(),
        operations,
        causes: causes.into_values().collect(),
        since: since.into_values().collect(),
    })
}

/// Adds a check to topics with the rest of the ids.
fn add(checks: &mut BTreeMap<String, Vec<String>>, id: &str) {
    let (topic, name) = id.rsplit_once('/').unwrap_or_default();
    checks
        .entry(topic.to_owned())
        .or_default()
        .push(name.to_owned());
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
            checks_of(&mut line, &cause.checks)?;
            line(4, &format!("}}{}", comma(at, library.causes.len())));
        }
        if library.since.is_empty() {
            line(3, "]");
        } else {
            line(3, "],");
            line(3, "\"since\": [");
            for (at, since) in library.since.iter().enumerate() {
                line(4, "{");
                let version = serde_json::to_string(&since.version)?;
                line(5, &format!("\"version\": {version},"));
                checks_of(&mut line, &since.checks)?;
                line(4, &format!("}}{}", comma(at, library.since.len())));
            }
            line(3, "]");
        }
        line(2, &format!("}}{}", comma(at, results.libraries.len())));
    }
    line(1, "]");
    line(0, "}");
    Ok(text)
}

/// Writes checks, each topic on a line.
fn checks_of(
    line: &mut impl FnMut(usize, &str),
    checks: &BTreeMap<String, Vec<String>>,
) -> serde_json::Result<()> {
    line(5, "\"checks\": {");
    for (at, (topic, names)) in checks.iter().enumerate() {
        let comma = comma(at, checks.len());
        let (topic, names) = (serde_json::to_string(topic)?, serde_json::to_string(names)?);
        line(6, &format!("{topic}: {names}{comma}"));
    }
    line(5, "}");
    Ok(())
}

/// What follows an entry.
fn comma(at: usize, of: usize) -> &'static str {
    if at + 1 < of { "," } else { "" }
}
