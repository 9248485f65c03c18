//! An implementation under test, as one trait: judging is written once for a child process and
//! for an implementation in the same process.

mod fault;
mod operations;
mod serve;
mod stop;
mod transcript;

use std::time::{Duration, Instant};

use crate::{Answer, Ask, Hello, PROTOCOL, Request, ask};
use zarr_conform_terms::Edition;

pub use fault::{Fault, FaultKind, StartError, excerpt};
pub use operations::{Bug, NoResult, Operations, perform};
pub use serve::{InProcess, ServeError, serve};
pub use stop::Stop;
pub use transcript::{Exchange, Listener, Listening, Turn};

/// An implementation under test. Requests may be sent ahead; answers come in their order.
pub trait Subject: Send {
    /// Says which check the requests that follow are about, for an implementation that keeps the conversation.
    fn about(&mut self, _check: &str) {}

    /// Hands over a request without waiting for the answer.
    ///
    /// # Errors
    /// Where the implementation is known to have ended.
    fn send(&mut self, request: &Request) -> Result<(), Fault>;

    /// The next answer, whatever its id.
    ///
    /// # Errors
    /// Where no answer comes before `deadline` or before a stop is requested, the implementation
    /// ended, or what came is not an answer. The subject is of no use afterwards.
    fn receive(&mut self, deadline: Instant, stop: &Stop) -> Result<Answer, Fault>;

    /// Ends the input of an implementation that has answered everything, and waits this long for its
    /// end: a [`FaultKind::BadEnd`], where a fault of its own such as a segmentation fault ended it.
    fn end(&mut self, _patience: Duration) -> Option<Fault> {
        None
    }
}

/// How to start an implementation; again after a fault, and once for every worker.
pub trait Launcher: Sync {
    /// Starts the implementation; `hello` is not sent yet.
    fn launch(&self) -> Result<Box<dyn Subject>, StartError>;

    /// How often it is started at most until it answers `hello` in time.
    fn starts(&self) -> u32 {
        3
    }
}

/// A started implementation and what it said of itself.
pub struct Started {
    /// The implementation, ready for request 1.
    pub subject: Box<dyn Subject>,
    /// Its answer to `hello`.
    pub hello: Hello,
}

/// Starts an implementation and asks `hello` with id 0. One that does not answer within `timeout` is
/// ended and started again, with more time: on a busy machine, starting takes longer than answering.
///
/// # Errors
/// Where it cannot be started, does not answer in time, or speaks another protocol.
pub fn start(
    launcher: &dyn Launcher,
    timeout: Duration,
    stop: &Stop,
) -> Result<Started, StartError> {
    let starts = launcher.starts();
    for start in 1..starts {
        match start_once(launcher, timeout.saturating_mul(start), stop) {
            // What is seen twice, such as an answer that is not flushed, is not by chance.
            Err(StartError::Hello(fault)) if fault.is_late(start > 1) => {}
            started => return started,
        }
    }
    match start_once(launcher, timeout.saturating_mul(starts), stop) {
        Err(StartError::Hello(fault)) if starts > 1 && fault.is_late(true) => {
            let waited = (1..=starts).map(|start| timeout.saturating_mul(start));
            let waited = waited.collect();
            Err(StartError::Slow {
                waited,
                fault: Box::new(fault),
            })
        }
        started => started,
    }
}

fn start_once(
    launcher: &dyn Launcher,
    timeout: Duration,
    stop: &Stop,
) -> Result<Started, StartError> {
    let mut subject = launcher.launch()?;
    let hello = Ask::Hello(ask::Hello {
        protocol: PROTOCOL,
        editions: Edition::ALL.to_vec(),
    });
    subject
        .send(&Request::new(0, hello))
        .map_err(StartError::Hello)?;
    let answer = subject
        .receive(Instant::now() + timeout, stop)
        .map_err(StartError::Hello)?;
    let hello = hello_of(answer).map_err(|problem| StartError::Hello(Fault::protocol(problem)))?;
    Ok(Started { subject, hello })
}

fn hello_of(answer: Answer) -> Result<Hello, String> {
    if answer.id != 0 {
        return Err(format!(
            "found id {} in the answer to hello, expected 0",
            answer.id
        ));
    }
    let ok = match (answer.ok, answer.error) {
        (Some(ok), None) => ok,
        (None, Some(refusal)) => return Err(format!("hello was refused: {}", refusal.message)),
        _ => return Err("expected exactly one of ok and error in the answer to hello".to_owned()),
    };
    let hello: Hello = serde_json::from_value(ok)
        .map_err(|error| format!("the answer to hello is malformed: {error}"))?;
    if hello.protocol == PROTOCOL {
        Ok(hello)
    } else {
        Err(format!(
            "found protocol {}, expected {PROTOCOL}",
            hello.protocol
        ))
    }
}
