//! Wrong readings of strings of a fixed length.

use super::padded;
use crate::bytes::{self, Endian};
use crate::data_type::FixedLength;
use crate::documents::data_types::misreadings::or_else;
use crate::fill_value::fill_value;
use crate::misreading::{BOTH, CURRENT, Misreading, STORES};
use crate::steps::{Replacement, Steps};
use crate::{ChunkArray, DataType, Element, Json, Result};

/// The data type as the text reads it, or else with another length, where it is this one.
fn with_length(
    steps: &Steps,
    value: &Json,
    length: impl Fn(&Json) -> Option<u64>,
) -> Result<DataType> {
    let literal = steps.text().data_type(value);
    let is_this = value.member("name").and_then(Json::as_str) == Some("fixed_length_utf32");
    let found = value.member("configuration");
    let found = found.and_then(|it| it.member("length_bytes"));
    let other = found.filter(|_| is_this).and_then(length);
    match other.and_then(|it| u32::try_from(it).ok()) {
        Some(length_bytes) if (4..=FixedLength::GREATEST_LENGTH).contains(&length_bytes) => {
            Ok(DataType::FixedLength(FixedLength { length_bytes }))
        }
        _ => literal,
    }
}

fn number(value: &Json) -> Option<u64> {
    match value {
        Json::Number(text) => text.parse().ok(),
        _ => None,
    }
}

/// The fill value as the text reads it, or else the element of these code points, of which the last ones are left out
/// where they are too many.
fn or_cut(
    value: &Json,
    data_type: DataType,
    code_points: impl Fn(&Json) -> Option<Vec<u64>>,
) -> Result<Element> {
    or_else(value, data_type, || match data_type {
        DataType::FixedLength(it) => {
            padded(it, code_points(value)?.into_iter().take(it.code_points()))
        }
        _ => None,
    })
}

/// The fill value with its code points changed.
fn changed(
    value: &Json,
    data_type: DataType,
    change: impl Fn(&[u64]) -> Vec<u64>,
) -> Result<Element> {
    match (fill_value(value, data_type)?, data_type) {
        (element, DataType::FixedLength(_)) => Ok(Element::of_numbers(change(element.numbers()))),
        (element, _) => Ok(element),
    }
}

/// The chunk with the code points of each element changed.
fn with_code_points(array: &ChunkArray, change: impl Fn(&[u64]) -> Vec<u64>) -> ChunkArray {
    if !matches!(array.data_type, DataType::FixedLength(_)) {
        return array.clone();
    }
    let elements = array.elements.iter();
    ChunkArray {
        elements: elements
            .map(|it| Element::of_numbers(change(it.numbers())))
            .collect(),
        ..array.clone()
    }
}

fn text_of(code_points: &[u64]) -> String {
    let code_point = |it: &u64| u32::try_from(*it).ok().and_then(char::from_u32);
    let text: String = code_points.iter().filter_map(code_point).collect();
    text.trim_end_matches('\0').to_owned()
}

/// These numbers and zeros, as many as an element has.
fn as_many(numbers: impl IntoIterator<Item = u64>, code_points: &[u64]) -> Vec<u64> {
    let zeros = std::iter::repeat(0);
    numbers
        .into_iter()
        .chain(zeros)
        .take(code_points.len())
        .collect()
}

/// As a language has strings that end at the first zero.
fn until_zero(code_points: &[u64]) -> Vec<u64> {
    as_many(
        code_points.iter().copied().take_while(|it| *it != 0),
        code_points,
    )
}

/// Two numbers for a code point beyond 16 bits.
fn in_utf_16(code_points: &[u64]) -> Vec<u64> {
    let units: Vec<u16> = text_of(code_points).encode_utf16().collect();
    as_many(units.into_iter().map(u64::from), code_points)
}

/// The inverse, where a pair of numbers is one code point.
fn of_utf_16(units: &[u64]) -> Vec<u64> {
    let found: Option<Vec<u16>> = units.iter().map(|it| u16::try_from(*it).ok()).collect();
    let text = found.and_then(|it| String::from_utf16(&it).ok());
    match text {
        Some(text) => as_many(text.chars().map(u64::from), units),
        None => units.to_vec(),
    }
}

/// How many numbers there are before those at the end that are only padding.
fn length_before(padding: u64, code_points: &[u64]) -> usize {
    let last = code_points.iter().rposition(|it| *it != padding);
    last.map_or(0, |it| it + 1)
}

