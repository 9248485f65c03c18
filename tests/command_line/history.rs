//! `conform history`: what releases came to, recorded and told.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::fs;

use rstest::rstest;

use crate::support::{
    Runs, VECTORS, conform, double, refuses_grids, refuses_reading, stderr, stdout,
};

/// A folder with three releases of one implementation: the second refuses to read, and the third one grids.
fn three_releases(runs: &Runs) -> String {
    let folder = runs.path("history");
    fs::create_dir_all(format!("{folder}/a-library")).unwrap();
    let judged = [
        ("1.0", double("", "never")),
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
    let asked = ["history", "--dir", folder, "--vectors", VECTORS];
    let output = conform(&[&asked, more].concat());
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

    let advice = |filter| history(&folder, &["--filter", filter]).1;
    let told = advice("demo/*#read");
    assert!(
        told.contains("\nUse at least 1.2: from it on, all of these "),
        "{told}"
    );
    let told = advice("*#grid");
    assert!(told.contains("right: the newest one fails "), "{told}");
}

#[test]
fn no_release_is_recommended_for_what_was_never_judged() {
    let runs = Runs::new();
    let folder = three_releases(&runs);
    let path = |version| format!("{folder}/a-library/{version}.json");
    for version in ["1.0", "1.1", "1.2"] {
        let text = fs::read_to_string(path(version)).unwrap();
        let mut release: serde_json::Value = serde_json::from_str(&text).unwrap();
        release["failed"] = serde_json::json!([]);
        let lacking = if version == "1.0" {
            vec!["demo/arrays/border#create"]
        } else {
            vec![]
        };
        release["not_judged"] = lacking.into();
        release["never_judged"] = serde_json::json!(["decode", "read"]);
        fs::write(path(version), release.to_string()).unwrap();
    }
    let advice = |more: &[&str]| history(&folder, more);
    let (_, told, _) = advice(&["--filter", "demo/*#read"]);
    assert!(
        told.contains("No release could be asked any of these checks."),
        "{told}"
    );
    let (_, told, _) = advice(&["--filter", "demo/*"]);
    assert!(told.contains("Use at least 1.1: "), "{told}");
    assert!(
        told.contains("no release was asked for it: decode, read."),
        "{told}"
    );
    let (code, _, errors) = advice(&["--filter", "dmeo/*"]);
    assert_eq!(code, Some(2));
    assert!(
        errors.contains("no check of edition 3.1 matches the filter \"dmeo/*\""),
        "{errors}"
    );
    let embedded = ["history", "--dir", &folder, "--filter", "transpose/*#read"];
    let errors = stderr(&conform(&embedded));
    assert!(
        errors.contains("judge it again with adapters/history"),
        "{errors}"
    );
    let (_, told, _) = advice(&["--filter", "demo/*#grid", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["advice"]["right_since"], "1.0");
}

/// Releases are compared by the facts that all of them were asked.
#[test]
fn facts_that_came_later_change_nothing_of_the_others() {
    let runs = Runs::new();
    let folder = three_releases(&runs);
    let kept = conform(&["history", "facts", "--vectors", VECTORS]);
    assert_eq!(kept.status.code(), Some(0), "{}", stderr(&kept));
    let facts = stdout(&kept);
    let release = fs::read_to_string(format!("{folder}/a-library/1.0.json")).unwrap();
    let release: serde_json::Value = serde_json::from_str(&release).unwrap();
    let hash = release["vectors_sha256"].as_str().unwrap();
    for version in ["1.0", "1.1"] {
        let path = format!("{folder}/a-library/{version}.json");
        let text = fs::read_to_string(&path).unwrap();
        fs::write(path, text.replace(hash, "0123")).unwrap();
    }
    let told = |kept: &str| {
        fs::write(format!("{folder}/0123.facts"), kept).unwrap();
        history(&folder, &["--filter", "demo/*#open"]).1
    };
    let all = told(&facts);
    assert!(!all.contains("Not counted"), "{all}");
    assert!(all.contains("Use at least 1.0"), "{all}");
    let one = told(facts.split_once('\n').unwrap().1);
    assert!(one.contains("Not counted: 1 fact that came"), "{one}");
    let none = told("");
    assert!(none.contains("No release is recommended for"), "{none}");
    // The newest release fails what the others were not asked: that began in none of them.
    let (_, grids, _) = history(&folder, &["--filter", "*#grid"]);
    assert!(!grids.contains("since 1.2"), "{grids}");
    assert!(grids.contains("no failure in any release"), "{grids}");
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
    release["vectors_sha256"] = "../0".into();
    fs::write(&file, release.to_string()).unwrap();
    assert!(error(&[]).contains("\"../0\", which is not a hash"));
    release["vectors_sha256"] = "0".into();
    release["edition"] = "3.0".into();
    fs::write(&file, release.to_string()).unwrap();
    assert!(error(&[]).contains("judge both again with adapters/history"));
    fs::write(&file, text.replace("\"format\":1", "\"format\":9")).unwrap();
    assert!(error(&[]).contains("this program reads format 1"));
    fs::write(&file, "{}[").unwrap();
    assert!(error(&[]).contains("this is not a file of conform history record"));
    let date = conform(&["history", "record", &file, "--date", "yesterday"]);
    assert!(stderr(&date).contains("expected a day such as 2026-11-22"));
}

/// The newest release is the one whose run is shown: what it reads right it may not have read before.
#[rstest]
#[case::newest("", true)]
#[case::another("0.9", false)]
fn pages_say_since_when_something_is_right(#[case] version: &str, #[case] is_newest: bool) {
    let runs = Runs::new();
    let (events, folder, html) = (
        runs.path("e.jsonl"),
        runs.path("history"),
        runs.path("html"),
    );
    let asked = ["--filter", "transpose/*#read", "--json", &events, "--quiet"];
    assert_eq!(conform(&asked).status.code(), Some(0));
    let release = conform(&["history", "record", &events, "--date", "2026-04-01"]);
    let mut release: serde_json::Value = serde_json::from_str(&stdout(&release)).unwrap();
    let mut before = release.clone();
    before["version"] = "0.0.1".into();
    before["date"] = "2026-03-01".into();
    before["never_judged"] = serde_json::json!(["read"]);
    if !is_newest {
        release["version"] = version.into();
    }
    let name = format!("{folder}/a-library");
    fs::create_dir_all(&name).unwrap();
    fs::write(format!("{name}/1.json"), before.to_string()).unwrap();
    fs::write(format!("{name}/2.json"), release.to_string()).unwrap();
    let arguments = ["report", &events, "--history", &folder, "--html", &html];
    assert_eq!(conform(&arguments).status.code(), Some(0));
    let page = fs::read_to_string(format!("{html}/pick.html")).unwrap();
    let since = format!(", since {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(page.contains(&since), is_newest);
    let version = env!("CARGO_PKG_VERSION").replace('.', "-");
    let page = fs::read_to_string(format!(
        "{html}/zarr-conform-reference-{version}/index.html"
    ));
    assert!(
        page.unwrap()
            .contains(r#"href="../a-library/history.html""#)
    );
}
