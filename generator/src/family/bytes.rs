//! The bytes codec in the accepted editions.
//!
//! Little endian is what most machines do by themselves, and zeros look the same in any order, so
//! every data type comes in both byte orders, with elements whose bytes all differ.

use serde_json::{Value, json};
use zarr_conform::reference::float::Format;
use zarr_conform::reference::{ChunkArray, DataType, Element, vector_form};
use zarr_conform::vector::Level;

use crate::elements::{distinct, listed};
use crate::fact::bytes;
use crate::topic::{ACCEPTED, Topic};

pub(super) fn topics() -> anyhow::Result<Vec<Topic>> {
    Ok(vec![
        elements()?,
        special_values()?,
        orders()?,
        configuration()?,
        lengths()?,
        raw_bits()?,
    ])
}

/// The requirement that holds the binary representation of a data type.
pub(super) fn representation_of(data_type: DataType) -> &'static str {
    match data_type {
        DataType::Bool => "bytes.bool",
        DataType::Float16 | DataType::Float32 | DataType::Float64 => "bytes.floats",
        DataType::Complex64 | DataType::Complex128 => "bytes.complex",
        DataType::Raw { .. } => "bytes.raw",
        _ => "bytes.integers",
    }
}

/// The codec without configuration: for data types to which endianness does not apply.
fn plain() -> Value {
    json!([{"name": "bytes"}])
}

fn is_single_byte(data_type: DataType) -> bool {
    data_type.size() == 1
}

fn elements() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "bytes/elements",
        ACCEPTED,
        "The bytes of elements of every data type in both byte orders. All bytes of a chunk differ, so that any \
         exchange of bytes, components or elements shows.",
    );
    for data_type in DataType::NAMED {
        for endian in ["little", "big"] {
            let (requirements, comment): (&[&str], _) = if is_single_byte(data_type) {
                (
                    &["bytes.single-byte-independent"],
                    format!("{data_type} does not depend on endian, which may be given"),
                )
            } else {
                (
                    &["bytes.endian-variant"],
                    format!("{data_type} in {endian}-endian order, each number by itself"),
                )
            };
            let requirements = [requirements, &[representation_of(data_type)]].concat();
            topic
                .fact(format!("{data_type}-{endian}"), &requirements, comment)
                .chunk(bytes(endian), &distinct(data_type, &[5])?)?;
        }
    }
    for data_type in [DataType::Bool, DataType::Int8, DataType::Uint8] {
        let requirements = &[
            "bytes.endian-required",
            "bytes.single-byte-independent",
            representation_of(data_type),
        ];
        let comment = format!("endian is not required for {data_type}");
        topic
            .fact(format!("{data_type}-without-endian"), requirements, comment)
            .chunk(plain(), &distinct(data_type, &[5])?)?;
        let codecs = json!([{"name": "bytes", "configuration": {}}]);
        let comment = format!(
            "an empty configuration is one without endian, which {data_type} does not require"
        );
        topic
            .fact(
                format!("{data_type}-empty-configuration"),
                requirements,
                comment,
            )
            .chunk(codecs, &distinct(data_type, &[5])?)?;
    }
    Ok(topic)
}

/// Names and elements at the ends of a data type's range, and those that arithmetic loses.
pub(super) fn special_elements(data_type: DataType) -> Vec<(&'static str, Element)> {
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

fn special_values() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "bytes/special-values",
        ACCEPTED,
        "Elements as bit patterns: negative zero, subnormals, infinities, NaNs with sign and payload, signalling NaNs, \
         the ends of integer ranges. What passes through arithmetic or another number format comes out changed.",
    );
    for data_type in DataType::NAMED {
        for (name, element) in special_elements(data_type) {
            let endians: &[&str] = if is_single_byte(data_type) {
                &["little"]
            } else {
                &["little", "big"]
            };
            for endian in endians {
                // An ordinary element after it, so that a chunk is never all fill value.
                let ordinary = distinct(data_type, &[3])?.elements[2].clone();
                let chunk = listed(data_type, &[2], vec![element.clone(), ordinary])?;
                topic
                    .fact(
                        format!("{data_type}-{name}-{endian}"),
                        &[
                            representation_of(data_type),
                            "bytes.endian-variant",
                            "data-type.values",
                        ],
                        format!("{name} of {data_type} keeps every bit, {endian} endian"),
                    )
                    .chunk(bytes(endian), &chunk)?;
            }
        }
    }
    Ok(topic)
}

