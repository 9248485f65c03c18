//! Why checks failed, each reason in short and at length: the simplest failure in full, then how many
//! others there are and where.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::failures::Telling;
use super::page::Part;
use super::sections::TITLE;
use zarr_conform_runner::tell::reason::{Failed, Reason, Why};
use zarr_conform_runner::tell::{
    LONGEST, Likely, as_if, broken, close_to, describe, explains, fails_where, fields,
    fields_beside_cause, requirements, sought,
};
use zarr_conform_runner::text::{counted, line};
use zarr_conform_runner::{CheckResult, Explanation, FailureKind, folded};

const STRONG: Style = Style::new().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// Topics that are named of what else failed.
const TOPICS: usize = 4;
/// Before what is reported in short of the simplest failure.
const INDENT: &str = "    ";

/// How reasons are reported.
pub(super) struct Reasons<'a> {
    /// How each failure is reported.
    pub(super) telling: Telling<'a>,
    /// Misreadings that come close to what was found.
    pub(super) close: &'a [Explanation],
    /// How many failures the causes were looked for in.
    pub(super) failures: u64,
    /// Whether every failure is reported at length, and not only the simplest.
    pub(super) all: bool,
    /// Whether these are the failures that a list does not have.
    pub(super) are_news: bool,
    /// Whether only a part of the vectors was asked about.
    pub(super) is_part: bool,
}

