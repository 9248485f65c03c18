//! Fill values of `bool` and of the integers.

use super::{Document, accepted_or_refused, not_json, refused};
use crate::topic::{ACCEPTED, Topic};

pub(super) fn boolean() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "data-types/fill-value-boolean",
        ACCEPTED,
        "A boolean is true or false, and nothing that a language may take for one of them.",
    );
    let requirements = &["fill-value.bool", "storage.missing-chunk-is-fill-value"];
    topic
        .fact(
            "bool-false",
            requirements,
            "refuses false, or takes it for true",
        )
        .denotes("bool", "false", &["00"])?;
    topic
        .fact(
            "bool-true",
            requirements,
            "ignores the fill value, or stores true in other bits",
        )
        .denotes("bool", "true", &["01"])?;
    refused(
        &mut topic,
        ("bool", "bool-false"),
        &["fill-value.bool"],
        &[
            ("0", "0", "a number is no boolean"),
            ("minus-one", "-1", "a number is no boolean"),
            ("fraction", "0.0", "a number is no boolean"),
            ("string", r#""false""#, "a string is no boolean"),
            ("empty-string", r#""""#, "a string is no boolean"),
            ("null", "null", "null is no boolean"),
            ("list", "[false]", "a list is no boolean"),
            ("empty-list", "[]", "a list is no boolean"),
            ("object", "{}", "an object is no boolean"),
        ],
    )?;
    refused(
        &mut topic,
        ("bool", "bool-true"),
        &["fill-value.bool"],
        &[
            ("1", "1", "a number is no boolean"),
            ("2", "2", "a number is no boolean"),
            ("string-true", r#""true""#, "a string is no boolean"),
        ],
    )?;
    Ok(topic)
}

/// Data type, least and greatest value with their digits, and the integers next to them.
struct Range {
    data_type: &'static str,
    least: (&'static str, &'static str),
    greatest: (&'static str, &'static str),
    below: &'static str,
    above: &'static str,
}

const RANGES: [Range; 8] = [
    Range {
        data_type: "int8",
        least: ("-128", "80"),
        greatest: ("127", "7f"),
        below: "-129",
        above: "128",
    },
    Range {
        data_type: "int16",
        least: ("-32768", "8000"),
        greatest: ("32767", "7fff"),
        below: "-32769",
        above: "32768",
    },
    Range {
        data_type: "int32",
        least: ("-2147483648", "80000000"),
        greatest: ("2147483647", "7fffffff"),
        below: "-2147483649",
        above: "2147483648",
    },
    Range {
        data_type: "int64",
        least: ("-9223372036854775808", "8000000000000000"),
        greatest: ("9223372036854775807", "7fffffffffffffff"),
        below: "-9223372036854775809",
        above: "9223372036854775808",
    },
    Range {
        data_type: "uint8",
        least: ("0", "00"),
        greatest: ("255", "ff"),
        below: "-1",
        above: "256",
    },
    Range {
        data_type: "uint16",
        least: ("0", "0000"),
        greatest: ("65535", "ffff"),
        below: "-1",
        above: "65536",
    },
    Range {
        data_type: "uint32",
        least: ("0", "00000000"),
        greatest: ("4294967295", "ffffffff"),
        below: "-1",
        above: "4294967296",
    },
    Range {
        data_type: "uint64",
        least: ("0", "0000000000000000"),
        greatest: ("18446744073709551615", "ffffffffffffffff"),
        below: "-1",
        above: "18446744073709551616",
    },
];

/// Values whose bytes all differ, and of 64 bits those that a binary64 rounds.
const VALUES: [(&str, &str, &str, &str); 14] = [
    ("int8", "minus-2", "-2", "fe"),
    ("int16", "bytes-differ", "-292", "fedc"),
    ("int32", "bytes-differ", "-19088744", "fedcba98"),
    (
        "int64",
        "bytes-differ",
        "-81985529216486896",
        "fedcba9876543210",
    ),
    ("uint8", "100", "100", "64"),
    ("uint16", "bytes-differ", "258", "0102"),
    ("uint32", "bytes-differ", "16909060", "01020304"),
    (
        "uint64",
        "bytes-differ",
        "72623859790382856",
        "0102030405060708",
    ),
    (
        "int64",
        "2-to-53-plus-1",
        "9007199254740993",
        "0020000000000001",
    ),
    (
        "int64",
        "minus-2-to-53-minus-1",
        "-9007199254740993",
        "ffdfffffffffffff",
    ),
    (
        "int64",
        "greatest-minus-1",
        "9223372036854775806",
        "7ffffffffffffffe",
    ),
    (
        "uint64",
        "2-to-53-plus-1",
        "9007199254740993",
        "0020000000000001",
    ),
    (
        "uint64",
        "2-to-63",
        "9223372036854775808",
        "8000000000000000",
    ),
    (
        "uint64",
        "greatest-minus-1",
        "18446744073709551614",
        "fffffffffffffffe",
    ),
];

pub(super) fn topic() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "data-types/fill-value-integer",
        ACCEPTED,
        "Integers of every width: their range to its ends and no further, to the last bit of 64, and no other JSON \
         form.",
    );
    for range in &RANGES {
        ends(&mut topic, range)?;
        forms(&mut topic, range.data_type)?;
        zero(&mut topic, range.data_type, range.least.0 == "0")?;
    }
    for (data_type, name, value, digits) in VALUES {
        topic
            .fact(
                format!("{data_type}-{name}"),
                &["fill-value.integer", "storage.missing-chunk-is-fill-value"],
                format!("does not read {value} exactly, or exchanges its bytes"),
            )
            .denotes(data_type, value, &[digits])?;
    }
    Ok(topic)
}

