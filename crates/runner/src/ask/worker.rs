//! One worker: an implementation of its own, asked one check after the other.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::ask::keep::Keep;
use crate::ask::spelling::{Next, RefusedSpelling};
use crate::ask::workspace::{LaidOut, Workspace};
use crate::check::{Asked, Check, Expected, Needs, Sent};
use crate::judge;
use crate::judge::evidence::Evidence;
use crate::judge::nodes::found;
use crate::judge::reader::WrittenReader;
use crate::judge::verdict::{Failure, FailureKind, LONGEST_TEXT, SkipReason, Verdict, cut};
use zarr_conform_protocol::subject::{
    self, Bug, Fault, FaultKind, Launcher, StartError, Started, Stop, Subject,
};
use zarr_conform_protocol::{Answer, Ask, Files, Hello, PROTOCOL, Refusal, Request, Unsupported};
use zarr_conform_terms::DataType;
use zarr_conform_terms::{Edition, HexBytes};

/// Checks that are sent ahead of the one whose answer is awaited, itself included.
const WINDOW: usize = 32;
/// How few checks are in flight before more are sent: sending several at once wakes the
/// implementation less often.
const REFILL: usize = 16;
/// Bytes of elements and chunks that are sent ahead; a check with more waits for the ones before it.
const WINDOW_BYTES: usize = 1024 * 1024;
/// Bytes of elements and chunks from which they travel by file, where the implementation knows that.
const BY_FILE: usize = 1024 * 1024;
/// Deaths in a row that end the run where the implementation never answered a check.
const DEATHS_WITHOUT_ANY_ANSWER: usize = 5;
/// What stands before and behind a codec that `hello` lists as unsupported, in a message.
const DENIED_CODEC: &str = "hello: codec ";
const DENIED: &str = " is not supported";
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
    /// The stores of a failed check cannot be kept.
    #[error("keeping a store: {0}")]
    Keep(io::Error),
    /// The folder of all stores is gone, so that a check may fail for that and for nothing else.
    #[error(
        "the folder {} was removed, in which stores are laid out: by the implementation or by another \
         program; what was asked last is not judged",
        .0.display()
    )]
    Removed(PathBuf),
    /// Our own program contradicts itself: in the reference under test, or where it reads what the
    /// implementation wrote.
    #[error(transparent)]
    Bug(#[from] Bug),
    /// A stop was requested.
    #[error("it was interrupted")]
    Interrupted,
}

impl EndedEarly {
    /// Of a fault that is not the implementation's.
    pub(super) fn of_fault(fault: &Fault) -> Option<Self> {
        match &fault.kind {
            FaultKind::Bug(bug) => Some(Bug(bug.clone()).into()),
            FaultKind::Stopped => Some(Self::Interrupted),
            _ => None,
        }
    }

    /// Of an implementation that cannot be started.
    pub fn of_start(error: StartError) -> Self {
        if error.is_stopped() {
            Self::Interrupted
        } else {
            Self::Restart(error)
        }
    }
}

/// What all workers share.
#[derive(Clone, Copy)]
pub struct Asking<'a> {
    /// How to start the implementation.
    pub launcher: &'a dyn Launcher,
    /// How long an answer may take.
    pub timeout: Duration,
    /// Where stores are laid out.
    pub workspace: &'a Workspace,
    /// Who reads metadata that the implementation writes.
    pub reader: &'a dyn WrittenReader,
    /// The edition to judge by.
    pub edition: Edition,
    /// Where the stores of failed checks are kept, if they are.
    pub keep: Option<&'a Keep>,
    /// Set when all workers are to end.
    pub stop: &'a Stop,
}

/// One worker.
pub struct Worker<'a> {
    pub(super) asking: &'a Asking<'a>,
    /// Nothing only while one is ended and the next not started.
    pub(super) subject: Option<Box<dyn Subject>>,
    pub(super) hello: Hello,
    next_id: u64,
    in_flight: VecDeque<InFlight<'a>>,
    /// Checks, by their numbers, that are asked again in other words.
    refused: BTreeMap<usize, RefusedSpelling>,
    /// A check that has no room yet.
    waiting: Option<(usize, Check)>,
    deaths: usize,
    has_answered: bool,
    /// When no answer is waited for any more, whatever the time limit.
    pub(super) until: Option<Instant>,
    /// Its checks were asked before.
    pub(super) is_replay: bool,
}

