//! What was found in real implementations holds together: every known failure has a cause, every cause a
//! page and a reproduction, and `docs/findings.md` says the same. No adapter runs here.
#![allow(
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a failure here is a failed test, and what directories list is sorted"
)]

mod assign;
pub mod checks;
mod list_text;
pub mod lists;
mod page;
mod readers;
mod reported;
mod upstream;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::LazyLock;

use zarr_conform::findings::{Catalogue, Findings, Note};
use zarr_conform::requirement::Registry;

use checks::{Checks, file, matching, path};
use lists::Adapter;

const MOST_LINES: usize = 15;

/// Everything that the tests look at, read once. With `UPDATE` set, entries are assigned to findings first,
/// and notes get their checks.
struct All {
    catalogue: Catalogue,
    checks: Checks,
    adapters: Vec<Adapter>,
}

static ALL: LazyLock<All> = LazyLock::new(|| {
    let (place, checks) = (path("docs/findings.toml"), checks::checks());
    let load = || Catalogue::load(&place).unwrap_or_else(|error| panic!("{error}"));
    if is_update() {
        // Before lists are read, since what was not listed before has no reason yet.
        let findings = Findings::load(&place).unwrap_or_else(|error| panic!("{error}"));
        let folders = lists::folders().into_iter();
        let left = folders.flat_map(|it| assign::list(&it, &findings, &checks));
        let left: Vec<String> = left.collect();
        assert!(
            left.is_empty(),
            "no claim is about these; each needs a finding and a reason:\n{}",
            left.join("\n")
        );
        for adapter in lists::adapters(&load(), &checks) {
            assign::notes(&adapter, &checks);
        }
    }
    let catalogue = load();
    let adapters = lists::adapters(&catalogue, &checks);
    All {
        catalogue,
        checks,
        adapters,
    }
});

impl All {
    fn findings(&self) -> &Findings {
        &self.catalogue.findings
    }
}

fn is_update() -> bool {
    std::env::var_os("UPDATE").is_some()
}

/// All notes, as `folder/name`.
fn notes_of(adapters: &[Adapter]) -> BTreeMap<&str, &Note> {
    let notes = adapters.iter().flat_map(|it| &it.notes);
    notes.map(|(name, note)| (name.as_str(), note)).collect()
}

/// Puts what is wrong into one message.
fn assert_none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_failure_stands_below_the_heading_of_a_note() {
    let adapters = &ALL.adapters;
    let notes = notes_of(adapters);
    let mut wrong = Vec::new();
    for adapter in adapters {
        let list = format!("adapters/{}/expected.toml", adapter.folder);
        let without = adapter.failing.iter().filter(|(_, it)| it.note.is_none());
        wrong.extend(without.map(|(check, _)| format!("{list}: {check} has no heading")));
        let named = adapter.headings.iter();
        let missing = named.filter(|it| !notes.contains_key(it.as_str()));
        wrong.extend(missing.map(|it| format!("{list}: there is no note {it}")));
    }
    assert_none(&wrong);
}

#[test]
fn every_note_has_a_heading_a_line_in_the_readme_and_its_version() {
    let mut wrong = Vec::new();
    for adapter in &ALL.adapters {
        let readme = file(&format!("adapters/{}/notes/README.md", adapter.folder));
        for (name, note) in &adapter.notes {
            let link = format!(
                "]({}.md)",
                name.replacen(&format!("{}/", adapter.folder), "", 1)
            );
            if !adapter.headings.contains(name) {
                wrong.push(format!("{name} has no heading in expected.toml"));
            }
            if !readme.contains(&link) {
                wrong.push(format!("{name} has no link in notes/README.md"));
            }
            if note.version != adapter.version {
                wrong.push(format!(
                    "{name} is about {}, not {}",
                    note.version, adapter.version
                ));
            }
        }
    }
    assert_none(&wrong);
}

