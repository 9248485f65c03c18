//! One failed check, described so that it can be understood and repeated.

use std::io::{self, Write};

use zarr_conform_runner::tell::{Field, LONGEST, Likely, Paraphrase, fields};
use zarr_conform_runner::text::{escape, line};
use zarr_conform_runner::{CheckResult, Failure, Verdict};

/// Names of fields, and as many spaces.
const FIELD: usize = 10;
/// Before every field.
const INDENT: &str = "    ";
/// Nothing is wrapped to less than this, however narrow the terminal.
const NARROWEST: usize = 40;

/// How failures are reported.
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
    /// Writes all but which check it is and how it failed; without styles.
    pub(super) fn write_details(
        &self,
        out: &mut impl Write,
        result: &CheckResult,
        failure: &Failure,
        likely: &Likely<'_>,
    ) -> io::Result<()> {
        self.write_fields(out, &fields(result, failure, likely, self.paraphrase))?;
        self.write_repeat(out, result)
    }

    /// Writes fields, a line each, or more where they are wrapped.
    pub(super) fn write_fields(&self, out: &mut impl Write, fields: &[Field]) -> io::Result<()> {
        let mut fields = fields.iter();
        fields.try_for_each(|it| self.write_field(out, it.name, &it.text))
    }

    /// Writes the command that repeats a check.
    pub(super) fn write_repeat(
        &self,
        out: &mut impl Write,
        result: &CheckResult,
    ) -> io::Result<()> {
        if self.repeat.is_empty() {
            return Ok(());
        }
        // Never wrapped, so that it can be copied.
        let check = line(&result.check, LONGEST);
        let aftermath = match &result.verdict {
            Verdict::Fail(failure) => failure.aftermath.as_ref(),
            _ => None,
        };
        let with = aftermath.into_iter().flat_map(|it| &it.run);
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
    pub(super) fn write_field(
        &self,
        out: &mut impl Write,
        name: &str,
        value: &str,
    ) -> io::Result<()> {
        let mut name = name;
        for part in self.wrapped(value, INDENT.len() + FIELD) {
            writeln!(out, "{INDENT}{name:FIELD$}{part}")?;
            name = "";
        }
        Ok(())
    }

    /// Text as the lines that it takes where so many characters stand before each. What begins a line
    /// could be a command to a CI system, although it was harmless within one.
    pub(super) fn wrapped(&self, text: &str, before: usize) -> Vec<String> {
        match self.width {
            None => vec![text.to_owned()],
            Some(width) => {
                let parts = textwrap::wrap(text, width.max(NARROWEST) - before);
                parts.iter().map(|it| escape(it)).collect()
            }
        }
    }

    /// Text as one line that fits where so many characters stand before it.
    pub(super) fn cut(&self, text: &str, before: usize) -> String {
        let width = self
            .width
            .map_or(LONGEST, |it| it.max(NARROWEST) - before - 1);
        line(text, width)
    }
}
