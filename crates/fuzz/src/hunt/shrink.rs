//! Shrinking: a failing case is reduced until nothing more can go, with the failure the same in kind.

use std::time::{Duration, Instant};

use zarr_conform_runner::{Check, CheckId, EndedEarly, Failure, FailureKind, Verdict};

use super::ask::Ask;
use super::cause::{Demand, Seen, Signature};
use crate::{AnyCase, Choices};

/// The most simpler cases that are tried.
const MOST_TRIALS: usize = 4000;
/// The most of them that are asked at once.
const MOST_AT_ONCE: usize = 24;

/// A check that failed, and how.
pub(super) struct Failed {
    pub(super) demand: Demand,
    pub(super) check: Check,
    pub(super) failure: Failure,
    /// Checks of the same case that passed.
    pub(super) passed: Vec<CheckId>,
}

impl Failed {
    /// As the evidence that a random case is.
    pub(super) fn seen(&self, number: u64, case: &AnyCase) -> Seen {
        Seen {
            number,
            case: case.clone(),
            check: self.check.id.clone(),
            failure: self.failure.clone(),
            passed: self.passed.clone(),
        }
    }

    pub(super) fn signature(&self) -> Signature {
        Signature::of(self.demand, self.check.operation, &self.failure)
    }
}

/// The first of these checks that failed what is required, or else the first that failed what is
/// recommended.
pub(super) fn first_failed(checks: Vec<Check>, verdicts: Vec<Verdict>) -> Option<Failed> {
    let is_passed = |(_, verdict): &(&Check, &Verdict)| matches!(verdict, Verdict::Pass { .. });
    let passed = checks.iter().zip(&verdicts).filter(is_passed);
    let passed = passed.map(|(check, _)| check.id.clone()).collect();
    let failed = checks.into_iter().zip(verdicts);
    let failed = failed.filter_map(|(check, verdict)| {
        let Verdict::Fail(failure) = verdict else {
            return None;
        };
        let demand = Demand::of(check.operation, check.level, failure.kind)?;
        Some((demand, check, *failure))
    });
    let (demand, check, failure) = failed.min_by_key(|(demand, ..)| *demand)?;
    Some(Failed {
        demand,
        check,
        failure,
        passed,
    })
}

/// The simplest case that fails as this one does, as far as it is found in this time.
pub(super) fn shrunk(
    ask: &mut dyn Ask,
    choices: &Choices,
    most_time: Duration,
    case: AnyCase,
    failed: Failed,
) -> Result<(AnyCase, Failed), EndedEarly> {
    let signature = failed.signature();
    let (mut case, mut failed) = (case, failed);
    let began = Instant::now();
    let at_once = match failed.failure.kind {
        // Each of those that still hang is waited for, and after each that ends it starts anew.
        FailureKind::Timeout | FailureKind::Crash => 1,
        _ => ask.at_once().min(MOST_AT_ONCE),
    };
    let mut trials = 0;
    let mut candidates = case.record().simpler();
    // What was tried before is not tried again before the rest: most of it fails to fail once more.
    let (mut at, mut since) = (0, 0);
    while since < candidates.len() && trials < MOST_TRIALS && began.elapsed() < most_time {
        at %= candidates.len();
        let end = candidates.len().min(at + at_once);
        let some = &candidates[at..end];
        since += some.len();
        // Which cases the checks belong to.
        let mut of = Vec::new();
        let mut checks = Vec::new();
        for (number, record) in some.iter().enumerate() {
            let Some(simpler) = case.simplified(record.clone(), choices) else {
                continue;
            };
            if let Ok(found) = simpler.checks(choices.edition) {
                of.push((number, simpler, found.len()));
                checks.extend(found);
            }
        }
        if checks.is_empty() {
            at = end;
            continue;
        }
        trials += of.len();
        ask.expect_failures();
        let verdicts = match ask.ask(checks.clone()) {
            // What was found is reported all the same, as simple as it is by now.
            Err(EndedEarly::Interrupted) => break,
            verdicts => verdicts?,
        };
        let mut verdicts = verdicts.into_iter();
        let mut checks = checks.into_iter();
        let failing = of.into_iter().find_map(|(number, simpler, length)| {
            let its: Vec<Check> = checks.by_ref().take(length).collect();
            let verdicts = verdicts.by_ref().take(length).collect();
            let found = first_failed(its, verdicts)?;
            (found.signature() == signature).then_some((number, simpler, found))
        });
        match failing {
            None => at = end,
            Some((number, simpler, found)) => {
                at += number;
                case = simpler;
                failed = found;
                candidates = case.record().simpler();
                since = 0;
            }
        }
    }
    Ok((case, failed))
}
