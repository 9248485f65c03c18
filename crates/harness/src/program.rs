//! A test program: tests found at run time, chosen by the arguments, run by threads, and reported as
//! `cargo test` does.

use std::fs::File;
use std::io::{self, IsTerminal as _, Write};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::arguments::{Arguments, Color, Format, Purpose};
use crate::ignored::Ignored;

/// The exit code where a test failed, as that of other test programs.
const FAILED: u8 = 101;

/// A test.
pub(crate) struct Trial<'a> {
    pub(crate) name: String,
    /// What stands in brackets before its name; nothing, where it is empty.
    pub(crate) kind: &'static str,
    pub(crate) test: Box<dyn FnOnce() -> Outcome + Send + 'a>,
}

/// What a test came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed,
    /// With the reason, where there is one.
    Ignored(Option<String>),
    /// With a message for people.
    Failed(String),
}

impl Trial<'_> {
    /// The name with what stands before it, as it is listed.
    fn whole_name(&self) -> String {
        whole_name(self.kind, &self.name)
    }
}

fn whole_name(kind: &str, name: &str) -> String {
    if kind.is_empty() {
        name.to_owned()
    } else {
        format!("[{kind}] {name}")
    }
}

/// Lists or runs the tests that are asked for.
///
/// # Errors
/// Where results cannot be written.
pub(crate) fn run(arguments: &Arguments, mut trials: Vec<Trial<'_>>) -> io::Result<ExitCode> {
    let all = trials.len();
    trials.retain(|it| arguments.has(&it.name, &it.whole_name()));
    let mut printer = Printer::new(arguments, &trials)?;
    if arguments.purpose == Purpose::List {
        printer.list(&trials)?;
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.only_benchmarks {
        for trial in &mut trials {
            trial.test = Box::new(|| Outcome::Ignored(None));
        }
    }
    let started = Instant::now();
    printer.counts.filtered_out = all - trials.len();
    printer.begin(trials.len())?;
    let default = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = arguments.threads.unwrap_or_else(default);
    if threads == NonZeroUsize::MIN {
        for trial in trials {
            let name = Name::of(&trial);
            printer.start(&name)?;
            printer.end(name, outcome(trial.test))?;
        }
    } else {
        share_out(threads, trials, &mut printer)?;
    }
    printer.finish(started.elapsed())?;
    let failed = !printer.failures.is_empty();
    Ok(ExitCode::from(if failed { FAILED } else { 0 }))
}

/// Runs the tests by several threads; each is printed when it has ended.
fn share_out(
    threads: NonZeroUsize,
    trials: Vec<Trial<'_>>,
    printer: &mut Printer,
) -> io::Result<()> {
    let threads = threads.get().min(trials.len());
    let trials = Mutex::new(trials.into_iter());
    let next = || trials.lock().ok().and_then(|mut it| it.next());
    std::thread::scope(|scope| {
        let (sender, ended) = channel();
        for _ in 0..threads {
            let sender = sender.clone();
            scope.spawn(move || {
                while let Some(trial) = next() {
                    let name = Name::of(&trial);
                    if sender.send((name, outcome(trial.test))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        ended.into_iter().try_for_each(|(name, outcome)| {
            printer.start(&name)?;
            printer.end(name, outcome)
        })
    })
}

/// What a test comes to; a panic fails it.
fn outcome(test: Box<dyn FnOnce() -> Outcome + Send + '_>) -> Outcome {
    catch_unwind(AssertUnwindSafe(test)).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
        Outcome::Failed(match message {
            Some(message) => format!("test panicked: {message}"),
            None => "test panicked".to_owned(),
        })
    })
}

/// What a test is called.
struct Name {
    name: String,
    kind: &'static str,
}

impl Name {
    fn of(trial: &Trial<'_>) -> Self {
        Self {
            name: trial.name.clone(),
            kind: trial.kind,
        }
    }
}

#[derive(Default)]
struct Counts {
    passed: usize,
    ignored: usize,
    filtered_out: usize,
}

/// Writes results as they come.
struct Printer {
    out: Box<dyn Write>,
    format: Format,
    is_coloured: bool,
    /// Characters of the longest kind in brackets with a space, and of the longest name.
    widths: (usize, usize),
    counts: Counts,
    ignored: Ignored,
    /// Names and messages.
    failures: Vec<(String, String)>,
}

/// The codes of terminals for colours.
const GREEN: &str = "\x1b[32m";
const YELLOW: &str = "\x1b[33m";
const RED: &str = "\x1b[31m";
const PLAIN: &str = "\x1b[0m";

impl Printer {
    fn new(arguments: &Arguments, trials: &[Trial<'_>]) -> io::Result<Self> {
        let is_coloured = match arguments.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => arguments.logfile.is_none() && is_colour_wanted(),
        };
        let widest = |width: fn(&Trial<'_>) -> usize| trials.iter().map(width).max().unwrap_or(0);
        Ok(Self {
            out: match &arguments.logfile {
                Some(path) => Box::new(File::create(path).map_err(|error| {
                    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
                })?),
                None => Box::new(io::stdout()),
            },
            format: arguments.format.unwrap_or(Format::Pretty),
            is_coloured,
            widths: (
                widest(|it| whole_name(it.kind, "").chars().count()),
                widest(|it| it.name.chars().count()),
            ),
            counts: Counts::default(),
            ignored: Ignored::default(),
            failures: Vec::new(),
        })
    }

    fn list(&mut self, trials: &[Trial<'_>]) -> io::Result<()> {
        for trial in trials {
            writeln!(self.out, "{}: test", trial.whole_name())?;
        }
        Ok(())
    }

    fn json(&mut self, event: &serde_json::Value) -> io::Result<()> {
        writeln!(self.out, "{event}")
    }

    fn begin(&mut self, tests: usize) -> io::Result<()> {
        if self.format == Format::Json {
            let event = json!({"type": "suite", "event": "started", "test_count": tests});
            return self.json(&event);
        }
        let plural = if tests == 1 { "" } else { "s" };
        writeln!(self.out, "\nrunning {tests} test{plural}")
    }

    fn start(&mut self, Name { name, kind }: &Name) -> io::Result<()> {
        match self.format {
            Format::Pretty => {
                let kind = whole_name(kind, "");
                let (of_kind, of_name) = self.widths;
                write!(self.out, "test {kind:of_kind$}{name:of_name$} ... ")?;
                self.out.flush()
            }
            Format::Terse => Ok(()),
            Format::Json => self.json(&json!({"type": "test", "event": "started", "name": name})),
        }
    }

    fn end(&mut self, Name { name, .. }: Name, outcome: Outcome) -> io::Result<()> {
        match self.format {
            Format::Pretty => {
                let text = match &outcome {
                    Outcome::Passed => "ok".to_owned(),
                    Outcome::Failed(_) => "FAILED".to_owned(),
                    Outcome::Ignored(Some(reason)) => format!("ignored ({reason})"),
                    Outcome::Ignored(None) => "ignored".to_owned(),
                };
                let text = self.coloured(outcome.colour(), &text);
                writeln!(self.out, "{text}")?;
            }
            Format::Terse => {
                let text = match &outcome {
                    Outcome::Passed => ".",
                    Outcome::Failed(_) => "F",
                    Outcome::Ignored(_) => "i",
                };
                let text = self.coloured(outcome.colour(), text);
                write!(self.out, "{text}")?;
                self.out.flush()?;
            }
            Format::Json => {
                let (event, member, said) = match &outcome {
                    Outcome::Passed => ("ok", "", None),
                    Outcome::Failed(message) => ("failed", "stdout", Some(message)),
                    Outcome::Ignored(reason) => ("ignored", "message", reason.as_ref()),
                };
                let mut value = json!({"type": "test", "name": name, "event": event});
                if let Some(said) = said {
                    value[member] = said.as_str().into();
                }
                self.json(&value)?;
            }
        }
        match outcome {
            Outcome::Passed => self.counts.passed += 1,
            Outcome::Ignored(reason) => {
                self.counts.ignored += 1;
                if let Some(reason) = reason {
                    self.ignored.note(&reason);
                }
            }
            Outcome::Failed(message) => self.failures.push((name, message)),
        }
        Ok(())
    }

    fn finish(&mut self, took: Duration) -> io::Result<()> {
        let (passed, failed) = (self.counts.passed, self.failures.len());
        let (ignored, filtered_out) = (self.counts.ignored, self.counts.filtered_out);
        let took = took.as_secs_f64();
        if self.format == Format::Json {
            let event = if failed == 0 { "ok" } else { "failed" };
            return self.json(&json!({
                "type": "suite", "event": event, "passed": passed, "failed": failed,
                "ignored": ignored, "measured": 0, "filtered_out": filtered_out, "exec_time": took,
            }));
        }
        if failed > 0 {
            self.list_failures()?;
        }
        self.ignored.write(&mut self.out)?;
        let result = match failed {
            0 => self.coloured(GREEN, "ok"),
            _ => self.coloured(RED, "FAILED"),
        };
        writeln!(
            self.out,
            "\ntest result: {result}. {passed} passed; {failed} failed; {ignored} ignored; \
             0 measured; {filtered_out} filtered out; finished in {took:.2}s\n"
        )
    }

    fn list_failures(&mut self) -> io::Result<()> {
        writeln!(self.out, "\nfailures:\n")?;
        for (name, message) in &self.failures {
            writeln!(self.out, "---- {name} ----\n{message}\n")?;
        }
        writeln!(self.out, "\nfailures:")?;
        for (name, _) in &self.failures {
            writeln!(self.out, "    {name}")?;
        }
        Ok(())
    }

    fn coloured(&self, colour: &str, text: &str) -> String {
        if self.is_coloured {
            format!("{colour}{text}{PLAIN}")
        } else {
            text.to_owned()
        }
    }
}

impl Outcome {
    fn colour(&self) -> &'static str {
        match self {
            Self::Passed => GREEN,
            Self::Ignored(_) => YELLOW,
            Self::Failed(_) => RED,
        }
    }
}

/// Whether standard output is a terminal that shows colours, and nobody asked for none.
fn is_colour_wanted() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|it| !it.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|it| it == "dumb");
    // Other terminals of Windows may show the codes instead.
    let shows_colours = !cfg!(windows) || is_set("WT_SESSION");
    !is_set("NO_COLOR") && !is_dumb && shows_colours && io::stdout().is_terminal()
}
