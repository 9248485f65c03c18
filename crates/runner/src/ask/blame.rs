//! A worker that finds out which checks end its process, and blames these and no others.
//!
//! The check whose answer is missing when a process ends or falls silent is asked again by itself,
//! in a fresh process. If it ends that one, too, it is to blame. If not, what was asked before it
//! is replayed, and the checks that it takes to end a process are.

use std::time::{Duration, Instant};

use super::replay::{Again, Charged, Searching};
use super::search::{BadEnd, Care, Culprit, End, Found, NotFound, Replays as _, search};
use super::worker::{Answered, Asking, EndedEarly, Worker, verdict_of, verdict_unasked};
use crate::check::id::CheckId;
use crate::check::{Check, Expected};
use crate::judge::verdict::{Aftermath, Failure, FailureKind, LONGEST_TEXT, Verdict, cut};
use zarr_conform_protocol::subject::{Fault, FaultKind};

/// How often more a charge has to be repeated, where processes end at random.
const DOUBTED: usize = 3;

/// Takes a verdict on the check of a number, which may be another one than before.
pub(crate) type Done<'a> = dyn FnMut(usize, Verdict) + 'a;

/// What a worker knows of the processes that it asked.
#[derive(Default)]
struct Asked {
    /// What the present process answered.
    now: Vec<usize>,
    /// What processes answered that ended before it could be seen how they end by themselves.
    unexamined: Vec<usize>,
    /// The longest that an answer took.
    longest: Duration,
}

impl Worker<'_> {
    /// Runs checks until there are no more. A verdict stands once this returns: before, a later one on
    /// the same check takes its place.
    pub(crate) fn run_and_blame(
        &mut self,
        again: &Again<'_>,
        next: &mut dyn FnMut() -> Option<(usize, Check)>,
        done: &mut Done<'_>,
    ) -> Result<(), EndedEarly> {
        let mut asked = Asked::default();
        loop {
            let began = Instant::now();
            match self.next_answered(next)? {
                Some(Answered::Unasked(number, verdict)) => {
                    again.given_up.note_unasked(number);
                    done(number, verdict);
                }
                Some(Answered::Judged(it, verdict)) => {
                    again.given_up.note_answered(it.number);
                    asked.longest = asked.longest.max(began.elapsed());
                    asked.now.push(it.number);
                    done(it.number, verdict);
                }
                Some(Answered::Not(it, fault)) => {
                    self.subject = None;
                    self.examine(again, &mut asked, (it.number, &it.check), &fault, done)?;
                    if again.given_up.has_answered() {
                        self.note_answered();
                    }
                    self.leave_out(&|number| again.given_up.has(number));
                    self.recover(&fault)?;
                }
                None => break,
            }
        }
        let end = again.end(self.asking, self)?;
        if end.is_some() {
            self.search(again, &asked.now, None, asked.longest, done)?;
        }
        self.search_unexamined(again, &asked, done)
    }

    /// Asks each check in a process of its own.
    pub(crate) fn run_isolated(
        &mut self,
        again: &Again<'_>,
        next: &mut dyn FnMut() -> Option<(usize, Check)>,
        done: &mut Done<'_>,
    ) -> Result<(), EndedEarly> {
        self.subject = None;
        while let Some((number, check)) = next() {
            if let Some(verdict) = verdict_unasked(&self.hello, &check) {
                again.given_up.note_unasked(number);
                done(number, verdict);
                continue;
            }
            match again.alone(self.asking, number)? {
                End::Well(verdicts) => {
                    again.given_up.note_answered(number);
                    for verdict in verdicts {
                        done(number, verdict);
                    }
                }
                End::Badly(end) => {
                    if end.verdicts.is_empty() && !again.given_up.has_answered() {
                        self.note_death(&end.fault)?;
                    }
                    let asked = &mut Asked::default();
                    self.examine(again, asked, (number, &check), &end.fault, done)?;
                }
                End::Unknown => {}
            }
        }
        Ok(())
    }

    /// Finds whom to blame for a process that ended while this check was asked.
    fn examine(
        &mut self,
        again: &Again<'_>,
        asked: &mut Asked,
        (number, check): (usize, &Check),
        fault: &Fault,
        done: &mut Done<'_>,
    ) -> Result<(), EndedEarly> {
        let before = std::mem::take(&mut asked.now);
        let verdict = verdict_of(check, fault)?;
        let is_protocol = matches!(fault.kind, FaultKind::Protocol(_));
        if is_protocol || matches!(check.expected, Expected::Denied(_)) {
            asked.unexamined.extend(before);
            again.given_up.note_ended(number, fault);
            done(number, verdict);
            return Ok(());
        }
        let alone = match again.alone(self.asking, number)? {
            End::Badly(end) => {
                asked.unexamined.extend(before);
                again.given_up.note_ended(number, &end.fault);
                again.note_charged(charged_alone(number, &end));
                done(number, ended_alone(check, &end)?);
                return Ok(());
            }
            End::Well(verdicts) => verdicts.into_iter().next().unwrap_or(verdict),
            End::Unknown => verdict,
        };
        again.given_up.note_answered(number);
        done(number, alone.clone());
        let run: Vec<usize> = before.into_iter().chain([number]).collect();
        let ended = Ended {
            number,
            alone,
            fault,
        };
        self.search(again, &run, Some(&ended), asked.longest, done)
    }

    /// Blames the checks of a run that end its process. Where there are none, the check at which it
    /// ended cannot be relied on.
    fn search(
        &mut self,
        again: &Again<'_>,
        run: &[usize],
        ended: Option<&Ended<'_>>,
        longest: Duration,
        done: &mut Done<'_>,
    ) -> Result<(), EndedEarly> {
        let mut replays = Searching {
            again,
            asking: self.asking,
            longest,
        };
        let why = match run {
            [_] if ended.is_some() => NotFound::NotRepeated,
            _ => match search(run, &mut replays)? {
                Ok(found) if report(again, &found, ended, done) => return Ok(()),
                Ok(_) => NotFound::NotSelected,
                Err(why) => why,
            },
        };
        if why == NotFound::NotRepeated {
            again.note_unsteady();
        }
        if let Some(ended) = ended {
            done(ended.number, ended.unsteady(why));
        }
        Ok(())
    }

    /// Asks again what was asked of processes that other checks ended, to see how a process ends after
    /// that by itself.
    fn search_unexamined(
        &mut self,
        again: &Again<'_>,
        asked: &Asked,
        done: &mut Done<'_>,
    ) -> Result<(), EndedEarly> {
        let mut replays = Searching {
            again,
            asking: self.asking,
            longest: asked.longest,
        };
        let run = &asked.unexamined;
        if run.is_empty() {
            return Ok(());
        }
        let End::Badly(end) = replays.replay(run, Care::Full)? else {
            return Ok(());
        };
        let Some(number) = run.get(end.at).copied() else {
            return self.search(again, run, None, asked.longest, done);
        };
        match again.alone(self.asking, number)? {
            End::Well(verdicts) => {
                let ended = verdicts.into_iter().next().map(|alone| Ended {
                    number,
                    alone,
                    fault: &end.fault,
                });
                self.search(again, &run[..=end.at], ended.as_ref(), asked.longest, done)
            }
            End::Badly(alone) => {
                again.note_charged(charged_alone(number, &alone));
                done(number, ended_alone(&(again.check)(number), &alone)?);
                Ok(())
            }
            End::Unknown => Ok(()),
        }
    }
}

