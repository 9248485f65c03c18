//! Attributes of nodes: any JSON values but those of which the text leaves open how they are read.

use serde_json::{Map, Value, json};

use crate::tape::Tape;

/// Names, some of which are those of members of a metadata document.
const NAMES: [&str; 9] = [
    "a",
    "is",
    "",
    "\u{e4}",
    "zarr_format",
    "node_type",
    "attributes",
    "must_understand",
    "consolidated_metadata",
];
/// Integers that binary64 holds.
const INTEGERS: [i64; 8] = [
    0,
    1,
    -1,
    127,
    1 << 31,
    -(1 << 31) - 1,
    1 << 32,
    (1 << 53) - 1,
];
const TEXTS: [&str; 6] = ["", "it", "1", "NaN", "\u{e4}\n\"\\/", "日本😀"];
const FRACTIONS: [f64; 3] = [0.5, -0.25, 1.5];
/// How deep values are nested.
const DEEPEST: u32 = 3;

/// Attributes; nothing where there is no such member.
pub(super) fn optional(tape: &mut Tape) -> Option<Map<String, Value>> {
    match tape.pick("attributes", &[3, 1, 5]) {
        0 => None,
        1 => Some(Map::new()),
        _ => Some(any(tape)),
    }
}

/// At least one attribute.
pub(super) fn any(tape: &mut Tape) -> Map<String, Value> {
    members(tape, 1, 0)
}

fn members(tape: &mut Tape, least: usize, depth: u32) -> Map<String, Value> {
    let members = tape.list(
        "attribute",
        least,
        |rng| rng.usize(least..4),
        |tape, _| (tape.one("attribute", &NAMES).to_owned(), value(tape, depth)),
    );
    members.into_iter().collect()
}

fn value(tape: &mut Tape, depth: u32) -> Value {
    let nested = u32::from(depth < DEEPEST);
    match tape.pick("value", &[4, 2, 1, 1, 1, nested, nested]) {
        0 => json!(tape.one("integer", &INTEGERS)),
        1 => json!(tape.one("text", &TEXTS)),
        2 => Value::Null,
        3 => json!(tape.is("true", 1, 2)),
        4 => json!(tape.one("fraction", &FRACTIONS)),
        5 => {
            let values = tape.list(
                "item",
                0,
                |rng| rng.usize(..3),
                |tape, _| value(tape, depth + 1),
            );
            Value::Array(values)
        }
        _ => Value::Object(members(tape, 0, depth + 1)),
    }
}
