//! Lines into blocks: titles, paragraphs, lists, definitions, tables, notes.
//!
//! Blocks and tables name each other: a table is a block, and its cells have blocks.

use super::lines::{dedented, folded, indentation, indented_run, is_adornment, is_blank};
use super::table;

/// A part of a document. Text still has its inline markup, with white space folded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::spec) enum Block {
    /// A title; `style` is its adornment, and whether that is above it too.
    Title {
        /// The character that underlines it, and whether it is overlined.
        style: (char, bool),
        /// The words of the title.
        text: String,
    },
    /// Lines up to a blank one.
    Paragraph(String),
    /// One item of a list with bullets or numbers.
    Item(Vec<Block>),
    /// A term, and what is indented below it.
    Definition {
        /// The line of the term.
        term: String,
        /// What is said about it.
        body: Vec<Block>,
    },
    /// Indented text.
    Quote(Vec<Block>),
    /// The rows of a table.
    Table(Vec<Block>),
    /// One row of a table below its header, cell by cell.
    Row(Vec<String>),
    /// A note, a warning or the like, or a table of examples: not normative.
    Aside {
        /// The directive, or `table of examples`.
        name: String,
        /// What it contains.
        body: Vec<Block>,
    },
    /// What has no sentences: a literal block, a picture, the caption or header row of a table, a
    /// citation, a target, a comment.
    Silent {
        /// What it is: one of [`SILENT`].
        kind: &'static str,
        /// Its words, with their markup and white space folded.
        text: String,
    },
}

impl Block {
    /// A block without sentences.
    pub(super) fn silent<'a>(kind: &'static str, lines: impl IntoIterator<Item = &'a str>) -> Self {
        Self::Silent {
            kind,
            text: folded(lines),
        }
    }

    /// Whether it has no sentences.
    pub(in crate::spec) fn is_silent(&self) -> bool {
        matches!(self, Self::Silent { .. })
    }
}

/// Directives whose content is a remark.
const REMARKS: [&str; 12] = [
    "admonition",
    "attention",
    "caution",
    "danger",
    "error",
    "hint",
    "important",
    "note",
    "seealso",
    "tip",
    "todo",
    "warning",
];

/// Directives whose content is not prose.
const NO_PROSE: [&str; 14] = [
    "code",
    "code-block",
    "contents",
    "figure",
    "graphviz",
    "highlight",
    "image",
    "index",
    "literalinclude",
    "math",
    "mermaid",
    "parsed-literal",
    "raw",
    "toctree",
];

/// The blocks of a whole document.
pub(in crate::spec) fn parse_document(text: &str) -> Vec<Block> {
    let lines: Vec<String> = text
        .lines()
        .map(|line| line.replace('\t', "        ").trim_end().to_owned())
        .collect();
    parse(&lines, 0)
}

/// What [`Block::Silent`] can be.
pub(in crate::spec) const SILENT: [&str; 7] = [
    "caption of a table",
    "citation",
    "comment",
    "header of a table",
    "literal block",
    "picture or code",
    "target",
];

/// How deep lists and quotes may be within each other; what is deeper is one paragraph.
const DEEPEST: usize = 32;

/// The blocks of lines that share no indentation, `depth` levels down. Titles stand only at the
/// outermost level.
fn parse(lines: &[String], depth: usize) -> Vec<Block> {
    if depth > DEEPEST {
        return vec![Block::Paragraph(folded(lines.iter().map(String::as_str)))];
    }
    let mut blocks = Vec::new();
    let mut rest = lines;
    while let Some(line) = rest.first() {
        let taken = if is_blank(line) {
            1
        } else if indentation(line) > 0 {
            let run = indented_run(rest, 1);
            blocks.push(Block::Quote(parse(&dedented(&rest[..run]), depth + 1)));
            run
        } else if line == ".." || line.starts_with(".. ") {
            explicit_markup(rest, depth, &mut blocks)
        } else if let Some((title, taken)) = title(rest).filter(|_| depth == 0) {
            blocks.push(title);
            taken
        } else if is_adornment(line) {
            1
        } else if let Some(width) = list_marker(line) {
            list_item(rest, width, depth, &mut blocks)
        } else if table::is_border(line) {
            table::take(rest, &mut blocks)
        } else if rest
            .get(1)
            .is_some_and(|next| !is_blank(next) && indentation(next) > 0)
        {
            definition(rest, depth, &mut blocks)
        } else {
            paragraph(rest, &mut blocks)
        };
        rest = &rest[taken.max(1)..];
    }
    blocks
}

