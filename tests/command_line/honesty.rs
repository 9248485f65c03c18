//! Whether an implementation does what it says of itself, and refuses unknown names.

use crate::support::{Judged, conform, double, judge, stdout};
use rstest::rstest;
use zarr_conform::runner::Verdict;

const ONLY: [&str; 2] = ["--filter", "honesty/*"];

#[rstest]
#[case::of_3_0("3.0", 19)]
#[case::of_3_1("3.1", 19)]
fn the_reference_is_honest(#[case] edition: &str, #[case] checks: usize) {
    let reference = format!(
        "{} reference --edition {edition}",
        env!("CARGO_BIN_EXE_conform")
    );
    let judged = judge(&reference, &[&ONLY[..], &["--edition", edition]].concat());
    assert_eq!(judged.code, 0, "{}", judged.report);
    assert_eq!(judged.named("pass").len(), checks, "{}", judged.report);
    assert_eq!(judged.results.len(), checks);
}

/// The vectors of the tests have no fact of the draft, so that nothing is judged by them; these have.
#[test]
fn the_reference_is_honest_in_the_draft() {
    let reference = format!(
        "{} reference --edition draft",
        env!("CARGO_BIN_EXE_conform")
    );
    let judging = ["--impl", &reference, "--edition", "draft", "--json", "-"];
    let output = conform(&[&judging, &ONLY[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    let passed = stdout(&output).matches(r#""is":"pass""#).count();
    assert_eq!(passed, 7, "{}", stdout(&output));
}

/// The names of unknown checks, in the order of the list.
fn unknown(judged: &Judged) -> Vec<&str> {
    let checks = judged.order.iter().map(String::as_str);
    checks
        .filter(|check| check.starts_with("honesty/unknown-"))
        .collect()
}

#[test]
fn who_accepts_what_nobody_can_know_fails() {
    let judged = judge(&double("always-ok", ""), &ONLY);
    assert_eq!(judged.code, 1);
    let unknown = unknown(&judged);
    assert_eq!(unknown.len(), 10);
    assert_eq!(judged.named("claims-unknown"), unknown, "{}", judged.report);
    assert!(unknown.contains(&"honesty/unknown-operation#other"));
}

#[test]
fn who_refuses_everything_has_no_free_pass() {
    let judged = judge(&double("always-invalid", ""), &ONLY);
    assert!(judged.required_and_passed().is_empty(), "{}", judged.report);
    assert_eq!(judged.named("skipped"), unknown(&judged));
    assert_eq!(judged.named("rejected-valid").len(), 7);
}

/// The generated names change from run to run, and a seed brings them back.
#[test]
fn names_can_be_repeated() {
    let check = "honesty/unknown-operation#other";
    let given = |more: &[&str]| {
        let arguments = [&["--check", check][..], more].concat();
        let judged = judge(&double("always-ok", "zc-"), &arguments);
        assert_eq!(judged.name(check), "claims-unknown", "{}", judged.report);
        let given = judged.results[check].input.clone().unwrap();
        (judged.header.unwrap().seed, given)
    };
    let (seed, name) = given(&[]);
    assert_eq!(given(&["--seed", &seed.to_string()]), (seed, name.clone()));
    let other = seed.wrapping_add(1).to_string();
    assert_ne!(given(&["--seed", &other]).1, name);
    // Two of four thousand million numbers that are the same would be a sign, not chance.
    assert_ne!(given(&[]).0, seed);
}

#[test]
fn an_operation_that_is_offered_and_unsupported_is_a_false_claim() {
    let judged = judge(&double("always-unsupported", r#""op":"grid""#), &ONLY);
    assert_eq!(judged.code, 1);
    assert_eq!(judged.named("false-claim"), ["honesty/claims#grid"]);
}

/// A library of volumes only cannot say so in `hello`, and answers honestly.
#[test]
fn what_is_done_with_another_rank_is_no_false_claim() {
    let judged = judge(&double("three-dimensions", "never"), &ONLY);
    assert_eq!(judged.named("false-claim"), [""; 0], "{}", judged.report);
    let claims = [
        "open", "read", "write", "create", "encode", "decode", "grid",
    ];
    for operation in claims {
        let check = format!("honesty/claims#{operation}");
        let Verdict::Unsupported { message } = judged.verdict(&check) else {
            panic!("{check}: {}", judged.report);
        };
        let expected = "; done with an array of 3 dimensions";
        assert!(message.ends_with(expected), "{message}");
    }
    assert_eq!(judged.summary.unwrap().total.failed, 0, "{}", judged.report);
}

#[test]
fn what_is_not_offered_is_no_claim() {
    let judged = judge(&double("offers-three", "never"), &ONLY);
    assert_eq!(judged.code, 0, "{}", judged.report);
    assert_eq!(judged.name("honesty/claims#grid"), "skipped");
    assert_eq!(judged.name("honesty/unknown-codec#open"), "pass");
    assert_eq!(judged.name("honesty/unknown-operation#other"), "pass");
}

#[test]
fn what_is_denied_and_works_is_a_notice() {
    let judged = judge(&double("denies", "never"), &ONLY);
    assert_eq!(judged.code, 0, "{}", judged.report);
    let denied = [
        "honesty/denied-data-types#read",
        "honesty/denied-codecs#read",
    ];
    assert_eq!(judged.named("false-claim"), denied);
    let found = denied.map(|check| match judged.verdict(check) {
        Verdict::Fail(failure) => failure.found.as_str(),
        other => panic!("{other:?}"),
    });
    let expected = ["data type int16", "codec transpose"];
    let expected = expected.map(|what| format!("read with the right elements: {what}"));
    assert_eq!(found, expected);
    assert_eq!(judged.summary.unwrap().total.noticed, 2);
}

/// It is not required to answer questions about what is said to be lacking.
#[test]
fn who_ends_at_what_it_denies_has_not_failed() {
    let judged = judge(&double("denies-and-crashes", "never"), &ONLY);
    assert_eq!(judged.code, 0, "{}", judged.report);
    assert_eq!(judged.name("honesty/denied-data-types#read"), "skipped");
}

#[test]
fn checks_of_honesty_are_listed() {
    let list = stdout(&conform(&["--list", "--filter", "honesty/*"]));
    assert_eq!(list.lines().count(), 19, "{list}");
    assert!(
        list.contains("honesty/unknown-data-type#encode\n"),
        "{list}"
    );
}
