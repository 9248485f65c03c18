//! The optional members `attributes`, `storage_transformers` and `dimension_names`.

use zarr_conform_vectors::Level;

use super::{Beside, Document, accepted_or_refused, regular};
use crate::topic::{ACCEPTED, Topic};

pub(super) fn topic() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/array-metadata-optional",
        ACCEPTED,
        "The optional members: any attributes, names of dimensions with all that is allowed in them, no storage \
         transformers; and each of a wrong type.",
    );
    let valid = Document::new();
    topic
        .fact(
            "none",
            &[
                "array-metadata.optional-members",
                "array-metadata.storage-transformers-none",
                "array-metadata.dimension-names-absent",
            ],
            "demands a member that may be left out",
        )
        .metadata(valid.text())?;
    let all = valid
        .with("attributes", r#"{"units": "m"}"#)
        .with("storage_transformers", "[]")
        .with("dimension_names", r#"["y", "x"]"#);
    topic
        .fact(
            "all",
            &["array-metadata.optional-members"],
            "refuses a member that may be there",
        )
        .metadata(all.text())?;
    let beside = |twin, requirements: &'static [&'static str]| Beside {
        twin,
        valid: valid.clone(),
        requirements,
    };
    attributes(
        &mut topic,
        &beside("attributes-empty", &["array-metadata.attributes"]),
    )?;
    storage_transformers(
        &mut topic,
        &beside(
            "storage-transformers-empty",
            &[
                "array-metadata.storage-transformers",
                "array-metadata.storage-transformers-extension",
            ],
        ),
    )?;
    dimension_names(
        &mut topic,
        &beside(
            "dimension-names-strings",
            &["array-metadata.dimension-names"],
        ),
    )?;
    scalar(&mut topic)?;
    nulls(&mut topic, &valid)?;
    Ok(topic)
}

