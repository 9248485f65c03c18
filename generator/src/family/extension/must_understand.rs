//! The member `must_understand` of extensions.

use serde_json::{Value, json};
use zarr_conform_reference::DataType;
use zarr_conform_reference::storage::METADATA_KEY;

use super::super::arrays::Sketch;
use super::{Beside, accepted_or_refused, one_byte};
use crate::store::{Plan, document};
use crate::topic::{CURRENT, Topic, V3_0};

pub(super) fn topic() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/extension-must-understand",
        CURRENT,
        "must_understand on codecs, storage transformers, data types, grids and chunk key encodings, known and unknown.",
    );
    known(&mut topic)?;
    known_unusable(&mut topic)?;
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
            "whether a codec of this specification may say that it need not be understood is not said",
        )
        .open_document(
            valid
                .with("codecs", r#"[{"name": "bytes", "must_understand": false}]"#)
                .text(),
            &accepted_or_refused(
                "the codec is known, so nothing hangs on it",
                &valid,
                "a codec that changes what is stored has to be understood",
            ),
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

/// A known codec whose configuration is wrong, and which need not be understood: whether one that
/// cannot be used counts as one that is not understood is not said.
fn known_unusable(topic: &mut Topic) -> anyhow::Result<()> {
    let order = |order: Value| json!({"order": order});
    let more = json!({"order": [1, 0], "zarr-conform-unknown": 1});
    let cases: [(&str, Value, bool); 4] = [
        ("known-codec-false-unknown-member", more, true),
        (
            "known-codec-false-no-permutation",
            order(json!([0, 0])),
            false,
        ),
        ("known-codec-false-too-long", order(json!([1, 0, 2])), false),
        ("known-codec-false-missing-order", json!({}), false),
    ];
    for (name, configuration, has_order) in cases {
        let transpose =
            json!({"name": "transpose", "configuration": configuration, "must_understand": false});
        let codecs = json!([transpose, {"name": "bytes"}]);
        let sketch = Sketch::new(DataType::Uint8, &[2, 3], &[2, 3]);
        let key_encoding = json!({"name": "default"});
        let text = document("uint8", &[2, 3], &[2, 3], &key_encoding, &json!(7), &codecs);
        let mut readings = vec![
            ("what is known has to be right", None),
            (
                "what need not be understood and cannot be used is skipped",
                Some(vec![1, 2, 3, 4, 5, 6]),
            ),
        ];
        if has_order {
            let turned = vec![1, 3, 5, 2, 4, 6];
            readings.push(("members that are not known mean nothing", Some(turned)));
        }
        topic
            .fact(
                name,
                &["extension.must-understand-false", "codecs.applied-in-sequence"],
                "a chunk is stored, and whether the codec is skipped, refused or applied is seen in its elements",
            )
            .open_array(
                Plan {
                    replaced: vec![
                        (METADATA_KEY, text.into_bytes()),
                        ("c/0/0", vec![1, 2, 3, 4, 5, 6]),
                    ],
                    ..sketch.plan()?
                },
                &readings,
            )?;
    }
    Ok(())
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
