//! Elements at the ends of a data type's range, and those that arithmetic loses.

use serde_json::Value;
use zarr_conform_reference::float::Format;
use zarr_conform_reference::{DataType, Element, vector_form};

use crate::elements::distinct;
use crate::given::{self, Given, Members};

/// A chunk of two elements for each special element of each data type, in each byte order where
/// there are two.
pub(super) fn chunks(_: &Members, line: usize) -> anyhow::Result<Vec<Members>> {
    let mut facts = Vec::new();
    for data_type in DataType::NAMED {
        for special in special_elements(data_type) {
            let endians: &[&str] = match data_type.size() {
                1 => &["little"],
                _ => &["little", "big"],
            };
            for endian in endians {
                // An ordinary element after it, so that a chunk is never all fill value.
                let ordinary = distinct(data_type, &[3])?.elements[2].clone();
                let elements =
                    [&special.element, &ordinary].map(|it| vector_form::value(data_type, it));
                let members = [
                    ("name", format!("{data_type}-{}-{endian}", special.name)),
                    ("data_type", data_type.to_string()),
                    ("codecs", codecs(endian)),
                    ("elements", Value::from(elements.to_vec()).to_string()),
                    ("comment", comment(&special.mistake, data_type, endian)),
                ];
                let mut members: Members = members
                    .map(|(name, text)| (name.to_owned(), Given::text(text, line)))
                    .to_vec();
                members.push(("requirements".to_owned(), requirements(data_type, line)));
                facts.push(members);
            }
        }
    }
    Ok(facts)
}

/// A mistake, and in which chunks.
fn comment(mistake: &str, data_type: DataType, endian: &str) -> String {
    match data_type.size() {
        1 => format!("{mistake} in chunks of {data_type}"),
        _ => format!("{mistake} in {endian}-endian chunks of {data_type}"),
    }
}

