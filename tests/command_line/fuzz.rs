//! `conform fuzz`: what is found among random cases, reported, saved and asked again.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use rstest::rstest;
use serde_json::Value;

#[cfg(unix)]
use crate::support::{Pids, interrupted};
use crate::support::{conform, double, stderr, stdout};

/// Finds something among few cases.
const INVERTED: &str = "order-inverted";

fn misreading(name: &str) -> String {
    let program = env!("CARGO_BIN_EXE_conform");
    format!("{} reference --misread {name}", shell_words::quote(program))
}

/// Looks for failures among cases of seed 7.
fn fuzz(more: &[&str]) -> Output {
    conform(&[&["fuzz", "--seed", "7", "--jobs", "1"], more].concat())
}

/// Few, since each case that fails is reduced by asking it again; the first of `INVERTED` is number 39.
const CASES: &str = "60";

/// Looks for a misreading among few cases.
fn misread(name: &str, more: &[&str]) -> Output {
    let implementation = misreading(name);
    fuzz(&[&["--impl", &implementation, "--cases", CASES], more].concat())
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn nothing_is_found_in_the_reference() {
    let output = fuzz(&["--cases", "40"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}{}", stderr(&output));
    for told in [
        "No --impl is given, so this asks the built-in reference.",
        "40 random cases of seed 7 with ",
        "Nothing was found.\n",
        "The same cases: conform fuzz --seed 7 --cases 40\n",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
}

/// A failing case is reported like any failing check, is saved, and fails again; the reference passes it.
#[test]
fn a_find_is_told_and_saved_and_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (save, file) = (path("finds"), path("fuzz.json"));
    let [save_text, file_text] = [&save, &file].map(|it| it.to_str().unwrap());
    let markdown = path("fuzz.md");
    let files = ["--save", save_text, "--json", file_text, "--markdown"];
    let output = misread(
        INVERTED,
        &[&files[..], &[markdown.to_str().unwrap()]].concat(),
    );
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}{}", stderr(&output));
    for told in [
        "the worst first:\n  wrong-data ",
        "as if order is applied inverted",
        "demands   transpose.",
        "first     at (",
        "repeat    conform --impl ",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    assert!(!text.contains("fuzz/passed"), "{text}");
    let table = fs::read_to_string(&markdown).unwrap();
    assert!(table.contains("\n| wrong-data | "), "{table}");

    let document = json(&file);
    let cause = &document["causes"][0];
    assert_eq!(cause["kind"], "wrong-data");
    assert_eq!(cause["explained_by"][0], INVERTED);
    assert!(cause["elements"].as_u64().unwrap() <= 16, "{cause}");
    let id = cause["fact"]["id"].as_str().unwrap();
    assert!(text.contains(id), "{id}: {text}");

    let again = |implementation: &str| {
        let output = conform(&["--impl", implementation, "--vectors", save_text]);
        (output.status.code(), stdout(&output))
    };
    let (code, text) = again(&misreading(INVERTED));
    assert!(code == Some(1) && text.contains(id), "{text}");
    let reference = format!("{} reference", env!("CARGO_BIN_EXE_conform"));
    let (code, text) = again(&reference);
    assert_eq!(code, Some(0), "{text}");

    // What is there already is not written twice, and what another seed finds is added.
    let output = misread(INVERTED, &["--save", save_text]);
    assert!(
        stdout(&output).contains("Saved 0 new facts"),
        "{}",
        stdout(&output)
    );
    let implementation = misreading("endian-ignored");
    let more = ["--cases", "30", "--save", save_text];
    let other = ["fuzz", "--seed", "8", "--impl", &implementation];
    conform(&[&other[..], &more].concat());
    let (code, text) = again(&implementation);
    assert!(code == Some(1) && text.contains("-8-"), "{text}");
}

/// The same seed gives the same, whatever else.
#[test]
fn a_hunt_and_a_single_case_are_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let hunt = |name: &str, more: &[&str]| {
        let file = folder.path().join(name);
        let implementation = misreading(INVERTED);
        let fixed = ["--impl", &implementation, "--json", file.to_str().unwrap()];
        fuzz(&[&fixed[..], more].concat());
        let mut document = json(&file);
        document["seconds"] = 0.into();
        document
    };
    let one = hunt("one.json", &["--cases", CASES]);
    assert_eq!(one, hunt("two.json", &["--cases", CASES]));
    let cause = &one["causes"][0];
    let number = cause["first"].as_u64().unwrap().to_string();
    let single = hunt("three.json", &["--case", &number]);
    assert_eq!(single["cases"], 1);
    assert_eq!(single["causes"][0]["fact"], cause["fact"]);
}

/// Shares have each case once, so together they find what one fuzz run finds.
#[test]
fn shares_are_of_different_cases() {
    let folder = tempfile::tempdir().unwrap();
    let mut cases = 0;
    let mut numbers = BTreeSet::new();
    for share in 1..=3 {
        let file = folder.path().join(format!("{share}.json"));
        let partition = format!("{share}/3");
        let more = ["--partition", &partition, "--json", file.to_str().unwrap()];
        misread(INVERTED, &more);
        let document = json(&file);
        assert_eq!(document["partition"], partition);
        let counts = [&document["cases"], &document["avoided"]];
        cases += counts.iter().map(|it| it.as_u64().unwrap()).sum::<u64>();
        for cause in document["causes"].as_array().unwrap() {
            let first = cause["first"].as_u64().unwrap();
            assert_eq!(first % 3, share - 1, "{cause}");
            numbers.insert(first);
        }
    }
    assert_eq!(cases.to_string(), CASES);
    assert!(!numbers.is_empty());
}

/// A hierarchy is reported, saved, asked again and repeated like an array.
#[test]
fn a_hierarchy_is_found_and_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let (save, file) = (folder.path().join("finds"), folder.path().join("fuzz.json"));
    let [save_text, file_text] = [&save, &file].map(|it| it.to_str().unwrap());
    let implementation = misreading("children-are-groups");
    let hunt = |more: &[&str]| {
        let fixed = ["--impl", &implementation, "--json", file_text];
        let output = fuzz(&[&fixed[..], more].concat());
        (stdout(&output), json(&file))
    };
    let (text, document) = hunt(&["--cases", "200", "--save", save_text]);
    let cause = &document["causes"][0];
    assert_eq!(cause["kind"], "wrong-metadata", "{text}");
    let features = cause["features"].as_array().unwrap();
    assert!(features.contains(&"hierarchy".into()), "{cause}");
    assert!(cause["fact"].get("hierarchy").is_some(), "{cause}");
    let id = cause["fact"]["id"].as_str().unwrap();
    assert!(text.contains(id), "{id}: {text}");

    let again = |implementation: &str| {
        let output = conform(&["--impl", implementation, "--vectors", save_text]);
        (output.status.code(), stdout(&output))
    };
    let (code, text) = again(&implementation);
    assert!(code == Some(1) && text.contains(id), "{text}");
    let reference = format!("{} reference", env!("CARGO_BIN_EXE_conform"));
    let (code, text) = again(&reference);
    assert_eq!(code, Some(0), "{text}");

    let number = cause["first"].as_u64().unwrap().to_string();
    let (_, single) = hunt(&["--case", &number]);
    assert_eq!(single["cases"], 1);
    assert_eq!(single["causes"][0]["fact"], cause["fact"]);
}

