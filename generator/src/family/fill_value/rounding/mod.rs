//! Fill values that no element is equal to: the nearest one is meant, and of two equally near the
//! one with an even mantissa.
//!
//! Most of the numbers lie so near to a tie between two values that a wider format takes them for
//! the tie: rounding first to that format and then to the data type goes the wrong way. Where that
//! format is binary64, RFC 8259 permits it, and the facts are open.

mod numbers;

use anyhow::Context;
use zarr_conform_reference::{DataType, float};

use self::numbers::{FLOAT16, FLOAT32, FLOAT64, HALF_OF_LEAST};
use super::{Document, Taken};
use crate::topic::{CURRENT, Topic};

const REQUIREMENTS: &[&str] = &[
    "fill-value.float-rounding",
    "storage.missing-chunk-is-fill-value",
];

pub(super) fn topic() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "data-types/fill-value-float-rounding",
        CURRENT,
        "Numbers that no element is equal to, most of them so near to a tie that rounding twice, or from the first \
         digits, gives another answer.",
    );
    for (data_type, rows) in [
        ("float16", &FLOAT16[..]),
        ("float32", &FLOAT32),
        ("float64", &FLOAT64),
    ] {
        for (name, number, digits, comment) in rows {
            rounded(&mut topic, (data_type, name), (number, digits), comment)?;
        }
    }
    let above_half = HALF_OF_LEAST.replace("e-324", "0000000001e-324");
    topic
        .fact(
            "float64-subnormal-above-tie-in-last-digit",
            REQUIREMENTS,
            "does not read every digit",
        )
        .denotes("float64", &above_half, &["0000000000000001"])?;
    beyond_largest(&mut topic)?;
    Ok(topic)
}

/// A number that rounds to these bits. Where binary64 does not hold it and rounding by way of that
/// gives other bits, or where it is too small for binary64, RFC 8259 permits more than one reading.
fn rounded(
    topic: &mut Topic,
    (data_type, name): (&str, &str),
    (number, digits): (&str, &str),
    comment: &str,
) -> anyhow::Result<()> {
    let id = format!("{data_type}-{name}");
    let double: f64 = number.parse()?;
    let format = float::Format::of(DataType::from_identifier(data_type)?)
        .with_context(|| format!("{data_type} is no floating point number"))?;
    let width = digits.len();
    let through_double = format!("{:0width$x}", format.nearest(&format!("{double:.1100}")));
    if double != 0.0 && through_double == digits {
        return topic
            .fact(id, REQUIREMENTS, comment)
            .denotes(data_type, number, &[digits]);
    }
    let of = |digits: &str| Some(Document::of(data_type, &format!("\"0x{digits}\"")));
    let mut readings: Vec<Taken> = vec![("the number is rounded once", of(digits))];
    if through_double != digits {
        readings.push((
            "the number is rounded by way of binary64",
            of(&through_double),
        ));
    }
    if double == 0.0 {
        readings.push((
            "the number is beyond the limits of the implementation",
            None,
        ));
    }
    topic
        .fact(
            id,
            REQUIREMENTS,
            "whether a number is first read as a binary64, as RFC 8259 permits, is not said",
        )
        .open_document(Document::of(data_type, number).text(), &readings)
}

/// What lies a half of a step or more beyond the largest finite value.
fn beyond_largest(topic: &mut Topic) -> anyhow::Result<()> {
    let rows = [
        ("float16", "overflow-tie", "65520", "7bff", "Infinity"),
        ("float16", "overflow", "100000", "7bff", "Infinity"),
        (
            "float16",
            "overflow-beyond-double",
            "1e400",
            "7bff",
            "Infinity",
        ),
        (
            "float16",
            "negative-overflow",
            "-65536",
            "fbff",
            "-Infinity",
        ),
        (
            "float32",
            "overflow-tie",
            "340282356779733661637539395458142568448",
            "7f7fffff",
            "Infinity",
        ),
        ("float32", "overflow", "3.5e38", "7f7fffff", "Infinity"),
        (
            "float32",
            "overflow-beyond-double",
            "1e400",
            "7f7fffff",
            "Infinity",
        ),
        (
            "float32",
            "negative-overflow",
            "-1e39",
            "ff7fffff",
            "-Infinity",
        ),
        (
            "float64",
            "overflow",
            "1.8e308",
            "7fefffffffffffff",
            "Infinity",
        ),
        (
            "float64",
            "overflow-beyond-exponents",
            "1e999999999999",
            "7fefffffffffffff",
            "Infinity",
        ),
        (
            "float64",
            "negative-overflow",
            "-1e400",
            "ffefffffffffffff",
            "-Infinity",
        ),
    ];
    for (data_type, name, number, largest, infinity) in rows {
        let of = |fill_value: String| Some(Document::of(data_type, &fill_value));
        let readings: [Taken; 3] = [
            (
                "rounding as IEEE 754 does it gives infinity",
                of(format!("{infinity:?}")),
            ),
            (
                "the largest finite value is the nearest",
                of(format!("\"0x{largest}\"")),
            ),
            ("the number is beyond the data type", None),
        ];
        topic
            .fact(
                format!("{data_type}-{name}"),
                &["fill-value.float-rounding"],
                "what is nearest to a number beyond the largest value is not said",
            )
            .open_document(Document::of(data_type, number).text(), &readings)?;
    }
    Ok(())
}
