//! The table of counts at the end of a report.

use std::io::{self, Write};

use super::sections::REASON;
use zarr_conform_runner::text::line;
use zarr_conform_runner::{Counts, Summary};

/// The columns; the last one where runs were repeated and differed.
const COLUMNS: [&str; 7] = [
    "passed",
    "failed",
    "advice",
    "unsupported",
    "skipped",
    "behaviour",
    "flaky",
];

/// Writes one row a document and one for all of them.
pub(super) fn write(out: &mut impl Write, summary: &Summary) -> io::Result<()> {
    let names = summary.documents.keys().map(String::as_str);
    let width = names
        .chain(["all"])
        .map(|name| line(name, REASON).chars().count())
        .max()
        .unwrap_or(0);
    write!(out, "{:width$}", "")?;
    let columns = if summary.total.flaky > 0 {
        &COLUMNS[..]
    } else {
        &COLUMNS[..COLUMNS.len() - 1]
    };
    for column in columns {
        write!(out, "  {column}")?;
    }
    writeln!(out)?;
    for (document, counts) in &summary.documents {
        row(out, document, width, *counts, columns)?;
    }
    row(out, "all", width, summary.total, columns)?;
    if summary.total.noticed > 0 {
        writeln!(out, "advice: against a recommendation, no failure")?;
    }
    Ok(())
}

fn row(
    out: &mut impl Write,
    name: &str,
    width: usize,
    counts: Counts,
    columns: &[&str],
) -> io::Result<()> {
    write!(out, "{:width$}", line(name, REASON))?;
    let numbers = [
        counts.passed,
        counts.failed,
        counts.noticed,
        counts.unsupported,
        counts.skipped,
        counts.behaviour,
        counts.flaky,
    ];
    for (column, number) in columns.iter().zip(numbers) {
        let width = column.len();
        match number {
            0 => write!(out, "  {:>width$}", "-")?,
            number => write!(out, "  {number:>width$}")?,
        }
    }
    writeln!(out)
}
