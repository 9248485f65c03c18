//! Facts as tests of a Rust implementation.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Once;

use zarr_conform_terms::Edition;

/// The test program with these arguments.
fn program(arguments: &[&str]) -> Command {
    static BUILT: Once = Once::new();
    // Tests that are named on the command line are run without building the examples.
    BUILT.call_once(|| {
        // Of the whole workspace: with the features of this crate only, all dependencies would be built again.
        let build = [
            "build",
            "--quiet",
            "--workspace",
            "--example",
            "harness_double",
        ];
        assert!(
            Command::new(env!("CARGO"))
                .args(build)
                .status()
                .unwrap()
                .success()
        );
    });
    // Examples stand beside the folder of the tests.
    let tests = std::env::current_exe().unwrap();
    let program = tests
        .parent()
        .unwrap()
        .with_file_name("examples/harness_double");
    let mut command = Command::new(program);
    command
        .args(arguments)
        .env("NO_COLOR", "1")
        .env_remove("KNOWN_FAILURES");
    command
}

/// Runs the test program with these arguments and, perhaps, a list of known failures.
fn run(arguments: &[&str], known: Option<&str>) -> (i32, String) {
    let mut command = program(arguments);
    let folder = tempfile::tempdir().unwrap();
    if let Some(text) = known {
        let file = folder.path().join("expected.toml");
        std::fs::write(&file, text).unwrap();
        command.env("KNOWN_FAILURES", file);
    }
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().unwrap();
    let text = String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap();
    (status.code().unwrap(), text)
}

fn exact(fact: &str, known: Option<&str>) -> (i32, String) {
    run(&["--exact", fact], known)
}

#[test]
fn there_is_one_test_for_every_fact_of_the_edition() {
    let (code, text) = run(&["--list", "--format", "terse"], None);
    assert_eq!(code, 0, "{text}");
    // What is not demanded has its level in brackets before its name.
    let name = |line: &'_ str| -> Option<String> {
        let name = line.strip_suffix(": test")?;
        Some(name.rsplit(' ').next()?.to_owned())
    };
    let mut listed: Vec<String> = text.lines().filter_map(name).collect();
    listed.sort_unstable();
    let vectors = zarr_conform_embedded::vectors().unwrap();
    let facts = vectors.facts().iter();
    let mut expected: Vec<&str> = facts
        .filter(|fact| fact.editions.contains(&Edition::default()))
        .map(|fact| fact.id.as_str())
        .collect();
    expected.sort_unstable();
    assert_eq!(listed, expected);
}

#[test]
fn a_right_answer_is_a_passed_test() {
    let (code, text) = exact("bytes/elements/int16-little", None);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("1 passed; 0 failed; 0 ignored"), "{text}");
}

#[test]
fn a_wrong_answer_is_a_failed_test_that_says_what_is_wrong() {
    let (code, text) = exact("bytes/elements/int16-big", None);
    assert_eq!(code, 101, "{text}");
    for words in [
        "wrong-data  bytes/elements/int16-big#decode",
        "demands   bytes.",
        "as if     ",
        "0 passed; 1 failed",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(!text.contains("--check"), "{text}");
}

#[test]
fn what_is_lacking_is_ignored_with_the_reason() {
    for (fact, reason) in [
        (
            "bytes/raw-bits/r24-little",
            "data type r24 is not supported",
        ),
        ("bytes/elements/float64-little", "no float64"),
        ("core/storage-missing/int16", "does not offer"),
    ] {
        let (code, text) = exact(fact, None);
        assert_eq!(code, 0, "{text}");
        assert!(text.contains("1 ignored"), "{fact}: {text}");
        assert!(text.contains(reason), "{fact}: {reason}: {text}");
    }
}

#[test]
fn a_panic_fails_its_own_test() {
    let (code, text) = exact("bytes/elements/complex64-little", None);
    assert_eq!(code, 101, "{text}");
    assert!(
        text.contains("no complex numbers") && text.contains("crash  "),
        "{text}"
    );
}

/// As docs/harness.md says: by one thread, the name of each test stands before what it does, and the others run
/// without it.
#[test]
fn the_test_in_which_the_process_ended_is_named() {
    let run = |more: &[&str]| {
        let arguments = [&["--test-threads", "1", "bytes/elements/int"], more].concat();
        let mut command = program(&arguments);
        let output = command.env("ABORTS_AT", "int32").output().unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
        )
    };
    let (code, text) = run(&[]);
    let (before, name) = text.rsplit_once("test ").unwrap();
    assert!(before.contains(" ... ok\n") && code != Some(101), "{text}");
    let name = name.strip_suffix("... ").unwrap().trim();
    assert!(name.starts_with("bytes/elements/int32"), "{text}");
    let (code, text) = run(&["--skip", "int32"]);
    assert!(
        code == Some(101) && text.contains("test result: FAILED"),
        "{text}"
    );
}