fn ends(topic: &mut Topic, range: &Range) -> anyhow::Result<()> {
    let data_type = range.data_type;
    let requirements = &["fill-value.integer", "data-type.integers"];
    for (end, (value, digits)) in [("least", range.least), ("greatest", range.greatest)] {
        topic
            .fact(
                format!("{data_type}-{end}"),
                requirements,
                format!("refuses the {end} {data_type}, or does not read it exactly"),
            )
            .denotes(data_type, value, &[digits])?;
    }
    for (end, name, value) in [
        ("least", "below-range", range.below),
        ("greatest", "above-range", range.above),
        (
            "greatest",
            "far-above-range",
            "1000000000000000000000000000000",
        ),
        (
            "least",
            "far-below-range",
            "-1000000000000000000000000000000",
        ),
    ] {
        refused(
            topic,
            (data_type, &format!("{data_type}-{end}")),
            requirements,
            &[(
                name,
                value,
                "it is outside the range, and must neither wrap around nor be cut to fit",
            )],
        )?;
    }
    Ok(())
}

fn forms(topic: &mut Topic, data_type: &str) -> anyhow::Result<()> {
    refused(
        topic,
        (data_type, &format!("{data_type}-one")),
        &["fill-value.integer"],
        &[
            (
                "fraction-zero",
                "1.0",
                "it has a fraction part, even if that is zero",
            ),
            ("fraction", "1.5", "it has a fraction part"),
            ("exponent", "1e0", "it has an exponent part"),
            ("exponent-integer", "1E2", "it has an exponent part"),
            ("string", r#""1""#, "a string is no number"),
            (
                "hexadecimal-string",
                r#""0x01""#,
                "a string is no number; hexadecimal is for floating point numbers",
            ),
            ("boolean", "true", "a boolean is no number"),
            ("null", "null", "null is no number"),
            ("list", "[1]", "a list is no number"),
            ("object", "{}", "an object is no number"),
            ("nan-string", r#""NaN""#, "no integer is not a number"),
        ],
    )?;
    let one = [("the parser accepts more than JSON", "1")];
    not_json(
        topic,
        data_type,
        &["fill-value.integer", "array-metadata.json"],
        &[
            ("leading-zero", "01", &one),
            ("leading-plus", "+1", &one),
            ("hexadecimal", "0x1", &one),
        ],
    )
}

fn zero(topic: &mut Topic, data_type: &str, is_unsigned: bool) -> anyhow::Result<()> {
    let zeros = Document::of(data_type, "0");
    let text = Document::of(data_type, "-0").text();
    let name = format!("{data_type}-minus-zero");
    let digits = |last: &str| {
        let width: usize = data_type
            .trim_start_matches(|c: char| !c.is_ascii_digit())
            .parse()?;
        anyhow::Ok(format!("{last:0>width$}", width = width / 4))
    };
    topic
        .fact(
            format!("{data_type}-one"),
            &["fill-value.integer", "storage.missing-chunk-is-fill-value"],
            "ignores the fill value, or exchanges its bytes",
        )
        .denotes(data_type, "1", &[&digits("1")?])?;
    let (comment, refusing) = if is_unsigned {
        (
            "whether a number with a sign is within the range of an unsigned integer is not said",
            "an unsigned integer has no sign",
        )
    } else {
        (
            "parsers take -0 for a floating point number to keep its sign, and no integer has that",
            "-0 is no integer",
        )
    };
    topic
        .fact(name, &["fill-value.integer"], comment)
        .open_document(text, &accepted_or_refused("-0 is 0", &zeros, refusing))
}
