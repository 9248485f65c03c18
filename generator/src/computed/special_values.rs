//! Elements at the ends of a data type's range, and those that arithmetic loses.

use serde_json::Value;
use zarr_conform_reference::float::Format;
use zarr_conform_reference::{DataType, Element};

use crate::elements::{distinct, value};
use crate::given::{self, Given, Members};

/// A chunk of two elements for each special element of each data type, in each byte order where
/// there are two.
pub(super) fn chunks(_: &Members, line: usize) -> anyhow::Result<Vec<Members>> {
    let mut facts = Vec::new();
    for data_type in DataType::NAMED {
        for (name, element) in special_elements(data_type) {
            let endians: &[&str] = match data_type.size() {
                1 => &["little"],
                _ => &["little", "big"],
            };
            for endian in endians {
                // An ordinary element after it, so that a chunk is never all fill value.
                let ordinary = distinct(data_type, &[3])?.elements[2].clone();
                let elements = [&element, &ordinary].map(|it| value(data_type, it));
                let members = [
                    ("name", format!("{data_type}-{name}-{endian}")),
                    ("data_type", data_type.to_string()),
                    ("codecs", codecs(endian)),
                    ("elements", Value::from(elements.to_vec()).to_string()),
                    (
                        "comment",
                        format!("{name} of {data_type} keeps every bit, {endian} endian"),
                    ),
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

/// Names and elements at the ends of a data type's range, and those that arithmetic loses.
fn special_elements(data_type: DataType) -> Vec<(&'static str, Element)> {
    let size = data_type.size();
    match data_type {
        DataType::Bool => vec![("false", Element::Bits(0)), ("true", Element::Bits(1))],
        DataType::Int8 | DataType::Int16 | DataType::Int32 | DataType::Int64 => {
            let sign = 1_u64 << (8 * size - 1);
            let ones = u64::MAX >> (64 - 8 * size);
            vec![
                ("zero", Element::Bits(0)),
                ("one", Element::Bits(1)),
                ("minus-one", Element::Bits(ones)),
                ("minus-two", Element::Bits(ones - 1)),
                ("least", Element::Bits(sign)),
                ("greatest", Element::Bits(sign - 1)),
            ]
        }
        DataType::Uint8 | DataType::Uint16 | DataType::Uint32 | DataType::Uint64 => {
            let sign = 1_u64 << (8 * size - 1);
            let ones = u64::MAX >> (64 - 8 * size);
            vec![
                ("zero", Element::Bits(0)),
                ("one", Element::Bits(1)),
                ("highest-bit", Element::Bits(sign)),
                ("greatest", Element::Bits(ones)),
            ]
        }
        DataType::Float16 | DataType::Float32 | DataType::Float64 => special_floats(data_type)
            .into_iter()
            .map(|(name, bits)| (name, Element::Bits(bits)))
            .collect(),
        DataType::Complex64 | DataType::Complex128 => {
            let floats = special_floats(data_type);
            let imaginary = floats.iter().cycle().skip(3);
            let pairs = floats.iter().zip(imaginary);
            pairs
                .map(|(real, imaginary)| {
                    (
                        real.0,
                        Element::Complex {
                            real: real.1,
                            imaginary: imaginary.1,
                        },
                    )
                })
                .collect()
        }
        DataType::Raw { .. } => vec![
            ("zero", Element::Raw(vec![0; size])),
            ("ones", Element::Raw(vec![0xff; size])),
        ],
    }
}

/// Bits of special floating point values; for complex data types, of one component.
fn special_floats(data_type: DataType) -> Vec<(&'static str, u64)> {
    let Some(format) = Format::of(data_type) else {
        return Vec::new();
    };
    let (infinity, sign, nan) = (format.infinity(), format.sign(), format.nan());
    vec![
        ("zero", 0),
        ("minus-zero", sign),
        ("least-subnormal", 1),
        ("minus-least-subnormal", sign | 1),
        ("greatest-subnormal", (1 << format.mantissa_bits) - 1),
        ("least-normal", 1 << format.mantissa_bits),
        ("greatest-finite", infinity - 1),
        ("infinity", infinity),
        ("minus-infinity", sign | infinity),
        ("nan", nan),
        ("minus-nan", sign | nan),
        ("nan-with-payload", nan | 0x15),
        ("signalling-nan", infinity | 0x2a),
        ("nan-of-ones", infinity | ((1 << format.mantissa_bits) - 1)),
    ]
}
