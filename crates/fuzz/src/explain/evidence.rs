//! In which cases a misreading gives what was found.

use std::collections::{BTreeMap, BTreeSet};

use zarr_conform_diagnosis::{Suite, replacements};
use zarr_conform_protocol::subject::Stop;
use zarr_conform_reference::misreading::{self, Misreading};
use zarr_conform_runner::{CheckId, Failure, FailureKind, Gave, Plan, Verdict};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Vectors;

use super::NotTold;
use crate::{Again, AnyCase, Choices, Finds, NoFact};

/// The misreadings that give what was found in the simplest case of a cause, by name, each with the
/// numbers of the random cases of the cause in which it gives what was found, too.
pub(super) type Explained = BTreeMap<&'static str, BTreeSet<u64>>;

/// Checks of cases, asked of misreadings.
struct Judged<'a> {
    suite: Suite<'a>,
    edition: Edition,
    /// The positions of the checks of each fact.
    of: BTreeMap<String, Vec<usize>>,
}

/// A case that failed: how, and what of it passed.
struct Failing {
    at: usize,
    gave: Gave,
    passed: Vec<usize>,
}

impl<'a> Judged<'a> {
    fn new(vectors: &'a Vectors, choices: &Choices) -> Self {
        let suite = Suite::new(vectors, choices.edition, 0, |_| true).offering(&choices.ops);
        let mut of: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let plan: &Plan<'_> = suite.plan();
        for at in 0..plan.len() {
            let fact = plan.id(at).fact().to_string();
            of.entry(fact).or_default().push(at);
        }
        Self {
            suite,
            edition: choices.edition,
            of,
        }
    }

    /// The checks of the case with this name.
    fn of_case(&self, name: &str) -> &[usize] {
        let id = format!("{}/{name}", crate::state::TOPIC);
        self.of.get(&id).map_or(&[], Vec::as_slice)
    }

    /// What is known of the case with this name.
    fn failing(
        &self,
        name: &str,
        check: &CheckId,
        failure: &Failure,
        passed: &[CheckId],
    ) -> Result<Failing, NotTold> {
        let operation = |at: usize| self.suite.plan().id(at).operation();
        let checks = self.of_case(name).iter().copied();
        let mut failed = checks
            .clone()
            .filter(|at| operation(*at) == check.operation());
        let Some(at) = failed.next() else {
            let bug = "a check that failed is not among those of its case".to_owned();
            return Err(NoFact::Bug(bug).into());
        };
        let has_passed = |at: &usize| passed.iter().any(|it| it.operation() == operation(*at));
        Ok(Failing {
            at,
            gave: Gave::of(failure),
            passed: checks.filter(has_passed).collect(),
        })
    }

    fn fails(&self, at: usize, misreading: &Misreading) -> Option<Gave> {
        match self.suite.verdict(at, misreading.steps(self.edition)) {
            Verdict::Fail(failure) => Some(Gave::of(&failure)),
            _ => None,
        }
    }

    /// Whether a misreading gives what was found, and fails nothing of the case that passed.
    fn gives(&self, failing: &Failing, misreading: &Misreading) -> bool {
        let gave = self.fails(failing.at, misreading);
        gave.is_some_and(|it| failing.gave.is_same(&it))
            && !failing
                .passed
                .iter()
                .any(|&at| self.fails(at, misreading).is_some())
    }
}

/// Of each cause, the misreadings that give what was found.
pub(super) fn explained(
    finds: &Finds,
    seed: u64,
    choices: &Choices,
    stop: &Stop,
) -> Result<Vec<Explained>, NotTold> {
    let vectors = Vectors::from_facts("random cases".to_owned(), facts(finds, seed, choices)?)?;
    let judged = Judged::new(&vectors, choices);
    let misreadings: Vec<&'static Misreading> = misreading::all()
        .filter(|it| it.editions.contains(&choices.edition))
        .collect();
    let simplest = finds
        .causes
        .iter()
        .enumerate()
        .map(|(at, it)| judged.failing(&simplest_of(at), &it.check, &it.failure, &it.passed));
    let simplest: Vec<Failing> = simplest.collect::<Result<_, _>>()?;
    let checks: Vec<usize> = simplest.iter().map(|it| it.at).collect();
    let touched = judged
        .suite
        .touched(&checks, &replacements(&misreadings), stop);
    let mut explained: Vec<Explained> = Vec::new();
    for ((failing, rivals), cause) in simplest.iter().zip(touched).zip(&finds.causes) {
        // What was not asked by itself may have other reasons, and what changes has none of these.
        let rivals = rivals.into_iter().map(|it| misreadings[it]);
        let rivals = rivals.filter(|_| cause.again == Again::Same);
        let same = rivals.filter(|it| judged.gives(failing, it));
        explained.push(same.map(|it| (it.name, BTreeSet::new())).collect());
    }
    only_whole_refusals(finds, &mut explained);
    for (at, (cause, by)) in finds.causes.iter().zip(&mut explained).enumerate() {
        for seen in &cause.seen {
            let name = seen_of(at, seen.number);
            let failing = judged.failing(&name, &seen.check, &seen.failure, &seen.passed)?;
            for (rival, numbers) in &mut *by {
                if misreading::named(rival).is_some_and(|it| judged.gives(&failing, it)) {
                    numbers.insert(seen.number);
                }
            }
        }
        // Of two mistakes one may hide the other, but not mostly.
        by.retain(|_, numbers| 2 * numbers.len() >= cause.seen.len());
    }
    only_held(finds, &judged, &mut explained, stop);
    Ok(explained)
}

