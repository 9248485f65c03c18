//! Wrong readings of the vlen-utf8 codec: strings that are changed, bytes that do not make a string, and which arrays it
//! takes.

use crate::codecs;
use crate::misreading::{BOTH, CURRENT, Misreading};
use crate::steps::Replacement;
use crate::vlen::misreadings::{
    after, changed, counted, decoded_by, encoded_by, of_array, of_length, to_array, u32le,
};
use crate::{DataType, Json, vlen_utf8};

/// The bytes of a string in each direction, changed on the way.
macro_rules! changing {
    ($change:expr) => {
        &[
            Replacement::vlen_utf8_encode(|steps, array| {
                vlen_utf8::encode(steps, &changed(array, $change))
            }),
            Replacement::vlen_utf8_decode(|steps, bytes, data_type, shape| {
                let array = vlen_utf8::decode(steps, bytes, data_type, shape)?;
                Ok(changed(&array, $change))
            }),
        ]
    };
}

/// The number of bytes of so many characters.
fn of_characters(bytes: &[u8], characters: u64) -> u64 {
    let is_first = |byte: &u8| byte & 0xc0 != 0x80;
    let mut firsts = (0_u64..).zip(bytes).filter(|(_, byte)| is_first(byte));
    let characters = usize::try_from(characters).unwrap_or(usize::MAX);
    let end = firsts.nth(characters).map(|(at, _)| at);
    end.unwrap_or(bytes.len() as u64)
}

const OTHER_NAMES: &[&str] = &["vlen", "vlen_utf8", "vlen-utf-8"];

fn text(utf8: &[u8]) -> String {
    String::from_utf8_lossy(utf8).into_owned()
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
        name: "vlen-lengths-in-characters",
        when: "the length of a string is the number of its characters",
        requirements: &["vlen-utf8.element"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::vlen_utf8_encode(|_, array| {
                encoded_by(array, u32le, |utf8| {
                    after(&u32le(text(utf8).chars().count()), utf8)
                })
            }),
            Replacement::vlen_utf8_decode(|_, bytes, data_type, shape| {
                decoded_by(bytes, data_type, shape, counted, |bytes| {
                    of_length(bytes, of_characters)
                })
            }),
        ],
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
            |steps, bytes, data_type, shape| {
                let array = steps.vlen_decode(bytes, data_type, shape)?;
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
            crate::steps::Steps::vlen_decode,
        )],
    },
    Misreading {
        name: "vlen-utf8-of-any-data-type",
        when: "vlen-utf8 encodes elements of other data types, each as its bytes",
        requirements: &["vlen-utf8.only-string"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::vlen_utf8_data_type(|_, _| Ok(())),
            Replacement::vlen_utf8_encode(|steps, array| {
                vlen_utf8::encode(steps, &of_array(array, DataType::STRING)?)
            }),
            Replacement::vlen_utf8_decode(|steps, bytes, data_type, shape| {
                to_array(
                    vlen_utf8::decode(steps, bytes, DataType::STRING, shape)?,
                    data_type,
                )
            }),
        ],
    },
    Misreading {
        name: "vlen-utf8-by-other-names",
        when: "the codec vlen-utf8 is known by other spellings of its name, too",
        requirements: &["vlen-utf8.name"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            let name = value.member("name").and_then(Json::as_str);
            if name.is_some_and(|it| OTHER_NAMES.contains(&it)) {
                let known = Json::String("vlen-utf8".to_owned());
                return codecs::codec(steps, &known, decoded);
            }
            codecs::codec(steps, value, decoded)
        })],
    },
];
