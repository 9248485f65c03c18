//! Text for people: harmless, and with the right plural.

use std::fmt::Write as _;

use serde_json::Value;
use zarr_conform_terms::{HexBytes, HexElements};

/// Text of an implementation with everything that could steer a terminal or hide text escaped:
/// control characters, line breaks, characters that change the direction of writing, those that
/// XML forbids, and what CI systems take for commands in a log: `::` at the beginning of a line,
/// `##[` and `##vso[` anywhere.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let begin = text.len() - text.trim_start().len();
    for (at, character) in text.char_indices() {
        let rest = &text[at..];
        let is_command = (at == begin && rest.starts_with("::"))
            || rest.starts_with("##[")
            || rest.starts_with("##vso[");
        if is_harmless(character) && !is_command {
            escaped.push(character);
        } else {
            match character {
                '\n' => escaped.push_str("\\n"),
                '\r' => escaped.push_str("\\r"),
                '\t' => escaped.push_str("\\t"),
                other => {
                    // Writing to a string cannot fail.
                    let _ = write!(escaped, "\\u{{{:x}}}", u32::from(other));
                }
            }
        }
    }
    escaped
}

fn is_harmless(character: char) -> bool {
    let is_invisible = matches!(
        character,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    );
    let is_no_character =
        matches!(character, '\u{fdd0}'..='\u{fdef}') || u32::from(character) & 0xfffe == 0xfffe;
    !character.is_control() && !is_invisible && !is_no_character
}

