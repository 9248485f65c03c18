//! An implementation that started this program: requests go to standard output, answers come from
//! standard input.

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use zarr_conform_protocol::subject::{
    Fault, FaultKind, Launcher, StartError, Stop, Subject, excerpt,
};
use zarr_conform_protocol::{Answer, Request};

use super::child::spread;
use super::lines::{self, LONGEST_LINE, Line, Pause};

/// How often a stop may have been requested.
const LOOK: Duration = Duration::from_millis(50);
/// What a message calls this implementation.
const CALLER: &str = "-";

/// The process that started this program, as an implementation. It cannot be ended and started
/// again: it is greeted again instead, and what it still answers to earlier requests is left out.
pub struct Caller(Arc<Mutex<Option<Streams>>>);

/// The conversation, which one subject has at a time.
struct Streams {
    requests: Sender<String>,
    lines: Receiver<(Line, Pause)>,
    /// Answers to an earlier greeting, or to what followed it, may still come.
    has_leftovers: bool,
}

/// The implementation from one greeting to the next.
struct Greeted {
    /// Nothing only while it is dropped.
    streams: Option<Streams>,
    home: Arc<Mutex<Option<Streams>>>,
    unwritten: String,
    /// Answers from before the greeting are left out until the one to the greeting comes.
    leaves_out: bool,
}

impl Caller {
    /// The process at the other end of the standard streams of this one.
    pub fn new() -> Self {
        Self::at(std::io::stdin(), std::io::stdout())
    }

    /// The process that writes `answers` and reads `requests`.
    pub fn at(answers: impl Read + Send + 'static, requests: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Some(Streams {
            requests: lines::write(requests),
            lines: lines::read(answers, LONGEST_LINE),
            has_leftovers: false,
        }))))
    }
}

impl Default for Caller {
    fn default() -> Self {
        Self::new()
    }
}

impl Launcher for Caller {
    fn launch(&self) -> Result<Box<dyn Subject>, StartError> {
        let mut home = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(streams) = home.take() else {
            return Err(StartError::Spawn {
                program: CALLER.to_owned(),
                error: std::io::Error::other(
                    "it is asked something already, and can answer one question at a time",
                ),
            });
        };
        Ok(Box::new(Greeted {
            leaves_out: streams.has_leftovers,
            streams: Some(streams),
            home: Arc::clone(&self.0),
            unwritten: String::new(),
        }))
    }

    /// It cannot be started again.
    fn starts(&self) -> u32 {
        1
    }
}

impl Greeted {
    fn fault(kind: FaultKind) -> Fault {
        Fault {
            kind,
            hint: String::new(),
            log: String::new(),
        }
    }

    /// Has the requests written that are kept so far.
    fn hand_over(&mut self) {
        let lines = std::mem::take(&mut self.unwritten);
        if let Some(streams) = self.streams.as_mut().filter(|_| !lines.is_empty()) {
            streams.has_leftovers = true;
            // Who does not read any more is noticed when the answer is waited for.
            let _ = streams.requests.send(lines);
        }
    }

    fn next_line(&self, deadline: Instant, stop: &Stop) -> Result<Vec<u8>, Fault> {
        let Some(streams) = &self.streams else {
            return Err(Fault::protocol("no process is left to answer"));
        };
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match streams.lines.recv_timeout(LOOK.min(left)) {
                Ok((Line::Whole(line), _)) => return Ok(line),
                Ok((Line::TooLong, _)) => {
                    return Err(Fault::protocol(format!(
                        "a line is longer than {LONGEST_LINE} bytes; elements that long travel by file"
                    )));
                }
                Ok((Line::End(0), _)) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(Self::fault(FaultKind::Crash(
                        "the standard input of conform has ended".to_owned(),
                    )));
                }
                Ok((Line::End(bytes), _)) => {
                    return Err(Self::fault(FaultKind::Crash(format!(
                        "the standard input of conform has ended after {bytes} bytes of an unfinished line"
                    ))));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stop.is_set() {
                return Err(Self::fault(FaultKind::Stopped));
            }
            if Instant::now() >= deadline {
                return Err(Self::fault(FaultKind::Timeout));
            }
        }
    }
}

