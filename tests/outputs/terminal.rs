//! The report for people, as it is rendered.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use crate::support::{VECTORS, double, judge};
use rstest::rstest;
use zarr_conform::Edition;
use zarr_conform::report::{Detail, Terminal, TerminalOptions};
use zarr_conform::runner::{
    CheckResult, Common, Consumer, Diagnosis, EVENTS, Event, Explanation, Failure, FailureKind,
    Header, Implementation, Operation, Selected, Summary, Verdict,
};
use zarr_conform::vector::Level;

/// The report without what differs between machines.
fn report(mode: &str, trigger: &str, arguments: &[&str]) -> String {
    let implementation = double(mode, trigger);
    let program = shell_words::split(&implementation).unwrap().remove(0);
    let arguments = [arguments, &["--seed", "1"]].concat();
    portable(&judge(&implementation, &arguments).report, &program)
}

fn portable(report: &str, program: &str) -> String {
    report
        .replace(program, "PROGRAM")
        .replace(VECTORS, "VECTORS")
        .replace(env!("CARGO_PKG_VERSION"), "VERSION")
}

/// The built-in reference, misread: real wrong data, not made up for this test.
#[test]
fn wrong_data() {
    let conform = env!("CARGO_BIN_EXE_conform");
    let implementation = format!("{conform} reference --misread order-inverted");
    let check = ["--check", "demo/chunks/cycle"];
    insta::assert_snapshot!(portable(&judge(&implementation, &check).report, conform));
}

