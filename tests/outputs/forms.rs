//! Every output of a run: what it looks like, and that no text of an implementation or of a stored
//! file can be more than text in it.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::collections::BTreeMap;

use crate::support::{double, judge};
use quick_xml::events::Event as Xml;
use rstest::rstest;
use zarr_conform::recorded::Recording;
use zarr_conform::report::{
    Annotations, Badge, Detail, JsonLines, Junit, KnownFailures, Markdown, Tap, Terminal,
    TerminalOptions,
};
use zarr_conform::runner::{
    Aftermath, CheckResult, Common, Concern, Consumer, Diagnosis, Difference, EVENTS, Explanation,
    Failure, FailureKind, Header, Implementation, Kept, NotKept, Operation, Passed, Refusals,
    Selected, SkipReason, Summary, Verdict,
};
use zarr_conform::vector::Level;
use zarr_conform::{Edition, HexBytes};

/// What terminals, XML, YAML, TAP, Markdown, HTML and CI systems might take for something else.
const HOSTILE: &str = "::error title=x::y\u{1b}[31m ]]> <!-- \"'<script>&amp;\r\n::error::z\n##[group]g ##vso[task.x] # SKIP # TODO\nnot ok 99\nBail out!\n  ...\n---\n1..7\n| a | b |\n`code` **b** [x](javascript:1) ![i](http://e.example/i) www.e.example @user #1 \\# %0A \u{0}\u{7f}\u{9b}1m\u{202e}\u{200b}\u{2028}\u{feff}\u{ffff}\u{1fffe}\u{fdd0}\u{fffd} é 漢";

/// Hostile and very long.
fn hostile() -> String {
    format!("{HOSTILE}{}", "x ".repeat(50_000))
}

fn header(text: &str) -> Header {
    Header {
        format: EVENTS,
        suite: "0.1.0".to_owned(),
        vectors: text.to_owned(),
        vectors_sha256: "0".repeat(64),
        edition: Edition::default(),
        implementation: Implementation {
            name: text.to_owned(),
            version: text.to_owned(),
            language: text.to_owned(),
            ops: vec![text.to_owned()],
            ..Implementation::default()
        },
        selection: Selected::default(),
        checks: 0,
        seed: 7,
    }
}

fn result(check: &str, level: Level, verdict: Verdict, text: &str) -> CheckResult {
    CheckResult {
        check: check.into(),
        operation: Operation::Read,
        level,
        concern: Concern::RightData,
        requirements: vec!["bytes.endian-variant".to_owned(), text.to_owned()],
        premise: None,
        comment: text.to_owned(),
        input: Some(text.to_owned()),
        verdict,
    }
}

fn failure(kind: FailureKind, text: &str) -> Verdict {
    Verdict::Fail(Box::new(Failure {
        kind,
        expected: text.to_owned(),
        found: text.to_owned(),
        difference: Some(Box::new(Difference {
            coordinates: Some(vec![0, 1]),
            offset: 2,
            expected: text.to_owned(),
            found: text.to_owned(),
            differing: 1,
            total: 2,
            expected_bytes: Some(HexBytes::from(vec![1, 2])),
            found_bytes: None,
        })),
        log: text.to_owned(),
        aftermath: Some(Box::new(Aftermath {
            found: text.to_owned(),
            run: vec![text.into(), text.into()],
        })),
    }))
}

