//! The report for people: failures by document with silently wrong data first, then everything
//! that did not fail and did not pass either, then the counts.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::failures::Telling;
use super::sections::{Lines, REASON, TITLE, behaviour, count, write_reasons};
use super::{failures, table};
use zarr_conform_runner::tell::Paraphrase;
use zarr_conform_runner::tell::{LONGEST, cause, explains, refusals_say};
use zarr_conform_runner::text::{counted, line};
use zarr_conform_runner::{
    CheckResult, Consumer, Counts, Diagnosis, Event, FailureKind, Header, ListComparison, Summary,
    Verdict,
};

/// Failures of one group that are told in full.
const TOLD: u64 = 3;
/// Lines of why a run ended early.
const LINES: usize = 40;
/// Misreadings that are told as likely causes.
const CAUSES: usize = 10;
/// Documents in the order of the report: what others rest on comes first.
const DOCUMENTS: [&str; 7] = [
    "transpose",
    "endian",
    "bytes",
    "data-types",
    "chunk-key-encoding",
    "regular-grid",
    "core",
];

const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// What a terminal report is told besides the events.
#[derive(Clone, Default)]
pub struct TerminalOptions {
    /// How much is told.
    pub detail: Detail,
    /// The list of what is known; what is as listed is no news.
    pub known: Option<ListComparison>,
    /// The command that repeats the run, without the selection of checks.
    pub repeat: String,
    /// Characters of a line of the terminal; nothing is wrapped without it.
    pub width: Option<usize>,
}

/// How much a report tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// The header, the counts and the conclusion.
    Quiet,
    /// Some failures of each kind, and what else was seen; with a list of known failures, only
    /// the failures that are not on it.
    #[default]
    Usual,
    /// Every failure in full and everything else.
    All,
}

/// How many failures a group has, and those that are told.
type Told = (u64, Vec<CheckResult>);
type Group = (String, FailureKind, String);

/// Collects what is worth telling and writes it when the run is over. Styles are written as
/// escape sequences; wrap the stream where they are not wanted.
pub struct Terminal<'a, W: Write> {
    out: W,
    options: TerminalOptions,
    paraphrase: Paraphrase<'a>,
    failures: BTreeMap<Group, Told>,
    flaky: Lines,
    notices: Lines,
    behaviours: Lines,
    unsupported: BTreeMap<String, u64>,
    skipped: BTreeMap<String, u64>,
    not_offered: BTreeSet<String>,
    diagnosis: Diagnosis,
    is_closed: bool,
}

impl<'a, W: Write> Terminal<'a, W> {
    /// Reports to `out`.
    pub fn new(out: W, options: TerminalOptions, paraphrase: Paraphrase<'a>) -> Self {
        Self {
            out,
            options,
            paraphrase,
            failures: BTreeMap::new(),
            flaky: Lines::default(),
            notices: Lines::default(),
            behaviours: Lines::default(),
            unsupported: BTreeMap::new(),
            skipped: BTreeMap::new(),
            not_offered: BTreeSet::new(),
            diagnosis: Diagnosis::default(),
            is_closed: false,
        }
    }

    fn start(&mut self, header: &Header) -> io::Result<()> {
        let who = &header.implementation;
        writeln!(
            self.out,
            "{} {} ({}), offering {}",
            line(&who.name, REASON),
            line(&who.version, REASON),
            line(&who.language, REASON),
            line(&who.offered(), REASON),
        )?;
        writeln!(
            self.out,
            "judged by zarr-conform {}, edition {}, {} of {}\n",
            line(&header.suite, REASON),
            header.edition,
            counted(header.checks, "check"),
            line(&header.vectors, LONGEST),
        )?;
        self.out.flush()
    }

