//! A fuzz run with an implementation of its own for each of several threads.

use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use zarr_conform_diagnosis::Reference;
use zarr_conform_fuzz::{Ask, Choices, Finds, Hunt, InProcess};
use zarr_conform_protocol::Hello;
use zarr_conform_protocol::subject::{self, Launcher, Operations as _, StartError, Started, Stop};
use zarr_conform_runner::{
    Asking, Check, EndedEarly, Memory, Partition, ReferenceReader, Verdict, Within, Worker,
    Workspace,
};
use zarr_conform_terms::Edition;

/// How often it is reported how far a fuzz run is.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// Who is asked.
#[derive(Clone, Copy)]
pub enum Who<'a> {
    /// An implementation in a process of its own.
    Launched(&'a dyn Launcher),
    /// The built-in reference, in this process.
    Reference,
}

/// What a fuzz run is given.
pub struct Hunting<'a> {
    /// Who is asked.
    pub who: Who<'a>,
    /// The edition to judge by; by default the one that the implementation names.
    pub edition: Option<Edition>,
    /// What the cases come from.
    pub seed: u64,
    /// Which cases of the seed.
    pub numbers: Numbers,
    /// No case is begun later than this after the beginning.
    pub time: Option<Duration>,
    /// How many threads, each with an implementation of its own.
    pub jobs: NonZeroUsize,
    /// How long an answer may take.
    pub timeout: Duration,
    /// Where stores are laid out, as far as it has room; without it, on the disk.
    pub memory: Option<Memory>,
    /// Set when the fuzz run is to end.
    pub stop: &'a Stop,
}

/// Which numbers cases have: `first <= number < end`, or only those of a share of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The first.
    pub first: u64,
    /// One more than the last; nothing where there is no end.
    pub end: Option<u64>,
    /// Share `k` of `n` has those that leave `k - 1` when divided by `n`.
    pub partition: Option<Partition>,
}

impl Numbers {
    /// The number at a position, from 0; nothing after the last one.
    fn at(&self, position: u64) -> Option<u64> {
        let (share, of) = self
            .partition
            .map_or((0, 1), |it| (it.number() - 1, it.of()));
        // The first one of the share that is not below `first`.
        let begin = self
            .first
            .checked_add((of + share - self.first % of) % of)?;
        let number = begin.checked_add(position.checked_mul(of)?)?;
        self.end.is_none_or(|end| number < end).then_some(number)
    }

    /// How many there are; nothing where there is no end.
    pub fn count(&self) -> Option<u64> {
        let (end, of) = (self.end?, self.partition.map_or(1, Partition::of));
        let begin = self.at(0);
        Some(begin.map_or(0, |begin| (end - begin).div_ceil(of)))
    }

    /// The number behind so many of them; `end` where all were taken.
    pub fn end_of(&self, count: u64) -> u64 {
        let all = self.end.filter(|_| self.count() == Some(count));
        let last = || count.checked_sub(1).and_then(|last| self.at(last));
        all.or_else(|| last()?.checked_add(1)).unwrap_or(1)
    }
}

/// How far a fuzz run is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Cases that were asked or left out.
    pub cases: u64,
    /// Distinct causes of failure by now.
    pub causes: usize,
    /// Since the beginning.
    pub elapsed: Duration,
}

/// A fuzz run that is over.
pub struct Hunted {
    /// What the implementation said of itself.
    pub hello: Hello,
    /// What cases were made of.
    pub choices: Choices,
    /// What was found.
    pub finds: Finds,
    /// How long it took.
    pub elapsed: Duration,
    /// Why it ended before its last case.
    pub ended_early: Option<EndedEarly>,
}

/// Why there is no fuzz run.
#[derive(Debug, thiserror::Error)]
pub enum NoHunt {
    /// The implementation cannot be started.
    #[error(transparent)]
    Start(StartError),
    /// A stop was requested before the first case.
    #[error("interrupted before the first case")]
    Interrupted,
    /// The edition has no arrays.
    #[error("edition draft has no arrays that cases could be about; expected --edition 3.0 or 3.1")]
    Draft,
    /// No temporary directory.
    #[error("making a temporary directory: {0}")]
    Workspace(io::Error),
}

