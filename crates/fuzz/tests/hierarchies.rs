//! Random hierarchies: what must come of them, how they are shrunk, and who is asked them.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::collections::{BTreeMap, BTreeSet};

use zarr_conform_diagnosis::{Reference, replacements};
use zarr_conform_fuzz::hierarchy::mistakes;
use zarr_conform_fuzz::{AnyCase, Choices, Hunt, InProcess, Made, NoFact, input};
use zarr_conform_protocol::subject::Operations as _;
use zarr_conform_reference::Steps;
use zarr_conform_reference::misreading::{self, Misreading};
use zarr_conform_reference::steps::{Probe, Step};
use zarr_conform_requirements::Registry;
use zarr_conform_runner::{FailureKind, Operation, ReferenceReader, Verdict, Within};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Fact, Statement};

const EDITIONS: [Edition; 2] = [Edition::V3_0, Edition::V3_1];

fn hierarchies(choices: &Choices, number: u64) -> impl Iterator<Item = AnyCase> {
    (0..number).map(|seed| AnyCase::hierarchy(seed, choices).unwrap())
}

fn within(edition: Edition) -> Within<'static> {
    Within {
        hello: Reference::new(edition).hello(),
        reader: &ReferenceReader,
        edition,
    }
}

fn mistake(case: &AnyCase) -> Option<&'static str> {
    match &case.made {
        Made::Hierarchy(it) => it.mistake().map(|it| it.name),
        _ => panic!("{case:?} is not a hierarchy"),
    }
}

/// The reference finds what follows from how a case was made, and refuses what has a mistake. Each requirement is one of
/// the edition.
#[test]
fn the_reference_finds_what_a_case_was_made_of() {
    let registry = Registry::load().unwrap();
    for edition in EDITIONS {
        let choices = Choices::all(edition);
        for (seed, case) in hierarchies(&choices, 3000).enumerate() {
            let facts = case.facts(edition, "case");
            let facts = facts.unwrap_or_else(|error| panic!("{seed}: {error}: {case:?}"));
            for (fact, _) in facts {
                assert!(!fact.requirements.is_empty(), "{fact:?}");
                for id in &fact.requirements {
                    let requirement = registry.requirement(id);
                    let requirement = requirement.unwrap_or_else(|| panic!("{id}: {case:?}"));
                    assert!(requirement.editions.contains(&edition), "{id}: {case:?}");
                }
            }
        }
    }
}

/// Nothing that a hierarchy can have, and no mistake, is never chosen.
#[test]
fn everything_comes_up() {
    let choices = Choices::all(Edition::V3_1);
    let mut words = BTreeMap::<String, u64>::new();
    let mut most = 0;
    for case in hierarchies(&choices, 2000) {
        for word in case.features() {
            *words.entry(word).or_default() += 1;
        }
        let facts = case.facts(Edition::V3_1, "case").unwrap();
        let Statement::Hierarchy(it) = &facts[0].0.statement else {
            panic!("{case:?} is about no hierarchy");
        };
        let documents = it.documents.keys();
        most = most.max(documents.filter(|it| it.ends_with("zarr.json")).count());
    }
    let mut expected: BTreeSet<&str> = mistakes(&choices).map(|it| it.name).collect();
    expected.extend([
        "hierarchy",
        "create group",
        "create array",
        "set attributes",
        "delete",
        "write",
        "consolidate",
        "array in a hierarchy",
        "below the root",
        "several levels",
        "through the root",
        "odd name",
        "attributes",
        "null in attributes",
        "unknown member",
        "consolidated metadata",
        "nodes below",
        "other nodes",
        "odd names of other nodes",
        "members of other nodes",
        "other files",
        "keys of v2",
        "chunks that are not stored",
        "several dimensions",
        "seen from the root",
    ]);
    let found: BTreeSet<&str> = words.keys().map(String::as_str).collect();
    assert_eq!(found, expected);
    assert!(words.values().all(|it| *it >= 10), "{words:?}");
    assert_eq!(most, 12, "a hierarchy is a look at");
}

