//! A summary in Markdown: the table, the failures and their likely causes.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::codecs::Codecs;
use super::conclusion::{Causes, conclusion};
use super::counts;
use super::hints::{Hint, hints};
use super::outcome::{KnownFailures, TestOutcome};
use super::table::{Cell, Table};
use crate::spec::show::HINT;
use zarr_conform_runner::tell::reason::Failed;
use zarr_conform_runner::text::{counted, line};
use zarr_conform_runner::{
    CheckId, CheckResult, Consumer, Diagnosis, Event, FailureKind, Header, Summary,
};

/// Failures that are reported; the worst.
const FAILURES: usize = 50;
/// Causes that are reported.
const CAUSES: usize = 10;
/// Characters of a message.
const LONGEST: usize = 300;

/// Collects what is worth telling and writes it when the run is over.
pub struct Markdown<'a, W: Write> {
    out: W,
    known: KnownFailures<'a>,
    who: String,
    by: String,
    /// About what the implementation says of itself.
    warnings: Vec<String>,
    failures: Vec<Told>,
    /// Those of required checks, for their causes.
    failed: Vec<Failed>,
    tolerated: u64,
    diagnosis: Diagnosis,
    codecs: Codecs,
}

/// A failure as it is reported. Worst first, then as the checks come.
struct Told {
    rank: usize,
    kind: &'static str,
    check: CheckId,
    message: String,
}

impl<'a, W: Write> Markdown<'a, W> {
    /// Writes to `out`.
    pub fn new(out: W, known: KnownFailures<'a>) -> Self {
        Self {
            out,
            known,
            who: String::new(),
            by: String::new(),
            warnings: Vec::new(),
            failures: Vec::new(),
            failed: Vec::new(),
            tolerated: 0,
            diagnosis: Diagnosis::default(),
            codecs: Codecs::default(),
        }
    }

    /// The same, telling which codecs are lacking.
    #[must_use]
    pub fn with_codecs(self, codecs: Codecs) -> Self {
        Self { codecs, ..self }
    }

    fn start(&mut self, header: &Header) {
        let who = &header.implementation;
        self.who = format!(
            "{} {} ({})",
            text(&line(&who.name, LONGEST)),
            text(&line(&who.version, LONGEST)),
            text(&line(&who.language, LONGEST)),
        );
        self.warnings = who.unknown_names();
        let part = match &header.selection {
            all if all.is_everything() => "",
            _ => ", a selection",
        };
        self.by = format!(
            "Judged by zarr-conform {}, edition {}, {}{part} of {}.",
            text(&header.suite),
            header.edition.described(),
            counted(header.checks, "check"),
            text(&line(&header.vectors, LONGEST)),
        );
    }

    fn note(&mut self, result: &CheckResult) {
        if result.is_required() {
            self.failed.extend(Failed::of(result));
        }
        match self.known.outcome(result) {
            TestOutcome::Passed | TestOutcome::NotJudged(_) => {}
            TestOutcome::Tolerated(..) => self.tolerated += 1,
            TestOutcome::Failed(kind, message) => self.failures.push(Told {
                rank: rank(kind),
                kind,
                check: result.check.clone(),
                message,
            }),
        }
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        writeln!(self.out, "## Zarr conformance: {}\n", self.who)?;
        writeln!(self.out, "{}\n", self.by)?;
        for warning in &self.warnings {
            writeln!(self.out, "**Warning:** {}\n", text(&line(warning, LONGEST)))?;
        }
        if let Some(why) = &summary.ended_early {
            writeln!(
                self.out,
                "**The run ended early:** {}\n",
                text(&line(why, LONGEST))
            )?;
        }
        let causes = Causes::of(&self.failed, &self.diagnosis);
        writeln!(
            self.out,
            "**{}**\n",
            conclusion(&summary.total, self.known.compared(), Some(causes))
        )?;
        self.write_table(summary)?;
        if let Some(line) = self.codecs.line() {
            writeln!(self.out, "\n{}", text(&line))?;
        }
        self.write_others()?;
        self.write_hints()?;
        self.write_failures()?;
        self.out.flush()
    }

