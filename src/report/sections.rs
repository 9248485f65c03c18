//! Sections of a report that are lists of lines: notices, behaviour, and reasons with counts.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anstyle::Style;

use super::page::Part;
use zarr_conform_runner::NotKept;
use zarr_conform_runner::tell::LONGEST;
use zarr_conform_runner::text::{counted, line, shared_reason};

/// Lines of one section.
const LINES: usize = 8;
/// Reasons that are distinguished; more are counted together.
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

    /// In short its title; nothing where the section is empty.
    pub(super) fn part(&self, title: &str) -> Option<Part> {
        if self.number == 0 {
            return None;
        }
        let short = heading(title, self.number);
        let mut long = short.clone();
        for text in &self.told {
            long.extend(["  ", text, "\n"]);
        }
        if let more @ 1.. = self.number - self.told.len() as u64 {
            // Writing to a string cannot fail.
            let _ = writeln!(long, "  and {more} more; --all shows them");
        }
        long.push('\n');
        Some(Part::new(short, long))
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

fn heading(title: &str, number: u64) -> String {
    format!("{TITLE}{title}{TITLE:#}: {}\n", counted(number, "check"))
}

/// What was seen where the specification leaves it open, in one line.
pub(super) fn behaviour(check: &str, readings: &[String], other: Option<&str>) -> String {
    let check = line(check, REASON);
    match other {
        Some(other) => format!("{check}: something else: {}", line(other, REASON)),
        None => format!("{check}: {}", line(&readings.join("; or "), LONGEST)),
    }
}

/// Reasons, and which checks have each.
#[derive(Default)]
pub(super) struct ReasonCounts(BTreeMap<String, Having>);

/// The checks that have one reason.
#[derive(Default)]
struct Having {
    number: u64,
    /// Each with its reason, in full where others have it in other words, and else empty; the first
    /// check, or all.
    checks: Vec<(String, String)>,
}

impl ReasonCounts {
    /// Counts one more check of this reason.
    pub(super) fn add(&mut self, all: bool, check: &str, reason: &str) {
        let folded = shared_reason(reason);
        let own = if folded == reason { "" } else { reason };
        let mut folded = line(&folded, REASON);
        if self.0.len() >= REASONS && !self.0.contains_key(&folded) {
            "other reasons".clone_into(&mut folded);
        }
        let having = self.0.entry(folded).or_default();
        having.number += 1;
        if all || having.checks.is_empty() {
            let (check, own) = (line(check, LONGEST), line(own, LONGEST));
            having.checks.push((check, own));
        }
    }

    /// The most frequent reasons first; in short the title and the most frequent one. Nothing where
    /// the section is empty.
    pub(super) fn part(&self, title: &str, all: bool) -> Option<Part> {
        let mut sorted: Vec<_> = self.0.iter().collect();
        sorted.sort_by_key(|(_, having)| std::cmp::Reverse(having.number));
        let (most, _) = sorted.first()?;
        let number = self.0.values().map(|it| it.number).sum();
        let heading = heading(title, number);
        let short = format!("{}, most of all: {most}\n", heading.trim_end());
        let told = if all {
            sorted.len()
        } else {
            LINES.min(sorted.len())
        };
        let told = sorted.split_at(told);
        let mut long = heading;
        for (reason, having) in told.0 {
            long.push_str(&having.lines(reason, all));
        }
        if let more @ 1.. = told.1.iter().map(|(_, having)| having.number).sum::<u64>() {
            let _ = writeln!(long, "  {more:>6}  for other reasons; --all shows them");
        }
        long.push('\n');
        Some(Part::new(short, long))
    }
}

impl Having {
    /// How many checks have the reason, and the name of the only one; where all are kept, each in a
    /// line. Where the reasons name others, such as a twin, one of them is an example.
    fn lines(&self, reason: &str, all: bool) -> String {
        let mut text = format!("  {:>6}  ", self.number);
        // Writing to a string cannot fail.
        let _ = match (self.number, self.checks.first()) {
            (1, Some((check, own))) => {
                let reason = if own.is_empty() { reason } else { own };
                writeln!(text, "{reason} ({check})")
            }
            (_, Some((check, own))) if !all && !own.is_empty() => {
                writeln!(text, "{reason}\n          for example {check}: {own}")
            }
            _ => writeln!(text, "{reason}"),
        };
        if all && self.number > 1 {
            for (check, own) in &self.checks {
                let before_own = if own.is_empty() { "" } else { ": " };
                let _ = writeln!(text, "          {check}{before_own}{own}");
            }
        }
        text
    }
}
