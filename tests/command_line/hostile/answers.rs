//! Answers that are late, malformed, out of order or beside the question.

use super::{ONE, SPOILED, differing};
use crate::support::{double, judge};
use rstest::rstest;
use zarr_conform::runner::Verdict;

/// How many checks the small vectors and honesty give.
const CHECKS: usize = 43 + 19;

#[test]
fn the_reference_passes_everything() {
    let judged = judge(&double("", "never"), &[]);
    assert_eq!(judged.code, 0, "{}", judged.report);
    assert_eq!(judged.results.len(), CHECKS);
    assert_eq!(judged.named("pass").len(), CHECKS - 4);
    assert_eq!(judged.named("behaviour").len(), 4);
}

#[rstest]
#[case::crash("crash", "crash")]
#[case::half_a_line("half-line", "crash")]
#[case::grandchild_holds_the_pipe("leaves-a-grandchild", "crash")]
#[case::hang("hang", "timeout")]
#[case::closes_its_output("closes-its-output", "protocol")]
#[case::garbage("garbage", "protocol")]
#[case::empty_line("empty-line", "protocol")]
#[case::two_answers_in_a_line("two-answers", "protocol")]
#[case::invalid_utf_8("invalid-utf-8", "protocol")]
#[case::nested_without_end("deep", "protocol")]
#[case::line_without_end("endless-line", "protocol")]
#[case::echo("echo", "protocol")]
#[case::wrong_id("wrong-id", "protocol")]
#[case::ok_and_error("both", "protocol")]
#[case::neither("neither", "protocol")]
fn one_bad_answer_costs_one_check(#[case] mode: &str, #[case] kind: &str) {
    let judged = judge(&double(mode, ONE), &["--timeout", "4"]);
    assert_eq!(judged.name(SPOILED), kind, "{}", judged.report);
    assert_eq!(differing(&judged), [SPOILED]);
    assert_eq!(judged.results.len(), CHECKS);
    assert_eq!(judged.code, 1);
}

/// Nothing follows from an answer that cannot be understood: neither that an invalid array was accepted, nor
/// that a valid one was refused. What is wrong comes first, with the name of the member.
#[test]
fn a_malformed_answer_is_a_breach_and_no_acceptance() {
    let judged = judge(&double("says-dtype", "never"), &[]);
    assert_eq!(judged.code, 1);
    let failed: Vec<&str> = judged
        .order
        .iter()
        .map(|check| judged.name(check))
        .filter(|name| !matches!(*name, "pass" | "behaviour" | "skipped"))
        .collect();
    assert!(failed.len() > 10);
    assert!(failed.iter().all(|name| *name == "protocol"), "{failed:?}");
    let lines = judged
        .report
        .lines()
        .skip_while(|it| !it.contains(" failures: "));
    let first = lines.skip(1).find(|it| !it.is_empty()).unwrap();
    assert!(first.starts_with("any document: protocol: "), "{first}");
    let named = "the answer to `open` lacks `data_type`; it has `dtype`";
    assert!(judged.report.contains(named), "{}", judged.report);
}

#[test]
fn an_answer_without_members_accepts_nothing() {
    let judged = judge(&double("no-members", r#""op":"open""#), &[]);
    let opened = "demo/arrays/document-of-format-2#open";
    assert_eq!(judged.name(opened), "protocol", "{}", judged.report);
    assert_eq!(judged.named("accepted-invalid"), Vec::<&str>::new());
}

/// One answer comes after that to the next request: the check is blamed of which the answer was
/// awaited.
#[test]
fn answers_in_another_order_cost_one_check() {
    let judged = judge(&double("swaps", ONE), &["--jobs", "1"]);
    assert_eq!(judged.name(SPOILED), "protocol", "{}", judged.report);
    assert_eq!(differing(&judged), [SPOILED]);
}

/// The limits allow it, or it comes beside the answers.
#[rstest]
#[case::slow("slow", ONE)]
#[case::ignores_the_end("ignores-the-end", "never")]
#[case::flood_of_logs("logs-and-refuses", ONE)]
fn what_spoils_no_answer_changes_no_verdict(#[case] mode: &str, #[case] trigger: &str) {
    let judged = judge(&double(mode, trigger), &["--timeout", "20"]);
    assert_eq!((judged.code, differing(&judged)), (0, vec![]));
}

#[test]
fn a_crash_is_told_with_its_signal() {
    let judged = judge(&double("crash", ONE), &[]);
    assert!(judged.report.contains("signal: 6"), "{}", judged.report);
}

#[test]
fn a_long_message_is_cut() {
    let judged = judge(&double("long-message", r#""op":"grid""#), &[]);
    let longest = judged.results.values().map(|result| match &result.verdict {
        Verdict::Fail(failure) => failure.found.len(),
        _ => 0,
    });
    assert_eq!(judged.name("demo/arrays/grid#grid"), "rejected-valid");
    assert!(longest.max().unwrap() < 20_000);
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
