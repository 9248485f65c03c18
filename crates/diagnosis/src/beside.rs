//! What is still seen beside a slip: which misreadings fail some check that another one leaves as it is.
//!
//! A library that refuses one spelling of valid metadata refuses every check that uses the spelling, and whatever else
//! is wrong with these checks is not seen. What such a misreading does not touch is known without asking both at once:
//! where it gives the same as the literal reference for every step, both together answer as the other one does.

use std::collections::BTreeSet;

use zarr_conform_protocol::subject::Stop;
use zarr_conform_reference::misreading::{self, Misreading};
use zarr_conform_runner::{FailureKind, Verdict};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Level, Vectors};

use crate::{Suite, in_parallel, replacements};

/// A misreading that does nothing wrong but to refuse what is valid.
pub struct Refusing {
    /// The misreading.
    pub misreading: &'static Misreading,
    /// How many checks it refuses or may answer otherwise.
    pub checks: usize,
    /// Misreadings that fail only such checks, by name: with both at once, they are not seen.
    pub hidden: Vec<&'static str>,
}

/// What each refusing misreading hides.
pub struct Beside {
    /// The number of checks.
    pub checks: usize,
    /// The number of misreadings that fail a check.
    pub misreadings: usize,
    /// Those that hide most first.
    pub refusing: Vec<Refusing>,
}

/// A misreading, and the checks that it may answer otherwise than the text.
struct Touching {
    misreading: &'static Misreading,
    checks: BTreeSet<usize>,
}

impl Beside {
    /// Asks the misreadings of the newest edition.
    pub fn of(vectors: &Vectors) -> Self {
        let suite = Suite::new(vectors, Edition::default(), 1, |_| true);
        let all = touching(&suite, &misreading::all().collect::<Vec<_>>());
        let refuses = in_parallel(&all, || (), |(), it| it.only_refuses(&suite));
        let refusing: Vec<&Touching> = all
            .iter()
            .zip(refuses)
            .filter_map(|(it, refuses)| refuses.then_some(it))
            .collect();
        let unseen = in_parallel(&all, || (), |(), it| it.unseen_beside(&refusing, &suite));
        let mut rows: Vec<Refusing> = refusing.iter().map(|it| it.row()).collect();
        let mut misreadings = 0;
        for (it, unseen) in all.iter().zip(unseen) {
            // What fails nothing at all, because it is about something that only another edition has, is not hidden.
            if unseen.len() == refusing.len() {
                continue;
            }
            misreadings += 1;
            for at in unseen {
                if rows[at].misreading.name != it.misreading.name {
                    rows[at].hidden.push(it.misreading.name);
                }
            }
        }
        rows.sort_by_key(|it| (usize::MAX - it.hidden.len(), it.misreading.name));
        Self {
            checks: suite.plan().len(),
            misreadings,
            refusing: rows,
        }
    }
}

/// The checks that each misreading of the edition may answer otherwise.
fn touching(suite: &Suite<'_>, misreadings: &[&'static Misreading]) -> Vec<Touching> {
    let edition = suite.plan().derivation().edition;
    let of_edition = misreadings
        .iter()
        .filter(|it| it.editions.contains(&edition));
    let of_edition: Vec<_> = of_edition.copied().collect();
    let mut all: Vec<Touching> = of_edition.iter().map(|&it| Touching::new(it)).collect();
    let checks: Vec<usize> = (0..suite.plan().len()).collect();
    let touched = suite.touched(&checks, &replacements(&of_edition), &Stop::default());
    for (check, rivals) in checks.into_iter().zip(touched) {
        for rival in rivals {
            all[rival].checks.insert(check);
        }
    }
    all
}

impl Touching {
    fn new(misreading: &'static Misreading) -> Self {
        Self {
            misreading,
            checks: BTreeSet::new(),
        }
    }

    fn row(&self) -> Refusing {
        Refusing {
            misreading: self.misreading,
            checks: self.checks.len(),
            hidden: Vec::new(),
        }
    }

    /// How it fails a check; nothing where it passes, or where the check is not required.
    fn failure(&self, suite: &Suite<'_>, check: usize) -> Option<FailureKind> {
        let edition = suite.plan().derivation().edition;
        match suite.verdict(check, self.misreading.steps(edition)) {
            Verdict::Fail(it)
                if suite.check(check).level <= Level::Should || it.kind.is_wrong_answer() =>
            {
                Some(it.kind)
            }
            _ => None,
        }
    }

    /// Whether all of its failures are refusals of what is valid; there is one.
    fn only_refuses(&self, suite: &Suite<'_>) -> bool {
        let mut failures = self.checks.iter().filter_map(|&it| self.failure(suite, it));
        let is_refusal = |it: FailureKind| it == FailureKind::RejectedValid;
        failures.next().is_some_and(is_refusal) && failures.all(is_refusal)
    }

    /// Positions of those beside which it fails nothing that they leave as it is.
    fn unseen_beside(&self, refusing: &[&Self], suite: &Suite<'_>) -> Vec<usize> {
        let mut unseen: Vec<usize> = (0..refusing.len()).collect();
        for check in &self.checks {
            let leaves = |at: &usize| !refusing[*at].checks.contains(check);
            if unseen.iter().any(leaves) && self.failure(suite, *check).is_some() {
                unseen.retain(|at| !leaves(at));
            }
        }
        unseen
    }
}
