//! A run: the implementation started, checks chosen and asking out, results in order.
//!
//! | part | what |
//! |---|---|
//! | `queue`, `reporter` | what is asked next, and verdicts in order with their twins settled |
//! | `event`, `diagnosis` | the one stream of events, and what may have gone wrong as part of it |
//! | `outcomes`, `gave`, `fold`, `panic` | what is known of the verdicts, to explain the failures |

pub(crate) mod diagnosis;
pub(crate) mod event;
pub(crate) mod fold;
pub(crate) mod gave;
pub(crate) mod outcomes;
pub(crate) mod panic;
mod queue;
mod reporter;

use std::io;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use self::queue::Queue;
use self::reporter::Reporter;
use crate::ask::given_up::GivenUp;
use crate::ask::keep::Keep;
use crate::ask::replay::Again;
use crate::ask::worker::{Asking, EndedEarly, Worker};
use crate::ask::workspace::{Memory, Workspace};
use crate::check::Derivation;
use crate::check::id::FactId;
use crate::check::plan::Plan;
use crate::check::selection::{
    Filter, Selection, UnknownCheck, UnmatchedFilters, editions_with, names,
};
use crate::judge::reader::WrittenReader;
use crate::judge::verdict::Verdict;
use crate::run::event::{Consumer, EVENTS, Event, Header, Implementation, Summary};
use crate::run::outcomes::Explain;
use zarr_conform_protocol::Hello;
use zarr_conform_protocol::subject::{self, Launcher, StartError, Started, Stop};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Vectors;

/// Verdicts that may wait for their turn.
const WAITING: usize = 1024;

/// What a run is given.
pub struct Run<'a> {
    /// The facts.
    pub vectors: &'a Vectors,
    /// The hash of all facts, for the header of the events.
    pub vectors_sha256: String,
    /// How to start the implementation.
    pub launcher: &'a dyn Launcher,
    /// Who reads metadata that it writes.
    pub reader: &'a dyn WrittenReader,
    /// The edition to judge by; by default the one that the implementation names.
    pub edition: Option<Edition>,
    /// Which checks.
    pub selection: Selection,
    /// How many processes at once.
    pub jobs: NonZeroUsize,
    /// Where the stores of failed checks are kept, if they are.
    pub keep: Option<&'a Keep>,
    /// Which checks have a process of their own.
    pub isolated: Vec<Filter>,
    /// How long an answer may take.
    pub timeout: Duration,
    /// Who explains the failures after the last check.
    pub explain: Option<&'a dyn Explain>,
    /// Whether the events say of a check that passed, too, what the implementation was given.
    pub describe_passes: bool,
    /// What the generated names of the checks of honesty come from.
    pub seed: u32,
    /// Where stores are laid out, as far as it has room; without it, on the disk.
    pub memory: Option<Memory>,
    /// Set when the run is to end; what is judged until then is reported.
    pub stop: Stop,
}

/// Why there is no result at all.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The implementation cannot be started.
    #[error(transparent)]
    Start(StartError),
    /// A stop was requested before anything was judged.
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
    /// No fact holds in the edition, so that nothing is known of the implementation.
    #[error("no fact of {vectors} holds in edition {edition}, but in {}; expected --edition {}", names(.others), names(.others).replace(", ", " or "))]
    NoFacts {
        /// Where the vectors are from.
        vectors: String,
        /// The edition that is judged.
        edition: Edition,
        /// In which some hold.
        others: Vec<Edition>,
    },
    /// All that would be selected is excluded.
    #[error("no check of edition {0} is left: all that are selected are excluded, too")]
    AllExcluded(Edition),
    /// Filters match nothing.
    #[error(transparent)]
    Unmatched(#[from] UnmatchedFilters),
    /// The selection is empty.
    #[error("no check of edition {0} is selected")]
    NothingSelected(Edition),
    /// No temporary directory.
    #[error("making a temporary directory: {0}")]
    Workspace(io::Error),
    /// The store of a failed check cannot be kept.
    #[error("keeping a store: {0}")]
    Keep(io::Error),
    /// A report cannot be written.
    #[error("writing a report: {0}")]
    Report(io::Error),
}

