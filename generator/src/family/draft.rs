//! The drafts of February 2023: the constants of `order`, the codec `endian`, and codec lists that
//! need no codec for bytes.

use serde_json::{Value, json};
use zarr_conform_reference::DataType;

use super::bytes::special_elements;
use crate::elements::{distinct, listed};
use crate::fact::transpose_codec;
use crate::topic::{DRAFT, Topic};

pub(super) fn topics() -> anyhow::Result<Vec<Topic>> {
    Ok(vec![
        endian_elements()?,
        endian_configuration()?,
        conversion()?,
        transpose()?,
        orders()?,
        after_bytes()?,
    ])
}

fn endian_codec(endian: &str) -> Value {
    json!({"name": "endian", "configuration": {"endian": endian}})
}

/// The requirement that holds the default binary representation of a data type.
fn default_of(data_type: DataType) -> &'static str {
    match data_type {
        DataType::Bool => "endian.default-bool",
        DataType::Float16 | DataType::Float32 | DataType::Float64 => "endian.default-floats",
        DataType::Complex64 | DataType::Complex128 => "endian.default-complex",
        DataType::Raw { .. } => "endian.default-raw",
        _ => "endian.default-integers",
    }
}

fn endian_elements() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "endian/elements",
        DRAFT,
        "The drafts' codec endian: elements of every data type in both byte orders, in lexicographical order.",
    );
    for data_type in DataType::NAMED {
        for endian in ["little", "big"] {
            topic
                .fact(
                    format!("{data_type}-{endian}"),
                    &[
                        "endian.endian-variant",
                        "endian.lexicographical-order",
                        default_of(data_type),
                    ],
                    format!("the {endian}-endian variant of {data_type}"),
                )
                .chunk(
                    json!([endian_codec(endian)]),
                    &distinct(data_type, &[2, 3])?,
                )?;
        }
        if data_type.size() == 1 {
            continue;
        }
        let elements = special_elements(data_type)
            .into_iter()
            .map(|(_, element)| element)
            .collect::<Vec<_>>();
        let shape = [elements.len() as u64];
        topic
            .fact(
                format!("{data_type}-special-values"),
                &["endian.endian-variant", default_of(data_type)],
                format!("special values of {data_type} keep every bit"),
            )
            .chunk(
                json!([endian_codec("big")]),
                &listed(data_type, &shape, elements)?,
            )?;
    }
    Ok(topic)
}

fn endian_configuration() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "endian/configuration",
        DRAFT,
        "The drafts require endian always, even for single bytes, and only \"big\" and \"little\".",
    );
    let shape = &[2, 3][..];
    for data_type in [DataType::Uint16, DataType::Uint8] {
        topic
            .fact(
                format!("{data_type}-big"),
                &["endian.endian-value", "codecs.object-configuration"],
                "endian \"big\" is accepted",
            )
            .representation(json!([endian_codec("big")]), data_type, shape)?;
        let twin = format!("{data_type}-big");
        for (name, codec) in [
            ("missing", json!({"name": "endian", "configuration": {}})),
            ("no-configuration", json!({"name": "endian"})),
        ] {
            topic
                .fact(
                    format!("{data_type}-{name}"),
                    &["endian.endian-required"],
                    "endian is required in any case",
                )
                .twin(&twin)
                .refused_representation(json!([codec]), data_type, shape, "endian is required")?;
        }
        for (name, value) in [
            ("native", json!("native")),
            ("upper-case", json!("Big")),
            ("number", json!(0)),
        ] {
            topic
                .fact(
                    format!("{data_type}-{name}"),
                    &["endian.endian-value"],
                    "endian is neither \"big\" nor \"little\"",
                )
                .twin(&twin)
                .refused_representation(
                    json!([{"name": "endian", "configuration": {"endian": value}}]),
                    data_type,
                    shape,
                    "endian must be \"big\" or \"little\"",
                )?;
        }
    }
    topic
        .fact(
            "bytes-is-unknown",
            &["endian.name"],
            "the codec bytes did not exist yet",
        )
        .twin("uint16-big")
        .refused_representation(
            json!([{"name": "bytes", "configuration": {"endian": "big"}}]),
            DataType::Uint16,
            shape,
            "no codec of the drafts has this name",
        )?;
    Ok(topic)
}

