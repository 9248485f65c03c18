//! Fill values of complex numbers.

use super::{Document, Taken, not_json, refused};
use crate::topic::{ACCEPTED, CURRENT, Topic};

/// Name, value, and the bits of both components as `complex64` and as `complex128`.
const VALUES: [(&str, &str, [[&str; 2]; 2]); 8] = [
    (
        "integers",
        "[1, 2]",
        [
            ["3f800000", "40000000"],
            ["3ff0000000000000", "4000000000000000"],
        ],
    ),
    (
        "zeros",
        "[0, 0]",
        [
            ["00000000", "00000000"],
            ["0000000000000000", "0000000000000000"],
        ],
    ),
    (
        "fractions",
        "[-0.5, 25e-2]",
        [
            ["bf000000", "3e800000"],
            ["bfe0000000000000", "3fd0000000000000"],
        ],
    ),
    (
        "infinity-and-nan",
        r#"["-Infinity", "NaN"]"#,
        [
            ["ff800000", "7fc00000"],
            ["fff0000000000000", "7ff8000000000000"],
        ],
    ),
    (
        "nan-and-infinity",
        r#"["NaN", "Infinity"]"#,
        [
            ["7fc00000", "7f800000"],
            ["7ff8000000000000", "7ff0000000000000"],
        ],
    ),
    (
        "number-and-name",
        r#"[1, "-Infinity"]"#,
        [
            ["3f800000", "ff800000"],
            ["3ff0000000000000", "fff0000000000000"],
        ],
    ),
    (
        "real-alone",
        "[2, 0]",
        [
            ["40000000", "00000000"],
            ["4000000000000000", "0000000000000000"],
        ],
    ),
    (
        "imaginary-alone",
        "[0, 2]",
        [
            ["00000000", "40000000"],
            ["0000000000000000", "4000000000000000"],
        ],
    ),
];

/// Bits of both components in hexadecimal.
const BITS: [(&str, [[&str; 2]; 2], &str); 4] = [
    (
        "bits-differ",
        [
            ["12345678", "9abcdef0"],
            ["0123456789abcdef", "fedcba9876543210"],
        ],
        "exchanges components or bytes",
    ),
    (
        "negative-zeros",
        [
            ["80000000", "80000000"],
            ["8000000000000000", "8000000000000000"],
        ],
        "loses the sign of zero",
    ),
    (
        "nan-payloads",
        [
            ["7fc12345", "ffc54321"],
            ["7ff8123456789abc", "fff8cba987654321"],
        ],
        "loses the payload of a NaN",
    ),
    (
        "signalling-nans",
        [
            ["7f800001", "ff800002"],
            ["7ff0000000000001", "fff0000000000002"],
        ],
        "makes a signalling NaN quiet",
    ),
];

pub(super) fn topic() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "data-types/fill-value-complex",
        ACCEPTED,
        "Complex numbers: a list of two components, each in any form of a floating point number, and nothing else.",
    );
    let requirements = &["fill-value.complex", "storage.missing-chunk-is-fill-value"];
    for (t, data_type) in ["complex64", "complex128"].into_iter().enumerate() {
        for (name, value, bits) in VALUES {
            topic
                .fact(
                    format!("{data_type}-{name}"),
                    requirements,
                    format!("refuses {value}, or exchanges its components"),
                )
                .denotes(data_type, value, &bits[t])?;
        }
        for (name, bits, comment) in BITS {
            let [real, imaginary] = bits[t];
            topic
                .fact(format!("{data_type}-{name}"), requirements, comment)
                .denotes(
                    data_type,
                    &format!(r#"["0x{real}", "0x{imaginary}"]"#),
                    &bits[t],
                )?;
        }
        wrong(&mut topic, data_type)?;
        minus_zeros(&mut topic, data_type)?;
    }
    rounded(&mut topic)?;
    Ok(topic)
}

