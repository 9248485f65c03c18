//! Fill values that no element is equal to: the nearest one is meant, and of two equally near the
//! one with an even mantissa.
//!
//! Most of the numbers lie so near to a tie between two values that a wider format takes them for
//! the tie: rounding first to that format and then to the data type goes the wrong way.

mod numbers;

use self::numbers::{FLOAT16, FLOAT32, FLOAT64, HALF_OF_LEAST};
use super::{Document, Taken};
use crate::topic::{CURRENT, Topic};

pub(super) fn topic() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "data-types/fill-value-float-rounding",
        CURRENT,
        "Numbers that no element is equal to, most of them so near to a tie that rounding twice, or from the first \
         digits, gives another answer.",
    );
    let requirements = &[
        "fill-value.float-rounding",
        "storage.missing-chunk-is-fill-value",
    ];
    for (data_type, rows) in [
        ("float16", &FLOAT16[..]),
        ("float32", &FLOAT32),
        ("float64", &FLOAT64),
    ] {
        for (name, number, digits, comment) in rows {
            topic
                .fact(format!("{data_type}-{name}"), requirements, *comment)
                .denotes(data_type, number, &[digits])?;
        }
    }
    let above_half = HALF_OF_LEAST.replace("e-324", "0000000001e-324");
    topic
        .fact(
            "float64-subnormal-above-tie-in-last-digit",
            requirements,
            "does not read every digit",
        )
        .denotes("float64", &above_half, &["0000000000000001"])?;
    beyond_largest(&mut topic)?;
    Ok(topic)
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