/// A run with every kind of verdict, `text` wherever text may be; the ids begin with `id`.
fn recording(id: &str, text: &str) -> Recording {
    let text_of = || text.to_owned();
    let verdicts = [
        (
            Level::Must,
            Verdict::Pass {
                refusal: None,
                not_kept: vec![NotKept {
                    what: Kept::Attributes,
                    given: text_of(),
                    found: text_of(),
                }],
            },
        ),
        (Level::Must, failure(FailureKind::RejectedValid, text)),
        (Level::Must, failure(FailureKind::WrongData, text)),
        (Level::Should, failure(FailureKind::RejectedValid, text)),
        (Level::Must, Verdict::Unsupported { message: text_of() }),
        (
            Level::Must,
            Verdict::Skipped {
                reason: text_of().into(),
            },
        ),
        (
            Level::Must,
            Verdict::Skipped {
                reason: SkipReason::NotOffered(text_of()),
            },
        ),
        (
            Level::Open,
            Verdict::Behaviour {
                readings: vec![text_of()],
                accepted: true,
                other: None,
            },
        ),
        (
            Level::Open,
            Verdict::Behaviour {
                readings: Vec::new(),
                accepted: false,
                other: Some(text_of()),
            },
        ),
    ];
    let mut results: Vec<CheckResult> = verdicts
        .into_iter()
        .enumerate()
        .map(|(at, (level, verdict))| result(&format!("{id}{at}#read"), level, verdict, text))
        .collect();
    let lenient = failure(FailureKind::AcceptedInvalid, text);
    results.push(CheckResult {
        concern: Concern::Strictness,
        premise: Some(text_of()),
        ..result(&format!("{id}9#read"), Level::Must, lenient, text)
    });
    let mut summary = Summary {
        ended_early: Some(text_of()),
        ..Summary::default()
    };
    for result in &results {
        summary.add(result);
    }
    Recording {
        header: Header {
            checks: results.len() as u64 + 1,
            ..header(text)
        },
        diagnosis: Some(Diagnosis {
            failures: 2,
            explanations: vec![Explanation {
                misreading: text_of(),
                when: text_of(),
                requirements: vec![text_of()],
                checks: vec![results[2].check.clone()],
                predicted: 3,
                as_predicted: 2,
                as_well: vec![text_of(); 5],
            }],
            common: vec![Common {
                features: vec![text_of(), "something is read".to_owned()],
                requirements: vec![text_of()],
                checks: vec![results[1].check.clone(), text_of().into()],
                passed: 1,
                failed_otherwise: 0,
                passed_otherwise: 1249,
            }],
            close: vec![Explanation {
                misreading: text_of(),
                when: text_of(),
                checks: vec![results[1].check.clone()],
                predicted: 3,
                as_predicted: 1,
                ..Explanation::default()
            }],
            refusals: vec![Refusals {
                message: text_of(),
                checks: vec![results[2].check.clone(), text_of().into()],
            }],
            passed: Passed::new([text], [text]),
        }),
        results,
        summary,
    }
}

fn harmless() -> Recording {
    recording("demo/chunks/case-", "a text")
}

/// Everything that a file could say is hostile, ids too.
fn harmful() -> Recording {
    let text = hostile();
    recording(&text, &text)
}

#[derive(Clone, Copy, Debug)]
enum Form {
    Json,
    Junit,
    Tap,
    Markdown,
    Badge,
    Annotations,
    Terminal(Option<usize>),
}

fn render(form: Form, recording: &Recording) -> String {
    let paraphrase = |id: &str| (id == "bytes.endian-variant").then(|| "In order.".to_owned());
    let mut out = Vec::new();
    let repeat = "conform --impl x".to_owned();
    let mut consumer: Box<dyn Consumer + '_> = match form {
        Form::Json => Box::new(JsonLines::new(&mut out)),
        Form::Junit => Box::new(Junit::new(
            &mut out,
            KnownFailures::default(),
            &paraphrase,
            repeat,
        )),
        Form::Tap => Box::new(Tap::new(&mut out, KnownFailures::default())),
        Form::Markdown => Box::new(Markdown::new(&mut out, KnownFailures::default())),
        Form::Badge => Box::new(Badge::new(&mut out, KnownFailures::default())),
        Form::Annotations => Box::new(Annotations::new(&mut out, KnownFailures::default())),
        Form::Terminal(width) => {
            let options = TerminalOptions {
                detail: Detail::All,
                repeat,
                width,
                ..TerminalOptions::default()
            };
            Box::new(Terminal::new(&mut out, options, &paraphrase))
        }
    };
    recording.replay(&mut [consumer.as_mut()]).unwrap();
    drop(consumer);
    String::from_utf8(out).unwrap()
}

#[rstest]
#[case::json("json", Form::Json)]
#[case::junit("junit", Form::Junit)]
#[case::tap("tap", Form::Tap)]
#[case::markdown("markdown", Form::Markdown)]
#[case::badge("badge", Form::Badge)]
#[case::annotations("annotations", Form::Annotations)]
#[case::terminal("terminal", Form::Terminal(None))]
#[case::narrow_terminal("narrow_terminal", Form::Terminal(Some(60)))]
fn every_form(#[case] name: &str, #[case] form: Form) {
    let rendered = without_styles(&render(form, &harmless()));
    insta::assert_snapshot!(name, rendered);
}

/// Our own styles are few: escape, bracket, digits, `m`.
fn without_styles(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let mut plain = parts.next().unwrap().to_owned();
    for part in parts {
        let (style, rest) = part.split_once('m').unwrap();
        let digits = style.strip_prefix('[').unwrap();
        assert!(digits.bytes().all(|it| it.is_ascii_digit() || it == b';'));
        plain.push_str(rest);
    }
    plain
}

