//! `--impl -`: the implementation is who started `conform`, at the other end of its standard streams.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::process::{Command, Output, Stdio};

use crate::support::{
    Judged, List, OFFERS, Pids, REFUSES_GRIDS, Runs, VECTORS, command, conform, double, judge,
    judged, refuses_grids, stderr, stdout,
};
use rstest::rstest;

/// A run that the stand-in has started, as far as the streams show: each reads what the other writes.
fn started_by(implementation: &str, more: &[&str]) -> Judged {
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("events.jsonl");
    let pids = Pids::new();
    let mut run = command("-", &json, &pids, more)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let words = shell_words::split(implementation).unwrap();
    let mut double = Command::new(&words[0])
        .args(&words[1..])
        .stdin(Stdio::from(run.stdout.take().unwrap()))
        .stdout(Stdio::from(run.stdin.take().unwrap()))
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let output: Output = run.wait_with_output().unwrap();
    double.kill().unwrap();
    double.wait().unwrap();
    judged(&output, &json)
}

#[rstest]
#[case::good(double("", "never"))]
#[case::refusing(refuses_grids())]
#[case::breaking_the_protocol(double("garbage", REFUSES_GRIDS))]
fn who_starts_the_runner_is_judged_as_who_is_started(#[case] implementation: String) {
    let caller = started_by(&implementation, &["--seed", "7"]);
    let child = judge(&implementation, &["--seed", "7", "--jobs", "1"]);
    assert_eq!(caller.code, child.code, "{}", caller.errors);
    let without_hint = |judged: &Judged| {
        let events = judged.events.iter();
        let events = events.map(|it| it.replace("; only answers belong on standard output: what the adapter or its library prints there must go to standard error", ""));
        events.collect::<Vec<_>>()
    };
    assert_eq!(without_hint(&caller), without_hint(&child));
    assert_eq!(caller.report, "");
    assert!(caller.errors.contains("checks"), "{}", caller.errors);
}

#[test]
fn a_failure_is_told_without_a_command_that_cannot_repeat_it() {
    let judged = started_by(&refuses_grids(), &["--all"]);
    assert!(judged.errors.contains("sentence  conform spec show"));
    assert!(!judged.errors.contains("repeat "), "{}", judged.errors);
}