fn orders() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "bytes/lexicographical-order",
        ACCEPTED,
        "Elements follow each other in lexicographical order of their positions, the last dimension fastest, for every \
         rank from 0 to 6.",
    );
    let shapes: [(&str, &[u64]); 10] = [
        ("rank-0", &[]),
        ("rank-1", &[7]),
        ("rank-2", &[2, 3]),
        ("rank-2-square", &[3, 3]),
        ("rank-3", &[2, 3, 4]),
        ("rank-3-cube", &[3, 3, 3]),
        ("rank-4", &[2, 1, 3, 2]),
        ("rank-5", &[2, 3, 1, 2, 2]),
        ("rank-6", &[2, 1, 2, 3, 1, 2]),
        ("one-element", &[1, 1, 1]),
    ];
    for (name, shape) in shapes {
        for (data_type, endian) in [(DataType::Uint8, "little"), (DataType::Int32, "big")] {
            topic
                .fact(
                    format!("{name}-{data_type}"),
                    &["bytes.lexicographical-order", "codecs.bidirectional"],
                    format!("a chunk of shape {shape:?} in C order; columns first, or another order, is wrong"),
                )
                .chunk(bytes(endian), &distinct(data_type, shape)?)?;
        }
    }
    Ok(topic)
}

fn configuration() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "bytes/configuration",
        ACCEPTED,
        "When endian is required and what it may be. Each wrong configuration stands beside a right one.",
    );
    let required = &["bytes.endian-required"][..];
    let value = &["bytes.endian-value"][..];
    let shape = &[2, 3][..];
    let with = |endian: Value| json!([{"name": "bytes", "configuration": {"endian": endian}}]);
    for data_type in DataType::NAMED {
        topic
            .fact(
                format!("{data_type}-with-endian"),
                value,
                format!("endian \"big\" is accepted for {data_type}"),
            )
            .representation(bytes("big"), data_type, shape)?;
        if is_single_byte(data_type) {
            continue;
        }
        for (name, codecs) in [
            ("no-configuration", plain()),
            (
                "empty-configuration",
                json!([{"name": "bytes", "configuration": {}}]),
            ),
        ] {
            topic
                .fact(
                    format!("{data_type}-{name}"),
                    required,
                    format!("without endian nobody knows the byte order of {data_type}; there is no default"),
                )
                .twin(&format!("{data_type}-with-endian"))
                .refused_representation(codecs, data_type, shape, "endian is required for multi-byte data types")?;
        }
    }
    let wrong: [(&str, Value); 11] = [
        ("native", json!("native")),
        ("upper-case", json!("BIG")),
        ("capitalised", json!("Little")),
        ("empty", json!("")),
        ("sign", json!(">")),
        ("abbreviated", json!("le")),
        ("with-space", json!("big ")),
        ("boolean", json!(true)),
        ("number", json!(1)),
        ("list", json!(["big"])),
        ("object", json!({"big": null})),
    ];
    for (name, endian) in wrong {
        for data_type in [DataType::Uint16, DataType::Uint8] {
            topic
                .fact(
                    format!("{data_type}-endian-{name}"),
                    value,
                    format!("endian {endian} is neither \"big\" nor \"little\"; {data_type}"),
                )
                .twin(&format!("{data_type}-with-endian"))
                .refused_representation(
                    with(endian.clone()),
                    data_type,
                    shape,
                    "if present, endian must be \"big\" or \"little\", whatever the data type",
                )?;
        }
    }
    topic
        .fact(
            "uint16-endian-null",
            required,
            "null is no byte order, and absent it would be missing",
        )
        .twin("uint16-with-endian")
        .refused_representation(
            with(json!(null)),
            DataType::Uint16,
            shape,
            "endian is required for uint16",
        )?;
    topic
        .fact(
            "uint8-endian-null",
            value,
            "whether null counts as absent is not said",
        )
        .open_representation(
            with(json!(null)),
            DataType::Uint8,
            shape,
            &[
                ("null is like an absent member", true),
                ("null is a value, and not \"big\" or \"little\"", false),
            ],
        )?;
    Ok(topic)
}