    /// The counts; where there is a list, failures that it has in a column of their own. An operation that
    /// is not offered counts as skipped.
    fn write_table(&mut self, summary: &Summary) -> io::Result<()> {
        let mut summary = summary.clone();
        for counts in summary.documents.values_mut().chain([&mut summary.total]) {
            counts.skipped += counts.not_offered;
        }
        let mut table = counts::table(&summary, self.known.listed());
        for head in table.head().iter_mut().filter(|it| *it == "known") {
            "known to fail".clone_into(head);
        }
        table.write_markdown(&mut self.out)
    }

    /// Differences from the list that are of no single check.
    fn write_others(&mut self) -> io::Result<()> {
        let others = self.known.others();
        if others.is_empty() {
            return Ok(());
        }
        writeln!(self.out, "\n### The list of known failures\n")?;
        for other in others.iter().take(FAILURES) {
            writeln!(self.out, "- {}", text(other))?;
        }
        match others.len().saturating_sub(FAILURES) {
            0 => Ok(()),
            more => writeln!(self.out, "\nand {more} more"),
        }
    }

    fn write_failures(&mut self) -> io::Result<()> {
        if self.failures.is_empty() {
            return Ok(());
        }
        self.failures.sort_by_key(|failure| failure.rank);
        let number = counted(self.failures.len() as u64, "failure");
        writeln!(self.out, "\n### {number}\n")?;
        let mut table = Table::new(["verdict", "check", "what"]);
        for it in self.failures.iter().take(FAILURES) {
            let (kind, check) = (it.kind.to_owned(), it.check.to_string());
            table.row([
                Cell::Text(kind),
                Cell::Id(check),
                Cell::Text(it.message.clone()),
            ]);
        }
        table.write_markdown(&mut self.out)?;
        match self.failures.len().saturating_sub(FAILURES) {
            0 => {}
            more => writeln!(self.out, "\nand {more} more")?,
        }
        writeln!(self.out, "\n{}.", text(HINT))
    }

    fn write_hints(&mut self) -> io::Result<()> {
        let hints: Vec<Hint> = hints(&self.diagnosis).collect();
        for hints in hints.chunk_by(|one, other| one.kind.heading() == other.kind.heading()) {
            writeln!(self.out, "\n### {}\n", hints[0].kind.heading())?;
            for hint in hints.iter().take(CAUSES) {
                writeln!(self.out, "- {}", text(&hint.text))?;
            }
        }
        Ok(())
    }
}

/// The place of a kind of failure, worst first.
pub(super) fn rank(kind: &str) -> usize {
    let mut kinds = FailureKind::ALL.iter();
    kinds
        .position(|it| it.name() == kind)
        .unwrap_or(FailureKind::ALL.len())
}

/// Text in which nothing is markup: what Markdown or HTML could read is written by its number.
/// Points and colons stay, apart from those that make an address a link.
pub(crate) fn text(plain: &str) -> String {
    const HARMLESS: &str = ",;()/-'=%+?";
    let mut text = String::with_capacity(plain.len());
    let mut before = ' ';
    for (at, character) in plain.char_indices() {
        let is_plain = match character {
            '.' => !before.eq_ignore_ascii_case(&'w'),
            ':' => !plain[at..].starts_with(":/"),
            other => !other.is_ascii_punctuation() || HARMLESS.contains(other),
        };
        if is_plain {
            text.push(character);
        } else {
            // Writing to a string cannot fail.
            let _ = write!(text, "&#{};", u32::from(character));
        }
        before = character;
    }
    text
}

/// An id as code; as text, where it is none that a check can have.
pub(super) fn code(id: &str) -> String {
    let is_id = |byte: u8| byte.is_ascii_alphanumeric() || b"/#.-".contains(&byte);
    if !id.is_empty() && id.bytes().all(is_id) {
        format!("`{id}`")
    } else {
        text(&line(id, LONGEST))
    }
}

impl<W: Write> Consumer for Markdown<'_, W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.known.note(event)?;
        match event {
            Event::Started(header) => self.start(header),
            Event::CheckFinished(result) => {
                self.codecs.note(result);
                self.note(result);
            }
            Event::Diagnosed(diagnosis) => self.diagnosis = diagnosis.clone(),
            Event::Finished(summary) => self.finish(summary)?,
        }
        Ok(())
    }
}
