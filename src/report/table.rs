//! Tables that people read: made once, and written for a terminal or as Markdown.

use std::io::{self, Write};

use zarr_conform_runner::text::line;

use super::markdown::{code, text};

/// Characters of a cell.
const LONGEST: usize = 300;

/// Rows below one head.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    head: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

/// What stands in a row below one head.
#[derive(Clone, Debug)]
pub(crate) enum Cell {
    /// Words, of which nothing is markup.
    Text(String),
    /// An id.
    Id(String),
    /// How many, at the right of its column.
    Number(u64),
}

impl Table {
    /// A table without rows.
    pub(crate) fn new<S: Into<String>>(head: impl IntoIterator<Item = S>) -> Self {
        let head = head.into_iter().map(Into::into).collect();
        let rows = Vec::new();
        Self { head, rows }
    }

    /// Adds a row, with as many cells as the head has.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// The head, to be written in other words.
    pub(crate) fn head(&mut self) -> &mut [String] {
        &mut self.head
    }

    /// Characters of a line of it in a terminal.
    pub(crate) fn width(&self) -> usize {
        let columns = (0..self.head.len()).map(|at| self.width_of(at));
        columns.map(|it| it + 2).sum::<usize>().saturating_sub(2)
    }

    /// Writes columns side by side.
    ///
    /// # Errors
    /// Where the stream fails.
    pub(crate) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let widths: Vec<usize> = (0..self.head.len()).map(|at| self.width_of(at)).collect();
        let head = self.head.iter().cloned().map(Cell::Text).collect();
        for row in std::iter::once(&head).chain(&self.rows) {
            let cells = row.iter().zip(&widths).map(|(cell, width)| match cell {
                Cell::Number(_) => format!("{:>width$}", cell.plain()),
                Cell::Text(_) | Cell::Id(_) => format!("{:width$}", cell.plain()),
            });
            let cells: Vec<String> = cells.collect();
            writeln!(out, "{}", cells.join("  ").trim_end())?;
        }
        Ok(())
    }

    /// Writes it as Markdown.
    ///
    /// # Errors
    /// Where the stream fails.
    pub(crate) fn write_markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        let head: Vec<String> = self.head.iter().map(|it| text(it)).collect();
        let is_number = |at| {
            matches!(
                self.rows.first().and_then(|row| row.get(at)),
                Some(Cell::Number(_))
            )
        };
        let rule = (0..head.len()).map(|at| if is_number(at) { "--:|" } else { "---|" });
        writeln!(out, "|{}\n|{}", piped(&head), rule.collect::<String>())?;
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(Cell::markdown).collect();
            writeln!(out, "|{}", piped(&cells))?;
        }
        Ok(())
    }

    fn width_of(&self, at: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(at));
        let cells = cells.map(|it| it.plain().chars().count());
        cells
            .chain([self.head[at].chars().count()])
            .max()
            .unwrap_or(0)
    }
}

impl Cell {
    fn plain(&self) -> String {
        match self {
            Self::Text(it) | Self::Id(it) => line(it, LONGEST),
            Self::Number(0) => "-".to_owned(),
            Self::Number(number) => number.to_string(),
        }
    }

    fn markdown(&self) -> String {
        match self {
            Self::Text(it) => text(&line(it, LONGEST)),
            Self::Id(it) => code(it),
            Self::Number(number) => number.to_string(),
        }
    }
}

/// Each cell, and what ends it.
fn piped(cells: &[String]) -> String {
    let cells = cells.iter();
    cells
        .flat_map(|it| [if it.is_empty() { "" } else { " " }, it, " |"])
        .collect()
}
