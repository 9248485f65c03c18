//! Causes are reported once, and a misreading is named where it gives what was found.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use zarr_conform_diagnosis::Reference;
use zarr_conform_fuzz::{Choices, Finds, Hunt, InProcess, Told, told};
use zarr_conform_protocol::subject::{Operations as _, Stop};
use zarr_conform_reference::{Steps, misreading};
use zarr_conform_runner::{ReferenceReader, Within};
use zarr_conform_terms::Edition;

const EDITION: Edition = Edition::V3_1;

/// What is found among 250 cases where these misreadings are made, of which the first counts only.
fn finds(names: &[&str]) -> Finds {
    let steps = names.iter().fold(Steps::literal(EDITION), |steps, name| {
        let misreading = misreading::named(name).unwrap();
        steps.with(misreading.replacements)
    });
    let choices = Choices::all(EDITION);
    let within = Within {
        hello: Reference::new(EDITION).hello(),
        reader: &ReferenceReader,
        edition: EDITION,
    };
    let inside = Reference::of(String::new(), steps);
    let mut ask = InProcess {
        within: &within,
        inside: &inside,
    };
    let hunt = Hunt::new(&choices, 1);
    let mut numbers = 0..250;
    hunt.run(&mut ask, &mut || numbers.next()).unwrap();
    hunt.finds().clone()
}

fn told_of(finds: &Finds) -> Vec<Told> {
    told(finds, 1, &Choices::all(EDITION), &Stop::default()).unwrap()
}

/// Whatever a single misreading makes of cases is reported as one cause, or as several of which each has
/// another failure.
#[test]
fn what_one_misreading_explains_is_told_once() {
    for name in ["endian-ignored", "order-inverted", "v2-key-with-prefix"] {
        let finds = finds(&[name]);
        let told = told_of(&finds);
        let named = told
            .iter()
            .filter(|it| it.misreadings.iter().any(|it| it.name == name));
        assert_eq!(named.count(), 1, "{name}: {:?}", finds.causes);
        let counted: u64 = told.iter().map(|it| it.cause.count).sum();
        let found: u64 = finds.causes.iter().map(|it| it.count).sum();
        assert_eq!(counted, found, "{name}: each case counts once");
        let kinds: Vec<_> = told.iter().map(|it| it.cause.signature.kind).collect();
        assert!(kinds.is_sorted(), "{name}: {kinds:?}");
    }
}

/// Two that have nothing to do with each other are distinguished.
#[test]
fn two_misreadings_are_told_apart() {
    let names = ["endian-ignored", "v2-key-with-prefix"];
    let told = told_of(&finds(&names));
    for name in names {
        let is_named = |it: &&Told| it.misreadings.iter().any(|it| it.name == name);
        let names = told.iter().map(|it| {
            let names: Vec<&str> = it.misreadings.iter().map(|it| it.name).collect();
            (names, &it.cause.features, it.cause.count, &it.cause.check)
        });
        let names: Vec<_> = names.collect();
        assert!(told.iter().any(|it| is_named(&it)), "{name}: {names:?}");
    }
    let both = |it: &&Told| {
        let names = names.iter();
        names
            .into_iter()
            .all(|name| it.misreadings.iter().any(|it| it.name == *name))
    };
    assert_eq!(told.iter().filter(both).count(), 0);
}

/// Who passed what a misreading fails has not made it.
#[test]
fn a_misreading_that_fails_what_passed_is_not_named() {
    let mut finds = finds(&["order-inverted"]);
    // These were not asked; whoever inverts orders fails some of them.
    finds.passed = (1000..1200).collect();
    let told = told_of(&finds);
    assert!(told.iter().all(|it| it.misreadings.is_empty()));
}

/// A refusal looks alike whatever its cause, however much else passed.
#[test]
fn nothing_is_named_for_refusals_only() {
    let finds = finds(&["scalars-refused"]);
    assert!(finds.passed.len() >= 100 && !finds.causes.is_empty());
    let told = told_of(&finds);
    assert!(told.iter().all(|it| it.misreadings.is_empty()));
}

/// What one case shows may be shown by another mistake, too.
#[test]
fn nothing_is_named_where_a_single_case_supports_it() {
    let mut finds = finds(&["endian-ignored"]);
    let is_named = |finds: &Finds| told_of(finds).iter().any(|it| !it.misreadings.is_empty());
    assert!(is_named(&finds));
    let first = finds.causes[0].seen[0].number;
    for cause in &mut finds.causes {
        cause.seen.retain(|it| it.number == first);
    }
    assert!(!is_named(&finds));
}
