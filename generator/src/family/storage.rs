//! Arrays in stores: what is read back of each data type, what stands for chunks that are not
//! there, and chunks that are damaged.

use serde_json::{Value, json};
use zarr_conform::reference::DataType::{
    self, Bool, Complex64, Complex128, Float16, Float32, Float64, Int64, Uint16, Uint64,
};
use zarr_conform::reference::{Element, element, float};

use super::arrays::{Sketch, raw_fill_value};
use crate::elements::{distinct, listed};
use crate::store::Plan;
use crate::topic::{ACCEPTED, Topic};

const MISSING: &[&str] = &[
    "storage.missing-chunk-is-fill-value",
    "array-metadata.fill-value",
];
const STORED: &[&str] = &[
    "codecs.encoding-procedure",
    "codecs.decoding-procedure",
    "codecs.chunks-encoded",
    "storage.metadata-key",
];

pub(super) fn topics() -> anyhow::Result<Vec<Topic>> {
    Ok(vec![
        data_types()?,
        missing()?,
        fill_values()?,
        equal_by_value()?,
        damaged()?,
        raw()?,
    ])
}

fn data_types() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/storage-data-types",
        ACCEPTED,
        "A whole array of each data type, and special values of floating point and complex ones: bits come through a \
         store as they are.",
    );
    for data_type in DataType::NAMED {
        let sketch = Sketch::new(data_type, &[5], &[3]);
        topic
            .fact(
                data_type.to_string(),
                STORED,
                format!("elements of {data_type} are read or written as something else"),
            )
            .array(sketch.plan()?)?;
        let Some(special) = special(data_type) else {
            continue;
        };
        let elements = listed(data_type, &[special.len() as u64], special)?;
        let sketch = Sketch::new(data_type, &elements.shape, &[5]).encoded(&[], "big");
        topic
            .fact(
                format!("{data_type}-special"),
                STORED,
                "infinities, NaNs with their payload and sign, both zeros, the least and the greatest number keep \
                 their bits",
            )
            .array(Plan::of(sketch.document(), elements))?;
    }
    Ok(topic)
}

/// Special values of a floating point or complex data type.
fn special(data_type: DataType) -> Option<Vec<Element>> {
    let format = float::Format::of(data_type)?;
    let (infinity, nan, sign) = (format.infinity(), format.nan(), format.sign());
    let bits = [
        infinity,
        infinity | sign,
        nan,
        nan | 1,
        nan | sign,
        nan | sign | 2,
        0,
        sign,
        1,
        sign | 1,
        infinity - 1,
    ];
    let element = |(i, &real): (usize, &u64)| match data_type {
        DataType::Complex64 | DataType::Complex128 => {
            let imaginary = bits[(i + 4) % bits.len()];
            Element::Complex { real, imaginary }
        }
        _ => Element::Bits(real),
    };
    Some(bits.iter().enumerate().map(element).collect())
}

fn missing() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/storage-missing",
        ACCEPTED,
        "Chunks that are not in the store, in arrays whose fill value has no zero byte or is not zero: each of their \
         elements is the fill value, and the chunks beside them are read as they are.",
    );
    for data_type in DataType::NAMED {
        topic
            .fact(
                data_type.to_string(),
                MISSING,
                format!("a missing chunk of {data_type} is read as zeros, or as an error"),
            )
            .array(Sketch::new(data_type, &[7], &[3]).without(&[&[1], &[2]])?)?;
    }
    for data_type in [Int64, Float64, Complex64] {
        topic
            .fact(
                format!("{data_type}-big-endian"),
                MISSING,
                format!("a missing chunk of big-endian {data_type} is read with the bytes of the fill value exchanged"),
            )
            .array(
                Sketch::new(data_type, &[7], &[3])
                    .encoded(&[], "big")
                    .without(&[&[1], &[2]])?,
            )?;
    }
    let plain = || Sketch::new(DataType::Uint16, &[5, 6], &[3, 4]);
    let transposed = || plain().encoded(&[&[1, 0]], "big");
    let cases: [(&str, Sketch, &[&[u64]], &str); 8] = [
        ("first", plain(), &[&[0, 0]], "the first chunk is missing"),
        (
            "corner",
            plain(),
            &[&[1, 1]],
            "the chunk in the corner is missing, of which only a part is inside the array",
        ),
        (
            "diagonal",
            plain(),
            &[&[0, 1], &[1, 0]],
            "two chunks are missing, one right of and one below the first",
        ),
        (
            "all",
            plain(),
            &[&[0, 0], &[0, 1], &[1, 0], &[1, 1]],
            "no chunk is stored",
        ),
        (
            "transposed-big-endian",
            transposed(),
            &[&[0, 1], &[1, 0]],
            "the fill value is an element, which no codec decodes",
        ),
        (
            "transposed-big-endian-all",
            transposed(),
            &[&[0, 0], &[0, 1], &[1, 0], &[1, 1]],
            "no chunk is stored, under codecs that move bytes",
        ),
        (
            "rank-0",
            Sketch::new(DataType::Int32, &[], &[]),
            &[&[]],
            "the only chunk of an array without dimensions is missing",
        ),
        (
            "larger-chunk",
            Sketch::new(DataType::Int16, &[2, 3], &[4, 5]),
            &[&[0, 0]],
            "the only chunk, larger than the array, is missing",
        ),
    ];
    for (name, sketch, missing, comment) in cases {
        topic
            .fact(name, MISSING, comment)
            .array(sketch.without(missing)?)?;
    }
    Ok(topic)
}