fn wrong(topic: &mut Topic, data_type: &str) -> anyhow::Result<()> {
    refused(
        topic,
        (data_type, &format!("{data_type}-integers")),
        &["fill-value.complex"],
        &[
            ("empty", "[]", "there are no components"),
            ("one-component", "[1]", "there is no imaginary component"),
            (
                "three-components",
                "[1, 2, 3]",
                "there are more than two components",
            ),
            ("number", "1", "a number is no list of two components"),
            (
                "string",
                r#""1+2i""#,
                "a string is no list of two components",
            ),
            (
                "python-string",
                r#""(1+2j)""#,
                "a string is no list of two components",
            ),
            ("nan", r#""NaN""#, "a string is no list of two components"),
            (
                "hexadecimal",
                r#""0x3f80000040000000""#,
                "a string is no list of two components",
            ),
            ("boolean", "true", "a boolean is no list of two components"),
            ("null", "null", "null is no list of two components"),
            (
                "object",
                r#"{"real": 1, "imag": 2}"#,
                "an object is no list of two components",
            ),
            ("nested", "[[1, 2]]", "a list is no component"),
            ("nested-components", "[[1], [2]]", "a list is no component"),
            ("null-component", "[1, null]", "null is no component"),
            (
                "boolean-components",
                "[true, false]",
                "a boolean is no component",
            ),
            (
                "string-component",
                r#"[1, "2"]"#,
                "a number is not given as a string",
            ),
            (
                "empty-string-component",
                r#"["", 2]"#,
                "the empty string is no component",
            ),
            (
                "lower-case-nan",
                r#"[1, "nan"]"#,
                "no such string is listed",
            ),
            ("inf", r#"["inf", 2]"#, "no such string is listed"),
            (
                "no-such-digit",
                r#"[1, "0xzzzzzzzz"]"#,
                "z is no hexadecimal digit",
            ),
            (
                "no-prefix",
                r#"["7fc00000", 2]"#,
                "there is no 0x before the digits",
            ),
            (
                "too-large",
                r#"["0x13ff0000000000000", 2]"#,
                "the integer has more bits than a component",
            ),
        ],
    )?;
    not_json(
        topic,
        data_type,
        &["fill-value.complex", "array-metadata.json"],
        &[(
            "nan-literal",
            "[NaN, 2]",
            &[("the parser accepts more than JSON", r#"["NaN", 2]"#)],
        )],
    )
}

fn minus_zeros(topic: &mut Topic, data_type: &str) -> anyhow::Result<()> {
    let sign = match data_type {
        "complex64" => "\"0x80000000\"",
        _ => "\"0x8000000000000000\"",
    };
    let readings: [Taken; 2] = [
        (
            "the sign is kept",
            Some(Document::of(data_type, &format!("[{sign}, {sign}]"))),
        ),
        (
            "the value is zero, and so is the component",
            Some(Document::of(data_type, "[0, 0]")),
        ),
    ];
    topic
        .fact(
            format!("{data_type}-minus-zeros"),
            &["fill-value.complex", "fill-value.float-forms"],
            "whether a number that is zero keeps its sign is not said",
        )
        .open_document(Document::of(data_type, "[-0.0, -0.0]").text(), &readings)
}

/// Components near a tie, as for `float32` and `float64`.
fn rounded(topic: &mut Topic) -> anyhow::Result<()> {
    for (data_type, name, value, bits) in [
        (
            "complex64",
            "tenths",
            "[0.1, -0.1]",
            ["3dcccccd", "bdcccccd"],
        ),
        (
            "complex64",
            "ties",
            "[16777217, 16777219]",
            ["4b800000", "4b800002"],
        ),
        (
            "complex128",
            "tenths",
            "[0.1, -0.1]",
            ["3fb999999999999a", "bfb999999999999a"],
        ),
        (
            "complex128",
            "ties",
            "[9007199254740993, 9007199254740995]",
            ["4340000000000000", "4340000000000002"],
        ),
    ] {
        topic
            .fact(
                format!("{data_type}-rounded-{name}"),
                &["fill-value.complex", "fill-value.float-rounding"],
                "rounds components in another way than floating point numbers, or by way of a wider format",
            )
            .editions(CURRENT)
            .denotes(data_type, value, &bits)?;
    }
    let of = |bits: [&str; 2]| {
        let [real, imaginary] = bits;
        Some(Document::of(
            "complex64",
            &format!(r#"["0x{real}", "0x{imaginary}"]"#),
        ))
    };
    let value = "[1.00000005960464477539062500001, 1.00000017881393432617187499999]";
    topic
        .fact(
            "complex64-rounded-above-and-below-tie",
            &["fill-value.complex", "fill-value.float-rounding"],
            "whether a number is first read as a binary64, as RFC 8259 permits, is not said",
        )
        .editions(CURRENT)
        .open_document(
            Document::of("complex64", value).text(),
            &[
                ("components are rounded once", of(["3f800001", "3f800001"])),
                (
                    "components are rounded by way of binary64",
                    of(["3f800000", "3f800002"]),
                ),
            ],
        )
}
