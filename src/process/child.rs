//! An implementation as a child process that speaks protocol 1 on its standard streams.

use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

use zarr_conform_protocol::subject::{
    Fault, FaultKind, Launcher, StartError, Stop, Subject, excerpt,
};
use zarr_conform_protocol::{Answer, Request};

use super::CommandLine;
use super::limits::{Mark, limit_memory};
use super::lines::{self, Counted, LONGEST_LINE, Line, Pause};
use super::program_file::interpreter_problem;
use super::tail::Tail;

/// How often a silent process is asked whether it still lives.
const LOOK: Duration = Duration::from_millis(50);
/// How long an ended process's last lines, or a process that closed its output, are waited for.
const GRACE: Duration = Duration::from_millis(300);
/// How far the thread that drains standard error may be behind the end of a process.
const BEHIND: Duration = Duration::from_millis(20);
/// Bytes of requests that are written at once, though their answers are not waited for yet.
const AT_ONCE: usize = 64 * 1024;

/// Who prints to standard output something else than answers.
const PRINTS: &str = "only answers belong on standard output: what the adapter or its library prints \
                      there must go to standard error";
/// Who spreads an answer over lines.
const SPREAD: &str = "an answer is one line, and this one goes on after its line feed: write it without \
                                 indentation and line feeds";
/// Who writes numbers as JSON has none.
const NOT_JSON: &str = "JSON has no NaN and no Infinity, which some libraries write all the same: where attributes have them, \
                        leave `attributes` out of the answer";
/// Who may have answered, though nothing came.
const FLUSH: &str = "an adapter answers each line at once, and flushes its standard output after each \
                     answer";

/// A child process in a process group of its own. Dropping it ends the whole group, and on Linux what left
/// the group.
pub struct ProcessSubject {
    child: Box<dyn ChildWrapper>,
    /// Lines that are not handed over yet: each time wakes the thread that writes them, and that
    /// the implementation.
    unwritten: String,
    requests: Option<Sender<String>>,
    lines: Receiver<(Line, Pause)>,
    /// Bytes that came, and those of the lines that were looked at.
    came: Arc<AtomicU64>,
    looked_at: u64,
    log: Tail,
    /// Its descendants have it.
    mark: Mark,
    /// The most bytes of memory that each process may have.
    memory: Option<u64>,
    /// The path or name of the program.
    program: String,
}

impl Launcher for CommandLine {
    fn launch(&self) -> Result<Box<dyn Subject>, StartError> {
        Ok(Box::new(ProcessSubject::spawn(self)?))
    }
}

impl ProcessSubject {
    /// Starts the process; it has not been asked anything yet.
    pub fn spawn(command: &CommandLine) -> Result<Self, StartError> {
        let failed = |error| StartError::Spawn {
            program: command.program.clone(),
            error,
        };
        let (mut wrapped, mark) = in_own_group(command);
        let hinted = |error: std::io::Error| match command.hint(&error) {
            Some(hint) => std::io::Error::new(error.kind(), format!("{error}; {hint}")),
            None => error,
        };
        let mut child = wrapped.spawn().map_err(|error| failed(hinted(error)))?;
        if let Some(bytes) = command.memory
            && let Err(error) = limit_memory(child.id(), bytes)
        {
            let _ = child.start_kill();
            let _ = child.wait();
            return Err(failed(error));
        }
        let streams = (
            child.stdin().take(),
            child.stdout().take(),
            child.stderr().take(),
        );
        let (Some(stdin), Some(stdout), Some(stderr)) = streams else {
            return Err(failed(std::io::Error::other(
                "its standard streams are not connected",
            )));
        };
        let stdout = Counted::new(stdout);
        Ok(Self {
            child,
            came: stdout.bytes(),
            looked_at: 0,
            unwritten: String::new(),
            requests: Some(lines::write(stdin)),
            lines: lines::read(stdout, LONGEST_LINE),
            log: Tail::drain(stderr),
            mark,
            memory: command.memory,
            program: command.program.clone(),
        })
    }

    fn fault(&self, kind: FaultKind) -> Fault {
        Fault {
            kind,
            hint: String::new(),
            log: self.log.text(),
        }
    }