    fn note(&mut self, result: &CheckResult) {
        let all = self.is_all();
        if let Some(operation) = result.verdict.lacking_operation() {
            self.not_offered.insert(line(operation, REASON));
            return;
        }
        if self.is_known(result) {
            return;
        }
        match &result.verdict {
            Verdict::Pass { .. } => {}
            Verdict::Fail(failure) if result.is_required() => {
                let group = failures::group_of(result, failure.kind);
                let (number, told) = self.failures.entry(group).or_default();
                *number += 1;
                if all || *number <= TOLD {
                    told.push(result.clone());
                }
            }
            Verdict::Fail(failure) => {
                let what = line(&failure.found, REASON);
                let kind = failure.kind.name();
                self.notices.add(all, || {
                    format!("{}: {kind}: {what}", line(&result.check, LONGEST))
                });
            }
            Verdict::Flaky { seen, why } => {
                let why = why.as_ref().map(|why| format!(": {}", line(why, REASON)));
                let (seen, why) = (seen.join(", "), why.unwrap_or_default());
                self.flaky
                    .add(all, || format!("{}: {seen}{why}", result.check));
            }
            Verdict::Unsupported { message } => count(&mut self.unsupported, message),
            Verdict::Skipped { reason } => count(&mut self.skipped, &reason.to_string()),
            Verdict::Behaviour {
                readings, other, ..
            } => {
                self.behaviours
                    .add(all, || behaviour(&result.check, readings, other.as_deref()));
            }
        }
    }

    fn is_all(&self) -> bool {
        self.options.detail == Detail::All
    }

    /// Whether a failure is as listed.
    fn is_known(&self, result: &CheckResult) -> bool {
        let known = self.options.known.as_ref();
        !self.is_all()
            && matches!(result.verdict, Verdict::Fail(_) | Verdict::Flaky { .. })
            && known.is_some_and(|known| known.is_known(result))
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        if self.options.detail != Detail::Quiet {
            self.write_failures()?;
            let title = "Flaky: what each run came to";
            self.flaky.write(&mut self.out, title)?;
        }
        if self.is_all() || (self.options.detail == Detail::Usual && self.options.known.is_none()) {
            self.write_sections()?;
        }
        table::write(&mut self.out, summary)?;
        if !self.not_offered.is_empty() {
            let operations: Vec<&str> = self.not_offered.iter().map(String::as_str).collect();
            let number = counted(summary.total.not_offered, "check");
            let operations = operations.join(", ");
            writeln!(self.out, "not offered: {operations}: {number} not asked")?;
        }
        writeln!(self.out)?;
        self.write_conclusion(summary)?;
        self.out.flush()
    }

    /// Everything but the failures.
    fn write_sections(&mut self) -> io::Result<()> {
        self.write_causes()?;
        self.write_refusals()?;
        let title = "Against recommendations (no failures)";
        self.notices.write(&mut self.out, title)?;
        let title = "Where the specification leaves it open, what was seen (no failures)";
        self.behaviours.write(&mut self.out, title)?;
        let all = self.is_all();
        write_reasons(&mut self.out, "Unsupported", &self.unsupported, all)?;
        write_reasons(&mut self.out, "Skipped", &self.skipped, all)
    }

    /// Documents with the worst failures first; within a document, the worst first.
    fn write_failures(&mut self) -> io::Result<()> {
        let mut documents: BTreeMap<String, Vec<(Group, Told)>> = BTreeMap::new();
        for (group, failures) in std::mem::take(&mut self.failures) {
            documents
                .entry(group.0.clone())
                .or_default()
                .push((group, failures));
        }
        let mut documents: Vec<_> = documents.into_iter().collect();
        documents.sort_by_key(|(document, groups)| {
            let worst = groups.iter().map(|((_, kind, _), _)| *kind).min();
            (worst, DOCUMENTS.iter().position(|it| it == document))
        });
        for (document, groups) in documents {
            let number: u64 = groups.iter().map(|(_, (number, _))| number).sum();
            let failure = match &self.options.known {
                Some(_) if !self.is_all() => "unexpected failure",
                _ => "failure",
            };
            let number = counted(number, failure);
            writeln!(
                self.out,
                "{TITLE}{}{TITLE:#}: {number}\n",
                line(&document, REASON)
            )?;
            for (group, (number, told)) in groups {
                self.write_group(&group, number, &told)?;
            }
        }
        Ok(())
    }

    fn write_group(&mut self, group: &Group, number: u64, told: &[CheckResult]) -> io::Result<()> {
        for result in told {
            if let Verdict::Fail(failure) = &result.verdict {
                let cause = cause(&self.diagnosis, result);
                let telling = Telling {
                    paraphrase: self.paraphrase,
                    repeat: &self.options.repeat,
                    width: self.options.width,
                };
                telling.write(&mut self.out, result, failure, cause)?;
            }
        }
        let (_, kind, topic) = group;
        match number - told.len() as u64 {
            0 => Ok(()),
            more => writeln!(
                self.out,
                "  and {more} more {} in {topic}; --all tells them, --json FILE keeps them\n",
                kind.name(),
                topic = line(topic, REASON),
            ),
        }
    }

