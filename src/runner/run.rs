//! A run: the implementation started, checks chosen and shared out, results in order.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::derive::{Derivation, MetadataReader};
use super::diagnose::Failures;
use super::event::{CheckResult, Consumer, EVENTS, Event, Header, Implementation, Summary};
use super::plan::{Derived, Plan, Selection, Twin, UnknownCheck, editions_with, fact_of};
use super::verdict::Verdict;
use super::worker::{EndedEarly, Shared, Worker};
use super::workspace::Workspace;
use crate::Edition;
use crate::protocol::Hello;
use crate::subject::{self, Launcher, StartError, Started, Stop};
use crate::vector::Vectors;

/// Verdicts that may wait for their turn.
const WAITING: usize = 1024;

/// What a run is given.
pub struct Run<'a> {
    /// The facts.
    pub vectors: &'a Vectors,
    /// How to start the implementation.
    pub launcher: &'a dyn Launcher,
    /// Who reads metadata that it writes.
    pub reader: Option<&'a dyn MetadataReader>,
    /// The edition to judge by; by default the one that the implementation names.
    pub edition: Option<Edition>,
    /// Which checks.
    pub selection: Selection,
    /// How many processes at once.
    pub jobs: NonZeroUsize,
    /// How long an answer may take.
    pub timeout: Duration,
    /// Whether to ask, after the last check, which misreadings explain the failures.
    pub diagnose: bool,
    /// What the made-up names of the checks of honesty come from.
    pub seed: u32,
    /// Set by who wants the run to end; what is judged until then is reported.
    pub stop: Stop,
}

/// Why there is no result at all.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The implementation cannot be started.
    #[error(transparent)]
    Start(StartError),
    /// Somebody asked to stop before anything was judged.
    #[error("interrupted before the first check")]
    Interrupted,
    /// There is no such check.
    #[error(transparent)]
    UnknownCheck(#[from] UnknownCheck),
    /// The check is not one of this edition.
    #[error("check {id:?} does not exist in edition {edition}, but in {}", names(.others))]
    OtherEdition {
        /// What was asked for.
        id: String,
        /// The edition that is judged.
        edition: Edition,
        /// Where it exists.
        others: Vec<Edition>,
    },
    /// The selection is empty.
    #[error("no check of edition {0} is selected")]
    NothingSelected(Edition),
    /// No temporary directory.
    #[error("making a temporary directory: {0}")]
    Workspace(io::Error),
    /// A report cannot be written.
    #[error("writing a report: {0}")]
    Report(io::Error),
}

/// A finished run.
#[derive(Debug)]
pub struct Finished {
    /// The counts.
    pub summary: Summary,
    /// Why it ended before its last check.
    pub ended_early: Option<EndedEarly>,
}

