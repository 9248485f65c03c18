//! One failed check, told so that it can be understood and repeated.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use zarr_conform_runner::tell::{LONGEST, Paraphrase, fields};
use zarr_conform_runner::text::line;
use zarr_conform_runner::{CheckResult, Explanation, Failure, FailureKind};

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
        for field in fields(result, failure, cause, self.paraphrase) {
            self.field(out, field.name, &field.text)?;
        }
        if self.repeat.is_empty() {
            return Ok(());
        }
        // Never wrapped, so that it can be copied.
        let check = line(&result.check, LONGEST);
        let with = failure.aftermath.iter().flat_map(|it| &it.run);
        let with = with.filter(|other| **other != result.check);
        let checks: Vec<String> = std::iter::once(check)
            .chain(with.map(|other| line(other, LONGEST)))
            .map(|check| format!(" --check {}", shell_words::quote(&check)))
            .collect();
        // Several checks show what they show in one process only.
        let jobs = if checks.len() > 1 { " --jobs 1" } else { "" };
        let (repeat, checks) = (self.repeat, checks.concat());
        writeln!(out, "{INDENT}{:FIELD$}{repeat}{jobs}{checks}", "repeat")
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

/// What belongs together: the same document, way to fail and topic.
pub(super) fn group_of(result: &CheckResult, kind: FailureKind) -> (String, FailureKind, String) {
    let fact = result.check.fact().as_str();
    let topic = fact.rsplit_once('/').map_or(fact, |(topic, _)| topic);
    (result.document().to_owned(), kind, topic.to_owned())
}