fn fill_values() -> anyhow::Result<Topic> {
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

fn equal_by_value() -> anyhow::Result<Topic> {
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

/// Name, array, key and bytes of a chunk, twin, why it is refused.
type Damage<'a> = (&'a str, &'a Sketch<'a>, &'a str, &'a [u8], &'a str, &'a str);

fn damaged() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/storage-damaged",
        ACCEPTED,
        "Stores in which a chunk is too short to be one, beside the same store undamaged. A missing chunk is no \
         damage, but an empty one is.",
    );
    let sketch = Sketch::new(DataType::Uint32, &[12], &[6]);
    let scalar = Sketch::new(DataType::Int32, &[], &[]);
    for (name, sketch) in [("whole", &sketch), ("whole-scalar", &scalar)] {
        topic
            .fact(name, STORED, "an undamaged store is read")
            .array(Plan {
                written: false,
                ..sketch.plan()?
            })?;
    }
    let bytes: Vec<u8> = (1..=24).collect();
    let cases: [Damage; 6] = [
        (
            "empty",
            &sketch,
            "c/1",
            &[],
            "whole",
            "a chunk of no bytes is neither a chunk nor a missing one",
        ),
        (
            "empty-scalar",
            &scalar,
            "c",
            &[],
            "whole-scalar",
            "a chunk of no bytes is neither a chunk nor a missing one",
        ),
        (
            "one-byte-short",
            &sketch,
            "c/0",
            &bytes[..23],
            "whole",
            "the last element lacks a byte",
        ),
        (
            "one-element-short",
            &sketch,
            "c/0",
            &bytes[..20],
            "whole",
            "the last element is not there",
        ),
        (
            "one-element",
            &sketch,
            "c/1",
            &bytes[..4],
            "whole",
            "one element does not stand for all",
        ),
        (
            "one-byte",
            &scalar,
            "c",
            &bytes[..1],
            "whole-scalar",
            "one byte is no int32",
        ),
    ];
    for (name, sketch, key, bytes, twin, why) in cases {
        topic
            .fact(
                name,
                &[
                    "regular-grid.chunk-size",
                    "codecs.representations",
                    "codecs.decoding-procedure",
                    "data-type.fixed-size",
                ],
                format!("makes elements up where the store has none: {why}"),
            )
            .twin(twin)
            .refused_array(
                Plan {
                    replaced: vec![(key, bytes.to_vec())],
                    ..sketch.plan()?
                },
                why,
            )?;
    }
    trailing(&mut topic, &sketch)?;
    Ok(topic)
}

/// More bytes than the elements of a chunk need.
fn trailing(topic: &mut Topic, sketch: &Sketch) -> anyhow::Result<()> {
    let elements = distinct(sketch.data_type, sketch.shape)?;
    let all = element::to_bytes(elements.data_type, &elements.elements);
    let chunk = &all[24..];
    for (name, more) in [
        ("trailing-byte", 1),
        ("trailing-element", 4),
        ("trailing-chunk", 24),
    ] {
        let longer = [chunk, &vec![0xee; more]].concat();
        topic
            .fact(
                name,
                &["regular-grid.chunk-size", "codecs.decoding-procedure"],
                format!("{more} bytes too many in a chunk: whether to ignore them is not said"),
            )
            .open_array(
                Plan {
                    replaced: vec![("c/1", longer)],
                    ..sketch.plan()?
                },
                &[
                    ("a chunk has exactly the bytes of its elements", None),
                    (
                        "bytes after the last element are ignored",
                        Some(all.clone()),
                    ),
                ],
            )?;
    }
    Ok(())
}

/// Raw bits need a fill value, and the text asks for a list of as many integers as there are bits.
fn raw() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/storage-raw",
        ACCEPTED,
        "Arrays of raw bits. Their fill value is a list of integers from 0 to 255, of which the text asks for as many \
         as there are bits, although an element has room for one a byte: both readings are recorded.",
    );
    for (bits, missing) in [(8, false), (16, false), (24, false), (8, true), (16, true)] {
        let data_type = DataType::Raw { bits };
        let sketch = Sketch::new(data_type, &[3], &[2]);
        let elements = distinct(data_type, &[3])?.elements;
        let mut read = element::to_bytes(data_type, &elements);
        let size = data_type.size();
        let plan = if missing {
            read[2 * size..].copy_from_slice(&raw_fill_value(size));
            sketch.without(&[&[1]])?
        } else {
            sketch.plan()?
        };
        let name = if missing {
            format!("r{bits}-missing")
        } else {
            format!("r{bits}")
        };
        topic
            .fact(
                name,
                &["data-type.raw", "fill-value.raw", "bytes.raw"],
                format!("raw bits of {size} bytes, of which the fill value has one integer each"),
            )
            .open_array(
                plan,
                &[
                    ("a fill value has one integer for each byte", Some(read)),
                    ("a fill value has one integer for each bit", None),
                ],
            )?;
    }
    Ok(topic)
}
