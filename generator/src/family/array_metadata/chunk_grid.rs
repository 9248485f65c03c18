//! The member `chunk_grid`.

use super::{Beside, Document, accepted_or_refused, regular};
use crate::topic::{ACCEPTED, CURRENT, Topic, V3_0};

pub(super) fn topic() -> anyhow::Result<Topic> {
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
        let beside = match name {
            "with-zero" => Beside {
                twin: beside.twin,
                valid: valid.clone(),
                requirements: &["regular-grid.non-zero-chunk-shape"],
            },
            _ => beside.clone(),
        };
        let grid = format!(r#"{{"name": "regular", "configuration": {configuration}}}"#);
        let document = valid.with("chunk_grid", &grid).text();
        let why = format!("the configuration of the grid is {configuration}: {why}");
        beside.refused(topic, &format!("chunk-shape-{name}"), document, &why)?;
    }
    of_vector(topic)?;
    zero_beside_zero(topic, valid)
}

/// One dimension, where a reader that puts a single value into a list finds nothing amiss.
fn of_vector(topic: &mut Topic) -> anyhow::Result<()> {
    let requirements = &["array-metadata.chunk-grid", "regular-grid.chunk-shape"];
    let valid = Document::new()
        .with("shape", "[5]")
        .with("chunk_grid", &regular("[2]"));
    topic
        .fact("vector", requirements, "refuses a grid of one dimension")
        .metadata(valid.text())?;
    let beside = Beside {
        twin: "vector",
        valid: valid.clone(),
        requirements,
    };
    for (name, chunk_shape, why) in [
        ("number", "2", "a number is no list of lengths"),
        ("string", r#""2""#, "a string is no list of lengths"),
        ("with-string", r#"["2"]"#, "a string is no integer"),
        ("nested", "[[2]]", "a list is no integer"),
        ("with-boolean", "[true]", "a boolean is no integer"),
    ] {
        let why = format!("chunk_shape is {chunk_shape}: {why}");
        let document = valid.with("chunk_grid", &regular(chunk_shape)).text();
        beside.refused(
            topic,
            &format!("chunk-shape-of-vector-{name}"),
            document,
            &why,
        )?;
    }
    Ok(())
}

/// Edition 3.1 asks for chunk lengths above zero whatever the length of the array.
fn zero_beside_zero(topic: &mut Topic, valid: &Document) -> anyhow::Result<()> {
    let empty = valid.with("shape", "[2, 0]");
    topic
        .fact(
            "empty-dimension",
            &["regular-grid.non-zero-chunk-shape"],
            "refuses chunks of some length along an empty dimension",
        )
        .metadata(empty.text())?;
    let zero = empty.with("chunk_grid", &regular("[2, 0]")).text();
    let why = "a chunk length is 0, and even an empty dimension has chunks longer than that";
    topic
        .fact(
            "chunk-shape-zero-for-empty-dimension",
            &["regular-grid.positive-chunk-shape"],
            format!("opens an array although {why}"),
        )
        .editions(CURRENT)
        .twin("empty-dimension")
        .refused_metadata(zero.clone(), why)?;
    topic
        .fact(
            "chunk-shape-zero-for-empty-dimension-before",
            &["regular-grid.non-zero-chunk-shape"],
            "before edition 3.1 nothing was said of chunk lengths along an empty dimension",
        )
        .editions(V3_0)
        .open_document(
            zero,
            &accepted_or_refused(
                "an empty dimension has no chunks, of whatever length",
                &empty,
                "a chunk has a length, and 0 is none",
            ),
        )
}
