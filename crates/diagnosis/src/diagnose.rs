//! What may have gone wrong: which misreadings of the specification give what the implementation
//! gave. An explanation after the verdicts, which it does not touch.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use zarr_conform_protocol::subject::Stop;
use zarr_conform_reference::misreading::{self, Misreading};
use zarr_conform_runner::{Diagnosis, Explain, Explanation, Gave, Outcomes, Verdict, fact_of};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Level, Vectors};

use crate::bits::Bits;
use crate::choose::{Candidate, choose};
use crate::suite::{Suite, in_parallel, replacements};

/// Checks that carry more bytes are not looked into: several misreadings would be asked each.
const MOST_BYTES: usize = 1024 * 1024;

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
        // Where somebody stops this, what was found so far may be wrong.
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
        let facts: BTreeSet<&str> = judged.map(|check| fact_of(check)).collect();
        let suite = Suite::new(vectors, edition, outcomes.seed(), |fact| {
            fact.level == Level::Must && facts.contains(fact.id.as_str())
        })
        .offering(outcomes.ops());
        let plan = suite.plan();
        let small = || (0..plan.len()).filter(|&at| suite.check(at).carried() <= MOST_BYTES);
        let failed = small().filter_map(|at| Some((at, outcomes.failed().get(plan.id(at))?)));
        let failed = failed.collect();
        let passed = small().filter(|&at| outcomes.passed().contains(plan.id(at)));
        let passed = passed.collect();
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
                let checks: BTreeSet<&str> = checks.iter().map(String::as_str).collect();
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
