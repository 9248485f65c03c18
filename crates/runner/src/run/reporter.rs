//! Verdicts of many workers made into one stream of events.

use std::collections::BTreeMap;
use std::io;

use super::{Finished, RunError};
use crate::ask::keep::Keep;
use crate::ask::worker::EndedEarly;
use crate::check::plan::{Plan, Twin};
use crate::judge::verdict::Verdict;
use crate::run::event::{CheckResult, Consumer, Counts, Event, Header, Summary};
use crate::run::outcomes::Outcomes;

/// What a twin came to, as far as a refusal needs to know.
#[derive(Clone, PartialEq, Eq)]
enum TwinState {
    Passed,
    Unsupported,
    Other(String),
}

/// Puts verdicts in order, settles them with their twins and emits them.
pub(crate) struct Reporter<'a, 'b> {
    plan: &'a Plan<'a>,
    selected: &'a [usize],
    describe_passes: bool,
    keep: Option<&'a Keep>,
    waiting: BTreeMap<usize, Verdict>,
    states: BTreeMap<usize, TwinState>,
    summary: Summary,
    outcomes: Outcomes,
    consumers: &'a mut [&'b mut dyn Consumer],
}

impl<'a, 'b> Reporter<'a, 'b> {
    pub(crate) fn new(
        plan: &'a Plan<'a>,
        selected: &'a [usize],
        describe_passes: bool,
        keep: Option<&'a Keep>,
        consumers: &'a mut [&'b mut dyn Consumer],
    ) -> Self {
        Self {
            plan,
            selected,
            describe_passes,
            keep,
            waiting: BTreeMap::new(),
            states: BTreeMap::new(),
            summary: Summary::default(),
            outcomes: Outcomes::default(),
            consumers,
        }
    }

    pub(crate) fn start(&mut self, header: Header) -> Result<(), RunError> {
        self.outcomes = Outcomes::of(&header);
        self.emit(&Event::Started(header))
    }

    pub(crate) fn emit(&mut self, event: &Event) -> Result<(), RunError> {
        let mut consumers = self.consumers.iter_mut();
        consumers
            .try_for_each(|it| it.event(event))
            .map_err(RunError::Report)
    }

    /// Takes a verdict. It may turn out to be another one as long as there is a process that was asked
    /// the check, so nothing is emitted before the end.
    pub(crate) fn verdict(&mut self, at: usize, verdict: Verdict) {
        if self.plan.is_of_twin(at) {
            self.states.insert(at, state_of(&verdict));
        }
        if self.selected.binary_search(&at).is_ok() {
            let before = self.waiting.insert(at, verdict);
            if before.is_none() {
                self.consumers.iter_mut().for_each(|it| it.answered());
            }
        } else if let Some(keep) = self.keep {
            keep.remove(self.plan.id(at));
        }
    }

    /// The final verdict on a check, taken out of those waiting; nothing while something that it
    /// depends on is unknown.
    fn settled(&mut self, at: usize) -> Option<Verdict> {
        let verdict = self.waiting.get(&at)?;
        let Verdict::Pass {
            refusal: Some(refusal),
            ..
        } = verdict
        else {
            return self.waiting.remove(&at);
        };
        let twins = self.plan.twins(at);
        let twin = twins
            .iter()
            .find(|twin| twin.operation == refusal.operation);
        let settled = self.settle(at, twin)?;
        let verdict = self.waiting.remove(&at)?;
        Some(settled.unwrap_or(verdict))
    }

    /// What takes the place of a pass by refusal: `None` while the twin is unknown, and
    /// `Some(None)` where the pass stands.
    #[expect(
        clippy::option_option,
        reason = "unknown, and known to stand, are two things"
    )]
    fn settle(&self, at: usize, twin: Option<&Twin>) -> Option<Option<Verdict>> {
        let Some(twin_at) = twin.and_then(|twin| twin.check) else {
            let twin = self.plan.about(at).twin().unwrap_or("none");
            let reason = format!("refused, but its valid twin {twin} has no check of the kind");
            return Some(Some(Verdict::skipped(reason)));
        };
        let id = self.plan.id(twin_at);
        Some(match self.states.get(&twin_at)? {
            TwinState::Passed => None,
            TwinState::Unsupported => Some(Verdict::Unsupported {
                message: format!("refused, and its valid twin {id} is unsupported"),
            }),
            TwinState::Other(what) => Some(Verdict::skipped(format!(
                "refused, but its valid twin {id} did not pass ({what}): the refusal proves nothing"
            ))),
        })
    }

    fn emit_result(&mut self, at: usize, verdict: Verdict) -> Result<(), RunError> {
        let (operation, level) = self.plan.kind(at);
        let about = self.plan.about(at);
        let is_described = self.describe_passes || !matches!(verdict, Verdict::Pass { .. });
        let result = CheckResult {
            check: self.plan.id(at).clone(),
            operation,
            level,
            concern: about.concern(),
            requirements: about.requirements(),
            premise: about.premise().map(str::to_owned),
            comment: about.comment().to_owned(),
            input: is_described.then(|| about.describe(&self.plan.check(at))),
            verdict,
        };
        self.keep(at, &result).map_err(RunError::Keep)?;
        self.summary.add(&result);
        self.outcomes.note(&result);
        self.emit(&Event::CheckFinished(Box::new(result)))
    }

    /// Keeps the stores of a failed check, and no others.
    fn keep(&self, at: usize, result: &CheckResult) -> io::Result<()> {
        match self.keep {
            None => Ok(()),
            Some(keep) if matches!(result.verdict, Verdict::Fail(_)) => {
                let given = self.plan.check(at).stores;
                keep.settle(&result.check, &given, !result.is_required())
            }
            Some(keep) => {
                keep.remove(&result.check);
                Ok(())
            }
        }
    }

    /// Emits everything that is judged, in the order of the checks, apart from what waits for a check
    /// that was never judged.
    pub(crate) fn emit_all(&mut self) -> Result<(), RunError> {
        let rest: Vec<usize> = self.waiting.keys().copied().collect();
        for at in rest {
            if let Some(verdict) = self.settled(at) {
                self.emit_result(at, verdict)?;
            }
        }
        Ok(())
    }

    /// What came of the checks, to explain the failures.
    pub(crate) fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    pub(crate) fn finish(mut self, ended_early: Option<EndedEarly>) -> Result<Finished, RunError> {
        let total = self.summary.total;
        let why = ended_early.as_ref();
        self.summary.ended_early = why.map(|why| partial(why, &total, self.selected.len()));
        let summary = std::mem::take(&mut self.summary);
        self.emit(&Event::Finished(summary.clone()))?;
        Ok(Finished {
            summary,
            ended_early,
        })
    }
}

