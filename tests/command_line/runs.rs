//! Runs that are kept: reports from them, and what differs between two; and runs that tell all.

use std::fs;

use crate::support::{Runs, VECTORS, conform, double, refuses_reading, stderr, stdout};

/// Whether judged or read back, the outputs are the same bytes.
#[test]
fn outputs_of_a_stored_run_are_those_of_the_run() {
    let runs = Runs::new();
    let (first, second) = (Runs::new(), Runs::new());
    let names = [
        ("--junit", "j.xml"),
        ("--tap", "t.tap"),
        ("--badge", "b.json"),
        ("--markdown", "m.md"),
    ];
    let options = |runs: &Runs| -> Vec<String> {
        names
            .iter()
            .flat_map(|(option, name)| [(*option).to_owned(), runs.path(name)])
            .collect()
    };
    let judged = options(&first);
    let judged: Vec<&str> = judged.iter().map(String::as_str).collect();
    let events = runs.judge("e.jsonl", &refuses_reading(), &judged);
    let read = options(&second);
    let arguments = ["report", &events]
        .into_iter()
        .chain(read.iter().map(String::as_str));
    let output = conform(&arguments.collect::<Vec<_>>());
    assert_eq!(
        (output.status.code(), stdout(&output).as_str()),
        (Some(0), "")
    );
    for (_, name) in names {
        let text = |runs: &Runs| fs::read_to_string(runs.path(name)).unwrap();
        let (judged, read) = (text(&first), text(&second));
        assert!(!judged.is_empty());
        // Only the command that repeats a check is not among the events.
        let without = |text: &str| -> String {
            text.lines()
                .filter(|it| !it.contains("    repeat    "))
                .collect()
        };
        assert_eq!(without(&judged), without(&read), "{name}");
    }
}

