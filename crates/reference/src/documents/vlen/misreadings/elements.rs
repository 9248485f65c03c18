//! Wrong readings of elements: strings and byte strings that are changed.

use super::changed;
use crate::misreading::{BOTH, CURRENT, Misreading};
use crate::steps::Replacement;
use crate::vlen;

/// The bytes of an element in each direction, changed on the way.
macro_rules! changing {
    ($change:expr) => {
        &[
            Replacement::vlen_encode(|_, array| vlen::encode(&changed(array, $change))),
            Replacement::vlen_decode(|_, bytes, data_type, shape| {
                let array = vlen::decode(bytes, data_type, shape)?;
                Ok(changed(&array, $change))
            }),
        ]
    };
}

/// The most bytes that an element of limited width has here.
const WIDTH: usize = 256;

fn up_to_nul(bytes: &[u8]) -> Vec<u8> {
    let before = bytes.iter().copied().take_while(|byte| *byte != 0);
    before.collect()
}

fn without_nul_at_end(bytes: &[u8]) -> Vec<u8> {
    let end = bytes.iter().rposition(|byte| *byte != 0);
    bytes[..end.map_or(0, |at| at + 1)].to_vec()
}

fn without_byte_order_mark(bytes: &[u8]) -> Vec<u8> {
    let rest = bytes.strip_prefix("\u{feff}".as_bytes());
    rest.unwrap_or(bytes).to_vec()
}

/// Whole characters of a string.
fn cut(bytes: &[u8]) -> Vec<u8> {
    let is_inside = |at: usize| bytes.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
    let end = (0..=WIDTH.min(bytes.len())).rfind(|at| !is_inside(*at));
    bytes[..end.unwrap_or(0)].to_vec()
}

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "vlen-string-ends-at-nul",
        when: "a string or byte string ends at its first byte of 0",
        requirements: &["vlen-utf8.utf-8", "vlen-utf8.element", "vlen-bytes.element"],
        editions: CURRENT,
        through: BOTH,
        replacements: changing!(up_to_nul),
    },
    Misreading {
        name: "vlen-nul-at-end-removed",
        when: "bytes of 0 at the end of a string or byte string are removed, as in arrays of strings of one width",
        requirements: &["vlen-utf8.utf-8", "vlen-utf8.element", "vlen-bytes.element"],
        editions: CURRENT,
        through: BOTH,
        replacements: changing!(without_nul_at_end),
    },
    Misreading {
        name: "vlen-byte-order-mark-removed",
        when: "U+FEFF, or its UTF-8, at the beginning of a string or byte string is removed",
        requirements: &["vlen-utf8.utf-8", "vlen-bytes.element"],
        editions: CURRENT,
        through: BOTH,
        replacements: changing!(without_byte_order_mark),
    },
    Misreading {
        name: "vlen-string-cut",
        when: "strings and byte strings are cut to 256 bytes",
        requirements: &["vlen-utf8.element", "vlen-bytes.element"],
        editions: CURRENT,
        through: BOTH,
        replacements: changing!(cut),
    },
];
