//! Fill values that give the bits of a floating point number in hexadecimal.

use super::float::TYPES;
use super::{Document, accepted_or_refused, refused};
use crate::topic::{ACCEPTED, Topic};

/// Bits of interest in each format.
const BITS: [(&str, [&str; 3], &str); 17] = [
    (
        "zero",
        ["0000", "00000000", "0000000000000000"],
        "refuses all bits clear",
    ),
    (
        "negative-zero",
        ["8000", "80000000", "8000000000000000"],
        "loses the sign of zero",
    ),
    (
        "one",
        ["3c00", "3f800000", "3ff0000000000000"],
        "takes the digits for a number, not for bits",
    ),
    (
        "bytes-differ",
        ["1234", "12345678", "123456789abcdef0"],
        "exchanges the bytes",
    ),
    (
        "letters",
        ["abcd", "abcdefab", "abcdefabcdefabcd"],
        "does not know the digits a to f",
    ),
    (
        "least-subnormal",
        ["0001", "00000001", "0000000000000001"],
        "flushes subnormal numbers to zero",
    ),
    (
        "greatest-subnormal",
        ["03ff", "007fffff", "000fffffffffffff"],
        "flushes subnormal numbers to zero",
    ),
    (
        "negative-subnormal",
        ["8001", "80000001", "8000000000000001"],
        "flushes subnormal numbers to zero",
    ),
    (
        "least-normal",
        ["0400", "00800000", "0010000000000000"],
        "loses the least normal number",
    ),
    (
        "largest-finite",
        ["7bff", "7f7fffff", "7fefffffffffffff"],
        "loses the largest finite number",
    ),
    (
        "infinity",
        ["7c00", "7f800000", "7ff0000000000000"],
        "refuses the bits of infinity",
    ),
    (
        "negative-infinity",
        ["fc00", "ff800000", "fff0000000000000"],
        "refuses the bits of negative infinity",
    ),
    (
        "nan",
        ["7e00", "7fc00000", "7ff8000000000000"],
        "refuses the NaN that has a name",
    ),
    (
        "negative-nan",
        ["fe00", "ffc00000", "fff8000000000000"],
        "loses the sign of a NaN",
    ),
    (
        "nan-with-payload",
        ["7e01", "7fc12345", "7ff8123456789abc"],
        "loses the payload of a NaN",
    ),
    (
        "signalling-nan",
        ["7c01", "7f800001", "7ff0000000000001"],
        "makes a signalling NaN quiet: it goes through arithmetic or another width",
    ),
    (
        "every-bit",
        ["ffff", "ffffffff", "ffffffffffffffff"],
        "loses bits of a NaN, or takes the digits for a signed integer",
    ),
];

pub(super) fn topic() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "data-types/fill-value-hexadecimal",
        ACCEPTED,
        "Bits in hexadecimal: each pattern comes out as it went in, NaN or not; what is no such string is refused.",
    );
    for (t, data_type) in TYPES.into_iter().enumerate() {
        for (name, digits, comment) in BITS {
            let requirements: &[&str] = match name {
                "nan" | "negative-nan" | "nan-with-payload" | "signalling-nan" | "every-bit" => {
                    &["fill-value.float-hex", "fill-value.nan-payload"]
                }
                _ => &["fill-value.float-hex"],
            };
            topic
                .fact(format!("{data_type}-{name}"), requirements, comment)
                .denotes(data_type, &format!("\"0x{}\"", digits[t]), &[digits[t]])?;
        }
        misspelled(&mut topic, data_type, BITS[12].1[t])?;
        open(&mut topic, data_type, BITS[12].1[t])?;
    }
    Ok(topic)
}