#[test]
fn who_answers_late_loses_one_check() {
    let implementation = double("very-slow", r#""chunk_shape":[2,3],"elements":[[4,5]]"#);
    let caller = started_by(&implementation, &["--timeout", "2"]);
    assert_eq!(caller.code, 1, "{}", caller.errors);
    assert_eq!(caller.named("timeout"), ["demo/arrays/grid#grid"]);
    let good = judge(&double("", "never"), &[]);
    // Its twin proves nothing any more.
    assert_eq!(
        caller.named("skipped"),
        ["demo/arrays/grid-of-another-rank#grid"]
    );
    assert_eq!(caller.named("pass").len() + 2, good.named("pass").len());
}

#[rstest]
#[case::ends("half-line")]
#[case::crashes("crash")]
#[case::hangs("hang")]
fn who_cannot_answer_any_more_ends_the_run(#[case] mode: &str) {
    let judged = started_by(&double(mode, r#""op":"encode""#), &["--timeout", "2"]);
    assert_eq!(judged.code, 3, "{}", judged.errors);
    let summary = judged.summary.unwrap();
    assert!(summary.ended_early.is_some());
    assert!(summary.total.passed > 0);
    assert_eq!(
        summary.total.failed, 0,
        "no check is blamed without a repetition"
    );
    assert!(judged.errors.contains("cannot be started again"));
}

#[test]
fn who_says_nothing_is_not_judged() {
    let output = Command::new(env!("CARGO_BIN_EXE_conform"))
        .args(["--impl", "-"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("the standard input of conform has ended"));
}

#[rstest]
#[case::events(&["--json", "-"])]
#[case::junit(&["--junit", "-"])]
#[case::comparison(&["--expect", "Cargo.toml", "--expect-json", "-"])]
#[case::github(&["--github"])]
#[case::list(&["--list"])]
#[case::checks(&["--checks", "-"])]
#[case::jobs(&["--jobs", "2"])]
#[case::isolate(&["--isolate"])]
fn what_needs_the_streams_or_more_processes_is_refused(#[case] arguments: &[&str]) {
    let output = conform(&[&["--impl", "-"], arguments].concat());
    assert_eq!(output.status.code(), Some(2));
    let errors = stderr(&output);
    assert!(errors.contains("--impl - "), "{errors}");
    assert_eq!(stdout(&output), "");
}

#[test]
fn a_list_is_of_the_edition_that_the_implementation_names() {
    let reference = |edition: &str| {
        let conform = shell_words::quote(env!("CARGO_BIN_EXE_conform"));
        format!("{conform} reference --edition {edition}")
    };
    let list = |arguments: &[&str]| {
        let output = conform(&[&["--list", "--filter", "transpose/*"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
    };
    let draft = list(&["--impl", &reference("draft")]);
    assert_eq!(draft, list(&["--edition", "draft"]));
    assert_ne!(draft, list(&[]));
    let asked = list(&["--impl", &reference("draft"), "--edition", "3.1"]);
    assert_eq!(asked, list(&[]));
    let output = conform(&["--list", "--impl", "./no/such/program"]);
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn a_list_is_not_made_beside_wrong_expectations() {
    let list = List::new("offers = 1");
    let path = list.path();
    let output = conform(&["--list", "--expect", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn checks_are_named_in_a_file() {
    let runs = Runs::new();
    let (file, empty) = (runs.path("checks"), runs.path("empty"));
    std::fs::write(&file, "demo/chunks/zeros#read\n\n demo/arrays/grid \n").unwrap();
    std::fs::write(&empty, "\n").unwrap();
    let judged = judge(&double("", "never"), &["--checks", &file]);
    let grid: Vec<_> = judged
        .order
        .iter()
        .filter(|it| it.contains("arrays/grid#"))
        .collect();
    assert!(grid.len() > 1);
    assert_eq!(judged.order.len(), grid.len() + 1);
    assert!(judged.order.contains(&"demo/chunks/zeros#read".to_owned()));
    for (file, told) in [
        (&empty, "names no check"),
        (&runs.path("none"), "failed to read"),
    ] {
        let output = conform(&["--vectors", VECTORS, "--checks", file]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(told));
    }
}

#[test]
fn what_a_list_says_is_written_for_programs() {
    let list = List::new(&format!(
        "{OFFERS}[[failure]]\ncheck = 'demo/arrays/grid#grid'\nverdict = 'rejected-valid'\nreason = 'why'\nlink = 'https://example.org'\n\
         [[failure]]\ncheck = 'demo/chunks/zeros#read'\nverdict = 'crash'\nreason = 'gone'\n\
         [[failure]]\ncheck = 'none/*'\nverdict = 'crash'\nreason = 'stale'\n\
         [[isolated]]\ncheck = 'no/*'\nreason = 'stale'\n"
    ));
    let runs = Runs::new();
    let file = runs.path("listed");
    let judged = list.judge(&refuses_grids(), &["--expect-json", &file]);
    assert_eq!(judged.code, 1);
    let text = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines,
        [
            r#"{"check":"demo/arrays/grid#grid","listed":"rejected-valid","line":3,"reason":"why","link":"https://example.org"}"#,
            r#"{"check":"demo/chunks/zeros#read","difference":"demo/chunks/zeros#read is listed as crash on line 8, but passes now"}"#,
            r#"{"difference":"the entry \"none/*\" on line 12 matches no check"}"#,
            r#"{"difference":"the entry \"no/*\" on line 16 matches no check"}"#,
        ]
    );
}
