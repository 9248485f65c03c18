//! What may have gone wrong: which misreadings of the specification give what the implementation
//! gave, and what the other failures have in common. An explanation after the verdicts, which it does not
//! touch.

use std::collections::{BTreeMap, BTreeSet};

use zarr_conform_protocol::subject::Stop;
use zarr_conform_reference::misreading::{self, Misreading};
use zarr_conform_runner::{
    CheckId, Common, Diagnosis, Explain, Explanation, Gave, Outcomes, Passed, is_nearly_all,
};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Vectors;

use crate::asking::Asking;
use crate::bits::Bits;
use crate::choose::{Beside, Candidate, Chosen, choose, close};
use crate::common::{Conjunction, conjunctions};
use crate::features::table;
use crate::suite::Suite;

/// Checks that carry more bytes are not looked into: several misreadings would be asked each.
const MOST_BYTES: usize = 1024 * 1024;
/// Where fewer required checks passed, refusals are not evidence: a refusal looks alike whatever
/// its cause, and what could distinguish causes was not asked.
const FEWEST_PASSED: usize = 100;

/// A misreading that explains less than one in so many of what has something in common is a part of it.
const PARTS: usize = 5;

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
        let judged = Judged::of(outcomes, vectors, edition);
        let found = judged.diagnosis(edition, stop);
        // Where this is stopped, what was found so far may be wrong.
        let found = if stop.is_set() {
            Diagnosis::default()
        } else {
            found
        };
        Diagnosis {
            failures: outcomes.number(),
            refusals: outcomes.groups(),
            ..found
        }
    }
}

/// The checks that passed, and the required ones that failed with what they gave.
struct Judged<'a> {
    outcomes: &'a Outcomes,
    vectors: &'a Vectors,
    suite: Suite<'a>,
    failed: Vec<(usize, &'a Gave)>,
    passed: Vec<usize>,
}

impl<'a> Judged<'a> {
    fn of(outcomes: &'a Outcomes, vectors: &'a Vectors, edition: Edition) -> Self {
        let passed = || outcomes.passed().iter().chain(outcomes.advised());
        let judged = outcomes.failed().keys().chain(passed());
        let facts: BTreeSet<&str> = judged.map(|check| check.fact().as_str()).collect();
        let suite = Suite::new(vectors, edition, outcomes.seed(), |fact| {
            facts.contains(fact.id.as_str())
        })
        .offering(outcomes.ops());
        let plan = suite.plan();
        let small = || (0..plan.len()).filter(|&at| suite.check(at).carried() <= MOST_BYTES);
        let failed = small().filter_map(|at| Some((at, outcomes.failed().get(plan.id(at))?)));
        let mut failed: Vec<(usize, &Gave)> = failed.collect();
        let has_passed =
            |it: &CheckId| outcomes.passed().contains(it) || outcomes.advised().contains(it);
        let passed = small().filter(|&at| has_passed(plan.id(at)));
        let passed: Vec<usize> = passed.collect();
        if outcomes.passed().len() < FEWEST_PASSED {
            failed.retain(|(_, gave)| !matches!(gave, Gave::Refused));
        }
        Self {
            outcomes,
            vectors,
            suite,
            failed,
            passed,
        }
    }

    fn diagnosis(&self, edition: Edition, stop: &Stop) -> Diagnosis {
        let misreadings: Vec<&Misreading> = misreading::all()
            .filter(|it| it.editions.contains(&edition))
            .collect();
        let asking = Asking {
            suite: &self.suite,
            failed: &self.failed,
            passed: &self.passed,
            misreadings: &misreadings,
            edition,
            stop,
        };
        let mut found = asking.same_failures();
        found.retain(|(_, candidate)| candidate.same.count() > 0);
        asking.count_all_passed(&mut found);
        let (misreadings, candidates): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        let replaces: Vec<_> = misreadings.iter().map(|it| it.replaces()).collect();
        let groups = self.groups();
        let beside = Beside {
            groups: &groups,
            contradict: &|one: usize, other: usize| replaces[one].meets(replaces[other]),
        };
        let mut chosen = choose(&candidates, &beside);
        let passed = self.passed_requirements();
        let common = self.common(&mut chosen, &passed);
        let close = close(&candidates, &beside, &chosen);
        let explanation =
            |it: &Chosen| self.explanation(&misreadings, &candidates[it.candidate], it);
        Diagnosis {
            explanations: chosen.iter().map(explanation).collect(),
            close: close.iter().map(explanation).collect(),
            common,
            passed,
            ..Diagnosis::default()
        }
    }