/// Each of several implementations is asked the same cases.
#[test]
fn several_implementations_are_asked_one_after_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("fuzz.json");
    let wrong = format!("wrong={}", misreading(INVERTED));
    let right = format!("right={} reference", env!("CARGO_BIN_EXE_conform"));
    let save = folder.path().join("finds");
    let [file_text, save_text] = [&file, &save].map(|it| it.to_str().unwrap());
    let fixed = ["--impl", &right, "--impl", &wrong, "--cases", CASES];
    let output = fuzz(&[&fixed[..], &["--json", file_text, "--save", save_text]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let text = fs::read_to_string(&file).unwrap();
    let documents = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
    let documents: Vec<Value> = documents.map(Result::unwrap).collect();
    let label = |at: usize| documents[at]["implementation"]["label"].clone();
    assert_eq!((label(0), label(1)), ("right".into(), "wrong".into()));
    assert_eq!(documents[0]["causes"], Value::Array(Vec::new()));
    assert_ne!(documents[1]["causes"], Value::Array(Vec::new()));
    assert!(save.join("wrong/fuzz/found.json").is_file() && !save.join("right").exists());
}

#[test]
fn the_json_is_of_the_schema() {
    let text = include_str!("../../docs/schema/fuzz.schema.json");
    let schema = serde_json::from_str(text).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    let schema = jsonschema::draft202012::new(&schema).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("fuzz.json");
    for name in [INVERTED, "endian-ignored", "v2-key-with-prefix"] {
        let output = misread(name, &["--json", file.to_str().unwrap()]);
        let document = json(&file);
        assert!(
            !document["causes"].as_array().unwrap().is_empty(),
            "{name}: {}",
            stderr(&output)
        );
        if let Err(error) = schema.validate(&document) {
            panic!("{error}: {document}");
        }
    }
}

/// In a checkout, a find becomes lines of the generator's inputs; twice, it has two names.
#[test]
fn a_find_is_added_to_the_inputs_of_a_checkout() {
    let root = tempfile::tempdir().unwrap();
    let below = root.path().join("generator/inputs/core");
    fs::create_dir_all(&below).unwrap();
    let implementation = misreading(INVERTED);
    let add = || {
        Command::new(env!("CARGO_BIN_EXE_conform"))
            .args(["fuzz", "--seed", "7", "--cases", CASES, "--add"])
            .args(["--impl", &implementation])
            .current_dir(&below)
            .output()
            .unwrap()
    };
    let output = add();
    let text = stdout(&output);
    assert!(
        text.contains("found.toml. Review the names and comments"),
        "{text}"
    );
    let first = fs::read_to_string(below.join("found.toml")).unwrap();
    let number = first.matches("\n[[fact]]\n").count();
    assert!(number > 0 && first.starts_with("about = "), "{first}");
    add();
    let second = fs::read_to_string(below.join("found.toml")).unwrap();
    assert!(second.starts_with(&first), "{second}");
    assert!(second[first.len()..].contains("-2\"\n"), "{second}");
    assert_eq!(second.matches("\n[[fact]]\n").count(), 2 * number);
}

#[rstest]
#[case::seed(&["--seed", "first"], "invalid value 'first' for '--seed")]
#[case::no_cases(&["--cases", "0"], "expected a whole number, 1 or more")]
#[case::time(&["--time", "10"], "as in 90s, 10m or 2h")]
#[case::no_time(&["--time", "0s"], "as in 90s, 10m or 2h")]
#[case::share(&["--partition", "4/3"], "as in 2/5")]
#[case::case_and_cases(&["--case", "1", "--cases", "2"], "cannot be used with")]
#[case::draft(&["--edition", "draft"], "expected --edition 3.0 or 3.1")]
#[case::no_name(&["--impl", "a", "--impl", "b=c"], "each needs a name: found \"a\"")]
#[case::same_name(&["--impl", "a=b", "--impl", "a=c"], "the name \"a\" is given twice")]
#[case::caller(&["--impl", "-"], "expected a command")]
#[case::two_on_standard_output(&["--json", "-", "--markdown", "-"], "- is given as FILE 2 times")]
#[case::not_ours(&["--save", env!("CARGO_MANIFEST_DIR")], "that conform fuzz did not write")]
#[case::file(&["--save", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")], "Cargo.toml: ")]
fn a_mistake_on_the_command_line_is_told_before_anybody_is_asked(
    #[case] more: &[&str],
    #[case] told: &str,
) {
    let output = conform(&[&["fuzz"], more].concat());
    let errors = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains(told), "{errors}");
    assert!(!stdout(&output).contains("random case"));
}