impl Reasons<'_> {
    /// Lines besides those of the parts: the overview, how many reasons are left out, and how to see
    /// more, with empty lines between.
    pub(super) const LINES: usize = 7;

    /// Each reason as a part of a page.
    pub(super) fn parts(&self, reasons: &[Reason<'_>]) -> Vec<Part> {
        reasons.iter().map(|it| self.part(it)).collect()
    }

    /// Writes the parts of these reasons as far as they are reported, with what is said of all.
    pub(super) fn write(
        &self,
        out: &mut impl Write,
        reasons: &[Reason<'_>],
        parts: &[Part],
    ) -> io::Result<()> {
        if parts.is_empty() {
            return Ok(());
        }
        writeln!(out, "{TITLE}{}{TITLE:#}\n", self.overview(reasons))?;
        for part in parts {
            out.write_all(part.text().as_bytes())?;
        }
        let left_out = parts.iter().zip(reasons);
        let left_out = left_out.filter(|(part, _)| part.is_left_out());
        let left_out: Vec<usize> = left_out.map(|(_, it)| it.failed.len()).collect();
        if !left_out.is_empty() {
            let reasons = counted(left_out.len() as u64, "more reason");
            let number = counted(left_out.iter().sum::<usize>() as u64, "failure");
            writeln!(out, "and {reasons} of {number}")?;
        }
        if left_out.is_empty() && !parts.iter().any(Part::is_short) {
            return Ok(());
        }
        let repeat = self.telling.repeat;
        writeln!(
            out,
            "\n--all shows every failure, --json FILE keeps them; one again: {repeat} --check ID\n"
        )
    }

    /// How many causes and failures there are, of which kinds, the worst first, and how many of them a
    /// misreading explains.
    fn overview(&self, reasons: &[Reason<'_>]) -> String {
        let failed = || reasons.iter().flat_map(|it| &it.failed);
        let kinds = FailureKind::ALL.iter().filter_map(|kind| {
            let number = failed().filter(|it| it.kind() == *kind).count();
            (number > 0).then(|| format!("{number} {}", kind.name()))
        });
        let kinds: Vec<String> = kinds.collect();
        let singular = if self.are_news {
            "unexpected failure"
        } else {
            "failure"
        };
        let number = counted(failed().count() as u64, singular);
        let misreadings = reasons.iter().filter(|it| matches!(it.why, Why::Cause(_)));
        let explained: usize = misreadings.clone().map(|it| it.failed.len()).sum();
        let explained = match explained {
            1 if failed().count() == 1 => "it".to_owned(),
            all if all == failed().count() => "all of them".to_owned(),
            some => some.to_string(),
        };
        let explain = match misreadings.count() {
            0 => String::new(),
            1 => format!("; one misreading explains {explained}"),
            misreadings => format!("; {misreadings} misreadings explain {explained}"),
        };
        let common = reasons.iter().filter(|it| matches!(it.why, Why::Common(_)));
        let explain = match common.map(|it| it.failed.len()).sum::<usize>() {
            0 => explain,
            common => format!("{explain}; {common} described by what sets failures apart"),
        };
        let part = if self.is_part && !explain.is_empty() {
            "\nOnly a part of the checks was selected. All of them may show another cause."
        } else {
            ""
        };
        let causes = counted(reasons.len() as u64, "cause");
        format!("{causes} of {number}: {}{explain}{part}", kinds.join(", "))
    }

    fn part(&self, reason: &Reason<'_>) -> Part {
        let mut long = Vec::new();
        // Writing to a vector cannot fail.
        let _ = self.write_at_length(&mut long, reason);
        let long = String::from_utf8_lossy(&long).into_owned();
        Part::new(self.short(reason), long)
    }

    /// Two lines: the reason, and its simplest failure.
    fn short(&self, reason: &Reason<'_>) -> String {
        let title = self.telling.cut(&self.title(reason), 0);
        let words = shared_words(reason);
        let shown = |it: &&&Failed| words.is_none() || is_refusal(it);
        let Some(first) = reason.failed.iter().find(shown) else {
            return String::new();
        };
        let (kind, check) = (first.kind().name(), &first.result.check);
        let what = first.failure().and_then(|it| it.difference.as_deref());
        let purpose = || {
            let (verb, what) = sought(&first.result.comment);
            format!("{verb} {what}")
        };
        let what = match (first.kind(), first.failure()) {
            (FailureKind::Protocol, Some(failure)) => failure.found.clone(),
            _ => what
                .map(describe)
                .or_else(|| first.words().map(str::to_owned))
                .unwrap_or_else(purpose),
        };
        let first = match (&reason.why, words) {
            (Why::Alike { .. }, _) => format!("{check}: {what}"),
            (_, Some(words)) => format!("{words} ({check})"),
            _ => format!("{kind} {check}: {what}"),
        };
        let first = self.telling.cut(&first, INDENT.len());
        format!("{STRONG}{title}{STRONG:#}\n{INDENT}{first}\n")
    }

    /// What has failed for this reason, and how many times.
    fn title(&self, reason: &Reason<'_>) -> String {
        let number = reason.failed.len() as u64;
        match &reason.why {
            Why::Cause(cause) => format!(
                "{}: as if {}: {number} of {}",
                reason.document(),
                as_if(cause),
                counted(self.failures, "failure"),
            ),
            Why::Common(common) => format!("{}: {}", reason.document(), fails_where(common)),
            Why::Close(close) => {
                format!("{}: {}", reason.document(), close_to(close, self.failures))
            }
            Why::Alike {
                document,
                kind,
                message,
            } => {
                let (kind, number) = (kind.name(), counted(number, "check"));
                let what = match *message {
                    "" => places(&reason.failed),
                    message => message.to_owned(),
                };
                format!("{document}: {kind}: {number}: {what}")
            }
        }
    }

    fn write_at_length(&self, out: &mut impl Write, reason: &Reason<'_>) -> io::Result<()> {
        let title = match &reason.why {
            Why::Cause(cause) => format!("{}: as if {}", reason.document(), as_if(cause)),
            Why::Common(_) | Why::Close(_) => self.title(reason),
            Why::Alike {
                document,
                kind,
                message,
            } => {
                let number = counted(reason.failed.len() as u64, "check");
                let before_message = if message.is_empty() { "" } else { ": " };
                format!(
                    "{document}: {}: {number}{before_message}{message}",
                    kind.name()
                )
            }
        };
        for text in self.telling.wrapped(&line(&title, LONGEST), 0) {
            writeln!(out, "{TITLE}{text}{TITLE:#}")?;
        }
        if let Why::Cause(cause) = reason.why {
            for text in self.telling.wrapped(&explains(cause, self.failures), 2) {
                writeln!(out, "  {text}")?;
            }
        }
        let mut entries = reason.entries();
        if let Some(words) = shared_words(reason) {
            for text in self.telling.wrapped(&line(&words, LONGEST), 2) {
                writeln!(out, "  {text}")?;
            }
            entries.sort_by_key(|it| it.first().is_none_or(|it| !is_refusal(it)));
        }
        let told = if self.all { entries.len() } else { 1 };
        for (at, entry) in entries.iter().take(told).enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            self.write_entry(out, entry, reason)?;
        }
        let others: Vec<&Failed> = entries.iter().skip(told).flatten().copied().collect();
        if !others.is_empty() {
            self.telling
                .write_field(out, "others", &where_else(&others))?;
        }
        writeln!(out)
    }

    /// The first of checks that failed in one way in full, and the names of the others.
    fn write_entry(
        &self,
        out: &mut impl Write,
        entry: &[&Failed],
        reason: &Reason<'_>,
    ) -> io::Result<()> {
        let Some((first, others)) = entry.split_first() else {
            return Ok(());
        };
        let Some(failure) = first.failure() else {
            return Ok(());
        };
        let (kind, result) = (first.kind().name(), &first.result);
        let check = line(&result.check, LONGEST);
        let also: String = others.iter().map(|it| also(&it.result)).collect();
        writeln!(out, "  {BAD}{kind}{BAD:#}  {STRONG}{check}{STRONG:#}{also}")?;
        let paraphrase = self.telling.paraphrase;
        let (fields, requirement) = if let Why::Cause(cause) = reason.why {
            (
                fields_beside_cause(result, failure, cause, paraphrase),
                broken(result, cause).first().copied(),
            )
        } else {
            let likely = self.beside(reason, first);
            (
                fields(result, failure, &likely, paraphrase),
                requirements(result, &likely.first)
                    .first()
                    .copied()
                    .filter(|_| failure.kind != FailureKind::Protocol),
            )
        };
        self.telling.write_fields(out, &fields)?;
        if let Some(requirement) = requirement {
            let requirement = line(requirement, LONGEST);
            let show = format!("conform spec show {}", shell_words::quote(&requirement));
            self.telling.write_field(out, "sentence", &show)?;
        }
        self.telling.write_repeat(out, result)
    }
}

impl<'a> Reasons<'a> {
    /// What is said of a failure besides its reason.
    fn beside(&self, reason: &Reason<'a>, failed: &Failed) -> Likely<'a> {
        let close = self.close.iter();
        let mut close = close.filter(|it| it.checks.contains(&failed.result.check));
        Likely {
            close: close
                .next()
                .filter(|_| !matches!(reason.why, Why::Close(_))),
            first: reason.requirements(),
            ..Likely::default()
        }
    }
}

/// The words of most failures that have something in common, and how many say them: they say more than what is
/// common to the checks.
fn shared_words(reason: &Reason<'_>) -> Option<String> {
    let Why::Common(_) = reason.why else {
        return None;
    };
    let mut said = BTreeMap::<String, usize>::new();
    let refusals = reason.failed.iter().filter(|it| is_refusal(it));
    for words in refusals.filter_map(|it| it.words()) {
        *said.entry(folded(words)).or_default() += 1;
    }
    let (words, number) = said.into_iter().max_by_key(|(_, number)| *number)?;
    let all = reason.failed.len();
    (number > 1 && 2 * number > all).then(|| format!("{number} of {all} say: {words}"))
}

/// Whether valid input was refused, in words of the implementation.
fn is_refusal(failed: &Failed) -> bool {
    failed.kind() == FailureKind::RejectedValid
}

/// The operation of another check of the same fact.
fn also(result: &CheckResult) -> String {
    let operation = result.check.operation().unwrap_or_default();
    format!(", #{}", line(operation, LONGEST))
}

/// How many others there are, and where.
fn where_else(others: &[&Failed]) -> String {
    let number = counted(others.len() as u64, "more check");
    match Reason::topics(others).as_slice() {
        [(topic, _)] => format!("{number} in {}", line(topic, LONGEST)),
        _ => format!("{number}: {}", places(others)),
    }
}

/// In which topics checks failed, and how many in each.
fn places(failed: &[&Failed]) -> String {
    let topics = Reason::topics(failed);
    if let [(topic, _)] = topics.as_slice() {
        return line(topic, LONGEST);
    }
    let (told, rest) = topics.split_at(TOPICS.min(topics.len()));
    let told = told
        .iter()
        .map(|(topic, number)| format!("{number} in {}", line(topic, LONGEST)));
    let rest = (!rest.is_empty()).then(|| {
        let number: usize = rest.iter().map(|(_, number)| number).sum();
        format!("{number} in {}", counted(rest.len() as u64, "more topic"))
    });
    told.chain(rest).collect::<Vec<_>>().join(", ")
}
