//! What an order may be.

use serde_json::{Value, json};
use zarr_conform_reference::DataType;

use crate::fact::bytes_codec;
use crate::topic::{ACCEPTED, Topic};

pub(super) fn orders() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "transpose/orders",
        ACCEPTED,
        "What `order` may be: an array of integers that is a permutation of 0, 1, …, n-1 and nothing else. Each \
         wrong one stands beside a right one that differs in nothing but `order`.",
    );
    let permutation = &["transpose.order-is-permutation"][..];
    let wrong_rank = &[
        "transpose.order-is-permutation",
        "codecs.unsupported-representation-fails",
        "codecs.incompatible-representation",
    ][..];
    let with = |order: Value| json!([{"name": "transpose", "configuration": {"order": order}}, bytes_codec("little")]);
    let shape = &[2, 3, 4][..];
    topic
        .fact("permutation", permutation, "a permutation is accepted")
        .representation(with(json!([1, 2, 0])), DataType::Int16, shape)?;
    topic
        .fact(
            "permutation-of-scalar",
            permutation,
            "the empty permutation is accepted for rank 0",
        )
        .representation(with(json!([])), DataType::Int16, &[])?;
    topic
        .fact(
            "permutation-of-two",
            permutation,
            "a permutation of two dimensions is accepted",
        )
        .representation(with(json!([1, 0])), DataType::Int16, &[3, 3])?;

    let refused: [(&str, &[&str], Value, &str); 18] = [
        (
            "repeated",
            permutation,
            json!([1, 1, 0]),
            "1 occurs twice and 2 never",
        ),
        (
            "all-zero",
            permutation,
            json!([0, 0, 0]),
            "0 occurs three times",
        ),
        (
            "too-short",
            wrong_rank,
            json!([1, 0]),
            "two entries for three dimensions",
        ),
        (
            "too-long",
            wrong_rank,
            json!([1, 2, 0, 3]),
            "four entries for three dimensions",
        ),
        (
            "empty",
            wrong_rank,
            json!([]),
            "no entry for three dimensions",
        ),
        (
            "from-one",
            permutation,
            json!([2, 3, 1]),
            "counts from 1; 3 is no dimension",
        ),
        (
            "out-of-range",
            permutation,
            json!([1, 2, 7]),
            "7 is no dimension",
        ),
        (
            "negative",
            permutation,
            json!([1, -1, 0]),
            "-1 is no dimension; counting from the end is not defined",
        ),
        (
            "all-negative",
            permutation,
            json!([-1, -2, -3]),
            "counting from the end is not defined",
        ),
        (
            "huge",
            permutation,
            json!([1, 2, 18_446_744_073_709_551_615_u64]),
            "2^64-1 is no dimension",
        ),
        (
            "wraps-to-zero",
            permutation,
            json!([1, 2, 4_294_967_296_u64]),
            "2^32 is no dimension, even if it is 0 in 32 bits",
        ),
        (
            "fraction",
            permutation,
            json!([1, 2, 0.5]),
            "0.5 is no integer",
        ),
        (
            "strings",
            permutation,
            json!(["1", "2", "0"]),
            "strings are no integers",
        ),
        (
            "booleans",
            permutation,
            json!([1, 2, false]),
            "false is no integer",
        ),
        (
            "nested",
            permutation,
            json!([[1, 2, 0]]),
            "an array in the array is no integer",
        ),
        (
            "string",
            permutation,
            json!("1, 2, 0"),
            "a string is no array of integers",
        ),
        (
            "number",
            permutation,
            json!(120),
            "a number is no array of integers",
        ),
        (
            "object",
            permutation,
            json!({"0": 1, "1": 2, "2": 0}),
            "an object is no array of integers",
        ),
    ];
    for (name, requirements, order, why) in refused {
        topic
            .fact(
                name,
                requirements,
                format!("order is no permutation of 0, 1, 2: {why}"),
            )
            .twin("permutation")
            .refused_representation(with(order), DataType::Int16, shape, why)?;
    }
    legacy(&mut topic, with)?;
    missing(&mut topic)?;
    // Equal lengths, where a wrong order changes neither shape nor number of bytes.
    topic
        .fact(
            "permutation-of-cube",
            permutation,
            "a permutation of a cube's dimensions is accepted",
        )
        .representation(with(json!([1, 2, 0])), DataType::Int16, &[3, 3, 3])?;
    for (name, order) in [
        ("repeated-of-cube", json!([1, 1, 0])),
        ("all-zero-of-cube", json!([0, 0, 0])),
    ] {
        topic
            .fact(
                name,
                permutation,
                "an order with repeated entries loses elements; no error of shape tells it",
            )
            .twin("permutation-of-cube")
            .refused_representation(
                with(order),
                DataType::Int16,
                &[3, 3, 3],
                "an entry occurs twice",
            )?;
    }
    topic
        .fact(
            "non-empty-for-scalar",
            permutation,
            "order [0] for a chunk without dimensions",
        )
        .twin("permutation-of-scalar")
        .refused_representation(
            with(json!([0])),
            DataType::Int16,
            &[],
            "0 is no dimension of a scalar",
        )?;
    topic
        .fact(
            "spelled-as-floats",
            permutation,
            "whether 1.0 is an integer is not said",
        )
        .open_representation(
            with(json!([1.0, 2.0, 0.0])),
            DataType::Int16,
            shape,
            &[("1.0 is an integer", true), ("1.0 is no integer", false)],
        )?;
    Ok(topic)
}

fn legacy(topic: &mut Topic, with: impl Fn(Value) -> Value) -> anyhow::Result<()> {
    for (name, constant, shape) in [
        ("legacy-c", "C", &[2, 3, 4][..]),
        ("legacy-f", "F", &[2, 3, 4]),
        ("legacy-c-of-scalar", "C", &[]),
        ("legacy-f-of-square", "F", &[3, 3]),
    ] {
        let twin = match shape.len() {
            0 => "permutation-of-scalar",
            2 => "permutation-of-two",
            _ => "permutation",
        };
        topic
            .fact(
                name,
                &["transpose.no-c-f"],
                format!("the drafts' constant {constant:?} is no permutation any more"),
            )
            .twin(twin)
            .refused_representation(
                with(json!(constant)),
                DataType::Int16,
                shape,
                "only the drafts had constants; order must be an explicit permutation",
            )?;
    }
    Ok(())
}

fn missing(topic: &mut Topic) -> anyhow::Result<()> {
    let cases = [
        (
            "missing-order",
            json!({"name": "transpose", "configuration": {}}),
            "order is required",
        ),
        (
            "missing-configuration",
            json!({"name": "transpose"}),
            "order is required, so the configuration is too",
        ),
        (
            "null-order",
            json!({"name": "transpose", "configuration": {"order": null}}),
            "null is no permutation",
        ),
    ];
    for (name, codec, why) in cases {
        topic
            .fact(
                name,
                &["transpose.order-required"],
                format!("a transpose without an order: {why}"),
            )
            .twin("permutation")
            .refused_representation(
                json!([codec, bytes_codec("little")]),
                DataType::Int16,
                &[2, 3, 4],
                why,
            )?;
    }
    Ok(())
}
