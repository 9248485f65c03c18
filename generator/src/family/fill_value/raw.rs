//! Fill values of raw bits.
//!
//! The text asks for a list of integers that are bytes, as long as the number in the name of the
//! data type, which counts bits: an erratum, read as one integer for each byte. Raw bits are optional
//! and the sentence contradicts itself, so that nothing valid here is a must, and a list with an
//! integer for each bit is open.

use super::{Document, accepted_or_refused, refused};
use crate::topic::{ACCEPTED, Topic};

/// Data type, one value with an integer for each byte.
const BYTES: [(&str, &str); 6] = [
    ("r8", "[7]"),
    ("r16", "[1, 2]"),
    ("r24", "[1, 128, 255]"),
    ("r32", "[222, 173, 190, 239]"),
    ("r64", "[1, 2, 3, 4, 5, 6, 7, 8]"),
    (
        "r128",
        "[255, 1, 254, 2, 253, 3, 252, 4, 251, 5, 250, 6, 249, 7, 248, 8]",
    ),
];

pub(super) fn topic() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "data-types/fill-value-raw",
        ACCEPTED,
        "Raw bits: lists with an integer for each byte, lists with an integer for each bit, and what is neither.",
    );
    for (data_type, value) in BYTES {
        topic
            .fact(
                format!("{data_type}-for-each-byte"),
                &[
                    "fill-value.raw",
                    "data-type.raw",
                    "storage.missing-chunk-is-fill-value",
                ],
                "whether a fill value has an integer for each byte or for each bit is contradictory",
            )
            .open_document(
                Document::of(data_type, value).text(),
                &accepted_or_refused(
                    "there is an integer for each byte",
                    &Document::of(data_type, value),
                    "there is an integer for each bit",
                ),
            )?;
        for_each_bit(&mut topic, data_type)?;
    }
    for (data_type, rows) in [
        (
            "r8",
            &[
                ("above-range", "[256]"),
                ("negative", "[-1]"),
                ("fraction", "[1.5]"),
                ("string", "[\"7\"]"),
                ("boolean", "[true]"),
                ("null", "[null]"),
                ("list", "[[7]]"),
            ],
        ),
        (
            "r16",
            &[
                ("above-range", "[1, 256]"),
                ("negative", "[-1, 2]"),
                ("fraction", "[1, 1.5]"),
                ("string", "[\"1\", 2]"),
                ("boolean", "[1, false]"),
                ("null", "[1, null]"),
                ("list", "[[1, 2], 2]"),
            ],
        ),
    ] {
        let rows = rows.map(|(name, value)| {
            (
                format!("with-{name}"),
                value,
                "one of its entries is no integer from 0 to 255",
            )
        });
        wrong(&mut topic, data_type, &rows)?;
    }
    let other = [
        (
            "empty",
            "[]",
            "there is no integer, neither for bytes nor for bits",
        ),
        (
            "too-long-and-too-short",
            "[1, 2, 3]",
            "there are three integers for 16 bits or 2 bytes",
        ),
        ("number", "258", "a number is no list"),
        ("string", r#""\u0001\u0002""#, "a string is no list"),
        (
            "base64",
            r#""AQI=""#,
            "a string is no list; base64 was the form of version 2",
        ),
        (
            "hexadecimal",
            r#""0x0102""#,
            "a string is no list; hexadecimal is for floating point numbers",
        ),
        ("null", "null", "null is no list"),
        ("boolean", "false", "a boolean is no list"),
        ("object", r#"{"0": 1, "1": 2}"#, "an object is no list"),
    ]
    .map(|(name, value, why)| (name.to_owned(), value, why));
    wrong(&mut topic, "r16", &other)?;
    Ok(topic)
}

/// All zeros: whatever an integer for each bit would mean, that element is known.
fn for_each_bit(topic: &mut Topic, data_type: &str) -> anyhow::Result<()> {
    let bits: usize = data_type.trim_start_matches('r').parse()?;
    let zeros = |length: usize| format!("[{}]", vec!["0"; length].join(", "));
    topic
        .fact(
            format!("{data_type}-for-each-bit"),
            &["fill-value.raw"],
            "the text asks for as many integers as there are bits, and no element has bytes for them",
        )
        .open_document(
            Document::of(data_type, &zeros(bits)).text(),
            &accepted_or_refused(
                "the list is as long as the number in the name of the data type",
                &Document::of(data_type, &zeros(bits / 8)),
                "there is an integer for each byte",
            ),
        )
}

fn wrong(topic: &mut Topic, data_type: &str, rows: &[(String, &str, &str)]) -> anyhow::Result<()> {
    let twin = format!("{data_type}-for-each-byte");
    for (name, value, why) in rows {
        refused(
            topic,
            (data_type, &twin),
            &["fill-value.raw"],
            &[(name, value, why)],
        )?;
    }
    Ok(())
}
