//! What may have gone wrong: which misreadings of the specification give what the implementation
//! gave. An explanation after the verdicts, which it does not touch.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use zarr_conform_protocol::subject::Stop;
use zarr_conform_reference::misreading::{self, Misreading};
use zarr_conform_runner::{CheckId, Diagnosis, Explain, Explanation, Gave, Outcomes, Verdict};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Vectors;

use crate::bits::Bits;
use crate::choose::{Candidate, choose};
use crate::suite::{Suite, in_parallel, replacements};

/// Checks that carry more bytes are not looked into: several misreadings would be asked each.
const MOST_BYTES: usize = 1024 * 1024;

/// Where fewer required checks passed, refusals are not evidence: a refusal looks alike whatever
/// its cause, and what could distinguish causes was not asked.
const FEWEST_PASSED: usize = 100;

/// Explains failures by misreadings.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByMisreadings;

impl Explain for ByMisreadings {
    fn explain(
        &self,
        outcomes: &Outcomes,
        vectors: &Vectors,
        edition: Edition,
        stop: &Stop,
    ) -> Diagnosis {
        // Where this is stopped, what was found so far may be wrong.
        let explanations = Judged::of(outcomes, vectors, edition).explanations(edition, stop);
        Diagnosis {
            failures: outcomes.number(),
            explanations: if stop.is_set() {
                Vec::new()
            } else {
                explanations
            },
            refusals: outcomes.groups(),
        }
    }
}

/// The required checks that passed or failed, with what the failures gave.
struct Judged<'a> {
    outcomes: &'a Outcomes,
    suite: Suite<'a>,
    failed: Vec<(usize, &'a Gave)>,
    passed: Vec<usize>,
}

impl<'a> Judged<'a> {
    fn of(outcomes: &'a Outcomes, vectors: &'a Vectors, edition: Edition) -> Self {
        let judged = outcomes.failed().keys().chain(outcomes.passed());
        let facts: BTreeSet<&str> = judged.map(|check| check.fact().as_str()).collect();
        let suite = Suite::new(vectors, edition, outcomes.seed(), |fact| {
            facts.contains(fact.id.as_str())
        })
        .offering(outcomes.ops());
        let plan = suite.plan();
        let small = || (0..plan.len()).filter(|&at| suite.check(at).carried() <= MOST_BYTES);
        let failed = small().filter_map(|at| Some((at, outcomes.failed().get(plan.id(at))?)));
        let mut failed: Vec<(usize, &Gave)> = failed.collect();
        let passed = small().filter(|&at| outcomes.passed().contains(plan.id(at)));
        let passed: Vec<usize> = passed.collect();
        if passed.len() < FEWEST_PASSED {
            failed.retain(|(_, gave)| !matches!(gave, Gave::Refused));
        }
        Self {
            outcomes,
            suite,
            failed,
            passed,
        }
    }

    fn explanations(&self, edition: Edition, stop: &Stop) -> Vec<Explanation> {
        let misreadings: Vec<&Misreading> = misreading::all()
            .filter(|it| it.editions.contains(&edition))
            .collect();
        let mut found = self.same_failures(&misreadings, edition, stop);
        found.retain(|(_, candidate)| candidate.same.count() > 0);
        self.count_passed(&mut found, edition, stop);
        let (misreadings, candidates): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        choose(&candidates, &self.groups())
            .into_iter()
            .map(|chosen| {
                let candidate = &candidates[chosen.candidate];
                let misreading = misreadings[chosen.candidate];
                let id = |at: &usize| self.suite.plan().id(self.failed[*at].0).to_owned();
                Explanation {
                    misreading: misreading.name.to_owned(),
                    when: misreading.when.to_owned(),
                    requirements: strings(misreading.requirements),
                    checks: chosen.explained.iter().map(id).collect(),
                    predicted: (candidate.predicted.count() + candidate.passed) as u64,
                    as_predicted: candidate.same.count() as u64,
                }
            })
            .collect()
    }

