//! The members `chunk_grid` and `chunk_key_encoding`.

use super::{Beside, Document, accepted_or_refused, regular};
use crate::topic::{ACCEPTED, CURRENT, Topic};

pub(super) fn grid() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/array-metadata-chunk-grid",
        ACCEPTED,
        "The chunk grid: an object that names a regular grid and gives the length of chunks along each dimension.",
    );
    let requirements = &["array-metadata.chunk-grid", "regular-grid.metadata-object"];
    let valid = Document::new();
    topic
        .fact("valid", requirements, "refuses a plain regular grid")
        .metadata(valid.text())?;
    let beside = Beside {
        twin: "valid",
        valid: valid.clone(),
        requirements,
    };
    beside.refused_values(
        &mut topic,
        "chunk_grid",
        &[
            ("null", "null", "null is no grid"),
            ("boolean", "true", "a boolean is no grid"),
            ("number", "2", "a number is no grid"),
            (
                "list",
                "[2, 2]",
                "a list is no grid, although version 2 had `chunks`",
            ),
            ("empty-object", "{}", "the object has no name"),
            (
                "no-name",
                r#"{"configuration": {"chunk_shape": [2, 2]}}"#,
                "the object has no name",
            ),
            (
                "name-null",
                r#"{"name": null, "configuration": {"chunk_shape": [2, 2]}}"#,
                "the name is no string",
            ),
            (
                "name-number",
                r#"{"name": 1, "configuration": {"chunk_shape": [2, 2]}}"#,
                "the name is no string",
            ),
            (
                "name-unknown",
                r#"{"name": "zarr-conform-unknown", "configuration": {"chunk_shape": [2, 2]}}"#,
                "no such grid is known, whatever its configuration looks like",
            ),
            (
                "name-capital",
                r#"{"name": "Regular", "configuration": {"chunk_shape": [2, 2]}}"#,
                "upper-case letters are other letters",
            ),
            (
                "no-configuration",
                r#"{"name": "regular"}"#,
                "a regular grid has a chunk_shape, so it has a configuration",
            ),
            (
                "configuration-null",
                r#"{"name": "regular", "configuration": null}"#,
                "a regular grid has a chunk_shape, and null has none",
            ),
            (
                "configuration-list",
                r#"{"name": "regular", "configuration": [2, 2]}"#,
                "a configuration is an object",
            ),
            (
                "chunk-shape-beside-name",
                r#"{"name": "regular", "chunk_shape": [2, 2]}"#,
                "chunk_shape is a member of the configuration",
            ),
            (
                "short-hand",
                r#""regular""#,
                "a regular grid has a chunk_shape, so its name alone is not enough",
            ),
            (
                "former-type",
                r#"{"type": "regular", "chunk_shape": [2, 2], "separator": "/"}"#,
                "that is the form of the drafts",
            ),
        ],
    )?;
    chunk_shape(&mut topic, &valid)?;
    let extra = r#"{"name": "regular", "configuration": {"chunk_shape": [2, 2], "zarr-conform-unknown": 1}}"#;
    topic
        .fact(
            "unknown-configuration-member",
            &["regular-grid.name"],
            "that a configuration has no other members is not said",
        )
        .open_document(
            valid.with("chunk_grid", extra).text(),
            &accepted_or_refused(
                "what a grid does not define means nothing",
                &valid,
                "fields that are not recognized make opening fail",
            ),
        )?;
    Ok(topic)
}

