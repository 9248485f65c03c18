//! Mistakes in the members of a document.

use serde_json::{Value, json};
use zarr_conform_vectors::{Attributes, DimensionNames, StorageTransformers};

use super::edit::Edit;
use super::{Place, Rule};
use crate::Case;

/// A name that nothing has.
pub(crate) const UNKNOWN: &str = "zarr-conform-unknown";

const CHUNK_SHAPE: &str = "/chunk_grid/configuration/chunk_shape";

/// What is not a length.
fn no_lengths() -> [Value; 6] {
    [
        json!(-1),
        json!(1.5),
        json!("2"),
        json!(true),
        json!(null),
        json!([2]),
    ]
}

/// Separators that no encoding has.
fn no_separators() -> [Value; 7] {
    [
        json!("-"),
        json!(""),
        json!("//"),
        json!("_"),
        json!(1),
        json!(true),
        json!([]),
    ]
}

/// The key encoding with each of the wrong separators.
fn with_separators(name: &str) -> Vec<Edit> {
    let encodings = no_separators()
        .map(|separator| json!({"name": name, "configuration": {"separator": separator}}));
    Edit::each("/chunk_key_encoding", encodings)
}

/// A wrong value for each of these lengths.
fn wrong_lengths(place: &str, number: usize, values: &[Value]) -> Vec<Edit> {
    let each = (0..number).flat_map(|d| Edit::each(&format!("{place}/{d}"), values.to_vec()));
    each.collect()
}

/// A list of so many names.
fn names(number: usize) -> Value {
    (0..number).map(|at| format!("axis{at}")).collect()
}

fn dimension_names(case: &Case) -> Vec<Edit> {
    if case.presentation.dimension_names != DimensionNames::Absent {
        return Vec::new();
    }
    let rank = case.shape.len();
    let mut wrong = vec![
        names(rank + 1),
        json!("axis"),
        json!(1),
        json!(true),
        json!({}),
    ];
    if rank > 0 {
        wrong.push(names(rank - 1));
        for entry in [json!(1), json!(true), json!([]), json!({})] {
            let mut list = names(rank);
            list[rank - 1] = entry;
            wrong.push(list);
        }
    }
    Edit::each("/dimension_names", wrong)
}

