//! What a verdict means for reports that know no more than pass, fail and skip: said once, so that
//! all of them and the exit code agree.

use std::io;

use zarr_conform_runner::text::line;
use zarr_conform_runner::{CheckResult, Consumer, Event, ListComparison, Verdict};

/// Characters of a message in one line.
const MESSAGE: usize = 300;

/// What a report of tests says of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TestOutcome {
    /// It passed.
    Passed,
    /// It counts against the implementation: kind of failure and message.
    Failed(&'static str, String),
    /// It failed, but that is no failure of the run: kind of failure and message.
    Tolerated(&'static str, String),
    /// Nothing was judged: the reason.
    NotJudged(String),
}

/// A list of known failures, where there is one, fed with the events of the run.
#[derive(Default)]
pub struct KnownFailures {
    list: Option<ListComparison>,
    /// Required checks that failed or were flaky, as listed.
    listed: u64,
    /// Required checks that are not as listed.
    deviating: u64,
}

/// How the results of a run compare with a list of known failures, so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Compared {
    /// Required checks that failed or were flaky, as listed.
    pub(super) listed: u64,
    /// Checks that are not as listed.
    pub(super) deviating: u64,
}

impl KnownFailures {
    /// What the list says; nothing is known without one.
    pub fn new(list: Option<ListComparison>) -> Self {
        Self {
            list,
            ..Self::default()
        }
    }

    /// Takes note of an event, before any question about it.
    pub(super) fn note(&mut self, event: &Event) -> io::Result<()> {
        let Some(list) = &mut self.list else {
            return Ok(());
        };
        list.event(event)?;
        if let Event::CheckFinished(result) = event {
            let is_failure = matches!(result.verdict, Verdict::Fail(_) | Verdict::Flaky { .. });
            let is_known = list.is_known(result);
            self.listed += u64::from(is_known && is_failure && result.is_required());
            self.deviating += u64::from(!is_known);
        }
        Ok(())
    }

    /// How the results compare with the list, where there is one.
    pub(super) fn compared(&self) -> Option<Compared> {
        self.list.as_ref().map(|_| Compared {
            listed: self.listed,
            deviating: self.deviating,
        })
    }

    /// What the result means.
    pub(super) fn outcome(&self, result: &CheckResult) -> TestOutcome {
        let is_as_listed = self.list.as_ref().map(|list| list.is_known(result));
        outcome(result, is_as_listed)
    }
}

/// What a result means; `is_as_listed` where there is a list of known failures.
fn outcome(result: &CheckResult, is_as_listed: Option<bool>) -> TestOutcome {
    let name = result.verdict.name();
    match (&result.verdict, is_as_listed) {
        (Verdict::Fail(failure), listed) => {
            let expected = line(&failure.expected, MESSAGE);
            let found = line(&failure.found, MESSAGE);
            let message = format!("expected {expected}; found {found}");
            match listed {
                None | Some(true) if !result.is_required() => {
                    TestOutcome::Tolerated(name, format!("against a recommendation: {message}"))
                }
                Some(true) => TestOutcome::Tolerated(name, format!("known failure: {message}")),
                None | Some(false) => TestOutcome::Failed(name, message),
            }
        }
        (_, Some(false)) => TestOutcome::Failed(
            "not-as-listed",
            format!("the list of known failures expects something else than {name}"),
        ),
        (Verdict::Pass { .. }, _) => TestOutcome::Passed,
        (Verdict::Flaky { .. }, Some(true)) => {
            TestOutcome::Tolerated(name, "known: not the same in every run".to_owned())
        }
        (Verdict::Flaky { seen, why }, None) => {
            let seen = line(&seen.join(", "), MESSAGE);
            let message = match why {
                Some(why) => format!("not the same each time: {seen}: {}", line(why, MESSAGE)),
                None => format!("not the same in every run: {seen}"),
            };
            if result.is_required() {
                TestOutcome::Failed(name, message)
            } else {
                TestOutcome::Tolerated(name, format!("against a recommendation: {message}"))
            }
        }
        (Verdict::Unsupported { message }, _) => {
            TestOutcome::NotJudged(format!("unsupported: {}", line(message, MESSAGE)))
        }
        (Verdict::Skipped { reason }, _) => {
            TestOutcome::NotJudged(line(&reason.to_string(), MESSAGE))
        }
        (
            Verdict::Behaviour {
                readings, other, ..
            },
            _,
        ) => {
            let seen = match other {
                Some(other) => format!("something else: {}", line(other, MESSAGE)),
                None => line(&readings.join("; or "), MESSAGE),
            };
            TestOutcome::NotJudged(format!("the specification leaves it open; seen: {seen}"))
        }
    }
}