/// What became of a check.
pub(super) enum Answered<'a> {
    /// It need not be asked.
    Unasked(usize, Verdict),
    /// It was answered and is judged.
    Judged(InFlight<'a>, Verdict),
    /// It was not answered as the protocol says; the implementation is of no use any more.
    Not(InFlight<'a>, Fault),
}

/// A check whose requests are sent.
pub(super) struct InFlight<'a> {
    pub(super) number: usize,
    pub(super) check: Check,
    carried: usize,
    pub(super) folders: LaidOut<'a>,
    /// Files that were offered for answers.
    answer_files: Vec<PathBuf>,
    /// Ids of the requests; nothing for those that were left out.
    ids: Vec<Option<u64>>,
    /// The check is asked once more in other words, so that these are not its stores.
    is_again: bool,
}

impl InFlight<'_> {
    /// The folders of the check's own stores.
    fn stores(&self) -> &[PathBuf] {
        if self.is_again {
            &[]
        } else {
            &self.folders.stores
        }
    }
}

impl<'a> Worker<'a> {
    /// A worker with an implementation that is started.
    pub fn new(asking: &'a Asking<'a>, started: Started) -> Self {
        Self {
            asking,
            subject: Some(started.subject),
            hello: started.hello,
            next_id: 1,
            in_flight: VecDeque::new(),
            refused: BTreeMap::new(),
            waiting: None,
            deaths: 0,
            has_answered: false,
            until: None,
            is_replay: false,
        }
    }

    /// Runs checks until there are no more; `next` gives a number and the check that has it.
    pub fn run(
        &mut self,
        next: impl FnMut() -> Option<(usize, Check)>,
        mut done: impl FnMut(usize, Verdict),
    ) -> Result<(), EndedEarly> {
        self.run_and_see(next, |number, verdict, _| done(number, verdict))
    }

    /// The same; `done` also sees the folders of the check's stores as the implementation left
    /// them, none where it was not asked.
    pub fn run_and_see(
        &mut self,
        mut next: impl FnMut() -> Option<(usize, Check)>,
        mut done: impl FnMut(usize, Verdict, &[PathBuf]),
    ) -> Result<(), EndedEarly> {
        loop {
            match self.next_answered(&mut next)? {
                Some(Answered::Unasked(number, verdict)) => done(number, verdict, &[]),
                Some(Answered::Judged(first, verdict)) => {
                    done(first.number, verdict, first.stores());
                }
                Some(Answered::Not(first, fault)) => {
                    let verdict = verdict_of(&first.check, &fault)?;
                    self.recover(&fault)?;
                    done(first.number, verdict, first.stores());
                }
                None => return Ok(()),
            }
        }
    }

