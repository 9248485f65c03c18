//! Asking all of them: each writes every array, then each reads what each wrote.

use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

use super::super::check::Check;
use super::super::derive::{Derivation, MetadataReader};
use super::super::event::Implementation;
use super::super::plan::Filter;
use super::super::verdict::Verdict;
use super::super::worker::{EndedEarly, Shared, Worker};
use super::super::workspace::Workspace;
use super::document::{AtFault, MATRIX, Matrix, Outcome, Pair, Participant, Problem, Writer};
use super::facts::{Exchange, exchanges};
use super::left::store_in;
use crate::Edition;
use crate::protocol::Hello;
use crate::subject::{self, Launcher, StartError, Stop};
use crate::vector::{Store, Vectors};

/// An implementation that takes part.
pub struct Surveyed<'a> {
    /// What it is called; no two are called the same.
    pub label: &'a str,
    /// How to start it.
    pub launcher: &'a dyn Launcher,
}

/// What a survey is given.
pub struct MatrixRun<'a> {
    /// The facts.
    pub vectors: &'a Vectors,
    /// Who takes part; the first is the reference, which says who is at fault.
    pub surveyed: &'a [Surveyed<'a>],
    /// Who reads the metadata of facts, which says what can be part of a request.
    pub reader: &'a dyn MetadataReader,
    /// The edition of the arrays.
    pub edition: Edition,
    /// Globs of facts; all, where there are none.
    pub filters: &'a [Filter],
    /// How many implementations at once.
    pub jobs: NonZeroUsize,
    /// How long an answer may take.
    pub timeout: Duration,
    /// Set by who wants the survey to end.
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
    /// Somebody asked to stop.
    #[error("interrupted before the end, so there is no matrix")]
    Interrupted,
    /// No array is selected.
    #[error("no array of edition {0} that must be written and read is selected")]
    NothingSelected(Edition),
    /// Stores cannot be laid out.
    #[error("laying out a store: {0}")]
    Store(io::Error),
}

/// What one implementation wrote: by fact, a store or why there is none.
struct Wrote {
    stores: Vec<Result<Written, Problem>>,
    gave_up: Option<String>,
}

/// A store that was written.
struct Written {
    store: Store,
    is_created: bool,
}

/// What one implementation read: by writer and fact, nothing where it was not written, and then
/// nothing where all is well.
struct Readings {
    problems: Vec<Vec<Option<Problem>>>,
    gave_up: Option<String>,
}