impl Run<'_> {
    /// Runs the checks and reports events as they happen.
    pub fn run(&self, consumers: &mut [&mut dyn Consumer]) -> Result<Finished, RunError> {
        self.reject_unknown_ids()?;
        let started =
            subject::start(self.launcher, self.timeout, &self.stop).map_err(RunError::of_start)?;
        let derivation = self.derivation(self.edition.unwrap_or(started.hello.edition));
        let plan = Plan::with_seed(derivation, self.seed);
        let selected = self.select(&plan)?;
        self.run_selected(&plan, &selected, started, consumers)
    }

    /// Runs the checks of one fact, and of its twin as far as a refusal needs it; the selection does
    /// not count. For asking facts one by one: the other facts cost nothing.
    pub fn run_fact(
        &self,
        fact: &str,
        consumers: &mut [&mut dyn Consumer],
    ) -> Result<Finished, RunError> {
        let started =
            subject::start(self.launcher, self.timeout, &self.stop).map_err(RunError::of_start)?;
        let edition = self.edition.unwrap_or(started.hello.edition);
        let twin = self.vectors.fact(fact).and_then(|it| it.twin.as_deref());
        let facts = std::iter::once(fact).chain(twin).collect();
        let plan = Plan::of_facts(self.derivation(edition), &facts);
        let is_of_fact = |at: &usize| fact_of(plan.id(*at)) == fact;
        let selected: Vec<usize> = (0..plan.len()).filter(is_of_fact).collect();
        if selected.is_empty() {
            return Err(RunError::NothingSelected(edition));
        }
        self.run_selected(&plan, &selected, started, consumers)
    }

    /// Runs the checks at these positions of a plan, which ascend.
    pub(super) fn run_selected(
        &self,
        plan: &Plan<'_>,
        selected: &[usize],
        started: Started,
        consumers: &mut [&mut dyn Consumer],
    ) -> Result<Finished, RunError> {
        let workspace = Workspace::new().map_err(RunError::Workspace)?;
        let stop = self.stop.within();
        let shared = Shared {
            launcher: self.launcher,
            timeout: self.timeout,
            workspace: &workspace,
            reader: self.reader,
            edition: plan.derivation().edition,
            stop: &stop,
        };
        let header = self.header(plan, selected, &started.hello);
        let mut reporter = Reporter::new(plan, selected, consumers);
        reporter.emit(&Event::Started(header))?;
        let queue = Queue::new(plan, selected, &stop);
        let ended_early = self.share_out(&shared, started, &queue, &mut reporter)?;
        reporter.emit_rest()?;
        if self.diagnose && !matches!(ended_early, Some(EndedEarly::Interrupted)) {
            reporter.diagnose(&self.stop)?;
        }
        // Who asks to stop while the diagnosis is made ends the run, too.
        let is_stopped = || self.stop.is_set().then_some(EndedEarly::Interrupted);
        reporter.finish(ended_early.or_else(is_stopped))
    }

    fn header(&self, plan: &Plan<'_>, selected: &[usize], hello: &Hello) -> Header {
        let Derivation {
            vectors, edition, ..
        } = plan.derivation();
        Header {
            format: EVENTS,
            suite: env!("CARGO_PKG_VERSION").to_owned(),
            vectors: vectors.source().to_owned(),
            vectors_sha256: vectors.sha256().to_owned(),
            edition: *edition,
            implementation: Implementation {
                name: hello.name.clone(),
                version: hello.version.clone(),
                language: hello.language.clone(),
                ops: hello.ops.clone(),
            },
            selection: (&self.selection).into(),
            seed: self.seed,
            checks: selected.len() as u64,
        }
    }

    fn derivation(&self, edition: Edition) -> Derivation<'_> {
        Derivation {
            vectors: self.vectors,
            edition,
            reader: self.reader,
        }
    }

    /// An id that exists in no edition is a mistake to be told before anything is started.
    fn reject_unknown_ids(&self) -> Result<(), RunError> {
        if self.selection.ids.is_empty() {
            return Ok(());
        }
        let derivation = self.derivation(self.edition.unwrap_or_default());
        let plan = Plan::new(derivation);
        if plan.select(&self.selection).is_ok() {
            return Ok(());
        }
        let is_nowhere = |id: &&String| editions_with(derivation, id).is_empty();
        match self.selection.ids.iter().find(is_nowhere) {
            Some(id) => Err(plan.unknown(id).into()),
            None => Ok(()),
        }
    }

    fn select(&self, plan: &Plan<'_>) -> Result<Vec<usize>, RunError> {
        let edition = plan.derivation().edition;
        let selected = plan.select(&self.selection).map_err(|unknown| {
            let others = editions_with(*plan.derivation(), &unknown.id);
            RunError::OtherEdition {
                id: unknown.id,
                edition,
                others,
            }
        })?;
        if selected.is_empty() {
            return Err(RunError::NothingSelected(edition));
        }
        Ok(selected)
    }

    /// Lets workers work through the queue and hands their verdicts to the reporter.
    fn share_out(
        &self,
        shared: &Shared<'_>,
        started: Started,
        queue: &Queue<'_>,
        reporter: &mut Reporter<'_, '_>,
    ) -> Result<Option<EndedEarly>, RunError> {
        let (sender, receiver) = sync_channel(WAITING);
        let workers = self.jobs.get().min(queue.order.len());
        std::thread::scope(|scope| {
            let mut first = Some(started);
            for _ in 0..workers {
                let sender = sender.clone();
                let started = first.take();
                scope.spawn(move || work(shared, started, queue, &sender));
            }
            drop(sender);
            let outcome = receive(receiver, reporter);
            // Nobody waits for what the others are about.
            if !matches!(outcome, Ok(None)) {
                queue.stop.set();
            }
            outcome
        })
    }
}

