//! What a run knows of its verdicts for who explains the failures: after the judging, which that
//! does not touch.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use zarr_conform_protocol::subject::Stop;
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Vectors;

use crate::event::{CheckResult, Header};
use crate::fold::folded;
use crate::gave::Gave;
use crate::id::CheckId;
use crate::verdict::{FailureKind, Verdict};

/// The most failures that are looked into.
const MOST_FAILURES: usize = 5000;
/// Refusals with the same words that are worth a line.
const FEWEST_REFUSALS: usize = 2;

/// Which misreadings explain which failures.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Diagnosis {
    /// How many required checks failed.
    pub failures: u64,
    /// Explanations, the one of the most failures first; each failure has at most one.
    pub explanations: Vec<Explanation>,
    /// Valid inputs that were refused with the same words, the most first; explained or not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refusals: Vec<Refusals>,
}

/// A misreading, and the failures that are what one gets by it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explanation {
    /// Name of the misreading.
    pub misreading: String,
    /// Follows "this is what one gets when".
    pub when: String,
    /// Ids of the requirements that it breaks.
    pub requirements: Vec<String>,
    /// Ids of the checks.
    pub checks: Vec<CheckId>,
    /// How many of the required checks that passed or failed fail by the misreading; 0 where it is
    /// not known.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub predicted: u64,
    /// How many of these failed in the way in which they fail by the misreading;
    /// `checks.len() <= as_predicted <= predicted`.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub as_predicted: u64,
}

/// Valid inputs that an implementation refused with the same words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refusals {
    /// The words, with `…` for what they quote, numbers, lists, documents and paths; unescaped.
    pub message: String,
    /// Ids of the checks; two at least.
    pub checks: Vec<CheckId>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form that serde asks for"
)]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Diagnosis {
    /// Leaves out checks of which nothing reliable is known.
    pub fn leave_out(&mut self, is_left_out: impl Fn(&CheckId) -> bool) {
        for explanation in &mut self.explanations {
            explanation.checks.retain(|check| !is_left_out(check));
        }
        self.explanations.retain(|it| !it.checks.is_empty());
        for refusals in &mut self.refusals {
            refusals.checks.retain(|check| !is_left_out(check));
        }
        self.refusals
            .retain(|it| it.checks.len() >= FEWEST_REFUSALS);
    }
}

/// The verdicts on required checks, gathered while a run goes on. Of a failure it keeps what it
/// takes to compare it.
#[derive(Default)]
pub struct Outcomes {
    ops: Vec<String>,
    seed: u32,
    number: u64,
    failed: BTreeMap<CheckId, Gave>,
    passed: BTreeSet<CheckId>,
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
            return;
        }
        match &result.verdict {
            Verdict::Pass { .. } => {
                self.passed.insert(result.check.clone());
            }
            Verdict::Fail(failure) => {
                self.number += 1;
                if self.failed.len() < MOST_FAILURES {
                    self.failed.insert(result.check.clone(), Gave::of(failure));
                }
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

    /// What the made-up names of the checks of honesty come from.
    pub fn seed(&self) -> u32 {
        self.seed
    }

    /// What the failures gave that can be looked into, by check.
    pub fn failed(&self) -> &BTreeMap<CheckId, Gave> {
        &self.failed
    }

    /// The checks that passed.
    pub fn passed(&self) -> &BTreeSet<CheckId> {
        &self.passed
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
