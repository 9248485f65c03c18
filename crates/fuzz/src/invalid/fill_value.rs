//! Mistakes in the fill value.

use serde_json::{Value, json};
use zarr_conform_reference::DataType;
use zarr_conform_reference::data_type::VariableLength;
use zarr_conform_reference::float::Format;

use super::edit::Edit;
use super::{Place, Rule};
use crate::Case;

/// Each of the values, where the data type is of this family.
fn each(
    case: &Case,
    is_of: fn(DataType) -> bool,
    values: impl IntoIterator<Item = Value>,
) -> Vec<Edit> {
    if !is_of(case.data_type) {
        return Vec::new();
    }
    Edit::each("/fill_value", values)
}

fn is_of_bytes(data_type: DataType) -> bool {
    data_type == DataType::VariableLength(VariableLength::Bytes)
}

fn is_integer(data_type: DataType) -> bool {
    matches!(data_type, DataType::Integer(_))
}

/// Integers on both sides of the range of an integer data type.
fn out_of_range(case: &Case) -> Vec<Edit> {
    let DataType::Integer(integer) = case.data_type else {
        return Vec::new();
    };
    let range = integer.range();
    let beyond = [range.end() + 1, range.start() - 1].map(i64::try_from);
    let beyond = beyond.into_iter().filter(|_| integer.bits <= 32);
    Edit::each("/fill_value", beyond.flatten().map(Value::from))
}

/// The integer that the fill value is, spelled with a fraction of zero.
fn with_fraction(case: &Case) -> Vec<Edit> {
    let value = case.fill_value.spelling.as_i64();
    // Binary64 holds these, and they are spelled with `.0`.
    let value = value.and_then(|it| i32::try_from(it).ok());
    each(case, is_integer, value.map(|it| json!(f64::from(it))))
}

/// The strings for infinities and NaN that the format of a data type does not have.
fn constants(case: &Case) -> Vec<Edit> {
    let (DataType::Float(_), Some(format)) = (case.data_type, Format::of(case.data_type)) else {
        return Vec::new();
    };
    let infinities = ["Infinity", "-Infinity"].into_iter();
    let infinities = infinities.filter(|_| format.infinity().is_none());
    let nan = ["NaN"].into_iter().filter(|_| format.nan().is_none());
    Edit::each("/fill_value", infinities.chain(nan).map(Value::from))
}

/// Lists of so many entries, of which the last one is not a byte.
fn lists(size: usize) -> impl Iterator<Item = Value> {
    let entries = [
        json!(256),
        json!(-1),
        json!("7"),
        json!(true),
        json!(null),
        json!(1.5),
    ];
    entries.into_iter().map(move |entry| {
        let mut list = vec![json!(1); size];
        if let Some(last) = list.last_mut() {
            *last = entry;
        }
        Value::Array(list)
    })
}

