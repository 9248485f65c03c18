//! Members that the core document does not define.

use super::{Beside, Document, accepted_or_refused};
use crate::topic::{ACCEPTED, Topic};

const MEMBER: &str = "zarr-conform-unknown";

pub(super) fn topic() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/array-metadata-additional-fields",
        ACCEPTED,
        "A member that no implementation knows: opening fails, unless the member says that it need not be understood.",
    );
    let requirements = &[
        "array-metadata.additional-fields",
        "extension.must-understand",
    ];
    let valid = Document::new();
    let marked = r#"{"name": "zarr-conform-unknown", "must_understand": false}"#;
    topic
        .fact(
            "need-not-be-understood",
            requirements,
            "refuses a member that says that it can be ignored",
        )
        .metadata(valid.with(MEMBER, marked).text())?;
    let configured = r#"{"must_understand": false, "name": "zarr-conform-unknown", "configuration": {"must_understand": true}}"#;
    topic
        .fact(
            "need-not-be-understood-with-configuration",
            requirements,
            "looks into the configuration of a member that can be ignored",
        )
        .metadata(valid.with(MEMBER, configured).text())?;
    let beside = Beside {
        twin: "need-not-be-understood",
        valid: valid.clone(),
        requirements,
    };
    unmarked(&mut topic, &beside)?;
    known_elsewhere(&mut topic, &beside)?;
    nameless(&mut topic, &valid)?;
    Ok(topic)
}

/// A document whose unknown member makes opening fail.
fn refused(
    topic: &mut Topic,
    beside: &Beside,
    name: &str,
    document: String,
    why: &str,
) -> anyhow::Result<()> {
    topic
        .fact(
            name,
            beside.requirements,
            format!("opens an array although {why}"),
        )
        .twin(beside.twin)
        .at_open()
        .refused_metadata(document, why)
}

fn unmarked(topic: &mut Topic, beside: &Beside) -> anyhow::Result<()> {
    for (name, value) in [
        ("string", r#""value""#),
        ("number", "0"),
        ("null", "null"),
        ("false", "false"),
        ("true", "true"),
        ("list", "[]"),
        (
            "list-of-marked",
            r#"[{"name": "zarr-conform-unknown", "must_understand": false}]"#,
        ),
        ("empty-object", "{}"),
        ("name-alone", r#"{"name": "zarr-conform-unknown"}"#),
        (
            "must-understand-true",
            r#"{"name": "zarr-conform-unknown", "must_understand": true}"#,
        ),
        (
            "must-understand-string",
            r#"{"name": "zarr-conform-unknown", "must_understand": "false"}"#,
        ),
        (
            "must-understand-0",
            r#"{"name": "zarr-conform-unknown", "must_understand": 0}"#,
        ),
        (
            "must-understand-null",
            r#"{"name": "zarr-conform-unknown", "must_understand": null}"#,
        ),
        (
            "must-understand-empty",
            r#"{"name": "zarr-conform-unknown", "must_understand": ""}"#,
        ),
        (
            "must-understand-in-configuration",
            r#"{"name": "zarr-conform-unknown", "configuration": {"must_understand": false}}"#,
        ),
        (
            "must-understand-capital",
            r#"{"name": "zarr-conform-unknown", "Must_Understand": false}"#,
        ),
    ] {
        let why = format!(
            "an unknown member has the value {value}, which does not say \"must_understand\": false"
        );
        refused(
            topic,
            beside,
            name,
            beside.valid.with(MEMBER, value).text(),
            &why,
        )?;
    }
    let member = beside.valid.with("must_understand", "false");
    let why = "must_understand is a member of the document, which defines none of that name";
    refused(
        topic,
        beside,
        "must-understand-as-member",
        member.text(),
        why,
    )
}

/// Members that mean something in version 2, or that are almost those of version 3.
fn known_elsewhere(topic: &mut Topic, beside: &Beside) -> anyhow::Result<()> {
    for (name, member, value) in [
        ("version-2-order", "order", r#""C""#),
        ("version-2-filters", "filters", "[]"),
        (
            "version-2-dimension-separator",
            "dimension_separator",
            r#""/""#,
        ),
        ("capital-attributes", "Attributes", "{}"),
        (
            "dimension-names-in-camel-case",
            "dimensionNames",
            r#"["y", "x"]"#,
        ),
        ("member-of-empty-name", "", "1"),
        ("underscore-comment", "_comment", r#""a remark""#),
    ] {
        let twin = format!("{name}-need-not-be-understood");
        let marked = r#"{"name": "zarr-conform-unknown", "must_understand": false}"#;
        topic
            .fact(
                &twin,
                beside.requirements,
                format!("refuses the member {member:?} although it says that it can be ignored"),
            )
            .metadata(beside.valid.with(member, marked).text())?;
        let beside = Beside {
            twin: &twin,
            valid: beside.valid.clone(),
            requirements: beside.requirements,
        };
        let why = format!(
            "the member {member:?} is not defined in version 3, and does not say \"must_understand\": false"
        );
        refused(
            topic,
            &beside,
            name,
            beside.valid.with(member, value).text(),
            &why,
        )?;
    }
    Ok(())
}

/// Whether a member that is no extension object at all can say that it need not be understood.
fn nameless(topic: &mut Topic, valid: &Document) -> anyhow::Result<()> {
    for (name, value) in [
        ("nameless", r#"{"must_understand": false}"#),
        (
            "nameless-with-others",
            r#"{"must_understand": false, "a": [1], "b": {}}"#,
        ),
    ] {
        topic
            .fact(
                name,
                &["array-metadata.additional-fields", "extension.must-understand"],
                "whether an additional field needs the name that every extension object has is not said",
            )
            .open_document(
                valid.with(MEMBER, value).text(),
                &accepted_or_refused(
                    "only must_understand counts",
                    valid,
                    "an additional field is an extension object, and so has a name",
                ),
            )?;
    }
    Ok(())
}