#[test]
fn the_same_choices_make_the_same_hierarchy() {
    for edition in EDITIONS {
        let choices = Choices::all(edition);
        for (seed, case) in (0..).zip(hierarchies(&choices, 300)) {
            assert_eq!(AnyCase::hierarchy(seed, &choices).as_ref(), Some(&case));
            let again = case.replayed(case.record().clone(), &choices);
            assert_eq!(again, Some(case));
        }
    }
}

/// Whatever is taken out, the reference and the case agree, the mistake is the same, and in the end nothing is left.
#[test]
fn simpler_hierarchies_hold_and_shrinking_ends() {
    for edition in EDITIONS {
        let choices = Choices::all(edition);
        for mut case in hierarchies(&choices, 60) {
            let kind = mistake(&case);
            let mut steps = 0;
            loop {
                let simpler = case.record().simpler().into_iter();
                let mut simpler = simpler.filter_map(|it| case.simplified(it, &choices));
                let Some(next) = simpler.next() else { break };
                for it in std::iter::once(&next).chain(&simpler.step_by(7).collect::<Vec<_>>()) {
                    let facts = it.facts(edition, "case");
                    assert!(facts.is_ok(), "{facts:?}: {it:?}");
                    assert_eq!(mistake(it), kind);
                }
                case = next;
                steps += 1;
                assert!(steps < 1000, "no end: {case:?}");
            }
            // A mistake may need something: an array, a new node, or a member that is marked.
            let features = case.features();
            assert!(features.len() == 1 || kind.is_some(), "{features:?}");
        }
    }
}

/// Who does not offer to find nodes is asked no hierarchies, and every other case is the same.
#[test]
fn who_finds_no_nodes_is_asked_no_hierarchies() {
    let choices = Choices::all(Edition::V3_1);
    let mut lacking = choices.clone();
    lacking.ops.retain(|it| it != "node");
    let mut hierarchies = 0;
    for number in 0..1500 {
        let (one, other) = (
            AnyCase::nth(1, number, &choices),
            AnyCase::nth(1, number, &lacking),
        );
        assert!(!matches!(other.made, Made::Hierarchy(_)));
        if matches!(one.made, Made::Hierarchy(_)) {
            hierarchies += 1;
        } else {
            assert_eq!(one, other, "{number}");
        }
    }
    assert_eq!(hierarchies, 100);
}

/// What is not offered is not done.
#[test]
fn only_changes_that_are_offered_are_made() {
    let mut choices = Choices::all(Edition::V3_1);
    choices.ops = vec!["node".to_owned(), "set_attributes".to_owned()];
    let mut acts = BTreeSet::new();
    for case in hierarchies(&choices, 400) {
        for check in case.checks(Edition::V3_1).unwrap() {
            for it in &check.requests {
                acts.insert(it.ask.op().to_owned());
                let is_lacking = it.ask.offers_needed().contains(&"through");
                assert!(!is_lacking, "{case:?}");
            }
        }
    }
    let changes = ["create_group", "create", "write", "delete", "consolidate"];
    assert!(acts.contains("set_attributes"));
    assert!(changes.iter().all(|it| !acts.contains(*it)), "{acts:?}");
}

/// Golden facts demand the refusal of each kind of mistake.
#[test]
fn mistakes_are_those_of_golden_facts() {
    let vectors = zarr_conform_embedded::vectors().unwrap();
    let is_refused = |fact: &&Fact| matches!(&fact.statement, Statement::Hierarchy(it) if it.claim.refused().is_some());
    for edition in EDITIONS {
        for mistake in mistakes(&Choices::all(edition)) {
            let mut facts = vectors.facts().iter().filter(is_refused);
            let found = facts.any(|it| {
                it.editions.contains(&edition)
                    && mistake
                        .requirements
                        .iter()
                        .all(|id| it.requirements.iter().any(|it| it == id))
            });
            assert!(found, "{edition}: {}", mistake.name);
        }
    }
}

