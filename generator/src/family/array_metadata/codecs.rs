//! The member `codecs`: its form, and the order of the kinds of codecs.

use zarr_conform_vectors::Level;

use super::{Beside, Document, LITTLE, accepted_or_refused};
use crate::topic::{ACCEPTED, Topic};

const BYTES: &str = r#"{"name": "bytes", "configuration": {"endian": "little"}}"#;
const TRANSPOSE: &str = r#"{"name": "transpose", "configuration": {"order": [1, 0]}}"#;
const CRC32C: &str = r#"{"name": "crc32c"}"#;
const GZIP: &str = r#"{"name": "gzip", "configuration": {"level": 5}}"#;

pub(super) fn topic() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/array-metadata-codecs",
        ACCEPTED,
        "The list of codecs: not empty, each an object with a name, and their kinds in the one order that makes \
         sense: array to array, array to bytes once, bytes to bytes.",
    );
    let requirements = &["array-metadata.codecs"];
    let valid = Document::new();
    topic
        .fact(
            "bytes",
            requirements,
            "refuses a list of the bytes codec alone",
        )
        .metadata(valid.text())?;
    let beside = Beside {
        twin: "bytes",
        valid: valid.clone(),
        requirements,
    };
    beside.refused_values(
        &mut topic,
        "codecs",
        &[
            (
                "null",
                "null",
                "null is no list, and no codec is the default",
            ),
            ("string", r#""bytes""#, "a string is no list"),
            ("number", "1", "a number is no list"),
            ("boolean", "true", "a boolean is no list"),
            ("object", BYTES, "a single codec is no list of codecs"),
        ],
    )?;
    Beside {
        twin: "bytes",
        valid: valid.clone(),
        requirements: &["array-metadata.codecs", "codecs.not-empty"],
    }
    .refused_values(
        &mut topic,
        "codecs",
        &[(
            "empty",
            "[]",
            "no codec yields bytes, and none is the default",
        )],
    )?;
    entries(&mut topic, &valid)?;
    of_draft(&mut topic, &valid)?;
    kinds(&mut topic, &valid)?;
    Ok(topic)
}

