//! Runs that are kept: reports from them, and what differs between two; and runs that show all.

use std::fs;

use zarr_conform::Edition;

use crate::support::{
    OFFERS, Runs, VECTORS, conform, double, judge, refuses_grids, refuses_reading, stderr, stdout,
};

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
    assert!(stdout(&output).contains("\nRight data: failed "));
    let output = conform(&["report", &events]);
    // One wording for every refusal names no cause, only itself.
    let text = stdout(&output);
    assert!(!text.contains(": as if "), "{text}");
    assert!(text.contains("demo: rejected-valid: "), "{text}");
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
    assert!(stdout(&output).starts_with("TAP version 14\n1..62\n"));
    // The report for people is all on standard error.
    let (tap, report) = (stdout(&output), stderr(&output));
    let version = env!("CARGO_PKG_VERSION");
    for told in [
        format!(
            "judged by zarr-conform {version}, edition {}, 62 checks of ",
            Edition::V3_1.described()
        ),
        "Right data: passed all of ".to_owned(),
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
    let entry = format!(
        "{OFFERS}[[failure]]\ncheck = 'demo/arrays/grid#grid'\nverdict = 'rejected-valid'\n\
         reason = 'r'\n\n[[failure]]\ncheck = 'honesty/claims#grid'\n\
         verdict = 'false-claim'\nreason = 'r'\n"
    );
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
        text.ends_with(
            "\nStrictness: 0 broke, 0 newly failing, 0 fixed, 0 changed, 0 appeared, 0 went\n"
        ),
        "{text}"
    );
    let output = conform(&["compare", "--json", &good, &bad]);
    let changes: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(changes["format"], 2);
    assert_eq!(changes["broke"][0]["concern"], "right-data");
    assert_eq!(changes["broke"][0]["check"], "demo/chunks/int16-big#read");
    assert_eq!(changes["broke"][0]["old"], "pass");
    assert_eq!(changes["broke"][0]["new"], "rejected-valid");
}

#[test]
fn what_a_new_operation_brings_is_told_as_such() {
    let runs = Runs::new();
    let three = runs.judge("three.jsonl", &double("offers-three", "never"), &[]);
    let refuses = double("always-invalid", r#""op":"create""#);
    let more = runs.judge("more.jsonl", &refuses, &[]);
    let output = conform(&["compare", &three, &more]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    for told in [
        "The new run offers create, encode, decode, grid, node, children, walk, create_group, set_attributes, delete, consolidate, path, through, consolidated, which the old one does not: its checks",
        "\nnewly failing: 4 checks, not judged before\n",
        "  demo/arrays/border#create: create not offered -> rejected-valid\n",
        "\nchanged: ",
        "  demo/chunks/zeros#encode: encode not offered -> pass\n",
        "\nRight data: 0 broke, 4 newly failing, ",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    let output = conform(&["compare", "--json", &three, &more]);
    let changes: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(changes["offered"][0], "create");
    assert_eq!(changes["newly_failing"].as_array().unwrap().len(), 4);
    // An operation less is reported, too, and what passed by it broke.
    let output = conform(&["compare", &more, &three]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text.contains("does not offer create, encode, decode, grid, node, children, walk, create_group, set_attributes, delete, consolidate, path, through, consolidated, which"),
        "{text}"
    );
    assert!(
        text.contains("demo/chunks/zeros#encode: pass -> encode not offered"),
        "{text}"
    );
}

/// Markdown, badge, JUnit and annotations agree with the exit code and with each other.
#[test]
fn every_form_counts_listed_failures_as_listed() {
    let runs = Runs::new();
    let entry = |verdict: &str| {
        format!(
            "{OFFERS}[[failure]]\ncheck = 'demo/arrays/grid#grid'\nverdict = '{verdict}'\nreason = 'r'\n"
        )
    };
    let told = |name: &str, list: &str| {
        let list_file = runs.path("list.toml");
        fs::write(&list_file, list).unwrap();
        let forms =
            ["markdown", "badge", "junit"].map(|form| (form, runs.path(&format!("{name}.{form}"))));
        let options = forms.iter().map(|(form, path)| format!("--{form}={path}"));
        let mut arguments = vec!["--expect".to_owned(), list_file, "--github".to_owned()];
        arguments.extend(options);
        let fixed = ["--impl", &refuses_grids(), "--vectors", VECTORS].map(str::to_owned);
        arguments.extend(fixed);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = conform(&arguments);
        let texts = forms.map(|(_, path)| fs::read_to_string(path).unwrap());
        (output.status.code(), stdout(&output), texts)
    };
    let (code, annotations, [markdown, badge, junit]) = told("listed", &entry("rejected-valid"));
    assert_eq!(code, Some(0));
    assert!(
        markdown.contains("**Right data: 1 cause fails 1 of "),
        "{markdown}"
    );
    assert!(
        markdown.contains(" The failure is as listed.**"),
        "{markdown}"
    );
    assert!(!markdown.contains("### "), "{markdown}");
    assert!(
        badge.contains(" of 10, 1 known to fail\",\"color\":\"green\""),
        "{badge}"
    );
    assert!(junit.contains(" failures=\"0\""), "{junit}");
    assert!(
        junit.contains("<skipped message=\"known failure: "),
        "{junit}"
    );
    assert!(!annotations.contains("::error"), "{annotations}");
    let (code, annotations, [markdown, badge, junit]) = told("other", &entry("crash"));
    assert_eq!(code, Some(1));
    assert!(
        markdown.contains("As listed: 0 failures; not as listed: 1 check.**"),
        "{markdown}"
    );
    assert!(badge.contains("\"color\":\"red\""), "{badge}");
    assert!(junit.contains(" failures=\"1\""), "{junit}");
    assert!(annotations.contains("::error"), "{annotations}");
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

/// Without it, what a check that passed was given is nobody's question, and the events are long enough.
#[test]
fn verbose_events_say_what_was_given_to_checks_that_passed() {
    let check = ["--check", "demo/chunks/int16-big#decode"];
    let verbose = judge(&double("", "never"), &[&check[..], &["--verbose"]].concat());
    let input = verbose.results["demo/chunks/int16-big#decode"]
        .input
        .clone();
    assert!(
        input
            .unwrap()
            .starts_with("a chunk of int16 of shape [2, 3]")
    );
    let usual = judge(&double("", "never"), &check);
    assert_eq!(usual.results["demo/chunks/int16-big#decode"].input, None);
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

/// A refusal looks alike whatever its cause, and a single check has nothing that could tell causes apart.
#[test]
fn a_refusal_alone_names_no_cause() {
    let program = env!("CARGO_BIN_EXE_conform");
    let judge = |misread: &str, check: &str| {
        let implementation = format!("'{program}' reference --misread {misread}");
        let told = stdout(&conform(&["--impl", &implementation, "--check", check]));
        assert!(told.contains("1 failure: "), "{told}");
        told
    };
    let refused = judge("short-hand-refused", "crc32c/configuration/short-hand#open");
    assert!(!refused.contains("as if "), "{refused}");
    let wrong = judge("order-inverted", "transpose/ranks/leading-one#read");
    assert!(wrong.contains("(order-inverted)"), "{wrong}");
}