pub(crate) const RULES: &[Rule] = &[
    Rule {
        name: "a mandatory member left out",
        comment: "opens a random array whose document lacks a mandatory member",
        why: "the document lacks a mandatory member",
        requirements: &["array-metadata.mandatory"],
        place: Place::Members(|case| {
            let members = case.members().into_iter();
            members
                .map(|(name, _)| Edit::Remove(format!("/{name}")))
                .collect()
        }),
    },
    Rule {
        name: "another zarr_format",
        comment: "opens a random array whose zarr_format is not 3",
        why: "zarr_format is not the integer 3",
        requirements: &["array-metadata.zarr-format"],
        place: Place::Members(|_| {
            let text = [json!("3"), json!([3]), json!({}), json!(null), json!(true)];
            let numbers = [json!(2), json!(4), json!(0), json!(-3), json!(259)];
            Edit::each("/zarr_format", numbers.into_iter().chain(text))
        }),
    },
    Rule {
        name: "another node_type",
        comment: "opens a random array whose node_type is not \"array\"",
        why: "node_type is not the string \"array\"",
        requirements: &["array-metadata.node-type"],
        place: Place::Members(|_| {
            let text = [json!(UNKNOWN), json!("Array"), json!("array "), json!("")];
            let others = [json!(null), json!(true), json!(3), json!(["array"])];
            Edit::each("/node_type", text.into_iter().chain(others))
        }),
    },
    Rule {
        name: "a shape that is not a list of lengths",
        comment: "opens a random array whose shape is not a list of integers from 0",
        why: "shape is not a list of integers from 0",
        requirements: &["array-metadata.shape", "array-metadata.dimension-lengths"],
        place: Place::Members(|case| {
            let values = [json!(null), json!(true), json!(3), json!("3"), json!({})];
            let mut edits = Edit::each("/shape", values);
            edits.extend(wrong_lengths("/shape", case.shape.len(), &no_lengths()));
            edits
        }),
    },
    Rule {
        name: "an unknown data type",
        comment: "opens a random array of an unknown data type",
        why: "no data type has this identifier",
        requirements: &["data-type.identifier", "array-metadata.data-type-string"],
        place: Place::Members(|_| {
            let text = [
                UNKNOWN, "", "Int16", "INT16", " int16", "int16 ", "<i2", "|u1",
            ];
            Edit::each("/data_type", text.map(Value::from))
        }),
    },
    Rule {
        name: "raw bits that are not bytes",
        comment: "opens a random array of raw bits whose number is not a multiple of 8",
        why: "the number of bits is not a multiple of 8",
        requirements: &["data-type.raw", "data-type.multiple-of-8"],
        place: Place::Members(|_| Edit::each("/data_type", ["r7", "r12", "r1"].map(Value::from))),
    },
    Rule {
        name: "a data type of another JSON type",
        comment: "opens a random array whose data type is not a string or an object",
        why: "data_type is not a string or an object",
        requirements: &["array-metadata.data-type"],
        place: Place::Members(|_| {
            Edit::each(
                "/data_type",
                [json!(16), json!(null), json!(true), json!(["int16"])],
            )
        }),
    },
    Rule {
        name: "a grid that is not a regular one",
        comment: "opens a random array whose chunk grid is not understood",
        why: "chunk_grid is not an object with the name of a grid",
        requirements: &["array-metadata.chunk-grid", "regular-grid.metadata-object"],
        place: Place::Members(|_| {
            let types = [json!(null), json!(true), json!(3), json!([]), json!({})];
            let mut edits = Edit::each("/chunk_grid", types);
            let names = [json!(UNKNOWN), json!("Regular"), json!(1), json!(null)];
            edits.extend(Edit::each("/chunk_grid/name", names));
            edits.push(Edit::Remove("/chunk_grid/name".to_owned()));
            edits.push(Edit::Remove("/chunk_grid/configuration".to_owned()));
            edits
        }),
    },
    Rule {
        name: "chunks of another rank",
        comment: "opens a random array whose chunks have another number of dimensions",
        why: "there is not one chunk length for each dimension",
        requirements: &["regular-grid.same-rank"],
        place: Place::Members(|case| {
            let rank = case.chunk_shape.len();
            let mut edits = vec![
                Edit::Insert(CHUNK_SHAPE.to_owned(), rank, json!(1)),
                Edit::Insert(CHUNK_SHAPE.to_owned(), 0, json!(1)),
            ];
            edits.extend((0..rank).map(|d| Edit::Remove(format!("{CHUNK_SHAPE}/{d}"))));
            edits
        }),
    },
    Rule {
        name: "a chunk length of 0",
        comment: "opens a random array with a chunk length of 0",
        why: "chunks without elements never cover the array",
        requirements: &["regular-grid.non-zero-chunk-shape"],
        place: Place::Members(|case| {
            let lengths = case.shape.iter().enumerate();
            let with_elements = lengths.filter(|(_, length)| **length > 0);
            let zero = |(d, _)| Edit::Set(format!("{CHUNK_SHAPE}/{d}"), json!(0));
            with_elements.map(zero).collect()
        }),
    },
    Rule {
        name: "a chunk shape that is not a list of lengths",
        comment: "opens a random array whose chunk shape is not a list of integers",
        why: "chunk_shape is not a list of integers greater than 0",
        requirements: &["regular-grid.chunk-shape"],
        place: Place::Members(|case| {
            let values = [json!(null), json!(3), json!("3"), json!({})];
            let mut edits = Edit::each(CHUNK_SHAPE, values);
            edits.push(Edit::Remove(CHUNK_SHAPE.to_owned()));
            edits.extend(wrong_lengths(
                CHUNK_SHAPE,
                case.chunk_shape.len(),
                &no_lengths(),
            ));
            edits
        }),
    },
    Rule {
        name: "an unknown key encoding",
        comment: "opens a random array whose chunk key encoding is not understood",
        why: "chunk_key_encoding is not an object with the name of an encoding",
        requirements: &["array-metadata.chunk-key-encoding"],
        place: Place::Members(|_| {
            let names = [json!(UNKNOWN), json!(null), json!(1)];
            let types = [json!(null), json!(true), json!(3), json!([]), json!({})];
            let mut edits = Edit::each("/chunk_key_encoding/name", names);
            edits.extend(Edit::each("/chunk_key_encoding", types));
            edits
        }),
    },
    Rule {
        name: "a wrong separator of the default encoding",
        comment: "opens a random array whose default chunk key encoding has a separator other than / and .",
        why: "the separator is not \"/\" or \".\"",
        requirements: &["default-key.separator"],
        place: Place::Members(|_| with_separators("default")),
    },
    Rule {
        name: "a wrong separator of the v2 encoding",
        comment: "opens a random array whose v2 chunk key encoding has a separator other than / and .",
        why: "the separator is not \"/\" or \".\"",
        requirements: &["v2-key.separator"],
        place: Place::Members(|_| with_separators("v2")),
    },
    Rule {
        name: "codecs that are not a list",
        comment: "opens a random array whose codecs are not a list",
        why: "codecs is not a list",
        requirements: &["array-metadata.codecs"],
        place: Place::Members(|_| {
            let types = [
                json!(null),
                json!("bytes"),
                json!(1),
                json!(true),
                json!({"name": "bytes"}),
            ];
            Edit::each("/codecs", types)
        }),
    },
    Rule {
        name: "an unknown field",
        comment: "opens a random array with an unknown field that must be understood",
        why: "a field is unknown and does not say that it need not be understood",
        requirements: &[
            "array-metadata.additional-fields",
            "extension.must-understand",
        ],
        place: Place::Members(|_| {
            let plain = [
                json!("value"),
                json!(0),
                json!(null),
                json!(false),
                json!([]),
            ];
            let objects = [
                json!({}),
                json!({"name": UNKNOWN}),
                json!({"name": UNKNOWN, "must_understand": true}),
                json!({"name": UNKNOWN, "must_understand": "false"}),
            ];
            Edit::each(&format!("/{UNKNOWN}"), objects.into_iter().chain(plain))
        }),
    },
    Rule {
        name: "attributes that are not an object",
        comment: "opens a random array whose attributes are not an object",
        why: "attributes is not an object",
        requirements: &["array-metadata.attributes"],
        place: Place::Members(|case| {
            if case.presentation.attributes != Attributes::Absent {
                return Vec::new();
            }
            Edit::each(
                "/attributes",
                [json!([]), json!("text"), json!(3), json!(true)],
            )
        }),
    },
    Rule {
        name: "wrong dimension names",
        comment: "opens a random array whose dimension names are not one name or null for each dimension",
        why: "dimension_names is not a list of one string or null for each dimension",
        requirements: &["array-metadata.dimension-names"],
        place: Place::Members(dimension_names),
    },
    Rule {
        name: "unknown storage transformers",
        comment: "opens a random array whose storage transformers are not understood",
        why: "storage_transformers is not a list of known storage transformers",
        requirements: &[
            "array-metadata.storage-transformers",
            "array-metadata.storage-transformers-extension",
        ],
        place: Place::Members(|case| {
            if case.presentation.storage_transformers != StorageTransformers::Absent {
                return Vec::new();
            }
            // What can name none binds only the writer.
            let values = [
                json!([{"name": UNKNOWN}]),
                json!([null]),
                json!([1]),
                json!([{}]),
                json!("text"),
            ];
            Edit::each("/storage_transformers", values)
        }),
    },
    Rule {
        name: "a document that is cut off",
        comment: "opens a random array whose document ends too early",
        why: "the document ends before its object does",
        requirements: &["array-metadata.mandatory", "array-metadata.json"],
        place: Place::Text,
    },
];