    /// Sends ahead what there is room for, and waits for the first check in flight; nothing after
    /// the last one.
    pub(super) fn next_answered(
        &mut self,
        next: &mut dyn FnMut() -> Option<(usize, Check)>,
    ) -> Result<Option<Answered<'a>>, EndedEarly> {
        loop {
            let is_refilling = self.in_flight.len() < REFILL;
            while is_refilling
                && let Some((number, check)) = self.waiting.take().or_else(&mut *next)
            {
                if let Some(verdict) = verdict_unasked(&self.hello, &check) {
                    return Ok(Some(Answered::Unasked(number, verdict)));
                }
                match self
                    .asking
                    .workspace
                    .cannot_hold(&check.stores_with_created())
                {
                    Ok(None) => {}
                    Ok(Some(reason)) => {
                        let verdict = Verdict::skipped(reason);
                        return Ok(Some(Answered::Unasked(number, verdict)));
                    }
                    Err(error) => return Err(EndedEarly::Store(error)),
                }
                if !self.has_room_for(&check) {
                    self.waiting = Some((number, check));
                    break;
                }
                self.send(number, check)?;
            }
            // Nothing in flight means that the loop above went to the end of the checks.
            let Some(first) = self.in_flight.pop_front() else {
                return Ok(None);
            };
            let concluded = match self.conclude(&first)? {
                Ok(verdict) => match self.settle_spelling(&first, verdict)? {
                    Some(verdict) => Ok(verdict),
                    None => continue,
                },
                Err(fault) => {
                    self.refused.remove(&first.number);
                    Err(fault)
                }
            };
            if matches!(concluded, Ok(Verdict::Fail(_)) | Err(_)) {
                self.asking
                    .workspace
                    .is_there()
                    .map_err(EndedEarly::Removed)?;
            }
            if let Some(keep) = self.asking.keep
                && !first.is_again
                && matches!(concluded, Ok(Verdict::Fail(_)) | Err(_))
            {
                let kept = keep.put(&first.check.id, &first.folders.stores);
                kept.map_err(EndedEarly::Keep)?;
            }
            return Ok(Some(match concluded {
                Ok(verdict) => Answered::Judged(first, verdict),
                Err(fault) => Answered::Not(first, fault),
            }));
        }
    }

    /// Whether `hello` lists the operation, or the optional member.
    pub fn offers(&self, operation: &str) -> bool {
        offers(&self.hello, operation)
    }

    fn has_room_for(&self, check: &Check) -> bool {
        let ahead: usize = self.in_flight.iter().map(|it| it.carried).sum();
        self.in_flight.is_empty()
            || (self.in_flight.len() < WINDOW && ahead + check.carried() <= WINDOW_BYTES)
    }

    /// Sends the requests of a check.
    fn send(&mut self, number: usize, check: Check) -> Result<(), EndedEarly> {
        let sent = self.lay_out_and_send(number, check);
        sent.map_err(|error| match self.asking.workspace.is_there() {
            Ok(()) => EndedEarly::Store(error),
            Err(folder) => EndedEarly::Removed(folder),
        })
    }

    fn lay_out_and_send(&mut self, number: usize, check: Check) -> io::Result<()> {
        let carried = check.carried();
        if let Some(subject) = &mut self.subject {
            if self.is_replay {
                subject.about(&format!("{} (asked again)", check.id));
            } else {
                subject.about(&check.id);
            }
        }
        let mut sent = InFlight {
            number,
            carried,
            folders: self.asking.workspace.lay_out(&check.stores, carried)?,
            answer_files: Vec::new(),
            ids: Vec::new(),
            is_again: self.refused.contains_key(&number),
            check,
        };
        for at in 0..sent.check.requests.len() {
            let id = if is_sent(&self.hello, &sent.check.requests[at]) {
                Some(self.send_one(at, &mut sent)?)
            } else {
                None
            };
            sent.ids.push(id);
        }
        self.in_flight.push_back(sent);
        Ok(())
    }

    /// Sends the request at this position of a check.
    fn send_one(&mut self, at: usize, sent: &mut InFlight<'_>) -> io::Result<u64> {
        let id = self.next_id;
        self.next_id += 1;
        let files = self.files(id, at, sent)?;
        let asked = &sent.check.requests[at];
        let folder = asked.store.and_then(|at| sent.folders.stores.get(at));
        let folder = folder.map(|it| it.to_string_lossy().into_owned());
        let request = Request {
            id,
            ask: about(&asked.ask, folder, files.given.is_some()),
            files,
        };
        if let Some(subject) = &mut self.subject {
            // What goes wrong in sending is seen when the answer is awaited.
            let _ = subject.send(&request);
        }
        Ok(id)
    }

    /// The files of a request: none where a line is good enough, or all that is understood.
    fn files(&self, id: u64, at: usize, sent: &mut InFlight<'_>) -> io::Result<Files> {
        let mut files = Files::default();
        if !self.hello.files || sent.carried < BY_FILE {
            return Ok(files);
        }
        let aside = self
            .asking
            .workspace
            .lay_aside(&mut sent.folders, sent.carried)?;
        let ask = &sent.check.requests[at].ask;
        if let Some(payload) = ask.payload().filter(|it| it.0.len() >= BY_FILE) {
            let path = aside.join(format!("{id}.given"));
            std::fs::write(&path, &payload.0)?;
            files.given = Some(path.to_string_lossy().into_owned());
        }
        if ask.gives_bytes() {
            let path = aside.join(format!("{id}.answer"));
            files.answer = Some(path.to_string_lossy().into_owned());
            sent.answer_files.push(path);
        }
        Ok(files)
    }

    /// The final verdict on a check; nothing where it is asked again in other words.
    fn settle_spelling(
        &mut self,
        first: &InFlight<'_>,
        verdict: Verdict,
    ) -> Result<Option<Verdict>, EndedEarly> {
        let next = if let Some(refused) = self.refused.remove(&first.number) {
            refused.answered(&verdict)
        } else {
            let Asking {
                reader, edition, ..
            } = self.asking;
            RefusedSpelling::after(&first.check, verdict, *reader, *edition)
        };
        match next {
            Next::Final(verdict) => Ok(Some(verdict)),
            Next::Ask(check, refused) => {
                self.refused.insert(first.number, refused);
                self.send(first.number, *check)?;
                Ok(None)
            }
        }
    }

    /// Waits for the answers to a check and judges them.
    fn conclude(&mut self, first: &InFlight<'_>) -> Result<Result<Verdict, Fault>, EndedEarly> {
        let mut replies = Vec::new();
        for (id, asked) in first.ids.iter().zip(&first.check.requests) {
            match id.map(|id| self.await_reply(id)).transpose() {
                Ok(reply) => replies.push(reply.map(|it| found(&asked.ask, it))),
                Err(fault) => return Ok(Err(fault)),
            }
        }
        let evidence = Evidence {
            replies,
            stores: first.folders.stores.iter().map(|it| it as _).collect(),
            metadata: first
                .check
                .stores
                .first()
                .and_then(|it| it.get("zarr.json"))
                .map(|it| &**it),
            answer_files: &first.answer_files,
            reader: self.asking.reader,
            edition: self.asking.edition,
        };
        Ok(Ok(judge::judge(&first.check, &evidence)?))
    }

    fn await_reply(&mut self, id: u64) -> Result<Result<serde_json::Value, Refusal>, Fault> {
        let Some(subject) = &mut self.subject else {
            return Err(Fault::protocol("no process is left to answer"));
        };
        // Who answers quickly would be asked to the end of what was sent ahead.
        if self.asking.stop.is_set() {
            return Err(Fault::stopped());
        }
        let limit = Instant::now() + self.asking.timeout;
        let deadline = self.until.map_or(limit, |until| until.min(limit));
        let answer = subject.receive(deadline, self.asking.stop)?;
        let reply = reply_of(id, answer)?;
        self.note_answered();
        Ok(reply)
    }

    /// Starts the implementation again and sends again what it was sent ahead.
    pub(super) fn recover(&mut self, fault: &Fault) -> Result<(), EndedEarly> {
        self.note_death(fault)?;
        // The old one is gone before the new one comes.
        self.subject = None;
        let Asking {
            launcher,
            timeout,
            stop,
            ..
        } = self.asking;
        let started = subject::start(*launcher, *timeout, stop);
        self.subject = Some(started.map_err(EndedEarly::of_start)?.subject);
        self.next_id = 1;
        for again in std::mem::take(&mut self.in_flight) {
            self.send(again.number, again.check)?;
        }
        Ok(())
    }

    /// Takes out checks that were sent ahead and are not to be asked any more.
    pub(super) fn leave_out(&mut self, is_left_out: &dyn Fn(usize) -> bool) {
        self.in_flight.retain(|it| !is_left_out(it.number));
        self.refused.retain(|number, _| !is_left_out(*number));
    }

    /// Notes that the implementation answers: deaths before this are not counted any more.
    pub fn note_answered(&mut self) {
        self.deaths = 0;
        self.has_answered = true;
    }

    /// Notes that it did not; an error where it does not again and again.
    pub(super) fn note_death(&mut self, fault: &Fault) -> Result<(), EndedEarly> {
        self.deaths += 1;
        let limit = if self.has_answered {
            DEATHS_IN_A_ROW
        } else {
            DEATHS_WITHOUT_ANY_ANSWER
        };
        if self.deaths >= limit {
            return Err(EndedEarly::KeepsFailing {
                deaths: self.deaths,
                fault: fault.clone(),
            });
        }
        Ok(())
    }
}