fn conversion() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "endian/default-conversion",
        DRAFT,
        "Where no codec yields bytes, elements follow each other in lexicographical order in their default, little \
         endian representation: an empty list is the same as endian \"little\".",
    );
    for data_type in DataType::NAMED {
        topic
            .fact(
                format!("{data_type}-without-codecs"),
                &[
                    "codecs.default-conversion",
                    "endian.default-little",
                    default_of(data_type),
                ],
                format!("no codecs: {data_type} in little endian, on any machine"),
            )
            .chunk(json!([]), &distinct(data_type, &[2, 3])?)?;
    }
    for bits in [8, 24] {
        topic
            .fact(
                format!("r{bits}-without-codecs"),
                &["codecs.default-conversion", "endian.default-raw"],
                "raw bits pass through as they are",
            )
            .chunk(json!([]), &distinct(DataType::Raw { bits }, &[2, 3])?)?;
    }
    topic
        .fact(
            "transpose-alone",
            &["codecs.default-conversion", "codecs.encoding-procedure"],
            "a transposed array at the end of the list is converted in its new order",
        )
        .chunk(
            json!([transpose_codec(&[1, 2, 0])]),
            &distinct(DataType::Int16, &[2, 3, 4])?,
        )?;
    topic
        .fact(
            "scalar",
            &["codecs.default-conversion"],
            "a scalar is one element",
        )
        .chunk(json!([]), &distinct(DataType::Float64, &[])?)?;
    Ok(topic)
}

fn transpose() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "transpose/draft-elements",
        DRAFT,
        "The drafts' transpose: permutations, \"C\" as the identity and \"F\" as the reversal.",
    );
    let constants: [(&str, Value, &[u64], &str); 7] = [
        (
            "c-rank-3",
            json!("C"),
            &[2, 3, 4],
            "\"C\" is the identity: nothing moves",
        ),
        (
            "f-rank-2",
            json!("F"),
            &[2, 3],
            "\"F\" is n-1, …, 1, 0: columns first",
        ),
        (
            "f-rank-3",
            json!("F"),
            &[2, 3, 4],
            "\"F\" is n-1, …, 1, 0: all dimensions reversed",
        ),
        (
            "f-rank-4",
            json!("F"),
            &[2, 3, 4, 5],
            "\"F\" is n-1, …, 1, 0: all dimensions reversed, not two exchanged",
        ),
        (
            "f-cube",
            json!("F"),
            &[3, 3, 3],
            "\"F\" on equal lengths, where only the data shows it",
        ),
        (
            "c-scalar",
            json!("C"),
            &[],
            "\"C\" of a scalar is the empty permutation",
        ),
        (
            "f-scalar",
            json!("F"),
            &[],
            "\"F\" of a scalar is the empty permutation",
        ),
    ];
    for (name, order, shape, comment) in constants {
        let codec = json!({"name": "transpose", "configuration": {"order": order}});
        topic
            .fact(
                name,
                &["transpose.c-and-f", "transpose.encoded-elements"],
                comment,
            )
            .chunk(
                json!([codec, endian_codec("little")]),
                &distinct(DataType::Uint16, shape)?,
            )?;
    }
    for order in [
        &[1, 2, 0][..],
        &[2, 0, 1],
        &[0, 2, 1],
        &[1, 2, 3, 0],
        &[1, 3, 0, 2],
    ] {
        let shape: &[u64] = if order.len() == 3 {
            &[2, 3, 4]
        } else {
            &[2, 3, 4, 5]
        };
        let name = order
            .iter()
            .map(usize::to_string)
            .collect::<Vec<_>>()
            .join("-");
        topic
            .fact(
                format!("order-{name}"),
                &[
                    "transpose.order-is-permutation",
                    "transpose.encoded-elements",
                    "transpose.encoded-shape",
                ],
                format!("order {order:?}"),
            )
            .chunk(
                json!([transpose_codec(order), endian_codec("big")]),
                &distinct(DataType::Int32, shape)?,
            )?;
    }
    topic
        .fact(
            "f-then-cycle",
            &["codecs.applied-in-sequence", "transpose.c-and-f"],
            "two transposes, one after the other",
        )
        .chunk(
            json!([{"name": "transpose", "configuration": {"order": "F"}}, transpose_codec(&[1, 2, 0]), endian_codec("big")]),
            &distinct(DataType::Int16, &[2, 3, 4])?,
        )?;
    Ok(topic)
}

