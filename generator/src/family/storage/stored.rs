//! What is read back of each data type, and what stands for chunks that are not there.

use zarr_conform::reference::DataType::{self, Complex64, Float64, Int64};
use zarr_conform::reference::{Element, float, vector_form};

use super::{MISSING, STORED};
use crate::elements::{distinct, listed};
use crate::family::arrays::{Sketch, raw_fill_value};
use crate::store::Plan;
use crate::topic::{ACCEPTED, Topic};

pub(super) fn data_types() -> anyhow::Result<Topic> {
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

pub(super) fn missing() -> anyhow::Result<Topic> {
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

/// Raw bits need a fill value, and the text asks for a list of as many integers as there are bits.
pub(super) fn raw() -> anyhow::Result<Topic> {
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
        let mut read = vector_form::to_bytes(data_type, &elements);
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