/// Requirements, and rows of name, entry, and why it is no codec.
type Entries<'a> = (&'a [&'a str], &'a [(&'a str, &'a str, &'a str)]);

fn entries(topic: &mut Topic, valid: &Document) -> anyhow::Result<()> {
    let groups: [Entries; 4] = [
        (
            &["array-metadata.codecs"][..],
            &[
                ("null", "null", "null is no codec"),
                ("number", "1", "a number is no codec"),
                ("boolean", "true", "a boolean is no codec"),
                ("list", LITTLE, "a list in the list is no codec"),
            ][..],
        ),
        (
            &["array-metadata.codecs", "codecs.identifier"][..],
            &[
                ("empty-object", "{}", "the object has no name"),
                (
                    "no-name",
                    r#"{"configuration": {"endian": "little"}}"#,
                    "the object has no name",
                ),
                (
                    "former-id",
                    r#"{"id": "bytes", "configuration": {"endian": "little"}}"#,
                    "version 2 had `id`; here the member is `name`",
                ),
                (
                    "name-null",
                    r#"{"name": null, "configuration": {"endian": "little"}}"#,
                    "the name is no string",
                ),
                (
                    "name-number",
                    r#"{"name": 1, "configuration": {"endian": "little"}}"#,
                    "the name is no string",
                ),
                (
                    "name-list",
                    r#"{"name": ["bytes"], "configuration": {"endian": "little"}}"#,
                    "the name is no string",
                ),
                (
                    "name-unknown",
                    r#"{"name": "zarr-conform-unknown", "configuration": {"endian": "little"}}"#,
                    "no such codec is known",
                ),
                (
                    "name-capital",
                    r#"{"name": "Bytes", "configuration": {"endian": "little"}}"#,
                    "upper-case letters are other letters",
                ),
                (
                    "name-empty",
                    r#"{"name": "", "configuration": {"endian": "little"}}"#,
                    "the empty string is no name of a codec",
                ),
                (
                    "short-hand-unknown",
                    r#""zarr-conform-unknown""#,
                    "no such codec is known",
                ),
            ][..],
        ),
        (
            &["extension.configuration-object"][..],
            &[
                (
                    "configuration-string",
                    r#"{"name": "bytes", "configuration": "little"}"#,
                    "a configuration is an object",
                ),
                (
                    "configuration-list",
                    r#"{"name": "bytes", "configuration": ["little"]}"#,
                    "a configuration is an object",
                ),
            ][..],
        ),
        (
            &["bytes.endian-required"][..],
            &[
                (
                    "short-hand-without-endian",
                    r#""bytes""#,
                    "int16 needs endian, so the name alone is not enough",
                ),
                (
                    "configuration-beside-name",
                    r#"{"name": "bytes", "endian": "little"}"#,
                    "endian is a member of the configuration",
                ),
            ][..],
        ),
    ];
    for (requirements, rows) in groups {
        let beside = Beside {
            twin: "bytes",
            valid: valid.clone(),
            requirements,
        };
        for (name, entry, why) in rows {
            let document = valid.with("codecs", &format!("[{entry}]")).text();
            let why = format!("the codec is {entry}: {why}");
            beside.refused(topic, &format!("entry-{name}"), document, &why)?;
        }
    }
    Ok(())
}

/// Nothing forbids an implementation to know the drafts' codec beside those of the specification.
fn of_draft(topic: &mut Topic, valid: &Document) -> anyhow::Result<()> {
    let codecs = r#"[{"name": "endian", "configuration": {"endian": "little"}}]"#;
    topic
        .fact(
            "entry-name-of-draft",
            &["array-metadata.codecs", "codecs.identifier"],
            "that was the name of the bytes codec in the drafts, and implementations may know more codecs",
        )
        .open_document(
            valid.with("codecs", codecs).text(),
            &accepted_or_refused(
                "the codec of the drafts is known",
                valid,
                "no codec of the specification has this name",
            ),
        )
}

/// Arrays of so many elements that no runner writes them whole: what gzip and crc32c make of bytes
/// is not tested here, only where they may stand.
fn kinds(topic: &mut Topic, valid: &Document) -> anyhow::Result<()> {
    let valid = &valid.with("shape", "[100, 101]");
    let requirements = &["codecs.chain-form", "codecs.kinds"];
    let with = |codecs: &[&str]| {
        valid
            .with("codecs", &format!("[{}]", codecs.join(", ")))
            .text()
    };
    // Whoever lacks transpose, gzip or crc32c lacks what the specification recommends to have.
    let chains: [(&str, &[&str], Level, &str); 8] = [
        (
            "bytes-alone",
            &[BYTES],
            Level::Must,
            "refuses a list of one codec",
        ),
        (
            "transpose-bytes",
            &[TRANSPOSE, BYTES],
            Level::Should,
            "refuses an array to array codec before bytes",
        ),
        (
            "transpose-twice",
            &[TRANSPOSE, TRANSPOSE, BYTES],
            Level::Should,
            "refuses two codecs of one name",
        ),
        (
            "bytes-crc32c",
            &[BYTES, CRC32C],
            Level::Should,
            "refuses a codec on bytes after bytes",
        ),
        (
            "bytes-gzip",
            &[BYTES, GZIP],
            Level::Should,
            "refuses a codec on bytes after bytes",
        ),
        (
            "bytes-crc32c-gzip",
            &[BYTES, CRC32C, GZIP],
            Level::Should,
            "refuses two codecs on bytes",
        ),
        (
            "bytes-gzip-crc32c",
            &[BYTES, GZIP, CRC32C],
            Level::Should,
            "demands an order among codecs on bytes",
        ),
        (
            "transpose-bytes-gzip",
            &[TRANSPOSE, BYTES, GZIP],
            Level::Should,
            "refuses a codec of each kind",
        ),
    ];
    for (name, codecs, level, comment) in chains {
        topic
            .fact(name, requirements, comment)
            .level(level)
            .metadata(with(codecs))?;
    }
    let refused: [(&str, &str, &[&str], &str); 12] = [
        (
            "transpose-alone",
            "transpose-bytes",
            &[TRANSPOSE],
            "no codec yields bytes",
        ),
        (
            "crc32c-alone",
            "bytes-crc32c",
            &[CRC32C],
            "no codec turns the array into bytes",
        ),
        (
            "gzip-alone",
            "bytes-gzip",
            &[GZIP],
            "no codec turns the array into bytes",
        ),
        (
            "bytes-twice",
            "bytes-alone",
            &[BYTES, BYTES],
            "two codecs turn an array into bytes, and only one can be given an array",
        ),
        (
            "bytes-transpose",
            "transpose-bytes",
            &[BYTES, TRANSPOSE],
            "a codec on arrays stands after the bytes",
        ),
        (
            "crc32c-bytes",
            "bytes-crc32c",
            &[CRC32C, BYTES],
            "a codec on bytes stands before there are any",
        ),
        (
            "gzip-bytes",
            "bytes-gzip",
            &[GZIP, BYTES],
            "a codec on bytes stands before there are any",
        ),
        (
            "transpose-gzip",
            "transpose-bytes-gzip",
            &[TRANSPOSE, GZIP],
            "no codec turns the array into bytes",
        ),
        (
            "transpose-gzip-bytes",
            "transpose-bytes-gzip",
            &[TRANSPOSE, GZIP, BYTES],
            "a codec on bytes stands before there are any",
        ),
        (
            "gzip-transpose-bytes",
            "transpose-bytes-gzip",
            &[GZIP, TRANSPOSE, BYTES],
            "a codec on bytes stands before there are any",
        ),
        (
            "bytes-crc32c-transpose",
            "bytes-crc32c",
            &[BYTES, CRC32C, TRANSPOSE],
            "a codec on arrays stands after the bytes",
        ),
        (
            "bytes-crc32c-bytes",
            "bytes-crc32c",
            &[BYTES, CRC32C, BYTES],
            "two codecs turn an array into bytes",
        ),
    ];
    for (name, twin, codecs, why) in refused {
        Beside {
            twin,
            valid: valid.clone(),
            requirements,
        }
        .refused(topic, name, with(codecs), why)?;
    }
    Ok(())
}