/// Lists of bytes with an entry that is none.
fn no_bytes(case: &Case) -> Vec<Edit> {
    let lists = lists(case.data_type.size());
    let others = [json!(7), json!(true), json!({}), json!(null), json!("")];
    each(
        case,
        |it| matches!(it, DataType::RawBits(_)),
        lists.chain(others),
    )
}

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "a fill value that is not a boolean",
        comment: "accepts another fill value than true and false for a random array of bool",
        why: "the fill value of bool is a JSON boolean",
        requirements: &["fill-value.bool"],
        place: Place::Members(|case| {
            let values = [
                json!(0),
                json!(1),
                json!(-1),
                json!("true"),
                json!(""),
                json!(null),
            ];
            each(
                case,
                |it| matches!(it, DataType::Boolean(_)),
                values.into_iter().chain([json!([]), json!({})]),
            )
        }),
    },
    Rule {
        name: "a fill value with a fraction of zero",
        comment: "accepts an integer that is spelled with a fraction as the fill value of a random array",
        why: "the fill value of integers is spelled without fraction and exponent",
        requirements: &["fill-value.integer-spelling"],
        place: Place::Members(with_fraction),
    },
    Rule {
        name: "a fill value that is not an integer",
        comment: "accepts a fill value that is not an integer for a random array of integers",
        why: "the fill value of integers is a JSON number without fraction",
        requirements: &["fill-value.integer"],
        place: Place::Members(|case| {
            let values = [
                json!("1"),
                json!(1.5),
                json!(true),
                json!(null),
                json!("NaN"),
            ];
            each(
                case,
                is_integer,
                values.into_iter().chain([json!([]), json!({})]),
            )
        }),
    },
    Rule {
        name: "a fill value out of range",
        comment: "accepts a fill value beyond the range of the data type of a random array",
        why: "the fill value lies outside the range of the data type",
        requirements: &["fill-value.integer", "data-type.integers"],
        place: Place::Members(out_of_range),
    },
    Rule {
        name: "a fill value that is not a floating point number",
        comment: "accepts a fill value that is not a number for a random array of floating point numbers",
        why: "the fill value is not a number or one of the strings that mean one",
        requirements: &["fill-value.float-forms"],
        place: Place::Members(|case| {
            let text = [
                "", "1.5", "1", "nan", "NAN", "-NaN", "inf", "infinity", "INFINITY",
            ];
            let others = [json!(true), json!(null), json!([]), json!({})];
            each(
                case,
                |it| matches!(it, DataType::Float(_)),
                text.map(Value::from).into_iter().chain(others),
            )
        }),
    },
    Rule {
        name: "a fill value that the format does not have",
        comment: "accepts infinity or NaN as the fill value of a random array of a data type that has none",
        why: "the data type has no such value",
        requirements: &["small-float.unsupported-constants"],
        place: Place::Members(constants),
    },
    Rule {
        name: "a fill value that is not a pair",
        comment: "accepts a fill value without two components for a random array of complex numbers",
        why: "the fill value of complex numbers is a list of two components",
        requirements: &["fill-value.complex"],
        place: Place::Members(|case| {
            let lists = [
                json!([]),
                json!([1]),
                json!([1, 2, 3]),
                json!([[1, 2]]),
                json!([1, null]),
            ];
            let others = [
                json!(1),
                json!("NaN"),
                json!("1+2i"),
                json!(true),
                json!(null),
            ];
            each(
                case,
                |it| matches!(it, DataType::Complex(_)),
                lists.into_iter().chain(others),
            )
        }),
    },
    Rule {
        name: "a fill value that is not a string",
        comment: "accepts a fill value that is not a string for a random array of strings",
        why: "the fill value of strings is a string",
        requirements: &["string.fill-value"],
        place: Place::Members(|case| {
            let values = [json!(0), json!(1.5), json!(true), json!(null)];
            let others = [json!([]), json!(["a"]), json!([97]), json!({})];
            each(
                case,
                |it| it == DataType::STRING,
                values.into_iter().chain(others),
            )
        }),
    },
    Rule {
        name: "a fill value that is neither a list nor a string",
        comment: "accepts a fill value that is not a list or a string for a random array of byte strings",
        why: "the fill value of byte strings is a list of integers or a string",
        requirements: &["bytes-data-type.fill-value"],
        place: Place::Members(|case| {
            let values = [json!(0), json!(1.5), json!(true), json!(null), json!({})];
            each(case, is_of_bytes, values)
        }),
    },
    Rule {
        name: "a fill value of byte strings with an entry that is not a byte",
        comment: "accepts a fill value with an entry that is not an integer from 0 to 255 for a random array of \
                  byte strings",
        why: "the entries of a fill value of byte strings are integers from 0 to 255",
        requirements: &["bytes-data-type.fill-value-array"],
        place: Place::Members(|case| each(case, is_of_bytes, lists(1).chain(lists(3)))),
    },
    Rule {
        name: "a fill value that is not a list of bytes",
        comment: "accepts a fill value that is not a list of integers from 0 to 255 for a random array of raw \
                  bits",
        why: "the fill value of raw bits is a list of integers from 0 to 255",
        requirements: &["fill-value.raw"],
        place: Place::Members(no_bytes),
    },
];
