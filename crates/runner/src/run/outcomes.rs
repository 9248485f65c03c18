//! What a run knows of its verdicts, to explain the failures.

use std::collections::{BTreeMap, BTreeSet};

use zarr_conform_protocol::subject::Stop;
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Vectors;

use crate::check::id::CheckId;
use crate::judge::verdict::{FailureKind, Verdict};
use crate::run::diagnosis::{Diagnosis, FEWEST_REFUSALS, Refusals};
use crate::run::event::{CheckResult, Header};
use crate::run::fold::folded;
use crate::run::gave::Gave;

/// The verdicts on checks, gathered while a run goes on. Of a failure it keeps what it
/// takes to compare it.
#[derive(Default)]
pub struct Outcomes {
    ops: Vec<String>,
    seed: u32,
    number: u64,
    failed: BTreeMap<CheckId, Gave>,
    passed: BTreeSet<CheckId>,
    advised: BTreeSet<CheckId>,
    refusals: BTreeMap<String, Vec<CheckId>>,
}

impl Outcomes {
    /// Of a run that began so.
    pub fn of(header: &Header) -> Self {
        Self {
            ops: header.implementation.ops.clone(),
            seed: header.seed,
            ..Self::default()
        }
    }

    /// Takes note of a result.
    pub fn note(&mut self, result: &CheckResult) {
        if !result.is_required() {
            if let Verdict::Pass { .. } | Verdict::Behaviour { other: None, .. } = &result.verdict {
                self.advised.insert(result.check.clone());
            }
            return;
        }
        match &result.verdict {
            Verdict::Pass { .. } => {
                self.passed.insert(result.check.clone());
            }
            Verdict::Fail(failure) => {
                self.number += 1;
                self.failed.insert(result.check.clone(), Gave::of(failure));
                if failure.kind == FailureKind::RejectedValid {
                    // `refused as invalid: …`, where the rest are the implementation's words.
                    let words = failure.found.split_once(": ");
                    let words = folded(words.map_or("", |(_, words)| words));
                    let checks = self.refusals.entry(words).or_default();
                    checks.push(result.check.clone());
                }
            }
            Verdict::Unsupported { .. }
            | Verdict::Skipped { .. }
            | Verdict::Flaky { .. }
            | Verdict::Behaviour { .. } => {}
        }
    }

    /// How many required checks failed.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The operations that the implementation offers.
    pub fn ops(&self) -> &[String] {
        &self.ops
    }

    /// What the generated names of the checks of honesty come from.
    pub fn seed(&self) -> u32 {
        self.seed
    }

    /// What the failures gave, by check.
    pub fn failed(&self) -> &BTreeMap<CheckId, Gave> {
        &self.failed
    }

    /// The checks that passed.
    pub fn passed(&self) -> &BTreeSet<CheckId> {
        &self.passed
    }

    /// The checks that are not required and passed, or gave what some reading of the text gives: another
    /// answer than a refusal would have failed.
    pub fn advised(&self) -> &BTreeSet<CheckId> {
        &self.advised
    }

    /// Valid inputs that were refused, by the words of the refusal, folded.
    pub fn refusals(&self) -> &BTreeMap<String, Vec<CheckId>> {
        &self.refusals
    }

    /// The refusals that share their words, the most first.
    pub fn groups(&self) -> Vec<Refusals> {
        let groups = self.refusals.iter();
        let groups = groups.filter(|(_, checks)| checks.len() >= FEWEST_REFUSALS);
        let mut groups: Vec<Refusals> = groups
            .map(|(message, checks)| Refusals {
                message: message.clone(),
                checks: checks.clone(),
            })
            .collect();
        groups.sort_by_key(|it| std::cmp::Reverse(it.checks.len()));
        groups
    }
}

/// Explains the failures of a run.
pub trait Explain: Sync {
    /// Which misreadings explain which failures.
    fn explain(
        &self,
        outcomes: &Outcomes,
        vectors: &Vectors,
        edition: Edition,
        stop: &Stop,
    ) -> Diagnosis;
}
