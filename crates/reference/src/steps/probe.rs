//! Which wrong readings would give another answer.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Replacement, Step, Steps};
use crate::Edition;

/// Asks rivals, which are the literal steps with some replaced, to take each step that they replace
/// with the arguments that the literal reference takes it with, and notes who gives something else.
/// A rival that never does gives the same answers as the literal reference: up to the first call
/// that it answers otherwise, it makes the same calls. Clones share what they note.
#[derive(Clone)]
pub struct Probe(Arc<Rivals>);

struct Rivals {
    steps: Vec<Steps>,
    /// For each step, the rivals that replace it.
    replacing: Vec<Vec<usize>>,
    /// For each rival, whether it gave something else.
    is_other: Vec<AtomicBool>,
}

impl Probe {
    /// The literal steps of an edition with each of these lists of replacements.
    pub fn new(edition: Edition, rivals: &[&[Replacement]]) -> Self {
        let replaces = |rival: &[Replacement], step| rival.iter().any(|it| it.step() == step);
        let replacing = |step: Step| {
            let all = rivals.iter().enumerate();
            let found = all.filter(|(_, rival)| replaces(rival, step));
            found.map(|(at, _)| at).collect()
        };
        Self(Arc::new(Rivals {
            steps: rivals
                .iter()
                .map(|rival| Steps::literal(edition).with(rival))
                .collect(),
            replacing: Step::all().map(replacing).collect(),
            is_other: rivals.iter().map(|_| AtomicBool::new(false)).collect(),
        }))
    }

    /// Positions of the rivals that gave something else since the last time that somebody took
    /// them, ascending.
    pub fn take(&self) -> Vec<usize> {
        let all = self.0.is_other.iter().enumerate();
        let other = all.filter(|(_, is_other)| is_other.swap(false, Ordering::Relaxed));
        other.map(|(at, _)| at).collect()
    }

    /// Notes the rivals that replace the step and for which `is_same` does not hold. One that
    /// panics is another.
    pub(crate) fn ask(&self, step: Step, is_same: impl Fn(&Steps) -> bool) {
        for &at in &self.0.replacing[step.index()] {
            let is_other = &self.0.is_other[at];
            if !is_other.load(Ordering::Relaxed) {
                let rival = &self.0.steps[at];
                let same = catch_unwind(AssertUnwindSafe(|| is_same(rival)));
                is_other.store(!same.unwrap_or(false), Ordering::Relaxed);
            }
        }
    }
}

impl fmt::Debug for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.0.is_other).finish()
    }
}
