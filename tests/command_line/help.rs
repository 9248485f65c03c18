//! What the program says of itself: help, completions and manual.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::fs;
use std::path::Path;

use crate::support::{Runs, conform, stderr, stdout};

/// The help of a subcommand, as wide as it is in this test.
fn help(subcommand: &[&str]) -> String {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_conform"))
        .args(subcommand)
        .arg("--help")
        .env("COLUMNS", "100")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{subcommand:?}");
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n")
}

/// The subcommands that a page of help lists.
fn subcommands(help: &str) -> Vec<&str> {
    let (_, commands) = help.split_once("\nCommands:\n").unwrap_or_default();
    let names = commands.lines().take_while(|line| line.starts_with("  "));
    names
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|&name| name != "help")
        .collect()
}

/// Every page of the help, found from page to page.
#[test]
fn every_page_of_the_help() {
    let mut left: Vec<Vec<String>> = vec![Vec::new()];
    let mut pages = 0;
    while let Some(subcommand) = left.pop() {
        let words: Vec<&str> = subcommand.iter().map(String::as_str).collect();
        let text = help(&words);
        let name = [&["help"], words.as_slice()].concat().join("_");
        insta::assert_snapshot!(name.as_str(), text.as_str());
        pages += 1;
        for below in subcommands(&text) {
            left.push([subcommand.clone(), vec![below.to_owned()]].concat());
        }
    }
    assert!(pages > 12, "found {pages} pages");
}

#[test]
fn completions_and_pages_know_the_options() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let text = stdout(&conform(&["completions", shell]));
        assert!(
            text.contains("no-diagnosis") && text.contains("merge"),
            "{shell}"
        );
    }
    let runs = Runs::new();
    let output = conform(&["man", &runs.path("pages")]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let page = |name: &str| fs::read_to_string(Path::new(&runs.path("pages")).join(name)).unwrap();
    assert!(page("conform.1").contains("no check is selected"));
    assert!(page("conform-merge.1").contains("Put together what several machines judged"));
    assert!(page("conform-spec-check.1").contains("zarr\\-specs"));
}