    /// The fault of a process that ended, for which its memory may be the reason.
    fn end_fault(&self, kind: FaultKind) -> Fault {
        let hint = self.memory.map(|bytes| {
            format!(
                "--memory limits each of its processes to {bytes} bytes, which may be the reason"
            )
        });
        Fault {
            hint: hint.unwrap_or_default(),
            ..self.fault(kind)
        }
    }

    fn protocol(&self, problem: String) -> Fault {
        self.fault(FaultKind::Protocol(problem))
    }

    /// The fault of who does not answer in time. It is of no use any more, so its input is closed:
    /// who answers now had kept the answer back.
    fn timeout(&mut self) -> Fault {
        let unfinished = self.came.load(Ordering::Relaxed);
        let unfinished = unfinished.saturating_sub(self.looked_at);
        let hint = if unfinished > 0 {
            format!("{unfinished} bytes came without a line feed, which ends each answer")
        } else {
            self.requests = None;
            match self.lines.recv_timeout(GRACE) {
                Ok((Line::Whole(_), _)) => {
                    format!("a line came only after its standard input was closed; {FLUSH}")
                }
                _ => String::new(),
            }
        };
        Fault {
            hint,
            ..self.fault(FaultKind::Timeout)
        }
    }

    /// The fault of a process that ended, for which the first line of its script may be the reason, where it never
    /// answered.
    fn with_first_line(&self, fault: Fault) -> Fault {
        // A name without a folder is that of a file elsewhere.
        let is_asked = self.looked_at == 0 && fault.hint.is_empty() && self.program.contains('/');
        let problem = is_asked.then(|| interpreter_problem(Path::new(&self.program)));
        match problem.flatten() {
            Some(hint) => Fault { hint, ..fault },
            None => fault,
        }
    }

    /// Has the requests written that are kept so far.
    fn hand_over(&mut self) {
        if self.unwritten.is_empty() {
            return;
        }
        let lines = std::mem::take(&mut self.unwritten);
        // A process that has ended is noticed when its answer is waited for.
        let _ = self.requests.as_ref().map(|requests| requests.send(lines));
    }

