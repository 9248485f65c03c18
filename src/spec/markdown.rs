//! Reads the part of Markdown that the registry of extensions is written in.
//!
//! Titles begin with `#`, code stands between fences, items begin with a dash, an asterisk, a plus or a
//! number. What is not understood stays text, so that no sentence is lost.

use super::rst::blocks::Block;

/// The deepest title: `######`.
const DEEPEST_TITLE: usize = 6;

/// The blocks of a whole document.
pub(super) fn parse_document(text: &str) -> Vec<Block> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let mut blocks = Vec::new();
    let mut rest = lines.as_slice();
    while let Some((line, below)) = rest.split_first() {
        let taken = if line.is_empty() {
            1
        } else if let Some(title) = title(line) {
            blocks.push(title);
            1
        } else if let Some(fence) = fence(line) {
            let is_end = |it: &&str| it.trim_start().starts_with(fence);
            let code = below.iter().position(is_end).unwrap_or(below.len());
            blocks.push(silent("literal block", &below[..code]));
            code + 2
        } else if is_target(line) {
            blocks.push(silent("target", &rest[..1]));
            1
        } else {
            text_of(rest, &mut blocks)
        };
        rest = rest.get(taken..).unwrap_or_default();
    }
    blocks
}

/// A paragraph or an item at the start of the lines, and how many lines it takes.
fn text_of(lines: &[&str], blocks: &mut Vec<Block>) -> usize {
    let is_other = |line: &&str| {
        line.is_empty() || title(line).is_some() || fence(line).is_some() || item(line).is_some()
    };
    let first = lines.first().copied().unwrap_or_default();
    let below = lines.get(1..).unwrap_or_default();
    let taken = 1 + below.iter().take_while(|it| !is_other(it)).count();
    let below = below.get(..taken - 1).unwrap_or_default();
    let paragraph = |first: &str| {
        let lines = [first].into_iter().chain(below.iter().copied());
        let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
        Block::Paragraph(without_links(&words.join(" ")))
    };
    blocks.push(match item(first) {
        Some(text) => Block::Item(vec![paragraph(text)]),
        None => paragraph(first),
    });
    taken
}

/// `## Title`, perhaps with marks behind it.
fn title(line: &str) -> Option<Block> {
    let depth = line.chars().take_while(|it| *it == '#').count();
    let text = line.get(depth..)?.strip_prefix(' ')?;
    let level = u32::try_from(depth).ok().filter(|_| depth <= DEEPEST_TITLE);
    let style = level.filter(|it| *it > 0)?;
    Some(Block::Title {
        style: (char::from_digit(style, 10)?, false),
        text: text.trim_end_matches('#').trim().to_owned(),
    })
}

/// The marks that open code, and end it.
fn fence(line: &str) -> Option<&'static str> {
    let line = line.trim_start();
    ["```", "~~~"].into_iter().find(|it| line.starts_with(it))
}

/// The text of an item behind its mark.
fn item(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    let mark = if digits > 0 {
        line.get(digits..)?.starts_with('.').then_some(digits + 1)?
    } else {
        line.starts_with(['-', '*', '+']).then_some(1)?
    };
    line.get(mark..)?.strip_prefix(' ').map(str::trim_start)
}

/// `[name]: address`
fn is_target(line: &str) -> bool {
    line.starts_with('[')
        && line
            .split_once("]: ")
            .is_some_and(|(name, _)| !name.contains(' '))
}

/// The text with the words of links in place of `[words](address)`.
fn without_links(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        kept.push_str(before);
        let parts = link.split_once("](").and_then(|(words, after)| {
            let (_, after) = after.split_once(')')?;
            (!words.contains(']')).then_some((words, after))
        });
        (kept, rest) = match parts {
            Some((words, after)) => (kept + words, after),
            None => (kept + "[", link),
        };
    }
    kept + rest
}

fn silent(kind: &'static str, lines: &[&str]) -> Block {
    let words: Vec<&str> = lines.iter().flat_map(|it| it.split_whitespace()).collect();
    Block::Silent {
        kind,
        text: words.join(" "),
    }
}
