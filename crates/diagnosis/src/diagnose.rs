//! What may have gone wrong: which misreading of the specification gives exactly what the
//! implementation gave. An explanation after the verdicts, which it does not touch.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::time::Duration;

use zarr_conform_protocol::subject::{self, Stop};
use zarr_conform_reference::misreading::{self, Misreading};
use zarr_conform_runner::{
    CheckId, Consumer, Derivation, Diagnosis, Event, Explain, Explanation, Failure, FailureKind,
    Failures, Memory, Plan, ReferenceReader, Run, Selection, Verdict,
};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Vectors;

use crate::ReferenceLauncher;

/// Checks that carry more bytes are not looked into: each misreading would be asked all of them.
const MOST_BYTES: usize = 1024 * 1024;

/// Explains failures by misreadings.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByMisreadings;

impl Explain for ByMisreadings {
    fn explain(
        &self,
        failures: &Failures,
        vectors: &Vectors,
        edition: Edition,
        stop: &Stop,
    ) -> Diagnosis {
        Explained {
            number: failures.number(),
            kept: failures.kept(),
            memory: failures.memory,
        }
        .diagnose(vectors, edition, stop)
    }
}

/// The failures that are to be explained.
struct Explained<'a> {
    memory: Option<Memory>,
    number: u64,
    kept: &'a BTreeMap<CheckId, (Failure, Vec<String>)>,
}

impl Explained<'_> {
    /// Asks every misreading of the edition the same checks and compares what it gives.
    fn diagnose(&self, vectors: &Vectors, edition: Edition, stop: &Stop) -> Diagnosis {
        let mut explained = Vec::new();
        if !self.kept.is_empty() {
            let facts = self
                .kept
                .keys()
                .map(|check| check.fact().as_str())
                .collect();
            let derivation = Derivation { vectors, edition };
            // No twins: a refusal is no failure, whatever it is worth.
            let plan = Plan::of_facts(derivation, &facts);
            let rest = Mutex::new(misreading::all().filter(|it| it.editions.contains(&edition)));
            let found = Mutex::new(&mut explained);
            std::thread::scope(|scope| {
                for _ in 0..threads() {
                    scope.spawn(|| {
                        while let Some(misreading) = next(&rest) {
                            let checks = self.same(misreading, &plan, stop);
                            if let Ok(mut found) = found.lock() {
                                found.push((misreading, checks));
                            }
                        }
                    });
                }
            });
        }
        Diagnosis {
            failures: self.number,
            explanations: chosen(explained),
        }
    }

    /// The checks that the misreading fails in the same way.
    fn same(
        &self,
        misreading: &'static Misreading,
        plan: &Plan<'_>,
        stop: &Stop,
    ) -> BTreeSet<CheckId> {
        let mut comparison = SameFailures {
            failures: self,
            checks: BTreeSet::new(),
        };
        let selected: Vec<usize> = (0..plan.len())
            .filter(|&at| self.may_explain(misreading, plan.id(at)))
            .filter(|&at| plan.check(at).carried() <= MOST_BYTES)
            .collect();
        let edition = plan.derivation().edition;
        let launcher = ReferenceLauncher {
            edition,
            misreading: Some(misreading),
            ops: Vec::new(),
        };
        let run = Run {
            vectors: plan.derivation().vectors,
            vectors_sha256: String::new(),
            launcher: &launcher,
            reader: &ReferenceReader,
            edition: Some(edition),
            selection: Selection::default(),
            jobs: NonZeroUsize::MIN,
            timeout: Duration::from_secs(60),
            explain: None,
            seed: 0,
            memory: self.memory,
            stop: stop.clone(),
        };
        // An explanation that cannot be had is none.
        if !selected.is_empty()
            && let Ok(started) = subject::start(&launcher, run.timeout, stop)
        {
            let _ = run.run_selected(plan, &selected, started, &mut [&mut comparison]);
        }
        comparison.checks
    }

    /// Whether asking the misreading the check can show anything.
    fn may_explain(&self, misreading: &Misreading, check: &str) -> bool {
        self.kept
            .get(check)
            .is_some_and(|(failure, requirements)| match failure.kind {
                FailureKind::WrongData | FailureKind::WrongMetadata => true,
                FailureKind::AcceptedInvalid | FailureKind::RejectedValid => {
                    is_about(misreading, requirements)
                }
                FailureKind::ClaimsUnknown
                | FailureKind::FalseClaim
                | FailureKind::Crash
                | FailureKind::Timeout
                | FailureKind::Protocol => false,
            })
    }
}

/// Whether the misreading breaks one of the requirements.
fn is_about(misreading: &Misreading, requirements: &[String]) -> bool {
    let mut requirements = requirements.iter();
    requirements.any(|id| misreading.requirements.contains(&id.as_str()))
}

fn next(rest: &Mutex<impl Iterator<Item = &'static Misreading>>) -> Option<&'static Misreading> {
    rest.lock().ok()?.next()
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Collects the checks that fail in the same way as before.
struct SameFailures<'a> {
    failures: &'a Explained<'a>,
    checks: BTreeSet<CheckId>,
}

impl Consumer for SameFailures<'_> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        if let Event::CheckFinished(result) = event
            && let Verdict::Fail(found) = &result.verdict
            && let Some((failure, _)) = self.failures.kept.get(&result.check)
            && is_same(failure, found)
        {
            self.checks.insert(result.check.clone());
        }
        Ok(())
    }
}

/// Wrong results are the same to the byte. Refusing looks alike whatever the cause, so a misreading
/// is asked only where it breaks what the check is about.
fn is_same(one: &Failure, other: &Failure) -> bool {
    match one.kind {
        FailureKind::WrongData | FailureKind::WrongMetadata => {
            one.kind == other.kind && one.found == other.found && one.difference == other.difference
        }
        // What was made of it counts too, as far as both were asked: `1` for "1" is not zero for "1".
        FailureKind::AcceptedInvalid => {
            one.kind == other.kind
                && (one.found.starts_with(&other.found) || other.found.starts_with(&one.found))
        }
        FailureKind::RejectedValid => one.kind == other.kind,
        FailureKind::ClaimsUnknown
        | FailureKind::FalseClaim
        | FailureKind::Crash
        | FailureKind::Timeout
        | FailureKind::Protocol => false,
    }
}

/// One misreading a check: again and again the one that explains the most of what is left, and of
/// several the one that is listed first.
fn chosen(mut found: Vec<(&'static Misreading, BTreeSet<CheckId>)>) -> Vec<Explanation> {
    let place = |one: &Misreading| misreading::all().position(|other| other.name == one.name);
    found.sort_by_key(|(misreading, _)| place(misreading));
    let mut explanations = Vec::new();
    loop {
        let best = found
            .iter()
            .enumerate()
            .max_by_key(|(at, (_, checks))| (checks.len(), std::cmp::Reverse(*at)))
            .map(|(at, _)| at);
        let Some(best) = best.filter(|best| !found[*best].1.is_empty()) else {
            return explanations;
        };
        let (misreading, checks) = found.remove(best);
        for (_, others) in &mut found {
            others.retain(|check| !checks.contains(check));
        }
        explanations.push(Explanation {
            misreading: misreading.name.to_owned(),
            when: misreading.when.to_owned(),
            requirements: misreading
                .requirements
                .iter()
                .map(|&id| id.to_owned())
                .collect(),
            checks: checks.into_iter().collect(),
        });
    }
}