    /// The next line, waiting until `deadline` but not for a process that has ended.
    fn next_line(&mut self, deadline: Instant, stop: &Stop) -> Result<Line, Fault> {
        let mut ended_at: Option<Instant> = None;
        loop {
            let now = Instant::now();
            let wait = LOOK.min(deadline.saturating_duration_since(now));
            match self.lines.recv_timeout(wait) {
                Ok((line, _)) => {
                    if let Line::Whole(bytes) = &line {
                        self.looked_at += bytes.len() as u64 + 1;
                    }
                    return Ok(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(Line::End(0)),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stop.is_set() {
                return Err(self.fault(FaultKind::Stopped));
            }
            // A grandchild may hold the pipe open, so that the end of the stream never comes.
            if ended_at.is_none() && matches!(self.child.try_wait(), Ok(Some(_))) {
                ended_at = Some(now);
            }
            if ended_at.is_some_and(|at| now.duration_since(at) >= GRACE) {
                return Ok(Line::End(0));
            }
            if ended_at.is_none() && now >= deadline {
                return Err(self.timeout());
            }
        }
    }

    /// The fault of a process whose output ended after `unfinished` bytes of a line.
    fn ended(&mut self, unfinished: usize) -> Fault {
        let until = Instant::now() + GRACE;
        while Instant::now() < until {
            if let Ok(Some(status)) = self.child.try_wait() {
                thread::sleep(BEHIND);
                let half = match unfinished {
                    0 => String::new(),
                    bytes => format!(", after {bytes} bytes of an unfinished line"),
                };
                let fault = self.end_fault(FaultKind::Crash(format!("{status}{half}")));
                return self.with_first_line(fault);
            }
            thread::sleep(Duration::from_millis(5));
        }
        self.protocol("it closed its standard output and went on running".to_owned())
    }
}

impl Subject for ProcessSubject {
    fn send(&mut self, request: &Request) -> Result<(), Fault> {
        let line = request
            .to_line()
            .map_err(|error| self.protocol(format!("the request cannot be written: {error}")))?;
        self.unwritten.push_str(&line);
        self.unwritten.push('\n');
        if self.unwritten.len() >= AT_ONCE {
            self.hand_over();
        }
        Ok(())
    }

    fn receive(&mut self, deadline: Instant, stop: &Stop) -> Result<Answer, Fault> {
        self.hand_over();
        match self.next_line(deadline, stop)? {
            Line::Whole(line) => serde_json::from_slice(&line).map_err(|error| {
                let found = excerpt(&line, error.column().saturating_sub(1));
                let problem = format!("found {found}, expected an answer in one line: {error}");
                Fault {
                    hint: hint(&line, &error).to_owned(),
                    ..self.protocol(problem)
                }
            }),
            Line::TooLong => Err(self.protocol(format!(
                "a line is longer than {LONGEST_LINE} bytes; elements that long travel by file"
            ))),
            Line::End(unfinished) => Err(self.ended(unfinished)),
        }
    }

    fn end(&mut self, patience: Duration) -> Option<Fault> {
        self.requests = None;
        let until = Instant::now() + patience;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                if !is_own_fault(status) {
                    return None;
                }
                thread::sleep(BEHIND);
                return Some(self.end_fault(FaultKind::BadEnd(status.to_string())));
            }
            if Instant::now() >= until {
                return None;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

/// Signals by which the system ends a process for a fault of its own: illegal instruction, trap, abort,
/// bus error, floating-point exception and segmentation fault, by the numbers of Linux and macOS.
const OWN_FAULTS: [i32; 7] = [4, 5, 6, 7, 8, 10, 11];
/// What a shell adds to the number of the signal that ended its command.
const OF_SHELL: i32 = 128;

/// Whether a process ended by a fault of its own, itself or below a shell.
fn is_own_fault(status: ExitStatus) -> bool {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return OWN_FAULTS.contains(&signal);
    }
    // On Windows, the code is the exception; those of severity "error" are negative.
    status.code().is_some_and(|code| {
        (cfg!(windows) && code < 0) || OWN_FAULTS.contains(&code.wrapping_sub(OF_SHELL))
    })
}

impl Drop for ProcessSubject {
    fn drop(&mut self) {
        // End of input is the polite sign to end; a process that ignores it is killed.
        self.requests = None;
        let until = Instant::now() + GRACE;
        while Instant::now() < until && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(2));
        }
        // Also where the process has ended: others of its group may live.
        let _ = self.child.start_kill();
        let _ = self.child.wait();
        self.mark.kill_all();
    }
}

/// What to do about a line that is not an answer.
fn hint(line: &[u8], error: &serde_json::Error) -> &'static str {
    match serde_json::from_slice(line) {
        // An attempt at an answer.
        Ok(serde_json::Value::Object(_)) => "",
        _ if is_with_nan(line, error) => NOT_JSON,
        _ => spread(line, error).unwrap_or(PRINTS),
    }
}

/// Whether an answer is none for a number that JSON does not have.
fn is_with_nan(line: &[u8], error: &serde_json::Error) -> bool {
    let is_begun = line.trim_ascii_start().starts_with(b"{");
    let at = error.column().saturating_sub(1);
    let here = &line[at.min(line.len())..];
    let here = here.strip_prefix(b"-").unwrap_or(here);
    let is_named = |it: &&[u8]| here.starts_with(it);
    is_begun && [&b"NaN"[..], b"Infinity"].iter().any(is_named)
}

/// What to do about a line with which an answer begins that goes on in the next.
pub(super) fn spread(line: &[u8], error: &serde_json::Error) -> Option<&'static str> {
    let is_begun = line.trim_ascii_start().starts_with(b"{");
    (is_begun && error.is_eof()).then_some(SPREAD)
}

fn in_own_group(command: &CommandLine) -> (CommandWrap, Mark) {
    let mut process = Command::new(&command.program);
    process
        .args(&command.arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mark = Mark::put_on(&mut process);
    let mut wrapped = CommandWrap::from(process);
    #[cfg(unix)]
    wrapped.wrap(process_wrap::std::ProcessGroup::leader());
    #[cfg(windows)]
    wrapped.wrap(process_wrap::std::JobObject);
    (wrapped, mark)
}