#[test]
fn adding_needs_a_checkout() {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_conform"))
        .args(["fuzz", "--add", "--cases", "1"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let errors = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(
        errors.contains("expected a checkout of zarr-conform"),
        "{errors}"
    );
}

#[test]
fn other_exit_codes() {
    let missing = conform(&["fuzz", "--impl", "/no/such/program"]);
    assert_eq!(missing.status.code(), Some(3), "{}", stderr(&missing));
    let share = fuzz(&["--cases", "2", "--partition", "3/3"]);
    assert_eq!(share.status.code(), Some(4), "{}", stderr(&share));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_hunt_and_leaves_no_process() {
    let pids = Pids::new();
    let implementation = double("hang-with-a-grandchild", r#""op":"read""#);
    let mut run = Command::new(env!("CARGO_BIN_EXE_conform"));
    run.args(["fuzz", "--seed", "7", "--time", "10m", "--timeout", "600"])
        .args(["--impl", &implementation])
        .env("NO_COLOR", "1")
        .env("DOUBLE_PIDS", pids.path());
    let output = interrupted(run, &pids, "INT");
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(130), "{text}{}", stderr(&output));
    assert!(
        text.contains("The fuzz run ended early: it was interrupted"),
        "{text}"
    );
    assert_eq!(pids.living(), Vec::<String>::new());
}

/// Zstandard is recommended: refusing it is reported, but does not fail a run.
#[test]
fn refusing_what_is_recommended_is_reported_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("found.json");
    let json_file = ["--json", file.to_str().unwrap()];
    let output = misread("zstd-raw-blocks-refused", &json_file);
    let text = stdout(&output);
    let begin = "Nothing was found in what is required; in what is recommended, ";
    assert!(text.contains(begin), "{text}");
    assert!(text.contains("(recommended): "), "{text}");
    assert!(!text.contains("did not fail again"), "{text}");
    assert_eq!(output.status.code(), Some(0), "{text}");
    let causes = json(&file)["causes"].clone();
    let causes = causes.as_array().unwrap();
    assert!(!causes.is_empty());
    assert!(
        causes
            .iter()
            .all(|it| it["recommended"] == Value::Bool(true))
    );
}

/// An adapter that offers nothing, or answers everything `unsupported`, has shown nothing; so it is of a judged run,
/// and so of the shares of a fuzz run.
#[rstest]
#[case::offers_nothing("offers-nothing", "never")]
#[case::lacks_everything("always-unsupported", "")]
fn nothing_tested_is_not_a_success(#[case] mode: &str, #[case] trigger: &str) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("found.json");
    let implementation = double(mode, trigger);
    let more = ["--cases", "8", "--json", file.to_str().unwrap()];
    let output = fuzz(&[&["--impl", &implementation][..], &more].concat());
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}{}", stderr(&output));
    assert!(text.contains("\nNothing was tested"), "{text}");
    let lacking =
        "more checks are about what the implementation does not offer or does not support\n";
    assert!(text.contains(lacking), "{text}");
    assert!(!text.contains("Nothing was found"), "{text}");
    assert_eq!(json(&file)["checks"], 0);

    let share = folder.path().join("share.json");
    let more = [
        "--cases",
        "8",
        "--partition",
        "1/1",
        "--json",
        share.to_str().unwrap(),
    ];
    fuzz(&[&["--impl", &implementation][..], &more].concat());
    let merged = conform(&["merge", share.to_str().unwrap()]);
    assert_eq!(merged.status.code(), Some(1), "{}", stderr(&merged));
}

/// Each cause is reported once in short and once in full, and both say the same of it.
#[rstest]
#[case::one_misreading(misreading("endian-ignored"))]
#[case::no_misreading(double("reads-wrong", "never"))]
#[case::of_documents(misreading("v2-key-with-prefix"))]
fn a_cause_is_not_explained_twice(#[case] implementation: String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("found.json");
    let more = ["--cases", CASES, "--json", file.to_str().unwrap(), "--all"];
    let output = fuzz(&[&["--impl", &implementation][..], &more].concat());
    let text = stdout(&output);
    let causes = json(&file)["causes"].as_array().unwrap().len();
    let (_, text) = text.split_once("the worst first").unwrap();
    let (short, full) = text.split_once("\n\n").unwrap();
    assert!(!short.contains("; \n"), "{short}");
    // The reason, below which the simplest case stands.
    let reasons: Vec<&str> = short
        .lines()
        .skip(1)
        .filter(|it| it.starts_with("  ") && it[2..].starts_with(|c: char| c.is_ascii_lowercase()))
        .map(|it| it.split_once(": ").unwrap().1)
        .collect();
    assert_eq!(reasons.len(), causes, "{short}");
    let titles: Vec<&str> = full
        .lines()
        .filter(|it| !it.starts_with(' ') && it.contains(" case"))
        .filter_map(|it| it.split_once(": "))
        .map(|(_, reason)| reason)
        .filter(|it| !it.starts_with("conform"))
        .collect();
    assert_eq!(titles, reasons, "{full}");
    assert!(!short.contains(" 0 elements"), "{short}");
    for other in ["explains", "Right data:", "as if   "] {
        assert!(!full.contains(other), "{other}: {full}");
    }
}

/// What an implementation lacks is counted apart from what was tested.
#[test]
fn what_is_not_offered_is_counted_apart() {
    let output = fuzz(&["--impl", &double("offers-three", "never"), "--cases", "40"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}{}", stderr(&output));
    let told = "about what the implementation does not offer or does not support\n";
    assert!(text.contains(told), "{text}");
    assert!(text.contains("Nothing was found.\n"), "{text}");
}