impl MatrixRun<'_> {
    /// Has each write and each read.
    pub fn run(&self) -> Result<Matrix, MatrixError> {
        let derivation = Derivation {
            vectors: self.vectors,
            edition: self.edition,
            reader: Some(self.reader),
        };
        let exchanges = exchanges(&derivation, self.filters);
        if exchanges.is_empty() {
            return Err(MatrixError::NothingSelected(self.edition));
        }
        let hellos = self.hellos()?;
        let workspace = Workspace::new().map_err(MatrixError::Store)?;
        let wrote = self.each(|at| self.write(at, &exchanges, &workspace))?;
        let read = self.each(|at| self.read(at, &exchanges, &wrote, &workspace))?;
        Ok(self.matrix(&exchanges, &hellos, wrote, read))
    }

    /// What each says of itself: one that does not start is told before anybody is asked.
    fn hellos(&self) -> Result<Vec<Hello>, MatrixError> {
        let hello = |it: &Surveyed<'_>| {
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
        self.surveyed.iter().map(hello).collect()
    }

    /// Does something with each implementation, with several at once; in their order.
    fn each<T: Send>(
        &self,
        work: impl Fn(usize) -> Result<T, MatrixError> + Sync,
    ) -> Result<Vec<T>, MatrixError> {
        let next = AtomicUsize::new(0);
        let (sender, receiver) = channel();
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.get().min(self.surveyed.len()) {
                let (sender, next, work) = (sender.clone(), &next, &work);
                scope.spawn(move || {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        if at >= self.surveyed.len() || sender.send((at, work(at))).is_err() {
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
        let shared = Shared {
            launcher: self.surveyed[at].launcher,
            timeout: self.timeout,
            workspace,
            reader: Some(self.reader),
            edition: self.edition,
            stop: &self.stop,
        };
        let ended = subject::start(shared.launcher, shared.timeout, shared.stop)
            .map_err(EndedEarly::of_start)
            .and_then(|started| ask(&mut Worker::new(&shared, started)));
        match ended {
            Ok(()) => Ok(None),
            Err(EndedEarly::Interrupted) => Err(MatrixError::Interrupted),
            Err(EndedEarly::Store(error)) => Err(MatrixError::Store(error)),
            Err(why) => Ok(Some(why.to_string())),
        }
    }

    fn tell(&self, facts: usize) {
        let number = self.surveyed.len();
        (self.progress)(facts * number * (number + 1));
    }

    fn write(
        &self,
        at: usize,
        exchanges: &[Exchange],
        workspace: &Workspace,
    ) -> Result<Wrote, MatrixError> {
        let mut stores: Vec<Option<Result<Written, Problem>>> =
            exchanges.iter().map(|_| None).collect();
        let gave_up = self.with_worker(at, workspace, |worker| {
            if worker.offers("create") {
                let checks = exchanges.iter().map(|it| it.create.clone()).enumerate();
                let checks = checks.filter_map(|(fact, check)| Some((fact, check?)));
                self.write_all(worker, exchanges, checks, true, &mut stores)?;
            }
            // Who does not create an array may still write into one that is there.
            let is_left = |fact: usize| match &stores[fact] {
                None => true,
                Some(Ok(_)) => false,
                Some(Err(problem)) => {
                    matches!(problem.outcome, Outcome::Refused | Outcome::Unsupported)
                }
            };
            let left: Vec<usize> = (0..exchanges.len()).filter(|it| is_left(*it)).collect();
            let checks = left
                .into_iter()
                .map(|fact| (fact, exchanges[fact].write.clone()));
            self.write_all(worker, exchanges, checks, false, &mut stores)
        })?;
        let stores = stores.into_iter().zip(exchanges);
        let stores = stores.map(|(store, it)| store.unwrap_or_else(|| Err(not_asked(it))));
        Ok(Wrote {
            stores: stores.collect(),
            gave_up,
        })
    }

    fn write_all(
        &self,
        worker: &mut Worker<'_>,
        exchanges: &[Exchange],
        mut checks: impl Iterator<Item = (usize, Check)>,
        is_created: bool,
        stores: &mut [Option<Result<Written, Problem>>],
    ) -> Result<(), EndedEarly> {
        let next = || checks.next();
        worker.run_and_see(next, |fact, verdict, folders| {
            self.tell(exchanges.len());
            stores[fact] = Some(written(&exchanges[fact].fact, verdict, folders, is_created));
        })
    }

    fn read(
        &self,
        at: usize,
        exchanges: &[Exchange],
        wrote: &[Wrote],
        workspace: &Workspace,
    ) -> Result<Readings, MatrixError> {
        let facts = exchanges.len();
        let not_asked = exchanges.iter().map(|it| Some(not_asked(it)));
        let mut problems = vec![not_asked.collect::<Vec<_>>(); wrote.len()];
        let mut numbers = 0..facts * wrote.len();
        let gave_up = self.with_worker(at, workspace, |worker| {
            let next = || {
                numbers.find_map(|number| {
                    let written = wrote[number / facts].stores[number % facts].as_ref().ok()?;
                    Some((number, exchanges[number % facts].read(&written.store)))
                })
            };
            worker.run(next, |number, verdict| {
                self.tell(facts);
                let fact = &exchanges[number % facts].fact;
                problems[number / facts][number % facts] = Problem::of_verdict(fact, verdict);
            })
        })?;
        Ok(Readings { problems, gave_up })
    }

    fn matrix(
        &self,
        exchanges: &[Exchange],
        hellos: &[Hello],
        wrote: Vec<Wrote>,
        read: Vec<Readings>,
    ) -> Matrix {
        let participants = self
            .surveyed
            .iter()
            .zip(hellos)
            .zip(wrote.iter().zip(&read));
        let implementations = participants.map(|((it, hello), (wrote, read))| Participant {
            label: it.label.to_owned(),
            implementation: Implementation {
                name: hello.name.clone(),
                version: hello.version.clone(),
                language: hello.language.clone(),
                ops: hello.ops.clone(),
            },
            gave_up_writing: wrote.gave_up.clone(),
            gave_up_reading: read.gave_up.clone(),
        });
        Matrix {
            format: MATRIX,
            suite: env!("CARGO_PKG_VERSION").to_owned(),
            vectors: self.vectors.source().to_owned(),
            vectors_sha256: self.vectors.sha256().to_owned(),
            edition: self.edition,
            filters: self.filters.iter().map(|it| it.glob().to_owned()).collect(),
            facts: exchanges.iter().map(|it| it.fact.clone()).collect(),
            implementations: implementations.collect(),
            pairs: self.pairs(&wrote, read),
            writers: self.writers(exchanges, wrote),
        }
    }

    fn writers(&self, exchanges: &[Exchange], wrote: Vec<Wrote>) -> Vec<Writer> {
        let writer = |(it, wrote): (&Surveyed<'_>, Wrote)| {
            let mut writer = Writer {
                writer: it.label.to_owned(),
                created: Vec::new(),
                filled: Vec::new(),
                problems: Vec::new(),
            };
            for (exchange, store) in exchanges.iter().zip(wrote.stores) {
                match store {
                    Ok(it) if it.is_created => writer.created.push(exchange.fact.clone()),
                    Ok(_) => writer.filled.push(exchange.fact.clone()),
                    Err(problem) => writer.problems.push(problem),
                }
            }
            writer
        };
        self.surveyed.iter().zip(wrote).map(writer).collect()
    }

    fn pairs(&self, wrote: &[Wrote], mut read: Vec<Readings>) -> Vec<Pair> {
        let of_reference = read.first().map(|it| it.problems.clone());
        let of_reference = of_reference.unwrap_or_default();
        let mut pairs = Vec::new();
        for (at, (writer, wrote)) in self.surveyed.iter().zip(wrote).enumerate() {
            for (reader, read) in self.surveyed.iter().zip(&mut read) {
                let mut pair = Pair {
                    writer: writer.label.to_owned(),
                    reader: reader.label.to_owned(),
                    same: 0,
                    problems: Vec::new(),
                };
                let problems = std::mem::take(&mut read.problems[at]);
                let written = wrote.stores.iter().zip(&of_reference[at]).zip(problems);
                for ((store, by_reference), problem) in written {
                    match (store, problem) {
                        (Err(_), _) => {}
                        (Ok(_), None) => pair.same += 1,
                        (Ok(_), Some(problem)) => pair.problems.push(Problem {
                            at_fault: at_fault(&problem, by_reference.as_ref()),
                            ..problem
                        }),
                    }
                }
                pairs.push(pair);
            }
        }
        pairs
    }
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
            let found = format!("it says that it wrote the array, and left {what}");
            Err(Problem::new(fact, Outcome::Protocol, found))
        }
    }
}

fn not_asked(exchange: &Exchange) -> Problem {
    let why = "it was given up before";
    Problem::new(&exchange.fact, Outcome::NotAsked, why)
}

/// Who is at fault where a store is not read right, by what the reference makes of the store.
fn at_fault(problem: &Problem, by_reference: Option<&Problem>) -> Option<AtFault> {
    if problem.outcome.is_gap() {
        return None;
    }
    match by_reference.map(|it| it.outcome) {
        None => Some(AtFault::Reader),
        Some(Outcome::WrongData | Outcome::WrongMetadata | Outcome::Refused) => {
            Some(AtFault::Writer)
        }
        Some(_) => None,
    }
}
