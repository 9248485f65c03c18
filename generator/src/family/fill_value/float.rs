//! Fill values of floating point numbers, other than hexadecimal ones and those that are rounded.

use super::{Document, Taken, accepted_or_refused, not_json, refused};
use crate::topic::{ACCEPTED, CURRENT, Topic};

/// One column for each of the data types below.
pub(super) const TYPES: [&str; 3] = ["float16", "float32", "float64"];

const FORMS: &[&str] = &[
    "fill-value.float-forms",
    "storage.missing-chunk-is-fill-value",
];

/// Numbers that every format holds exactly, so that nothing is rounded, and their bits.
const EXACT: [(&str, &str, [&str; 3]); 15] = [
    ("zero", "0", ["0000", "00000000", "0000000000000000"]),
    (
        "zero-with-fraction",
        "0.0",
        ["0000", "00000000", "0000000000000000"],
    ),
    ("integer", "1", ["3c00", "3f800000", "3ff0000000000000"]),
    (
        "negative-integer",
        "-1",
        ["bc00", "bf800000", "bff0000000000000"],
    ),
    (
        "integer-1000",
        "1000",
        ["63d0", "447a0000", "408f400000000000"],
    ),
    ("fraction", "0.5", ["3800", "3f000000", "3fe0000000000000"]),
    (
        "negative-fraction",
        "-2.25",
        ["c080", "c0100000", "c002000000000000"],
    ),
    (
        "trailing-zeros",
        "1.50000000000000000000000",
        ["3e00", "3fc00000", "3ff8000000000000"],
    ),
    ("exponent", "1e2", ["5640", "42c80000", "4059000000000000"]),
    (
        "capital-exponent",
        "1E2",
        ["5640", "42c80000", "4059000000000000"],
    ),
    (
        "positive-exponent",
        "1e+2",
        ["5640", "42c80000", "4059000000000000"],
    ),
    (
        "negative-exponent",
        "25e-2",
        ["3400", "3e800000", "3fd0000000000000"],
    ),
    (
        "exponent-with-zeros",
        "1e0002",
        ["5640", "42c80000", "4059000000000000"],
    ),
    (
        "fraction-and-exponent",
        "-0.0625e+1",
        ["b900", "bf200000", "bfe4000000000000"],
    ),
    (
        "many-digits-of-integer",
        "1000e-3",
        ["3c00", "3f800000", "3ff0000000000000"],
    ),
];

/// The three names, and their bits.
const NAMES: [(&str, &str, [&str; 3], &str); 3] = [
    (
        "infinity",
        r#""Infinity""#,
        ["7c00", "7f800000", "7ff0000000000000"],
        "fill-value.float-strings",
    ),
    (
        "negative-infinity",
        r#""-Infinity""#,
        ["fc00", "ff800000", "fff0000000000000"],
        "fill-value.float-strings",
    ),
    (
        "nan",
        r#""NaN""#,
        ["7e00", "7fc00000", "7ff8000000000000"],
        "fill-value.nan",
    ),
];

pub(super) fn topic() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "data-types/fill-value-float",
        ACCEPTED,
        "Floating point numbers: every spelling of a JSON number, the three strings, and no other spelling of these.",
    );
    for (t, data_type) in TYPES.into_iter().enumerate() {
        for (name, value, bits) in EXACT {
            topic
                .fact(
                    format!("{data_type}-{name}"),
                    FORMS,
                    format!("refuses the number {value}, or takes it for another"),
                )
                .denotes(data_type, value, &[bits[t]])?;
        }
        for (name, value, bits, requirement) in NAMES {
            topic
                .fact(
                    format!("{data_type}-{name}"),
                    &[requirement, "storage.missing-chunk-is-fill-value"],
                    format!("refuses the string {value}, or takes it for other bits"),
                )
                .denotes(data_type, value, &[bits[t]])?;
        }
        names_misspelled(&mut topic, data_type)?;
        other_forms(&mut topic, data_type)?;
        zeros(&mut topic, data_type)?;
        topic
            .fact(
                format!("{data_type}-zero-with-huge-exponent"),
                FORMS,
                "RFC 8259 lets implementations limit the range of numbers, and so of their exponents",
            )
            .open_document(
                Document::of(data_type, "0e999999999999").text(),
                &accepted_or_refused(
                    "the number is zero, whatever its exponent",
                    &Document::of(data_type, "0"),
                    "the exponent is beyond the limits of the implementation",
                ),
            )?;
    }
    Ok(topic)
}

