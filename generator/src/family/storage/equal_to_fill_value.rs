//! Chunks that compare equal to the fill value and have other bits.

use serde_json::{Value, json};
use zarr_conform_reference::DataType::{
    self, Complex64, Complex128, Float16, Float32, Float64, Uint16,
};
use zarr_conform_reference::Element;

use super::{MISSING, STORED};
use crate::elements::listed;
use crate::family::arrays::Sketch;
use crate::store::Plan;
use crate::topic::{ACCEPTED, Topic};

pub(super) fn equal_by_value() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/storage-equal-to-fill-value",
        ACCEPTED,
        "Chunks whose elements compare equal to the fill value, or are NaN like it, without being it: leaving them out \
         changes the array. Chunks of nothing but the fill value may be left out.",
    );
    let real = Element::Bits;
    let complex = |real, imaginary| Element::Complex { real, imaginary };
    let zero = 0x8000_0000;
    let cases: [(&str, DataType, Value, Element, &str); 13] = [
        (
            "float16-negative-zero",
            Float16,
            json!(0.0),
            real(0x8000),
            "negative zeros over a fill value of zero",
        ),
        (
            "float32-negative-zero",
            Float32,
            json!(0.0),
            real(zero),
            "negative zeros over a fill value of zero",
        ),
        (
            "float64-negative-zero",
            Float64,
            json!(0.0),
            real(zero << 32),
            "negative zeros over a fill value of zero",
        ),
        (
            "float32-zero",
            Float32,
            json!("0x80000000"),
            real(0),
            "zeros over a fill value of negative zero",
        ),
        (
            "float32-nan-payload",
            Float32,
            json!("NaN"),
            real(0x7fc0_1234),
            "NaNs with payload over the fill value NaN",
        ),
        (
            "float32-negative-nan",
            Float32,
            json!("NaN"),
            real(0xffc0_0000),
            "NaNs with the sign bit over the fill value NaN",
        ),
        (
            "float64-nan-payload",
            Float64,
            json!("NaN"),
            real(0x7ff8_0000_00c0_ffee),
            "NaNs with payload over the fill value NaN",
        ),
        (
            "float64-plain-nan",
            Float64,
            json!("0x7ff8000000c0ffee"),
            real(0x7ff8_0000_0000_0000),
            "plain NaNs over a fill value with payload",
        ),
        (
            "complex64-negative-zero-real",
            Complex64,
            json!([0.0, 0.0]),
            complex(zero, 0),
            "a negative zero in the real part",
        ),
        (
            "complex64-negative-zero-imaginary",
            Complex64,
            json!([0.0, 0.0]),
            complex(0, zero),
            "a negative zero in the imaginary part",
        ),
        (
            "complex128-negative-zero-imaginary",
            Complex128,
            json!([1.5, 0.0]),
            complex(0x3ff8_0000_0000_0000, zero << 32),
            "a negative zero in the imaginary part of a number that is not zero",
        ),
        (
            "uint16-fill-value",
            Uint16,
            json!(770),
            real(770),
            "the fill value itself, stored in full: it is read, and may be left out on writing",
        ),
        (
            "float64-nan",
            Float64,
            json!("NaN"),
            real(0x7ff8_0000_0000_0000),
            "the fill value NaN itself, stored in full",
        ),
    ];
    for (name, data_type, fill_value, element, comment) in cases {
        let sketch = Sketch::new(data_type, &[5], &[3]).fill(fill_value);
        let elements = listed(data_type, &[5], vec![element.clone(); 5])?;
        // The same written over chunks that hold something else, where leaving out would be removing.
        let update = (vec![0], listed(data_type, &[3], vec![element; 3])?);
        topic
            .fact(
                name,
                &[STORED, MISSING].concat(),
                format!("every stored element is the same: {comment}"),
            )
            .array(Plan::of(sketch.document(), elements))?;
        topic
            .fact(
                format!("{name}-over-others"),
                &[STORED, MISSING].concat(),
                format!("written over other elements: {comment}"),
            )
            .array(Plan {
                update: Some(update),
                written: false,
                ..sketch.plan()?
            })?;
    }
    Ok(topic)
}
