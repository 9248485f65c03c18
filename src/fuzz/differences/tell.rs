//! Where implementations differ, for people, and as Markdown.

use std::io::{self, Write};

use anstyle::Style;
use zarr_conform_runner::text::{counted, line};

use super::{Differences, Done};
use crate::report::markdown::text;
use crate::report::table::{Cell, Table};

const STRONG: Style = Style::new().bold();
/// Characters of a question, and of what an implementation does.
const LONGEST: usize = 160;
/// Things that an implementation does about one place that are listed.
const MOST_DONE: usize = 3;

/// Writes the places on which they differ, with the question and what each does.
///
/// # Errors
/// Where the stream fails.
pub fn write(out: &mut dyn Write, differences: &Differences) -> io::Result<()> {
    writeln!(out, "\n{STRONG}{}{STRONG:#}", overview(differences))?;
    for it in &differences.failing {
        writeln!(out, "  {}", line(&it.in_words(), LONGEST))?;
    }
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
    writeln!(
        out,
        "\n{}\n",
        text(&line(&overview(differences), 4 * LONGEST))
    )?;
    for it in &differences.failing {
        writeln!(out, "{}\n", text(&line(&it.in_words(), 4 * LONGEST)))?;
    }
    if differences.differing().next().is_none() {
        return Ok(());
    }
    let head = ["open place", "question"].into_iter();
    let mut table = Table::new(head.chain(differences.labels()).chain(["cases"]));
    for place in differences.differing() {
        let does = place.does.iter();
        let does = does.map(|done| listed(done, |it| line(it, LONGEST)));
        let cells = [place.id.clone(), place.question.clone()]
            .into_iter()
            .chain(does);
        let cases = format!("{} of {}", place.differ, place.cases);
        table.row(cells.chain([cases]).map(Cell::Text));
    }
    table.write_markdown(out)
}

fn overview(differences: &Differences) -> String {
    let labels: Vec<&str> = differences.labels().collect();
    let places = counted(differences.places.len() as u64, "open place");
    let number = differences.differing().count();
    let who = labels.join(", ");
    format!("{who}: asked about {places}, each with several right answers; they differ in {number}")
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
