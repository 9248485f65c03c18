//! Wrong readings of the vlen-utf8 codec: strings that are changed, and bytes that do not make a string.

use super::{changed, counted, decoded_by, unchecked};
use crate::misreading::{BOTH, CURRENT, Misreading};
use crate::steps::Replacement;
use crate::vlen_utf8;

/// The bytes of a string in each direction, changed on the way.
macro_rules! changing {
    ($change:expr) => {
        &[
            Replacement::vlen_utf8_encode(|_, array| vlen_utf8::encode(&changed(array, $change))),
            Replacement::vlen_utf8_decode(|_, bytes, data_type, shape| {
                let array = vlen_utf8::decode(bytes, data_type, shape)?;
                Ok(changed(&array, $change))
            }),
        ]
    };
}

/// The most bytes that a string of limited width has here.
const WIDTH: usize = 256;

fn text(utf8: &[u8]) -> String {
    String::from_utf8_lossy(utf8).into_owned()
}

fn up_to_nul(utf8: &[u8]) -> Vec<u8> {
    utf8.iter().copied().take_while(|byte| *byte != 0).collect()
}

fn without_nul_at_end(utf8: &[u8]) -> Vec<u8> {
    let end = utf8.iter().rposition(|byte| *byte != 0);
    utf8[..end.map_or(0, |at| at + 1)].to_vec()
}

fn without_byte_order_mark(utf8: &[u8]) -> Vec<u8> {
    let rest = utf8.strip_prefix("\u{feff}".as_bytes());
    rest.unwrap_or(utf8).to_vec()
}

fn cut(utf8: &[u8]) -> Vec<u8> {
    let text = text(utf8);
    let end = (0..=WIDTH.min(text.len())).rfind(|at| text.is_char_boundary(*at));
    text.as_bytes()[..end.unwrap_or(0)].to_vec()
}

/// Of the characters that normal form C composes, those of one letter and the acute accent.
fn composed(utf8: &[u8]) -> Vec<u8> {
    let pairs = [
        ("a\u{301}", "\u{e1}"),
        ("e\u{301}", "\u{e9}"),
        ("o\u{301}", "\u{f3}"),
    ];
    let compose = |text: String, (from, to)| text.replace(from, to);
    pairs.into_iter().fold(text(utf8), compose).into_bytes()
}

/// Of the characters that normal form D decomposes, those of one letter and the acute accent.
fn decomposed(utf8: &[u8]) -> Vec<u8> {
    let pairs = [
        ("\u{e1}", "a\u{301}"),
        ("\u{e9}", "e\u{301}"),
        ("\u{f3}", "o\u{301}"),
    ];
    let decompose = |text: String, (from, to)| text.replace(from, to);
    pairs.into_iter().fold(text(utf8), decompose).into_bytes()
}

/// U+FFFD in place of each character beyond U+FFFF.
fn of_16_bits(utf8: &[u8]) -> Vec<u8> {
    let kept = |it: char| if it > '\u{ffff}' { '\u{fffd}' } else { it };
    text(utf8)
        .chars()
        .map(kept)
        .collect::<String>()
        .into_bytes()
}

fn trimmed(utf8: &[u8]) -> Vec<u8> {
    text(utf8).trim().as_bytes().to_vec()
}

fn replaced(utf8: &[u8]) -> Vec<u8> {
    text(utf8).into_bytes()
}

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "vlen-string-ends-at-nul",
        when: "a string ends at its first U+0000",
        requirements: &["vlen-utf8.utf-8", "vlen-utf8.element"],
        editions: CURRENT,
        through: BOTH,
        replacements: changing!(up_to_nul),
    },
    Misreading {
        name: "vlen-nul-at-end-removed",
        when: "U+0000 at the end of a string is removed, as in arrays of strings of one width",
        requirements: &["vlen-utf8.utf-8", "vlen-utf8.element"],
        editions: CURRENT,
        through: BOTH,
        replacements: changing!(without_nul_at_end),
    },
    Misreading {
        name: "vlen-byte-order-mark-removed",
        when: "U+FEFF at the beginning of a string is removed",
        requirements: &["vlen-utf8.utf-8"],
        editions: CURRENT,
        through: BOTH,
        replacements: changing!(without_byte_order_mark),
    },
    Misreading {
        name: "vlen-string-cut",
        when: "strings are cut to 256 bytes",
        requirements: &["vlen-utf8.element"],
        editions: CURRENT,
        through: BOTH,
        replacements: changing!(cut),
    },
    Misreading {
        name: "vlen-string-composed",
        when: "strings are brought into normal form C",
        requirements: &["vlen-utf8.utf-8"],
        editions: CURRENT,
        through: BOTH,
        replacements: changing!(composed),
    },
    Misreading {
        name: "vlen-string-decomposed",
        when: "strings are brought into normal form D",
        requirements: &["vlen-utf8.utf-8"],
        editions: CURRENT,
        through: BOTH,
        replacements: changing!(decomposed),
    },
    Misreading {
        name: "vlen-characters-of-16-bits",
        when: "characters beyond U+FFFF become U+FFFD",
        requirements: &["vlen-utf8.utf-8"],
        editions: CURRENT,
        through: BOTH,
        replacements: changing!(of_16_bits),
    },
    Misreading {
        name: "vlen-string-trimmed",
        when: "white space at the ends of a string is removed",
        requirements: &["vlen-utf8.utf-8"],
        editions: CURRENT,
        through: BOTH,
        replacements: changing!(trimmed),
    },
    Misreading {
        name: "vlen-invalid-utf-8-replaced",
        when: "bytes of a string that are not UTF-8 become U+FFFD",
        requirements: &["vlen-utf8.utf-8"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::vlen_utf8_decode(
            |_, bytes, data_type, shape| {
                let array = decoded_by(bytes, data_type, shape, counted, unchecked)?;
                Ok(changed(&array, replaced))
            },
        )],
    },
    Misreading {
        name: "vlen-invalid-utf-8-kept",
        when: "bytes that are not UTF-8 are an element",
        requirements: &["vlen-utf8.utf-8"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::vlen_utf8_decode(
            |_, bytes, data_type, shape| decoded_by(bytes, data_type, shape, counted, unchecked),
        )],
    },
];
