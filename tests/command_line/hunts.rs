//! Fuzz runs of several machines put together, and of several implementations compared.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use rstest::rstest;
use serde_json::Value;

use crate::support::{conform, double, stderr, stdout};

/// Another reading is found among few cases.
const CASES: &str = "300";

fn program(more: &str) -> String {
    let program = env!("CARGO_BIN_EXE_conform");
    format!("{} reference{more}", shell_words::quote(program))
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Looks for a misreading among the cases of a seed; gives the file.
fn hunt(folder: &Path, name: &str, more: &[&str]) -> PathBuf {
    let file = folder.join(name);
    let implementation = program(" --misread order-inverted");
    let fixed = ["fuzz", "--impl", &implementation, "--jobs", "1"];
    let json = ["--cases", CASES, "--json", file.to_str().unwrap()];
    let output = conform(&[&fixed[..], &json, more].concat());
    assert!(
        matches!(output.status.code(), Some(0 | 1)),
        "{}",
        stderr(&output)
    );
    file
}

fn merge(parts: &[&Path]) -> std::process::Output {
    let parts = parts.iter().map(|it| it.to_str().unwrap());
    conform(&std::iter::once("merge").chain(parts).collect::<Vec<_>>())
}

fn explained(document: &Value) -> BTreeSet<String> {
    let causes = document["causes"].as_array().unwrap().iter();
    let by = causes.flat_map(|it| it["explained_by"].as_array().unwrap());
    by.map(|it| it.as_str().unwrap().to_owned()).collect()
}

#[test]
fn shares_of_a_hunt_put_together_are_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let seed = ["--seed", "7"];
    let whole = json(&hunt(path, "whole.json", &seed));
    let share = |share: &str| {
        let name = format!("{}.json", share.replace('/', "-"));
        hunt(path, &name, &["--seed", "7", "--partition", share])
    };
    let (first, second) = (share("1/2"), share("2/2"));
    let output = merge(&[&second, &first]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let merged: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let cases = |it: &Value| it["cases"].as_u64().unwrap() + it["avoided"].as_u64().unwrap();
    assert_eq!((cases(&merged), cases(&whole)), (300, 300));
    assert_eq!(merged.get("partition"), None);
    assert!(explained(&whole).contains("order-inverted"), "{whole:#}");
    assert_eq!(explained(&merged), explained(&whole));
    // One misreading is one cause, however many shares found it.
    let counts = |it: &Value| -> Vec<u64> {
        let told = it["causes"].as_array().unwrap().iter();
        let inverted = |it: &&Value| {
            let by = it["explained_by"].as_array().unwrap();
            by.contains(&Value::from("order-inverted"))
        };
        let told = told.filter(inverted);
        told.map(|it| it["count"].as_u64().unwrap()).collect()
    };
    let [a, b] = [&first, &second].map(|it| counts(&json(it)));
    assert_eq!((a.len(), b.len()), (1, 1), "{a:?} {b:?}");
    assert_eq!(counts(&merged), [a[0] + b[0]]);
    // A share, a seed or another kind of file too few or too many is reported.
    let mut of_another_seed = json(&second);
    of_another_seed["seed"] = 8.into();
    let other = path.join("other.json");
    fs::write(&other, of_another_seed.to_string()).unwrap();
    let events = path.join("events.jsonl");
    let check = ["--check", "core/storage-updates/rank-0#update"];
    let judged = conform(&[&check[..], &["--json", events.to_str().unwrap()]].concat());
    assert_eq!(judged.status.code(), Some(0), "{}", stderr(&judged));
    for (parts, told) in [
        (vec![&first], "missing: 2/2"),
        (vec![&first, &second, &first], "the share 1/2 is also"),
        (vec![&first, &other], "the seed is 8, but 7 in"),
        (vec![&first, &events], "expected parts of one kind"),
    ] {
        let parts: Vec<&Path> = parts.into_iter().map(PathBuf::as_path).collect();
        let output = merge(&parts);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(
            stderr(&output).contains(told),
            "{told}: {}",
            stderr(&output)
        );
    }
}

/// Who does what where the text is silent, and that is not a failure.
#[test]
fn implementations_are_compared_in_open_places() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("differences.json");
    let markdown = folder.path().join("differences.md");
    let (one, other) = (
        format!("one={}", program("")),
        format!("other={}", program(" --misread null-fill-value-is-zero")),
    );
    let arguments = [
        "fuzz",
        "--seed",
        "7",
        "--cases",
        "3",
        "--jobs",
        "1",
        "--impl",
        &one,
        "--impl",
        &other,
        "--differences",
        file.to_str().unwrap(),
        "--markdown",
        markdown.to_str().unwrap(),
    ];
    let output = conform(&arguments);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}{}", stderr(&output));
    assert!(
        text.contains("each with several right answers; they differ in "),
        "{text}"
    );
    let differences = json(&file);
    let schema = include_str!("../../docs/schema/differences.schema.json");
    let schema = serde_json::from_str(schema).unwrap();
    let schema = jsonschema::draft202012::new(&schema).unwrap();
    let errors: Vec<_> = schema
        .iter_errors(&differences)
        .map(|it| it.to_string())
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let places = differences["places"].as_array().unwrap();
    assert!(places.len() > 60, "{}", places.len());
    assert!(
        places
            .iter()
            .all(|it| it["cases"].as_u64() > it["random"].as_u64())
    );
    let table = fs::read_to_string(&markdown).unwrap();
    assert!(table.contains("each with several right answers"), "{table}");
}

