//! Permitted readings of the members of array metadata.

use crate::array_metadata;
use crate::error::metadata;
use crate::permitted::{ACCEPTED, CURRENT, Permitted, Tendency};
use crate::steps::{Replacement, Steps};
use crate::{DataType, Json, Result};

/// The names of fields that other formats and writers have, and that change nothing for an
/// implementation that has no use for them.
const RECOGNIZED: [&str; 7] = [
    "order",
    "filters",
    "dimension_separator",
    "Attributes",
    "dimensionNames",
    "_comment",
    "",
];

/// The identifier in a data type that is an object of these members, where it has a name.
fn identifier<'a>(value: &'a Json, members: &[&str]) -> Option<&'a Json> {
    let Json::Object(found) = value else {
        return None;
    };
    let is_known = |name: &str| members.contains(&name);
    let is_empty = |value: &Json| *value == Json::Object(Vec::new());
    let all = found.iter().all(|(name, value)| match name.as_str() {
        "configuration" => is_known(name) && is_empty(value),
        name => is_known(name),
    });
    value.member("name").filter(|_| all)
}

/// The value without its member `must_understand`.
fn understood(value: &Json) -> Json {
    let Json::Object(members) = value else {
        return value.clone();
    };
    let others = members.iter().filter(|(name, _)| name != "must_understand");
    Json::Object(others.cloned().collect())
}

/// The data type of a string, or of an object of these members, of which one may be demanded.
fn data_type(
    steps: &Steps,
    value: &Json,
    members: &[&str],
    demanded: Option<&str>,
) -> Result<DataType> {
    let has = |name: &str| value.member(name).is_some();
    match identifier(value, members) {
        Some(identifier) if demanded.is_none_or(has) => steps.text().data_type(identifier),
        _ => steps.text().data_type(value),
    }
}

pub(crate) const LIST: &[Permitted] = &[
    Permitted {
        name: "null-members-are-absent",
        open: "null-for-absent",
        does: "treats attributes, storage transformers and dimension names that are null as absent",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[
            Replacement::attributes(|_, value| match value {
                Json::Null => Ok(Json::Object(Vec::new())),
                _ => array_metadata::attributes(value),
            }),
            Replacement::storage_transformers(|steps, value| match value {
                Json::Null => Ok(()),
                _ => array_metadata::storage_transformers(steps, value),
            }),
            Replacement::dimension_names(|_, value, shape| match value {
                Json::Null => Ok(vec![None; shape.len()]),
                _ => array_metadata::dimension_names(value, shape),
            }),
        ],
    },
    Permitted {
        name: "data-type-as-object",
        open: "data-type-as-object",
        does: "takes an object with the name of a core data type, and perhaps an empty configuration",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::data_type(|steps, value| {
            data_type(steps, value, &["name", "configuration"], None)
        })],
    },
    Permitted {
        name: "data-type-that-need-not-be-understood",
        open: "must-understand-where-not-supported",
        does: "ignores must_understand, true or false, on a data type that is an object",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::data_type(|steps, value| {
            match value.member("must_understand") {
                Some(Json::Bool(_)) => data_type(steps, value, &["name", "must_understand"], None)
                    .or_else(|_| steps.text().data_type(&understood(value))),
                _ => steps.text().data_type(value),
            }
        })],
    },
    Permitted {
        name: "data-type-with-any-must-understand",
        open: "must-understand-not-boolean",
        does: "ignores must_understand on a data type that is an object, whatever its value",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::data_type(|steps, value| {
            data_type(
                steps,
                value,
                &["name", "must_understand"],
                Some("must_understand"),
            )
            .or_else(|_| steps.text().data_type(&understood(value)))
        })],
    },
    Permitted {
        name: "zeros-before-bits",
        open: "zeros-before-a-number-of-bits",
        does: "ignores zeros before the number of bits of raw bits",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::data_type(|steps, value| {
            let digits = value.as_str().and_then(|text| text.strip_prefix("r0"));
            match digits.map(|digits| digits.trim_start_matches('0')) {
                Some(digits) if !digits.is_empty() => {
                    steps.text().data_type(&Json::String(format!("r{digits}")))
                }
                _ => steps.text().data_type(value),
            }
        })],
    },
    Permitted {
        name: "more-fields-recognized",
        open: "recognized-fields",
        does: "recognizes fields of version 2 and comments, and ignores them",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::additional_field(|_, name, value| {
            if RECOGNIZED.contains(&name) {
                return Ok(());
            }
            array_metadata::additional_field(name, value)
        })],
    },
    Permitted {
        name: "must-understand-of-the-document",
        open: "must-understand-as-a-member-of-the-document",
        does: "ignores a member of the document that is called must_understand and is false",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::additional_field(|_, name, value| {
            match (name, value) {
                ("must_understand", Json::Bool(false)) => Ok(()),
                _ => array_metadata::additional_field(name, value),
            }
        })],
    },
    Permitted {
        name: "additional-fields-have-names",
        open: "nameless-additional-fields",
        does: "refuses an additional field that need not be understood and has no name",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::additional_field(
            |_, name, value| match value.member("name") {
                Some(Json::String(_)) => array_metadata::additional_field(name, value),
                _ => metadata(format!(
                    "{name:?} has no name, expected an extension object"
                )),
            },
        )],
    },
    Permitted {
        name: "storage-transformers-skipped",
        open: "skipping-an-unknown-storage-transformer",
        does: "skips storage transformers with must_understand false, of which it knows none",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::storage_transformers(|steps, value| {
            let Json::Array(list) = value else {
                return array_metadata::storage_transformers(steps, value);
            };
            for transformer in list {
                if steps
                    .extension(transformer, "storage_transformers")?
                    .must_understand
                {
                    return array_metadata::storage_transformers(steps, value);
                }
            }
            Ok(())
        })],
    },
];