#[test]
fn the_version_is_the_one_that_is_installed() {
    const PINS: [&str; 4] = ["requirements.txt", "Cargo.toml", "package.json", "pom.xml"];
    let mut wrong = Vec::new();
    for adapter in &ALL.adapters {
        let files = PINS.map(|it| format!("adapters/{}/{it}", adapter.folder));
        let there = files.iter().filter(|it| path(it).exists());
        let pins: String = there.map(|it| file(it)).collect();
        let words = adapter.version.split_whitespace();
        let versions = words.filter(|it| it.starts_with(|c: char| c.is_ascii_digit()));
        let missing = versions.filter(|it| !pins.contains(it));
        wrong.extend(missing.map(|it| format!("{}: {it} is not pinned", adapter.folder)));
    }
    assert_none(&wrong);
}

#[test]
fn every_failure_names_a_finding_of_its_note() {
    let mut wrong = Vec::new();
    for adapter in &ALL.adapters {
        let list = format!("adapters/{}/expected.toml", adapter.folder);
        for (check, it) in adapter.failing.iter().chain(&adapter.unsupported) {
            let named = it.finding.as_deref();
            let notes = named
                .and_then(|it| ALL.findings().finding(it))
                .map(|it| &it.notes);
            match (named, notes, &it.note) {
                (None, ..) => {
                    wrong.push(format!("{list}: {check} ({}) names no finding", it.verdict));
                }
                (Some(id), None, _) => wrong.push(format!("{list}: there is no finding {id}")),
                (Some(id), Some(notes), Some(note)) if !notes.contains(note) => {
                    wrong.push(format!("{list}: {check}: finding {id} has no note {note}"));
                }
                _ => {}
            }
        }
    }
    assert_none(&wrong);
}

#[test]
fn the_same_failure_stands_in_the_same_row_for_every_library() {
    let findings = ALL.findings();
    let mut wrong = Vec::new();
    for adapter in &ALL.adapters {
        for (check, it) in &adapter.failing {
            let claimed = findings.claimed(&adapter.folder, it.verdict, check);
            if claimed.len() > 1 {
                wrong.push(format!(
                    "{check} ({}) is claimed by {claimed:?}",
                    it.verdict
                ));
            }
            let named = it.finding.as_deref().unwrap_or_default();
            if claimed.iter().any(|id| *id != named) {
                let list = format!("adapters/{}/expected.toml", adapter.folder);
                wrong.push(format!(
                    "{list}: {check} names {named:?}, and {claimed:?} claims it"
                ));
            }
        }
    }
    assert_none(&wrong);
}

/// A cell of the front page has no room for a title.
#[test]
fn every_finding_says_in_a_word_what_is_wrong() {
    const LONGEST: usize = 32;
    let is_word = |word: &str| !word.is_empty() && word.chars().count() <= LONGEST;
    let without = ALL
        .findings()
        .all()
        .filter(|it| !it.word.as_deref().is_some_and(is_word));
    let wrong: Vec<&str> = without.map(|it| it.id.as_str()).collect();
    assert!(
        wrong.is_empty(),
        "docs/findings.toml: expected a word of at most {LONGEST} characters of {wrong:?}"
    );
}

#[test]
fn every_claim_is_about_checks_that_exist() {
    let ids = || ALL.checks.iter().map(|(id, ..)| id);
    let gone = ALL
        .findings()
        .globs()
        .filter(|(_, glob)| !ids().any(|id| glob.matches(id)));
    let wrong: Vec<String> = gone
        .map(|(id, glob)| format!("{id}: no check matches {}", glob.glob()))
        .collect();
    assert_none(&wrong);
}

#[test]
fn findings_have_ids_of_their_own() {
    let mut ids = BTreeSet::new();
    let twice = ALL
        .findings()
        .all()
        .filter(|it| !ids.insert(it.id.as_str()));
    let wrong: Vec<String> = twice.map(|it| format!("{} stands twice", it.id)).collect();
    assert_none(&wrong);
}

