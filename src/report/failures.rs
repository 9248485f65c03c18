//! One failed check, told so that it can be understood and repeated.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::Paraphrase;
use super::text::{counted, line};
use crate::runner::{
    CheckResult, Diagnosis, Difference, Explanation, Failure, FailureKind, Verdict, fact_of,
};

/// Characters of a message or document that a report shows.
pub(super) const LONGEST: usize = 600;

/// Requirements that are told of each failure.
const DEMANDS: usize = 3;

const STRONG: Style = Style::new().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// Names of fields, and as many spaces.
const FIELD: usize = 10;
/// Before every field.
const INDENT: &str = "    ";
/// Nothing is wrapped to less than this, however narrow the terminal.
const NARROWEST: usize = 40;

/// How failures are told.
#[derive(Clone, Copy)]
pub(super) struct Telling<'a> {
    /// What a requirement demands.
    pub(super) paraphrase: Paraphrase<'a>,
    /// The command that repeats the run without its selection; empty where there is none.
    pub(super) repeat: &'a str,
    /// Characters of a line; as many as there are, without it.
    pub(super) width: Option<usize>,
}

/// The misreading that explains a failure.
pub(super) fn cause<'a>(diagnosis: &'a Diagnosis, result: &CheckResult) -> Option<&'a Explanation> {
    let mut causes = diagnosis.explanations.iter();
    causes.find(|cause| cause.checks.contains(&result.check))
}

/// All that is known of a failure, as text without styles; nothing of what did not fail.
pub fn explain(
    result: &CheckResult,
    diagnosis: &Diagnosis,
    paraphrase: Paraphrase<'_>,
) -> Option<String> {
    let Verdict::Fail(failure) = &result.verdict else {
        return None;
    };
    let telling = Telling {
        paraphrase,
        repeat: "",
        width: None,
    };
    let mut text = anstream::StripStream::new(Vec::new());
    // Writing to memory cannot fail.
    let _ = telling.write(&mut text, result, failure, cause(diagnosis, result));
    Some(String::from_utf8_lossy(&text.into_inner()).into_owned())
}

impl Telling<'_> {
    /// Writes all that is known of a failure.
    pub(super) fn write(
        &self,
        out: &mut impl Write,
        result: &CheckResult,
        failure: &Failure,
        cause: Option<&Explanation>,
    ) -> io::Result<()> {
        let kind = failure.kind.name();
        let check = line(&result.check, LONGEST);
        writeln!(out, "  {BAD}{kind}{BAD:#}  {STRONG}{check}{STRONG:#}")?;
        self.write_details(out, result, failure, cause)?;
        writeln!(out)
    }

    /// Writes all but which check it is and how it failed; without styles.
    pub(super) fn write_details(
        &self,
        out: &mut impl Write,
        result: &CheckResult,
        failure: &Failure,
        cause: Option<&Explanation>,
    ) -> io::Result<()> {
        self.write_demands(out, result, cause)?;
        self.field(out, "catches", &line(&result.comment, LONGEST))?;
        if let Some(input) = &result.input {
            self.field(out, "given", &line(input, LONGEST))?;
        }
        // What must be refused, the line before has said.
        if failure.kind != FailureKind::AcceptedInvalid {
            self.field(out, "expected", &line(&failure.expected, LONGEST))?;
        }
        self.field(out, "found", &line(&failure.found, LONGEST))?;
        if let Some(difference) = &failure.difference {
            self.field(out, "first", &line(&describe(difference), LONGEST))?;
        }
        if let Some(cause) = cause {
            let (when, name) = (line(&cause.when, LONGEST), line(&cause.misreading, LONGEST));
            self.field(out, "as if", &format!("{when} ({name})"))?;
        }
        self.write_log(out, &failure.log)?;
        if self.repeat.is_empty() {
            return Ok(());
        }
        // Never wrapped, so that it can be copied.
        let check = line(&result.check, LONGEST);
        let (repeat, check) = (self.repeat, shell_words::quote(&check));
        writeln!(out, "{INDENT}{:FIELD$}{repeat} --check {check}", "repeat")
    }

    /// The requirements, those first that the likely cause breaks.
    fn write_demands(
        &self,
        out: &mut impl Write,
        result: &CheckResult,
        cause: Option<&Explanation>,
    ) -> io::Result<()> {
        let broken = cause.map_or(&[][..], |cause| &cause.requirements);
        let mut requirements: Vec<&String> = result.requirements.iter().collect();
        requirements.sort_by_key(|id| !broken.contains(id));
        for requirement in requirements.iter().take(DEMANDS) {
            let id = line(requirement, LONGEST);
            match (self.paraphrase)(requirement) {
                Some(words) => self.field(out, "demands", &format!("{id}: {words}"))?,
                None => self.field(out, "demands", &id)?,
            }
        }
        match requirements.len().saturating_sub(DEMANDS) {
            0 => Ok(()),
            more => self.field(out, "", &format!("and {more} more")),
        }
    }

    /// The last lines of standard error, each on a line of its own.
    fn write_log(&self, out: &mut impl Write, log: &str) -> io::Result<()> {
        const LAST: usize = 10;
        let lines: Vec<&str> = log.lines().collect();
        for text in &lines[lines.len().saturating_sub(LAST)..] {
            self.field(out, "stderr", &line(text, LONGEST))?;
        }
        Ok(())
    }

    /// One field, its further lines below its first.
    fn field(&self, out: &mut impl Write, name: &str, value: &str) -> io::Result<()> {
        let Some(width) = self.width else {
            return writeln!(out, "{INDENT}{name:FIELD$}{value}");
        };
        let rest = width.max(NARROWEST) - INDENT.len() - FIELD;
        let mut name = name;
        for part in textwrap::wrap(value, rest) {
            writeln!(out, "{INDENT}{name:FIELD$}{part}")?;
            name = "";
        }
        Ok(())
    }
}

/// Where bytes differ first, in one line.
pub(super) fn describe(difference: &Difference) -> String {
    let Difference {
        expected, found, ..
    } = difference;
    match &difference.coordinates {
        Some(coordinates) => format!(
            "element {coordinates:?} is {found}, expected {expected}; {} of {} differ",
            difference.differing,
            counted(difference.total, "element"),
        ),
        None => format!(
            "from byte {} on {found}, expected {expected}; {} of {} differ",
            difference.offset,
            difference.differing,
            counted(difference.total, "byte"),
        ),
    }
}

/// What belongs together: the same document, way to fail and topic.
pub(super) fn group_of(result: &CheckResult, kind: FailureKind) -> (String, FailureKind, String) {
    let fact = fact_of(&result.check);
    let topic = fact.rsplit_once('/').map_or(fact, |(topic, _)| topic);
    (result.document().to_owned(), kind, topic.to_owned())
}