/// Zeros before the string in place of those after it.
fn at_the_end(code_points: &[u64]) -> Vec<u64> {
    let mut moved = code_points.to_vec();
    moved.rotate_left(length_before(0, code_points));
    moved
}

/// The inverse.
fn at_the_beginning(code_points: &[u64]) -> Vec<u64> {
    let zeros = code_points.iter().take_while(|it| **it == 0).count();
    let mut moved = code_points.to_vec();
    moved.rotate_left(zeros);
    moved
}

/// Spaces in place of zeros at the end.
fn with_spaces(code_points: &[u64]) -> Vec<u64> {
    let mut padded = code_points.to_vec();
    padded[length_before(0, code_points)..].fill(0x20);
    padded
}

/// The inverse.
fn without_spaces(code_points: &[u64]) -> Vec<u64> {
    let mut padded = code_points.to_vec();
    padded[length_before(0x20, code_points)..].fill(0);
    padded
}

fn without_mark(code_points: &[u64]) -> Vec<u64> {
    match code_points {
        [0xfeff, rest @ ..] => as_many(rest.iter().copied(), code_points),
        _ => code_points.to_vec(),
    }
}

/// The code points from last to first where the order of bytes is big endian: with the bytes of each, those of the whole
/// element are turned.
fn reversed(code_points: &[u64], endian: Option<Endian>) -> Vec<u64> {
    let mut numbers = code_points.to_vec();
    if endian == Some(Endian::Big) {
        numbers.reverse();
    }
    numbers
}

/// A misreading of the fill value.
macro_rules! of_fill_value {
    ($name:literal, $when:literal, [$($requirement:literal),*], |$value:ident, $data_type:ident| $body:expr) => {
        Misreading {
            name: $name,
            when: $when,
            requirements: &[$($requirement),*],
            editions: CURRENT,
            through: STORES,
            replacements: &[Replacement::fill_value(|_, $value, $data_type| $body)],
        }
    };
}

/// The same of the member `data_type`.
macro_rules! of_length {
    ($name:literal, $when:literal, $length:expr) => {
        Misreading {
            name: $name,
            when: $when,
            requirements: &["utf32.length"],
            editions: CURRENT,
            through: STORES,
            replacements: &[Replacement::data_type(|steps, value| {
                with_length(steps, value, $length)
            })],
        }
    };
}

/// The same of how elements are stored, by what is done to code points before they are encoded and after they are decoded.
macro_rules! of_elements {
    ($name:literal, $when:literal, $encoded:expr, $decoded:expr) => {
        Misreading {
            name: $name,
            when: $when,
            requirements: &["utf32.bytes", "utf32.code-points"],
            editions: CURRENT,
            through: BOTH,
            replacements: &[
                Replacement::bytes_encode(|_, array, endian| {
                    bytes::encode(&with_code_points(array, |it| $encoded(it, endian)), endian)
                }),
                Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                    let array = bytes::decode(bytes, data_type, shape, endian)?;
                    Ok(with_code_points(&array, |it| $decoded(it, endian)))
                }),
            ],
        }
    };
}

