//! Implementations that misbehave: each costs the checks it spoils, and no others.

mod support;

use rstest::rstest;
use support::{double, judge};
use zarr_conform::runner::{Operation, Verdict};

/// A request of one check, `demo/chunks/too-short#decode`.
const ONE: &str = r#""encoded":"0001""#;
const SPOILED: &str = "demo/chunks/too-short#decode";

#[test]
fn the_reference_passes_everything() {
    let judged = judge(&double("", "never"), &[]);
    assert_eq!(judged.code, 0, "{}", judged.report);
    assert_eq!(judged.results.len(), 40);
    assert_eq!(judged.named("pass").len(), 36);
    assert_eq!(judged.named("behaviour").len(), 4);
}

#[rstest]
#[case::crash("crash", "crash")]
#[case::half_a_line("half-line", "crash")]
#[case::grandchild_holds_the_pipe("leaves-a-grandchild", "crash")]
#[case::hang("hang", "timeout")]
#[case::garbage("garbage", "protocol")]
#[case::echo("echo", "protocol")]
#[case::wrong_id("wrong-id", "protocol")]
#[case::ok_and_error("both", "protocol")]
#[case::neither("neither", "protocol")]
fn one_bad_answer_costs_one_check(#[case] mode: &str, #[case] kind: &str) {
    let judged = judge(&double(mode, ONE), &["--timeout", "2"]);
    assert_eq!(judged.name(SPOILED), kind, "{}", judged.report);
    assert_eq!(judged.named("pass").len(), 35);
    assert_eq!(judged.results.len(), 40);
    assert_eq!(judged.code, 1);
}

#[rstest]
#[case::crash("crash")]
#[case::garbage("garbage")]
#[case::echo("echo")]
#[case::wrong_id("wrong-id")]
#[case::half_a_line("half-line")]
fn who_never_answers_ends_the_run(#[case] mode: &str) {
    let judged = judge(&double(mode, ""), &["--jobs", "1"]);
    assert_eq!(judged.code, 3, "{}", judged.report);
    assert!(
        judged
            .report
            .contains("failed 5 times in a row without answering")
    );
    assert!(judged.summary.unwrap().ended_early.is_some());
    assert_eq!(judged.results.len(), 4);
}

#[rstest]
#[case::exits("exits-at-start", "exit status: 7", "no such library")]
#[case::silent("silent-at-hello", "did not answer within the time limit", "")]
fn who_does_not_say_hello_is_not_judged(#[case] mode: &str, #[case] why: &str, #[case] log: &str) {
    let judged = judge(&double(mode, ""), &["--timeout", "1"]);
    assert_eq!(judged.code, 3);
    assert!(judged.errors.contains(why), "{}", judged.errors);
    assert!(judged.errors.contains(log), "{}", judged.errors);
    assert!(judged.results.is_empty());
}

#[test]
fn always_invalid_passes_nothing() {
    let judged = judge(&double("always-invalid", ""), &[]);
    assert_eq!(judged.code, 1);
    assert!(
        judged.named("pass").is_empty(),
        "{:?}",
        judged.named("pass")
    );
    assert_eq!(judged.name("demo/chunks/int16-big#read"), "rejected-valid");
    assert_eq!(judged.name("demo/chunks/too-short#read"), "skipped");
    assert!(judged.report.contains("proves nothing"));
}

#[test]
fn always_ok_passes_nothing_and_fails_every_invalid_fact() {
    let judged = judge(&double("always-ok", ""), &[]);
    assert_eq!(judged.code, 1);
    assert!(
        judged.named("pass").is_empty(),
        "{:?}",
        judged.named("pass")
    );
    let accepted = judged.named("accepted-invalid");
    for check in [
        "demo/arrays/grid-of-another-rank#grid",
        "demo/arrays/grid-of-another-rank#open",
        "demo/arrays/document-of-format-2#open",
        "demo/chunks/too-short#decode",
        "demo/chunks/too-short#read",
        "demo/chunks/raw-big-too-long#decode",
        "demo/chunks/raw-big-too-long#read",
        "demo/chunks/no-such-codec#encode",
        "demo/chunks/no-such-codec#open",
    ] {
        assert!(accepted.contains(&check), "{check}");
    }
    assert_eq!(accepted.len(), 9);
}

#[rstest]
#[case::the_twin_is_accepted("", "never", "pass")]
#[case::the_twin_is_refused("always-invalid", r#""op":"decode""#, "skipped")]
fn an_open_twin_counts_where_it_is_accepted(
    #[case] mode: &str,
    #[case] trigger: &str,
    #[case] verdict: &str,
) {
    const CHECK: &str = "demo/chunks/raw-big-too-long#decode";
    assert_eq!(
        judge(&double(mode, trigger), &["--check", CHECK]).name(CHECK),
        verdict
    );
}