impl Again<'_> {
    /// Another verdict on a check that is charged with the end of a process, where the process does not
    /// end so each time.
    pub(crate) fn doubt(
        &self,
        asking: &Asking<'_>,
        charged: &Charged,
    ) -> Result<Option<Verdict>, EndedEarly> {
        let at = charged.run.iter().position(|it| *it == charged.number);
        for _ in 0..DOUBTED {
            if let End::Well(verdicts) = self.ask(asking, &charged.run, None)? {
                let alone = at.and_then(|at| verdicts.into_iter().nth(at));
                let unsteady = |it| unsteady(&it, &charged.fault, NotFound::NotRepeated);
                return Ok(alone.map(unsteady));
            }
        }
        Ok(None)
    }
}

/// A check at which a process ended, but that does not end one when it is asked by itself.
struct Ended<'a> {
    number: usize,
    /// What it comes to alone.
    alone: Verdict,
    /// How the process ended.
    fault: &'a Fault,
}

impl Ended<'_> {
    /// The verdict, where no check can be blamed for the end.
    fn unsteady(&self, why: NotFound) -> Verdict {
        unsteady(&self.alone, self.fault, why)
    }
}

/// The verdict on a check of which nothing is known but that a process ended while it was asked, and
/// that it comes to something else alone. What fails alone fails all the same.
pub(crate) fn unsteady(alone: &Verdict, fault: &Fault, why: NotFound) -> Verdict {
    let kind = kind_of(fault).name();
    let why = format!(
        "{}; asked again by itself, it gives {}; {why}",
        fault.kind,
        alone.name()
    );
    match alone {
        Verdict::Fail(failure) => Verdict::Fail(Box::new(Failure {
            aftermath: Some(Box::new(Aftermath {
                found: why,
                run: Vec::new(),
            })),
            ..(**failure).clone()
        })),
        alone => Verdict::Flaky {
            seen: vec![kind.to_owned(), alone.name().to_owned()],
            why: Some(cut(why, LONGEST_TEXT)),
        },
    }
}