/// What a worker reports: a verdict on the check at a position, or that it must end.
enum Report {
    Verdict(usize, Verdict),
    Ended(EndedEarly),
}

/// Takes verdicts until all workers have ended. An early end stops the others, too.
fn receive(
    receiver: Receiver<Report>,
    reporter: &mut Reporter<'_, '_>,
) -> Result<Option<EndedEarly>, RunError> {
    for report in receiver {
        match report {
            Report::Verdict(at, verdict) => reporter.verdict(at, verdict)?,
            Report::Ended(why) => return Ok(Some(why)),
        }
    }
    Ok(None)
}

fn work(
    shared: &Shared<'_>,
    started: Option<Started>,
    queue: &Queue<'_>,
    sender: &SyncSender<Report>,
) {
    let started = match started {
        Some(started) => Ok(started),
        None => subject::start(shared.launcher, shared.timeout, shared.stop),
    };
    let ended = match started {
        Err(error) => Err(EndedEarly::of_start(error)),
        Ok(started) => Worker::new(shared, started).run(
            || queue.next(),
            |at, verdict| {
                if sender.send(Report::Verdict(at, verdict)).is_err() {
                    queue.stop.set();
                }
            },
        ),
    };
    if let Err(why) = ended {
        // First why, so that it is told before what follows from stopping the others.
        let _ = sender.send(Report::Ended(why));
        queue.stop.set();
    }
}

/// The checks in the order they are asked: a twin before the first that needs it.
struct Queue<'a> {
    plan: &'a Plan<'a>,
    order: Vec<usize>,
    next: Mutex<Next>,
    stop: &'a Stop,
}

/// How far the queue is.
#[derive(Default)]
struct Next {
    at: usize,
    last: Option<Derived>,
}

impl<'a> Queue<'a> {
    fn new(plan: &'a Plan<'a>, selected: &[usize], stop: &'a Stop) -> Self {
        let mut is_queued = vec![false; plan.len()];
        let mut order = Vec::new();
        for &at in selected {
            let twins = plan.twins(at);
            for at in twins.iter().filter_map(|twin| twin.check).chain([at]) {
                if !std::mem::replace(&mut is_queued[at], true) {
                    order.push(at);
                }
            }
        }
        Self {
            plan,
            order,
            next: Mutex::default(),
            stop,
        }
    }

    fn next(&self) -> Option<(usize, super::Check)> {
        if self.stop.is_set() {
            return None;
        }
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let at = *self.order.get(next.at)?;
        next.at += 1;
        Some((at, self.plan.take(at, &mut next.last)))
    }
}

/// What a twin came to, as far as a refusal needs to know.
#[derive(Clone, PartialEq, Eq)]
enum TwinState {
    Passed,
    Unsupported,
    Other(String),
}

/// Puts verdicts in order, settles them with their twins and emits them.
struct Reporter<'a, 'b> {
    plan: &'a Plan<'a>,
    selected: &'a [usize],
    emitted: usize,
    waiting: BTreeMap<usize, Verdict>,
    states: BTreeMap<usize, TwinState>,
    summary: Summary,
    failures: Failures,
    consumers: &'a mut [&'b mut dyn Consumer],
}

