//! The report for people: why checks failed, the worst first, then everything that did not fail and
//! did not pass either, then the counts. It is one page, unless everything is asked for.

use std::collections::BTreeSet;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::codecs::Codecs;
use super::conclusion::{Causes, conclusion};
use super::counts;
use super::failures::Telling;
use super::page::{Page, Part};
use super::reasons::Reasons;
use super::sections::{Lines, REASON, ReasonCounts, behaviour, not_kept};
use crate::exit::ExitCode;
use zarr_conform_runner::tell::reason::{Failed, by_reason};
use zarr_conform_runner::tell::{LONGEST, Paraphrase, SaidInvalid};
use zarr_conform_runner::text::{counted, line};
use zarr_conform_runner::{
    CheckResult, Concern, Consumer, Counts, Diagnosis, Event, Header, ListComparison, Strictness,
    Summary, Verdict,
};

/// Lines of a report that does not tell everything, wrapped lines counted as they are written.
const PAGE: usize = 60;
/// Lines of these that stand before: the header, and that the built-in reference is judged.
const BEFORE: usize = 5;
/// The most lines of warnings about what the implementation says of itself.
const WARNINGS: usize = 5;
/// Lines of why a run ended early, and of these on a page.
const LINES: (usize, usize) = (40, 8);

const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// What a terminal report is given besides the events.
#[derive(Clone, Default)]
pub struct TerminalOptions {
    /// How much is reported.
    pub detail: Detail,
    /// The list of what is known; what is as listed is not news.
    pub known: Option<ListComparison>,
    /// Whether failures about strictness count.
    pub strictness: Strictness,
    /// The command that repeats the run, without the selection of checks.
    pub repeat: String,
    /// Characters of a line of the terminal; nothing is wrapped without it.
    pub width: Option<usize>,
    /// For reporting which codecs are lacking; empty, nothing is reported of that.
    pub codecs: Codecs,
}

/// How much a report tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// The header, the counts and the conclusion.
    Quiet,
    /// One page: why checks failed, with the simplest failures in full, and what else was seen; with
    /// a list of known failures, only the failures that are not on it.
    #[default]
    Usual,
    /// Every failure in full and everything else.
    All,
}

/// Collects what is worth telling and writes it when the run is over. Styles are written as
/// escape sequences; wrap the stream where they are not wanted.
pub struct Terminal<'a, W: Write> {
    out: W,
    options: TerminalOptions,
    paraphrase: Paraphrase<'a>,
    failures: Vec<Failed>,
    flaky: Lines,
    notices: Lines,
    behaviours: Lines,
    not_kept: Lines,
    said_invalid: SaidInvalid,
    unsupported: ReasonCounts,
    skipped: ReasonCounts,
    not_offered: BTreeSet<String>,
    /// Required checks that failed or were flaky, as listed.
    listed: Summary,
    diagnosis: Diagnosis,
    /// Lines of warnings below the header.
    warnings: usize,
    /// Whether a part of the vectors was selected.
    is_part: bool,
    is_closed: bool,
}

impl<'a, W: Write> Terminal<'a, W> {
    /// Reports to `out`.
    pub fn new(out: W, options: TerminalOptions, paraphrase: Paraphrase<'a>) -> Self {
        Self {
            out,
            options,
            paraphrase,
            failures: Vec::new(),
            flaky: Lines::default(),
            notices: Lines::default(),
            behaviours: Lines::default(),
            not_kept: Lines::default(),
            said_invalid: SaidInvalid::default(),
            unsupported: ReasonCounts::default(),
            skipped: ReasonCounts::default(),
            not_offered: BTreeSet::new(),
            listed: Summary::default(),
            diagnosis: Diagnosis::default(),
            warnings: 0,
            is_part: false,
            is_closed: false,
        }
    }

