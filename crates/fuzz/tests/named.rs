//! A misreading that an implementation has made is named, or nothing is: never another one.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use zarr_conform_diagnosis::{Reference, in_parallel};
use zarr_conform_fuzz::{Choices, Hunt, InProcess, told};
use zarr_conform_protocol::subject::{Operations as _, Stop};
use zarr_conform_reference::misreading::{self, Misreading};
use zarr_conform_reference::steps::Step;
use zarr_conform_runner::{ReferenceReader, Within};
use zarr_conform_terms::Edition;

const EDITION: Edition = Edition::V3_1;
const SEED: u64 = 1;
const CASES: u64 = 1200;

/// The misreadings that are named for each cause of a run against an implementation that made this one.
fn named(misreading: &Misreading) -> Vec<Vec<&'static str>> {
    let choices = Choices::all(EDITION);
    let within = Within {
        hello: Reference::new(EDITION).hello(),
        reader: &ReferenceReader,
        edition: EDITION,
    };
    let inside = Reference::misread(misreading, EDITION);
    let mut ask = InProcess {
        within: &within,
        inside: &inside,
    };
    let hunt = Hunt::new(&choices, SEED);
    let mut numbers = 0..CASES;
    hunt.run(&mut ask, &mut || numbers.next()).unwrap();
    let finds = hunt.finds().clone();
    let told = told(&finds, SEED, &choices, &Stop::default()).unwrap();
    let named = told
        .iter()
        .map(|it| it.misreadings.iter().map(|it| it.name).collect());
    named.collect()
}

/// Those that are wrongly named, of every `step`-th of the misreadings for which `is_asked` holds.
fn wrongly_named(is_asked: impl Fn(&Misreading) -> bool, step: usize) -> Vec<String> {
    let asked = misreading::all().filter(|it| it.editions.contains(&EDITION) && is_asked(it));
    let asked: Vec<&Misreading> = asked.step_by(step).collect();
    assert!(asked.len() >= 5, "only {} are asked", asked.len());
    let wrong = in_parallel(
        &asked,
        || (),
        |(), it| {
            let all = named(it);
            let mut false_ones = all
                .iter()
                .filter(|names| !names.is_empty() && !names.contains(&it.name));
            false_ones
                .next()
                .map(|names| format!("{}: {names:?}", it.name))
        },
    );
    wrong.into_iter().flatten().collect()
}

fn is_of_sharding(it: &Misreading) -> bool {
    it.requirements
        .iter()
        .any(|it| it.starts_with("sharding-indexed."))
}

/// One in twelve, or in sixteen: `no_misreading_is_named_as_another` asks all of them once a week.
#[test]
fn some_misreadings_of_shards_are_not_named_as_another() {
    let wrong = wrongly_named(is_of_sharding, 12);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn is_of_hierarchies(it: &Misreading) -> bool {
    let mut steps = it.replaces().iter();
    steps.all(|step| matches!(step, Step::Hierarchy(_)))
}

#[test]
fn some_misreadings_of_nodes_are_not_named_as_another() {
    let wrong = wrongly_named(is_of_hierarchies, 16);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
#[ignore = "it takes minutes; `.ci/step long-tests` runs it"]
fn no_misreading_is_named_as_another() {
    let wrong = wrongly_named(|_| true, 1);
    assert!(wrong.is_empty(), "{wrong:#?}");
}