/// Escaped text in one line of at most `most` characters.
pub fn line(text: &str, most: usize) -> String {
    let text = escape(text);
    match text.char_indices().nth(most) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// `1 check`, `2 checks`: every plural in reports is made here.
pub fn counted(number: u64, singular: &str) -> String {
    if number == 1 {
        format!("1 {singular}")
    } else {
        format!("{number} {singular}s")
    }
}

/// A reason that checks share: names of facts and checks are left out.
pub fn shared_reason(reason: &str) -> String {
    let words = reason
        .split(' ')
        .map(|word| if is_id(word) { "…" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a word is made as ids of facts and checks are: `core/storage/one#read`.
fn is_id(word: &str) -> bool {
    let is_part = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || "-/#".contains(it);
    word.contains('/') && !word.starts_with('/') && word.chars().all(is_part)
}

/// A JSON document without its line breaks and indentation, which no string of it contains.
pub fn one_line(document: &str) -> String {
    let lines: Vec<&str> = document.lines().map(str::trim).collect();
    lines.join(" ")
}

/// The answer in a few words: long data, such as elements, are cut first.
pub fn shortened(ok: &Value) -> String {
    const MOST: usize = 160;
    let text = without_long_texts(ok).to_string();
    match text.char_indices().nth(MOST) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

fn without_long_texts(value: &Value) -> Value {
    const MOST: usize = 32;
    match value {
        Value::String(text) => match text.char_indices().nth(MOST) {
            None => value.clone(),
            Some((end, _)) => format!("{}…", &text[..end]).into(),
        },
        Value::Array(parts) => parts.iter().map(without_long_texts).collect(),
        Value::Object(members) => {
            let members = members.iter();
            members
                .map(|(name, value)| (name.clone(), without_long_texts(value)))
                .collect()
        }
        _ => value.clone(),
    }
}

/// The bytes as hexadecimal digits, cut where there are many.
pub fn spelled(bytes: &[u8]) -> String {
    spelled_apart(bytes, 0, &[])
}

/// Elements for people, cut where there are many.
pub(crate) fn spelled_elements(elements: &HexElements) -> String {
    match elements {
        HexElements::Fixed(bytes) => spelled(&bytes.0),
        HexElements::Variable(each) => listed_elements(each),
    }
}

/// The same of elements of different numbers of bytes.
pub(crate) fn listed_elements(each: &[HexBytes]) -> String {
    const MOST: usize = 16;
    let shown: Vec<String> = each.iter().take(MOST).map(|it| spelled(&it.0)).collect();
    let more = if each.len() > MOST { ", …" } else { "" };
    format!("[{}{more}]", shown.join(", "))
}

/// The number of bytes, and the bytes as [`spelled`] gives them.
pub(crate) fn lengthy(bytes: &[u8]) -> String {
    match bytes.len() {
        0 => spelled(bytes),
        length => format!("{}, {}", counted(length as u64, "byte"), spelled(bytes)),
    }
}

/// The bytes as [`spelled`] gives them, beginning at an offset, with `..` for those within runs of `[offset, length]`.
pub(crate) fn spelled_apart(bytes: &[u8], begin: usize, apart: &[(u64, u64)]) -> String {
    const MOST: usize = 64;
    let is_apart = |at: u64| {
        let mut runs = apart.iter();
        runs.any(|(offset, length)| (*offset..offset.saturating_add(*length)).contains(&at))
    };
    let shown = bytes.iter().take(MOST).zip(begin as u64..);
    let mut text: String = shown
        .map(|(byte, at)| {
            if is_apart(at) {
                "..".to_owned()
            } else {
                hex::encode([*byte])
            }
        })
        .collect();
    match bytes.len() {
        0 => text.push_str("no bytes"),
        1..=MOST => {}
        // Writing to a string cannot fail.
        length => {
            let _ = write!(text, "… ({length} bytes)");
        }
    }
    text
}

/// How many of several differ, with the right verb: `3 of 4 elements differ`.
pub fn differing(number: u64, total: u64, singular: &str) -> String {
    match (number, total) {
        (1, 1) => format!("the only {singular} differs"),
        (1, _) => format!("1 of {} differs", counted(total, singular)),
        (number, total) if number == total => format!("all {} differ", counted(total, singular)),
        _ => format!("{number} of {} differ", counted(total, singular)),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::plain("plain é 漢", "plain é 漢")]
    #[case::escape_sequence("\u{1b}[31mred", "\\u{1b}[31mred")]
    #[case::line_feed_and_tab("two\nlines\r\t", "two\\nlines\\r\\t")]
    #[case::reversed_direction("\u{202e}reversed", "\\u{202e}reversed")]
    #[case::control_of_one_byte("\u{9b}1m", "\\u{9b}1m")]
    #[case::command_of_github("::error::x", "\\u{3a}:error::x")]
    #[case::command_after_a_space(" ::error::x", " \\u{3a}:error::x")]
    #[case::colons_within_a_line("std::io", "std::io")]
    #[case::group_of_github("a ##[group]", "a \\u{23}#[group]")]
    #[case::command_of_azure("##vso[task]", "\\u{23}#vso[task]")]
    #[case::non_characters("\u{ffff}\u{fdd0}\u{1ffff}", "\\u{ffff}\\u{fdd0}\\u{1ffff}")]
    #[case::tag_character("a\u{e0041}", "a\\u{e0041}")]
    fn nothing_steers_the_terminal(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(escape(text), expected);
    }

    #[test]
    fn plurals() {
        assert_eq!(
            [counted(1, "check"), counted(0, "check")],
            ["1 check", "0 checks"]
        );
        assert_eq!(line("abcdef", 3), "abc…");
    }

    #[rstest]
    #[case(1, 1, "the only element differs")]
    #[case(1, 4, "1 of 4 elements differs")]
    #[case(3, 4, "3 of 4 elements differ")]
    #[case(4, 4, "all 4 elements differ")]
    fn verbs_agree(#[case] number: u64, #[case] total: u64, #[case] expected: &str) {
        assert_eq!(differing(number, total, "element"), expected);
    }

    #[test]
    fn bytes_that_do_not_count_are_marked() {
        assert_eq!(spelled_apart(&[1, 2, 3, 4], 0, &[(1, 2)]), "01....04");
        assert_eq!(spelled_apart(&[3, 4], 2, &[(1, 2)]), "..04");
        assert_eq!(spelled_apart(&[3], 2, &[(0, u64::MAX)]), "..");
    }
}
