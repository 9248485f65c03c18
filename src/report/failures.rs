//! One failed check, told so that it can be understood and repeated.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::Paraphrase;
use super::text::{counted, escape, line};
use crate::runner::{CheckResult, Difference, Explanation, Failure, FailureKind};

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
    let check = &result.check;
    writeln!(out, "  {BAD}{kind}{BAD:#}  {STRONG}{check}{STRONG:#}")?;
    for requirement in result.requirements.iter().take(DEMANDS) {
        match paraphrase(requirement) {
            Some(words) => writeln!(out, "    demands   {requirement}: {words}")?,
            None => writeln!(out, "    demands   {requirement}")?,
        }
    }
    writeln!(out, "    catches   {}", escape(&result.comment))?;
    if let Some(input) = &result.input {
        let input: Vec<&str> = input.lines().map(str::trim).collect();
        writeln!(out, "    given     {}", line(&input.join(" "), LONGEST))?;
    }
    writeln!(out, "    expected  {}", line(&failure.expected, LONGEST))?;
    writeln!(out, "    found     {}", line(&failure.found, LONGEST))?;
    if let Some(difference) = &failure.difference {
        writeln!(out, "    first     {}", describe(difference))?;
    }
    if let Some(cause) = cause {
        writeln!(out, "    as if     {} ({})", cause.when, cause.misreading)?;
    }
    write_log(out, &failure.log)?;
    writeln!(out, "    repeat    {repeat} --check '{check}'")?;
    writeln!(out)
}

fn describe(difference: &Difference) -> String {
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

/// What belongs together: the same document, way to fail and first requirement.
pub(super) fn group_of(result: &CheckResult, kind: FailureKind) -> (String, FailureKind, String) {
    let requirement = result.requirements.first().cloned().unwrap_or_default();
    (result.document().to_owned(), kind, requirement)
}