    /// The misreadings that explain the most failures.
    fn write_causes(&mut self) -> io::Result<()> {
        let Diagnosis {
            failures,
            explanations,
            ..
        } = &self.diagnosis;
        if explanations.is_empty() {
            return Ok(());
        }
        writeln!(self.out, "{TITLE}Likely causes{TITLE:#}")?;
        let told = if self.is_all() {
            explanations.len()
        } else {
            CAUSES.min(explanations.len())
        };
        for explanation in &explanations[..told] {
            writeln!(
                self.out,
                "  as if {} ({}): {}",
                line(&explanation.when, LONGEST),
                line(&explanation.misreading, LONGEST),
                explains(explanation, *failures),
            )?;
        }
        match explanations.len() - told {
            0 => {}
            more => writeln!(
                self.out,
                "  and {}; --all tells them",
                counted(more as u64, "more cause")
            )?,
        }
        writeln!(self.out)
    }

    /// Valid inputs that were refused with the same words.
    fn write_refusals(&mut self) -> io::Result<()> {
        let refusals = &self.diagnosis.refusals;
        if refusals.is_empty() {
            return Ok(());
        }
        writeln!(
            self.out,
            "{TITLE}Refusals with the same words{TITLE:#} (… stands for numbers, names and data)"
        )?;
        let told = if self.is_all() {
            refusals.len()
        } else {
            CAUSES.min(refusals.len())
        };
        for refusals in &refusals[..told] {
            let message = line(&refusals.message, REASON);
            writeln!(self.out, "  {}: {message}", refusals_say(refusals))?;
        }
        match refusals.len() - told {
            0 => {}
            more => writeln!(
                self.out,
                "  and {} of them; --all tells them",
                counted(more as u64, "more group")
            )?,
        }
        writeln!(self.out)
    }

    fn write_conclusion(&mut self, summary: &Summary) -> io::Result<()> {
        if let Some(why) = &summary.ended_early {
            writeln!(self.out, "{BAD}The run ended early:{BAD:#}")?;
            for text in why.lines().take(LINES) {
                writeln!(self.out, "  {}", line(text, 4 * REASON))?;
            }
        }
        let Counts {
            failed,
            required_passed,
            required_flaky,
            ..
        } = summary.total;
        let judged = failed + required_passed + required_flaky;
        let required = counted(judged, "required check");
        if required_flaky > 0 {
            return writeln!(
                self.out,
                "{BAD}Failed {failed} of {required}, and {required_flaky} did not come to the same \
                 in every run.{BAD:#}"
            );
        }
        match (failed, required_passed) {
            (0, 0) => writeln!(self.out, "{BAD}No required check passed.{BAD:#}"),
            (failed, _) if summary.ended_early.is_some() => writeln!(
                self.out,
                "{BAD}Partial result: failed {failed} of {required} so far.{BAD:#}"
            ),
            (0, _) => writeln!(
                self.out,
                "{GOOD}Passed all of {required} that could be judged.{GOOD:#}"
            ),
            (failed, _) => writeln!(self.out, "{BAD}Failed {failed} of {required}.{BAD:#}"),
        }
    }

    fn write_event(&mut self, event: &Event) -> io::Result<()> {
        if let Some(known) = &mut self.options.known {
            known.event(event)?;
        }
        match event {
            Event::Started(header) => self.start(header),
            Event::CheckFinished(result) => {
                self.note(result);
                Ok(())
            }
            Event::Diagnosed(diagnosis) => {
                self.diagnosis = diagnosis.clone();
                Ok(())
            }
            Event::Finished(summary) => self.finish(summary),
        }
    }
}

impl<W: Write> Consumer for Terminal<'_, W> {
    /// Whoever closes the pipe has read enough; the run goes on for its other reports.
    fn event(&mut self, event: &Event) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        match self.write_event(event) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(())
            }
            result => result,
        }
    }
}