/// Strings that are almost the hexadecimal digits of NaN.
fn misspelled(topic: &mut Topic, data_type: &str, nan: &str) -> anyhow::Result<()> {
    let (first, others) = nan.split_at(1);
    let all_but_last = &nan[..nan.len() - 1];
    let binary: String = nan
        .chars()
        .map(|c| if c == '7' { '0' } else { '1' })
        .collect();
    let rows = [
        ("no-digits", "0x".to_owned(), "there are no digits"),
        (
            "no-prefix",
            nan.to_owned(),
            "there is no 0x before the digits",
        ),
        (
            "x-alone",
            format!("x{nan}"),
            "there is no 0x before the digits",
        ),
        (
            "number-sign",
            format!("#{nan}"),
            "there is no 0x before the digits",
        ),
        (
            "no-such-digit",
            format!("0x{all_but_last}g"),
            "g is no hexadecimal digit",
        ),
        (
            "fraction",
            format!("0x{first}.{others}"),
            "a point is no hexadecimal digit",
        ),
        (
            "c-exponent",
            "0x1p0".to_owned(),
            "the form of C for hexadecimal numbers is not the form of bits",
        ),
        (
            "underscore",
            format!("0x{first}_{others}"),
            "an underscore is no hexadecimal digit",
        ),
        (
            "plus-after-prefix",
            format!("0x+{others}"),
            "a sign is no hexadecimal digit",
        ),
        (
            "minus-before-prefix",
            format!("-0x{nan}"),
            "bits are an unsigned integer",
        ),
        (
            "space-before",
            format!(" 0x{nan}"),
            "a space is no part of the form",
        ),
        (
            "space-after",
            format!("0x{nan} "),
            "a space is no part of the form",
        ),
        (
            "space-within",
            format!("0x{first} {others}"),
            "a space is no hexadecimal digit",
        ),
        (
            "too-large",
            format!("0x1{nan}"),
            "the integer has more bits than the data type",
        ),
        (
            "twice-as-long",
            format!("0x{nan}{nan}"),
            "the integer has more bits than the data type",
        ),
        (
            "binary",
            format!("0b{binary}"),
            "the binary form of the drafts was dropped",
        ),
        ("octal", "0o77".to_owned(), "there is no octal form"),
        (
            "prefix-twice",
            format!("0x0x{nan}"),
            "x is no hexadecimal digit",
        ),
        // As many bytes in UTF-8 as the digits of the data type, one character across two pairs.
        (
            "beyond-ascii",
            format!("0xa\u{e9}{}", &nan[3..]),
            "\u{e9} is no hexadecimal digit, and its two bytes are no two characters",
        ),
        (
            "digits-of-another-script",
            format!("0x\u{667}{others}"),
            "the digit is an Arabic one; conversions of text to numbers know it as 7, the form does not",
        ),
    ];
    let twin = format!("{data_type}-nan");
    for (name, text, why) in rows {
        refused(
            topic,
            (data_type, &twin),
            &["fill-value.float-forms", "fill-value.float-hex"],
            &[(name, &format!("{text:?}"), why)],
        )?;
    }
    Ok(())
}

/// The bits of 1 in a narrower format: refused, or a small integer's bits, and never 1.
fn narrower(topic: &mut Topic, data_type: &str) -> anyhow::Result<()> {
    let rows: &[(&str, &str)] = match data_type {
        "float32" => &[("float16", "3c00")],
        "float64" => &[("float16", "3c00"), ("float32", "3f800000")],
        _ => &[],
    };
    let width = match data_type {
        "float32" => 8,
        _ => 16,
    };
    for (of, digits) in rows {
        topic
            .fact(
                format!("{data_type}-one-of-{of}"),
                &["fill-value.float-hex"],
                "how many digits there are is shown but not said; no reading takes bits of another format",
            )
            .open_document(
                Document::of(data_type, &format!("\"0x{digits}\"")).text(),
                &accepted_or_refused(
                    "the digits are an unsigned integer",
                    &Document::of(data_type, &format!("\"0x{digits:0>width$}\"")),
                    "there are as many digits as the data type has, in the form shown",
                ),
            )?;
    }
    Ok(())
}

/// The text shows eight upper-case letters for a number of 32 bits, digits in lower case in its
/// example, and no other rule.
fn open(topic: &mut Topic, data_type: &str, nan: &str) -> anyhow::Result<()> {
    let exactly = "there are as many digits as the data type has, in the form shown";
    let plain = |digits: &str| Document::of(data_type, &format!("\"0x{digits}\""));
    let one = format!("{:0>width$}", "1", width = nan.len());
    let rows = [
        (
            "upper-case-digits",
            format!("0x{}", nan.to_uppercase()),
            nan,
            "the case of digits means nothing",
        ),
        (
            "upper-case-prefix",
            format!("0X{nan}"),
            nan,
            "the case of the prefix means nothing",
        ),
        (
            "too-few-digits",
            "0x1".to_owned(),
            &one,
            "the digits are an unsigned integer",
        ),
        (
            "leading-zero-left-out",
            format!("0x{}", &one[1..]),
            &one,
            "the digits are an unsigned integer",
        ),
        (
            "more-leading-zeros",
            format!("0x0{nan}"),
            nan,
            "the digits are an unsigned integer",
        ),
        (
            "many-leading-zeros",
            format!("0x{}{nan}", "0".repeat(40)),
            nan,
            "the digits are an unsigned integer",
        ),
    ];
    narrower(topic, data_type)?;
    for (name, text, digits, accepting) in rows {
        topic
            .fact(
                format!("{data_type}-{name}"),
                &["fill-value.float-hex"],
                "how many digits there are, and in which case, is shown but not said",
            )
            .open_document(
                Document::of(data_type, &format!("{text:?}")).text(),
                &accepted_or_refused(accepting, &plain(digits), exactly),
            )?;
    }
    Ok(())
}
