//! Several runs as one: a check that does not come to the same in all of them is flaky.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;

use sha2::{Digest as _, Sha256};

use zarr_conform_runner::{CheckId, CheckResult, Consumer, Event, Summary};
use zarr_conform_runner::{Diagnosis, Explain};
use zarr_conform_runner::{Failure, FailureKind, Verdict};
use zarr_conform_runner::{Finished, Run, RunError};
use zarr_conform_terms::Edition;

/// A run that takes place several times, each time with new processes.
pub struct Repeated<'a> {
    /// The run.
    pub run: &'a Run<'a>,
    /// How often it takes place, in all.
    pub times: NonZeroUsize,
}

impl Repeated<'_> {
    /// Runs the checks. The events are those of the last run, where the verdict on a check that
    /// was not the same in all of them says so; `watching` hears of the runs before it, too.
    ///
    /// Where a run ends early, only the last one follows, and the events tell of the early end.
    pub fn run(
        &self,
        watching: &mut dyn Consumer,
        consumers: &mut [&mut dyn Consumer],
    ) -> Result<Finished, RunError> {
        let mut earlier = Earlier::default();
        let mut ended_early = None;
        for nth in 1..self.times.get() {
            let run = self.once(&earlier, None);
            let finished = run.run(&mut [&mut *watching, &mut earlier])?;
            if let Some(why) = finished.ended_early {
                let times = self.times;
                earlier.ended_early = Some(format!("run {nth} of {times}: {why}"));
                ended_early = Some(why);
                break;
            }
        }
        let run = self.once(&earlier, self.run.explain);
        let mut merging = Merging {
            earlier,
            summary: Summary::default(),
            consumers,
        };
        let finished = run.run(&mut [watching, &mut merging])?;
        Ok(Finished {
            summary: merging.summary,
            ended_early: ended_early.or(finished.ended_early),
        })
    }

    /// One of the runs, all by the same edition.
    fn once<'b>(&'b self, earlier: &Earlier, explain: Option<&'b dyn Explain>) -> Run<'b> {
        Run {
            edition: self.run.edition.or(earlier.edition),
            selection: self.run.selection.clone(),
            isolated: self.run.isolated.clone(),
            vectors_sha256: self.run.vectors_sha256.clone(),
            explain,
            stop: self.run.stop.clone(),
            ..*self.run
        }
    }
}

/// What the checks came to in earlier runs.
#[derive(Default)]
struct Earlier {
    edition: Option<Edition>,
    checks: BTreeMap<CheckId, Vec<Seen>>,
    ended_early: Option<String>,
}

/// What a check came to in one run: the name of its verdict, and a hash of what counts besides.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Seen {
    name: &'static str,
    hash: [u8; 32],
}

impl Consumer for Earlier {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started(header) => self.edition = Some(header.edition),
            Event::CheckFinished(result) => {
                let seen = self.checks.entry(result.check.clone()).or_default();
                seen.push(Seen::of(&result.verdict));
            }
            Event::Diagnosed(_) | Event::Finished(_) => {}
        }
        Ok(())
    }
}

impl Earlier {
    /// The verdict on a check of the last run, by what it came to in all of them.
    fn merged(&self, result: &CheckResult) -> Option<Verdict> {
        let mut all = self.checks.get(&result.check)?.clone();
        all.push(Seen::of(&result.verdict));
        if all.iter().all(|seen| *seen == all[0]) {
            return None;
        }
        let told = all.iter().map(|seen| {
            let alike = all.iter().find(|other| other.name == seen.name);
            match alike {
                Some(first) if first != seen => format!("other {}", seen.name),
                _ => seen.name.to_owned(),
            }
        });
        let seen = told.collect();
        Some(Verdict::Flaky { seen, why: None })
    }

    fn is_flaky(&self, check: &str) -> bool {
        let seen = self.checks.get(check).map(Vec::as_slice);
        seen.is_some_and(|seen| seen.iter().any(|it| *it != seen[0]))
    }
}

impl Seen {
    fn of(verdict: &Verdict) -> Self {
        let mut hash = Sha256::new();
        match verdict {
            Verdict::Fail(failure) => hash.update(data(failure)),
            Verdict::Behaviour {
                readings, accepted, ..
            } => {
                hash.update(readings.join("\n"));
                hash.update([u8::from(*accepted)]);
            }
            Verdict::Pass { .. }
            | Verdict::Unsupported { .. }
            | Verdict::Skipped { .. }
            | Verdict::Flaky { .. } => {}
        }
        Self {
            name: verdict.name(),
            hash: hash.finalize().into(),
        }
    }
}

/// The data that a failure is about. Messages are left out: they may name a temporary folder or
/// an address in memory, which differ from run to run and say nothing.
fn data(failure: &Failure) -> String {
    match failure.kind {
        FailureKind::WrongData | FailureKind::WrongMetadata | FailureKind::NotAsConfigured => {
            format!("{}\n{:?}", failure.found, failure.difference)
        }
        FailureKind::AcceptedInvalid
        | FailureKind::ClaimsUnknown
        | FailureKind::RejectedValid
        | FailureKind::FalseClaim
        | FailureKind::Crash
        | FailureKind::Timeout
        | FailureKind::Protocol => String::new(),
    }
}

/// Hands on the events of the last run, with the verdicts of all runs.
struct Merging<'a, 'b> {
    earlier: Earlier,
    summary: Summary,
    consumers: &'a mut [&'b mut dyn Consumer],
}

impl Merging<'_, '_> {
    fn merged(&mut self, event: &Event) -> Event {
        let mut event = event.clone();
        match &mut event {
            Event::Started(_) => {}
            Event::CheckFinished(result) => {
                if let Some(verdict) = self.earlier.merged(result) {
                    let seen = Seen::of(&result.verdict);
                    let all = self.earlier.checks.entry(result.check.clone());
                    all.or_default().push(seen);
                    result.verdict = verdict;
                }
                self.summary.add(result);
            }
            Event::Diagnosed(diagnosis) => self.leave_out_flaky(diagnosis),
            Event::Finished(summary) => {
                let why = self.earlier.ended_early.take();
                self.summary.ended_early = why.or(summary.ended_early.take());
                *summary = self.summary.clone();
            }
        }
        event
    }

    /// What may be one thing or another is explained by nothing.
    fn leave_out_flaky(&self, diagnosis: &mut Diagnosis) {
        diagnosis.leave_out(|check| self.earlier.is_flaky(check));
        diagnosis.failures = self.summary.total.failed;
    }
}

impl Consumer for Merging<'_, '_> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        let event = self.merged(event);
        let mut consumers = self.consumers.iter_mut();
        consumers.try_for_each(|it| it.event(&event))
    }
}
