//! The parts point in one direction: specification, reference, vectors, runner, reports. What a
//! part may use is written here, and nothing else.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each part, and the parts that it may use besides itself.
const MAY_USE: [(&str, &[&str]); 13] = [
    ("edition", &[]),
    ("hex_bytes", &[]),
    ("reference", &["edition"]),
    ("misreading", &["edition", "reference"]),
    ("vector", &["edition", "hex_bytes"]),
    ("protocol", &["edition", "hex_bytes"]),
    ("requirement", &["edition", "vector"]),
    ("archive", &["edition", "vector", "requirement"]),
    (
        "subject",
        &[
            "edition",
            "hex_bytes",
            "protocol",
            "reference",
            "misreading",
        ],
    ),
    (
        "runner",
        &[
            "edition",
            "hex_bytes",
            "protocol",
            "vector",
            "subject",
            "reference",
            "misreading",
        ],
    ),
    ("report", &["runner", "subject"]),
    (
        "site",
        &[
            "edition",
            "hex_bytes",
            "vector",
            "requirement",
            "runner",
            "report",
        ],
    ),
    (
        "harness",
        &[
            "edition",
            "hex_bytes",
            "protocol",
            "vector",
            "requirement",
            "subject",
            "runner",
            "report",
        ],
    ),
];

/// The only files of the runner that know the reference and its misreadings: they read metadata
/// that an implementation wrote, and explain failures; no verdict comes from them.
const OF_THE_RUNNER: [&str; 2] = ["reader.rs", "diagnose.rs"];

/// Names that `lib.rs` exports from its parts.
const EXPORTED: [(&str, &str); 2] = [("Edition", "edition"), ("HexBytes", "hex_bytes")];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

#[expect(
    clippy::disallowed_methods,
    reason = "the order of files does not matter here"
)]
fn files(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            files(&entry.unwrap().path(), found);
        }
    } else if path.extension().is_some_and(|extension| extension == "rs") {
        found.push(path.to_owned());
    }
}

fn files_of(part: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in [source().join(part), source().join(format!("{part}.rs"))] {
        if path.exists() {
            files(&path, &mut found);
        }
    }
    found
}

/// The parts that a file uses: whatever follows `crate::`, also within braces.
fn used(file: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(file).unwrap();
    let code: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect();
    let mut used = BTreeSet::new();
    for after in code.join("\n").split("crate::").skip(1) {
        let names: Vec<&str> = match after.strip_prefix('{') {
            Some(list) => list.split('}').next().unwrap().split(',').collect(),
            None => vec![after],
        };
        for name in names {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let word: String = name.trim().chars().take_while(|c| is_word(*c)).collect();
            let exported = EXPORTED.iter().find(|(name, _)| *name == word);
            used.insert(exported.map_or(word, |(_, part)| (*part).to_owned()));
        }
    }
    used.remove("");
    used
}

#[test]
fn parts_use_only_what_they_may() {
    let parts: BTreeSet<&str> = MAY_USE.iter().map(|(part, _)| *part).collect();
    let mut problems = Vec::new();
    for (part, may_use) in MAY_USE {
        let files = files_of(part);
        assert!(!files.is_empty(), "{part} has no files");
        for file in files {
            for other in used(&file) {
                if parts.contains(other.as_str())
                    && other != part
                    && !may_use.contains(&other.as_str())
                {
                    problems.push(format!("{} uses {other}", file.display()));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn verdicts_do_not_know_the_reference() {
    for file in files_of("runner") {
        let name = file.file_name().unwrap().to_str().unwrap();
        let used = used(&file);
        let knows = used.contains("reference") || used.contains("misreading");
        assert!(
            !knows || OF_THE_RUNNER.contains(&name),
            "{} knows the reference",
            file.display()
        );
    }
}

#[test]
fn every_part_is_listed() {
    let text = fs::read_to_string(source().join("lib.rs")).unwrap();
    let parts: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .collect();
    for part in parts {
        assert!(
            MAY_USE.iter().any(|(listed, _)| *listed == part),
            "{part} is not listed"
        );
    }
}
