//! What stands for missing chunks, to the bit.

use serde_json::{Value, json};
use zarr_conform_reference::DataType::{
    self, Bool, Complex64, Complex128, Float16, Float32, Float64, Int64, Uint64,
};

use crate::family::arrays::Sketch;
use crate::topic::{ACCEPTED, Topic};

pub(super) fn fill_values() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/storage-fill-values",
        ACCEPTED,
        "Arrays of which nothing is stored: every element has the very bits that the fill value says.",
    );
    let cases: [(&str, DataType, Value, &[&str], &str); 19] = [
        ("false", Bool, json!(false), &["fill-value.bool"], "false"),
        (
            "int64-least",
            Int64,
            json!(i64::MIN),
            &["fill-value.integer"],
            "-2^63, which has no positive counterpart",
        ),
        (
            "int64-greatest",
            Int64,
            json!(i64::MAX),
            &["fill-value.integer"],
            "2^63-1, which double precision rounds to 2^63",
        ),
        (
            "uint64-greatest",
            Uint64,
            json!(u64::MAX),
            &["fill-value.integer"],
            "2^64-1, which double precision rounds to 2^64",
        ),
        (
            "uint64-beyond-2-53",
            Uint64,
            json!(9_007_199_254_740_993_u64),
            &["fill-value.integer"],
            "2^53+1, which double precision rounds to 2^53",
        ),
        (
            "float16-nan",
            Float16,
            json!("NaN"),
            &["fill-value.nan"],
            "the NaN with clear sign and no further payload",
        ),
        (
            "float32-nan",
            Float32,
            json!("NaN"),
            &["fill-value.nan"],
            "the NaN with clear sign and no further payload",
        ),
        (
            "float64-nan",
            Float64,
            json!("NaN"),
            &["fill-value.nan"],
            "the NaN with clear sign and no further payload",
        ),
        (
            "float16-nan-payload",
            Float16,
            json!("0x7e05"),
            &["fill-value.nan-payload", "fill-value.float-hex"],
            "a NaN with payload",
        ),
        (
            "float32-nan-payload",
            Float32,
            json!("0x7fc01234"),
            &["fill-value.nan-payload", "fill-value.float-hex"],
            "a NaN with payload",
        ),
        (
            "float64-nan-payload",
            Float64,
            json!("0x7ff8000000c0ffee"),
            &["fill-value.nan-payload", "fill-value.float-hex"],
            "a NaN with payload",
        ),
        (
            "float32-negative-nan",
            Float32,
            json!("0xffc00000"),
            &["fill-value.nan-payload", "fill-value.float-hex"],
            "a NaN whose sign bit is set",
        ),
        (
            "float32-infinity",
            Float32,
            json!("Infinity"),
            &["fill-value.float-strings"],
            "positive infinity",
        ),
        (
            "float64-negative-infinity",
            Float64,
            json!("-Infinity"),
            &["fill-value.float-strings"],
            "negative infinity",
        ),
        (
            "float32-negative-zero",
            Float32,
            json!("0x80000000"),
            &["fill-value.float-hex"],
            "negative zero",
        ),
        (
            "float64-negative-zero",
            Float64,
            json!("0x8000000000000000"),
            &["fill-value.float-hex"],
            "negative zero",
        ),
        (
            "complex64-strings",
            Complex64,
            json!(["NaN", "-Infinity"]),
            &["fill-value.complex", "fill-value.nan"],
            "a part that is no number and an infinite one",
        ),
        (
            "complex64-hexadecimal",
            Complex64,
            json!(["0x7fc01234", "0x80000000"]),
            &["fill-value.complex", "fill-value.float-hex"],
            "a payload and a negative zero",
        ),
        (
            "complex128-parts",
            Complex128,
            json!([0.0, "0x8000000000000000"]),
            &["fill-value.complex", "fill-value.float-hex"],
            "two zeros of different signs",
        ),
    ];
    for (name, data_type, fill_value, requirements, comment) in cases {
        let requirements = [requirements, &["storage.missing-chunk-is-fill-value"]].concat();
        topic
            .fact(
                name,
                &requirements,
                format!("nothing is stored, and the fill value is {comment}"),
            )
            .array(
                Sketch::new(data_type, &[3], &[2])
                    .fill(fill_value)
                    .without(&[&[0], &[1]])?,
            )?;
    }
    Ok(topic)
}
