//! Demands that bind the writer: no reader can make other elements of what breaks them, so one that copes is
//! not failed, and one that creates, writes or encodes is.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::collections::BTreeMap;

use rstest::rstest;
use zarr_conform_diagnosis::Suite;
use zarr_conform_reference::{Steps, misreading};
use zarr_conform_runner::{FailureKind, Operation, Verdict};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Binds, Fact, Level, Vectors};

const EDITION: Edition = Edition::V3_1;
const REFUSED: &str = "it is refused";
const COPED: &str = "it is taken as its valid twin is";

fn vectors() -> Vectors {
    zarr_conform_embedded::vectors().unwrap()
}

/// The verdicts on the checks of a fact, by operation, of an implementation with these misreadings.
fn verdicts(vectors: &Vectors, fact: &str, misreadings: &[&str]) -> BTreeMap<Operation, Verdict> {
    let suite = Suite::new(vectors, EDITION, 1, |it| it.id == fact);
    let mut steps = Steps::literal(EDITION);
    for name in misreadings {
        steps = steps.with(misreading::named(name).unwrap().replacements);
    }
    let checks = 0..suite.plan().len();
    let of_fact = checks.filter(|&at| suite.plan().id(at).to_string().starts_with(fact));
    let judged = of_fact.map(|at| (suite.check(at).operation, suite.verdict(at, steps.clone())));
    judged.collect()
}

/// A verdict in a word: the reading that was seen, or the failure.
fn in_a_word(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Behaviour { readings, .. } => readings.join(" and "),
        Verdict::Pass { .. } => "pass".to_owned(),
        Verdict::Fail(failure) => failure.kind.name().to_owned(),
        other => format!("{other:?}"),
    }
}

#[rstest]
#[case::parameter("gzip/configuration/level-10", "gzip-level-above-9-accepted")]
#[case::parameter_of_another_type("blosc/configuration/cname-true", "blosc-cname-of-any-type")]
#[case::spelling(
    "data-types/fill-value-integer/int8-fraction-zero",
    "fill-integers-with-fraction"
)]
#[case::spelling_of_100(
    "data-types/fill-value-integer/uint64-exponent-integer",
    "fill-integers-with-fraction"
)]
#[case::names(
    "core/array-metadata-optional/dimension-names-too-short",
    "dimension-names-uncounted"
)]
#[case::attributes(
    "core/array-metadata-optional/attributes-list",
    "attributes-of-any-type"
)]
fn readers_may_cope_and_writers_may_not(#[case] fact: &str, #[case] accepting: &str) {
    let vectors = vectors();
    let strict = verdicts(&vectors, fact, &[]);
    let lenient = verdicts(&vectors, fact, &[accepting]);
    assert!(strict.contains_key(&Operation::Create), "{strict:?}");
    assert!(strict.contains_key(&Operation::Open), "{strict:?}");
    for (operation, verdict) in &strict {
        let reads = matches!(operation, Operation::Open | Operation::Decode);
        let (refuses, copes) = if reads {
            (REFUSED, COPED)
        } else {
            ("pass", FailureKind::AcceptedInvalid.name())
        };
        assert_eq!(in_a_word(verdict), refuses, "{fact}#{operation}");
        assert_eq!(in_a_word(&lenient[operation]), copes, "{fact}#{operation}");
    }
}

/// What a reader may not do is to make other elements: 1.0 is not 0.
#[test]
fn other_elements_are_wrong_data() {
    let fact = "data-types/fill-value-integer/int8-fraction-zero";
    let judged = verdicts(&vectors(), fact, &["unreadable-fill-value-is-zero"]);
    assert_eq!(in_a_word(&judged[&Operation::Open]), "wrong-data");
}

/// What binds the writer is refused, has a twin that means what a reader makes of it, and differs from it
/// in nothing that elements depend on.
#[test]
fn reading_is_at_level_open_and_writing_at_that_of_the_fact() {
    let vectors = vectors();
    let bound = |fact: &Fact| fact.binds == Binds::Writer;
    assert!(vectors.facts().iter().filter(|it| bound(it)).count() > 150);
    let suite = Suite::new(&vectors, EDITION, 1, bound);
    for at in 0..suite.plan().len() {
        let check = suite.check(at);
        let id = check.id.to_string();
        let Some(fact) = vectors.fact(id.split('#').next().unwrap()) else {
            continue;
        };
        let expected = match check.operation {
            Operation::Open | Operation::Read | Operation::Decode | Operation::Node => Level::Open,
            // No implementation has to create arrays with the chunk keys of version 2.
            Operation::Create if fact.id.contains("v2-key") => Level::May,
            _ => fact.level,
        };
        assert_eq!(check.level, expected, "{id}");
    }
}
