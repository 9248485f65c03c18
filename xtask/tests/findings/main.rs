//! What was found in real implementations holds together: every known failure has a cause, every cause a
//! page and a reproduction, and `docs/findings.md` says the same. No adapter runs here.
#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

mod counts;
mod reported;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use xtask::findings::checks::matching;
use xtask::findings::lists::Adapter;
use xtask::findings::{Found, files};
use xtask::generated::{changes, read};
use xtask::root;
use zarr_conform::findings::Note;
use zarr_conform::requirement::Registry;

const MOST_LINES: usize = 15;

/// Everything that the tests look at, read once.
static ALL: LazyLock<Found> = LazyLock::new(|| Found::load(root()).unwrap());

fn file(path: &str) -> String {
    read(root(), path).unwrap()
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
        let there = files.iter().filter(|it| root().join(it).exists());
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
    let ids = || ALL.checks.iter().map(|it| it.id.as_str());
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

/// Lists, notes, the page of findings, and what the program knows of implementations.
#[test]
fn files_are_what_they_are_made_of() {
    let (files, left) = files(root()).unwrap();
    assert_none(&left);
    let wrong = changes(root(), &files);
    assert!(
        wrong.is_empty(),
        "run cargo xtask findings:\n{}",
        wrong.join("\n")
    );
    for part in [
        "adapters/zarrs/expected.toml",
        "docs/findings.md",
        "src/scan/data/results.json",
    ] {
        assert!(files.contains_key(part), "{part}");
    }
}
