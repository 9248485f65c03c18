//! Sections of a report that are lists of lines: notices, behaviour, and reasons with counts.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anstyle::Style;

use zarr_conform_runner::NotKept;
use zarr_conform_runner::tell::LONGEST;
use zarr_conform_runner::text::{counted, line, shared_reason};

/// Lines of one section.
const LINES: usize = 8;
/// Reasons that are told apart; more are counted together.
const REASONS: usize = 1000;
/// Characters of a reason.
pub(super) const REASON: usize = 160;

pub(super) const TITLE: Style = Style::new().bold().underline();

/// The first lines of a section, and how many there would be.
#[derive(Default)]
pub(super) struct Lines {
    told: Vec<String>,
    number: u64,
}

impl Lines {
    pub(super) fn add(&mut self, all: bool, text: impl FnOnce() -> String) {
        self.number += 1;
        if all || self.told.len() < LINES {
            self.told.push(text());
        }
    }

    pub(super) fn write(&self, out: &mut impl Write, title: &str) -> io::Result<()> {
        if self.number == 0 {
            return Ok(());
        }
        writeln!(
            out,
            "{TITLE}{title}{TITLE:#}: {}",
            counted(self.number, "check")
        )?;
        for text in &self.told {
            writeln!(out, "  {text}")?;
        }
        match self.number - self.told.len() as u64 {
            0 => {}
            more => writeln!(out, "  and {more} more; --all tells them")?,
        }
        writeln!(out)
    }
}

/// What a check that passes did not keep, in one line.
pub(super) fn not_kept(check: &str, lost: &NotKept) -> String {
    let NotKept { what, given, found } = lost;
    format!(
        "{}: {}: given {}, found {}",
        line(check, REASON),
        what.behaviour(),
        line(given, REASON),
        line(found, REASON)
    )
}

/// What was seen where the specification leaves it open, in one line.
pub(super) fn behaviour(check: &str, readings: &[String], other: Option<&str>) -> String {
    let check = line(check, REASON);
    match other {
        Some(other) => format!("{check}: something else: {}", line(other, REASON)),
        None => format!("{check}: {}", line(&readings.join("; or "), LONGEST)),
    }
}

/// Counts one more check of this reason.
pub(super) fn count(reasons: &mut BTreeMap<String, u64>, reason: &str) {
    let mut reason = line(&shared_reason(reason), REASON);
    if reasons.len() >= REASONS && !reasons.contains_key(&reason) {
        "other reasons".clone_into(&mut reason);
    }
    *reasons.entry(reason).or_default() += 1;
}

/// Reasons and how many checks have each, the most frequent first.
pub(super) fn write_reasons(
    out: &mut impl Write,
    title: &str,
    reasons: &BTreeMap<String, u64>,
    all: bool,
) -> io::Result<()> {
    if reasons.is_empty() {
        return Ok(());
    }
    let mut sorted: Vec<_> = reasons.iter().collect();
    sorted.sort_by_key(|(_, number)| std::cmp::Reverse(**number));
    let told = if all {
        sorted.len()
    } else {
        LINES.min(sorted.len())
    };
    writeln!(
        out,
        "{TITLE}{title}{TITLE:#}: {}",
        counted(reasons.values().sum(), "check")
    )?;
    for (reason, number) in &sorted[..told] {
        writeln!(out, "  {number:>6}  {reason}")?;
    }
    let rest: u64 = sorted[told..].iter().map(|(_, number)| **number).sum();
    match rest {
        0 => {}
        more => writeln!(out, "  {more:>6}  for other reasons; --all tells them")?,
    }
    writeln!(out)
}
