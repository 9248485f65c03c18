//! Runs that are kept: reports from them, shares put together, and what differs between two.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use rstest::rstest;
use support::{VECTORS, conform, double, stderr, stdout};

/// A folder with the events of runs.
struct Runs(tempfile::TempDir);

impl Runs {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        let path: PathBuf = self.0.path().join(name);
        path.to_str().unwrap().to_owned()
    }

    /// Judges an implementation and keeps the events under this name.
    fn judge(&self, name: &str, implementation: &str, more: &[&str]) -> String {
        let path = self.path(name);
        let fixed = [
            "--impl",
            implementation,
            "--vectors",
            VECTORS,
            "--json",
            &path,
            "--seed",
            "7",
        ];
        conform(&[&fixed[..], more].concat());
        path
    }

    fn shares(&self, implementation: &str, of: usize) -> Vec<String> {
        let share = |number| {
            let partition = format!("{number}/{of}");
            let name = format!("{number}.jsonl");
            self.judge(&name, implementation, &["--partition", &partition])
        };
        (1..=of).map(share).collect()
    }
}

fn merge(parts: &[String]) -> std::process::Output {
    let parts = parts.iter().map(String::as_str);
    let fixed = ["merge", "--vectors", VECTORS];
    conform(&fixed.into_iter().chain(parts).collect::<Vec<_>>())
}

fn refuses_reading() -> String {
    double("always-invalid", r#""op":"read""#)
}

#[rstest]
#[case::conforming("", "never", 0)]
#[case::with_failures("always-invalid", r#""op":"read""#, 1)]
#[case::with_causes("always-invalid", "big", 1)]
fn shares_put_together_are_the_whole_run(
    #[case] mode: &str,
    #[case] trigger: &str,
    #[case] code: i32,
) {
    let runs = Runs::new();
    let whole = runs.judge("whole.jsonl", &double(mode, trigger), &[]);
    let mut shares = runs.shares(&double(mode, trigger), 3);
    let texts: Vec<String> = shares
        .iter()
        .map(|it| fs::read_to_string(it).unwrap())
        .collect();
    assert!(texts.iter().all(|it| it.lines().count() > 2), "{texts:?}");
    shares.reverse();
    let output = merge(&shares);
    assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
    assert_eq!(stdout(&output), fs::read_to_string(whole).unwrap());
}

/// A share is refused as every other file is that is not what was asked for.
#[rstest]
#[case::missing(&["1.jsonl", "3.jsonl"], "missing: 2/3")]
#[case::twice(&["1.jsonl", "2.jsonl", "3.jsonl", "1.jsonl"], "is also")]
#[case::whole(&["1.jsonl", "2.jsonl", "whole.jsonl"], "number of shares")]
#[case::wholes(&["whole.jsonl"], "was no share")]
#[case::truncated(&["1.jsonl", "2.jsonl", "cut.jsonl"], "cut.jsonl: the file is truncated")]
#[case::other_edition(&["1.jsonl", "2.jsonl", "edition.jsonl"], "edition.jsonl: edition is \"3.0\", but \"3.1\" in")]
#[case::other_implementation(&["1.jsonl", "2.jsonl", "name.jsonl"], "name.jsonl: implementation is")]
#[case::other_suite(&["1.jsonl", "2.jsonl", "suite.jsonl"], "suite.jsonl: suite is \"9\"")]
#[case::other_vectors(&["1.jsonl", "2.jsonl", "vectors.jsonl"], "vectors.jsonl: vectors_sha256 is")]
#[case::other_selection(&["1.jsonl", "2.jsonl", "selection.jsonl"], "selection.jsonl: selection is")]
#[case::overlapping(&["1.jsonl", "2.jsonl", "overlap.jsonl"], "is in another part, too")]
#[case::early(&["1.jsonl", "2.jsonl", "early.jsonl"], "early.jsonl: its run ended early: it died")]
fn parts_that_are_no_whole_are_refused(#[case] parts: &[&str], #[case] told: &str) {
    let runs = Runs::new();
    let implementation = double("", "never");
    runs.shares(&implementation, 3);
    runs.judge("whole.jsonl", &implementation, &[]);
    let third = fs::read_to_string(runs.path("3.jsonl")).unwrap();
    let second = fs::read_to_string(runs.path("2.jsonl")).unwrap();
    let write = |name: &str, text: &str| fs::write(runs.path(name), text).unwrap();
    let changed = |name: &str, found: &str, replaced: &str| {
        assert!(third.contains(found), "{found}");
        write(name, &third.replacen(found, replaced, 1));
    };
    write("cut.jsonl", &third[..third.len() - 1]);
    changed(
        "edition.jsonl",
        "\"edition\":\"3.1\"",
        "\"edition\":\"3.0\"",
    );
    changed("name.jsonl", "zarr-conform reference", "another");
    let suite = format!("\"suite\":\"{}\"", env!("CARGO_PKG_VERSION"));
    changed("suite.jsonl", &suite, "\"suite\":\"9\"");
    changed(
        "vectors.jsonl",
        "\"vectors_sha256\":\"",
        "\"vectors_sha256\":\"0",
    );
    changed(
        "selection.jsonl",
        "\"selection\":{",
        "\"selection\":{\"ids\":[\"x\"],",
    );
    write("overlap.jsonl", &second.replace("\"2/3\"", "\"3/3\""));
    let end = third.trim_end().strip_suffix('}').unwrap();
    write(
        "early.jsonl",
        &format!("{end},\"ended_early\":\"it died\"}}\n"),
    );
    let parts: Vec<String> = parts.iter().map(|name| runs.path(name)).collect();
    let output = merge(&parts);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stdout(&output), "");
    assert!(stderr(&output).contains(told), "{}", stderr(&output));
}

#[test]
fn shares_of_other_vectors_are_refused() {
    let runs = Runs::new();
    let shares = runs.shares(&double("", "never"), 1);
    let output = conform(&["merge", &shares[0]]);
    assert_eq!(output.status.code(), Some(2));
    let told = "the parts were judged by other vectors";
    assert!(stderr(&output).contains(told), "{}", stderr(&output));
}

#[rstest]
#[case("0/3")]
#[case("4/3")]
#[case("x")]
fn a_share_that_is_none_is_a_usage_error(#[case] partition: &str) {
    let output = conform(&["--partition", partition]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("as in 2/5"), "{}", stderr(&output));
}

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
    assert!(stdout(&output).contains("Likely causes"));
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
    assert!(stdout(&output).starts_with("TAP version 14\n1..59\n"));
    assert!(
        stdout(&output)
            .lines()
            .all(|it| !it.contains("judged by zarr-conform 0.1.0, edition 3.1, 59"))
    );
    assert!(
        stderr(&output).contains("Passed all of"),
        "{}",
        stderr(&output)
    );
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