/// Why a run ended early, and how much of it there is.
fn partial(why: &EndedEarly, total: &Counts, selected: usize) -> String {
    let not_judged = [
        (total.unsupported, "unsupported"),
        (total.skipped, "skipped"),
        (total.not_offered, "not offered"),
    ];
    let judged = total.all() - not_judged.iter().map(|(number, _)| number).sum::<u64>();
    let others = not_judged.iter().filter(|(number, _)| *number > 0);
    let others: Vec<String> = others
        .map(|(number, what)| format!("{number} {what}"))
        .collect();
    let others = match others.as_slice() {
        [] => String::new(),
        others => format!(" ({})", others.join(", ")),
    };
    format!("partial result, {judged} of {selected} checks are judged{others}: {why}")
}

fn state_of(verdict: &Verdict) -> TwinState {
    match verdict {
        Verdict::Pass { .. } => TwinState::Passed,
        Verdict::Unsupported { .. } => TwinState::Unsupported,
        Verdict::Fail(failure) => TwinState::Other(failure.kind.name().to_owned()),
        Verdict::Skipped { .. } => TwinState::Other("skipped".to_owned()),
        Verdict::Flaky { .. } => TwinState::Other("flaky".to_owned()),
        // A twin that the text leaves open shows as much, where it is accepted in a known way.
        Verdict::Behaviour {
            accepted: true,
            other: None,
            ..
        } => TwinState::Passed,
        Verdict::Behaviour { .. } => {
            TwinState::Other("not accepted in a way that the text allows".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_skipped_is_not_judged() {
        let total = Counts {
            passed: 3,
            failed: 7,
            noticed: 2,
            skipped: 3156,
            ..Counts::default()
        };
        let told = |total: &Counts| partial(&EndedEarly::Interrupted, total, 4000);
        assert!(
            told(&total)
                .starts_with("partial result, 12 of 4000 checks are judged (3156 skipped): "),
            "{}",
            told(&total)
        );
        let total = Counts {
            skipped: 0,
            ..total
        };
        assert!(
            told(&total).starts_with("partial result, 12 of 4000 checks are judged: "),
            "{}",
            told(&total)
        );
    }
}
