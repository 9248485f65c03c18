//! One worker: an implementation of its own, asked one check after the other.

use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

use super::check::{Asked, Check, Expected, operation_of};
use super::derive::MetadataReader;
use super::judge::{self, Evidence};
use super::verdict::{Failure, FailureKind, Verdict};
use super::workspace::{LaidOut, Workspace};
use crate::Edition;
use crate::protocol::{Answer, Ask, Hello, Refusal, Request};
use crate::subject::{self, Fault, FaultKind, Launcher, StartError, Started, Subject};

/// Checks that are sent ahead of the one whose answer is awaited, itself included.
const WINDOW: usize = 8;
/// Bytes of elements that are sent ahead; a check with more waits for the ones before it.
const WINDOW_BYTES: usize = 1024 * 1024;
/// Deaths in a row that end the run where the implementation never answered a check.
const DEATHS_WITHOUT_ANY_ANSWER: usize = 5;
/// Deaths in a row that end the run of an implementation that has answered before.
const DEATHS_IN_A_ROW: usize = 50;

/// Why a run ended before its last check.
#[derive(Debug, thiserror::Error)]
pub enum EndedEarly {
    /// It dies again and again.
    #[error(
        "the implementation failed {deaths} times in a row without answering; the last time: {fault}"
    )]
    KeepsFailing {
        /// How often.
        deaths: usize,
        /// The last fault.
        fault: Fault,
    },
    /// It cannot be started again.
    #[error("the implementation cannot be started again: {0}")]
    Restart(StartError),
    /// Stores cannot be laid out.
    #[error("laying out a store: {0}")]
    Store(io::Error),
}

/// What all workers share.
pub(super) struct Shared<'a> {
    pub(super) launcher: &'a dyn Launcher,
    pub(super) timeout: Duration,
    pub(super) workspace: &'a Workspace,
    pub(super) reader: Option<&'a dyn MetadataReader>,
    pub(super) edition: Edition,
}

/// One worker.
pub(super) struct Worker<'a> {
    shared: &'a Shared<'a>,
    subject: Box<dyn Subject>,
    hello: Hello,
    next_id: u64,
    in_flight: VecDeque<InFlight>,
    deaths: usize,
    has_answered: bool,
}

/// A check whose requests are sent.
struct InFlight {
    number: usize,
    check: Check,
    stores: LaidOut,
    /// Ids of the requests; nothing for those that were left out.
    ids: Vec<Option<u64>>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, started: Started) -> Self {
        Self {
            shared,
            subject: started.subject,
            hello: started.hello,
            next_id: 1,
            in_flight: VecDeque::new(),
            deaths: 0,
            has_answered: false,
        }
    }

    /// Runs checks until there are no more; `next` gives a number and the check that has it.
    pub(super) fn run(
        &mut self,
        mut next: impl FnMut() -> Option<(usize, Check)>,
        mut done: impl FnMut(usize, Verdict),
    ) -> Result<(), EndedEarly> {
        let mut waiting = None;
        loop {
            while let Some((number, check)) = waiting.take().or_else(&mut next) {
                if let Some(verdict) = self.verdict_unasked(&check) {
                    done(number, verdict);
                } else if self.has_room_for(&check) {
                    self.send(number, check).map_err(EndedEarly::Store)?;
                } else {
                    waiting = Some((number, check));
                    break;
                }
            }
            match self.in_flight.pop_front() {
                Some(first) => {
                    let number = first.number;
                    done(number, self.conclude(&first)?);
                }
                None if waiting.is_none() => return Ok(()),
                None => {}
            }
        }
    }

    /// The verdict on a check that this implementation need not be asked.
    fn verdict_unasked(&self, check: &Check) -> Option<Verdict> {
        if let Some(message) = lacks(&self.hello, check) {
            return Some(Verdict::Unsupported { message });
        }
        if let Expected::NotAskable(reason) = &check.expected {
            let reason = reason.clone();
            return Some(Verdict::Skipped { reason });
        }
        let missing = check
            .requests
            .iter()
            .filter(|asked| !asked.optional)
            .map(|asked| operation_of(&asked.ask).0)
            .find(|operation| !self.offers(operation))?;
        Some(match missing {
            "open" | "read" | "write" => Verdict::Unsupported {
                message: format!("the implementation does not offer {missing}"),
            },
            _ => Verdict::not_offered(missing),
        })
    }

    fn offers(&self, operation: &str) -> bool {
        self.hello.ops.iter().any(|offered| offered == operation)
    }

    fn has_room_for(&self, check: &Check) -> bool {
        let size = |check: &Check| {
            check
                .requests
                .iter()
                .map(|it| size_of(&it.ask))
                .sum::<usize>()
        };
        let ahead: usize = self.in_flight.iter().map(|it| size(&it.check)).sum();
        self.in_flight.is_empty()
            || (self.in_flight.len() < WINDOW && ahead + size(check) <= WINDOW_BYTES)
    }

    fn send(&mut self, number: usize, check: Check) -> io::Result<()> {
        let stores = self.shared.workspace.lay_out(&check.stores)?;
        let mut ids = Vec::new();
        self.subject.about(&check.id);
        for asked in &check.requests {
            let is_sent = !asked.optional || self.offers(operation_of(&asked.ask).0);
            ids.push(is_sent.then(|| self.send_one(asked, &stores)));
        }
        self.in_flight.push_back(InFlight {
            number,
            check,
            stores,
            ids,
        });
        Ok(())
    }

    fn send_one(&mut self, asked: &Asked, stores: &LaidOut) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        let folder = asked.store.and_then(|at| stores.0.get(at));
        let folder = folder.map(|it| it.to_string_lossy().into_owned());
        let request = Request {
            id,
            ask: about(&asked.ask, folder),
        };
        // What goes wrong in sending is seen when the answer is awaited.
        let _ = self.subject.send(&request);
        id
    }

    /// Waits for the answers to a check and judges them.
    fn conclude(&mut self, first: &InFlight) -> Result<Verdict, EndedEarly> {
        let mut replies = Vec::new();
        for id in &first.ids {
            match id.map(|id| self.await_reply(id)).transpose() {
                Ok(reply) => replies.push(reply),
                Err(fault) => return self.recover(fault),
            }
        }
        let evidence = Evidence {
            replies,
            stores: &first.stores.0,
            reader: self.shared.reader,
            edition: self.shared.edition,
        };
        Ok(judge::judge(&first.check, &evidence))
    }

    fn await_reply(&mut self, id: u64) -> Result<Result<serde_json::Value, Refusal>, Fault> {
        let answer = self.subject.receive(Instant::now() + self.shared.timeout)?;
        let reply = reply_of(id, answer)?;
        self.deaths = 0;
        self.has_answered = true;
        Ok(reply)
    }

    /// Starts the implementation again and sends again what it was sent ahead.
    fn recover(&mut self, fault: Fault) -> Result<Verdict, EndedEarly> {
        self.deaths += 1;
        let limit = if self.has_answered {
            DEATHS_IN_A_ROW
        } else {
            DEATHS_WITHOUT_ANY_ANSWER
        };
        if self.deaths >= limit {
            let deaths = self.deaths;
            return Err(EndedEarly::KeepsFailing { deaths, fault });
        }
        let started = subject::start(self.shared.launcher, self.shared.timeout);
        self.subject = started.map_err(EndedEarly::Restart)?.subject;
        self.next_id = 1;
        for again in std::mem::take(&mut self.in_flight) {
            self.send(again.number, again.check)
                .map_err(EndedEarly::Store)?;
        }
        Ok(Verdict::Fail(Box::new(failure_of(fault))))
    }
}

