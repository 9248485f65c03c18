//! The member `chunk_key_encoding`.

use super::{Beside, Document, accepted_or_refused};
use crate::topic::{ACCEPTED, Topic};

pub(super) fn topic() -> anyhow::Result<Topic> {
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
        let of_name = if name.starts_with("v2") {
            "v2-key.separator"
        } else {
            "default-key.separator"
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
    Beside {
        twin: "default",
        valid: valid.clone(),
        requirements,
    }
    .refused_values(
        &mut topic,
        "chunk_key_encoding",
        &[
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