    fn explanation(
        &self,
        misreadings: &[&Misreading],
        candidate: &Candidate,
        chosen: &Chosen,
    ) -> Explanation {
        let misreading = misreadings[chosen.candidate];
        Explanation {
            misreading: misreading.name.to_owned(),
            when: misreading.when.to_owned(),
            requirements: strings(misreading.requirements),
            checks: self.ids(chosen.explained.iter().map(|at| self.failed[*at].0)),
            predicted: (candidate.predicted.count() + candidate.passed) as u64,
            as_predicted: candidate.same.count() as u64,
            as_well: chosen
                .as_well
                .iter()
                .map(|it| misreadings[*it].name.to_owned())
                .collect(),
        }
    }

    fn ids(&self, checks: impl Iterator<Item = usize>) -> Vec<CheckId> {
        checks.map(|at| self.suite.plan().id(at).clone()).collect()
    }

    /// What failures have in common that the chosen ones do not explain. Of these, those are left out
    /// that explain only a few of what has it in common, too: they are a part of it.
    fn common(&self, chosen: &mut Vec<Chosen>, requirements: &Passed) -> Vec<Common> {
        let mut left: Bits = (0..self.failed.len()).collect();
        for chosen in &*chosen {
            left.remove(&chosen.explained.iter().copied().collect());
        }
        if left.count() == 0 || self.passed.len() < FEWEST_PASSED {
            return Vec::new();
        }
        let failed: Vec<usize> = self.failed.iter().map(|(at, _)| *at).collect();
        let table = table(&self.suite, self.vectors, &failed, &self.passed);
        let mut conjunctions = conjunctions(&table, &left, self.passed.len());
        chosen.retain(|chosen| {
            let explained: Bits = chosen.explained.iter().copied().collect();
            let mut all = conjunctions.iter_mut();
            let whole = all.find(|it| {
                it.failed.shared(&explained) == explained.count()
                    && PARTS * explained.count() <= it.explained.count()
            });
            if let Some(whole) = whole {
                whole.explained.insert(&explained);
                left.insert(&explained);
                return false;
            }
            true
        });
        let mut rest = left.count();
        let of = |it: &Conjunction| {
            rest -= it.explained.count();
            let phrases = it.features.iter().map(|at| table[*at].phrase.clone());
            let passed = it.passed.count();
            Common {
                features: phrases.collect(),
                requirements: self.shared_requirements(it, requirements),
                checks: self.ids(it.explained.iter().map(|at| failed[at])),
                passed: passed as u64,
                failed_otherwise: rest as u64,
                passed_otherwise: (self.passed.len() - passed) as u64,
            }
        };
        conjunctions.iter().map(of).collect()
    }

    /// The requirements that nearly all failures of a conjunction test, first those that few checks
    /// test that passed.
    fn shared_requirements(&self, of: &Conjunction, passed: &Passed) -> Vec<String> {
        let plan = self.suite.plan();
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for at in of.explained.iter() {
            for requirement in plan.requirements(self.failed[at].0) {
                *counts.entry(requirement).or_default() += 1;
            }
        }
        counts.retain(|_, count| is_nearly_all(*count, of.explained.count()));
        strings(&passed.rarest_first(counts.keys().map(String::as_str)))
    }

    /// How many checks that passed test each of the requirements that failures test.
    fn passed_requirements(&self) -> Passed {
        let plan = self.suite.plan();
        let failed = self.outcomes.failed().keys();
        let facts: BTreeSet<&str> = failed.map(|it| it.fact().as_str()).collect();
        let of_failed = facts.iter().filter_map(|it| self.vectors.fact(it));
        let of_failed = of_failed.flat_map(|it| it.requirements.iter().map(String::as_str));
        let of_passed: Vec<Vec<String>> = self
            .passed
            .iter()
            .map(|&at| plan.requirements(at))
            .collect();
        Passed::new(of_failed, of_passed.iter().flatten().map(String::as_str))
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
mod tests;
