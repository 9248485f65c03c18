//! The book has every page, and explains every verdict and message by the name that the program gives it.
//!
//! `docs/check` builds it, checks its links and runs its commands.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::fs;
use std::path::Path;

use super::architecture::files;
use super::readme::file;
use zarr_conform_runner::{FailureKind, SkipReason, Verdict};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A page that the summary does not name is not in the book.
#[test]
fn every_page_is_in_the_summary() {
    let summary = file("docs/SUMMARY.md");
    let docs = root().join("docs");
    for path in files(&docs) {
        let is_page = path.parent() == Some(&docs) && path.extension().is_some_and(|it| it == "md");
        if is_page && !path.ends_with("SUMMARY.md") {
            let name = path.file_name().unwrap().to_str().unwrap();
            assert!(summary.contains(&format!("]({name})")), "{name}");
        }
    }
}

/// The rows below a heading of the page of failures: what stands in the first column.
fn first_column(heading: &str) -> Vec<String> {
    let page = file("docs/failures.md");
    let part = page.split(&format!("\n{heading}\n")).nth(1).unwrap();
    let part = part.split("\n## ").next().unwrap();
    let rows = part.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.map(|row| row.split("` |").next().unwrap().to_owned())
        .collect()
}

#[test]
fn every_verdict_is_explained_worst_first() {
    let explained = first_column("## Verdicts");
    let failures = FailureKind::ALL.map(FailureKind::name);
    assert_eq!(explained[..failures.len()], failures);
    let others = [
        Verdict::Unsupported {
            message: String::new(),
        },
        Verdict::Skipped {
            reason: SkipReason::Other(String::new()),
        },
        Verdict::Flaky {
            seen: Vec::new(),
            why: None,
        },
        Verdict::Behaviour {
            readings: Vec::new(),
            accepted: true,
            other: None,
        },
    ];
    assert_eq!(
        explained[failures.len()..],
        others.each_ref().map(Verdict::name)
    );
}

/// All text of source files in a folder, with each run of white space, and each line of a literal
/// that goes on in the next, as one space.
fn sources(folder: &str) -> String {
    let mut rust = files(&root().join(folder));
    rust.retain(|file| file.extension().is_some_and(|it| it == "rs"));
    let text: String = rust
        .iter()
        .map(|file| fs::read_to_string(file).unwrap())
        .collect();
    let words = text.split_whitespace().filter(|word| *word != "\\");
    words.collect::<Vec<_>>().join(" ")
}

/// A reader looks for the words of the report.
#[test]
fn every_message_that_is_explained_is_one_of_the_program() {
    let sources: String = ["crates/runner/src", "crates/protocol/src", "src"]
        .map(sources)
        .concat();
    let messages = first_column("## Messages");
    assert!(messages.len() > 10, "{messages:?}");
    for message in messages {
        for words in message.split('…') {
            assert!(sources.contains(words.trim()), "{words:?} of {message:?}");
        }
    }
}