    fn start(&mut self, header: &Header) -> io::Result<()> {
        self.is_part = header.selection.is_part();
        let who = &header.implementation;
        writeln!(
            self.out,
            "{} {} ({}), offering {}",
            line(&who.name, REASON),
            line(&who.version, REASON),
            line(&who.language, REASON),
            line(&who.offered(), REASON),
        )?;
        let unknown = who.unknown_names();
        self.warnings = unknown.len().min(WARNINGS);
        for warning in &unknown[..self.warnings] {
            writeln!(self.out, "{BAD}warning:{BAD:#} {}", line(warning, REASON))?;
        }
        writeln!(
            self.out,
            "judged by zarr-conform {}, edition {}, {} of {}\n",
            line(&header.suite, REASON),
            header.edition.described(),
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
        if self.is_listed(result) && result.is_required() {
            self.listed.add(result);
        }
        if self.is_known(result) && !all {
            return;
        }
        self.said_invalid.note(result);
        match &result.verdict {
            Verdict::Pass { not_kept: lost, .. } => {
                for it in lost {
                    self.not_kept.add(all, || not_kept(&result.check, it));
                }
            }
            Verdict::Fail(_) if result.is_required() => {
                if self.options.detail != Detail::Quiet {
                    self.failures.extend(Failed::of(result));
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
            Verdict::Unsupported { message } => {
                self.unsupported.add(all, &result.check, message);
            }
            Verdict::Skipped { reason } => {
                self.skipped.add(all, &result.check, &reason.to_string());
            }
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
        matches!(result.verdict, Verdict::Fail(_) | Verdict::Flaky { .. })
            && known.is_some_and(|known| known.is_known(result))
    }

    /// Whether an entry of the list has a failure.
    fn is_listed(&self, result: &CheckResult) -> bool {
        let known = self.options.known.as_ref();
        self.is_known(result) && known.is_some_and(|known| known.is_listed(result))
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        let mut counts = Vec::new();
        self.write_counts(&mut counts, summary)?;
        let counts = String::from_utf8_lossy(&counts);
        let mut page = match self.options.detail {
            Detail::All => Page::endless(),
            Detail::Usual | Detail::Quiet => Page::new(PAGE - BEFORE - self.warnings),
        };
        page.reserve(&counts);
        let is_told = match self.options.detail {
            Detail::Quiet => false,
            Detail::Usual => self.options.known.is_none(),
            Detail::All => true,
        };
        let mut sections = if is_told { self.sections() } else { Vec::new() };
        let mut flaky = match self.options.detail {
            Detail::Quiet => None,
            _ => self.flaky.part("Flaky: what each run came to"),
        };
        page.reserve(&"\n".repeat(1 + usize::from(flaky.is_some()) + sections.len()));
        self.write_reasons(&mut page, &mut flaky)?;
        // Room for the title of each was kept.
        Page::endless().tell_in_short(&mut sections);
        page.tell_at_length(&mut sections);
        let sections: Vec<Part> = flaky.into_iter().chain(sections).collect();
        let is_last_open = sections
            .last()
            .is_some_and(|it| !it.text().ends_with("\n\n"));
        for section in &sections {
            self.out.write_all(section.text().as_bytes())?;
        }
        if is_last_open {
            writeln!(self.out)?;
        }
        self.out.write_all(counts.as_bytes())?;
        self.out.flush()
    }

    /// The counts and the conclusion.
    fn write_counts(&self, out: &mut Vec<u8>, summary: &Summary) -> io::Result<()> {
        let listed = self.options.known.as_ref().map(|_| &self.listed);
        counts::table(summary, listed).write_text(out)?;
        for line in counts::legend(summary, listed) {
            writeln!(out, "{line}")?;
        }
        if !self.not_offered.is_empty() {
            let operations: Vec<&str> = self.not_offered.iter().map(String::as_str).collect();
            let number = counted(summary.total.not_offered, "check");
            let operations = operations.join(", ");
            writeln!(out, "not offered: {operations}: {number} not asked")?;
        }
        if let Some(line) = self.options.codecs.line() {
            writeln!(out, "{line}")?;
        }
        if let Some(hint) = self.said_invalid.hint(&self.diagnosis) {
            writeln!(out, "{hint}")?;
        }
        writeln!(out)?;
        self.write_conclusion(out, summary)
    }

    /// Everything but the failures.
    fn sections(&self) -> Vec<Part> {
        let all = self.is_all();
        let sections = [
            self.notices
                .part("Against recommendations, or where the text is silent (no failures)"),
            self.behaviours
                .part("Where the specification leaves it open, what was seen (no failures)"),
            self.not_kept.part(
                "Not kept, though no sentence of the specification protects it (no failures)",
            ),
            self.unsupported.part("Unsupported", all),
            self.skipped.part("Skipped", all),
        ];
        sections.into_iter().flatten().collect()
    }

    /// Writes why checks failed, and makes room on the page for that and for what is flaky.
    fn write_reasons(&mut self, page: &mut Page, flaky: &mut Option<Part>) -> io::Result<()> {
        let reasons = by_reason(&self.failures, &self.diagnosis);
        let told = Reasons {
            telling: Telling {
                paraphrase: self.paraphrase,
                repeat: &self.options.repeat,
                width: self.options.width,
            },
            close: &self.diagnosis.close,
            failures: self.diagnosis.failures.max(self.failures.len() as u64),
            all: self.is_all(),
            are_news: self.options.known.is_some() && !self.is_all(),
            is_part: self.is_part,
        };
        let mut parts = told.parts(&reasons);
        if !parts.is_empty() {
            page.reserve(&"\n".repeat(Reasons::LINES));
        }
        page.tell_at_length(parts.first_mut());
        page.tell_in_short(flaky.as_mut());
        // Something of each kind, then the worst.
        let mut kinds = BTreeSet::new();
        let firsts = parts.iter_mut().zip(&reasons);
        let firsts = firsts.filter(|(_, reason)| kinds.insert(reason.worst()));
        page.tell_in_short(firsts.map(|(part, _)| part));
        page.tell_at_length(flaky.as_mut());
        page.tell_in_short(&mut parts);
        page.tell_at_length(&mut parts);
        told.write(&mut self.out, &reasons, &parts)
    }

    fn write_conclusion(&self, out: &mut Vec<u8>, summary: &Summary) -> io::Result<()> {
        if let Some(why) = &summary.ended_early {
            writeln!(out, "{BAD}The run ended early:{BAD:#}")?;
            let (all, page) = LINES;
            let most = if self.is_all() { all } else { page };
            for text in why.lines().take(most) {
                writeln!(out, "  {}", line(text, 4 * REASON))?;
            }
        }
        let total = &summary.total;
        let strictness = self.options.strictness;
        let is_partial = summary.ended_early.is_some();
        let words = conclusion(total, None, self.causes());
        let text = match (is_partial, total.required().judged()) {
            (true, 1..) => format!("Partial result. {words}"),
            _ => words + &self.known_among(total),
        };
        let is_listed = self.unlisted(total) == Some(0) && total.required_passed > 0;
        let is_good = !is_partial
            && (is_listed || ExitCode::of_counts(total, strictness) == ExitCode::Conforms);
        let style = if is_good { GOOD } else { BAD };
        writeln!(out, "{style}{text}{style:#}")
    }

    /// How many causes the failures have; nothing where not all of them are kept.
    fn causes(&self) -> Option<Causes> {
        let is_kept = self.options.detail != Detail::Quiet && self.options.known.is_none();
        is_kept.then(|| Causes::of(&self.failures, &self.diagnosis))
    }

    /// Required checks that count, failed or were flaky, and that the list does not have; nothing without
    /// one.
    fn unlisted(&self, total: &Counts) -> Option<u64> {
        self.options.known.as_ref()?;
        Some(self.unlisted_where(total, true))
    }

    /// Required checks that failed or were flaky, that the list does not have, and that count or do not.
    fn unlisted_where(&self, total: &Counts, counts: bool) -> u64 {
        let concerns = Concern::ALL.into_iter();
        let concerns = concerns.filter(|it| self.options.strictness.counts(*it) == counts);
        concerns
            .map(|it| counts::unlisted(total, &self.listed.total, it))
            .sum()
    }

    /// How many of the failures the list has.
    fn known_among(&self, total: &Counts) -> String {
        let listed = self.listed.total.required().bad();
        let Some(new) = self.unlisted(total).filter(|_| listed > 0) else {
            return String::new();
        };
        match (listed, new, self.unlisted_where(total, false)) {
            (1, 0, 0) => " The failure is known.".to_owned(),
            (_, 0, 0) => format!(" All {listed} failures are known."),
            (_, 0, reported) => format!(" Known failures: {listed}; only reported: {reported}."),
            (_, new, 0) => format!(" Known failures: {listed}; not listed: {new}."),
            (_, new, reported) => {
                format!(" Known failures: {listed}; not listed: {new}; only reported: {reported}.")
            }
        }
    }

    fn write_event(&mut self, event: &Event) -> io::Result<()> {
        if let Some(known) = &mut self.options.known {
            known.event(event)?;
        }
        match event {
            Event::Started(header) => self.start(header),
            Event::CheckFinished(result) => {
                self.options.codecs.note(result);
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
    /// A reader that closes the pipe has read enough; the run goes on for its other reports.
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