fn attributes(topic: &mut Topic, beside: &Beside) -> anyhow::Result<()> {
    let deep = format!("{}1{}", r#"{"a": ["#.repeat(20), "]}".repeat(20));
    Beside {
        requirements: &["array-metadata.attributes-any"],
        twin: beside.twin,
        valid: beside.valid.clone(),
    }
    .valid_values(
        topic,
        "attributes",
        &[
            ("empty", "{}", "refuses an object without members"),
            ("every-type", r#"{"null": null, "boolean": false, "integer": -12, "fraction": 0.5e-3, "string": "s", "list": [1, "a", null, [], {}], "object": {"a": {"b": {}}}}"#, "refuses a JSON type among the attributes"),
            ("names-of-members", r#"{"zarr_format": 2, "node_type": "group", "shape": [9], "must_understand": true, "fill_value": 1, "codecs": []}"#, "takes attributes for members of the metadata"),
            ("strange-names", r#"{"": 1, " ": 2, "a b": 3, "/": 4, ".": 5, "é": 7, "名前": 8, "\ud83d\ude00": 9}"#, "restricts the names of attributes"),
            ("special-strings", r#"{"a": "NaN", "b": "Infinity", "c": "0x7fc00000"}"#, "turns strings among the attributes into numbers"),
        ],
    )?;
    // JSON by its grammar, but RFC 8259 lets implementations limit depth and range.
    for (name, value, comment) in [
        (
            "attributes-nested",
            deep.as_str(),
            "cannot nest attributes 40 deep",
        ),
        (
            "attributes-large-integer",
            r#"{"a": 9007199254740993}"#,
            "refuses integers among the attributes that a binary64 cannot hold",
        ),
    ] {
        topic
            .fact(name, &["array-metadata.attributes-any"], comment)
            .level(Level::Should)
            .metadata(beside.valid.with("attributes", value).text())?;
    }
    beside.refused_values(
        topic,
        "attributes",
        &[
            ("list", "[]", "a list is no object"),
            (
                "list-of-pairs",
                r#"[["units", "m"]]"#,
                "a list is no object",
            ),
            ("string", r#""units""#, "a string is no object"),
            ("number", "1", "a number is no object"),
            ("boolean", "false", "a boolean is no object"),
        ],
    )
}

fn storage_transformers(topic: &mut Topic, beside: &Beside) -> anyhow::Result<()> {
    Beside {
        requirements: &["array-metadata.storage-transformers-none"],
        twin: beside.twin,
        valid: beside.valid.clone(),
    }
    .valid_values(
        topic,
        "storage_transformers",
        &[(
            "empty",
            "[]",
            "refuses an empty list, which means that there are none",
        )],
    )?;
    beside.refused_values(
        topic,
        "storage_transformers",
        &[
            ("object", "{}", "an object is no list"),
            ("string", r#""zarr-conform-unknown""#, "a string is no list"),
            ("number", "0", "a number is no list"),
            ("boolean", "false", "a boolean is no list"),
            ("entry-null", "[null]", "null is no storage transformer"),
            ("entry-number", "[1]", "a number is no storage transformer"),
            ("entry-without-name", r#"[{"configuration": {}}]"#, "the storage transformer has no name"),
            ("unknown", r#"[{"name": "zarr-conform-unknown", "configuration": {}}]"#, "no such storage transformer is known, and without it other keys or values are read"),
        ],
    )
}

fn dimension_names(topic: &mut Topic, beside: &Beside) -> anyhow::Result<()> {
    topic
        .fact(
            "dimension-names-equal",
            &[
                "array-metadata.dimension-names",
                "array-metadata.dimension-names-distinct",
            ],
            "demands that names differ, which is only recommended",
        )
        .metadata(beside.valid.with("dimension_names", r#"["x", "x"]"#).text())?;
    beside.valid_values(
        topic,
        "dimension_names",
        &[
            ("strings", r#"["y", "x"]"#, "refuses plain names"),
            (
                "empty-strings",
                r#"["", ""]"#,
                "demands that names are not empty",
            ),
            (
                "unicode",
                r#"["é", "\ud83d\ude00"]"#,
                "restricts names to ASCII, or cannot read characters beyond 16 bits",
            ),
            (
                "punctuation",
                r#"["a/b c", "\"\\\t"]"#,
                "restricts names to identifiers",
            ),
            (
                "special",
                r#"["null", "0"]"#,
                "takes names for other JSON values",
            ),
        ],
    )?;
    Beside {
        requirements: &[
            "array-metadata.dimension-names",
            "array-metadata.dimension-names-null",
        ],
        twin: beside.twin,
        valid: beside.valid.clone(),
    }
    .valid_values(
        topic,
        "dimension_names",
        &[
            (
                "null-first",
                r#"[null, "x"]"#,
                "refuses a dimension without a name",
            ),
            (
                "null-last",
                r#"["y", null]"#,
                "refuses a dimension without a name",
            ),
            (
                "all-null",
                "[null, null]",
                "refuses a list in which no dimension has a name",
            ),
        ],
    )?;
    beside.refused_values(
        topic,
        "dimension_names",
        &[
            (
                "string",
                r#""yx""#,
                "a string is no list, even if it has a character for each dimension",
            ),
            ("object", r#"{"0": "y", "1": "x"}"#, "an object is no list"),
            ("number", "2", "a number is no list"),
            ("boolean", "true", "a boolean is no list"),
            ("empty", "[]", "two dimensions have two entries"),
            ("too-short", r#"["y"]"#, "two dimensions have two entries"),
            (
                "too-long",
                r#"["z", "y", "x"]"#,
                "two dimensions have two entries",
            ),
            (
                "with-number",
                r#"["y", 1]"#,
                "a number is neither a string nor null",
            ),
            (
                "with-boolean",
                r#"["y", false]"#,
                "a boolean is neither a string nor null",
            ),
            (
                "with-list",
                r#"["y", ["x"]]"#,
                "a list is neither a string nor null",
            ),
            (
                "with-object",
                r#"["y", {}]"#,
                "an object is neither a string nor null",
            ),
        ],
    )
}

/// An array without dimensions has an empty list of names, and no other.
fn scalar(topic: &mut Topic) -> anyhow::Result<()> {
    let valid = Document::new()
        .with("shape", "[]")
        .with("chunk_grid", &regular("[]"))
        .with("dimension_names", "[]");
    let requirements = &["array-metadata.dimension-names"];
    topic
        .fact(
            "scalar-dimension-names-empty",
            requirements,
            "refuses the empty list of an array without dimensions",
        )
        .metadata(valid.text())?;
    Beside {
        twin: "scalar-dimension-names-empty",
        valid,
        requirements,
    }
    .refused_values(
        topic,
        "dimension_names",
        &[("of-scalar", r#"["x"]"#, "there is no dimension to name")],
    )
}

fn nulls(topic: &mut Topic, valid: &Document) -> anyhow::Result<()> {
    for (member, requirement, not) in [
        (
            "attributes",
            "array-metadata.attributes",
            "null is no object",
        ),
        (
            "storage_transformers",
            "array-metadata.storage-transformers",
            "null is no list",
        ),
        (
            "dimension_names",
            "array-metadata.dimension-names",
            "null is no list",
        ),
    ] {
        topic
            .fact(
                format!("{}-null", member.replace('_', "-")),
                &[requirement],
                "whether null stands for an absent member is not said",
            )
            .open_document(
                valid.with(member, "null").text(),
                &accepted_or_refused("null stands for an absent member", valid, not),
            )?;
    }
    Ok(())
}