/// What is true of every form that people or CI systems read line by line.
#[rstest]
#[case::junit(Form::Junit)]
#[case::tap(Form::Tap)]
#[case::markdown(Form::Markdown)]
#[case::badge(Form::Badge)]
#[case::annotations(Form::Annotations)]
#[case::wide_terminal(Form::Terminal(None))]
#[case::narrow_terminal(Form::Terminal(Some(60)))]
fn hostile_text_stays_text(#[case] form: Form) {
    let rendered = without_styles(&render(form, &harmful()));
    for line in rendered.split('\n') {
        let is_hidden = |it: char| {
            it.is_control()
                || "\u{202e}\u{200b}\u{2028}\u{feff}\u{ffff}\u{1fffe}\u{fdd0}".contains(it)
        };
        assert!(!line.contains(is_hidden), "{line:?}");
        assert!(!line.contains("##[") && !line.contains("##vso["), "{line}");
        let is_command = line.trim_start().starts_with("::");
        let is_ours = line.starts_with("::error title=") || line.starts_with("::notice title=");
        let may_have = matches!(form, Form::Annotations);
        assert!(!is_command || (may_have && is_ours), "{line}");
    }
    // Nothing is so long that it hides the rest.
    assert!(rendered.len() < 60_000, "{}", rendered.len());
    // The text is there all the same.
    let shows = if matches!(form, Form::Badge) {
        "run ended early"
    } else {
        "script"
    };
    assert!(rendered.contains(shows));
}

#[test]
fn junit_is_well_formed_and_counts_its_cases() {
    let rendered = render(Form::Junit, &harmful());
    let mut reader = quick_xml::Reader::from_str(&rendered);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut attributes: BTreeMap<String, usize> = BTreeMap::new();
    loop {
        match reader.read_event().unwrap() {
            Xml::Eof => break,
            Xml::Start(element) | Xml::Empty(element) => {
                let name = element.name().as_ref().to_owned();
                for attribute in element.attributes() {
                    let attribute = attribute.unwrap();
                    let key = attribute.key.as_ref().to_owned();
                    let value = attribute.value.to_string();
                    if name == "testsuites" && key != "name" {
                        attributes.insert(key, value.parse().unwrap());
                    }
                }
                *seen.entry(name).or_default() += 1;
            }
            Xml::CData(_) | Xml::Comment(_) | Xml::PI(_) | Xml::DocType(_) => {
                panic!("nothing of the text is markup")
            }
            _ => {}
        }
    }
    // Ten checks and the early end.
    assert_eq!(attributes["tests"], seen["testcase"]);
    assert_eq!(attributes["failures"], seen["failure"]);
    assert_eq!(attributes["errors"], seen["error"]);
    assert_eq!(
        [
            seen["testcase"],
            seen["failure"],
            seen["error"],
            seen["skipped"]
        ],
        [11, 3, 1, 6]
    );
}

#[test]
fn tap_has_the_points_of_the_run_and_no_others() {
    let rendered = render(Form::Tap, &harmful());
    let mut points = Vec::new();
    let mut is_block = false;
    for line in rendered.lines() {
        if is_block {
            is_block = line != "  ...";
            let value = line.strip_prefix("  ").unwrap();
            if is_block && value != "---" {
                let (_, value) = value.split_once(": ").unwrap();
                serde_json::from_str::<serde_json::Value>(value).unwrap();
            }
            continue;
        }
        is_block = line == "  ---";
        if line.starts_with("ok ") || line.starts_with("not ok ") {
            // A directive is a space, a number sign and a space; in text the sign is escaped.
            points.push(
                line.split(" # ")
                    .skip(1)
                    .map(|it| &it[..4])
                    .collect::<String>(),
            );
        } else {
            let is_known = ["TAP version 14", "1..11", "  ---"].contains(&line)
                || line.starts_with("# ")
                || line.starts_with("Bail out! ");
            assert!(is_known, "{line}");
        }
    }
    assert_eq!(
        points,
        [
            "", "", "", "TODO", "SKIP", "SKIP", "SKIP", "SKIP", "SKIP", ""
        ]
    );
    assert!(rendered.lines().last().unwrap().starts_with("Bail out! "));
}

#[test]
fn markdown_has_the_columns_of_its_tables_and_no_markup_of_the_text() {
    let rendered = render(Form::Markdown, &harmful());
    for row in rendered.lines().filter(|line| line.starts_with('|')) {
        let columns = row.matches('|').count();
        assert!(columns == 9 || columns == 4, "{row}");
    }
    for markup in [
        "<script", "`code", "](java", "http://", "www.", "@user", "![", "&amp;",
    ] {
        assert!(!rendered.contains(markup), "{markup}");
    }
}

