//! Annotations of GitHub Actions: workflow commands on standard output.

use std::io::{self, Write};

use super::conclusion::{conclusion, tally_in_words};
use super::hints::{Kind, hints};
use super::markdown::rank;
use super::outcome::{KnownFailures, TestOutcome};
use crate::spec::show::HINT;
use zarr_conform_runner::tell::sought;
use zarr_conform_runner::text::{counted, line};
use zarr_conform_runner::{CheckResult, Concern, Consumer, Diagnosis, Event, Summary};

/// Annotations of one kind that GitHub shows for a step.
const SHOWN: usize = 10;
/// Lines of a message.
const LINES: usize = 20;
/// Characters of a line.
const LONGEST: usize = 600;

/// The title of a difference from the list of known failures that is of no single check.
const NOT_AS_LISTED: &str = "the list of known failures";

/// Writes the worst failures as errors when the run is over, as many as GitHub shows.
pub struct Annotations<'a, W: Write> {
    out: W,
    known: KnownFailures<'a>,
    failures: Vec<(usize, String, String)>,
    diagnosis: Diagnosis,
}

impl<'a, W: Write> Annotations<'a, W> {
    /// Writes to `out`.
    pub fn new(out: W, known: KnownFailures<'a>) -> Self {
        Self {
            out,
            known,
            failures: Vec::new(),
            diagnosis: Diagnosis::default(),
        }
    }

    fn note(&mut self, result: &CheckResult) {
        if let TestOutcome::Failed(kind, message) = self.known.outcome(result) {
            let title = format!("{kind} {}", result.check);
            let demands = line(&result.requirements.join(", "), LONGEST);
            let (verb, what) = sought(&result.comment);
            let what = line(&what, LONGEST);
            let about = result.concern;
            let premise = result.premise.as_deref();
            let premise = premise.map_or_else(String::new, |it| {
                format!("; premise: {}", line(it, LONGEST))
            });
            let message =
                format!("{message}\n{verb}: {what}\ndemands: {demands}\nabout: {about}{premise}");
            self.failures.push((rank(kind), title, message));
        }
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        let others = self.known.others().iter();
        let others = others.map(|it| (usize::MAX, NOT_AS_LISTED.to_owned(), it.clone()));
        self.failures.extend(others);
        self.failures.sort_by_key(|(rank, _, _)| *rank);
        // One place is kept for what is not shown, and one for an early end.
        let told = if self.failures.len() > SHOWN - 1 {
            SHOWN - 2
        } else {
            self.failures.len()
        };
        for (at, (_, title, message)) in self.failures[..told].iter().enumerate() {
            let message = match at {
                0 => format!("{message}\n{HINT}"),
                _ => message.clone(),
            };
            command(&mut self.out, "error", title, &message)?;
        }
        for concern in Concern::ALL {
            let tally = summary.total.of(concern);
            if let Some(words) = tally_in_words(tally, None).filter(|_| tally.bad() > 0) {
                command(&mut self.out, "notice", concern.title(), &words)?;
            }
        }
        if told < self.failures.len() {
            let more = counted((self.failures.len() - told) as u64, "more failure");
            command(
                &mut self.out,
                "error",
                &more,
                &conclusion(&summary.total, self.known.compared(), None),
            )?;
        }
        if let Some(why) = &summary.ended_early {
            command(&mut self.out, "error", "the run ended early", why)?;
        }
        let hints = hints(&self.diagnosis).filter(|it| it.kind != Kind::Refusals);
        for hint in hints.take(SHOWN - Concern::ALL.len()) {
            command(&mut self.out, "notice", hint.kind.title(), &hint.text)?;
        }
        self.out.flush()
    }
}

/// One workflow command; lines of the message stay lines.
fn command(out: &mut impl Write, kind: &str, title: &str, message: &str) -> io::Result<()> {
    let title = data(&line(title, LONGEST))
        .replace(':', "%3A")
        .replace(',', "%2C");
    let lines: Vec<String> = message
        .lines()
        .take(LINES)
        .map(|it| data(&line(it, LONGEST)))
        .collect();
    writeln!(out, "::{kind} title={title}::{}", lines.join("%0A"))
}

/// Text without what ends a command.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

impl<W: Write> Consumer for Annotations<'_, W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.known.note(event)?;
        match event {
            Event::Started(_) => {}
            Event::CheckFinished(result) => self.note(result),
            Event::Diagnosed(diagnosis) => self.diagnosis = diagnosis.clone(),
            Event::Finished(summary) => self.finish(summary)?,
        }
        Ok(())
    }
}