fn chunk_shape(topic: &mut Topic, valid: &Document) -> anyhow::Result<()> {
    let beside = Beside {
        twin: "valid",
        valid: valid.clone(),
        requirements: &["regular-grid.chunk-shape", "regular-grid.same-rank"],
    };
    for (name, configuration, why) in [
        ("missing", "{}", "the configuration has no chunk_shape"),
        (
            "misspelled",
            r#"{"chunkShape": [2, 2]}"#,
            "the configuration has no chunk_shape",
        ),
        (
            "null",
            r#"{"chunk_shape": null}"#,
            "null is no list of lengths",
        ),
        (
            "number",
            r#"{"chunk_shape": 2}"#,
            "a number is no list of lengths",
        ),
        (
            "string",
            r#"{"chunk_shape": "2, 2"}"#,
            "a string is no list of lengths",
        ),
        (
            "object",
            r#"{"chunk_shape": {"0": 2, "1": 2}}"#,
            "an object is no list of lengths",
        ),
        (
            "empty",
            r#"{"chunk_shape": []}"#,
            "there is no length for two dimensions",
        ),
        (
            "too-short",
            r#"{"chunk_shape": [2]}"#,
            "there is one length for two dimensions",
        ),
        (
            "too-long",
            r#"{"chunk_shape": [2, 2, 1]}"#,
            "there are three lengths for two dimensions",
        ),
        (
            "with-zero",
            r#"{"chunk_shape": [2, 0]}"#,
            "chunks of length 0 never cover a dimension of length 3",
        ),
        (
            "with-negative",
            r#"{"chunk_shape": [2, -2]}"#,
            "no chunk has a negative length",
        ),
        (
            "with-minus-one",
            r#"{"chunk_shape": [2, -1]}"#,
            "-1 does not stand for the whole dimension",
        ),
        (
            "with-fraction",
            r#"{"chunk_shape": [2, 2.5]}"#,
            "2.5 is no integer",
        ),
        (
            "with-string",
            r#"{"chunk_shape": [2, "2"]}"#,
            "a string is no integer",
        ),
        (
            "with-boolean",
            r#"{"chunk_shape": [2, true]}"#,
            "a boolean is no integer",
        ),
        (
            "with-null",
            r#"{"chunk_shape": [2, null]}"#,
            "null is no integer, and no length has a default",
        ),
        (
            "with-list",
            r#"{"chunk_shape": [2, [2, 1]]}"#,
            "a list is no integer; all chunks have one shape",
        ),
    ] {
        let grid = format!(r#"{{"name": "regular", "configuration": {configuration}}}"#);
        let document = valid.with("chunk_grid", &grid).text();
        let why = format!("the configuration of the grid is {configuration}: {why}");
        beside.refused(topic, &format!("chunk-shape-{name}"), document, &why)?;
    }
    zero_beside_zero(topic, valid)
}

/// Edition 3.1 asks for chunk lengths above zero whatever the length of the array.
fn zero_beside_zero(topic: &mut Topic, valid: &Document) -> anyhow::Result<()> {
    let empty = valid.with("shape", "[2, 0]");
    let requirements = &["regular-grid.positive-chunk-shape"];
    topic
        .fact(
            "empty-dimension",
            requirements,
            "refuses chunks of some length along an empty dimension",
        )
        .metadata(empty.text())?;
    let why = "a chunk length is 0, and even an empty dimension has chunks longer than that";
    topic
        .fact(
            "chunk-shape-zero-for-empty-dimension",
            requirements,
            format!("opens an array although {why}"),
        )
        .editions(CURRENT)
        .twin("empty-dimension")
        .refused_metadata(empty.with("chunk_grid", &regular("[2, 0]")).text(), why)?;
    Ok(())
}

pub(super) fn key_encoding() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/array-metadata-chunk-key-encoding",
        ACCEPTED,
        "The chunk key encoding: the name of one of two, and perhaps a separator.",
    );
    let requirements = &["array-metadata.chunk-key-encoding"];
    let valid = Document::new();
    for (name, encoding, comment) in [
        (
            "default",
            r#"{"name": "default"}"#,
            "demands a configuration",
        ),
        (
            "default-empty",
            r#"{"name": "default", "configuration": {}}"#,
            "demands a separator",
        ),
        (
            "default-slash",
            r#"{"name": "default", "configuration": {"separator": "/"}}"#,
            "refuses the separator of the specification's example",
        ),
        (
            "default-dot",
            r#"{"name": "default", "configuration": {"separator": "."}}"#,
            "knows one separator of the two",
        ),
        ("v2", r#"{"name": "v2"}"#, "demands a configuration"),
        (
            "v2-empty",
            r#"{"name": "v2", "configuration": {}}"#,
            "demands a separator",
        ),
        (
            "v2-slash",
            r#"{"name": "v2", "configuration": {"separator": "/"}}"#,
            "knows one separator of the two",
        ),
        (
            "v2-dot",
            r#"{"name": "v2", "configuration": {"separator": "."}}"#,
            "knows one separator of the two",
        ),
    ] {
        let of_name = match name.starts_with("v2") {
            true => "v2-key.separator",
            false => "default-key.separator",
        };
        topic
            .fact(
                name,
                &["array-metadata.chunk-key-encoding", of_name],
                comment,
            )
            .metadata(valid.with("chunk_key_encoding", encoding).text())?;
    }
    let beside = Beside {
        twin: "default-slash",
        valid: valid.clone(),
        requirements,
    };
    beside.refused_values(
        &mut topic,
        "chunk_key_encoding",
        &[
            (
                "null",
                "null",
                "null is no encoding, and none is the default",
            ),
            ("boolean", "true", "a boolean is no encoding"),
            ("number", "2", "a number is no encoding"),
            ("list", r#"["default"]"#, "a list is no encoding"),
            ("empty-object", "{}", "the object has no name"),
            (
                "no-name",
                r#"{"configuration": {"separator": "/"}}"#,
                "the object has no name",
            ),
            (
                "separator-alone",
                r#""/""#,
                "version 2 had the separator alone; here an encoding has a name",
            ),
            ("name-null", r#"{"name": null}"#, "the name is no string"),
            ("name-number", r#"{"name": 2}"#, "the name is no string"),
            (
                "name-unknown",
                r#"{"name": "zarr-conform-unknown"}"#,
                "no such encoding is known, and taking another would read other chunks",
            ),
            (
                "name-capital",
                r#"{"name": "Default"}"#,
                "upper-case letters are other letters",
            ),
            (
                "short-hand-unknown",
                r#""zarr-conform-unknown""#,
                "no such encoding is known",
            ),
            (
                "configuration-string",
                r#"{"name": "default", "configuration": "/"}"#,
                "a configuration is an object",
            ),
            (
                "configuration-list",
                r#"{"name": "default", "configuration": ["/"]}"#,
                "a configuration is an object",
            ),
            (
                "configuration-boolean",
                r#"{"name": "default", "configuration": true}"#,
                "a configuration is an object",
            ),
        ],
    )?;
    separators(&mut topic, &valid)?;
    Ok(topic)
}

fn separators(topic: &mut Topic, valid: &Document) -> anyhow::Result<()> {
    let with = |name: &str, separator: &str| {
        let encoding =
            format!(r#"{{"name": "{name}", "configuration": {{"separator": {separator}}}}}"#);
        valid.with("chunk_key_encoding", &encoding)
    };
    let wrong = [
        ("dash", r#""-""#, "a dash is neither of the two separators"),
        (
            "empty",
            r#""""#,
            "the empty string is neither of the two separators",
        ),
        (
            "double-slash",
            r#""//""#,
            "two slashes are neither of the two separators",
        ),
        (
            "backslash",
            r#""\\""#,
            "a backslash is neither of the two separators",
        ),
        (
            "underscore",
            r#""_""#,
            "an underscore is neither of the two separators",
        ),
        (
            "name-of-character",
            r#""dot""#,
            "a separator is a character, not its name",
        ),
        ("number", "0", "a number is no separator"),
        ("boolean", "true", "a boolean is no separator"),
        ("list", r#"["/"]"#, "a list is no separator"),
        ("object", "{}", "an object is no separator"),
    ];
    for (encoding, twin, requirement) in [
        ("default", "default-slash", "default-key.separator"),
        ("v2", "v2-slash", "v2-key.separator"),
    ] {
        let beside = Beside {
            twin,
            valid: valid.clone(),
            requirements: &[requirement],
        };
        for (name, separator, why) in wrong {
            let document = with(encoding, separator).text();
            let why = format!("the separator is {separator}: {why}");
            beside.refused(
                topic,
                &format!("{encoding}-separator-{name}"),
                document,
                &why,
            )?;
        }
        topic
            .fact(
                format!("{encoding}-separator-null"),
                &[requirement],
                "whether null stands for an absent member is not said",
            )
            .open_document(
                with(encoding, "null").text(),
                &accepted_or_refused(
                    "null stands for an absent member",
                    valid,
                    "null is neither of the two separators",
                ),
            )?;
    }
    Ok(())
}