#[test]
fn notes_name_the_checks_that_are_listed() {
    let mut wrong = Vec::new();
    for adapter in &ALL.adapters {
        for (name, note) in &adapter.notes {
            // The lists of several adapters may name one note; its own adapter's is meant.
            let listed = adapter.listed(name);
            let named = matching(&note.globs, &ALL.checks);
            let apart = listed.symmetric_difference(&named);
            wrong.extend(apart.map(|check| {
                let place = if named.contains(check) {
                    "the note"
                } else {
                    "expected.toml"
                };
                format!("{name}: only {place} has {check}")
            }));
        }
    }
    assert_none(&wrong);
}

#[test]
fn every_note_is_in_a_finding() {
    let found: BTreeSet<&str> = ALL
        .findings()
        .all()
        .flat_map(|it| &it.notes)
        .map(String::as_str)
        .collect();
    let notes: BTreeSet<&str> = notes_of(&ALL.adapters).into_keys().collect();
    assert_eq!(
        found, notes,
        "docs/findings.toml, and the notes that there are"
    );
}

#[test]
fn notes_name_requirements_that_are_registered() {
    let registry = Registry::load().unwrap();
    let mut wrong = Vec::new();
    for (name, note) in notes_of(&ALL.adapters) {
        if note.requirements.is_empty() {
            wrong.push(format!("{name} names no requirement"));
        }
        let ids = note.requirements.iter();
        let unknown = ids.filter(|id| registry.requirement(id).is_none());
        wrong.extend(unknown.map(|id| format!("{name} names {id}, which is not a requirement")));
    }
    assert_none(&wrong);
}

#[test]
fn notes_quote_their_reproduction_as_it_is() {
    let mut wrong = Vec::new();
    for (name, note) in notes_of(&ALL.adapters) {
        match &note.reproduction {
            None => wrong.push(format!("{name} has no reproduction")),
            Some(reproduction) if file(&format!("adapters/{reproduction}")) != note.code => {
                wrong.push(format!("{name} does not quote {reproduction} as it is"));
            }
            Some(_) => {}
        }
    }
    assert_none(&wrong);
}

/// Lines of the reproduction, without blank ones.
fn lines(note: &Note) -> usize {
    let is_blank = |line: &&str| line.trim().is_empty();
    note.code.lines().filter(|line| !is_blank(line)).count()
}

#[test]
fn reproductions_are_short_or_there_is_a_reason() {
    let (adapters, findings) = (&ALL.adapters, ALL.findings());
    assert!(findings.long.iter().all(|it| !it.reason.is_empty()));
    let excused = findings.long.iter().flat_map(|it| &it.notes);
    let excused: BTreeSet<&str> = excused.map(String::as_str).collect();
    let notes = notes_of(adapters).into_iter();
    let long: BTreeSet<&str> = notes
        .filter(|(_, note)| lines(note) > MOST_LINES)
        .map(|(name, _)| name)
        .collect();
    assert_eq!(
        long, excused,
        "longer than {MOST_LINES} lines, and those of docs/findings.toml"
    );
}

#[test]
fn links_of_what_upstream_says_lead_from_anywhere() {
    let notes = notes_of(&ALL.adapters).into_iter();
    let wrong: Vec<String> = notes
        .filter(|(_, note)| note.upstream.replace("](https://", "").contains("]("))
        .map(|(name, _)| format!("{name}: a link under Upstream is not to the web"))
        .collect();
    assert_none(&wrong);
}

#[test]
fn the_page_is_what_the_notes_say() {
    let registry = Registry::load().unwrap();
    let rendered = page::render(ALL.findings(), &ALL.adapters, &ALL.checks, &registry);
    if is_update() {
        fs::write(path("docs/findings.md"), &rendered).unwrap();
    }
    assert!(
        file("docs/findings.md") == rendered,
        "docs/findings.md is not what it is made of: run UPDATE=1 cargo test --test documents findings"
    );
}