impl Hunting<'_> {
    /// Runs until there are no more cases, the time is over, or it is stopped. `tell` is called with
    /// how far it is, now and then.
    ///
    /// # Errors
    /// Where nothing could be asked.
    pub fn run(&self, tell: &mut dyn FnMut(Progress)) -> Result<Hunted, NoHunt> {
        let (hello, started) = self.hello()?;
        let edition = self.edition.unwrap_or(hello.edition);
        if edition == Edition::Draft {
            return Err(NoHunt::Draft);
        }
        let choices = Choices {
            edition,
            unsupported: hello.unsupported.clone(),
            ops: hello.ops.clone(),
            ..Choices::all(edition)
        };
        let workspace = Workspace::new(self.memory).map_err(NoHunt::Workspace)?;
        let hunt = Hunt::new(&choices, self.seed);
        let began = Instant::now();
        let next = AtomicU64::new(0);
        // Where one thread fails, the others end, too.
        let stop = self.stop.within();
        let take = || {
            let is_over = self.time.is_some_and(|time| began.elapsed() >= time);
            if is_over || stop.is_set() {
                return None;
            }
            self.numbers.at(next.fetch_add(1, Ordering::Relaxed))
        };
        let share = Share {
            hunting: self,
            hunt: &hunt,
            workspace: &workspace,
            edition,
            stop: &stop,
        };
        let mut ended = Vec::new();
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            let mut started = started;
            for _ in 0..self.jobs.get() {
                let (sender, first): (Sender<_>, _) = (sender.clone(), started.take());
                let (share, take) = (&share, &take);
                scope.spawn(move || {
                    // The receiver lives as long as there are threads.
                    let _ = sender.send(share.run(first, &mut || take()));
                });
            }
            drop(sender);
            loop {
                match receiver.recv_timeout(TELL_EVERY) {
                    Ok(Ok(())) => {}
                    Ok(Err(why)) => {
                        stop.set();
                        ended.push(why);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                let finds = hunt.finds();
                let progress = Progress {
                    cases: finds.cases + finds.avoided,
                    causes: finds.causes.len(),
                    elapsed: began.elapsed(),
                };
                drop(finds);
                tell(progress);
            }
        });
        let finds = std::mem::take(&mut *hunt.finds());
        drop(hunt);
        // What stopped the others is why it ended; they were only interrupted.
        let at = ended
            .iter()
            .position(|it| !matches!(it, EndedEarly::Interrupted));
        let ended_early = match at {
            Some(at) => Some(ended.swap_remove(at)),
            None => self.stop.is_set().then_some(EndedEarly::Interrupted),
        };
        Ok(Hunted {
            hello,
            choices,
            finds,
            elapsed: began.elapsed(),
            ended_early,
        })
    }

    /// What the implementation says of itself, and the implementation where it was started.
    fn hello(&self) -> Result<(Hello, Option<Started>), NoHunt> {
        match self.who {
            Who::Reference => {
                let reference = Reference::new(self.edition.unwrap_or_default());
                Ok((reference.hello(), None))
            }
            Who::Launched(launcher) => {
                let started = subject::start(launcher, self.timeout, self.stop);
                let started = started.map_err(|error| {
                    if error.is_stopped() {
                        NoHunt::Interrupted
                    } else {
                        NoHunt::Start(error)
                    }
                })?;
                Ok((started.hello.clone(), Some(started)))
            }
        }
    }
}

/// What every thread works with.
struct Share<'a> {
    hunting: &'a Hunting<'a>,
    hunt: &'a Hunt<'a>,
    workspace: &'a Workspace,
    edition: Edition,
    stop: &'a Stop,
}

