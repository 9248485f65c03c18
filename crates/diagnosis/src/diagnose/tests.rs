//! Every misreading, and pairs of them, as a library that has it.

use std::sync::{LazyLock, OnceLock};

use zarr_conform_runner::{FailureKind, Verdict};
use zarr_conform_vectors::Level;

use super::*;
use crate::suite::{in_parallel, replacements};
use zarr_conform_reference::Steps;

/// What each misreading of an edition gives, for every required check that it fails.
struct Known<'a> {
    suite: Suite<'a>,
    misreadings: Vec<&'static Misreading>,
    /// By misreading.
    alone: Vec<Came>,
    /// The same failures by misreading, then by check.
    predicted: Vec<BTreeMap<usize, Gave>>,
    /// By check, which misreadings change it.
    touched: Vec<Vec<usize>>,
}

/// What each run of the tests asks: what 3.0 and 3.1 share differs little.
const USUAL: [Edition; 2] = [Edition::V3_1, Edition::Draft];

/// Made once for all tests.
fn known(edition: Edition) -> &'static Known<'static> {
    static VECTORS: LazyLock<Vectors> = LazyLock::new(|| zarr_conform_embedded::vectors().unwrap());
    static KNOWN: [OnceLock<Known<'static>>; 3] = [const { OnceLock::new() }; 3];
    let at = Edition::ALL.iter().position(|it| *it == edition).unwrap();
    KNOWN[at].get_or_init(|| Known::of(&VECTORS, edition))
}

#[test]
#[ignore = "it takes minutes; `.ci/step long-tests` runs it"]
fn the_same_holds_in_every_edition_and_of_every_pair() {
    assert_none_crashes(&Edition::ALL);
    assert_each_is_named_first(&Edition::ALL);
    let both = assert_both_are_named(&Edition::ALL, 1);
    assert!(both >= 200, "{both} pairs show both");
}

/// What an implementation came to: what its failures gave and say. All other checks passed but those that it does not support.
#[derive(Default)]
struct Came {
    failed: Vec<(usize, Gave)>,
    words: BTreeMap<String, Bits>,
    /// As in a run, these are neither passed nor failed.
    unsupported: BTreeSet<usize>,
    crashes: Vec<CheckId>,
}

impl Came {
    fn groups(&self) -> Vec<Bits> {
        self.words.values().cloned().collect()
    }

    fn note(&mut self, at: usize, verdict: &Verdict) {
        if let Verdict::Fail(failure) = verdict {
            if let Some((_, words)) = failure.found.split_once(": ")
                && failure.kind == FailureKind::RejectedValid
            {
                let words: String = words.chars().filter(|it| !it.is_ascii_digit()).collect();
                self.words.entry(words).or_default().add(self.failed.len());
            }
            self.failed.push((at, Gave::of(failure)));
        } else if matches!(verdict, Verdict::Unsupported { .. }) {
            self.unsupported.insert(at);
        }
    }
}

impl<'a> Known<'a> {
    fn of(vectors: &'a Vectors, edition: Edition) -> Self {
        let suite = Suite::new(vectors, edition, 1, |_| true);
        let misreadings: Vec<&Misreading> = misreading::all()
            .filter(|it| it.editions.contains(&edition))
            .collect();
        let checks: Vec<usize> = (0..suite.plan().len()).collect();
        let touched = suite.touched(&checks, &replacements(&misreadings), &Stop::default());
        let mut known = Self {
            suite,
            alone: Vec::new(),
            predicted: Vec::new(),
            misreadings,
            touched,
        };
        known.alone = in_parallel(
            &known.rivals(),
            || (),
            |(), &rival| known.came(&[rival], &known.misreadings[rival].steps(edition)),
        );
        let failed = known.alone.iter().map(|it| it.failed.iter().cloned());
        known.predicted = failed.map(Iterator::collect).collect();
        known
    }

    fn rivals(&self) -> Vec<usize> {
        (0..self.misreadings.len()).collect()
    }

    /// What steps come to that differ from the literal ones as these misreadings do.
    fn came(&self, rivals: &[usize], steps: &Steps) -> Came {
        let mut came = Came::default();
        for (at, touched) in self.touched.iter().enumerate() {
            let is_touched = rivals.iter().any(|rival| touched.contains(rival));
            let is_required = self.suite.check(at).level == Level::Must;
            // What is not required matters only where a single misreading crashes.
            if is_touched && (is_required || rivals.len() == 1) {
                let verdict = self.suite.verdict(at, steps.clone());
                if verdict.name() == FailureKind::Crash.name() {
                    came.crashes.push(self.suite.plan().id(at).to_owned());
                }
                if is_required {
                    came.note(at, &verdict);
                }
            }
        }
        came
    }

    /// By misreading, which of these failures it predicts.
    fn candidates(&self, came: &Came) -> Vec<Candidate> {
        let mut candidates: Vec<_> = self.alone.iter().map(|_| Candidate::default()).collect();
        for (failure, (at, gave)) in came.failed.iter().enumerate() {
            for &rival in &self.touched[*at] {
                if let Some(predicted) = self.predicted[rival].get(at) {
                    candidates[rival].predicted.add(failure);
                    if gave.is_same(predicted) {
                        candidates[rival].same.add(failure);
                    }
                }
            }
        }
        let failed = came.failed.iter().map(|(at, _)| *at);
        let not_passed: BTreeSet<usize> = failed.chain(came.unsupported.iter().copied()).collect();
        for (candidate, predicted) in candidates.iter_mut().zip(&self.predicted) {
            let passed = || predicted.iter().filter(|(at, _)| !not_passed.contains(at));
            candidate.passed = passed().count();
            candidate.accepted = passed().filter(|(_, it)| **it == Gave::Refused).count();
        }
        candidates
    }

    fn choose(&self, candidates: &[Candidate], came: &Came) -> Vec<Chosen> {
        let replaces = |at: usize| self.misreadings[at].replaces();
        let beside = Beside {
            groups: &came.groups(),
            contradict: &|one, other| replaces(one).meets(replaces(other)),
        };
        choose(candidates, &beside)
    }

    fn name(&self, rival: usize) -> &'static str {
        self.misreadings[rival].name
    }

    /// Whether two misreadings answer every required check the same.
    fn is_equal(&self, one: usize, other: usize) -> bool {
        self.predicted[one] == self.predicted[other]
    }
}

