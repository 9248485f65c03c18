//! Where implementations differ, for people, and as Markdown.

use std::fmt::Write as _;
use std::io::{self, Write};

use anstyle::Style;
use zarr_conform_runner::text::{counted, line};

use super::{Differences, Done};
use crate::fuzz::text::cell;

const STRONG: Style = Style::new().bold();
/// Characters of a question, and of what somebody does.
const LONGEST: usize = 160;
/// Things that an implementation does about one place that are listed.
const MOST_DONE: usize = 3;

/// Writes the places on which they differ, with the question and what each does.
///
/// # Errors
/// Where the stream fails.
pub fn write(out: &mut dyn Write, differences: &Differences) -> io::Result<()> {
    writeln!(out, "\n{STRONG}{}{STRONG:#}", overview(differences))?;
    let width = differences.labels().map(|it| it.chars().count()).max();
    let width = width.unwrap_or(0);
    for place in differences.differing() {
        writeln!(out, "  {}: {}", place.id, place.in_words())?;
        writeln!(out, "    {}", line(&place.question, LONGEST))?;
        for (label, done) in differences.labels().zip(&place.does) {
            writeln!(
                out,
                "    {label:width$}  {}",
                listed(done, |it| line(it, LONGEST))
            )?;
        }
    }
    Ok(())
}

/// Writes a table of them.
///
/// # Errors
/// Where the stream fails.
pub fn write_markdown(out: &mut dyn Write, differences: &Differences) -> io::Result<()> {
    writeln!(out, "\n{}\n", cell(&overview(differences)))?;
    if differences.differing().next().is_none() {
        return Ok(());
    }
    let mut head = "| open place | question |".to_owned();
    let mut rule = "|---|---|".to_owned();
    for label in differences.labels() {
        // Writing to a string cannot fail.
        let _ = write!(head, " {} |", cell(label));
        rule.push_str("---|");
    }
    writeln!(out, "{head} cases |\n{rule}---:|")?;
    for place in differences.differing() {
        let mut row = format!("| {} | {} |", cell(&place.id), cell(&place.question));
        for done in &place.does {
            let _ = write!(row, " {} |", listed(done, cell));
        }
        writeln!(out, "{row} {} of {} |", place.differ, place.cases)?;
    }
    Ok(())
}

fn overview(differences: &Differences) -> String {
    let labels: Vec<&str> = differences.labels().collect();
    let places = counted(differences.places.len() as u64, "open place");
    let number = differences.differing().count();
    let who = labels.join(", ");
    format!("{who}: asked about {places}, where no answer is wrong; they differ in {number}")
}

/// What an implementation does, with how often, the most frequent first.
pub fn listed(done: &[Done], shown: impl Fn(&str) -> String) -> String {
    let listed = done.iter().take(MOST_DONE);
    let mut listed: Vec<String> = listed
        .map(|it| format!("{} ({})", shown(&it.what), it.cases))
        .collect();
    match done.len().saturating_sub(MOST_DONE) {
        0 if listed.is_empty() => return "not supported".to_owned(),
        0 => {}
        more => listed.push(counted(more as u64, "more thing")),
    }
    listed.join(", ")
}