/// Each misreading of nodes, those that accept what is invalid among them, fails one of these hierarchies.
#[test]
fn every_misreading_of_nodes_is_found() {
    const CASES: u64 = 3000;
    let of_hierarchies = |step| matches!(step, Step::Hierarchy(_));
    let is_of_hierarchies = |it: &&Misreading| it.replaces().iter().all(of_hierarchies);
    let edition = Edition::V3_1;
    let mut left: Vec<&Misreading> = misreading::all().filter(is_of_hierarchies).collect();
    left.retain(|it| it.editions.contains(&edition));
    assert!(left.len() > 60);
    let within = within(edition);
    let mut probe = Probe::new(edition, &replacements(&left));
    for case in hierarchies(&Choices::all(edition), CASES) {
        let mut found = BTreeSet::new();
        for check in case.checks(edition).unwrap() {
            let literal = Steps::literal(edition).probed(&probe);
            within.judge(&check, &Reference::of(String::new(), literal));
            for rival in probe.take().into_iter().map(|it| left[it]) {
                let verdict = within.judge(&check, &Reference::misread(rival, edition));
                if matches!(verdict, Verdict::Fail(_)) {
                    found.insert(rival.name);
                }
            }
        }
        if !found.is_empty() {
            left.retain(|it| !found.contains(it.name));
            probe = Probe::new(edition, &replacements(&left));
        }
    }
    let left: Vec<&str> = left.iter().map(|it| it.name).collect();
    // Folders without a document are never part of a case.
    assert_eq!(left, ["folders-are-children"]);
}

/// A misreading of nodes is found, reduced to what it takes, and written down as an input.
#[test]
fn a_failing_hierarchy_is_reduced_and_becomes_an_input() {
    let edition = Edition::V3_1;
    let choices = Choices::all(edition);
    let misreading = misreading::named("zgroup-hides-children").unwrap();
    let within = within(edition);
    let inside = Reference::misread(misreading, edition);
    let mut ask = InProcess {
        within: &within,
        inside: &inside,
    };
    let hunt = Hunt::new(&choices, 1);
    let mut numbers = 0..2000;
    let found = hunt.run(&mut ask, &mut || {
        numbers.next().filter(|_| hunt.finds().causes.is_empty())
    });
    found.unwrap();
    let cause = hunt.finds().causes[0].clone();
    assert_eq!(cause.signature.kind, FailureKind::WrongMetadata);
    let operation = cause.check.operation().unwrap();
    assert!(
        [Operation::Children, Operation::Walk]
            .iter()
            .any(|it| it.name() == operation)
    );
    let features: Vec<&str> = cause.features.iter().map(String::as_str).collect();
    assert_eq!(features, ["hierarchy", "nodes below", "other files"]);
    assert_eq!(
        input::fact(&cause, edition, "found").unwrap(),
        r#"
[[fact]]
name = "found"
kind = "hierarchy"
path = "/"
documents = { ".zgroup" = "{\"zarr_format\": 2}", "a/zarr.json" = "{\"zarr_format\":3,\"node_type\":\"group\"}", "zarr.json" = "{\"zarr_format\":3,\"node_type\":\"group\"}" }
children = true
walk = true
requirements = ["group-metadata.mandatory", "hierarchy.root", "hierarchy.tree"]
comment = "finds other nodes, with hierarchy, nodes below, other files"
"#
    );
}

/// What the text of 3.0 does not decide is no fact of it.
#[test]
fn a_hierarchy_of_the_current_text_is_no_fact_of_an_earlier_one() {
    let choices = Choices::all(Edition::V3_1);
    let words = ["unknown member", "consolidate"];
    for case in hierarchies(&choices, 300) {
        let features = case.features();
        if words.iter().any(|it| features.contains(*it)) {
            let facts = case.facts(Edition::V3_0, "case");
            assert!(matches!(facts, Err(NoFact::Refused(_))), "{case:?}");
        }
    }
}
