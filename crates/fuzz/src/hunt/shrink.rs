//! Shrinking: a failing case is reduced until nothing more can go, with the failure the same in kind.

use zarr_conform_runner::{Check, CheckId, EndedEarly, Failure, Operation, Verdict};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Level;

use super::ask::Ask;
use super::cause::Signature;
use crate::AnyCase;

/// The most simpler cases that are tried.
const MOST_TRIALS: usize = 4000;
/// The most of them that are asked at once.
const MOST_AT_ONCE: usize = 24;

/// A check that failed, and how.
pub(super) struct Failed {
    pub(super) check: Check,
    pub(super) failure: Failure,
    /// Checks of the same case that passed.
    pub(super) passed: Vec<CheckId>,
}

impl Failed {
    pub(super) fn signature(&self) -> Signature {
        Signature::of(self.check.operation, &self.failure)
    }
}

/// The first of these checks that failed what is required, as in an ordinary run.
pub(super) fn first_failed(checks: Vec<Check>, verdicts: Vec<Verdict>) -> Option<Failed> {
    let is_passed = |(_, verdict): &(&Check, &Verdict)| matches!(verdict, Verdict::Pass { .. });
    let passed = checks.iter().zip(&verdicts).filter(is_passed);
    let passed = passed.map(|(check, _)| check.id.clone()).collect();
    let mut failed = checks
        .into_iter()
        .zip(verdicts)
        .filter_map(|(check, verdict)| {
            let Verdict::Fail(failure) = verdict else {
                return None;
            };
            let is_wrong = check.operation != Operation::Border && failure.kind.is_wrong_answer();
            (check.level == Level::Must || is_wrong).then_some((check, *failure))
        });
    let (check, failure) = failed.next()?;
    Some(Failed {
        check,
        failure,
        passed,
    })
}

/// The simplest case that fails as this one does. `is_other` says of a case that it fails for another
/// reason, which is known.
pub(super) fn shrunk(
    ask: &mut dyn Ask,
    edition: Edition,
    case: AnyCase,
    failed: Failed,
    is_other: &dyn Fn(&Signature, &AnyCase) -> bool,
) -> Result<(AnyCase, Failed), EndedEarly> {
    let signature = failed.signature();
    let (mut case, mut failed) = (case, failed);
    let mut trials = 0;
    'simpler: while trials < MOST_TRIALS {
        let candidates = case.simpler();
        for some in candidates.chunks(ask.at_once().min(MOST_AT_ONCE)) {
            // Which cases the checks belong to.
            let mut of = Vec::new();
            let mut checks = Vec::new();
            for candidate in some {
                trials += 1;
                if let Ok(found) = candidate.checks(edition)
                    && !is_other(&signature, candidate)
                {
                    of.push((candidate, found.len()));
                    checks.extend(found);
                }
            }
            let verdicts = match ask.ask(checks.clone()) {
                // What was found is told all the same, as simple as it is by now.
                Err(EndedEarly::Interrupted) => break 'simpler,
                verdicts => verdicts?,
            };
            let mut verdicts = verdicts.into_iter();
            let mut checks = checks.into_iter();
            for (candidate, number) in of {
                let its: Vec<Check> = checks.by_ref().take(number).collect();
                let verdicts = verdicts.by_ref().take(number).collect();
                if let Some(found) = first_failed(its, verdicts)
                    && found.signature() == signature
                {
                    case = candidate.clone();
                    failed = found;
                    continue 'simpler;
                }
            }
        }
        break;
    }
    Ok((case, failed))
}