#[test]
fn every_kind_of_section() {
    insta::assert_snapshot!(report("always-invalid", r#""op":"read""#, &[]));
}

#[test]
fn accepting_everything() {
    insta::assert_snapshot!(report("always-ok", r#""op":"decode""#, &["--all"]));
}

#[test]
fn a_crash() {
    insta::assert_snapshot!(report(
        "crash",
        r#""encoded":"0001""#,
        &["--filter", "*too-short*"]
    ));
}

/// No implementation has to offer a codec, so that the counts of failures do not say who has which.
#[test]
fn lacking_codecs_are_told_below_the_counts() {
    let arguments = ["--filter", "*/chunks/*"];
    let told = report("denies", "never", &arguments);
    let line = "codecs: has bytes; lacks transpose\n";
    assert!(told.contains(line), "{told}");
    let told = report("", "never", &arguments);
    assert!(!told.contains("codecs: "), "{told}");
}

/// A failed check of a chunk with so many elements.
fn failed(check: String, kind: FailureKind, elements: usize) -> CheckResult {
    CheckResult {
        check: check.into(),
        operation: Operation::Read,
        level: Level::Must,
        concern: zarr_conform::runner::Concern::RightData,
        requirements: vec!["bytes.endian-variant".to_owned()],
        premise: None,
        comment: "elements are lost".to_owned(),
        verdict: Verdict::Fail(Box::new(Failure::new(kind, "acceptance", "refused: no"))),
        input: Some(format!(
            "a chunk of int8 of shape [{elements}], codecs [\"bytes\"]{}",
            " and more".repeat(20)
        )),
    }
}

/// All kinds, wrong data first.
fn kinds() -> [FailureKind; FailureKind::ALL.len()] {
    let mut kinds = FailureKind::ALL;
    kinds.rotate_left(1);
    assert_eq!(kinds[0], FailureKind::WrongData);
    kinds
}

/// A report of many failures of many kinds, in so many documents, some of them explained.
fn many_failures(documents: usize, detail: Detail, width: Option<usize>) -> String {
    let mut results = Vec::new();
    for document in 0..documents {
        for (at, kind) in kinds().into_iter().enumerate() {
            for nth in 0..30 {
                let check = format!("document-{document}/topic-{nth}/fact-{at}#read");
                results.push(failed(check, kind, 100 - nth));
            }
        }
    }
    let ranges = std::iter::once(0..20).chain((20..30).map(|at| at..at + 1));
    let explanations = ranges.map(|range| Explanation {
        misreading: format!("misread-{}", range.start),
        when: "something is misread".to_owned(),
        requirements: vec!["bytes.endian-variant".to_owned()],
        checks: results[range].iter().map(|it| it.check.clone()).collect(),
        predicted: 20,
        as_predicted: 20,
        as_well: Vec::new(),
    });
    let diagnosis = Diagnosis {
        failures: results.len() as u64,
        explanations: explanations.collect(),
        ..Diagnosis::default()
    };
    rendered(results, diagnosis, detail, width)
}

/// The report of such results, of a run that ended early.
fn rendered(
    results: Vec<CheckResult>,
    diagnosis: Diagnosis,
    detail: Detail,
    width: Option<usize>,
) -> String {
    let mut summary = Summary {
        ended_early: Some("it ended\n".repeat(50)),
        ..Summary::default()
    };
    for result in &results {
        summary.add(result);
    }
    let header = Header {
        format: EVENTS,
        suite: "0.1.0".to_owned(),
        vectors: "the vectors".to_owned(),
        vectors_sha256: "0".repeat(64),
        edition: Edition::default(),
        implementation: Implementation {
            name: "a".to_owned(),
            version: "1".to_owned(),
            language: "C".to_owned(),
            ops: vec!["read".to_owned()],
            ..Implementation::default()
        },
        selection: Selected::default(),
        checks: results.len() as u64,
        seed: 1,
    };
    let mut out = Vec::new();
    let options = TerminalOptions {
        detail,
        repeat: "conform --impl x".to_owned(),
        width,
        ..TerminalOptions::default()
    };
    let mut terminal = Terminal::new(&mut out, options, &|_| Some("In order.".to_owned()));
    let finished = results
        .into_iter()
        .map(|it| Event::CheckFinished(Box::new(it)));
    let events = std::iter::once(Event::Started(header))
        .chain(finished)
        .chain([Event::Diagnosed(diagnosis), Event::Finished(summary)]);
    for event in events {
        terminal.event(&event).unwrap();
    }
    drop(terminal);
    String::from_utf8(out).unwrap()
}

#[rstest]
#[case::one_document(1, None)]
#[case::wide(20, Some(200))]
#[case::narrow(8, Some(60))]
#[case::narrowest(8, Some(1))]
fn a_report_is_one_page(#[case] documents: usize, #[case] width: Option<usize>) {
    let report = many_failures(documents, Detail::Usual, width);
    assert!(report.lines().count() <= 60, "{report}");
    assert!(report.contains("more reasons of "), "{report}");
    assert!(report.contains("--all shows every failure"), "{report}");
    // The simplest check of the first reason, a breach of the protocol, is reported in full.
    let repeat = "repeat    conform --impl x --check 'document-0/topic-29/fact-9#read'";
    assert!(report.contains(repeat), "{report}");
}

/// Whatever a page has no room for, `--all` has.
#[test]
fn all_tells_every_failure() {
    let report = many_failures(2, Detail::All, None);
    assert_eq!(
        report.matches("\n    repeat    ").count(),
        2 * FailureKind::ALL.len() * 30
    );
    let page = many_failures(2, Detail::Usual, None);
    // The page has something of each kind; of wrong data, the cause.
    for kind in kinds().into_iter().skip(1) {
        let document = match kind {
            FailureKind::Protocol => "any document",
            _ => "document-0",
        };
        assert!(
            page.contains(&format!("{document}: {}: ", kind.name())),
            "{page}"
        );
    }
}

/// What most of the failures say that have something in common stands with it, in short and at length.
#[rstest]
#[case::at_length(Detail::All)]
#[case::in_short(Detail::Usual)]
fn words_of_the_library_stand_with_what_failures_have_in_common(#[case] detail: Detail) {
    // So many groups that not all are reported at length.
    let results = (0..12).flat_map(|group| {
        (0..5).map(move |nth| {
            let kind = match nth {
                0 => FailureKind::WrongData,
                _ => FailureKind::RejectedValid,
            };
            failed(format!("document-{group}/topic/fact-{nth}#read"), kind, 9)
        })
    });
    let results: Vec<CheckResult> = results.collect();
    let common = results.chunks(5).map(|checks| Common {
        features: vec!["something is read".to_owned()],
        checks: checks.iter().map(|it| it.check.clone()).collect(),
        ..Common::default()
    });
    let diagnosis = Diagnosis {
        failures: results.len() as u64,
        common: common.collect(),
        ..Diagnosis::default()
    };
    let report = rendered(results, diagnosis, detail, None);
    let title = "document-1: fails where something is read: 5 of 5; otherwise 0 of 0";
    let (_, below) = report.split_once(title).unwrap();
    let mut lines = below.lines().skip(1);
    let words = lines.next().unwrap_or_default();
    assert!(words.trim().starts_with("4 of 5 say: no"), "{report}");
    if detail == Detail::All {
        let example = lines.next().unwrap_or_default();
        assert!(example.contains("rejected-valid"), "{report}");
    } else {
        let check = "(document-1/topic/fact-1#read)";
        assert!(words.ends_with(check), "{report}");
    }
}

/// What is wrong by one cause is reported once, with the sentence.
#[test]
fn one_misreading_is_one_cause() {
    let conform = env!("CARGO_BIN_EXE_conform");
    let implementation = format!("{conform} reference --misread order-inverted");
    let report = judge(&implementation, &[]).report;
    assert!(
        report.contains("; one misreading explains all of them\n"),
        "{report}"
    );
    assert_eq!(report.matches("(order-inverted)").count(), 1, "{report}");
    assert!(
        report.contains("\n    sentence  conform spec show transpose."),
        "{report}"
    );
}

/// What a few checks show as well by another misreading is no certain cause, and the report says so.
#[test]
fn a_cause_of_a_part_is_less_sure() {
    let conform = env!("CARGO_BIN_EXE_conform");
    let implementation = format!("{conform} reference --misread endian-reversed");
    let check = "demo/chunks/int16-big#decode";
    let report = judge(&implementation, &["--check", check]).report;
    let part = "\nOnly a part of the checks was selected. All of them may show another cause.\n";
    assert!(report.contains(part), "{report}");
    let others = "; 2 other misreadings explain as much: ";
    assert!(report.contains(others), "{report}");
    let report = judge(&implementation, &[]).report;
    assert!(!report.contains(part), "{report}");
}

/// Where the text is silent, nothing fails, and what was seen is reported.
#[test]
fn an_open_fact_is_no_failure() {
    let check = ["--check", "demo/chunks/raw-big"];
    let judged = judge(&double("", "never"), &check);
    let says = [
        "  demo/chunks/raw-big#encode: bits keep their order\n",
        "Nothing is required of what was asked.",
    ];
    for says in says {
        assert!(judged.report.contains(says), "{}", judged.report);
    }
    assert_eq!(judged.code, 0);
}

/// What was written where, what stood there before, and which bytes do not count.
#[test]
fn an_update_is_told_with_the_chunk_before() {
    let conform = env!("CARGO_BIN_EXE_conform");
    let implementation = format!("{conform} reference --misread update-overwrites-chunks");
    let check = ["--check", "demo/arrays/border#update"];
    insta::assert_snapshot!(portable(&judge(&implementation, &check).report, conform));
}

#[test]
fn a_print_to_standard_output_is_told_with_what_to_do() {
    let judged = judge(&double("garbage", r#""op":"grid""#), &[]);
    let hint = "what the adapter or its library prints there must go to standard error";
    assert!(judged.report.contains(hint), "{}", judged.report);
}