impl Share<'_> {
    fn run(
        &self,
        started: Option<Started>,
        next: &mut dyn FnMut() -> Option<u64>,
    ) -> Result<(), EndedEarly> {
        match self.hunting.who {
            Who::Reference => {
                let reference = Reference::new(self.edition);
                let within = Within {
                    hello: reference.hello(),
                    reader: &ReferenceReader,
                    edition: self.edition,
                };
                let mut ask = InProcess {
                    within: &within,
                    inside: &reference,
                };
                self.hunt.run(&mut self.until_stopped(&mut ask), next)
            }
            Who::Launched(launcher) => {
                let timeout = self.hunting.timeout;
                let asking = Asking {
                    launcher,
                    timeout,
                    workspace: self.workspace,
                    reader: &ReferenceReader,
                    edition: self.edition,
                    keep: None,
                    stop: self.stop,
                };
                let started = match started {
                    Some(started) => started,
                    None => subject::start(launcher, timeout, self.stop)
                        .map_err(EndedEarly::of_start)?,
                };
                let mut worker = Worker::new(&asking, started);
                self.hunt.run(&mut self.until_stopped(&mut worker), next)
            }
        }
    }

    fn until_stopped<'a>(&'a self, ask: &'a mut dyn Ask) -> UntilStopped<'a> {
        UntilStopped {
            ask,
            stop: self.stop,
        }
    }
}

/// An implementation that is asked nothing more once the fuzz run is to end.
struct UntilStopped<'a> {
    ask: &'a mut dyn Ask,
    stop: &'a Stop,
}

impl Ask for UntilStopped<'_> {
    fn ask(&mut self, checks: Vec<Check>) -> Result<Vec<Verdict>, EndedEarly> {
        let (verdicts, ended) = self.ask_some(checks);
        ended.map(|()| verdicts)
    }

    fn ask_some(&mut self, checks: Vec<Check>) -> (Vec<Verdict>, Result<(), EndedEarly>) {
        if self.stop.is_set() {
            return (Vec::new(), Err(EndedEarly::Interrupted));
        }
        self.ask.ask_some(checks)
    }

    fn at_once(&self) -> usize {
        self.ask.at_once()
    }

    fn expect_failures(&mut self) {
        self.ask.expect_failures();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zarr_conform_diagnosis::ReferenceLauncher;
    use zarr_conform_reference::misreading;

    /// What was found until then is kept, whatever was being asked, and no thread goes on.
    #[test]
    fn who_stops_a_hunt_gets_what_was_found() {
        let launcher = ReferenceLauncher {
            edition: Edition::V3_1,
            misreading: misreading::named("endian-ignored"),
            ops: Vec::new(),
        };
        let stop = Stop::default();
        let hunting = Hunting {
            who: Who::Launched(&launcher),
            edition: None,
            seed: 7,
            numbers: Numbers {
                first: 0,
                end: None,
                partition: None,
            },
            time: None,
            jobs: NonZeroUsize::new(2).unwrap(),
            timeout: Duration::from_secs(60),
            memory: None,
            stop: &stop,
        };
        let hunted = hunting.run(&mut |progress| {
            if progress.causes > 0 {
                stop.set();
            }
        });
        let hunted = hunted.unwrap_or_else(|error| panic!("{error}"));
        assert!(matches!(hunted.ended_early, Some(EndedEarly::Interrupted)));
        assert!(!hunted.finds.causes.is_empty());
    }

    fn numbers(first: u64, end: Option<u64>, partition: Option<&str>) -> Vec<u64> {
        let partition = partition.map(|it| it.parse().unwrap());
        let numbers = Numbers {
            first,
            end,
            partition,
        };
        let all: Vec<u64> = (0..).map_while(|at| numbers.at(at)).take(8).collect();
        let count = all.len() as u64;
        if all.len() < 8 && end.is_some() {
            assert_eq!(numbers.count(), Some(count));
            assert_eq!(Some(numbers.end_of(count)), end);
        } else {
            let last = all.last().and_then(|it| it.checked_add(1));
            assert_eq!(numbers.end_of(count), last.unwrap_or(1));
        }
        all
    }

    #[test]
    fn shares_have_every_number_once() {
        assert_eq!(numbers(0, Some(5), None), [0, 1, 2, 3, 4]);
        assert_eq!(numbers(0, Some(8), Some("1/3")), [0, 3, 6]);
        assert_eq!(numbers(0, Some(8), Some("3/3")), [2, 5]);
        assert_eq!(numbers(0, Some(1), Some("2/3")), [0; 0]);
        assert_eq!(numbers(17, Some(18), None), [17]);
        assert_eq!(numbers(17, Some(30), Some("2/5")), [21, 26]);
        assert_eq!(numbers(u64::MAX - 1, None, None), [u64::MAX - 1, u64::MAX]);
    }
}
