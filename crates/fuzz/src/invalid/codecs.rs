//! Mistakes in lists of codecs and in the form of their entries.

use serde_json::{Value, json};

use super::edit::{Edit, Entry, entries};
use super::metadata::UNKNOWN;
use super::{Place, Rule};
use crate::Case;
use crate::case::codec::Codec;

/// Changes of each entry for which the condition holds.
pub(crate) fn of_entries(
    case: &Case,
    is_meant: impl Fn(&Entry<'_>) -> bool,
    edits: impl Fn(&Entry<'_>) -> Vec<Edit>,
) -> Vec<Edit> {
    let entries = entries(case).into_iter().filter(|it| is_meant(it));
    entries.flat_map(|it| edits(&it)).collect()
}

/// Each of the values for a parameter of the codecs of this name.
pub(crate) fn each(case: &Case, codec: &str, parameter: &str, values: &[Value]) -> Vec<Edit> {
    of_entries(
        case,
        |entry| entry.codec.name() == codec,
        |entry| Edit::each(&entry.parameter(parameter), values.to_vec()),
    )
}

/// The parameter left out, of the codecs of this name.
pub(crate) fn without(case: &Case, codec: &str, parameter: &str) -> Vec<Edit> {
    of_entries(
        case,
        |entry| entry.codec.name() == codec,
        |entry| vec![Edit::Remove(entry.parameter(parameter))],
    )
}

fn gives_bytes_of_arrays(entry: &Entry<'_>) -> bool {
    matches!(
        entry.codec,
        Codec::Bytes { .. } | Codec::Vlen { .. } | Codec::Sharding(_)
    )
}

fn is_object(entry: &Entry<'_>) -> bool {
    entry.is_object()
}

fn is_first(entry: &Entry<'_>) -> bool {
    entry.at == 0
}

/// A list without its codec from array to bytes, with it twice, and with others in wrong places.
fn wrong_forms(case: &Case) -> Vec<Edit> {
    let crc32c = json!({"name": "crc32c"});
    of_entries(case, gives_bytes_of_arrays, |entry| {
        let (list, at) = (entry.list.clone(), entry.at);
        let rank = entry.shape.len();
        let order: Vec<usize> = (0..rank).collect();
        let transpose = json!({"name": "transpose", "configuration": {"order": order}});
        vec![
            Edit::Remove(entry.place.clone()),
            Edit::Insert(list.clone(), at + 1, entry.codec.json()),
            Edit::Insert(list.clone(), at, crc32c.clone()),
            Edit::Insert(list.clone(), at + 1, transpose),
        ]
    })
}

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "codecs in a wrong sequence",
        comment: "opens a random array whose codecs do not fit each other",
        why: "a list has codecs of arrays, exactly one from array to bytes, and codecs of bytes",
        requirements: &["codecs.chain-form"],
        place: Place::Members(wrong_forms),
    },
    Rule {
        name: "no codecs",
        comment: "opens a random array whose list of codecs is empty",
        why: "no codec yields bytes",
        requirements: &["codecs.not-empty", "codecs.chain-form"],
        place: Place::Members(|case| {
            of_entries(case, is_first, |entry| {
                vec![Edit::Set(entry.list.clone(), json!([]))]
            })
        }),
    },
    Rule {
        name: "an unknown codec",
        comment: "opens a random array with an unknown codec",
        why: "no such codec is known, and none may be skipped",
        requirements: &["codecs.identifier"],
        place: Place::Members(|case| {
            let unknown = json!({"name": UNKNOWN});
            of_entries(
                case,
                |_| true,
                |entry| {
                    let mut edits = vec![
                        Edit::Insert(entry.list.clone(), entry.at, unknown.clone()),
                        Edit::Insert(entry.list.clone(), entry.at + 1, unknown.clone()),
                    ];
                    if entry.is_object() {
                        let names = [json!(UNKNOWN), json!("")];
                        edits.extend(Edit::each(&format!("{}/name", entry.place), names));
                    }
                    edits
                },
            )
        }),
    },
    Rule {
        name: "a codec without a name",
        comment: "opens a random array with a codec that has no name",
        why: "a codec has a name, which is a string",
        requirements: &["extension.definition-object", "codecs.object-form"],
        place: Place::Members(|case| {
            of_entries(case, is_object, |entry| {
                let place = format!("{}/name", entry.place);
                let mut edits = vec![Edit::Remove(place.clone())];
                edits.extend(Edit::each(&place, [json!(1), json!(null)]));
                edits
            })
        }),
    },
    Rule {
        name: "a codec that is not an object",
        comment: "opens a random array with a codec that is not an object or a name",
        why: "a codec is not an object or a name",
        requirements: &["array-metadata.codecs"],
        place: Place::Members(|case| {
            of_entries(
                case,
                |_| true,
                |entry| {
                    Edit::each(
                        &entry.place,
                        [json!(null), json!(1), json!(true), json!([])],
                    )
                },
            )
        }),
    },
    Rule {
        name: "a configuration that is not an object",
        comment: "opens a random array with a codec whose configuration is not an object",
        why: "a configuration is an object",
        requirements: &["extension.configuration-object"],
        place: Place::Members(|case| {
            of_entries(case, is_object, |entry| {
                let place = format!("{}/configuration", entry.place);
                Edit::each(&place, [json!("text"), json!([]), json!(1), json!(true)])
            })
        }),
    },
];