/// Reports the verdicts on culprits and on what was asked with them; whether any culprit is part of
/// the result.
fn report(
    again: &Again<'_>,
    found: &Found,
    ended: Option<&Ended<'_>>,
    done: &mut Done<'_>,
) -> bool {
    let ended = ended.map(|it| it.number);
    for (number, verdict) in &found.without {
        if Some(*number) != ended {
            done(*number, verdict.clone());
        }
    }
    let mut is_reported = false;
    for culprit in &found.culprits {
        is_reported |= (again.is_reported)(culprit.number);
        again.note_charged(Charged {
            number: culprit.number,
            run: culprit.run.clone(),
            fault: culprit.end.fault.clone(),
        });
        done(culprit.number, blamed(again, culprit));
    }
    is_reported
}

/// A check that ends its process when it is asked by itself.
fn charged_alone(number: usize, end: &BadEnd) -> Charged {
    Charged {
        number,
        run: vec![number],
        fault: end.fault.clone(),
    }
}

/// The verdict on a check that ends its process when it is asked by itself.
fn ended_alone(check: &Check, end: &BadEnd) -> Result<Verdict, EndedEarly> {
    match end.verdicts.first() {
        None => verdict_of(check, &end.fault),
        Some(own) => {
            let found = format!("{}; {}", alone(own), end.fault.kind);
            Ok(charged(check, own, &end.fault, found, Vec::new()))
        }
    }
}

/// The verdict on a check that ends the process by what it leaves behind.
fn blamed(again: &Again<'_>, culprit: &Culprit) -> Verdict {
    let check = (again.check)(culprit.number);
    let ids = |numbers: &[usize]| -> Vec<CheckId> {
        let ids = numbers.iter().map(|number| (again.check)(*number).id);
        ids.collect()
    };
    let at = culprit.run.iter().position(|it| *it == culprit.number);
    let (before, after) = culprit.run.split_at(at.unwrap_or_default());
    let (before, after) = (ids(before), ids(after.get(1..).unwrap_or_default()));
    let fault = &culprit.end.fault;
    let own = at.and_then(|at| culprit.end.verdicts.get(at));
    let when = match (listed(&before), listed(&after)) {
        (None, None) => return ended_alone(&check, &culprit.end).unwrap_or_else(|_| charge(fault)),
        (Some(before), None) => format!("when {before} asked before it"),
        (None, Some(after)) => format!("when {after} asked after it"),
        (Some(before), Some(after)) => {
            format!("when {before} asked before it and {after} asked after it")
        }
    };
    let own = own.cloned().unwrap_or(Verdict::passed());
    let found = format!("{}; {} {when}", alone(&own), fault.kind);
    charged(&check, &own, fault, found, ids(&culprit.run))
}

/// What a check comes to that is asked by itself, in words.
fn alone(own: &Verdict) -> String {
    match own {
        Verdict::Pass { .. } => "passes by itself".to_owned(),
        own => format!("answers by itself ({})", own.name()),
    }
}

/// The ids as the subject of a sentence, with its verb; nothing of none.
fn listed(ids: &[CheckId]) -> Option<String> {
    let (last, others) = ids.split_last()?;
    let others: Vec<&str> = others.iter().map(CheckId::as_str).collect();
    Some(match others.as_slice() {
        [] => format!("{last} is"),
        others => format!("{} and {last} are", others.join(", ")),
    })
}

/// The verdict on a check that answers, and for whose sake the process ends: nothing hides wrong data,
/// and what was asked although `hello` denies it is not a failure.
fn charged(
    check: &Check,
    own: &Verdict,
    fault: &Fault,
    found: String,
    run: Vec<CheckId>,
) -> Verdict {
    if matches!(check.expected, Expected::Denied(_)) {
        return Verdict::skipped(format!(
            "asked for what hello lists as unsupported: {found}"
        ));
    }
    let aftermath = Some(Box::new(Aftermath { found, run }));
    match own {
        Verdict::Fail(failure) if failure.kind == FailureKind::WrongData => {
            Verdict::Fail(Box::new(Failure {
                aftermath,
                ..(**failure).clone()
            }))
        }
        _ => {
            let found = aftermath.as_ref().map_or("", |it| &it.found);
            Verdict::Fail(Box::new(Failure {
                log: fault.log.clone(),
                aftermath: aftermath.clone(),
                ..Failure::new(
                    kind_of(fault),
                    "an answer, and a process that goes on",
                    found,
                )
            }))
        }
    }
}

fn charge(fault: &Fault) -> Verdict {
    let found = fault.kind.to_string();
    Verdict::Fail(Box::new(Failure {
        log: fault.log.clone(),
        ..Failure::new(kind_of(fault), "an answer", found)
    }))
}

fn kind_of(fault: &Fault) -> FailureKind {
    match fault.kind {
        FaultKind::Timeout => FailureKind::Timeout,
        FaultKind::Protocol(_) => FailureKind::Protocol,
        _ => FailureKind::Crash,
    }
}
