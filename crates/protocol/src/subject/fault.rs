//! What can go wrong with an implementation itself, apart from its answers.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Bug;

/// The most characters of what an implementation sent that a message shows.
const SHOWN: usize = 60;

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
    /// Its answer is no longer awaited.
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

    /// Whether no answer came in time; where that is to be `unexplained`, nothing is known of why.
    pub(super) fn is_late(&self, unexplained: bool) -> bool {
        self.kind == FaultKind::Timeout && (!unexplained || self.hint.is_empty())
    }

    /// A stop was requested.
    pub fn stopped() -> Self {
        Self {
            kind: FaultKind::Stopped,
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
    /// It was started again and again, and said nothing at all each time.
    #[error(
        "it is the start that was slow, or hung: the implementation was started {} times, and `hello` was \
         not answered within {}; nothing came at all; an adapter answers each line at once, and flushes \
         its standard output after each answer; one that takes longer to start needs a larger \
         time limit{}",
        .waited.len(), seconds(.waited), describe_log(&.fault.log)
    )]
    Slow {
        /// How long each start was waited for.
        waited: Vec<Duration>,
        /// What happened the last time.
        fault: Box<Fault>,
    },
}

impl StartError {
    /// Whether it is not a fault of the implementation: a stop was requested.
    pub fn is_stopped(&self) -> bool {
        matches!(self, Self::Hello(fault) if fault.kind == FaultKind::Stopped)
    }
}

/// As in "2, 4 and 6 seconds".
fn seconds(times: &[Duration]) -> String {
    let times: Vec<String> = times
        .iter()
        .map(|it| it.as_secs_f64().to_string())
        .collect();
    match times.split_last() {
        Some((last, [])) => format!("{last} seconds"),
        Some((last, first)) => format!("{} and {last} seconds", first.join(", ")),
        None => String::new(),
    }
}

fn describe_log(log: &str) -> String {
    if log.is_empty() {
        String::new()
    } else {
        format!("; the end of its standard error:\n{log}")
    }
}

/// Text of an implementation that is not as it should be, in quotes and escaped: around a place in it, given in bytes from
/// its beginning.
pub fn excerpt(bytes: &[u8], place: usize) -> String {
    let (before, after) = bytes.split_at(place.min(bytes.len()));
    let (before, after) = (
        String::from_utf8_lossy(before),
        String::from_utf8_lossy(after),
    );
    let left_out = before.chars().count().saturating_sub(SHOWN);
    let before: String = before.chars().skip(left_out).collect();
    let shown: String = after.chars().take(SHOWN).collect();
    let is_cut = shown.len() < after.len();
    let dots = |is_left_out| if is_left_out { "…" } else { "" };
    let shown = format!("{:?}", before + &shown);
    format!("{}{shown}{}", dots(left_out > 0), dots(is_cut))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_around_a_place() {
        assert_eq!(excerpt(b"oops\n", 0), r#""oops\n""#);
        assert_eq!(excerpt(b"", 7), "\"\"");
        let long = format!("{}NaN{}", "a".repeat(300), "b".repeat(300));
        let found = excerpt(long.as_bytes(), 300);
        let expected = format!("…\"{}NaN{}\"…", "a".repeat(SHOWN), "b".repeat(SHOWN - 3));
        assert_eq!(found, expected);
        // A place within a letter is no reason to fail.
        assert!(excerpt("ä".as_bytes(), 1).starts_with('"'));
    }
}