impl Subject for Greeted {
    fn send(&mut self, request: &Request) -> Result<(), Fault> {
        let line = request
            .to_line()
            .map_err(|error| Fault::protocol(format!("the request cannot be written: {error}")))?;
        self.unwritten.push_str(&line);
        self.unwritten.push('\n');
        Ok(())
    }

    fn receive(&mut self, deadline: Instant, stop: &Stop) -> Result<Answer, Fault> {
        self.hand_over();
        loop {
            let line = self.next_line(deadline, stop)?;
            match serde_json::from_slice::<Answer>(&line) {
                Ok(answer) if !self.leaves_out || answer.id == 0 => {
                    self.leaves_out = false;
                    return Ok(answer);
                }
                Err(error) if !self.leaves_out => {
                    let found = excerpt(&line, error.column().saturating_sub(1));
                    let problem = format!("found {found}, expected an answer in one line: {error}");
                    let hint = spread(&line, &error).unwrap_or_default();
                    return Err(Fault {
                        hint: hint.to_owned(),
                        ..Fault::protocol(problem)
                    });
                }
                Ok(_) | Err(_) => {}
            }
        }
    }
}

impl Drop for Greeted {
    fn drop(&mut self) {
        let mut home = self.home.lock().unwrap_or_else(PoisonError::into_inner);
        *home = self.streams.take();
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead as _, BufReader, pipe};
    use std::thread;

    use zarr_conform_protocol::subject::start;

    use super::*;

    const SOON: Duration = Duration::from_millis(200);
    const HELLO: &str = r#"{"id":0,"ok":{"protocol":1,"name":"a","version":"1","language":"C","edition":"3.1","ops":[]}}"#;

    /// Answers each line with what `answer` gives, if anything.
    fn caller(answer: impl Fn(usize, &str) -> Option<String> + Send + 'static) -> Caller {
        let (requests, to_caller) = pipe().unwrap();
        let (from_caller, mut answers) = pipe().unwrap();
        thread::spawn(move || {
            for (at, line) in BufReader::new(requests).lines().enumerate() {
                if let Some(lines) = answer(at, &line.unwrap()) {
                    writeln!(answers, "{lines}").unwrap();
                }
            }
        });
        Caller::at(from_caller, to_caller)
    }

    fn name(caller: &Caller) -> Result<String, StartError> {
        start(caller, SOON, &Stop::default()).map(|it| it.hello.name)
    }

    #[test]
    fn what_comes_late_is_left_out_after_the_next_greeting() {
        let caller = caller(|at, _| {
            let late = "a print\n{\"id\":3,\"ok\":{}}\n";
            (at > 0).then(|| format!("{late}{HELLO}"))
        });
        assert!(
            name(&caller)
                .unwrap_err()
                .to_string()
                .contains("time limit")
        );
        assert_eq!(name(&caller).unwrap(), "a");
    }

    #[test]
    fn a_print_before_the_first_answer_breaks_the_protocol() {
        let caller = caller(|_, _| Some(format!("a print\n{HELLO}")));
        let error = name(&caller).unwrap_err().to_string();
        assert!(error.contains("a print"), "{error}");
    }

    #[test]
    fn one_conversation_at_a_time() {
        let caller = caller(|_, _| Some(HELLO.to_owned()));
        let first = start(&caller, SOON, &Stop::default()).unwrap();
        assert!(name(&caller).unwrap_err().to_string().contains("already"));
        drop(first);
        assert_eq!(name(&caller).unwrap(), "a");
    }

    #[test]
    fn the_end_of_input_is_the_end_of_the_implementation() {
        let caller = Caller::at(&b"{\"id\""[..], std::io::sink());
        let error = name(&caller).unwrap_err().to_string();
        assert!(error.contains("after 5 bytes"), "{error}");
    }
}
