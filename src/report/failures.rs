//! One failed check, told so that it can be understood and repeated.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::Paraphrase;
use super::text::{counted, escape, line};
use crate::runner::{
    CheckResult, Diagnosis, Difference, Explanation, Failure, FailureKind, fact_of,
};

/// Characters of a message or document that a report shows.
const LONGEST: usize = 600;

/// Requirements that are told of each failure.
const DEMANDS: usize = 3;

const STRONG: Style = Style::new().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// Writes all that is known of a failure.
pub(super) fn write(
    out: &mut impl Write,
    result: &CheckResult,
    failure: &Failure,
    cause: Option<&Explanation>,
    paraphrase: Paraphrase<'_>,
    repeat: &str,
) -> io::Result<()> {
    let kind = failure.kind.name();
    let check = escape(&result.check);
    writeln!(out, "  {BAD}{kind}{BAD:#}  {STRONG}{check}{STRONG:#}")?;
    write_details(out, result, failure, cause, paraphrase, repeat)?;
    writeln!(out)
}

/// The misreading that explains a failure.
pub(super) fn cause<'a>(
    diagnosis: &'a Diagnosis,
    result: &CheckResult,
) -> Option<&'a Explanation> {
    let mut causes = diagnosis.explanations.iter();
    causes.find(|cause| cause.checks.contains(&result.check))
}

/// Writes all but which check it is and how it failed; without styles.
pub(super) fn write_details(
    out: &mut impl Write,
    result: &CheckResult,
    failure: &Failure,
    cause: Option<&Explanation>,
    paraphrase: Paraphrase<'_>,
    repeat: &str,
) -> io::Result<()> {
    write_demands(out, result, cause, paraphrase)?;
    writeln!(out, "    catches   {}", escape(&result.comment))?;
    if let Some(input) = &result.input {
        writeln!(out, "    given     {}", line(input, LONGEST))?;
    }
    // What must be refused, the line before has said.
    if failure.kind != FailureKind::AcceptedInvalid {
        writeln!(out, "    expected  {}", line(&failure.expected, LONGEST))?;
    }
    writeln!(out, "    found     {}", line(&failure.found, LONGEST))?;
    if let Some(difference) = &failure.difference {
        writeln!(out, "    first     {}", describe(difference))?;
    }
    if let Some(cause) = cause {
        let (when, name) = (line(&cause.when, LONGEST), escape(&cause.misreading));
        writeln!(out, "    as if     {when} ({name})")?;
    }
    write_log(out, &failure.log)?;
    let check = escape(&result.check);
    writeln!(out, "    repeat    {repeat} --check '{check}'")
}

/// The requirements, those first that the likely cause breaks.
fn write_demands(
    out: &mut impl Write,
    result: &CheckResult,
    cause: Option<&Explanation>,
    paraphrase: Paraphrase<'_>,
) -> io::Result<()> {
    let broken = cause.map_or(&[][..], |cause| &cause.requirements);
    let mut requirements: Vec<&String> = result.requirements.iter().collect();
    requirements.sort_by_key(|id| !broken.contains(id));
    for requirement in requirements.iter().take(DEMANDS) {
        match paraphrase(requirement) {
            Some(words) => writeln!(out, "    demands   {requirement}: {words}")?,
            None => writeln!(out, "    demands   {requirement}")?,
        }
    }
    match requirements.len().saturating_sub(DEMANDS) {
        0 => Ok(()),
        more => writeln!(out, "              and {more} more"),
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

/// The last lines of standard error, each on a line of its own.
fn write_log(out: &mut impl Write, log: &str) -> io::Result<()> {
    const LAST: usize = 10;
    let lines: Vec<&str> = log.lines().collect();
    for text in &lines[lines.len().saturating_sub(LAST)..] {
        writeln!(out, "    stderr    {}", line(text, LONGEST))?;
    }
    Ok(())
}

/// What belongs together: the same document, way to fail and topic.
pub(super) fn group_of(result: &CheckResult, kind: FailureKind) -> (String, FailureKind, String) {
    let fact = fact_of(&result.check);
    let topic = fact.rsplit_once('/').map_or(fact, |(topic, _)| topic);
    (result.document().to_owned(), kind, topic.to_owned())
}
