//! Mistakes in the length and the fill value of strings of a fixed length.

use serde_json::{Value, json};
use zarr_conform_reference::DataType;
use zarr_conform_reference::data_type::FixedLength;

use super::edit::Edit;
use super::{Place, Rule};
use crate::Case;

const CONFIGURATION: &str = "/data_type/configuration";
const LENGTH: &str = "/data_type/configuration/length_bytes";

/// The changes, where the data type is one of strings of a fixed length.
fn of(case: &Case, edits: impl FnOnce(FixedLength) -> Vec<Edit>) -> Vec<Edit> {
    match case.data_type {
        DataType::FixedLength(it) => edits(it),
        _ => Vec::new(),
    }
}

fn lengths(data_type: FixedLength) -> Vec<Edit> {
    let length = data_type.length_bytes;
    let numbers = [length + 1, length + 2, length + 3].map(Value::from);
    let others = [json!(0), json!(-4), json!(4.5), json!(null), json!("4")];
    let more = [json!(true), json!([4]), json!({})];
    let values = numbers.into_iter().chain(others).chain(more);
    Edit::each(LENGTH, values)
}

fn configurations(_: FixedLength) -> Vec<Edit> {
    vec![
        Edit::Remove(CONFIGURATION.to_owned()),
        Edit::Remove(LENGTH.to_owned()),
        Edit::Set(CONFIGURATION.to_owned(), json!({})),
        Edit::Set(CONFIGURATION.to_owned(), json!({"length": 16})),
    ]
}

/// One code point more than an element can have: of one byte, three or four in UTF-8.
fn too_long(data_type: FixedLength) -> Vec<Edit> {
    let texts = ["a", " ", "\u{20ac}", "\u{1f600}"];
    let longer = texts.map(|it| it.repeat(data_type.code_points() + 1));
    Edit::each("/fill_value", longer.map(Value::from))
}

fn not_strings(_: FixedLength) -> Vec<Edit> {
    let values = [json!(0), json!(1.5), json!(true), json!(null)];
    let others = [json!([]), json!(["a"]), json!([97]), json!({})];
    Edit::each("/fill_value", values.into_iter().chain(others))
}

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "a length that fixed_length_utf32 does not have",
        comment: "opens a random array of fixed_length_utf32 whose length is not a multiple of 4",
        why: "the length is not a positive multiple of 4",
        requirements: &["utf32.length", "utf32.configuration"],
        place: Place::Members(|case| of(case, lengths)),
    },
    Rule {
        name: "a configuration of fixed_length_utf32 without a length",
        comment: "opens a random array of fixed_length_utf32 whose length is missing",
        why: "a configuration with the length is required",
        requirements: &["utf32.configuration"],
        place: Place::Members(|case| of(case, configurations)),
    },
    Rule {
        name: "a fill value that is too long",
        comment: "accepts a fill value of more code points than an element of a random array can have",
        why: "the fill value has more code points than an element can have",
        requirements: &["utf32.fill-value-length"],
        place: Place::Members(|case| of(case, too_long)),
    },
    Rule {
        name: "a fill value of fixed_length_utf32 that is not a string",
        comment: "accepts a fill value that is not a string for a random array of fixed_length_utf32",
        why: "the fill value of fixed_length_utf32 is a string",
        requirements: &["utf32.fill-value"],
        place: Place::Members(|case| of(case, not_strings)),
    },
];
