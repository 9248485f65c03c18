//! Permitted readings of JSON texts.

pub(crate) mod numbers;
pub(crate) mod tolerant;

use crate::error::metadata;
use crate::fill_value::fill_value;
use crate::float::Format;
use crate::permitted::{ACCEPTED, Permitted, Tendency};
use crate::steps::Replacement;
use crate::{DataType, Json, Result};
use tolerant::{Duplicates, Form};

/// The value with each number that `other` gives something for replaced by it.
pub(crate) fn with_numbers(value: &Json, other: &dyn Fn(&str) -> Option<Json>) -> Json {
    match value {
        Json::Number(spelling) => other(spelling).unwrap_or_else(|| value.clone()),
        Json::Array(elements) => {
            Json::Array(elements.iter().map(|it| with_numbers(it, other)).collect())
        }
        Json::Object(members) => {
            let members = members.iter();
            let each = members.map(|(name, it)| (name.clone(), with_numbers(it, other)));
            Json::Object(each.collect())
        }
        _ => value.clone(),
    }
}

/// Whether a condition holds for some number or text in the value.
fn has(value: &Json, number: &dyn Fn(&str) -> bool, text: &dyn Fn(&str) -> bool) -> bool {
    match value {
        Json::Number(spelling) => number(spelling),
        Json::String(string) => text(string),
        Json::Array(elements) => elements.iter().any(|it| has(it, number, text)),
        Json::Object(members) => members
            .iter()
            .any(|(name, it)| text(name) || has(it, number, text)),
        Json::Null | Json::Bool(_) => false,
    }
}

/// The document, unless some number or text in it is beyond a limit.
fn limited(
    document: &[u8],
    number: &dyn Fn(&str) -> bool,
    text: &dyn Fn(&str) -> bool,
) -> Result<Json> {
    let json = Json::parse(document)?;
    if has(&json, number, text) {
        return metadata("the document is beyond the limits of this reading");
    }
    Ok(json)
}

/// A text in JSON or in one of the forms that are not JSON.
fn more_than_json(document: &[u8]) -> Result<Json> {
    let form = Form {
        more: true,
        ..Form::LITERAL
    };
    form.parse(document)
}

/// `0x` and digits as a decimal number.
fn decimal(spelling: &str) -> Option<Json> {
    let digits = spelling.strip_prefix("0x")?;
    let number = u64::from_str_radix(digits, 16).ok()?;
    Some(Json::Number(number.to_string()))
}

/// `NaN` and the infinities as the strings that the specification has for them.
fn named_number(spelling: &str) -> Option<Json> {
    matches!(spelling, "NaN" | "Infinity" | "-Infinity").then(|| Json::String(spelling.to_owned()))
}

/// `0x` and digits as the string of all hexadecimal digits of a floating point number.
fn bits(spelling: &str, data_type: DataType) -> Option<Json> {
    let digits = spelling.strip_prefix("0x")?;
    let number = u64::from_str_radix(digits, 16).ok()?;
    let Some(format) = Format::of(data_type) else {
        return Some(Json::Number(number.to_string()));
    };
    let width = format.digits();
    Some(Json::String(format!("0x{number:0width$x}")))
}

/// The number is beyond the range of binary64.
fn is_beyond_binary64(spelling: &str) -> bool {
    let value: f64 = spelling.parse().unwrap_or(f64::NAN);
    let exponent = spelling.split_once(['e', 'E']).map(|(_, it)| it);
    let is_long = exponent.is_some_and(|it| it.trim_start_matches(['+', '-']).len() > 4);
    !value.is_finite() || is_long
}

/// An integer of more than 64 bits, with more digits than binary64 distinguishes.
fn is_beyond_64_bits(spelling: &str) -> bool {
    let is_integer = !spelling.contains(['.', 'e', 'E']);
    let digits = spelling.trim_start_matches('-').trim_end_matches('0');
    let is_long = spelling.parse::<i64>().is_err() && spelling.parse::<u64>().is_err();
    is_integer && is_long && digits.len() > 17
}

fn is_noncharacter(c: char) -> bool {
    let code = u32::from(c);
    (0xfdd0..0xfdf0).contains(&code) || code & 0xfffe == 0xfffe
}

const MORE_FILL_VALUES: Replacement = Replacement::fill_value(|_, value, data_type| {
    let value = with_numbers(value, &|spelling| named_number(spelling));
    fill_value(&value, data_type)
});

pub(crate) const LIST: &[Permitted] = &[
    Permitted {
        name: "first-of-equal-names",
        open: "duplicate-names",
        does: "takes the first of several members of one name",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::json(|_, document| {
            let form = Form {
                duplicates: Duplicates::FirstCounts,
                ..Form::LITERAL
            };
            form.parse(document)
        })],
    },
    Permitted {
        name: "last-of-equal-names",
        open: "duplicate-names",
        does: "takes the last of several members of one name",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::json(|_, document| {
            let form = Form {
                duplicates: Duplicates::LastCounts,
                ..Form::LITERAL
            };
            form.parse(document)
        })],
    },
    Permitted {
        name: "byte-order-mark-ignored",
        open: "byte-order-mark",
        does: "ignores a byte order mark before the document",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::json(|_, document| {
            Json::parse(document.strip_prefix(b"\xef\xbb\xbf").unwrap_or(document))
        })],
    },
    Permitted {
        name: "more-than-json",
        open: "more-than-json",
        does: "accepts comments, commas too many or too few, other quotes or none, other encodings than \
               UTF-8, NaN, and other spellings of numbers, of which hexadecimal ones are numbers",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[
            Replacement::json(|_, document| {
                Ok(with_numbers(&more_than_json(document)?, &|spelling| {
                    decimal(spelling)
                }))
            }),
            MORE_FILL_VALUES,
        ],
    },
    Permitted {
        name: "more-than-json-with-bits",
        open: "more-than-json",
        does: "accepts the same, and a hexadecimal fill value without quotation marks as bits",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[
            Replacement::json(|_, document| more_than_json(document)),
            Replacement::fill_value(|_, value, data_type| {
                let value = with_numbers(value, &|spelling| {
                    named_number(spelling).or_else(|| bits(spelling, data_type))
                });
                fill_value(&value, data_type)
            }),
        ],
    },
    Permitted {
        name: "deeper-nesting",
        open: "limits-of-json",
        does: "accepts nesting more than 100 deep, and half a surrogate pair",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::json(|_, document| {
            let form = Form {
                deepest: 1100,
                halves: true,
                ..Form::LITERAL
            };
            form.parse(document)
        })],
    },
    Permitted {
        name: "numbers-within-binary64",
        open: "limits-of-json",
        does: "refuses a document with a number beyond the range of binary64, or with an integer of \
               more than 64 bits and 17 digits",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::json(|_, document| {
            let is_beyond = |it: &str| is_beyond_binary64(it) || is_beyond_64_bits(it);
            limited(document, &is_beyond, &|_| false)
        })],
    },
    Permitted {
        name: "usual-characters",
        open: "limits-of-json",
        does: "refuses a document with a null character or a noncharacter",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::json(|_, document| {
            let is_unusual = |text: &str| text.contains(|c| c == '\0' || is_noncharacter(c));
            limited(document, &|_| false, &is_unusual)
        })],
    },
];