#[test]
fn a_stored_run_is_told_as_the_run_is() {
    let runs = Runs::new();
    let events = runs.judge("e.jsonl", &refuses_reading(), &[]);
    let output = conform(&["report", &events, "--quiet"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("\nFailed "));
    let output = conform(&["report", &events]);
    // One wording for every refusal names no cause, only itself.
    let text = stdout(&output);
    assert!(!text.contains("Likely causes"), "{text}");
    assert!(text.contains("Refusals with the same words"), "{text}");
}

#[test]
fn a_damaged_file_is_no_report() {
    let runs = Runs::new();
    let events = runs.judge("e.jsonl", &double("", "never"), &[]);
    let text = fs::read_to_string(&events).unwrap();
    fs::write(&events, &text[..text.len() / 2]).unwrap();
    let output = conform(&["report", &events]);
    assert_eq!(
        (output.status.code(), stdout(&output).as_str()),
        (Some(2), "")
    );
    assert!(
        stderr(&output).contains("e.jsonl: the file is truncated"),
        "{}",
        stderr(&output)
    );
    let output = conform(&["report", "/no/such/file"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn standard_output_has_one_form_at_a_time() {
    let output = conform(&["--vectors", VECTORS, "--tap", "-"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).starts_with("TAP version 14\n1..61\n"));
    // The report for people is all on standard error.
    let (tap, report) = (stdout(&output), stderr(&output));
    let version = env!("CARGO_PKG_VERSION");
    for told in [
        format!("judged by zarr-conform {version}, edition 3.1, 61 checks of "),
        "Passed all of ".to_owned(),
    ] {
        assert!(report.contains(&told), "{told}: {report}");
        assert!(!tap.contains(&told), "{told}: {tap}");
    }
    for more in [["--junit", "-"], ["--json", "-"]] {
        let arguments = [&["--vectors", VECTORS, "--tap", "-"][..], &more].concat();
        let output = conform(&arguments);
        assert_eq!(
            (output.status.code(), stdout(&output).as_str()),
            (Some(2), "")
        );
    }
    let output = conform(&["--vectors", VECTORS, "--tap", "-", "--github"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_file_that_cannot_be_written_is_told_before_anything_is_judged() {
    let output = conform(&["--vectors", VECTORS, "--junit", "/no/such/folder/j.xml"]);
    assert_eq!(
        (output.status.code(), stdout(&output).as_str()),
        (Some(2), "")
    );
}

#[test]
fn the_summary_of_a_step_is_appended() {
    let runs = Runs::new();
    let summary = runs.path("summary.md");
    fs::write(&summary, "before\n").unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_conform"))
        .args([
            "--github",
            "--vectors",
            VECTORS,
            "--impl",
            &refuses_reading(),
        ])
        .env("GITHUB_STEP_SUMMARY", &summary)
        .output()
        .unwrap();
    let text = fs::read_to_string(summary).unwrap();
    assert!(text.starts_with("before\n## Zarr conformance: "), "{text}");
    let annotations = stdout(&output);
    let annotations = annotations
        .lines()
        .filter(|it| it.starts_with("::error title="));
    assert_eq!(annotations.count(), 9);
}

/// A failure that is known is none in any form, as the exit code says.
#[test]
fn known_failures_fail_no_test() {
    let runs = Runs::new();
    let list = runs.path("expected.toml");
    let entry = "[[failure]]\ncheck = 'demo/arrays/grid#grid'\nverdict = 'rejected-valid'\n\
                 reason = 'r'\n\n[[failure]]\ncheck = 'honesty/claims#grid'\n\
                 verdict = 'false-claim'\nreason = 'r'\n";
    fs::write(&list, entry).unwrap();
    let implementation = double("always-invalid", r#""op":"grid""#);
    let (junit, tap) = (runs.path("j.xml"), runs.path("t.tap"));
    let more = ["--expect", &list, "--junit", &junit, "--tap", &tap];
    runs.judge("e.jsonl", &implementation, &more);
    let junit = fs::read_to_string(junit).unwrap();
    assert!(
        junit.contains("failures=\"0\"") && junit.contains("message=\"known failure: "),
        "{junit}"
    );
    let tap = fs::read_to_string(tap).unwrap();
    let failing: Vec<&str> = tap.lines().filter(|it| it.starts_with("not ok")).collect();
    assert!(
        failing.len() == 2 && failing[0].contains(" # TODO rejected-valid: known"),
        "{failing:?}"
    );
    // A listed failure that is gone is news.
    let more = ["--expect", &list, "--tap", &runs.path("t.tap")];
    runs.judge("e.jsonl", &double("", "never"), &more);
    let tap = fs::read_to_string(runs.path("t.tap")).unwrap();
    assert!(tap.contains("verdict: \"not-as-listed\""), "{tap}");
}

#[test]
fn what_broke_and_what_was_fixed() {
    let runs = Runs::new();
    let good = runs.judge("good.jsonl", &double("", "never"), &[]);
    let bad = runs.judge(
        "bad.jsonl",
        &refuses_reading(),
        &["--filter", "demo/chunks/*"],
    );
    let code_and_text = |old: &str, new: &str| {
        let output = conform(&["compare", old, new]);
        (
            output.status.code(),
            stdout(&output).replace(env!("CARGO_PKG_VERSION"), "VERSION"),
        )
    };
    let (code, text) = code_and_text(&good, &bad);
    assert_eq!(code, Some(1));
    insta::assert_snapshot!("broke", text);
    let (code, text) = code_and_text(&bad, &good);
    assert_eq!(code, Some(0));
    insta::assert_snapshot!("fixed", text);
    let (code, text) = code_and_text(&good, &good);
    assert_eq!(code, Some(0));
    assert!(
        text.ends_with("\n0 broke, 0 fixed, 0 changed, 0 appeared, 0 went\n"),
        "{text}"
    );
    let output = conform(&["compare", "--json", &good, &bad]);
    let changes: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(changes["format"], 1);
    assert_eq!(changes["broke"][0]["check"], "demo/chunks/int16-big#read");
    assert_eq!(changes["broke"][0]["old"], "pass");
    assert_eq!(changes["broke"][0]["new"], "rejected-valid");
}

#[test]
fn a_later_run_that_ended_early_is_worse() {
    let runs = Runs::new();
    let good = runs.judge("good.jsonl", &double("", "never"), &[]);
    let text = fs::read_to_string(&good).unwrap();
    let end = text.trim_end().strip_suffix('}').unwrap();
    let early = runs.path("early.jsonl");
    fs::write(&early, format!("{end},\"ended_early\":\"it died\"}}\n")).unwrap();
    let output = conform(&["compare", &good, &early]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("The new run ended early: it died"));
    assert_eq!(conform(&["compare", &early, &good]).status.code(), Some(0));
}

#[test]
fn verbose_tells_the_whole_exchange() {
    let implementation = double("crash", r#""encoded":"0001""#);
    let output = conform(&[
        "--impl",
        &implementation,
        "--vectors",
        VECTORS,
        "--verbose",
        "--no-diagnosis",
        "--filter",
        "demo/chunks/too-short#decode",
    ]);
    let text = stdout(&output);
    let said: Vec<&str> = text.lines().filter(|it| it.starts_with("  > ")).collect();
    assert_eq!(
        said.len(),
        text.matches("\n  < ").count() + text.matches("\n  ! ").count()
    );
    // The check and its twin.
    let twin = "\ndemo/chunks/int16-big#decode\n  > {\"id\":1,\"op\":\"decode\"";
    assert!(text.contains(twin), "{text}");
    assert!(
        text.contains("  ! the implementation ended without answering"),
        "{text}"
    );
    assert_eq!(conform(&["--verbose", "--quiet"]).status.code(), Some(2));
}
