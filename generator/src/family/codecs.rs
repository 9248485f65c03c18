//! Codec lists: their form, and codecs that do not belong.

use serde_json::{Value, json};
use zarr_conform_reference::DataType;
use zarr_conform_vectors::Level;

use crate::fact::{bytes_codec, transpose_codec};
use crate::topic::{ACCEPTED, Topic};

pub(super) fn topics() -> anyhow::Result<Vec<Topic>> {
    Ok(vec![form()?])
}

fn form() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/codec-lists",
        ACCEPTED,
        "A codec list is any number of array -> array codecs, exactly one array -> bytes codec, any number of \
         bytes -> bytes codecs, in this order.",
    );
    let transpose = transpose_codec(&[1, 0]);
    let bytes = bytes_codec("little");
    let gzip = json!({"name": "gzip", "configuration": {"level": 1}});
    let crc32c = json!({"name": "crc32c"});
    let shape = &[2, 3][..];
    // More elements than a runner encodes: what gzip and crc32c make of bytes is not tested here, only
    // where they may stand.
    let large = &[100, 101][..];
    let form = &["codecs.chain-form"][..];
    let kinds = &["codecs.chain-form", "transpose.kind", "bytes.kind"][..];
    let valid_form = &[
        "codecs.chain-form",
        "codecs.core-codecs",
        "codecs.configuration",
    ][..];

    let valid: [(&str, Value, &str); 3] = [
        (
            "bytes",
            json!([bytes]),
            "the shortest list: one array -> bytes codec",
        ),
        (
            "transpose-bytes",
            json!([transpose, bytes]),
            "an array -> array codec first",
        ),
        (
            "transpose-transpose-bytes",
            json!([transpose, transpose, bytes]),
            "array -> array codecs may repeat",
        ),
    ];
    for (name, codecs, comment) in valid {
        topic
            .fact(name, valid_form, comment)
            .representation(codecs, DataType::Int16, shape)?;
    }
    for (name, codecs) in [
        ("bytes-gzip", json!([bytes, gzip])),
        ("bytes-crc32c", json!([bytes, crc32c])),
        ("transpose-bytes-gzip", json!([transpose, bytes, gzip])),
    ] {
        topic
            .fact(name, valid_form, "a codec on bytes stands after bytes")
            .level(Level::Should)
            .representation(codecs, DataType::Int16, large)?;
    }

    let refused: [(&str, &[&str], Value, &str, &str); 11] = [
        (
            "empty",
            &["codecs.not-empty", "codecs.chain-form"],
            json!([]),
            "bytes",
            "no codec yields bytes; the drafts' conversion is gone",
        ),
        (
            "transpose-alone",
            kinds,
            json!([transpose]),
            "transpose-bytes",
            "no codec yields bytes; the drafts' conversion is gone",
        ),
        (
            "two-transposes-alone",
            form,
            json!([transpose, transpose]),
            "transpose-transpose-bytes",
            "no codec yields bytes",
        ),
        (
            "bytes-twice",
            kinds,
            json!([bytes, bytes]),
            "bytes",
            "two codecs yield bytes, and the second takes none",
        ),
        (
            "transpose-last",
            kinds,
            json!([bytes, transpose]),
            "transpose-bytes",
            "transpose takes an array and gets bytes",
        ),
        (
            "transpose-on-both-sides",
            kinds,
            json!([transpose, bytes, transpose]),
            "transpose-bytes",
            "transpose takes an array and gets bytes",
        ),
        (
            "bytes-transpose-bytes",
            form,
            json!([bytes, transpose, bytes]),
            "transpose-bytes",
            "transpose takes an array and gets bytes",
        ),
        (
            "gzip-first",
            form,
            json!([gzip, bytes]),
            "bytes-gzip",
            "gzip takes bytes and gets an array",
        ),
        (
            "crc32c-first",
            form,
            json!([crc32c, bytes]),
            "bytes-crc32c",
            "crc32c takes bytes and gets an array",
        ),
        (
            "gzip-between",
            form,
            json!([transpose, gzip, bytes]),
            "transpose-bytes-gzip",
            "gzip takes bytes and gets an array",
        ),
        (
            "gzip-alone",
            form,
            json!([gzip]),
            "bytes-gzip",
            "no codec takes the array",
        ),
    ];
    for (name, requirements, codecs, twin, why) in refused {
        topic
            .fact(
                name,
                requirements,
                format!("a list of the wrong form: {why}"),
            )
            .twin(twin)
            .refused_representation(
                codecs,
                DataType::Int16,
                if name.contains("gzip") || name.contains("crc32c") {
                    large
                } else {
                    shape
                },
                why,
            )?;
    }

    topic
        .fact(
            "legacy-endian",
            &["bytes.name"],
            "the drafts' codec endian is called bytes now, and implementations may know more codecs",
        )
        .open_representation(
            json!([{"name": "endian", "configuration": {"endian": "little"}}]),
            DataType::Int16,
            shape,
            &[
                ("the codec of the drafts is known", true),
                ("no codec of the specification has this name", false),
            ],
        )?;
    let names: [(&str, &[&str], Value, &str); 8] = [
        (
            "bytes-upper-case",
            &["bytes.name"],
            json!({"name": "Bytes", "configuration": {"endian": "little"}}),
            "names are compared to the letter",
        ),
        (
            "bytes-with-space",
            &["bytes.name"],
            json!({"name": "bytes ", "configuration": {"endian": "little"}}),
            "names are compared to the letter",
        ),
        (
            "bytes-with-version",
            &["bytes.name"],
            json!({"name": "bytes/1.0", "configuration": {"endian": "little"}}),
            "the version is no part of the name",
        ),
        (
            "id-for-name",
            &["extension.definition-object", "bytes.name"],
            json!({"id": "bytes", "configuration": {"endian": "little"}}),
            "the member is called name, not id as in version 2",
        ),
        (
            "no-name",
            &["extension.definition-object"],
            json!({"configuration": {"endian": "little"}}),
            "name is required",
        ),
        (
            "name-number",
            &["extension.definition-object"],
            json!({"name": 1, "configuration": {"endian": "little"}}),
            "name must be a string",
        ),
        (
            "name-null",
            &["extension.definition-object"],
            json!({"name": null, "configuration": {"endian": "little"}}),
            "name must be a string",
        ),
        (
            "parameters-beside-name",
            &["extension.definition-object", "bytes.endian-required"],
            json!({"name": "bytes", "endian": "little"}),
            "parameters stand in configuration",
        ),
    ];
    for (name, requirements, codec, why) in names {
        topic
            .fact(
                name,
                requirements,
                format!("a codec that is not there: {why}"),
            )
            .twin("bytes")
            .refused_representation(json!([codec]), DataType::Int16, shape, why)?;
    }
    let unknown = json!({"name": "zarr-conform-unknown"});
    for (name, codecs) in [
        ("unknown-before", json!([unknown, bytes])),
        ("unknown-after", json!([bytes, unknown])),
        ("unknown-in-place", json!([unknown])),
    ] {
        topic
            .fact(
                name,
                &["codecs.identifier"],
                "skips a codec that it does not know, and so takes what that codec made for elements",
            )
            .twin("bytes")
            .refused_representation(
                codecs,
                DataType::Int16,
                shape,
                "no such codec is known, and none may be skipped",
            )?;
    }
    let codec = json!({"name": "Transpose", "configuration": {"order": [1, 0]}});
    topic
        .fact(
            "transpose-upper-case",
            &["transpose.name"],
            "names are compared to the letter",
        )
        .twin("transpose-bytes")
        .refused_representation(
            json!([codec, bytes]),
            DataType::Int16,
            shape,
            "no codec has a name with capitals",
        )?;
    Ok(topic)
}