/// A wrong second command is reported before the first implementation is asked.
#[test]
fn each_of_several_implementations_is_started_at_once() {
    let reference = format!("right={} reference", env!("CARGO_BIN_EXE_conform"));
    let fixed = [
        "fuzz",
        "--impl",
        &reference,
        "--impl",
        "wrong=/no/such/program",
    ];
    let output = conform(&fixed);
    let errors = stderr(&output);
    assert_eq!(output.status.code(), Some(3), "{errors}");
    assert!(errors.starts_with("error: wrong: "), "{errors}");
    assert_eq!(stdout(&output), "");
}

/// That one of them ends its process is not a reading of its own, but a failure.
#[test]
fn no_answer_is_not_a_difference() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("differences.json");
    let right = format!("right={} reference", env!("CARGO_BIN_EXE_conform"));
    let crash = format!("ends={}", double("crash", "zstd"));
    let fixed = [
        "fuzz", "--seed", "7", "--cases", "2", "--jobs", "2", "--impl", &right,
    ];
    let more = ["--impl", &crash, "--differences", file.to_str().unwrap()];
    let output = conform(&[&fixed[..], &more].concat());
    let text = stdout(&output);
    let told = "ends fails whatever the reading: crash in ";
    assert!(text.contains(told), "{text}{}", stderr(&output));
    assert!(!text.contains("no answer"), "{text}");
    let differences = json(&file);
    let failing = &differences["failing"][0];
    assert_eq!(
        (&failing["implementation"], &failing["kind"]),
        (&"ends".into(), &"crash".into())
    );
    let schema = include_str!("../../docs/schema/differences.schema.json");
    let schema = jsonschema::draft202012::new(&serde_json::from_str(schema).unwrap()).unwrap();
    assert!(schema.is_valid(&differences), "{differences}");
}

#[rstest]
#[case::one(&["--differences", "it.json"], "--differences needs at least two implementations")]
#[case::named_alike(&["--impl", "a=conform", "--impl", "a=conform"], "the name \"a\" is given twice")]
fn what_cannot_be_compared_is_refused(#[case] arguments: &[&str], #[case] told: &str) {
    let output = conform(&[&["fuzz"], arguments].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains(told), "{}", stderr(&output));
}

/// What passed when it was asked by itself is not a cause, also of the whole.
#[test]
fn fleeting_cases_of_all_shares_are_those_of_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let share = |share: &str, fleeting: &[u64]| {
        let file = folder.path().join(share.replace('/', "-"));
        let text = file.to_str().unwrap();
        let fixed = ["fuzz", "--seed", "7", "--cases", "4", "--json", text];
        conform(&[&fixed[..], &["--partition", share]].concat());
        let mut document = json(&file);
        assert_eq!(document.get("fleeting"), None);
        document["fleeting"] = fleeting.into();
        fs::write(&file, document.to_string()).unwrap();
        file
    };
    let (first, second) = (share("1/2", &[2, 0]), share("2/2", &[1]));
    let output = merge(&[&second, &first]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let whole: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(whole["fleeting"], Value::from([0, 1, 2].as_slice()));
    assert_eq!(whole["causes"], Value::Array(Vec::new()));
}