impl<'a, 'b> Reporter<'a, 'b> {
    fn new(
        plan: &'a Plan<'a>,
        selected: &'a [usize],
        consumers: &'a mut [&'b mut dyn Consumer],
    ) -> Self {
        Self {
            plan,
            selected,
            emitted: 0,
            waiting: BTreeMap::new(),
            states: BTreeMap::new(),
            summary: Summary::default(),
            failures: Failures::default(),
            consumers,
        }
    }

    fn emit(&mut self, event: &Event) -> Result<(), RunError> {
        let mut consumers = self.consumers.iter_mut();
        consumers
            .try_for_each(|it| it.event(event))
            .map_err(RunError::Report)
    }

    fn verdict(&mut self, at: usize, verdict: Verdict) -> Result<(), RunError> {
        if self.plan.is_of_twin(at) {
            self.states.insert(at, state_of(&verdict));
        }
        if self.selected.binary_search(&at).is_ok() {
            self.waiting.insert(at, verdict);
        }
        while let Some(&at) = self.selected.get(self.emitted) {
            let Some(verdict) = self.settled(at) else {
                return Ok(());
            };
            self.emitted += 1;
            self.emit_result(at, verdict)?;
        }
        Ok(())
    }

    /// The final verdict on a check, taken out of those waiting; nothing while something that it
    /// depends on is unknown.
    fn settled(&mut self, at: usize) -> Option<Verdict> {
        let verdict = self.waiting.get(&at)?;
        let Verdict::Pass {
            refusal: Some(refusal),
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
            return Some(Some(Verdict::Skipped { reason }));
        };
        let id = self.plan.id(twin_at);
        Some(match self.states.get(&twin_at)? {
            TwinState::Passed => None,
            TwinState::Unsupported => Some(Verdict::Unsupported {
                message: format!("refused, and its valid twin {id} is unsupported"),
            }),
            TwinState::Other(what) => Some(Verdict::Skipped {
                reason: format!(
                    "refused, but its valid twin {id} did not pass ({what}): the refusal proves \
                     nothing"
                ),
            }),
        })
    }

    fn emit_result(&mut self, at: usize, verdict: Verdict) -> Result<(), RunError> {
        let (operation, level) = self.plan.kind(at);
        let about = self.plan.about(at);
        let is_pass = matches!(verdict, Verdict::Pass { .. });
        let result = CheckResult {
            check: self.plan.id(at).to_owned(),
            operation,
            level,
            requirements: about.requirements(),
            comment: about.comment().to_owned(),
            input: (!is_pass).then(|| about.describe(&self.plan.check(at))),
            verdict,
        };
        self.summary.add(&result);
        self.failures.note(&result);
        self.emit(&Event::CheckFinished(Box::new(result)))
    }

    /// Emits what is judged but waits for a check that was never judged.
    fn emit_rest(&mut self) -> Result<(), RunError> {
        let rest: Vec<usize> = self.waiting.keys().copied().collect();
        for at in rest {
            if let Some(verdict) = self.settled(at) {
                self.emit_result(at, verdict)?;
            }
        }
        Ok(())
    }

    /// Explains the failures, if there are any.
    fn diagnose(&mut self, stop: &Stop) -> Result<(), RunError> {
        if self.summary.total.failed == 0 {
            return Ok(());
        }
        let Derivation {
            vectors, edition, ..
        } = self.plan.derivation();
        let diagnosis = self.failures.diagnose(vectors, *edition, stop);
        self.emit(&Event::Diagnosed(diagnosis))
    }

    fn finish(mut self, ended_early: Option<EndedEarly>) -> Result<Finished, RunError> {
        let of = (self.summary.total.all(), self.selected.len());
        self.summary.ended_early = ended_early.as_ref().map(|why| partial(why, of));
        let summary = std::mem::take(&mut self.summary);
        self.emit(&Event::Finished(summary.clone()))?;
        Ok(Finished {
            summary,
            ended_early,
        })
    }
}

impl RunError {
    fn of_start(error: StartError) -> Self {
        if error.is_stopped() {
            Self::Interrupted
        } else {
            Self::Start(error)
        }
    }
}

/// Why a run ended early, and how much of it there is.
fn partial(why: &EndedEarly, (judged, selected): (u64, usize)) -> String {
    format!("partial result, {judged} of {selected} checks are judged: {why}")
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

fn names(editions: &[Edition]) -> String {
    let names: Vec<_> = editions.iter().map(|it| it.name()).collect();
    names.join(", ")
}
