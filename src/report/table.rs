//! The table of counts at the end of a report.

use std::io::{self, Write};

use super::sections::REASON;
use zarr_conform_runner::text::line;
use zarr_conform_runner::{Concern, Counts, Summary};

/// A column: what it counts, and how; the second counts are those of the failures that a list has.
type Column = (&'static str, fn(&Counts, &Counts) -> u64);

/// The columns of every run.
const COLUMNS: [Column; 7] = [
    ("passed", |it, _| it.passed),
    ("data failed", |it, _| it.of(Concern::RightData).failed),
    ("strictness failed", |it, _| {
        it.of(Concern::Strictness).failed
    }),
    ("advice", |it, _| it.noticed),
    ("unsupported", |it, _| it.unsupported),
    ("skipped", |it, _| it.skipped),
    ("behaviour", |it, _| it.behaviour),
];

/// The column where runs were repeated and differed.
const FLAKY: Column = ("flaky", |it, _| it.flaky);

/// The columns of failures, where there is a list of those that are known.
const LISTED: [Column; 3] = [
    ("data failed", |it, listed| {
        unlisted(it, listed, Concern::RightData)
    }),
    ("strictness failed", |it, listed| {
        unlisted(it, listed, Concern::Strictness)
    }),
    ("known", |_, listed| listed.required().bad()),
];

/// Those of a concern that failed or were flaky, and that a list does not have.
pub(super) fn unlisted(all: &Counts, listed: &Counts, concern: Concern) -> u64 {
    let (bad, listed) = (all.of(concern).bad(), listed.of(concern).bad());
    bad.saturating_sub(listed)
}

/// Writes one row a document and one for all of them. `listed` are failures that a list has, where there is
/// one: they are counted apart.
pub(super) fn write(
    out: &mut impl Write,
    summary: &Summary,
    listed: Option<&Summary>,
) -> io::Result<()> {
    let names = summary.documents.keys().map(String::as_str);
    let width = names
        .chain(["all"])
        .map(|name| line(name, REASON).chars().count())
        .max()
        .unwrap_or(0);
    write!(out, "{:width$}", "")?;
    let mut columns = COLUMNS.to_vec();
    if listed.is_some() {
        columns.splice(1..3, LISTED);
    }
    if summary.total.flaky > 0 {
        columns.push(FLAKY);
    }
    for (column, _) in &columns {
        write!(out, "  {column}")?;
    }
    writeln!(out)?;
    for (document, counts) in &summary.documents {
        let listed = listed.and_then(|it| it.documents.get(document)).copied();
        let numbers = numbers(&columns, counts, &listed.unwrap_or_default());
        row(out, document, width, &numbers)?;
    }
    let all = listed.map_or_else(Counts::default, |it| it.total);
    row(out, "all", width, &numbers(&columns, &summary.total, &all))?;
    if listed.is_some() {
        writeln!(
            out,
            "known: failures that the list has, not counted as failed"
        )?;
    }
    if summary.total.noticed > 0 {
        writeln!(out, "advice: against a recommendation, no failure")?;
    }
    Ok(())
}

/// The numbers of a row, each with the width of its column.
fn numbers(columns: &[Column], counts: &Counts, listed: &Counts) -> Vec<(usize, u64)> {
    let columns = columns.iter();
    let numbers = columns.map(|(name, number)| (name.len(), number(counts, listed)));
    numbers.collect()
}

fn row(out: &mut impl Write, name: &str, width: usize, numbers: &[(usize, u64)]) -> io::Result<()> {
    write!(out, "{:width$}", line(name, REASON))?;
    for (width, number) in numbers {
        match number {
            0 => write!(out, "  {:>width$}", "-")?,
            number => write!(out, "  {number:>width$}")?,
        }
    }
    writeln!(out)
}
