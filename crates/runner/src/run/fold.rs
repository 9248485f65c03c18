//! Messages that say the same of different inputs, made equal: what they quote, numbers, lists,
//! documents and paths are folded.

use crate::run::panic;

/// What stands for a part that was folded.
pub(crate) const FOLDED: &str = "…";
/// Characters of a folded message; more are left out.
const MOST: usize = 240;

/// The message, of a panic only what it says, with its first line's quoted parts, numbers, ids, lists, documents and paths folded.
pub fn folded(message: &str) -> String {
    fold(message, false)
}

/// The same, but what stands between backticks is kept: the suite's own messages have names of members there.
pub(crate) fn folded_but_names(message: &str) -> String {
    fold(message, true)
}

fn fold(message: &str, keeps_names: bool) -> String {
    let message = panic::of_rust(message).unwrap_or(message);
    let line = message.lines().map(str::trim).find(|it| !it.is_empty());
    let line: Vec<char> = line.unwrap_or_default().chars().collect();
    let mut text = String::new();
    let mut at = 0;
    while let Some(&character) = line.get(at) {
        let before = at.checked_sub(1).map(|at| line[at]);
        let end = match character {
            '`' if keeps_names => {
                let end = quote(&line, at).unwrap_or(at + 1);
                text.extend(&line[at..end]);
                at = end;
                continue;
            }
            '"' | '`' => quote(&line, at),
            '\'' if !before.is_some_and(char::is_alphanumeric) => quote(&line, at),
            '{' => Some(enclosed(&line, at, '}')),
            '[' => Some(enclosed(&line, at, ']')),
            '(' => numbers(&line, at),
            '/' if !before.is_some_and(char::is_alphanumeric) => path(&line, at),
            '-' if line.get(at + 1).is_some_and(char::is_ascii_digit)
                && !before.is_some_and(char::is_alphanumeric) =>
            {
                Some(number(&line, at + 1))
            }
            digit if digit.is_ascii_digit() => Some(number(&line, at)),
            _ => None,
        };
        if let Some(end) = end {
            if !text.ends_with(FOLDED) {
                text.push_str(FOLDED);
            }
            at = end;
        } else {
            text.push(character);
            at += 1;
        }
    }
    match text.char_indices().nth(MOST) {
        None => text,
        Some((end, _)) => format!("{}{FOLDED}", &text[..end]),
    }
}

/// The end of what is quoted from here on; an apostrophe within a word ends nothing.
fn quote(line: &[char], from: usize) -> Option<usize> {
    let quote = line[from];
    let is_end = |at: &usize| {
        line[*at] == quote
            && line[at - 1] != '\\'
            && (quote != '\'' || !line.get(at + 1).is_some_and(|it| it.is_alphanumeric()))
    };
    (from + 1..line.len()).find(is_end).map(|at| at + 1)
}

/// The end of the brackets that open here; where they are cut off, the end of the line.
fn enclosed(line: &[char], from: usize, close: char) -> usize {
    let open = line[from];
    let mut depth = 0_usize;
    for (at, &character) in line.iter().enumerate().skip(from) {
        if character == open {
            depth += 1;
        } else if character == close {
            depth -= 1;
            if depth == 0 {
                return at + 1;
            }
        }
    }
    line.len()
}

/// The end of parentheses that hold nothing but numbers, such as a shape.
fn numbers(line: &[char], from: usize) -> Option<usize> {
    let is_part = |it: &char| it.is_ascii_digit() || matches!(it, ',' | ' ' | '-');
    let end = (from + 1..line.len()).find(|at| !is_part(&line[*at]))?;
    (line[end] == ')').then_some(end + 1)
}

/// The end of a path of two parts at least.
fn path(line: &[char], from: usize) -> Option<usize> {
    let is_end = |at: &usize| line[*at].is_whitespace() || matches!(line[*at], ':' | ',' | ')');
    let end = (from..line.len()).find(is_end).unwrap_or(line.len());
    let slashes = line[from..end].iter().filter(|it| **it == '/');
    (slashes.count() > 1).then_some(end)
}

/// The end of a number, decimal or hexadecimal, with point and exponent.
fn number(line: &[char], from: usize) -> usize {
    let is_hexadecimal = line[from] == '0' && line.get(from + 1) == Some(&'x');
    let is_part = |at: usize| match line[at] {
        'x' => is_hexadecimal && at == from + 1,
        'a'..='f' | 'A'..='F' if is_hexadecimal => true,
        'e' | 'E' | '.' => line
            .get(at + 1)
            .is_some_and(|it| it.is_ascii_digit() || *it == '-'),
        '-' | '+' => matches!(line[at - 1], 'e' | 'E'),
        other => other.is_ascii_digit(),
    };
    let end = (from + 1..line.len()).find(|at| !is_part(*at));
    end.unwrap_or(line.len())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::quoted("found \"a b\", 'c' and `d`", "found …, … and …")]
    #[case::apostrophe("can't read it, it isn't there", "can't read it, it isn't there")]
    #[case::numbers("int16 of 3.5e-7 at 0x7fff", "int… of … at …")]
    #[case::lists("shape [1, 2] and (3, 4)", "shape … and …")]
    #[case::documents("found {\"a\": [1, {}]} here", "found … here")]
    #[case::cut_off("found {\"a\": [1", "found …")]
    #[case::paths("no /dev/shm/x.1/zarr.json: gone", "no …: gone")]
    #[case::lines("\n  first 1\nsecond", "first …")]
    #[case::negative("found -1 at a-1", "found … at a-…")]
    #[case::panic(
        "thread 'main' panicked at src/a.rs:1:2:\nno chunk 7\nnote: run",
        "no chunk …"
    )]
    #[case::nothing("", "")]
    fn messages_are_folded(#[case] message: &str, #[case] expected: &str) {
        assert_eq!(folded(message), expected);
    }

    #[test]
    fn names_of_members_may_be_kept() {
        let message = "`shape` of `a 1`: found \"x\" or 3 `";
        assert_eq!(
            folded_but_names(message),
            "`shape` of `a 1`: found … or … `"
        );
    }

    #[test]
    fn long_messages_are_cut() {
        assert_eq!(folded(&"ä".repeat(1000)).chars().count(), MOST + 1);
    }
}