/// The verdict on a check that an implementation which says this of itself need not be asked.
pub(crate) fn verdict_unasked(hello: &Hello, check: &Check) -> Option<Verdict> {
    if let Some(message) = lacks(hello, &check.needs) {
        return Some(Verdict::Unsupported { message });
    }
    if let Expected::NotAskable(reason) = &check.expected {
        return Some(Verdict::skipped(reason.as_str()));
    }
    let missing = check
        .requests
        .iter()
        .filter(|asked| asked.sent == Sent::Always && !matches!(asked.ask, Ask::Other(_)))
        .flat_map(|asked| asked.ask.offers_needed())
        .find(|needed| !offers(hello, needed))?;
    // Who cannot open an array without reading it is asked to read.
    let is_read_instead = missing == "open" && offers(hello, "read");
    if is_read_instead && check.requests.iter().any(|asked| is_sent(hello, asked)) {
        return None;
    }
    Some(match missing {
        "open" | "read" | "write" if !is_read_instead => Verdict::Unsupported {
            message: format!("the implementation does not offer {missing}"),
        },
        _ => Verdict::Skipped {
            reason: SkipReason::NotOffered(missing.to_owned()),
        },
    })
}

/// Whether a check is put to an implementation that offers these operations and lacks nothing, as a run
/// decides it: one that cannot open an array without reading it is asked to read.
pub fn is_asked(check: &Check, ops: &[String]) -> bool {
    let hello = Hello {
        protocol: PROTOCOL,
        name: String::new(),
        version: String::new(),
        language: String::new(),
        edition: Edition::default(),
        ops: ops.to_vec(),
        unsupported: Unsupported::default(),
        files: false,
    };
    verdict_unasked(&hello, check).is_none()
}

