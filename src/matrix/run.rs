//! Asking all of them: each writes every array, then each reads what each wrote.

use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

use super::document::{Matrix, PairOutcome, Passed, Problem};
use super::facts::{MOST_READS, PassedStore, stores};
use super::left::store_in;
use crate::memory;
use crate::scan::open::OpenPlaces;
use zarr_conform_protocol::Hello;
use zarr_conform_protocol::subject::{self, Bug, Launcher, StartError, Stop};
use zarr_conform_requirements::{Registry, RegistryError};
use zarr_conform_runner::Filter;
use zarr_conform_runner::Verdict;
use zarr_conform_runner::Workspace;
use zarr_conform_runner::{Asking, EndedEarly, Worker};
use zarr_conform_runner::{Check, Needs};
use zarr_conform_runner::{Derivation, WrittenReader};
use zarr_conform_runner::{Plan, UnmatchedFilters};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Store, Vectors};

/// An implementation that takes part.
pub struct Labelled<'a> {
    /// What it is called; no two are called the same.
    pub label: &'a str,
    /// How to start it.
    pub launcher: &'a dyn Launcher,
}

/// What a matrix is made of.
pub struct MatrixRun<'a> {
    /// The facts.
    pub vectors: &'a Vectors,
    /// Who takes part; the first is the reference, which says who is at fault.
    pub participants: &'a [Labelled<'a>],
    /// Who reads the metadata of facts, which says what can be part of a request.
    pub reader: &'a dyn WrittenReader,
    /// The edition of the arrays.
    pub edition: Edition,
    /// Globs of facts; all, where there are none.
    pub filters: &'a [Filter],
    /// How many implementations at once.
    pub jobs: NonZeroUsize,
    /// How long an answer may take.
    pub timeout: Duration,
    /// Set when it is to end.
    pub stop: Stop,
    /// Told whenever something was written or read, and how many of that there may be at most.
    pub progress: &'a (dyn Fn(usize) + Sync),
}

/// Why there is no matrix.
#[derive(Debug, thiserror::Error)]
pub enum MatrixError {
    /// An implementation cannot be started.
    #[error("{label}: {error}")]
    Start {
        /// What it is called.
        label: String,
        /// Why.
        error: StartError,
    },
    /// Our own program contradicts itself.
    #[error(transparent)]
    Bug(#[from] Bug),
    /// A stop was requested.
    #[error("interrupted before the end, so there is no matrix")]
    Interrupted,
    /// Filters match nothing.
    #[error(transparent)]
    Unmatched(#[from] UnmatchedFilters),
    /// Nothing is selected.
    #[error("no array or hierarchy of edition {0} that must be written and read is selected")]
    NothingSelected(Edition),
    /// The open places cannot be read.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// Stores cannot be laid out.
    #[error("laying out a store: {0}")]
    Store(io::Error),
}

/// What one implementation wrote: by fact, a store or why there is none.
pub(super) struct Wrote {
    pub(super) stores: Vec<Result<Written, Problem>>,
    pub(super) gave_up: Option<String>,
}

/// A store that was written.
pub(super) struct Written {
    store: Store,
    pub(super) is_created: bool,
}

impl Written {
    /// Whether the text leaves open if the metadata at its root are valid.
    pub(super) fn is_open(&self, passed: Passed, open: &OpenPlaces) -> bool {
        let document = self.store.get("zarr.json");
        document.is_some_and(|document| match passed {
            Passed::Arrays => open.is_open(document),
            Passed::Hierarchies => open.is_open_group(document),
        })
    }
}

/// What one implementation read: by writer and fact, nothing where it was not written, and then
/// nothing where all is well.
pub(super) struct Readings {
    pub(super) problems: Vec<Vec<Option<Problem>>>,
    pub(super) gave_up: Option<String>,
}

impl MatrixRun<'_> {
    /// Has each write and each read.
    pub fn run(&self) -> Result<Matrix, MatrixError> {
        let derivation = Derivation {
            vectors: self.vectors,
            edition: self.edition,
        };
        if !self.filters.is_empty() {
            Plan::new(derivation).expect_matches(self.filters)?;
        }
        let arrays = stores(&derivation, self.filters);
        if arrays.is_empty() {
            return Err(MatrixError::NothingSelected(self.edition));
        }
        let hellos = self.hellos()?;
        let workspace = Workspace::new(memory::find()).map_err(MatrixError::Store)?;
        let wrote = self.each(|at| self.write(at, &arrays, &workspace))?;
        let read = self.each(|at| self.read(at, &arrays, &wrote, &workspace))?;
        let open = OpenPlaces::new(&Registry::load()?, self.edition);
        Ok(self.matrix(&arrays, &hellos, &wrote, &read, &open))
    }

    /// What each says of itself: one that does not start is reported before any implementation is asked.
    fn hellos(&self) -> Result<Vec<Hello>, MatrixError> {
        let hello = |it: &Labelled<'_>| {
            let started = subject::start(it.launcher, self.timeout, &self.stop);
            match started {
                Ok(started) => Ok(started.hello),
                Err(error) if error.is_stopped() => Err(MatrixError::Interrupted),
                Err(error) => {
                    let label = it.label.to_owned();
                    Err(MatrixError::Start { label, error })
                }
            }
        };
        self.participants.iter().map(hello).collect()
    }