fn names_misspelled(topic: &mut Topic, data_type: &str) -> anyhow::Result<()> {
    let infinity = format!("{data_type}-infinity");
    let negative_infinity = format!("{data_type}-negative-infinity");
    let nan = format!("{data_type}-nan");
    let not_listed = "no such string is listed";
    refused(
        topic,
        (data_type, &infinity),
        &["fill-value.float-forms", "fill-value.float-strings"],
        &[
            ("plus-infinity", r#""+Infinity""#, not_listed),
            ("lower-case-infinity", r#""infinity""#, not_listed),
            ("upper-case-infinity", r#""INFINITY""#, not_listed),
            ("inf", r#""inf""#, not_listed),
            ("capital-inf", r#""Inf""#, not_listed),
            ("infinity-and-space", r#""Infinity ""#, not_listed),
        ],
    )?;
    refused(
        topic,
        (data_type, &negative_infinity),
        &["fill-value.float-forms", "fill-value.float-strings"],
        &[
            ("negative-lower-case-infinity", r#""-infinity""#, not_listed),
            ("negative-inf", r#""-inf""#, not_listed),
        ],
    )?;
    refused(
        topic,
        (data_type, &nan),
        &["fill-value.float-forms", "fill-value.nan"],
        &[
            ("lower-case-nan", r#""nan""#, not_listed),
            ("upper-case-nan", r#""NAN""#, not_listed),
            (
                "negative-nan",
                r#""-NaN""#,
                "no such string is listed; another NaN is given in hexadecimal",
            ),
            ("plus-nan", r#""+NaN""#, not_listed),
            (
                "nan-with-payload",
                r#""NaN(1)""#,
                "no such string is listed; another NaN is given in hexadecimal",
            ),
            ("space-and-nan", r#"" NaN""#, not_listed),
        ],
    )
}

fn other_forms(topic: &mut Topic, data_type: &str) -> anyhow::Result<()> {
    refused(
        topic,
        (data_type, &format!("{data_type}-integer")),
        &["fill-value.float-forms"],
        &[
            ("empty-string", r#""""#, "the empty string is no number"),
            (
                "number-in-string",
                r#""1.5""#,
                "a number is not given as a string",
            ),
            (
                "integer-in-string",
                r#""1""#,
                "a number is not given as a string",
            ),
            ("boolean", "true", "a boolean is no number"),
            (
                "null",
                "null",
                "null is no number, and does not stand for NaN",
            ),
            ("list", "[1]", "a list is no number"),
            ("object", "{}", "an object is no number"),
        ],
    )?;
    let more = "the parser accepts more than JSON";
    let bits = match data_type {
        "float16" => r#""0x3c00""#,
        "float32" => r#""0x00003c00""#,
        _ => r#""0x0000000000003c00""#,
    };
    not_json(
        topic,
        data_type,
        &["fill-value.float-forms", "array-metadata.json"],
        &[
            ("leading-zero", "01", &[(more, "1")]),
            ("leading-plus", "+1", &[(more, "1")]),
            ("no-integer-part", ".5", &[(more, "0.5")]),
            ("no-fraction-digits", "1.", &[(more, "1")]),
            (
                "hexadecimal-number",
                "0x3c00",
                &[
                    (
                        "the parser accepts more than JSON, and this is a number",
                        "15360",
                    ),
                    (
                        "the parser accepts more than JSON, and these are bits",
                        bits,
                    ),
                ],
            ),
            ("nan-literal", "NaN", &[(more, r#""NaN""#)]),
            ("infinity-literal", "Infinity", &[(more, r#""Infinity""#)]),
            (
                "negative-infinity-literal",
                "-Infinity",
                &[(more, r#""-Infinity""#)],
            ),
        ],
    )
}

/// The value of -0.0 is zero, and two elements have that value: the text does not say which of the
/// two is nearest.
fn zeros(topic: &mut Topic, data_type: &str) -> anyhow::Result<()> {
    let digits = Document::of(data_type, "0");
    let sign = match data_type {
        "float16" => r#""0x8000""#,
        "float32" => r#""0x80000000""#,
        _ => r#""0x8000000000000000""#,
    };
    let readings: [Taken; 2] = [
        ("the sign is kept", Some(Document::of(data_type, sign))),
        ("the value is zero, and so is the element", Some(digits)),
    ];
    for (name, value, editions) in [
        ("minus-zero", "-0", ACCEPTED),
        ("minus-zero-with-fraction", "-0.0", ACCEPTED),
        ("minus-zero-with-exponent", "-0e-1", ACCEPTED),
        ("minus-almost-nothing", "-1e-400", CURRENT),
    ] {
        topic
            .fact(
                format!("{data_type}-{name}"),
                &["fill-value.float-forms"],
                "whether a number that is zero keeps its sign is not said",
            )
            .editions(editions)
            .open_document(Document::of(data_type, value).text(), &readings)?;
    }
    Ok(())
}
