//! Checks asked again in fresh processes, within the time that a run has for that.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::given_up::GivenUp;
use super::search::{BadEnd, Care, End, Replays};
use super::worker::{Answered, Asking, EndedEarly, Worker};
use crate::check::Check;
use zarr_conform_protocol::subject::{self, Fault, FaultKind};

/// How long a process may take to end once its input has ended, before it is ended.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time that a run has for replays, beside as many time limits of one answer as [`LIMITS`].
const TIME: Duration = Duration::from_secs(60);
/// See [`TIME`].
const LIMITS: u32 = 4;
/// The least time for one answer in a replay that waits for less than the time limit.
const QUICK: Duration = Duration::from_secs(2);
/// How many times as long as the longest answer so far an answer may take there.
const TIMES_AS_LONG: u32 = 20;

/// A check that is charged with the end of a process.
pub(crate) struct Charged {
    /// Its number.
    pub(crate) number: usize,
    /// The run of checks that ends the process.
    pub(crate) run: Vec<usize>,
    /// How it ended.
    pub(crate) fault: Fault,
}

/// How checks are asked again, and what all workers of a run know of that.
pub(crate) struct Again<'a> {
    /// The check that has a number.
    pub(crate) check: &'a (dyn Fn(usize) -> Check + Sync),
    /// Whether the verdict on the check of a number is part of the result.
    pub(crate) is_reported: &'a (dyn Fn(usize) -> bool + Sync),
    /// Numbers of the plainest checks: how a process ends means nothing where it ends badly after these.
    pub(crate) plainest: Vec<usize>,
    /// Documents that are not asked any further.
    pub(crate) given_up: GivenUp,
    left: Mutex<Duration>,
    plain_end_is_well: OnceLock<bool>,
    is_unsteady: AtomicBool,
    charged: Mutex<Vec<Charged>>,
}

impl<'a> Again<'a> {
    /// With a time limit for one answer of this run.
    pub(crate) fn new(
        check: &'a (dyn Fn(usize) -> Check + Sync),
        is_reported: &'a (dyn Fn(usize) -> bool + Sync),
        plainest: Vec<usize>,
        given_up: GivenUp,
        timeout: Duration,
    ) -> Self {
        Self {
            check,
            is_reported,
            plainest,
            given_up,
            left: Mutex::new(TIME.saturating_add(timeout.saturating_mul(LIMITS))),
            plain_end_is_well: OnceLock::new(),
            is_unsteady: AtomicBool::new(false),
            charged: Mutex::default(),
        }
    }

    /// Notes that a process ended in a way that could not be repeated.
    pub(crate) fn note_unsteady(&self) {
        self.is_unsteady.store(true, Ordering::Relaxed);
    }

    /// Notes that a check is charged with the end of a process.
    pub(crate) fn note_charged(&self, charged: Charged) {
        let mut all = self.charged.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(charged);
    }

