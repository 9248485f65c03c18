//! What a run knows of its failures, and who explains them: after the verdicts, which that does not
//! touch.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use zarr_conform_protocol::subject::Stop;
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Vectors;

use crate::event::CheckResult;
use crate::id::CheckId;
use crate::verdict::{Failure, Verdict};
use crate::workspace::Memory;

/// The most failures that are looked into.
const MOST_FAILURES: usize = 5000;

/// Which misreadings explain which failures.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Diagnosis {
    /// How many required checks failed.
    pub failures: u64,
    /// Explanations, the one of the most failures first; each failure has at most one.
    pub explanations: Vec<Explanation>,
}

/// A misreading, and the failures that are what one gets by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
}

/// Failed required checks, gathered while a run goes on.
#[derive(Default)]
pub struct Failures {
    /// Where stores are laid out that are needed to look into them.
    pub memory: Option<Memory>,
    number: u64,
    kept: BTreeMap<CheckId, (Failure, Vec<String>)>,
}

impl Failures {
    /// Takes note of a result.
    pub fn note(&mut self, result: &CheckResult) {
        if let Verdict::Fail(failure) = &result.verdict
            && result.is_required()
        {
            self.number += 1;
            if self.kept.len() < MOST_FAILURES {
                let kept = ((**failure).clone(), result.requirements.clone());
                self.kept.insert(result.check.clone(), kept);
            }
        }
    }

    /// How many there are.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Those that can be looked into, with the requirements that their checks test, by check.
    pub fn kept(&self) -> &BTreeMap<CheckId, (Failure, Vec<String>)> {
        &self.kept
    }
}

/// Explains the failures of a run.
pub trait Explain: Sync {
    /// Which misreadings explain which failures.
    fn explain(
        &self,
        failures: &Failures,
        vectors: &Vectors,
        edition: Edition,
        stop: &Stop,
    ) -> Diagnosis;
}