fn reply_of(id: u64, answer: Answer) -> Result<Result<serde_json::Value, Refusal>, Fault> {
    if answer.id != id {
        return Err(Fault::protocol(format!(
            "found the id {}, expected {id}",
            answer.id
        )));
    }
    match (answer.ok, answer.error) {
        (Some(ok), None) => Ok(Ok(ok)),
        (None, Some(refusal)) => Ok(Err(refusal)),
        (Some(_), Some(_)) => Err(Fault::protocol("found both ok and error, expected one")),
        (None, None) => Err(Fault::protocol("found neither ok nor error, expected one")),
    }
}

fn failure_of(fault: Fault) -> Failure {
    let kind = match &fault.kind {
        FaultKind::Crash(_) => FailureKind::Crash,
        FaultKind::Timeout => FailureKind::Timeout,
        FaultKind::Protocol(_) => FailureKind::Protocol,
    };
    Failure {
        log: fault.log,
        ..Failure::new(kind, "an answer", fault.kind.to_string())
    }
}

/// What `hello` says the implementation lacks of a check's needs.
fn lacks(hello: &Hello, check: &Check) -> Option<String> {
    let lacking = &hello.unsupported;
    if let Some(data_type) = &check.needs.data_type {
        let is_raw = data_type.starts_with('r');
        let is_lacking = |it: &String| it == data_type || (is_raw && it == "r*");
        if lacking.data_types.iter().any(is_lacking) {
            return Some(format!("hello: data type {data_type} is not supported"));
        }
    }
    let codec = check
        .needs
        .codecs
        .iter()
        .find(|it| lacking.codecs.contains(it))?;
    Some(format!("hello: codec {codec} is not supported"))
}

/// The request about a store, with the folder of the store.
fn about(ask: &Ask, folder: Option<String>) -> Ask {
    let mut ask = ask.clone();
    if let Ask::Open { store }
    | Ask::Read { store, .. }
    | Ask::Write { store, .. }
    | Ask::Create { store, .. } = &mut ask
    {
        *store = folder.unwrap_or_default();
    }
    ask
}

/// Bytes that a request carries.
fn size_of(ask: &Ask) -> usize {
    match ask {
        Ask::Write { elements, .. }
        | Ask::Create { elements, .. }
        | Ask::Encode { elements, .. } => elements.0.len(),
        Ask::Decode { encoded, .. } => encoded.0.len(),
        _ => 0,
    }
}