    /// Asks the misreadings what failed, as far as they may answer otherwise than the text.
    fn same_failures(
        &self,
        misreadings: &[&'static Misreading],
        edition: Edition,
        stop: &Stop,
    ) -> Vec<(&'static Misreading, Candidate)> {
        let positions: Vec<usize> = self.failed.iter().map(|(at, _)| *at).collect();
        let rivals = replacements(misreadings);
        let touched = self.suite.touched(&positions, &rivals, stop);
        let asked: Vec<(usize, Vec<usize>)> = touched.into_iter().enumerate().collect();
        let predicted = in_parallel(
            &asked,
            || (),
            |(), (failure, rivals)| {
                let (at, gave) = self.failed[*failure];
                let rivals = rivals.iter().filter(|_| !stop.is_set());
                let predicts = rivals.filter_map(|&rival| {
                    let steps = misreadings[rival].steps(edition);
                    match self.suite.verdict(at, steps) {
                        Verdict::Fail(found) => Some((rival, gave.is_same(&Gave::of(&found)))),
                        _ => None,
                    }
                });
                predicts.collect::<Vec<_>>()
            },
        );
        let mut found: Vec<(&Misreading, Candidate)> = misreadings
            .iter()
            .map(|misreading| (*misreading, Candidate::default()))
            .collect();
        for (failure, predicts) in predicted.into_iter().enumerate() {
            for (rival, is_same) in predicts {
                let candidate = &mut found[rival].1;
                candidate.predicted.add(failure);
                if is_same {
                    candidate.same.add(failure);
                }
            }
        }
        found
    }

    /// Counts the checks that passed and that the misreadings predict to fail. Of a misreading
    /// that cannot be named any more, not all.
    fn count_passed(
        &self,
        found: &mut [(&'static Misreading, Candidate)],
        edition: Edition,
        stop: &Stop,
    ) {
        let misreadings: Vec<&Misreading> = found.iter().map(|(it, _)| *it).collect();
        let touched = self
            .suite
            .touched(&self.passed, &replacements(&misreadings), stop);
        let asked: Vec<(usize, Vec<usize>)> = self.passed.iter().copied().zip(touched).collect();
        let counts: Vec<AtomicUsize> = found.iter().map(|_| AtomicUsize::new(0)).collect();
        in_parallel(
            &asked,
            || (),
            |(), (at, rivals)| {
                for &rival in rivals {
                    let most = found[rival].1.same.count();
                    if counts[rival].load(Ordering::Relaxed) > most || stop.is_set() {
                        continue;
                    }
                    let steps = misreadings[rival].steps(edition);
                    if matches!(self.suite.verdict(*at, steps), Verdict::Fail(_)) {
                        counts[rival].fetch_add(1, Ordering::Relaxed);
                    }
                }
            },
        );
        for ((_, candidate), count) in found.iter_mut().zip(counts) {
            candidate.passed = count.into_inner();
        }
    }

    /// The refusals with the same words.
    fn groups(&self) -> Vec<Bits> {
        let groups = self.outcomes.refusals().values();
        groups
            .map(|checks| {
                let checks: BTreeSet<&CheckId> = checks.iter().collect();
                let failed = self.failed.iter().enumerate();
                let of_group =
                    failed.filter(|(_, (at, _))| checks.contains(self.suite.plan().id(*at)));
                of_group.map(|(failure, _)| failure).collect()
            })
            .collect()
    }
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::LazyLock;

    use zarr_conform_runner::FailureKind;
    use zarr_conform_vectors::Level;

    use super::*;
    use crate::choose::Chosen;
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

    /// For each edition, made once for all tests.
    fn known() -> &'static [Known<'static>; 3] {
        static VECTORS: LazyLock<Vectors> =
            LazyLock::new(|| zarr_conform_embedded::vectors().unwrap());
        static KNOWN: LazyLock<[Known<'static>; 3]> =
            LazyLock::new(|| Edition::ALL.map(|edition| Known::of(&VECTORS, edition)));
        &KNOWN
    }

    /// What an implementation came to: what its failures gave and say, and all other checks passed.
    #[derive(Default)]
    struct Came {
        failed: Vec<(usize, Gave)>,
        words: BTreeMap<String, Bits>,
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
            for (candidate, predicted) in candidates.iter_mut().zip(&self.predicted) {
                candidate.passed = predicted.len() - candidate.predicted.count();
            }
            candidates
        }

        fn name(&self, rival: usize) -> &'static str {
            self.misreadings[rival].name
        }

        /// Whether two misreadings answer every required check the same.
        fn is_equal(&self, one: usize, other: usize) -> bool {
            self.predicted[one] == self.predicted[other]
        }
    }

    /// In no edition, by no check of any level: the gates ask what two editions share in one of them.
    #[test]
    fn no_misreading_crashes() {
        for (edition, known) in Edition::ALL.iter().zip(known()) {
            for (rival, came) in known.alone.iter().enumerate() {
                let (name, crashes) = (known.name(rival), &came.crashes);
                assert!(crashes.is_empty(), "{edition}: {name}: {crashes:?}");
            }
        }
    }

    /// Each misreading is named first, or one that answers every check the same, and explains
    /// everything.
    #[test]
    fn every_misreading_is_named_first() {
        let mut problems = Vec::new();
        for (edition, known) in Edition::ALL.iter().zip(known()) {
            let unnamed = in_parallel(
                &known.rivals(),
                || (),
                |(), &rival| {
                    let came = &known.alone[rival];
                    let chosen = choose(&known.candidates(came), &came.groups());
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

    /// Of two misreadings at once both are named, or ones that answer every check the same. A
    /// misreading shows beside another where nine in ten of the checks that it fails by itself are
    /// failed in its way, and some that the other one does not fail so. Where both show and can be
    /// named, checks do not count that the other one fails as well. One that does not show is hidden, and of it
    /// nothing can be said; nor of one where a single other one explains all that it would, nor where two that are
    /// named explain every failure and predict no other: nothing tells them from those that were made.
    #[test]
    fn two_misreadings_at_once_are_both_named() {
        let mut problems = Vec::new();
        let (mut both, mut one, mut as_good) = (0, 0, 0);
        for (edition, known) in Edition::ALL.iter().zip(known()) {
            let number = known.misreadings.len();
            let pairs = (0..number).map(|at| (at, (7 * at + 31) % number));
            let pairs = pairs.filter(|(a, b)| {
                let [a, b] = [a, b].map(|it| known.misreadings[*it].replaces());
                !a.meets(b)
            });
            let pairs: Vec<_> = pairs.collect();
            for pair in in_parallel(&pairs, || (), |(), &(a, b)| pair(known, *edition, a, b)) {
                both += usize::from(pair.shown == 2);
                one += usize::from(pair.shown == 1);
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
        assert!(both >= 200, "{both} pairs show both, {one} one of them");
        assert!(as_good <= 5, "of {as_good} pairs, two others are as good");
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
        let chosen = choose(&candidates, &came.groups());
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
        let may_excuse =
            |rival, other| shows(known, &came, rival, other, true) && !is_covered(rival);
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
}
