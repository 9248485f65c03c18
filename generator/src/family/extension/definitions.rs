//! The forms of an extension.

use super::{Beside, ONE_BYTE, accepted_or_refused, one_byte};
use crate::topic::{ACCEPTED, CURRENT, Topic, V3_0};

pub(super) fn topic() -> anyhow::Result<Topic> {
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
    let of_codec = &[
        requirements[0],
        requirements[1],
        "codecs.extension-definition",
    ];
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
        let requirements = if member == "codecs" {
            &of_codec[..]
        } else {
            requirements
        };
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
        requirements: &["extension.definition-object", "extension.name"],
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
                "codec-name-null",
                r#"[{"name": null}]"#,
                "the name is no string",
            ),
            (
                "codec-name-number",
                r#"[{"name": 1}]"#,
                "the name is no string",
            ),
            (
                "codec-name-object",
                r#"[{"name": {"name": "bytes"}}]"#,
                "the name is no string",
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
