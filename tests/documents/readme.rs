//! What the documents show is what the files hold.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::fs;
use std::path::Path;
use std::process::Command;

pub(super) fn file(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

#[test]
fn the_guide_quotes_the_minimal_adapter_as_it_is() {
    let quoted = format!("```python\n{}```", file("docs/adapters/minimal.py"));
    assert!(file("docs/adapters.md").contains(&quoted));
}

/// Paths in the README that begin with a folder of the repository exist.
#[test]
fn links_of_the_readme_lead_somewhere() {
    for target in file("README.md")
        .split("](")
        .skip(1)
        .map(|rest| rest.split(')').next().unwrap())
    {
        let is_elsewhere = target.contains("://");
        let path = target.split('#').next().unwrap();
        assert!(
            is_elsewhere || Path::new(env!("CARGO_MANIFEST_DIR")).join(path).exists(),
            "{target}"
        );
    }
}

/// A line with `…` in place of numbers of three digits or more: a new fact changes how many
/// checks there are, and must not change the README.
fn without_counts(line: &str) -> String {
    let words = line.split(' ').map(|word| {
        let is_count = word.len() > 2 && word.bytes().all(|it| it.is_ascii_digit());
        if is_count { "…" } else { word }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// What the README shows of the built-in reference is what it comes to.
#[test]
fn the_first_run_is_as_the_readme_shows_it() {
    let output = Command::new(env!("CARGO_BIN_EXE_conform"))
        .arg("--quiet")
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    let readme = file("README.md");
    let shown = ["judged by ", "Right data: passed all of "];
    for line in report
        .lines()
        .filter(|line| shown.iter().any(|start| line.starts_with(start)))
    {
        let line = without_counts(line);
        assert!(readme.contains(&format!("\n{line}\n")), "{line}");
    }
    assert!(report.contains("\nRight data: passed all of "), "{report}");
}

/// The exit codes of the README are those of the program.
#[test]
fn exit_codes_are_all_in_the_readme() {
    for code in [0, 1, 2, 3, 4, 130] {
        assert!(
            file("README.md").contains(&format!("\n| {code} | ")),
            "{code}"
        );
    }
}

/// The names in an array of the script `.ci/step`.
fn steps(array: &str) -> Vec<String> {
    let script = file(".ci/step");
    let (_, rest) = script.split_once(&format!("\n{array}=(")).unwrap();
    let (names, _) = rest.split_once(')').unwrap();
    let words = names.lines().filter(|it| !it.trim_start().starts_with('#'));
    words
        .flat_map(str::split_whitespace)
        .map(str::to_owned)
        .collect()
}

/// What must hold before a change lands is what the workflow runs, in parts and on other machines.
#[test]
fn the_workflows_and_the_script_run_every_step() {
    let runs = |text: &str, name: &str| text.split_whitespace().any(|it| it == name);
    let (here, parts) = (file(".ci/run"), file(".github/workflows/ci.yml"));
    for name in steps("all") {
        assert!(runs(&here.replace(';', " "), &name), ".ci/run: {name}");
        assert!(runs(&parts, &name), "ci.yml: {name}");
    }
    for name in steps("weekly") {
        assert!(runs(&file(".github/workflows/weekly.yml"), &name), "{name}");
    }
}