    /// Does something with each implementation, with several at once; in their order.
    fn each<T: Send>(
        &self,
        work: impl Fn(usize) -> Result<T, MatrixError> + Sync,
    ) -> Result<Vec<T>, MatrixError> {
        let next = AtomicUsize::new(0);
        let (sender, receiver) = channel();
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.get().min(self.participants.len()) {
                let (sender, next, work) = (sender.clone(), &next, &work);
                scope.spawn(move || {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        if at >= self.participants.len() || sender.send((at, work(at))).is_err() {
                            break;
                        }
                    }
                });
            }
        });
        drop(sender);
        let mut done: Vec<(usize, Result<T, MatrixError>)> = receiver.into_iter().collect();
        done.sort_by_key(|(at, _)| *at);
        done.into_iter().map(|(_, result)| result).collect()
    }

    /// Has a worker do something; why it was given up, where it was.
    fn with_worker(
        &self,
        at: usize,
        workspace: &Workspace,
        ask: impl FnOnce(&mut Worker<'_>) -> Result<(), EndedEarly>,
    ) -> Result<Option<String>, MatrixError> {
        let asking = Asking {
            launcher: self.participants[at].launcher,
            timeout: self.timeout,
            workspace,
            reader: self.reader,
            edition: self.edition,
            keep: None,
            stop: &self.stop,
        };
        let ended = subject::start(asking.launcher, asking.timeout, asking.stop)
            .map_err(EndedEarly::of_start)
            .and_then(|started| ask(&mut Worker::new(&asking, started)));
        match ended {
            // The last answer may have come before the stop was seen.
            _ if self.stop.is_set() => Err(MatrixError::Interrupted),
            Ok(()) => Ok(None),
            Err(EndedEarly::Interrupted) => Err(MatrixError::Interrupted),
            Err(EndedEarly::Bug(bug)) => Err(MatrixError::Bug(bug)),
            Err(EndedEarly::Store(error) | EndedEarly::Keep(error)) => {
                Err(MatrixError::Store(error))
            }
            Err(why) => Ok(Some(why.to_string())),
        }
    }

    fn tell(&self, facts: usize) {
        let number = self.participants.len();
        (self.progress)(facts * number * (number + 1));
    }

    fn write(
        &self,
        at: usize,
        arrays: &[PassedStore],
        workspace: &Workspace,
    ) -> Result<Wrote, MatrixError> {
        let mut stores: Vec<Option<Result<Written, Problem>>> =
            arrays.iter().map(|_| None).collect();
        let gave_up = self.with_worker(at, workspace, |worker| {
            let creates = worker.offers("create");
            let checks = arrays.iter().enumerate();
            let checks = checks.filter(|(_, it)| creates || it.passed == Passed::Hierarchies);
            let checks = checks.filter_map(|(fact, it)| Some((fact, it.create.clone()?)));
            self.write_all(worker, arrays, checks, true, &mut stores)?;
            // Who does not create an array may still write into one that is there.
            let is_left = |fact: usize| match &stores[fact] {
                None => true,
                Some(Ok(_)) => false,
                Some(Err(problem)) => {
                    matches!(
                        problem.outcome,
                        PairOutcome::Refused | PairOutcome::Unsupported
                    )
                }
            };
            let left: Vec<usize> = (0..arrays.len()).filter(|it| is_left(*it)).collect();
            let checks = left
                .into_iter()
                .filter_map(|fact| Some((fact, arrays[fact].write.clone()?)));
            self.write_all(worker, arrays, checks, false, &mut stores)
        })?;
        let stores = stores.into_iter().zip(arrays);
        let stores = stores.map(|(store, it)| store.unwrap_or_else(|| Err(not_asked(it))));
        Ok(Wrote {
            stores: stores.collect(),
            gave_up,
        })
    }

    fn write_all(
        &self,
        worker: &mut Worker<'_>,
        arrays: &[PassedStore],
        mut checks: impl Iterator<Item = (usize, Check)>,
        is_created: bool,
        stores: &mut [Option<Result<Written, Problem>>],
    ) -> Result<(), EndedEarly> {
        let next = || (!self.stop.is_set()).then(|| checks.next()).flatten();
        worker.run_and_see(next, |fact, verdict, folders| {
            let now = written(&arrays[fact].fact, verdict, folders, is_created);
            match &stores[fact] {
                // That it lacks another way does not excuse how it failed in this one.
                Some(Err(before)) if !before.outcome.is_gap() && is_gap(&now) => {}
                Some(_) => stores[fact] = Some(now),
                None => {
                    self.tell(arrays.len());
                    stores[fact] = Some(now);
                }
            }
        })
    }

    fn read(
        &self,
        at: usize,
        arrays: &[PassedStore],
        wrote: &[Wrote],
        workspace: &Workspace,
    ) -> Result<Readings, MatrixError> {
        let facts = arrays.len();
        let writers = wrote.len();
        // By writer and fact, what each of the checks that read the store came to.
        let mut found = vec![vec![Vec::new(); facts]; writers];
        // Store by store: whose stores end a reader must not take it away from the others.
        let mut numbers = 0..facts * writers * MOST_READS;
        let place = |number: usize| {
            let store = number / MOST_READS;
            (store / writers, store % writers, number % MOST_READS)
        };
        let gave_up = self.with_worker(at, workspace, |worker| {
            let next = || {
                if self.stop.is_set() {
                    return None;
                }
                numbers.find_map(|number| {
                    let (fact, writer, read) = place(number);
                    let written = wrote[writer].stores[fact].as_ref().ok()?;
                    let mut reads = arrays[fact].reads(&written.store).into_iter();
                    let mut check = reads.nth(read)?;
                    if at == 0 {
                        // The reference lacks nothing: what it refuses is not right.
                        check.needs = Needs::default();
                    }
                    Some((number, check))
                })
            };
            worker.run(next, |number, verdict| {
                let (fact, writer, read) = place(number);
                if read == 0 {
                    self.tell(facts);
                }
                found[writer][fact].push(Problem::of_verdict(&arrays[fact].fact, verdict));
            })
        })?;
        let of_writer = |found: Vec<Vec<Option<Problem>>>| {
            let found = found.into_iter().zip(arrays);
            found.map(|(found, store)| worst(found, store)).collect()
        };
        Ok(Readings {
            problems: found.into_iter().map(of_writer).collect(),
            gave_up,
        })
    }
}