fn simplest_of(cause: usize) -> String {
    format!("cause-{cause}")
}

fn seen_of(cause: usize, number: u64) -> String {
    format!("cause-{cause}-seen-{number}")
}

fn passed_of(number: u64) -> String {
    format!("passed-{number}")
}

type Facts = Vec<(
    zarr_conform_vectors::Fact,
    Option<zarr_conform_vectors::Store>,
)>;

/// The facts of all cases that anything is known of.
fn facts(finds: &Finds, seed: u64, choices: &Choices) -> Result<Facts, NotTold> {
    let mut facts = Vec::new();
    for (at, cause) in finds.causes.iter().enumerate() {
        facts.extend(cause.case.facts(choices.edition, &simplest_of(at))?);
        for seen in &cause.seen {
            let name = seen_of(at, seen.number);
            facts.extend(seen.case.facts(choices.edition, &name)?);
        }
    }
    for &number in &finds.passed {
        let case = AnyCase::nth(seed, number, choices);
        facts.extend(case.facts(choices.edition, &passed_of(number))?);
    }
    Ok(facts)
}

/// Leaves out the misreadings that fail too much of what passed.
fn only_held(finds: &Finds, judged: &Judged<'_>, explained: &mut [Explained], stop: &Stop) {
    let possible: BTreeSet<&'static str> =
        explained.iter().flat_map(|it| it.keys().copied()).collect();
    let possible: Vec<&'static Misreading> =
        possible.into_iter().filter_map(misreading::named).collect();
    let passed = finds.passed.iter();
    let passed: Vec<(u64, usize)> = passed
        .flat_map(|&number| {
            let checks = judged.of_case(&passed_of(number)).iter();
            checks.map(move |&at| (number, at))
        })
        .collect();
    let checks: Vec<usize> = passed.iter().map(|(_, at)| *at).collect();
    let touched = judged
        .suite
        .touched(&checks, &replacements(&possible), stop);
    let mut wrong: BTreeMap<&str, BTreeSet<u64>> = BTreeMap::new();
    for ((number, at), rivals) in passed.into_iter().zip(touched) {
        for rival in rivals.into_iter().map(|it| possible[it]) {
            if judged.fails(at, rival).is_some() {
                wrong.entry(rival.name).or_default().insert(number);
            }
        }
    }
    let failed: u64 = finds.causes.iter().map(|it| it.count).sum();
    let holds = |name: &str, explained: &[Explained]| {
        let right = finds.causes.iter().zip(explained);
        let right = right.filter(|(_, by)| by.contains_key(name));
        let right: u64 = right.map(|(cause, _)| cause.count).sum();
        let wrong = wrong.get(name).map_or(0, BTreeSet::len) as u64;
        // Those that are kept stand for all that passed.
        let all = finds.cases.saturating_sub(failed);
        right * finds.passed.len() as u64 >= 9 * wrong * all
    };
    for misreading in possible {
        if !holds(misreading.name, explained) {
            for by in &mut *explained {
                by.remove(misreading.name);
            }
        }
    }
}

/// Leaves out what is not evidence, as in the diagnosis of a run: a refusal looks alike whatever its
/// cause. It counts for a misreading that refuses whatever was refused with the same words.
fn only_whole_refusals(finds: &Finds, explained: &mut [Explained]) {
    let is_refusal = |at: usize| finds.causes[at].signature.kind == FailureKind::RejectedValid;
    let words = |at: usize| finds.causes[at].signature.words.as_str();
    let mut by_all: BTreeMap<&str, BTreeSet<&'static str>> = BTreeMap::new();
    for at in (0..explained.len()).filter(|at| is_refusal(*at)) {
        let names = || explained[at].keys().copied();
        let by_all = by_all.entry(words(at)).or_insert_with(|| names().collect());
        by_all.retain(|it| explained[at].contains_key(it));
    }
    for at in (0..explained.len()).filter(|at| is_refusal(*at)) {
        if let Some(by_all) = by_all.get(words(at)) {
            explained[at].retain(|it, _| by_all.contains(it));
        }
    }
}

#[cfg(test)]
mod tests {
    use zarr_conform_runner::{FactId, Operation};

    use super::*;
    use crate::{Cause, Demand, Signature};

    /// A cause of a kind whose words are these.
    fn cause(kind: FailureKind, found: &str) -> Cause {
        let case = AnyCase::nth(1, 0, &Choices::all(Edition::V3_1));
        let failure = Failure::new(kind, "acceptance", found);
        Cause {
            signature: Signature::of(Demand::Required, Operation::Read, &failure),
            features: case.features(),
            check: FactId::new("fuzz/found/case").check(Operation::Read),
            failure,
            passed: Vec::new(),
            seen: Vec::new(),
            case,
            number: 0,
            count: 1,
            again: Again::Same,
        }
    }

    #[test]
    fn a_misreading_explains_all_refusals_with_the_same_words_or_none() {
        let refused = FailureKind::RejectedValid;
        let finds = Finds {
            causes: vec![
                cause(refused, "refused as invalid: too short"),
                cause(refused, "refused as invalid: too short"),
                cause(refused, "refused as invalid: too long"),
                cause(FailureKind::WrongData, "01"),
            ],
            ..Finds::default()
        };
        let by = |names: &[&'static str]| -> Explained {
            names.iter().map(|it| (*it, BTreeSet::new())).collect()
        };
        let mut explained = [&["a", "b"][..], &["b", "c"], &["d"], &["e", "f"]].map(by);
        only_whole_refusals(&finds, &mut explained);
        assert_eq!(explained, [&["b"][..], &["b"], &["d"], &["e", "f"]].map(by));
    }
}