fn codecs(endian: &str) -> String {
    format!(r#"[{{"name": "bytes", "configuration": {{"endian": "{endian}"}}}}]"#)
}

fn requirements(data_type: DataType, line: usize) -> Given {
    let representation = match data_type {
        DataType::Bool => "bytes.bool",
        DataType::Float16 | DataType::Float32 | DataType::Float64 => "bytes.floats",
        DataType::Complex64 | DataType::Complex128 => "bytes.complex",
        DataType::Raw { .. } => "bytes.raw",
        _ => "bytes.integers",
    };
    let ids = [representation, "bytes.endian-variant", "data-type.values"];
    Given {
        value: given::Value::List(ids.map(|id| Given::text(id, line)).to_vec()),
        line,
    }
}

/// An element at an end of a data type's range, or one that arithmetic loses.
struct Special {
    /// Part of the id.
    name: &'static str,
    /// What goes wrong with it, as the beginning of a comment.
    mistake: String,
    element: Element,
}

impl Special {
    fn new(name: &'static str, mistake: impl Into<String>, element: Element) -> Self {
        Self {
            name,
            mistake: mistake.into(),
            element,
        }
    }
}

fn special_elements(data_type: DataType) -> Vec<Special> {
    let size = data_type.size();
    match data_type {
        DataType::Bool => vec![
            Special::new(
                "false",
                "reads or writes false as another byte than 00",
                Element::Bits(0),
            ),
            Special::new(
                "true",
                "reads or writes true as another byte than 01",
                Element::Bits(1),
            ),
        ],
        DataType::Int8 | DataType::Int16 | DataType::Int32 | DataType::Int64 => signed(size),
        DataType::Uint8 | DataType::Uint16 | DataType::Uint32 | DataType::Uint64 => unsigned(size),
        DataType::Float16 | DataType::Float32 | DataType::Float64 => special_floats(data_type)
            .into_iter()
            .map(|(name, mistake, bits)| Special::new(name, mistake, Element::Bits(bits)))
            .collect(),
        DataType::Complex64 | DataType::Complex128 => special_complex(data_type),
        DataType::Raw { .. } => vec![
            Special::new(
                "zero",
                "changes bits that are 0",
                Element::Raw(vec![0; size]),
            ),
            Special::new(
                "ones",
                "changes bits that are 1",
                Element::Raw(vec![0xff; size]),
            ),
        ],
    }
}

/// Of signed integers of `size` bytes.
fn signed(size: usize) -> Vec<Special> {
    let sign = 1_u64 << (8 * size - 1);
    let ones = u64::MAX >> (64 - 8 * size);
    [
        ("zero", "changes the bits of 0".to_owned(), 0),
        ("one", mistake_of_one(size), 1),
        ("minus-one", "loses the sign of -1".to_owned(), ones),
        (
            "minus-two",
            "reads or writes -2 as a sign bit and the number 2".to_owned(),
            ones - 1,
        ),
        (
            "least",
            "changes the bits of the least number".to_owned(),
            sign,
        ),
        ("greatest", mistake_of_greatest(size), sign - 1),
    ]
    .map(|(name, mistake, bits)| Special::new(name, mistake, Element::Bits(bits)))
    .into()
}

/// Of unsigned integers of `size` bytes.
fn unsigned(size: usize) -> Vec<Special> {
    let sign = 1_u64 << (8 * size - 1);
    let ones = u64::MAX >> (64 - 8 * size);
    [
        ("zero", "changes the bits of 0".to_owned(), 0),
        ("one", mistake_of_one(size), 1),
        (
            "highest-bit",
            format!("treats the highest bit of {sign} as a sign"),
            sign,
        ),
        ("greatest", mistake_of_greatest(size), ones),
    ]
    .map(|(name, mistake, bits)| Special::new(name, mistake, Element::Bits(bits)))
    .into()
}

fn mistake_of_one(size: usize) -> String {
    match size {
        1 => "changes the bits of 1",
        _ => "swaps the bytes of 1",
    }
    .to_owned()
}

fn mistake_of_greatest(size: usize) -> String {
    match size {
        8 => "rounds the greatest number by way of binary64",
        _ => "changes the bits of the greatest number",
    }
    .to_owned()
}

/// Each special floating point value as a real component, with another one as the imaginary one.
fn special_complex(data_type: DataType) -> Vec<Special> {
    let floats = special_floats(data_type);
    let imaginary = floats.iter().cycle().skip(3);
    let pairs = floats.iter().zip(imaginary);
    pairs
        .map(|(real, imaginary)| {
            let mistake = format!(
                "{} in a real component, or {} in an imaginary one,",
                real.1, imaginary.1
            );
            let element = Element::Complex {
                real: real.2,
                imaginary: imaginary.2,
            };
            Special::new(real.0, mistake, element)
        })
        .collect()
}

/// Names of special floating point values, what goes wrong with them, and their bits; for complex
/// data types, of one component.
fn special_floats(data_type: DataType) -> Vec<(&'static str, &'static str, u64)> {
    let Some(format) = Format::of(data_type) else {
        return Vec::new();
    };
    let (infinity, sign, nan) = (format.infinity(), format.sign(), format.nan());
    let least_normal = 1 << format.mantissa_bits;
    vec![
        ("zero", "changes the bits of 0", 0),
        ("minus-zero", "loses the sign of negative zero", sign),
        (
            "least-subnormal",
            "flushes the least subnormal number to zero",
            1,
        ),
        (
            "minus-least-subnormal",
            "flushes the greatest negative subnormal number to zero",
            sign | 1,
        ),
        (
            "greatest-subnormal",
            "flushes the greatest subnormal number to zero",
            least_normal - 1,
        ),
        (
            "least-normal",
            "changes the bits of the least normal number",
            least_normal,
        ),
        (
            "greatest-finite",
            "changes the bits of the greatest finite number",
            infinity - 1,
        ),
        ("infinity", "changes the bits of infinity", infinity),
        (
            "minus-infinity",
            "loses the sign of negative infinity",
            sign | infinity,
        ),
        ("nan", "changes the bits of NaN", nan),
        ("minus-nan", "loses the sign of a NaN", sign | nan),
        (
            "nan-with-payload",
            "loses the payload of a quiet NaN",
            nan | 0x15,
        ),
        (
            "signalling-nan",
            "makes a signalling NaN quiet",
            infinity | 0x2a,
        ),
        (
            "nan-of-ones",
            "loses the payload of a NaN with a mantissa of ones",
            infinity | (least_normal - 1),
        ),
    ]
}