#[test]
fn always_unsupported_passes_nothing() {
    let judged = judge(&double("always-unsupported", ""), &[]);
    assert_eq!(judged.code, 1);
    assert!(judged.named("pass").is_empty());
    assert!(judged.report.contains("No required check passed."));
    assert_eq!(judged.name("demo/chunks/too-short#read"), "unsupported");
}

#[test]
fn a_flood_of_logs_blocks_nothing() {
    let judged = judge(&double("logs-and-refuses", ONE), &[]);
    assert_eq!(judged.code, 0, "{}", judged.report);
    assert_eq!(judged.name(SPOILED), "pass");
}

#[test]
fn results_come_in_the_order_of_the_checks_whatever_the_number_of_workers() {
    let one = judge(&double("crash", ONE), &["--jobs", "1"]);
    let many = judge(&double("crash", ONE), &["--jobs", "4"]);
    assert_eq!(one.order, many.order);
    assert_eq!(
        one.results.keys().collect::<Vec<_>>(),
        many.results.keys().collect::<Vec<_>>()
    );
}

#[test]
fn standard_error_is_shown_escaped() {
    let judged = judge(&double("crash", ONE), &[]);
    assert!(
        judged.report.contains("stderr    about to crash"),
        "{}",
        judged.report
    );
    assert!(judged.report.contains("\\u{1b}[31min red"));
    assert!(!judged.report.contains('\u{1b}'));
}

#[rstest]
#[case::grid("demo/arrays/grid-of-another-rank#open")]
#[case::codec_list("demo/chunks/no-such-codec#open")]
fn a_refusal_as_late_as_reading_counts(#[case] check: &str) {
    let judged = judge(&double("always-ok", r#""op":"open""#), &["--check", check]);
    let Verdict::Pass { refusal } = judged.verdict(check) else {
        panic!("{}", judged.report);
    };
    let refused = refusal.as_ref().unwrap();
    assert_eq!((refused.operation, refused.late), (Operation::Read, true));
}

#[test]
fn a_document_that_shows_no_shape_is_read_late_in_that_of_its_twin() {
    let implementation = double("always-ok", r#""op":"open""#);
    let check = "core/array-metadata-mandatory/no-shape#open";
    let output = support::conform(&["--impl", &implementation, "--check", check]);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        support::stdout(&output)
    );
}

#[test]
fn a_chunk_that_is_left_out_is_told_as_such() {
    let check = ["--check", "demo/chunks/int16-big#write"];
    let judged = judge(&double("always-ok", r#""op":"write""#), &check);
    let told = "left out, so that it reads as the fill value, though other elements were written; \
                the store holds zarr.json";
    assert!(judged.report.contains(told), "{}", judged.report);
}

#[test]
fn the_metadata_of_an_array_to_create_are_shown() {
    let check = ["--check", "demo/arrays/border#create"];
    let judged = judge(&double("always-invalid", r#""op":"create""#), &check);
    let told = "given     {\"zarr_format\":3";
    assert!(judged.report.contains(told), "{}", judged.report);
}

/// Vectors of one chunk of which a request fills any pipe.
const LARGE: &str = r#"{"format": 1, "about": "A large chunk.", "facts": [{
    "id": "demo/large/bytes", "comment": "c", "requirements": ["bytes.length"], "level": "must",
    "editions": ["3.1"],
    "chunk": {"data_type": "uint8", "shape": [2000000], "codecs": [{"name": "bytes"}],
        "elements": "DIGITS", "encoded": "DIGITS"}
}]}"#;

#[test]
fn who_stops_reading_does_not_block_a_large_request() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("demo/large.json");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, LARGE.replace("DIGITS", &"07".repeat(2_000_000))).unwrap();
    let vectors = directory.path().to_str().unwrap();
    let arguments = ["--vectors", vectors, "--filter", "*#encode", "--timeout"];
    let run = |mode: &str, seconds: &str| {
        let implementation = double(mode, "never");
        let arguments = [&["--impl", &implementation], &arguments[..], &[seconds]].concat();
        let output = support::conform(&arguments);
        (output.status.code(), support::stdout(&output))
    };
    assert_eq!(run("", "60").0, Some(0));
    let (code, report) = run("stops-reading", "1");
    assert_eq!(code, Some(1), "{report}");
    assert!(
        report.contains("timeout  demo/large/bytes#encode"),
        "{report}"
    );
}