/// Whether `hello` lists the operation, or the optional member.
fn offers(hello: &Hello, operation: &str) -> bool {
    hello.ops.iter().any(|offered| offered == operation)
}

/// Whether a request is one for this implementation.
pub(crate) fn is_sent(hello: &Hello, asked: &Asked) -> bool {
    let is_offered = || {
        let needed = asked.ask.offers_needed();
        needed.into_iter().all(|it| offers(hello, it))
    };
    match &asked.sent {
        Sent::Always => matches!(asked.ask, Ask::Other(_)) || is_offered(),
        Sent::WhereOffered => is_offered(),
        Sent::WhereLacking(needs) => is_offered() && lacks(hello, needs).is_some(),
    }
}

/// The verdict on a check that is not answered as the protocol says.
pub(super) fn verdict_of(check: &Check, fault: &Fault) -> Result<Verdict, EndedEarly> {
    if let Some(why) = EndedEarly::of_fault(fault) {
        return Err(why);
    }
    let kind = match &fault.kind {
        FaultKind::Timeout => FailureKind::Timeout,
        FaultKind::Protocol(_) => FailureKind::Protocol,
        _ => FailureKind::Crash,
    };
    // No answer is required to what is said to be lacking.
    if matches!(check.expected, Expected::Denied(_)) {
        return Ok(Verdict::skipped(format!(
            "asked for what hello lists as unsupported: {}",
            fault.kind
        )));
    }
    Ok(Verdict::Fail(Box::new(Failure {
        log: fault.log.clone(),
        ..Failure::new(kind, "an answer", fault.message())
    })))
}

fn reply_of(id: u64, answer: Answer) -> Result<Result<serde_json::Value, Refusal>, Fault> {
    if answer.id != id {
        return Err(Fault::protocol(format!(
            "found the id {}, expected {id}",
            answer.id
        )));
    }
    if let Some(message) = answer.crash {
        return Err(Fault {
            kind: FaultKind::Crash(cut(message, LONGEST_TEXT / 4)),
            ..Fault::stopped()
        });
    }
    match (answer.ok, answer.error) {
        (Some(ok), None) => Ok(Ok(ok)),
        (None, Some(refusal)) => Ok(Err(Refusal {
            message: cut(refusal.message, LONGEST_TEXT / 4),
            ..refusal
        })),
        (Some(_), Some(_)) => Err(Fault::protocol("found both ok and error, expected one")),
        (None, None) => Err(Fault::protocol("found neither ok nor error, expected one")),
    }
}

/// What `hello` says the implementation lacks of what is needed.
fn lacks(hello: &Hello, needs: &Needs) -> Option<String> {
    let lacking = &hello.unsupported;
    if let Some(data_type) = &needs.data_type {
        let is_raw = DataType::of_name(data_type).is_some_and(DataType::is_raw);
        let is_lacking = |it: &String| it == data_type || (is_raw && it == "r*");
        if lacking.data_types.iter().any(is_lacking) {
            return Some(format!("hello: data type {data_type}{DENIED}"));
        }
    }
    let codec = needs.codecs.iter().find(|it| lacking.codecs.contains(it))?;
    Some(format!("{DENIED_CODEC}{codec}{DENIED}"))
}

/// The codec of which `hello` says that it is lacking, where a check is unsupported with this message
/// for that.
pub fn codec_denied(message: &str) -> Option<&str> {
    message.strip_prefix(DENIED_CODEC)?.strip_suffix(DENIED)
}

/// The request about a store, with the folder of the store. Where the bytes that it carries are in
/// a file, it carries none.
fn about(ask: &Ask, folder: Option<String>, is_in_file: bool) -> Ask {
    let mut ask = ask.clone();
    if let Some(payload) = ask.payload_mut().filter(|_| is_in_file) {
        *payload = HexBytes::default();
    }
    if let Some(store) = ask.store_mut() {
        *store = folder.unwrap_or_default();
    }
    ask
}
