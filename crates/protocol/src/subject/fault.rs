//! What can go wrong with an implementation itself, apart from its answers.

use serde::{Deserialize, Serialize};

use super::Bug;

/// The most characters of what an implementation sent that a message shows.
const SHOWN: usize = 200;

/// An implementation ended, fell silent or did not speak the protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{}", self.message(), describe_log(.log))]
pub struct Fault {
    /// What happened.
    pub kind: FaultKind,
    /// What to do about it, as far as that can be seen; else empty.
    pub hint: String,
    /// The end of what it wrote to standard error, unescaped.
    pub log: String,
}

/// The ways to fail as a conversation partner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum FaultKind {
    /// It ended without answering.
    #[error("the implementation ended without answering ({0})")]
    Crash(String),
    /// It answered everything, and a fault of its own ended it once its input had ended.
    #[error("the implementation had answered, but its process did not end well ({0})")]
    BadEnd(String),
    /// It did not answer in time.
    #[error("the implementation did not answer within the time limit")]
    Timeout,
    /// It answered something that is not protocol 1.
    #[error("the implementation broke the protocol: {0}")]
    Protocol(String),
    /// The implementation is a part of this program, which contradicts itself.
    #[error("{}", Bug(.0.clone()))]
    Bug(String),
    /// Nobody waits for its answer any more.
    #[error("the run was stopped")]
    Stopped,
}

impl Fault {
    /// Something that is not protocol 1.
    pub fn protocol(problem: impl Into<String>) -> Self {
        Self {
            kind: FaultKind::Protocol(problem.into()),
            hint: String::new(),
            log: String::new(),
        }
    }

    /// What happened and what to do about it, without the log.
    pub fn message(&self) -> String {
        match self.hint.as_str() {
            "" => self.kind.to_string(),
            hint => format!("{}; {hint}", self.kind),
        }
    }
}

/// Why an implementation could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The operating system does not start it.
    #[error("starting {program:?}: {error}")]
    Spawn {
        /// The program.
        program: String,
        /// Why.
        error: std::io::Error,
    },
    /// It does not answer `hello` as protocol 1 says.
    #[error("asking hello: {0}")]
    Hello(Fault),
}

impl StartError {
    /// Whether it is no fault of the implementation: somebody asked to stop.
    pub fn is_stopped(&self) -> bool {
        matches!(self, Self::Hello(fault) if fault.kind == FaultKind::Stopped)
    }
}

fn describe_log(log: &str) -> String {
    if log.is_empty() {
        String::new()
    } else {
        format!("; the end of its standard error:\n{log}")
    }
}

/// The beginning of text that came from an implementation, in quotes and escaped.
pub fn excerpt(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let shown: String = text.chars().take(SHOWN).collect();
    let rest = text.chars().count() - shown.chars().count();
    match rest {
        0 => format!("{shown:?}"),
        rest => format!("{shown:?} and {rest} more characters"),
    }
}
