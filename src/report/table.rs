//! The table of counts at the end of a report.

use std::io::{self, Write};

use super::sections::REASON;
use super::text::line;
use crate::runner::{Counts, Summary};

const COLUMNS: [&str; 6] = [
    "passed",
    "failed",
    "advice",
    "unsupported",
    "skipped",
    "behaviour",
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
    for column in COLUMNS {
        write!(out, "  {column}")?;
    }
    writeln!(out)?;
    for (document, counts) in &summary.documents {
        row(out, document, width, *counts)?;
    }
    row(out, "all", width, summary.total)?;
    if summary.total.noticed > 0 {
        writeln!(out, "advice: against a recommendation, no failure")?;
    }
    Ok(())
}

fn row(out: &mut impl Write, name: &str, width: usize, counts: Counts) -> io::Result<()> {
    write!(out, "{:width$}", line(name, REASON))?;
    let numbers = [
        counts.passed,
        counts.failed,
        counts.noticed,
        counts.unsupported,
        counts.skipped,
        counts.behaviour,
    ];
    for (column, number) in COLUMNS.iter().zip(numbers) {
        let width = column.len();
        match number {
            0 => write!(out, "  {:>width$}", "-")?,
            number => write!(out, "  {number:>width$}")?,
        }
    }
    writeln!(out)
}