#[test]
fn a_badge_has_what_an_endpoint_badge_has() {
    let badge = |recording: &Recording| -> serde_json::Value {
        serde_json::from_str(&render(Form::Badge, recording)).unwrap()
    };
    let early = badge(&harmful());
    assert_eq!(early["color"], "lightgrey");
    let members: Vec<&String> = early.as_object().unwrap().keys().collect();
    assert_eq!(members, ["schemaVersion", "label", "message", "color"]);
    let mut recording = harmless();
    recording.summary.ended_early = None;
    let failed = "right data 1 of 3, strictness 0 of 1, 1 wrong";
    assert_eq!(badge(&recording)["message"], failed);
    assert_eq!(badge(&recording)["color"], "red");
    recording.summary.total.failed = 0;
    recording.summary.total.strictness.failed = 0;
    assert_eq!(badge(&recording)["color"], "brightgreen");
    // Green is for whole runs alone.
    recording.header.selection.filters = vec!["bytes/*".to_owned()];
    assert_eq!(badge(&recording)["color"], "blue");
    assert_eq!(badge(&recording)["message"], "right data 1 of 1 of a part");
    recording.summary.total.required_passed = 0;
    assert_eq!(badge(&recording)["color"], "red");
}

#[test]
fn annotations_are_no_more_than_github_shows() {
    let mut recording = harmless();
    let failed = recording.results[2].clone();
    recording.results = (0..30)
        .map(|at| CheckResult {
            check: format!("demo/chunks/many-{at}#read").into(),
            ..failed.clone()
        })
        .collect();
    let rendered = render(Form::Annotations, &recording);
    let errors = rendered.lines().filter(|it| it.starts_with("::error"));
    assert_eq!(errors.count(), 10, "{rendered}");
    assert!(
        rendered.contains("::error title=22 more failures::"),
        "{rendered}"
    );
}

fn schema() -> jsonschema::Validator {
    let text = include_str!("../../docs/schema/events.schema.json");
    let schema = serde_json::from_str(text).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
}

#[test]
fn every_event_is_of_the_schema() {
    let schema = schema();
    let mut lines: Vec<String> = Vec::new();
    for recording in [harmless(), harmful()] {
        lines.extend(render(Form::Json, &recording).lines().map(str::to_owned));
    }
    for (mode, trigger) in [
        ("", "never"),
        ("always-invalid", r#""op":"read""#),
        ("always-ok", r#""op":"decode""#),
        ("always-unsupported", "int16"),
        ("crash", r#""encoded":"0001""#),
    ] {
        lines.extend(judge(&double(mode, trigger), &["--partition", "1/1"]).events);
    }
    assert!(lines.len() > 200, "{}", lines.len());
    for line in lines {
        let event: serde_json::Value = serde_json::from_str(&line).unwrap();
        if let Err(error) = schema.validate(&event) {
            panic!("{error}: {line}");
        }
    }
}

/// The schema says no more than is so: what it forbids, the reader refuses, too.
#[rstest]
#[case::event("\"event\":\"started\"", "\"event\":\"strated\"")]
#[case::level("\"level\":\"must\"", "\"level\":\"shall\"")]
#[case::kind_of_failure("\"kind\":\"wrong-data\"", "\"kind\":\"wrong\"")]
#[case::concern("\"concern\":\"strictness\"", "\"concern\":\"strict\"")]
#[case::member("\"comment\"", "\"remark\"")]
#[case::verdict("\"is\":\"pass\"", "\"is\":\"passed\"")]
fn what_the_schema_forbids_is_no_event(#[case] found: &str, #[case] replaced: &str) {
    let text = render(Form::Json, &harmless());
    assert!(Recording::read(text.as_bytes()).is_ok());
    let text = text.replacen(found, replaced, 1);
    assert!(Recording::read(text.as_bytes()).is_err());
    let schema = schema();
    let events = text.lines().map(|it| serde_json::from_str(it).unwrap());
    assert_eq!(events.filter(|it| !schema.is_valid(it)).count(), 1);
}

#[test]
fn hostile_events_come_back_as_they_were() {
    let recording = harmful();
    let text = render(Form::Json, &recording);
    assert_eq!(Recording::read(text.as_bytes()).unwrap(), recording);
}

/// Of what passes and of what an adapter may say in a better way.
#[test]
fn the_terminal_says_what_is_not_kept_and_gives_hints() {
    let mut recording = harmless();
    let plain = render(Form::Terminal(None), &recording);
    assert!(
        plain.contains("attributes-not-kept: given a text, found a text"),
        "{plain}"
    );
    assert!(!plain.contains("hint:"));
    let Verdict::Fail(failure) = &mut recording.results[1].verdict else {
        panic!("{:?}", recording.results[1]);
    };
    failure.found = "refused as invalid: this is not supported".to_owned();
    let hinted = render(Form::Terminal(None), &recording);
    let hints: Vec<&str> = hinted.lines().filter(|it| it.contains("hint:")).collect();
    assert_eq!(hints.len(), 1);
    assert!(
        hints[0]
            .starts_with("hint: 1 refusal of kind invalid that no misreading explains says that something is not supported")
    );
}
