//! Names of nodes: plain ones, ones that merely look odd, and ones that are confused with another.

use crate::tape::Tape;

/// Names as everybody gives them, some of which look like chunk keys or begin like others.
const PLAIN: [&str; 10] = ["a", "b", "c", "x", "0", "1", "ab", "a1", "c0", "10"];
/// Names that look odd, and that the text permits.
const ODD: [&str; 18] = [
    "FOO", "foo", "a b", "a%20b", "%41", "A", "a#b", "a?b", "a\\b", "a:b", "a ", ".hidden", "..a",
    "_x", "a__b", "日本", "\u{e4}", "a\u{308}",
];
/// Characters between two letters.
const SIGNS: [char; 17] = [
    '.', '-', '_', '+', '=', '&', ',', ';', '@', '!', '~', '^', '(', ')', '[', ']', '😀',
];
/// Names that are confused with each other: percent-encoded, in another normal form, or cut at a sign.
const CONFUSED: [(&str, &str); 6] = [
    ("a b", "a%20b"),
    ("%41", "A"),
    ("\u{e4}", "a\u{308}"),
    ("a#b", "a"),
    ("a?b", "a"),
    ("a ", "a"),
];
/// The most bytes of a name.
const LONGEST: usize = 255;

/// A name.
pub(super) fn name(tape: &mut Tape) -> String {
    match tape.pick("name", &[8, 5, 2, 1]) {
        0 => tape.one("plain", &PLAIN).to_owned(),
        1 => tape.one("odd", &ODD).to_owned(),
        2 => format!("a{}b", tape.one("sign", &SIGNS)),
        _ => "b".repeat(tape.one("length", &[200, LONGEST])),
    }
}

/// The name of a node beside one of this name.
pub(super) fn beside(tape: &mut Tape, of: &str) -> String {
    match tape.pick("beside", &[4, 2, 2]) {
        0 => name(tape),
        1 => {
            let longer = format!("{of}{}", tape.one("more", &["b", "0", "c"]));
            Some(longer)
                .filter(|it| it.len() <= LONGEST)
                .unwrap_or_else(|| "z".to_owned())
        }
        _ => confused(of),
    }
}

/// A name that another one is confused with.
fn confused(name: &str) -> String {
    for (one, other) in CONFUSED {
        if name == one {
            return other.to_owned();
        }
        if name == other {
            return one.to_owned();
        }
    }
    if name.to_lowercase() == name {
        name.to_uppercase()
    } else {
        name.to_lowercase()
    }
}

/// Whether a name has only characters that nobody refuses. Others are not recommended, so that creating a node of such
/// a name may be refused.
pub(super) fn is_plain(name: &str) -> bool {
    let is_plain = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit();
    name.chars().all(is_plain)
}

/// Whether each name of a path is such a one.
pub(super) fn is_plain_path(path: &str) -> bool {
    path.split('/').all(is_plain)
}
