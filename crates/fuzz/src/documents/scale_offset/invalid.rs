//! Mistakes in configurations.

use serde_json::{Value, json};

use crate::Case;
use crate::case::codec::Codec;
use crate::invalid::codecs::of_entries;
use crate::invalid::edit::Edit;
use crate::invalid::{Place, Rule};

/// Each of these values for a parameter that is given.
fn given(case: &Case, parameter: &str) -> Vec<Edit> {
    let is_given = |codec: &Codec| match codec {
        Codec::ScaleOffset { offset, scale, .. } => match parameter {
            "offset" => offset.is_some(),
            _ => scale.is_some(),
        },
        _ => false,
    };
    let wrong: [Value; 5] = [json!(true), json!("text"), json!([]), json!({}), json!("1")];
    of_entries(
        case,
        |entry| is_given(entry.codec),
        |entry| Edit::each(&entry.parameter(parameter), wrong.to_vec()),
    )
}

/// A key that is not defined, in a configuration that has one that is.
fn more_keys(case: &Case) -> Vec<Edit> {
    let has_keys = |codec: &Codec| match codec {
        Codec::ScaleOffset { offset, scale, .. } => offset.is_some() || scale.is_some(),
        _ => false,
    };
    of_entries(
        case,
        |entry| has_keys(entry.codec),
        |entry| {
            let keys = ["add_offset", "dtype", "Scale"].into_iter();
            keys.map(|key| Edit::Set(entry.parameter(key), json!(1)))
                .collect()
        },
    )
}

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "an offset that is not a number",
        comment: "accepts an offset that is not a number in scale_offset of a random array",
        why: "an offset has the form of a fill value",
        requirements: &["scale-offset.offset-form"],
        place: Place::Members(|case| given(case, "offset")),
    },
    Rule {
        name: "a scale that is not a number",
        comment: "accepts a scale that is not a number in scale_offset of a random array",
        why: "a scale has the form of a fill value",
        requirements: &["scale-offset.scale-form"],
        place: Place::Members(|case| given(case, "scale")),
    },
    Rule {
        name: "a key that scale_offset does not define",
        comment: "ignores a key in the configuration of scale_offset of a random array that is not defined",
        why: "metadata with other keys than offset and scale are invalid",
        requirements: &["scale-offset.no-additional-keys"],
        place: Place::Members(more_keys),
    },
];
