//! Which misreadings of the specification give what was found, and causes told once.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use zarr_conform_diagnosis::{Suite, replacements};
use zarr_conform_protocol::subject::Stop;
use zarr_conform_reference::misreading::{self, Misreading};
use zarr_conform_runner::{CheckId, FactId, FailureKind, Gave, Verdict};
use zarr_conform_vectors::{LoadError, Vectors};

use crate::case::features::Features;
use crate::{AnyCase, Cause, Choices, Finds, NoFact, Signature};

/// Where fewer cases passed, refusals are no evidence.
const FEWEST_PASSED: usize = 100;

/// A cause as it is told: the simplest case, and how many failed for the same reason.
#[derive(Clone)]
pub struct Told {
    /// The simplest of the causes that are told as this one. Its count is that of all of them.
    pub cause: Cause,
    /// The misreadings of which each gives exactly what was found, in every case of the cause; none
    /// where nothing is known.
    pub misreadings: Vec<&'static Misreading>,
}

/// Why nothing can be told: always a defect of this program.
#[derive(Debug, thiserror::Error)]
pub enum NotTold {
    /// A case that was asked is no fact.
    #[error(transparent)]
    NoFact(#[from] NoFact),
    /// Facts of cases contradict each other.
    #[error(transparent)]
    Load(#[from] LoadError),
}

/// The causes of a hunt, the worst first: silently wrong data, then by how many cases failed. What
/// one misreading explains is told once. A misreading is named only where it gives what was found,
/// and where nine in ten of the cases that it fails failed: of two mistakes one may hide the other.
///
/// # Errors
/// Where a case that was asked is no fact.
pub fn told(
    finds: &Finds,
    seed: u64,
    choices: &Choices,
    stop: &Stop,
) -> Result<Vec<Told>, NotTold> {
    let explained = explained(finds, seed, choices, stop)?;
    let mut left: Vec<(&Cause, Vec<&'static Misreading>)> =
        finds.causes.iter().zip(explained).collect();
    let mut told = Vec::new();
    while let Some(best) = explains_most(&left) {
        let (same, rest): (Vec<_>, Vec<_>) = left
            .into_iter()
            .partition(|(_, by)| by.iter().any(|it| it.name == best.name));
        left = rest;
        let by_all = misreading::all().filter(|it| {
            let is_named = |by: &[&Misreading]| by.iter().any(|other| other.name == it.name);
            same.iter().all(|(_, by)| is_named(by))
        });
        let misreadings = by_all.collect();
        let causes: Vec<&Cause> = same.into_iter().map(|(cause, _)| cause).collect();
        told.extend(one(&causes).map(|cause| Told { cause, misreadings }));
    }
    // Refusals with the same words are one cause, as in an ordinary report, and so is what goes wrong in
    // reading and in writing.
    let none = Features::new();
    let mut alike: BTreeMap<(FailureKind, &str, bool, &Features), Vec<&Cause>> = BTreeMap::new();
    for (cause, _) in left {
        let Signature { kind, words, .. } = &cause.signature;
        // Features of a case that is not reduced say little.
        let features = if words.is_empty() && cause.is_asked_again {
            &cause.features
        } else {
            &none
        };
        let key = (*kind, words.as_str(), cause.is_asked_again, features);
        alike.entry(key).or_default().push(cause);
    }
    told.extend(alike.values().filter_map(|causes| {
        one(causes).map(|cause| Told {
            cause,
            misreadings: Vec::new(),
        })
    }));
    // Kinds of failures are in order, the worst first.
    told.sort_by_key(|it| {
        let cause = &it.cause;
        (cause.signature.kind, Reverse(cause.count), cause.number)
    });
    Ok(told)
}

/// The misreading that explains the most causes; of several, the first that is listed.
fn explains_most(left: &[(&Cause, Vec<&'static Misreading>)]) -> Option<&'static Misreading> {
    let explains = |misreading: &Misreading| {
        let by = left.iter().map(|(_, by)| by);
        by.filter(|by| by.iter().any(|it| it.name == misreading.name))
            .count()
    };
    let counted = misreading::all().map(|it| (explains(it), it));
    let best = counted.filter(|(number, _)| *number > 0).enumerate();
    let best = best.min_by_key(|(at, (number, _))| (Reverse(*number), *at));
    best.map(|(_, (_, misreading))| misreading)
}

/// Several causes as one: the simplest, one that only reads before one that writes.
fn one(causes: &[&Cause]) -> Option<Cause> {
    let simplest = causes.iter().min_by_key(|it| {
        (
            it.signature.kind,
            it.features.len(),
            it.signature.is_written,
            it.case.elements(),
            it.number,
        )
    })?;
    Some(Cause {
        count: causes.iter().map(|it| it.count).sum(),
        ..(*simplest).clone()
    })
}

/// Of each cause, the misreadings that give what was found.
fn explained(
    finds: &Finds,
    seed: u64,
    choices: &Choices,
    stop: &Stop,
) -> Result<Vec<Vec<&'static Misreading>>, NotTold> {
    let edition = choices.edition;
    let mut facts = Vec::new();
    for (at, cause) in finds.causes.iter().enumerate() {
        facts.extend(cause.case.facts(edition, &format!("cause-{at}"))?);
    }
    for (at, &number) in finds.passed.iter().enumerate() {
        let case = AnyCase::nth(seed, number, choices);
        facts.extend(case.facts(edition, &format!("passed-{at}"))?);
    }
    let vectors = Vectors::from_facts("random cases".to_owned(), facts)?;
    let suite = Suite::new(&vectors, edition, 0, |_| true).offering(&choices.ops);
    let plan = suite.plan();
    let id = |name: String| format!("{}/{name}", crate::state::TOPIC);
    let of_fact = |id: String| (0..plan.len()).filter(move |&at| plan.id(at).fact().as_str() == id);
    let failed = finds.causes.iter().enumerate().filter_map(|(at, cause)| {
        let mut checks = of_fact(id(format!("cause-{at}")));
        checks.find(|&it| plan.id(it).operation() == cause.check.operation())
    });
    let failed: Vec<usize> = failed.collect();
    if failed.len() < finds.causes.len() {
        return Err(
            NoFact::Bug("a check that failed is not among those of its case".to_owned()).into(),
        );
    }
    let passed = (0..finds.passed.len()).flat_map(|at| of_fact(id(format!("passed-{at}"))));
    let passed: Vec<usize> = passed.collect();
    let misreadings: Vec<&Misreading> = misreading::all()
        .filter(|it| it.editions.contains(&edition))
        .collect();
    let rivals = replacements(&misreadings);
    let touched = suite.touched(&failed, &rivals, stop);
    let gives = |at: usize, rival: usize| suite.verdict(at, misreadings[rival].steps(edition));
    let mut explained: Vec<BTreeSet<usize>> = Vec::new();
    for ((at, cause), rivals) in failed.iter().zip(&finds.causes).zip(touched) {
        if !cause.is_asked_again {
            explained.push(BTreeSet::new());
            continue;
        }
        let gave = Gave::of(&cause.failure);
        let has_passed = |check: &CheckId| {
            let mut passed = cause.passed.iter();
            passed.any(|it| it.operation() == check.operation())
        };
        let of_case = of_fact(plan.id(*at).fact().as_str().to_owned());
        let of_case: Vec<usize> = of_case.filter(|it| has_passed(plan.id(*it))).collect();
        let rivals = rivals.into_iter().filter(|rival| {
            let verdict = gives(*at, *rival);
            matches!(verdict, Verdict::Fail(found) if gave.is_same(&Gave::of(&found)))
                && !of_case
                    .iter()
                    .any(|&at| matches!(gives(at, *rival), Verdict::Fail(_)))
        });
        explained.push(rivals.collect());
    }
    only_whole_refusals(finds, &mut explained);
    let possible: BTreeSet<usize> = explained.iter().flatten().copied().collect();
    let possible: Vec<usize> = possible.into_iter().collect();
    let candidates: Vec<&Misreading> = possible.iter().map(|&it| misreadings[it]).collect();
    let mut wrong: BTreeMap<usize, BTreeSet<FactId<'_>>> = BTreeMap::new();
    let touched = suite.touched(&passed, &replacements(&candidates), stop);
    for (&at, rivals) in passed.iter().zip(touched) {
        for rival in rivals.into_iter().map(|it| possible[it]) {
            if matches!(gives(at, rival), Verdict::Fail(_)) {
                wrong.entry(rival).or_default().insert(plan.id(at).fact());
            }
        }
    }
    let failed: u64 = finds.causes.iter().map(|it| it.count).sum();
    let holds = |rival: usize| {
        let right = finds.causes.iter().zip(&explained);
        let right = right.filter(|(_, rivals)| rivals.contains(&rival));
        let right: u64 = right.map(|(cause, _)| cause.count).sum();
        let wrong = wrong.get(&rival).map_or(0, BTreeSet::len) as u64;
        // Those that are kept stand for all that passed.
        let all = finds.cases.saturating_sub(failed);
        right * finds.passed.len() as u64 >= 9 * wrong * all
    };
    let held: BTreeSet<usize> = possible.into_iter().filter(|it| holds(*it)).collect();
    let named = explained.into_iter().map(|rivals| {
        let left = rivals.into_iter().filter(|it| held.contains(it));
        left.map(|it| misreadings[it]).collect()
    });
    Ok(named.collect())
}

/// Leaves out what is no evidence, as in the diagnosis of a run: a refusal looks alike whatever its
/// cause. It counts for a misreading that refuses whatever was refused with the same words, and where
/// enough cases passed to contradict it.
fn only_whole_refusals(finds: &Finds, explained: &mut [BTreeSet<usize>]) {
    let mut by_all: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    let is_refusal = |cause: &Cause| cause.signature.kind == FailureKind::RejectedValid;
    for (cause, rivals) in finds.causes.iter().zip(&*explained) {
        if is_refusal(cause) {
            let words = cause.signature.words.as_str();
            let by_all = by_all.entry(words).or_insert_with(|| rivals.clone());
            by_all.retain(|it| rivals.contains(it));
        }
    }
    let is_contradicted = finds.passed.len() >= FEWEST_PASSED;
    for (cause, rivals) in finds.causes.iter().zip(explained) {
        if is_refusal(cause) {
            let by_all = by_all.get(cause.signature.words.as_str());
            let by_all = by_all.filter(|_| is_contradicted);
            rivals.retain(|it| by_all.is_some_and(|by_all| by_all.contains(it)));
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use zarr_conform_runner::{Failure, Operation};
    use zarr_conform_terms::Edition;

    use super::*;

    /// A cause of a kind whose words are these.
    fn cause(kind: FailureKind, found: &str) -> Cause {
        let case = AnyCase::nth(1, 0, &Choices::all(Edition::V3_1));
        let failure = Failure::new(kind, "acceptance", found);
        Cause {
            signature: Signature::of(Operation::Read, &failure),
            features: case.features(),
            check: FactId::new("fuzz/found/case").check(Operation::Read),
            failure,
            passed: Vec::new(),
            case,
            number: 0,
            count: 1,
            is_asked_again: true,
        }
    }

    #[rstest]
    #[case::enough_passed(FEWEST_PASSED, [&[1][..], &[1], &[3], &[4, 5]])]
    #[case::too_few_passed(FEWEST_PASSED - 1, [&[][..], &[], &[], &[4, 5]])]
    fn a_misreading_explains_all_refusals_with_the_same_words_or_none(
        #[case] passed: usize,
        #[case] expected: [&[usize]; 4],
    ) {
        let refused = FailureKind::RejectedValid;
        let finds = Finds {
            causes: vec![
                cause(refused, "refused as invalid: too short"),
                cause(refused, "refused as invalid: too short"),
                cause(refused, "refused as invalid: too long"),
                cause(FailureKind::WrongData, "01"),
            ],
            passed: vec![0; passed],
            ..Finds::default()
        };
        let mut explained =
            [&[0, 1][..], &[1, 2], &[3], &[4, 5]].map(|it: &[usize]| it.iter().copied().collect());
        only_whole_refusals(&finds, &mut explained);
        let expected = expected.map(|it| it.iter().copied().collect());
        assert_eq!(explained, expected as [BTreeSet<usize>; 4]);
    }
}