#[test]
fn no_misreading_crashes() {
    assert_none_crashes(&USUAL);
}

/// By no check of any level: the gates ask what two editions share in one of them.
fn assert_none_crashes(editions: &[Edition]) {
    for edition in editions {
        let known = known(*edition);
        for (rival, came) in known.alone.iter().enumerate() {
            let (name, crashes) = (known.name(rival), &came.crashes);
            assert!(crashes.is_empty(), "{edition}: {name}: {crashes:?}");
        }
    }
}

#[test]
fn every_misreading_is_named_first() {
    assert_each_is_named_first(&USUAL);
}

/// Each misreading is named first, or one that answers every check the same, and explains
/// everything.
fn assert_each_is_named_first(editions: &[Edition]) {
    let mut problems = Vec::new();
    for edition in editions {
        let known = known(*edition);
        let unnamed = in_parallel(
            &known.rivals(),
            || (),
            |(), &rival| {
                let came = &known.alone[rival];
                let chosen = known.choose(&known.candidates(came), came);
                let is_named = chosen.first().is_some_and(|first| {
                    known.is_equal(first.candidate, rival)
                        && first.explained.len() == came.failed.len()
                });
                let named = chosen.iter().map(|it| known.name(it.candidate));
                let (name, number) = (known.name(rival), came.failed.len());
                // What fails nothing in this edition cannot be found; the gates demand a failure.
                (!is_named && number > 0).then(|| {
                    let named: Vec<_> = named.collect();
                    format!("{edition}: {name}, {number} failures: {named:?}")
                })
            },
        );
        problems.extend(unnamed.into_iter().flatten());
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// One pair in sixteen: `the_same_holds_in_every_edition_and_of_every_pair` asks all of them once a week.
#[test]
fn two_misreadings_at_once_are_both_named() {
    let both = assert_both_are_named(&USUAL, 16);
    assert!(both >= 8, "{both} pairs show both");
}

/// Of two misreadings at once both are named, or ones that answer every check the same. A
/// misreading shows beside another where nine in ten of the checks that it fails by itself are
/// failed in its way, and some that the other one does not fail so. Where both show and can be
/// named, checks do not count that the other one fails as well. One that does not show is hidden, and of it
/// nothing can be said; nor of one where a single other one explains all that it would, nor where two that are
/// named explain every failure and predict no other: nothing tells them from those that were made.
///
/// Gives how many pairs show both, of each misreading and another or of every `step`-th.
fn assert_both_are_named(editions: &[Edition], step: usize) -> usize {
    let mut problems = Vec::new();
    let (mut both, mut as_good) = (0, 0);
    for edition in editions {
        let known = known(*edition);
        let number = known.misreadings.len();
        let pairs = (0..number)
            .step_by(step)
            .map(|at| (at, (7 * at + 31) % number));
        let pairs = pairs.filter(|(a, b)| {
            let [a, b] = [a, b].map(|it| known.misreadings[*it].replaces());
            !a.meets(b)
        });
        let pairs: Vec<_> = pairs.collect();
        for pair in in_parallel(&pairs, || (), |(), &(a, b)| pair(known, *edition, a, b)) {
            both += usize::from(pair.shown == 2);
            as_good += pair.as_good;
            problems.extend(pair.problems);
        }
    }
    assert!(
        problems.is_empty(),
        "{}: {}",
        problems.len(),
        problems.join("\n")
    );
    assert!(as_good <= 5, "of {as_good} pairs, two others are as good");
    both
}

/// What is seen of two misreadings at once.
#[derive(Default)]
struct Pair {
    /// How many of them show.
    shown: usize,
    /// How many are not named since two others are as good.
    as_good: usize,
    problems: Vec<String>,
}

fn pair(known: &Known<'_>, edition: Edition, a: usize, b: usize) -> Pair {
    let [left, right] = [a, b].map(|it| known.misreadings[it]);
    let steps = Steps::literal(edition)
        .with(left.replacements)
        .with(right.replacements);
    let came = known.came(&[a, b], &steps);
    let candidates = known.candidates(&came);
    let chosen = known.choose(&candidates, &came);
    // A single misreading that explains all that this one would is named in its place.
    let is_covered = |rival: usize| {
        let others = chosen.iter();
        let mut others = others.filter(|it| !known.is_equal(it.candidate, rival));
        others.any(|it| {
            let mut left = candidates[rival].same.clone();
            left.remove(&candidates[it.candidate].same);
            left.count() == 0
        })
    };
    let is_exact = |it: &Chosen| {
        let candidate = &candidates[it.candidate];
        candidate.passed == 0 && candidate.predicted.count() == candidate.same.count()
    };
    let explained: usize = chosen.iter().map(|it| it.explained.len()).sum();
    let is_all_explained = explained == came.failed.len();
    let is_as_good = chosen.len() == 2 && is_all_explained && chosen.iter().all(is_exact);
    let may_excuse = |rival, other| shows(known, &came, rival, other, true) && !is_covered(rival);
    let is_both = may_excuse(a, b) && may_excuse(b, a);
    let mut seen = Pair::default();
    for (rival, other) in [(a, b), (b, a)] {
        if is_covered(rival) || !(is_both || shows(known, &came, rival, other, false)) {
            continue;
        }
        let is_named = chosen.iter().any(|it| known.is_equal(it.candidate, rival));
        if !is_named && is_as_good {
            seen.as_good += 1;
            continue;
        }
        seen.shown += 1;
        if !is_named {
            let named = chosen.iter().map(|it| known.name(it.candidate));
            let named: Vec<_> = named.collect();
            let (name, other) = (known.name(rival), known.name(other));
            let problem = format!("{edition}: {name} beside {other}: {named:?}");
            seen.problems.push(problem);
        }
    }
    seen
}

fn shows(known: &Known<'_>, came: &Came, rival: usize, other: usize, is_excused: bool) -> bool {
    let (alone, beside) = (&known.predicted[rival], &known.predicted[other]);
    let came: BTreeMap<usize, &Gave> = came.failed.iter().map(|(at, it)| (*at, it)).collect();
    let same = |at: &usize| came.get(at).is_some_and(|it| it.is_same(&alone[at]));
    let is_counted = |at: &&usize| !is_excused || !beside.contains_key(at) || same(at);
    let counted = alone.keys().filter(is_counted);
    let counted = counted.count();
    let same_number = alone.keys().filter(|at| same(at)).count();
    let is_new =
        |at: &usize| same(at) && !came[at].is_same(beside.get(at).unwrap_or(&Gave::Wrong(0)));
    10 * same_number >= 9 * counted && alone.keys().any(is_new)
}
