//! Phrases that a reader who learned English late stumbles over stand in no text that people read.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::fs;
use std::path::{Path, PathBuf};

use super::architecture::files;

/// What is not written, with what contains it and may be written. A phrase is of lower-case words
/// with single spaces between them, as [`words`] has them.
const PHRASES: &[(&str, &[&str])] = &[
    ("nobody", &[]),
    ("somebody", &[]),
    ("whoever", &[]),
    ("whomever", &[]),
    ("everybody else", &[]),
    ("for who", &[]),
    ("to who", &[]),
    ("of who", &[]),
    (
        "is no",
        &["there is no", "is no longer", "is no more", "is no other"],
    ),
    (
        "are no",
        &[
            "there are no",
            "are no longer",
            "are no more",
            "are no others",
        ],
    ),
    ("was no", &["there was no", "was no longer"]),
    ("no whole", &[]),
    ("alone", &[]),
    ("may not be", &["endian may not be given"]),
    ("taken for", &[]),
    ("heed", &[]),
    (
        "heeded",
        // The title of a finding, which the lists of the adapters name.
        &["settings of compression are not heeded"],
    ),
    ("mend", &[]),
    ("mended", &[]),
    (
        "hunt",
        &["benches/measure.py hunt", "| hunt | asking cases"],
    ),
    ("hunts", &["documents hunts"]),
    ("hunted", &[]),
    ("a made-up", &[]),
    ("is told", &[]),
    ("are told", &[]),
    ("be told", &[]),
    ("tells apart", &[]),
    ("tells them apart", &[]),
    ("without a word", &[]),
    ("with a word", &[]),
    ("has all ways", &[]),
    ("wish to end", &[]),
    ("is the business of", &[]),
    ("the same in big-endian", &[]),
];

/// Folders and files that people read, or that say what they read.
const READ: &[&str] = &[
    "README.md",
    "CONTRIBUTING.md",
    "docs",
    "generator/inputs",
    "generator/src",
    "crates/diagnosis",
    "crates/embedded",
    "crates/fuzz",
    "crates/harness",
    "crates/lock",
    "crates/protocol",
    "crates/reference",
    "crates/requirements",
    "crates/runner",
    "crates/statement",
    "crates/terms",
    "crates/vectors",
    "npm/README.md",
    "python/zarr_conform",
    "src",
    "tests/command_line/snapshots",
    "tests/outputs/snapshots",
];

/// What is written from other files here.
const WRITTEN: &[&str] = &["docs/findings.md", "docs/upstream"];

/// The words of a text in lower case, with single spaces around each, and `|` where a clause ends.
fn words(text: &str) -> String {
    let mut words = String::from(" ");
    for word in text.split_whitespace() {
        let core = word.trim_matches(|mark: char| ".,;:!?()[]\"'`*|_".contains(mark));
        if !core.is_empty() {
            words.push_str(&core.to_lowercase());
            words.push(' ');
        }
        if word.ends_with(|mark: char| ".,;:!?)|".contains(mark)) {
            words.push_str("| ");
        }
    }
    words
}

/// What stands in quotation marks in a line.
fn quoted(line: &str) -> String {
    let parts: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
    parts.join(" | ")
}

/// What people read of a line of TOML: the texts in it.
fn of_toml(line: &str) -> String {
    if line.starts_with('#') {
        return String::new();
    }
    quoted(line)
}

/// What people read of a line of Rust: the documentation of a module, or literals.
fn of_rust(line: &str) -> String {
    if let Some(documentation) = line.strip_prefix("//!") {
        return documentation.to_owned();
    }
    match line.strip_suffix('\\') {
        _ if line.starts_with("//") => String::new(),
        Some(continued) if !line.contains('"') => continued.to_owned(),
        _ => quoted(line),
    }
}

/// What people read of a file; nothing, where it is of no kind that they read.
fn read(path: &Path) -> Option<String> {
    let of: fn(&str) -> String = match path.extension()?.to_str()? {
        "md" | "snap" | "py" => str::to_owned,
        "toml" => of_toml,
        "rs" => of_rust,
        _ => return None,
    };
    let text = fs::read_to_string(path).unwrap();
    let lines: Vec<String> = text.lines().map(|line| of(line.trim())).collect();
    Some(lines.join("\n"))
}

/// The phrases in a text, each with what stands around it.
fn found(text: &str) -> Vec<String> {
    let words = words(text);
    let mut found = Vec::new();
    for (phrase, permitted) in PHRASES {
        let mut words = words.clone();
        for it in *permitted {
            words = words.replace(&format!(" {it} "), " ~ ");
        }
        for (at, _) in words.match_indices(&format!(" {phrase} ")) {
            let before: Vec<&str> = words[..at].rsplit(' ').take(6).collect();
            let before: Vec<&str> = before.into_iter().rev().collect();
            found.push(format!("{phrase:?} after {:?}", before.join(" ")));
        }
    }
    found
}

#[test]
fn no_text_that_people_read_has_these_phrases() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<PathBuf> = Vec::new();
    for place in READ.iter().map(|it| root.join(it)) {
        if place.is_dir() {
            paths.extend(files(&place));
        } else {
            paths.push(place);
        }
    }
    paths.retain(|path| !WRITTEN.iter().any(|it| path.starts_with(root.join(it))));
    paths.sort();
    let mut wrong = Vec::new();
    for path in paths {
        let name = path.strip_prefix(root).unwrap().display();
        let found = read(&path).map_or_else(Vec::new, |text| found(&text));
        wrong.extend(found.iter().map(|it| format!("{name}: {it}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[rstest::rstest]
#[case::across_lines("a name is\nno list", 1)]
#[case::in_marks("it fails \"nobody\".", 1)]
#[case::across_sentences("It is. No list is empty.", 0)]
#[case::permitted("where there is no list", 0)]
#[case::of_an_id("`checksum-that-nobody-compares`", 0)]
fn phrases_are_found_by_their_words(#[case] text: &str, #[case] number: usize) {
    assert_eq!(found(text).len(), number, "{:?}", found(text));
}