fn orders() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "transpose/draft-orders",
        DRAFT,
        "What order may be in the drafts: a permutation, \"C\" or \"F\", and nothing else.",
    );
    let with = |order: Value| json!([{"name": "transpose", "configuration": {"order": order}}, endian_codec("little")]);
    let shape = &[2, 3, 4][..];
    let forms = &["transpose.order-forms", "transpose.order-is-permutation"];
    for (name, order) in [
        ("permutation", json!([1, 2, 0])),
        ("c", json!("C")),
        ("f", json!("F")),
    ] {
        topic
            .fact(name, &["transpose.order-forms"], "one of the three forms")
            .representation(with(order), DataType::Int16, shape)?;
    }
    let refused: [(&str, Value, &str, &str); 8] = [
        (
            "lower-case-c",
            json!("c"),
            "c",
            "constants are compared to the letter",
        ),
        (
            "lower-case-f",
            json!("f"),
            "f",
            "constants are compared to the letter",
        ),
        ("fortran", json!("Fortran"), "f", "the constant is \"F\""),
        ("a", json!("A"), "c", "there is no constant \"A\""),
        (
            "list-of-constant",
            json!(["F"]),
            "f",
            "a constant stands by itself",
        ),
        (
            "repeated",
            json!([1, 1, 0]),
            "permutation",
            "1 occurs twice and 2 never",
        ),
        (
            "too-short",
            json!([1, 0]),
            "permutation",
            "two entries for three dimensions",
        ),
        (
            "out-of-range",
            json!([1, 2, 3]),
            "permutation",
            "3 is no dimension",
        ),
    ];
    for (name, order, twin, why) in refused {
        topic
            .fact(
                name,
                forms,
                format!("order is none of the three forms: {why}"),
            )
            .twin(twin)
            .refused_representation(with(order), DataType::Int16, shape, why)?;
    }
    topic
        .fact(
            "missing",
            &["transpose.order-required"],
            "a transpose without an order",
        )
        .twin("permutation")
        .refused_representation(
            json!([{"name": "transpose", "configuration": {}}, endian_codec("little")]),
            DataType::Int16,
            shape,
            "order is required",
        )?;
    Ok(topic)
}

fn after_bytes() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "transpose/draft-after-bytes",
        DRAFT,
        "A transpose right after a codec that yields bytes must fail, whatever conversion the drafts allow elsewhere.",
    );
    let requirements = &["transpose.after-bytes-fails", "transpose.applied-to-array"];
    let transpose = transpose_codec(&[1, 0]);
    let shape = &[2, 3][..];
    topic
        .fact(
            "before",
            requirements,
            "a transpose before endian is accepted",
        )
        .representation(
            json!([transpose, endian_codec("little")]),
            DataType::Int16,
            shape,
        )?;
    let cases: [(&str, Value, &str); 3] = [
        (
            "right-after",
            json!([endian_codec("little"), transpose]),
            "endian yields bytes",
        ),
        (
            "on-both-sides",
            json!([transpose, endian_codec("little"), transpose]),
            "endian yields bytes",
        ),
        (
            "constant-right-after",
            json!([endian_codec("little"), {"name": "transpose", "configuration": {"order": "C"}}]),
            "endian yields bytes, even if nothing would move",
        ),
    ];
    for (name, codecs, why) in cases {
        topic
            .fact(
                name,
                requirements,
                format!("a transpose that gets bytes: {why}"),
            )
            .twin("before")
            .refused_representation(codecs, DataType::Int16, shape, why)?;
    }
    Ok(topic)
}
