//! Extension definitions: objects and short-hand names, configurations, `must_understand`.

use super::document::{Beside, Document, ONE_BYTE, accepted_or_refused};
use crate::topic::{ACCEPTED, CURRENT, Topic, V3_0};

pub(super) fn topics() -> anyhow::Result<Vec<Topic>> {
    Ok(vec![definitions()?, must_understand()?])
}

/// A document whose bytes codec needs no configuration.
fn one_byte() -> Document {
    Document::of("uint8", "7")
}

fn definitions() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/extension-definitions",
        ACCEPTED,
        "The forms of an extension: an object with a name and perhaps a configuration, or, since edition 3.1, a name \
         alone. A uint8 array needs no configuration of the bytes codec, so every form means the same.",
    );
    objects(&mut topic)?;
    short_hand(&mut topic)?;
    data_type_objects(&mut topic)?;
    unknown_members(&mut topic)?;
    Ok(topic)
}

fn objects(topic: &mut Topic) -> anyhow::Result<()> {
    let valid = one_byte();
    let requirements = &[
        "extension.configuration-object",
        "extension.optional-configuration",
    ];
    for (name, codecs, comment) in [
        (
            "codec-object",
            ONE_BYTE,
            "demands a configuration that nothing needs",
        ),
        (
            "codec-empty-configuration",
            r#"[{"name": "bytes", "configuration": {}}]"#,
            "refuses a configuration without members",
        ),
        (
            "codec-configuration-first",
            r#"[{"configuration": {}, "name": "bytes"}]"#,
            "demands that the name comes first",
        ),
    ] {
        topic
            .fact(name, requirements, comment)
            .metadata(valid.with("codecs", codecs).text())?;
    }
    let beside = Beside {
        twin: "codec-empty-configuration",
        valid: valid.clone(),
        requirements,
    };
    for (name, configuration) in [
        ("string", r#""little""#),
        ("number", "1"),
        ("boolean", "true"),
        ("list", "[]"),
    ] {
        let codecs = format!(r#"[{{"name": "bytes", "configuration": {configuration}}}]"#);
        beside.refused(
            topic,
            &format!("codec-configuration-{name}"),
            valid.with("codecs", &codecs).text(),
            &format!("the configuration of a codec is {configuration}, not an object"),
        )?;
    }
    topic
        .fact(
            "codec-configuration-null",
            requirements,
            "whether null stands for an absent member is not said",
        )
        .open_document(
            valid
                .with("codecs", r#"[{"name": "bytes", "configuration": null}]"#)
                .text(),
            &accepted_or_refused(
                "null stands for an absent member",
                &valid,
                "null is no object",
            ),
        )
}

fn short_hand(topic: &mut Topic) -> anyhow::Result<()> {
    let valid = one_byte();
    let requirements = &["extension.short-hand", "extension.short-hand-equivalent"];
    for (name, member, value, comment) in [
        (
            "codec-short-hand",
            "codecs",
            r#"["bytes"]"#,
            "refuses a codec that is a name alone",
        ),
        (
            "key-encoding-short-hand-default",
            "chunk_key_encoding",
            r#""default""#,
            "refuses a chunk key encoding that is a name alone",
        ),
        (
            "key-encoding-short-hand-v2",
            "chunk_key_encoding",
            r#""v2""#,
            "refuses a chunk key encoding that is a name alone",
        ),
    ] {
        topic
            .fact(name, requirements, comment)
            .editions(CURRENT)
            .metadata(valid.with(member, value).text())?;
    }
    let why = "a codec is a name alone, and before edition 3.1 it was an object";
    topic
        .fact(
            "codec-short-hand-before",
            &["codecs.object-form"],
            format!("opens an array although {why}"),
        )
        .editions(V3_0)
        .twin("codec-object")
        .refused_metadata(valid.with("codecs", r#"["bytes"]"#).text(), why)?;
    Beside {
        twin: "codec-object",
        valid: valid.clone(),
        requirements: &["extension.definition-object"],
    }
    .refused_current(
        topic,
        &[
            (
                "codec-short-hand-capital",
                r#"["Bytes"]"#,
                "upper-case letters are other letters",
            ),
            (
                "codec-short-hand-empty",
                r#"[""]"#,
                "the empty string is no name of a codec",
            ),
            (
                "codec-short-hand-pair",
                r#"[["bytes", {}]]"#,
                "a list of name and configuration is no extension definition",
            ),
            (
                "codec-name-as-member",
                r#"[{"bytes": {}}]"#,
                "the object has no member \"name\"",
            ),
        ],
    )
}

impl Beside<'_> {
    /// Codec lists that are refused in edition 3.1.
    fn refused_current(
        &self,
        topic: &mut Topic,
        rows: &[(&str, &str, &str)],
    ) -> anyhow::Result<()> {
        for (name, codecs, why) in rows {
            let why = format!("codecs is {codecs}: {why}");
            topic
                .fact(
                    name,
                    self.requirements,
                    format!("opens an array although {why}"),
                )
                .editions(CURRENT)
                .twin(self.twin)
                .refused_metadata(self.valid.with("codecs", codecs).text(), &why)?;
        }
        Ok(())
    }
}

/// The core document wants the identifier of a core data type as a string, and says that a
/// short-hand name means the same as an object.
fn data_type_objects(topic: &mut Topic) -> anyhow::Result<()> {
    let valid = one_byte();
    for (name, data_type) in [
        ("data-type-object", r#"{"name": "uint8"}"#),
        (
            "data-type-object-empty-configuration",
            r#"{"name": "uint8", "configuration": {}}"#,
        ),
    ] {
        topic
            .fact(
                name,
                &[
                    "array-metadata.data-type",
                    "array-metadata.data-type-string",
                    "extension.short-hand-equivalent",
                ],
                "the text asks for a string, and calls objects and short-hand names equivalent",
            )
            .editions(CURRENT)
            .open_document(
                valid.with("data_type", data_type).text(),
                &accepted_or_refused(
                    "an object means the same as its name alone",
                    &valid,
                    "a core data type is given as a string",
                ),
            )?;
    }
    Ok(())
}

fn unknown_members(topic: &mut Topic) -> anyhow::Result<()> {
    let valid = one_byte();
    for (name, member, value) in [
        (
            "codec-unknown-member",
            "codecs",
            r#"[{"name": "bytes", "zarr-conform-unknown": 1}]"#,
        ),
        (
            "codec-unknown-configuration-member",
            "codecs",
            r#"[{"name": "bytes", "configuration": {"zarr-conform-unknown": 1}}]"#,
        ),
        (
            "grid-unknown-member",
            "chunk_grid",
            r#"{"name": "regular", "configuration": {"chunk_shape": [2]}, "zarr-conform-unknown": 1}"#,
        ),
        (
            "key-encoding-unknown-member",
            "chunk_key_encoding",
            r#"{"name": "default", "zarr-conform-unknown": 1}"#,
        ),
        (
            "key-encoding-unknown-configuration-member",
            "chunk_key_encoding",
            r#"{"name": "default", "configuration": {"zarr-conform-unknown": 1}}"#,
        ),
    ] {
        topic
            .fact(
                name,
                &["extension.definition-object", "extension.must-understand"],
                "whether a field that is not recognized makes opening fail within extensions too is not said",
            )
            .editions(CURRENT)
            .open_document(
                valid.with(member, value).text(),
                &accepted_or_refused(
                    "the rule is about members of the document",
                    &valid,
                    "any field that is not recognized makes opening fail",
                ),
            )?;
    }
    Ok(())
}

fn must_understand() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/extension-must-understand",
        CURRENT,
        "must_understand on codecs, storage transformers, data types, grids and chunk key encodings, known and unknown.",
    );
    known(&mut topic)?;
    not_supported(&mut topic)?;
    unknown(&mut topic)?;
    Ok(topic)
}

fn known(topic: &mut Topic) -> anyhow::Result<()> {
    let valid = one_byte();
    topic
        .fact(
            "known-codec-false",
            &["extension.must-understand-false"],
            "refuses a codec that it knows because others might ignore it",
        )
        .metadata(
            valid
                .with("codecs", r#"[{"name": "bytes", "must_understand": false}]"#)
                .text(),
        )?;
    for (name, value, comment, refusing) in [
        (
            "true",
            "true",
            "whether the default may be written out is not said",
            "only false is written out",
        ),
        (
            "string",
            r#""false""#,
            "which values must_understand may have is not said outright",
            "must_understand is a boolean",
        ),
        (
            "null",
            "null",
            "whether null stands for an absent member is not said",
            "must_understand is a boolean",
        ),
    ] {
        let codecs = format!(r#"[{{"name": "bytes", "must_understand": {value}}}]"#);
        topic
            .fact(
                format!("known-codec-{name}"),
                &["extension.must-understand-default"],
                comment,
            )
            .open_document(
                valid.with("codecs", &codecs).text(),
                &accepted_or_refused(
                    "the codec is known, so nothing hangs on it",
                    &valid,
                    refusing,
                ),
            )?;
    }
    topic
        .fact(
            "known-codec-false-before",
            &["codecs.object-form"],
            "before edition 3.1 codecs were not said to have must_understand, nor to have nothing else",
        )
        .editions(V3_0)
        .open_document(
            valid
                .with("codecs", r#"[{"name": "bytes", "must_understand": false}]"#)
                .text(),
            &accepted_or_refused(
                "members that are not defined mean nothing",
                &valid,
                "a codec has a name and a configuration, and nothing else",
            ),
        )
}

/// The text says that `must_understand: false` is not supported here, and not what follows from it.
fn not_supported(topic: &mut Topic) -> anyhow::Result<()> {
    let valid = one_byte();
    for (name, member, before) in [
        ("data-type", "data_type", r#""name": "uint8""#),
        (
            "grid",
            "chunk_grid",
            r#""name": "regular", "configuration": {"chunk_shape": [2]}"#,
        ),
        ("key-encoding", "chunk_key_encoding", r#""name": "default""#),
    ] {
        for value in ["false", "true"] {
            let text = valid
                .with(
                    member,
                    &format!(r#"{{{before}, "must_understand": {value}}}"#),
                )
                .text();
            topic
                .fact(
                    format!("{name}-{value}"),
                    &["extension.must-understand-not-supported"],
                    "what an implementation does with must_understand where it has no place is not said",
                )
                .open_document(
                    text,
                    &accepted_or_refused(
                        "must_understand changes nothing where the extension is known",
                        &valid,
                        "must_understand has no place here",
                    ),
                )?;
        }
    }
    Ok(())
}

fn unknown(topic: &mut Topic) -> anyhow::Result<()> {
    let valid = one_byte();
    for (name, member, value) in [
        (
            "unknown-codec-after-bytes",
            "codecs",
            r#"[{"name": "bytes"}, {"name": "zarr-conform-unknown", "must_understand": false}]"#,
        ),
        (
            "unknown-codec-before-bytes",
            "codecs",
            r#"[{"name": "zarr-conform-unknown", "must_understand": false}, {"name": "bytes"}]"#,
        ),
        (
            "unknown-storage-transformer",
            "storage_transformers",
            r#"[{"name": "zarr-conform-unknown", "must_understand": false}]"#,
        ),
    ] {
        topic
            .fact(
                name,
                &["extension.must-understand-false", "extension.must-understand"],
                "whether an implementation that may ignore an extension has to open the array is not said",
            )
            .open_document(
                valid.with(member, value).text(),
                &accepted_or_refused(
                    "what need not be understood is skipped",
                    &valid,
                    "data cannot be read without every step that made it",
                ),
            )?;
    }
    let plain = valid.with("codecs", r#"[{"name": "bytes"}]"#);
    topic
        .fact(
            "no-unknown",
            &["extension.must-understand"],
            "refuses extensions of which all are known",
        )
        .metadata(plain.with("storage_transformers", "[]").text())?;
    let beside = Beside {
        twin: "no-unknown",
        valid: plain.with("storage_transformers", "[]"),
        requirements: &[
            "extension.must-understand",
            "extension.must-understand-default",
        ],
    };
    for (name, member, value) in [
        (
            "required-codec-implicit",
            "codecs",
            r#"[{"name": "bytes"}, {"name": "zarr-conform-unknown"}]"#,
        ),
        (
            "required-codec-explicit",
            "codecs",
            r#"[{"name": "bytes"}, {"name": "zarr-conform-unknown", "must_understand": true}]"#,
        ),
        (
            "required-codec-short-hand",
            "codecs",
            r#"[{"name": "bytes"}, "zarr-conform-unknown"]"#,
        ),
        (
            "required-storage-transformer-implicit",
            "storage_transformers",
            r#"[{"name": "zarr-conform-unknown"}]"#,
        ),
        (
            "required-storage-transformer-explicit",
            "storage_transformers",
            r#"[{"name": "zarr-conform-unknown", "must_understand": true}]"#,
        ),
        (
            "required-storage-transformer-short-hand",
            "storage_transformers",
            r#"["zarr-conform-unknown"]"#,
        ),
    ] {
        let why = format!(
            "{member} is {value}, with an extension that is unknown and has to be understood"
        );
        beside.refused(topic, name, beside.valid.with(member, value).text(), &why)?;
    }
    Ok(())
}
