//! `conform history`: what releases came to, recorded and told.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::fs;

use crate::support::{Runs, conform, double, refuses_grids, refuses_reading, stderr, stdout};

/// A folder with three releases of one implementation: the second refuses to read, and the third one grids.
fn three_releases(runs: &Runs) -> String {
    let folder = runs.path("history");
    fs::create_dir_all(format!("{folder}/a-library")).unwrap();
    let judged = [
        ("1.0", double("honest", "")),
        ("1.1", refuses_reading()),
        ("1.2", refuses_grids()),
    ];
    for (at, (version, implementation)) in judged.iter().enumerate() {
        let events = runs.judge("e.jsonl", implementation, &["--no-diagnosis"]);
        let date = format!("2026-0{}-01", at + 1);
        let output = conform(&["history", "record", &events, "--date", &date]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let mut release: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
        release["version"] = (*version).into();
        fs::write(
            format!("{folder}/a-library/{version}.json"),
            release.to_string(),
        )
        .unwrap();
    }
    folder
}

fn history(folder: &str, more: &[&str]) -> (Option<i32>, String, String) {
    let output = conform(&[&["history", "--dir", folder], more].concat());
    (output.status.code(), stdout(&output), stderr(&output))
}

#[test]
fn what_a_release_broke_and_which_one_mended_it_are_told() {
    let runs = Runs::new();
    let folder = three_releases(&runs);
    let (code, told, errors) = history(&folder, &[]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let regressions = told
        .split("Right in one release and wrong in the next:")
        .nth(1)
        .unwrap();
    assert!(
        regressions.contains("right in 1.0, right again in 1.2"),
        "{told}"
    );
    assert!(regressions.contains("right in 1.1, and still"), "{told}");

    let filter = ["--filter", "demo/*#read"];
    let (_, told, _) = history(&folder, &filter);
    assert!(
        told.contains("\nUse at least 1.2: from it on, none of these checks fails."),
        "{told}"
    );
    let (_, told, _) = history(&folder, &["--filter", "*#grid"]);
    assert!(
        told.contains("\nNo release is right: the newest one fails some of these checks."),
        "{told}"
    );
}

#[test]
fn a_regression_that_the_newest_release_has_ends_with_1() {
    let runs = Runs::new();
    let folder = three_releases(&runs);
    let since = |version, filter| {
        let (code, _, errors) = history(
            &folder,
            &["--regressions-since", version, "--filter", filter],
        );
        (code, errors)
    };
    assert_eq!(since("1.0", "*#grid"), (Some(1), String::new()));
    assert_eq!(since("1.1", "*#grid"), (Some(1), String::new()));
    assert_eq!(since("1.2", "*#grid"), (Some(0), String::new()));
    assert_eq!(since("1.0", "*#read").0, Some(0));
    let (code, errors) = since("9", "*");
    assert_eq!(code, Some(2));
    assert!(errors.contains("expected a release of"), "{errors}");
}

#[test]
fn what_cannot_be_told_is_an_error_that_says_what_to_do() {
    let runs = Runs::new();
    let folder = three_releases(&runs);
    let error = |more: &[&str]| {
        let (code, _, errors) = history(&folder, more);
        assert_eq!(code, Some(2), "{errors}");
        errors
    };
    assert!(error(&["b"]).contains("expected one of: a-library"));
    let file = format!("{folder}/a-library/1.0.json");
    let text = fs::read_to_string(&file).unwrap();
    let mut release: serde_json::Value = serde_json::from_str(&text).unwrap();
    release["vectors_sha256"] = "0".into();
    fs::write(&file, release.to_string()).unwrap();
    assert!(error(&[]).contains("judge both again with adapters/history"));
    fs::write(&file, text.replace("\"format\":1", "\"format\":9")).unwrap();
    assert!(error(&[]).contains("this program reads format 1"));
    fs::write(&file, "{}[").unwrap();
    assert!(error(&[]).contains("this is not a file of conform history record"));
    let date = conform(&["history", "record", &file, "--date", "yesterday"]);
    assert!(stderr(&date).contains("expected a day such as 2026-11-22"));
}