pub(in super::super) const LIST: &[Misreading] = &[
    of_length!(
        "utf32-length-in-code-points",
        "the length of fixed_length_utf32 is read as a number of code points",
        |length| Some(4 * number(length)?)
    ),
    of_length!(
        "utf32-length-rounded-down",
        "a length of fixed_length_utf32 that is not a multiple of 4 is cut to one",
        |length| Some(number(length)? & !3)
    ),
    of_length!(
        "utf32-length-rounded-up",
        "a length of fixed_length_utf32 that is not a multiple of 4 is made the next one, and zero is 4",
        |length| Some(number(length)?.max(1).next_multiple_of(4))
    ),
    of_length!(
        "utf32-length-in-string",
        "the length of fixed_length_utf32 may be a string of digits",
        |length| length.as_str()?.parse().ok().filter(|it: &u64| it % 4 == 0)
    ),
    of_fill_value!(
        "utf32-fill-value-cut",
        "a fill value of more code points than an element can have is cut",
        ["utf32.fill-value-length", "utf32.fill-value"],
        |value, data_type| or_cut(value, data_type, |it| {
            Some(it.as_str()?.chars().map(u64::from).collect())
        })
    ),
    of_fill_value!(
        "utf32-fill-value-zeros-not-counted",
        "zeros at the end of a fill value do not count as code points",
        ["utf32.fill-value-length", "utf32.fill-value-code-points"],
        |value, data_type| or_else(value, data_type, || match data_type {
            DataType::FixedLength(it) => {
                let text = value.as_str()?.trim_end_matches('\0');
                padded(it, text.chars().map(u64::from))
            }
            _ => None,
        })
    ),
    of_fill_value!(
        "utf32-fill-value-null-is-empty",
        "the fill value null of fixed_length_utf32 is the empty string",
        ["utf32.fill-value"],
        |value, data_type| or_cut(value, data_type, |it| {
            (*it == Json::Null).then(Vec::new)
        })
    ),
    of_fill_value!(
        "utf32-fill-value-of-any-json",
        "a fill value of fixed_length_utf32 that is not a string becomes its JSON text",
        ["utf32.fill-value"],
        |value, data_type| match value {
            Json::String(_) => fill_value(value, data_type),
            _ => or_cut(value, data_type, |it| {
                Some(it.to_string().chars().map(u64::from).collect())
            }),
        }
    ),
    of_fill_value!(
        "utf32-fill-value-in-utf-16",
        "a fill value of fixed_length_utf32 has two numbers for a code point beyond U+FFFF",
        ["utf32.fill-value-code-points", "utf32.code-points"],
        |value, data_type| changed(value, data_type, in_utf_16)
    ),
    of_fill_value!(
        "utf32-fill-value-ends-at-zero",
        "a fill value of fixed_length_utf32 ends at the first U+0000",
        ["utf32.fill-value-code-points"],
        |value, data_type| changed(value, data_type, until_zero)
    ),
    of_fill_value!(
        "utf32-fill-value-without-mark",
        "U+FEFF at the beginning of a fill value of fixed_length_utf32 is left out",
        ["utf32.fill-value-code-points"],
        |value, data_type| changed(value, data_type, without_mark)
    ),
    of_elements!(
        "utf32-ends-at-zero",
        "strings of fixed_length_utf32 end at the first U+0000",
        |it, _| until_zero(it),
        |it, _| until_zero(it)
    ),
    of_elements!(
        "utf32-without-mark",
        "U+FEFF at the beginning of a string of fixed_length_utf32 is left out",
        |it: &[u64], _| it.to_vec(),
        |it, _| without_mark(it)
    ),
    of_elements!(
        "utf32-in-utf-16",
        "strings of fixed_length_utf32 have two numbers for a code point beyond U+FFFF",
        |it, _| in_utf_16(it),
        |it, _| of_utf_16(it)
    ),
    of_elements!(
        "utf32-padded-before",
        "strings of fixed_length_utf32 that are shorter have zeros before them",
        |it, _| at_the_end(it),
        |it, _| at_the_beginning(it)
    ),
    of_elements!(
        "utf32-padded-with-spaces",
        "strings of fixed_length_utf32 that are shorter have spaces after them",
        |it, _| with_spaces(it),
        |it, _| without_spaces(it)
    ),
    of_elements!(
        "utf32-all-bytes-turned",
        "the bytes of a whole string of fixed_length_utf32 are turned where endian is big, and not those of each code point",
        reversed,
        reversed
    ),
    Misreading {
        name: "utf32-always-little",
        when: "strings of fixed_length_utf32 are little endian whatever endian says",
        requirements: &["utf32.endian"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                bytes::encode(array, little(array.data_type, endian))
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                bytes::decode(bytes, data_type, shape, little(data_type, endian))
            }),
        ],
    },
    Misreading {
        name: "utf32-endian-not-required",
        when: "the codec bytes needs no endian for fixed_length_utf32, and is little endian then",
        requirements: &["utf32.endian", "bytes.endian-required"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::bytes_endian(|_, configuration, data_type| {
            let found = bytes::endian(configuration, data_type);
            match (configuration.member("endian"), data_type) {
                (None, DataType::FixedLength(_)) => Ok(Some(Endian::Little)),
                _ => found,
            }
        })],
    },
];

/// The byte order that is used in place of the one that is named.
fn little(data_type: DataType, endian: Option<Endian>) -> Option<Endian> {
    match data_type {
        DataType::FixedLength(_) => endian.map(|_| Endian::Little),
        _ => endian,
    }
}
