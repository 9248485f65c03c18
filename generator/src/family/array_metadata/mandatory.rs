//! The mandatory members.

use super::{Beside, Document};
use crate::topic::{ACCEPTED, Topic};

pub(super) fn missing() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/array-metadata-mandatory",
        ACCEPTED,
        "Every mandatory member, missing in turn: none has a default.",
    );
    let requirements = &["array-metadata.mandatory"];
    let valid = Document::new();
    topic
        .fact(
            "all",
            &["array-metadata.mandatory", "array-metadata.document"],
            "refuses a document that has every mandatory member and no other",
        )
        .metadata(valid.text())?;
    let beside = Beside {
        twin: "all",
        valid,
        requirements,
    };
    for member in [
        "zarr_format",
        "node_type",
        "shape",
        "data_type",
        "chunk_grid",
        "chunk_key_encoding",
        "fill_value",
        "codecs",
    ] {
        let name = format!("no-{}", member.replace('_', "-"));
        let document = beside.valid.without(member).text();
        let why = format!("{member}, which is mandatory, is missing");
        beside.refused(&mut topic, &name, document, &why)?;
    }
    Ok(topic)
}

pub(super) fn members() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/array-metadata-members",
        ACCEPTED,
        "zarr_format, node_type and data_type of every wrong JSON type and with wrong values.",
    );
    let valid = Document::new();
    topic
        .fact(
            "valid",
            &[
                "array-metadata.zarr-format",
                "array-metadata.node-type",
                "array-metadata.data-type",
            ],
            "refuses a plain document",
        )
        .metadata(valid.text())?;
    let beside = |requirements: &'static [&'static str]| Beside {
        twin: "valid",
        valid: valid.clone(),
        requirements,
    };
    beside(&["array-metadata.zarr-format"]).refused_values(
        &mut topic,
        "zarr_format",
        &[
            ("null", "null", "null is not the integer 3"),
            ("boolean", "true", "a boolean is not the integer 3"),
            ("string", r#""3""#, "a string is not the integer 3"),
            ("array", "[3]", "a list is not the integer 3"),
            ("object", "{}", "an object is not the integer 3"),
            ("2", "2", "only 3 is the version of this format"),
            ("4", "4", "only 3 is the version of this format"),
            ("0", "0", "only 3 is the version of this format"),
            ("negative", "-3", "only 3 is the version of this format"),
            (
                "minor-version",
                "3.1",
                "the minor version of the specification is not recorded, and 3.1 is no integer",
            ),
            ("beyond-8-bits", "259", "it is 3 in its lowest 8 bits alone"),
            (
                "beyond-32-bits",
                "4294967299",
                "it is 3 in its lowest 32 bits alone",
            ),
        ],
    )?;
    beside(&["array-metadata.node-type"]).refused_values(
        &mut topic,
        "node_type",
        &[
            ("null", "null", "null is not the string \"array\""),
            ("boolean", "true", "a boolean is not the string \"array\""),
            ("number", "3", "a number is not the string \"array\""),
            ("list", r#"["array"]"#, "a list is not the string \"array\""),
            (
                "object",
                r#"{"name": "array"}"#,
                "an object is not the string \"array\"",
            ),
            (
                "group",
                r#""group""#,
                "a group is no array, and its metadata has no such members",
            ),
            (
                "unknown",
                r#""zarr-conform-unknown""#,
                "there are no nodes of that type",
            ),
            (
                "capital",
                r#""Array""#,
                "upper-case letters are other letters",
            ),
            ("empty", r#""""#, "the empty string is not \"array\""),
            (
                "trailing-space",
                r#""array ""#,
                "a string with a space at its end is another string",
            ),
        ],
    )?;
    beside(&["array-metadata.data-type"]).refused_values(
        &mut topic,
        "data_type",
        &[
            ("null", "null", "null is neither a string nor an object"),
            (
                "boolean",
                "true",
                "a boolean is neither a string nor an object",
            ),
            ("number", "16", "a number is neither a string nor an object"),
            (
                "list",
                r#"["int16"]"#,
                "a list is neither a string nor an object; lists of fall-back types were dropped",
            ),
            ("empty-object", "{}", "the object has no name"),
            (
                "object-without-name",
                r#"{"configuration": {}}"#,
                "the object has no name",
            ),
            ("name-number", r#"{"name": 16}"#, "the name is no string"),
        ],
    )?;
    beside(&["array-metadata.fill-value"]).refused_values(
        &mut topic,
        "fill_value",
        &[(
            "null",
            "null",
            "null is no value of an int16, and no default may stand in for it",
        )],
    )?;
    Ok(topic)
}

pub(super) fn shape() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/array-metadata-shape",
        ACCEPTED,
        "The shape: a list of integers from 0, one for each dimension.",
    );
    let requirements = &["array-metadata.shape", "array-metadata.dimension-lengths"];
    let valid = Document::new();
    topic
        .fact(
            "valid",
            requirements,
            "refuses a plain shape, or exchanges its lengths",
        )
        .metadata(valid.text())?;
    for (name, shape, chunk_shape, comment) in [
        (
            "no-dimensions",
            "[]",
            "[]",
            "refuses an array without dimensions, or takes it for an empty one",
        ),
        (
            "one-dimension",
            "[5]",
            "[2]",
            "refuses an array of one dimension",
        ),
        (
            "length-0",
            "[2, 0]",
            "[2, 2]",
            "refuses a dimension of length 0",
        ),
        (
            "all-lengths-0",
            "[0, 0, 0]",
            "[1, 2, 3]",
            "refuses an array without elements",
        ),
        (
            "length-1",
            "[1, 3, 1]",
            "[1, 2, 1]",
            "drops dimensions of length 1",
        ),
        (
            "shorter-than-chunk",
            "[2, 3]",
            "[4, 5]",
            "refuses chunks that are longer than the array",
        ),
        (
            "seven-dimensions",
            "[1, 2, 1, 2, 1, 2, 3]",
            "[1, 1, 1, 2, 1, 2, 2]",
            "has a largest number of dimensions below 7",
        ),
    ] {
        let document = valid
            .with("shape", shape)
            .with("chunk_grid", &super::regular(chunk_shape));
        let of_lengths = match name {
            "no-dimensions" => "array-metadata.zero-dimensions",
            _ => "array-metadata.dimension-lengths",
        };
        topic
            .fact(name, &["array-metadata.shape", of_lengths], comment)
            .metadata(document.text())?;
    }
    let beside = Beside {
        twin: "valid",
        valid,
        requirements,
    };
    beside.refused_values(
        &mut topic,
        "shape",
        &[
            ("null", "null", "null is no list of integers"),
            ("boolean", "true", "a boolean is no list of integers"),
            ("number", "6", "a number is no list of integers"),
            ("string", r#""2, 3""#, "a string is no list of integers"),
            (
                "object",
                r#"{"0": 2, "1": 3}"#,
                "an object is no list of integers",
            ),
            (
                "with-negative",
                "[2, -3]",
                "no dimension has a negative length",
            ),
            ("with-minus-one", "[2, -1]", "no length is left open"),
            ("with-fraction", "[2, 3.5]", "3.5 is no integer"),
            ("with-string", r#"[2, "3"]"#, "a string is no integer"),
            ("with-boolean", "[2, true]", "a boolean is no integer"),
            (
                "with-null",
                "[2, null]",
                "null is no integer, and no length is left open",
            ),
            ("with-list", "[2, [3]]", "a list is no integer"),
            ("with-object", "[2, {}]", "an object is no integer"),
        ],
    )?;
    // One dimension, where a reader that puts a single value into a list finds nothing amiss.
    let vector = Beside {
        twin: "one-dimension",
        valid: Document::new()
            .with("shape", "[5]")
            .with("chunk_grid", &super::regular("[2]")),
        requirements,
    };
    vector.refused_values(
        &mut topic,
        "shape",
        &[
            ("of-vector-number", "5", "a number is no list of integers"),
            (
                "of-vector-string",
                r#""5""#,
                "a string is no list of integers",
            ),
            (
                "of-vector-with-string",
                r#"["5"]"#,
                "a string is no integer",
            ),
            ("of-vector-nested", "[[5]]", "a list is no integer"),
        ],
    )?;
    Ok(topic)
}