impl RunError {
    /// That some fact holds in the edition of a plan, and that each filter matches a check.
    ///
    /// # Errors
    /// Where it is not so.
    pub fn check_matches(plan: &Plan<'_>, selection: &Selection) -> Result<(), Self> {
        let Derivation { vectors, edition } = *plan.derivation();
        let others = vectors.editions();
        if !others.is_empty() && !others.contains(&edition) {
            return Err(Self::NoFacts {
                vectors: vectors.source().to_owned(),
                edition,
                others,
            });
        }
        Ok(plan.expect_matches(&selection.filters)?)
    }

    /// Why nothing of a plan is selected.
    pub fn nothing_selected(plan: &Plan<'_>, selection: &Selection) -> Self {
        let edition = plan.derivation().edition;
        let with_excluded = Selection {
            excludes: Vec::new(),
            ..selection.clone()
        };
        if plan.select(&with_excluded).is_ok_and(|it| !it.is_empty()) {
            return Self::AllExcluded(edition);
        }
        Self::NothingSelected(edition)
    }
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
        let plan = Plan::of_selection(derivation, self.seed, &self.selection);
        // What was meant by what no check has is looked for among all of them.
        let selected = self.select(&plan).map_err(|error| {
            let of_all = self.select(&Plan::new(derivation));
            of_all.err().unwrap_or(error)
        })?;
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
        let is_of_fact = |at: &usize| plan.id(*at).fact() == FactId::new(fact);
        let selected: Vec<usize> = (0..plan.len()).filter(is_of_fact).collect();
        if selected.is_empty() {
            return Err(RunError::NothingSelected(edition));
        }
        self.run_selected(&plan, &selected, started, consumers)
    }

    /// Runs the checks at these positions of a plan, which ascend.
    pub fn run_selected(
        &self,
        plan: &Plan<'_>,
        selected: &[usize],
        started: Started,
        consumers: &mut [&mut dyn Consumer],
    ) -> Result<Finished, RunError> {
        let workspace = Workspace::new(self.memory).map_err(RunError::Workspace)?;
        let stop = self.stop.within();
        let asking = Asking {
            launcher: self.launcher,
            timeout: self.timeout,
            workspace: &workspace,
            reader: self.reader,
            edition: plan.derivation().edition,
            keep: self.keep,
            stop: &stop,
        };
        let header = self.header(plan, selected, &started.hello);
        let mut reporter =
            Reporter::new(plan, selected, self.describe_passes, self.keep, consumers);
        reporter.start(header)?;
        let queue = Queue::new(plan, selected, &self.isolated, &stop);
        let check = |at| plan.check(at);
        let is_reported = |at| selected.binary_search(&at).is_ok();
        let given_up = GivenUp::new(queue.order().iter().map(|at| (*at, plan.id(*at))));
        let again = Again::new(
            &check,
            &is_reported,
            plan.plainest(),
            given_up,
            self.timeout,
        );
        let ended_early = self.share_out(&asking, &again, started, &queue, &mut reporter);
        let ended_early = match ended_early {
            Some(why) => Some(why),
            None => doubt(&asking, &again, &mut reporter),
        };
        for (at, verdict) in again.given_up.verdicts() {
            reporter.verdict(at, verdict);
        }
        reporter.emit_all()?;
        if let Some(explain) = self.explain
            && !matches!(ended_early, Some(EndedEarly::Interrupted))
            && reporter.outcomes().number() > 0
        {
            let Derivation {
                vectors, edition, ..
            } = plan.derivation();
            let diagnosis = explain.explain(reporter.outcomes(), vectors, *edition, &self.stop);
            reporter.emit(&Event::Diagnosed(diagnosis))?;
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
            vectors_sha256: self.vectors_sha256.clone(),
            edition: *edition,
            implementation: Implementation::from(hello),
            selection: (&self.selection).into(),
            seed: self.seed,
            checks: selected.len() as u64,
        }
    }

    fn derivation(&self, edition: Edition) -> Derivation<'_> {
        Derivation {
            vectors: self.vectors,
            edition,
        }
    }

    /// An id that exists in no edition is a mistake to be reported before anything is started.
    fn reject_unknown_ids(&self) -> Result<(), RunError> {
        if self.selection.ids.is_empty() {
            return Ok(());
        }
        let derivation = self.derivation(self.edition.unwrap_or_default());
        let plan = Plan::of_selection(derivation, self.seed, &self.selection);
        if plan.select(&self.selection).is_ok() {
            return Ok(());
        }
        let plan = Plan::new(derivation);
        let is_nowhere = |id: &&String| editions_with(derivation, id).is_empty();
        match self.selection.ids.iter().find(is_nowhere) {
            Some(id) => Err(plan.unknown(id).into()),
            None => Ok(()),
        }
    }

    fn select(&self, plan: &Plan<'_>) -> Result<Vec<usize>, RunError> {
        let edition = plan.derivation().edition;
        RunError::check_matches(plan, &self.selection)?;
        let selected = plan.select(&self.selection).map_err(|unknown| {
            let others = editions_with(*plan.derivation(), &unknown.id);
            RunError::OtherEdition {
                id: unknown.id,
                edition,
                others,
            }
        })?;
        if selected.is_empty() {
            return Err(RunError::nothing_selected(plan, &self.selection));
        }
        Ok(selected)
    }

    /// Lets workers work through the queue and hands their verdicts to the reporter.
    fn share_out(
        &self,
        asking: &Asking<'_>,
        again: &Again<'_>,
        started: Started,
        queue: &Queue<'_>,
        reporter: &mut Reporter<'_, '_>,
    ) -> Option<EndedEarly> {
        let (sender, receiver) = sync_channel(WAITING);
        let workers = self.jobs.get().min(queue.len());
        std::thread::scope(|scope| {
            let mut first = Some(started);
            for _ in 0..workers {
                let sender = sender.clone();
                let started = first.take();
                let work = Work {
                    asking,
                    again,
                    queue,
                };
                scope.spawn(move || work.run(started, &sender));
            }
            drop(sender);
            let outcome = receive(receiver, reporter);
            // Nobody waits for what the others are about.
            if outcome.is_some() {
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
fn receive(receiver: Receiver<Report>, reporter: &mut Reporter<'_, '_>) -> Option<EndedEarly> {
    for report in receiver {
        match report {
            Report::Verdict(at, verdict) => reporter.verdict(at, verdict),
            Report::Ended(why) => return Some(why),
        }
    }
    None
}

/// Looks once more at checks that are charged with the end of a process, where other ends could not be
/// repeated.
fn doubt(
    asking: &Asking<'_>,
    again: &Again<'_>,
    reporter: &mut Reporter<'_, '_>,
) -> Option<EndedEarly> {
    for charged in again.doubtful() {
        match again.doubt(asking, &charged) {
            Ok(None) => {}
            Ok(Some(verdict)) => reporter.verdict(charged.number, verdict),
            Err(why) => return Some(why),
        }
    }
    None
}

/// What a worker works with.
struct Work<'a> {
    asking: &'a Asking<'a>,
    again: &'a Again<'a>,
    queue: &'a Queue<'a>,
}

impl Work<'_> {
    fn run(&self, started: Option<Started>, sender: &SyncSender<Report>) {
        let Self { asking, queue, .. } = self;
        let started = match started {
            Some(started) => Ok(started),
            None => subject::start(asking.launcher, asking.timeout, asking.stop),
        };
        let is_given_up = |at: usize| self.again.given_up.has(at);
        let left = |next: &dyn Fn() -> Option<(usize, crate::Check)>| {
            std::iter::from_fn(next).find(|(at, _)| !is_given_up(*at))
        };
        let mut done = |at, verdict| {
            if sender.send(Report::Verdict(at, verdict)).is_err() {
                queue.stop.set();
            }
        };
        let ended = match started {
            Err(error) => Err(EndedEarly::of_start(error)),
            Ok(started) => {
                let mut worker = Worker::new(asking, started);
                let mut next = || left(&|| queue.next());
                let mut next_isolated = || left(&|| queue.next_isolated());
                worker
                    .run_and_blame(self.again, &mut next, &mut done)
                    .and_then(|()| worker.run_isolated(self.again, &mut next_isolated, &mut done))
            }
        };
        if let Err(why) = ended {
            // First why, so that it is reported before what follows from stopping the others.
            let _ = sender.send(Report::Ended(why));
            queue.stop.set();
        }
    }
}

impl RunError {
    /// Of an implementation that cannot be started, or of a wish to stop while it starts.
    pub fn of_start(error: StartError) -> Self {
        if error.is_stopped() {
            Self::Interrupted
        } else {
            Self::Start(error)
        }
    }
}