/// What the checks that read a store come to: the worst, and nothing only where all were asked and passed.
fn worst(found: Vec<Option<Problem>>, store: &PassedStore) -> Option<Problem> {
    let is_whole = found.len() == store.number_of_reads();
    let problems = found.into_iter().flatten();
    let worst = problems.min_by_key(|it| it.outcome);
    worst.or_else(|| (!is_whole).then(|| not_asked(store)))
}

/// What a verdict on writing comes to, with the folder that was written into.
fn written(
    fact: &str,
    verdict: Verdict,
    folders: &[PathBuf],
    is_created: bool,
) -> Result<Written, Problem> {
    if let Some(problem) = Problem::of_verdict(fact, verdict) {
        return Err(problem);
    }
    let store = match folders.first() {
        Some(folder) => store_in(folder),
        None => Err("no folder".to_owned()),
    };
    match store {
        Ok(store) => Ok(Written { store, is_created }),
        Err(what) => {
            let found = format!("it says that it wrote, and left {what}");
            Err(Problem::new(fact, PairOutcome::Protocol, found))
        }
    }
}

fn is_gap(written: &Result<Written, Problem>) -> bool {
    written
        .as_ref()
        .is_err_and(|problem| problem.outcome.is_gap())
}

fn not_asked(array: &PassedStore) -> Problem {
    let why = "it was given up before";
    Problem::new(&array.fact, PairOutcome::NotAsked, why)
}
