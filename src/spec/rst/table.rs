//! Tables: lists of lists, columns under `===`, and cells drawn with `+---+`.

use super::blocks::Block;
use super::lines::{folded, is_blank};

/// Whether a line is the top of a table: `=== ===` or `+---+`.
pub(super) fn is_border(line: &str) -> bool {
    is_column_border(line) || is_grid_border(line)
}

fn is_column_border(line: &str) -> bool {
    line.contains("= =") && line.chars().all(|c| c == '=' || c == ' ')
}

fn is_grid_border(line: &str) -> bool {
    line.len() > 2
        && line.starts_with('+')
        && line.ends_with('+')
        && line.chars().all(|c| "+-=".contains(c))
}

/// The value of the option `header-rows`; 0 without it.
pub(super) fn header_rows(options: &[String]) -> usize {
    options
        .iter()
        .find_map(|option| option.strip_prefix(":header-rows:"))
        .and_then(|count| count.trim().parse().ok())
        .unwrap_or(0)
}

/// The rows of a table that is written as a list of lists; those of its header have no sentences.
pub(super) fn rows_of_list(items: Vec<Block>, header_rows: usize) -> Vec<Block> {
    items
        .into_iter()
        .filter_map(|block| match block {
            Block::Item(cells) => {
                let cells = cells.iter().filter(|cell| !cell.is_silent());
                Some(cells.map(text_of).collect())
            }
            _ => None,
        })
        .enumerate()
        .map(|(at, cells)| row(cells, at < header_rows))
        .collect()
}

/// A row of the header or below it.
fn row(cells: Vec<String>, is_header: bool) -> Block {
    if is_header {
        Block::silent("header of a table", [cells.join(" | ").as_str()])
    } else {
        Block::Row(cells)
    }
}

/// The paragraphs of a cell, one after the other.
fn text_of(block: &Block) -> String {
    match block {
        Block::Paragraph(text) | Block::Title { text, .. } => text.clone(),
        Block::Row(cells) => cells.join(" "),
        Block::Definition { term, body } => format!("{term} {}", text_of_all(body)),
        Block::Item(blocks)
        | Block::Quote(blocks)
        | Block::Table(blocks)
        | Block::Aside { body: blocks, .. } => text_of_all(blocks),
        Block::Silent { .. } => String::new(),
    }
}

fn text_of_all(blocks: &[Block]) -> String {
    let texts: Vec<String> = blocks.iter().map(text_of).collect();
    texts.join(" ")
}

/// Takes the table at the start of the lines, and says how many they are.
pub(super) fn take(lines: &[String], blocks: &mut Vec<Block>) -> usize {
    let run = lines.iter().take_while(|line| !is_blank(line)).count();
    let table = &lines[..run];
    if is_column_border(&lines[0]) {
        take_columns(table, blocks);
    } else {
        take_grid(table, blocks);
    }
    run
}

/// Each line between borders is a row, those before the second of three of the header. The first
/// border says where the columns start.
fn take_columns(lines: &[String], blocks: &mut Vec<Block>) {
    let mut starts = vec![0];
    starts.extend(lines[0].match_indices(" =").map(|(at, _)| at + 1));
    let borders: Vec<usize> = (0..lines.len())
        .filter(|&at| is_column_border(&lines[at]))
        .collect();
    let header = if borders.len() > 2 { borders[1] } else { 0 };
    for (at, line) in lines.iter().enumerate() {
        if !is_column_border(line) {
            blocks.push(row(cells_of_columns(line, &starts), at < header));
        }
    }
}

fn cells_of_columns(line: &str, starts: &[usize]) -> Vec<String> {
    let ends = starts.iter().skip(1).copied().chain([usize::MAX]);
    let characters: Vec<char> = line.chars().collect();
    starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| {
            let end = end.min(characters.len());
            let cell: String = characters.get(start..end).unwrap_or(&[]).iter().collect();
            folded([cell.as_str()])
        })
        .collect()
}

/// The lines between two borders are one row.
fn take_grid(lines: &[String], blocks: &mut Vec<Block>) {
    let has_header = lines.iter().any(|line| line.contains("+="));
    let mut below_header = !has_header;
    let mut cells: Vec<Vec<&str>> = Vec::new();
    for line in lines {
        if is_grid_border(line) {
            if !cells.is_empty() {
                let folded = cells.iter().map(|cell| folded(cell.iter().copied()));
                blocks.push(row(folded.collect(), !below_header));
            }
            cells.clear();
            below_header |= line.contains('=');
            continue;
        }
        let inner = line.trim_start_matches('|').trim_end_matches('|');
        for (column, cell) in inner.split(" |").enumerate() {
            if cells.len() <= column {
                cells.push(Vec::new());
            }
            cells[column].push(cell);
        }
    }
}