#[test]
fn refusing_nothing_fails_where_something_must_be_refused() {
    let (code, text) = exact("bytes/lengths/int16-half", None);
    assert_eq!(code, 101, "{text}");
    assert!(
        text.contains("accepted-invalid  bytes/lengths/int16-half#"),
        "{text}"
    );
}

/// The double decodes and does nothing else, and looks at no order.
#[test]
fn a_transpose_that_checks_no_order_fails() {
    for fact in ["repeated", "booleans", "too-short"] {
        let fact = format!("transpose/orders/{fact}");
        let (code, text) = exact(&fact, None);
        assert_eq!(code, 101, "{text}");
        let told = format!("accepted-invalid  {fact}#decode");
        assert!(text.contains(&told), "{text}");
    }
}

#[test]
fn a_run_ends_with_what_was_ignored_and_why() {
    let filters = ["bytes/raw-bits", "regular-grid/no-grid"];
    let (_, text) = run(&filters, None);
    let (_, end) = text.split_once("ignored, by reason: ").unwrap();
    let lines: Vec<&str> = end.lines().collect();
    let number = |words: &str| -> usize {
        let line = lines.iter().find(|it| it.ends_with(words)).unwrap();
        line.split_whitespace().next().unwrap().parse().unwrap()
    };
    let no_raw_bits = number("hello: data type r16 is not supported");
    let no_grid = number("does not offer open");
    assert!(no_raw_bits > 1 && no_grid > 1, "{text}");
    assert!(lines.iter().any(|it| it.contains("test result:")), "{text}");

    let (_, text) = run(&["--format", "json", "bytes/raw-bits"], None);
    assert!(!text.contains("by reason"), "{text}");
}

const LIST: &str = "offers = [\"decode\"]\n";

fn entry(check: &str, verdict: &str) -> String {
    format!(
        "{LIST}\n[[failure]]\ncheck = {check:?}\nverdict = {verdict:?}\nreason = \"it is a double\"\n"
    )
}

#[test]
fn a_listed_failure_is_ignored() {
    let known = entry("bytes/elements/int16-big#decode", "wrong-data");
    let (code, text) = exact("bytes/elements/int16-big", Some(&known));
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("1 ignored") && text.contains("as listed"),
        "{text}"
    );
}

#[test]
fn a_failure_that_is_not_as_listed_fails() {
    for (fact, check, verdict, words) in [
        (
            "bytes/elements/int16-big",
            "bytes/elements/int32-big#decode",
            "wrong-data",
            "is not listed",
        ),
        (
            "bytes/elements/int16-big",
            "bytes/elements/int16-big#decode",
            "crash",
            "wrong-data",
        ),
        (
            "bytes/elements/int16-little",
            "bytes/elements/int16-little#decode",
            "wrong-data",
            "passes now",
        ),
    ] {
        let (code, text) = exact(fact, Some(&entry(check, verdict)));
        assert_eq!(code, 101, "{fact}: {text}");
        assert!(text.contains(words), "{fact}: {words}: {text}");
    }
}

/// One list serves the adapter and the harness, which has no functions for hierarchies.
#[test]
fn what_a_list_says_of_hierarchies_says_nothing_here() {
    let fact = "core/changes/root-group";
    let known = entry(&format!("{fact}#change"), "wrong-metadata");
    let known = known.replace("[\"decode\"]", "[\"decode\", \"create_group\", \"path\"]");
    for test in [fact, "known-failures"] {
        let (code, text) = exact(test, Some(&known));
        assert_eq!(code, 0, "{text}");
    }
}

#[test]
fn a_list_that_is_about_nothing_fails() {
    let (code, text) = exact("known-failures", Some(&entry("no/such/fact", "crash")));
    assert_eq!(code, 101, "{text}");
    assert!(text.contains("no/such/fact"), "{text}");
    let (code, text) = exact("known-failures", Some(LIST));
    assert_eq!(code, 0, "{text}");
}

#[test]
fn a_list_that_cannot_be_read_ends_the_program() {
    let (code, text) = exact("known-failures", Some("[[failure]]\n"));
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("expected.toml"), "{text}");
}

/// Crates that a user of the harness compiles, besides his own.
const MOST_CRATES: usize = 60;

/// What a user of the harness compiles is what the example compiles.
#[test]
fn the_harness_brings_few_crates() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/rust-implementation");
    let mut command = Command::new(env!("CARGO"));
    command.args(["tree", "--offline", "--locked", "--prefix", "none"]);
    command.args(["--edges", "normal,dev", "--no-dedupe", "--format", "{p}"]);
    let output = command.current_dir(example).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    let crates: BTreeSet<&str> = text.lines().filter(|it| it.contains(" v")).collect();
    assert!(crates.iter().any(|it| it.starts_with("serde v")), "{text}");
    let others = crates
        .iter()
        .filter(|it| !it.starts_with("rust-implementation v"));
    let others: Vec<&str> = others.copied().collect();
    assert!(
        others.len() <= MOST_CRATES,
        "{} crates, expected {MOST_CRATES} at most:\n{}",
        others.len(),
        others.join("\n")
    );
}