/// A title at the start of the lines, and how many lines it takes.
fn title(lines: &[String]) -> Option<(Block, usize)> {
    let first = lines.first()?;
    let second = lines.get(1)?;
    let found = |adornment: &str, overlined: bool, text: &str| Block::Title {
        style: (adornment.chars().next().unwrap_or(' '), overlined),
        text: text.trim().to_owned(),
    };
    if is_adornment(first) {
        let third = lines.get(2)?;
        let is_title = !is_blank(second) && third == first;
        return is_title.then(|| (found(first, true, second), 3));
    }
    is_adornment(second).then(|| (found(second, false, first), 2))
}

/// Where the text of a list item starts, if the line starts one.
fn list_marker(line: &str) -> Option<usize> {
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    let marker = if line.starts_with(['-', '*', '+']) {
        1
    } else if line.starts_with("#.") {
        2
    } else if digits > 0 && line[digits..].starts_with(['.', ')']) {
        digits + 1
    } else {
        return None;
    };
    let after = &line[marker..];
    let spaces = indentation(after);
    (spaces > 0 || after.is_empty()).then_some(marker + spaces.max(1))
}

/// One item, whose text starts after `width` characters of its first line.
fn list_item(lines: &[String], width: usize, depth: usize, blocks: &mut Vec<Block>) -> usize {
    let run = 1 + indented_run(&lines[1..], width);
    let mut body = vec![lines[0].get(width..).unwrap_or("").to_owned()];
    body.extend(
        lines[1..run]
            .iter()
            .map(|line| line.get(width..).unwrap_or("").to_owned()),
    );
    blocks.push(Block::Item(parse(&body, depth + 1)));
    run
}

/// A term and the indented lines right below it.
fn definition(lines: &[String], depth: usize, blocks: &mut Vec<Block>) -> usize {
    let run = 1 + indented_run(&lines[1..], 1);
    blocks.push(Block::Definition {
        term: lines[0].clone(),
        body: parse(&dedented(&lines[1..run]), depth + 1),
    });
    run
}

/// Lines up to a blank one; `::` at their end makes the indented lines after them literal.
fn paragraph(lines: &[String], blocks: &mut Vec<Block>) -> usize {
    let mut taken = lines
        .iter()
        .take_while(|line| !is_blank(line) && indentation(line) == 0)
        .count();
    let mut text = folded(lines[..taken].iter().map(String::as_str));
    let mut literal: &[String] = &[];
    if text.ends_with("::") {
        text.pop();
        literal = &lines[taken..taken + indented_run(&lines[taken..], 1)];
        taken += literal.len();
    }
    if text != ":" {
        blocks.push(Block::Paragraph(text));
    }
    if !literal.is_empty() {
        let words = literal.iter().map(String::as_str);
        blocks.push(Block::silent("literal block", words));
    }
    taken
}

/// What starts with two dots: a target, a citation, a comment or a directive.
fn explicit_markup(lines: &[String], depth: usize, blocks: &mut Vec<Block>) -> usize {
    let head = lines[0].get(3..).unwrap_or("").trim();
    let run = 1 + indented_run(&lines[1..], 1);
    let silent = |kind, run: usize| {
        let below = lines[1..run].iter().map(String::as_str);
        Block::silent(kind, [head].into_iter().chain(below))
    };
    if head.starts_with('_') {
        let lines = lines[..run].iter();
        let run = lines.take_while(|line| !is_blank(line)).count();
        blocks.push(silent("target", run));
        return run;
    }
    if let Some((name, argument)) = head.split_once("::")
        && !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_:.+".contains(c))
    {
        if NO_PROSE.contains(&name) {
            blocks.push(silent("picture or code", run));
        } else {
            let body = dedented(&lines[1..run]);
            directive(name, argument.trim(), &body, depth, blocks);
        }
    } else if head.starts_with('[') {
        blocks.push(silent("citation", run));
    } else {
        blocks.push(silent("comment", run));
    }
    run
}

/// A directive with text: a remark, a table, or one whose content is ordinary text.
fn directive(name: &str, argument: &str, body: &[String], depth: usize, blocks: &mut Vec<Block>) {
    let options = body.iter().take_while(|line| line.starts_with(':')).count();
    let (options, content) = body.split_at(options);
    if matches!(name, "list-table" | "table") {
        if !argument.is_empty() {
            blocks.push(Block::silent("caption of a table", [argument]));
        }
        let content = parse(content, depth + 1);
        let rows = match name {
            "table" => content,
            _ => table::rows_of_list(content, table::header_rows(options)),
        };
        let of_examples = argument.to_lowercase().ends_with("example");
        blocks.push(if of_examples {
            Block::Aside {
                name: "table of examples".to_owned(),
                body: rows,
            }
        } else {
            Block::Table(rows)
        });
        return;
    }
    let mut text = vec![argument.to_owned()];
    text.extend_from_slice(content);
    let body = parse(&text, depth + 1);
    blocks.push(if REMARKS.contains(&name) {
        let name = name.to_owned();
        Block::Aside { name, body }
    } else {
        Block::Quote(body)
    });
}