    /// The checks that are charged and that chance may explain, since other ends could not be repeated.
    pub(crate) fn doubtful(&self) -> Vec<Charged> {
        if !self.is_unsteady.load(Ordering::Relaxed) {
            return Vec::new();
        }
        let mut all = self.charged.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *all)
    }

    /// Asks one check alone.
    pub(crate) fn alone(&self, asking: &Asking<'_>, number: usize) -> Result<End, EndedEarly> {
        self.ask(asking, &[number], None)
    }

    /// Ends a process that has answered everything; how, where a fault of its own did it.
    pub(crate) fn end(
        &self,
        asking: &Asking<'_>,
        worker: &mut Worker<'_>,
    ) -> Result<Option<Fault>, EndedEarly> {
        let fault = worker.subject.as_mut().and_then(|it| it.end(PATIENCE));
        worker.subject = None;
        match fault {
            Some(fault) if self.plain_end_is_well(asking)? => Ok(Some(fault)),
            _ => Ok(None),
        }
    }

    /// Whether a process ends well that was asked nothing but the plainest checks. Where it does not,
    /// the end of another says nothing about what it was asked.
    fn plain_end_is_well(&self, asking: &Asking<'_>) -> Result<bool, EndedEarly> {
        if let Some(known) = self.plain_end_is_well.get() {
            return Ok(*known);
        }
        let started = subject::start(asking.launcher, asking.timeout, asking.stop);
        let mut worker = Worker::new(asking, started.map_err(EndedEarly::of_start)?);
        worker.is_replay = true;
        let mut numbers = self.plainest.iter();
        let mut next = || {
            numbers
                .next()
                .map(|number| (*number, (self.check)(*number)))
        };
        let is_answered = loop {
            match worker.next_answered(&mut next)? {
                None => break true,
                Some(Answered::Not(_, fault)) => match EndedEarly::of_fault(&fault) {
                    Some(why) => return Err(why),
                    None => break false,
                },
                Some(_) => {}
            }
        };
        let end = worker.subject.as_mut().and_then(|it| it.end(PATIENCE));
        let is_well = is_answered && end.is_none();
        Ok(*self.plain_end_is_well.get_or_init(|| is_well))
    }

    /// Asks a run of checks in a process of its own, until a point in time.
    pub(super) fn ask(
        &self,
        asking: &Asking<'_>,
        run: &[usize],
        until: Option<Instant>,
    ) -> Result<End, EndedEarly> {
        let is_late = || until.is_some_and(|until| Instant::now() >= until);
        let started = subject::start(asking.launcher, asking.timeout, asking.stop);
        let mut worker = Worker::new(asking, started.map_err(EndedEarly::of_start)?);
        (worker.is_replay, worker.until) = (true, until);
        // A check may be asked twice in one run, so that its position tells which one it is.
        let mut positions = run.iter().enumerate();
        let mut next = || {
            let (at, number) = positions.next()?;
            Some((at, (self.check)(*number)))
        };
        let mut verdicts = vec![None; run.len()];
        let (at, fault) = loop {
            match worker.next_answered(&mut next)? {
                Some(Answered::Unasked(at, verdict)) => verdicts[at] = Some(verdict),
                Some(Answered::Judged(it, verdict)) => verdicts[it.number] = Some(verdict),
                Some(Answered::Not(it, fault)) => {
                    if let Some(why) = EndedEarly::of_fault(&fault) {
                        return Err(why);
                    }
                    if fault.kind == FaultKind::Timeout && is_late() {
                        return Ok(End::Unknown);
                    }
                    break (it.number, Some(fault));
                }
                None => break (run.len(), self.end(asking, &mut worker)?),
            }
        };
        let verdicts = verdicts.into_iter().take(at).flatten().collect();
        Ok(match fault {
            Some(fault) => End::Badly(BadEnd {
                at,
                fault,
                verdicts,
            }),
            None => End::Well(verdicts),
        })
    }
}

/// Replays for one search.
pub(super) struct Searching<'a> {
    pub(super) again: &'a Again<'a>,
    pub(super) asking: &'a Asking<'a>,
    /// The longest that an answer took so far.
    pub(super) longest: Duration,
}

impl Replays for Searching<'_> {
    fn replay(&mut self, run: &[usize], care: Care) -> Result<End, EndedEarly> {
        let left = *self
            .again
            .left
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if left.is_zero() {
            return Ok(End::Unknown);
        }
        let timeout = match care {
            Care::Full => self.asking.timeout,
            Care::Quick => self
                .asking
                .timeout
                .min(QUICK.max(self.longest.saturating_mul(TIMES_AS_LONG))),
        };
        let asking = Asking {
            timeout,
            ..*self.asking
        };
        let began = Instant::now();
        let end = self.again.ask(&asking, run, Some(began + left));
        let mut left = self
            .again
            .left
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *left = left.saturating_sub(began.elapsed());
        end
    }
}