fn lengths() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "bytes/lengths",
        ACCEPTED,
        "An encoded chunk has exactly as many bytes as its type and shape say. Bytes that are missing cannot be \
         decoded; inventing them is silently wrong data.",
    );
    let requirements = &["codecs.representations", "codecs.decoding-procedure"];
    let shape = &[2, 3][..];
    for data_type in [
        DataType::Uint8,
        DataType::Int16,
        DataType::Float64,
        DataType::Complex64,
    ] {
        let chunk = distinct(data_type, shape)?;
        let size = data_type.size();
        let encoded = vector_form::to_bytes(data_type, &chunk.elements);
        topic
            .fact(
                format!("{data_type}-exact"),
                requirements,
                format!("six elements of {data_type} in {} bytes", 6 * size),
            )
            .chunk(bytes("little"), &chunk)?;
        let cases = [
            (
                "one-byte-short",
                encoded.len() - 1,
                "the last byte is missing",
            ),
            (
                "one-element-short",
                encoded.len() - size,
                "the last element is missing",
            ),
            ("half", encoded.len() / 2, "half of the chunk is missing"),
            (
                "empty",
                0,
                "there are no bytes; an empty chunk is not a missing one",
            ),
        ];
        for (name, length, why) in cases {
            // For single bytes, one byte and one element are the same.
            if name == "one-byte-short" && size == 1 {
                continue;
            }
            topic
                .fact(
                    format!("{data_type}-{name}"),
                    requirements,
                    format!("{why}: no element may be made up for it"),
                )
                .twin(&format!("{data_type}-exact"))
                .bad_chunk(bytes("little"), data_type, shape, &encoded[..length], why)?;
        }
        topic
            .fact(
                format!("{data_type}-trailing-byte"),
                requirements,
                "whether bytes after the last element may be ignored is not said",
            )
            .open_bad_chunk(
                bytes("little"),
                data_type,
                shape,
                &[encoded.as_slice(), &[0x99]].concat(),
                &[
                    ("the bytes are no chunk of this shape", None),
                    (
                        "what follows the last element is ignored",
                        Some(encoded.clone()),
                    ),
                ],
            )?;
    }
    for byte in [0x02, 0x80, 0xff] {
        topic
            .fact(
                format!("bool-of-{byte:02x}"),
                &["bytes.bool"],
                "false is 00 and true is 01; what a reader does with another byte is not said",
            )
            .open_bad_chunk(
                plain(),
                DataType::Bool,
                &[3],
                &[0x01, byte, 0x00],
                &[
                    ("the byte is no bool", None),
                    ("every byte but 00 is true", Some(vec![1, 1, 0])),
                    ("the lowest bit counts", Some(vec![1, byte & 1, 0])),
                    ("the byte is kept", Some(vec![1, byte, 0])),
                ],
            )?;
    }
    Ok(topic)
}

fn raw_bits() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "bytes/raw-bits",
        ACCEPTED,
        "The optional data type r*: bytes pass through as they are. Whether endian applies to several of them is an \
         open place of the specification.",
    );
    let raw = |bits| DataType::Raw { bits };
    topic
        .fact(
            "r8",
            &["bytes.raw", "data-type.raw"],
            "one byte passes through",
        )
        .level(Level::May)
        .chunk(plain(), &distinct(raw(8), &[2, 3])?)?;
    for bits in [16, 24, 64, 128] {
        let chunk = distinct(raw(bits), &[2, 3])?;
        for endian in ["little", "big"] {
            topic
                .fact(
                    format!("r{bits}-{endian}"),
                    &["bytes.raw", "bytes.endian-variant"],
                    "whether raw bits have a byte order is not said",
                )
                .open_chunk(bytes(endian), &chunk, &raw_readings(&chunk))?;
        }
        topic
            .fact(
                format!("r{bits}-without-endian"),
                &["bytes.raw", "bytes.endian-required"],
                "whether endianness is applicable to raw bits is not said",
            )
            .open_chunk(
                plain(),
                &chunk,
                &[
                    (
                        "raw bits have no byte order",
                        Some(raw_bytes(&chunk, false)),
                    ),
                    ("endian is required", None),
                ],
            )?;
    }
    Ok(topic)
}

/// What readings make of raw bits where `endian` is there: either value of it may be the one that
/// turns the bytes of an element around.
pub(super) fn raw_readings(chunk: &ChunkArray) -> [(&'static str, Option<Vec<u8>>); 3] {
    [
        ("raw bits have no byte order", Some(raw_bytes(chunk, false))),
        (
            "the bytes of each element are reversed",
            Some(raw_bytes(chunk, true)),
        ),
        ("endian is refused for raw bits", None),
    ]
}

fn raw_bytes(chunk: &ChunkArray, reversed: bool) -> Vec<u8> {
    let element = |element: &Element| match element {
        Element::Raw(raw) if reversed => raw.iter().rev().copied().collect(),
        Element::Raw(raw) => raw.clone(),
        _ => Vec::new(),
    };
    chunk.elements.iter().flat_map(element).collect()
}
