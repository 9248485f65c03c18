//! An implementation whose conversation is kept, for readers who want all of it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{Fault, FaultKind, Launcher, StartError, Stop, Subject};
use crate::{Answer, Request};

/// Where exchanges go as soon as they are whole; from several threads.
pub type Listener = Arc<dyn Fn(&Exchange) + Send + Sync>;

/// All that was said about one check, or at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// Id of the check; empty for the greeting.
    pub check: String,
    /// Requests, each with its answer, in the order asked.
    pub turns: Vec<Turn>,
}

/// One request and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The line that was sent.
    pub request: String,
    /// The answer as one line of JSON, or why there is none. Both unescaped.
    pub answer: Result<String, FaultKind>,
}

/// Starts implementations and listens to them.
pub struct Listening<'a> {
    launcher: &'a dyn Launcher,
    listener: Listener,
}

impl<'a> Listening<'a> {
    /// Listens to what `launcher` starts.
    pub fn new(launcher: &'a dyn Launcher, listener: Listener) -> Self {
        Self { launcher, listener }
    }
}

impl Launcher for Listening<'_> {
    fn launch(&self) -> Result<Box<dyn Subject>, StartError> {
        Ok(Box::new(Overheard {
            subject: self.launcher.launch()?,
            listener: Arc::clone(&self.listener),
            check: String::new(),
            waiting: VecDeque::new(),
            turns: Vec::new(),
        }))
    }

    fn starts(&self) -> u32 {
        self.launcher.starts()
    }
}

struct Overheard {
    subject: Box<dyn Subject>,
    listener: Listener,
    check: String,
    /// Requests without an answer: the check that each belongs to, and its line.
    waiting: VecDeque<(String, String)>,
    turns: Vec<Turn>,
}

impl Subject for Overheard {
    fn about(&mut self, check: &str) {
        check.clone_into(&mut self.check);
    }

    fn send(&mut self, request: &Request) -> Result<(), Fault> {
        let line = request.to_line().unwrap_or_default();
        self.waiting.push_back((self.check.clone(), line));
        self.subject.send(request)
    }

    fn receive(&mut self, deadline: Instant, stop: &Stop) -> Result<Answer, Fault> {
        let answer = self.subject.receive(deadline, stop);
        let Some((check, request)) = self.waiting.pop_front() else {
            return answer;
        };
        self.turns.push(Turn {
            request,
            answer: match &answer {
                Ok(answer) => Ok(serde_json::to_string(answer).unwrap_or_default()),
                Err(fault) => Err(fault.kind.clone()),
            },
        });
        let is_last = self.waiting.front().is_none_or(|(next, _)| *next != check);
        if is_last || answer.is_err() {
            let turns = std::mem::take(&mut self.turns);
            (self.listener)(&Exchange { check, turns });
        }
        answer
    }

    fn end(&mut self, patience: Duration) -> Option<Fault> {
        self.subject.end(patience)
    }
}
