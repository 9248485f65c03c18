//! Reads RFCs as plain text.
//!
//! 1. Page breaks go: the line with the number of the page, the form feed, and the line at the top of the
//!    next page. A paragraph that goes on behind one is one paragraph.
//! 2. Lines between blank ones belong together. They are a title where they begin with the number that
//!    can follow that of the title before, or where one line is not indented. What stands before section 1
//!    is in a section with the name of the RFC.
//! 3. Pictures, tables and their captions have no sentences.
//! 4. Lines that begin with an asterisk are items. Everything else is a paragraph; a word that is
//!    divided at the end of a line is whole again.

use super::rst::blocks::Block;

/// How far a section is indented more than the one above it, at most.
const INDENTATION: usize = 3;

/// The blocks of a whole document.
pub(super) fn parse_document(text: &str) -> Vec<Block> {
    let name = text
        .lines()
        .find_map(|it| it.strip_prefix("Request for Comments: "));
    let number = name.and_then(|it| it.split_whitespace().next());
    let mut blocks = vec![title(0, &format!("RFC {}", number.unwrap_or_default()))];
    let mut section: Vec<usize> = Vec::new();
    for lines in groups(text) {
        if let Some(next) = numbered(&lines, &section) {
            blocks.push(title(next.len(), &folded(&lines)));
            section = next;
        } else if !section.is_empty() && lines.len() == 1 && indentation(lines[0]) == 0 {
            blocks.push(title(1, &folded(&lines)));
        } else if is_caption(&lines) {
            blocks.push(silent("caption of a table", &lines));
        } else if is_picture(&lines) {
            blocks.push(silent("picture or code", &lines));
        } else {
            texts(&lines, &mut blocks);
        }
    }
    blocks
}

/// The lines between blank ones, without page breaks.
fn groups(text: &str) -> Vec<Vec<&str>> {
    let mut groups: Vec<Vec<&str>> = Vec::new();
    let (mut is_open, mut is_new_page, mut has_turned) = (false, false, false);
    for line in text.lines() {
        let is_header = is_new_page && line.starts_with("RFC ");
        let is_break = line.contains('\u{c}');
        if is_break || is_footer(line) || is_header {
            // The top of the next page may stand on the line of the form feed.
            is_new_page = is_break && line.trim().is_empty();
            (is_open, has_turned) = (false, true);
        } else if line.trim().is_empty() {
            is_open = false;
        } else {
            is_new_page = false;
            match groups.last_mut() {
                Some(last) if is_open || (has_turned && goes_on(last, line)) => last.push(line),
                _ => groups.push(vec![line]),
            }
            (is_open, has_turned) = (true, false);
        }
    }
    groups
}

/// `Author      Informational      [Page 1]`
fn is_footer(line: &str) -> bool {
    indentation(line) == 0 && line.contains("  [Page ") && line.trim_end().ends_with(']')
}

/// Whether a line on a new page is the rest of a paragraph on the page before.
fn goes_on(before: &[&str], line: &str) -> bool {
    let last = before.last().copied().unwrap_or_default().trim_end();
    let is_text = last.ends_with(|it: char| it.is_alphanumeric() || ",-".contains(it));
    let starts_item = line.trim_start().starts_with("* ");
    is_text && !starts_item && indentation(line) == indentation(last)
}

/// The number of the title that the lines are, where it can follow the number before: `2.3` is followed by
/// `2.3.1`, `2.4` or `3`.
fn numbered(lines: &[&str], before: &[usize]) -> Option<Vec<usize>> {
    let first = lines.first()?;
    let (number, _) = first.trim_start().split_once(' ')?;
    let parts = number.strip_suffix('.')?.split('.');
    let number: Vec<usize> = parts.map(|it| it.parse().ok()).collect::<Option<_>>()?;
    let (last, above) = number.split_last()?;
    let follows = match above.len().cmp(&before.len()) {
        std::cmp::Ordering::Equal => *last == 1 && above == before,
        std::cmp::Ordering::Less => {
            before.starts_with(above) && before[above.len()].checked_add(1) == Some(*last)
        }
        std::cmp::Ordering::Greater => false,
    };
    let is_indented = indentation(first) > INDENTATION * above.len();
    let is_contents = first.contains(" ....");
    (follows && !is_indented && !is_contents).then_some(number)
}

/// `Table 3: …`
fn is_caption(lines: &[&str]) -> bool {
    let first = lines
        .first()
        .and_then(|it| it.trim_start().strip_prefix("Table "));
    let number = first.and_then(|it| it.split_once(':'));
    number.is_some_and(|(number, _)| number.parse::<usize>().is_ok())
}

/// Whether a line is a border, or the first one is part of a drawing.
fn is_picture(lines: &[&str]) -> bool {
    let is_border = |line: &&str| {
        let line = line.trim();
        line.len() >= 3 && line.chars().all(|it| "+-=| ".contains(it))
    };
    let first = lines.first().map(|it| it.trim_start());
    first.is_some_and(|it| it.starts_with(['+', '|'])) || lines.iter().any(is_border)
}

/// The items and paragraphs of lines.
fn texts(lines: &[&str], blocks: &mut Vec<Block>) {
    let is_item = |line: &str| line.trim_start().starts_with("* ");
    let mut rest = lines;
    while let Some((first, below)) = rest.split_first() {
        let taken = 1 + below.iter().take_while(|it| !is_item(it)).count();
        let text = folded(&rest[..taken]);
        blocks.push(match text.strip_prefix("* ") {
            Some(text) if is_item(first) => Block::Item(vec![Block::Paragraph(text.to_owned())]),
            _ => Block::Paragraph(text),
        });
        rest = &rest[taken..];
    }
}

fn title(depth: usize, text: &str) -> Block {
    let digit = u32::try_from(depth)
        .ok()
        .and_then(|it| char::from_digit(it, 36));
    Block::Title {
        style: (digit.unwrap_or('z'), false),
        text: text.to_owned(),
    }
}

fn silent(kind: &'static str, lines: &[&str]) -> Block {
    Block::Silent {
        kind,
        text: folded(lines),
    }
}

/// The lines as one, with white space folded and divided words whole.
fn folded(lines: &[&str]) -> String {
    let mut text = String::new();
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_divided = text.ends_with('-') && !text.ends_with(" -");
        if !text.is_empty() && !is_divided {
            text.push(' ');
        }
        text.push_str(&words.join(" "));
    }
    text
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}
