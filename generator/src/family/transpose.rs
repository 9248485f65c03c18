//! The transpose codec in the accepted editions.
//!
//! Squares and orders that are their own inverse hide most mistakes, so shapes have distinct
//! lengths, and orders are cycles wherever that is possible. Cubes come too: there a wrong order
//! raises no error of shape, only wrong data.

use serde_json::{Value, json};
use zarr_conform::reference::{DataType, Literal, Reading};
use zarr_conform::vector::Level;

use super::bytes::raw_readings;
use crate::elements::distinct;
use crate::fact::{bytes_codec, transpose_codec};
use crate::topic::{ACCEPTED, Topic};

/// A name, the orders of a chain of transposes, and the shape of the chunk.
type OrdersOnShape<'a> = (&'a str, &'a [&'a [usize]], &'a [u64]);

const ELEMENTS: &[&str] = &[
    "transpose.encoded-elements",
    "transpose.encoded-shape",
    "codecs.encoding-procedure",
    "codecs.decoding-procedure",
];

pub(super) fn topics() -> anyhow::Result<Vec<Topic>> {
    Ok(vec![
        permutations()?,
        ranks()?,
        data_types()?,
        chains()?,
        orders()?,
        representations()?,
    ])
}

/// Transposes followed by the bytes codec.
fn codecs(orders: &[&[usize]], endian: &str) -> Value {
    let mut codecs: Vec<Value> = orders.iter().map(|order| transpose_codec(order)).collect();
    codecs.push(bytes_codec(endian));
    Value::Array(codecs)
}

fn words(order: &[usize]) -> String {
    order
        .iter()
        .map(usize::to_string)
        .collect::<Vec<_>>()
        .join("-")
}

fn permutations() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "transpose/permutations",
        ACCEPTED,
        "Where each element goes, for every order of rank 2 and 3 and chosen ones of rank 4 to 6, on shapes of \
         distinct lengths and on cubes. Orders that are no inverse of themselves tell an order from its inverse.",
    );
    let orders: [&[usize]; 8] = [
        &[0, 1],
        &[1, 0],
        &[0, 1, 2],
        &[0, 2, 1],
        &[1, 0, 2],
        &[1, 2, 0],
        &[2, 0, 1],
        &[2, 1, 0],
    ];
    for order in orders {
        let shape: &[u64] = if order.len() == 2 {
            &[2, 3]
        } else {
            &[2, 3, 4]
        };
        of_order(&mut topic, order, shape, "distinct")?;
        of_order(&mut topic, order, &vec![3; order.len()], "cube")?;
    }
    let longer: [&[usize]; 10] = [
        &[1, 2, 3, 0],
        &[3, 0, 1, 2],
        &[2, 3, 1, 0],
        &[1, 3, 0, 2],
        &[0, 2, 3, 1],
        &[3, 2, 1, 0],
        &[1, 2, 3, 4, 0],
        &[2, 0, 4, 1, 3],
        &[1, 2, 3, 4, 5, 0],
        &[2, 4, 0, 5, 1, 3],
    ];
    for order in longer {
        let shape: &[u64] = match order.len() {
            4 => &[2, 3, 4, 5],
            5 => &[2, 3, 1, 4, 5],
            _ => &[2, 3, 1, 4, 2, 3],
        };
        of_order(&mut topic, order, shape, "distinct")?;
        of_order(&mut topic, order, &vec![2; order.len()], "cube")?;
    }
    Ok(topic)
}

fn of_order(topic: &mut Topic, order: &[usize], shape: &[u64], kind: &str) -> anyhow::Result<()> {
    let comment = match kind {
        "cube" => {
            format!("order {order:?} on equal lengths, where a wrong order shows in the data alone")
        }
        _ => format!(
            "order {order:?}: B_shape[i] = A_shape[order[i]] and B_pos[i] = A_pos[order[i]]"
        ),
    };
    let chunk = distinct(DataType::Uint16, shape)?;
    topic
        .fact(format!("{kind}-{}", words(order)), ELEMENTS, comment)
        .chunk(codecs(&[order], "little"), &chunk)
}

fn ranks() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "transpose/ranks",
        ACCEPTED,
        "Ranks 0 and 1, where the only order changes nothing, and lengths of 1, which a careless implementation \
         drops.",
    );
    let cases: [(&str, &[usize], &[u64], &str); 8] = [
        ("scalar", &[], &[], "a chunk of rank 0 has the empty order"),
        (
            "vector",
            &[0],
            &[5],
            "a chunk of rank 1 has the order [0] alone",
        ),
        (
            "leading-one",
            &[1, 2, 0],
            &[1, 3, 4],
            "a first dimension of length 1",
        ),
        (
            "middle-one",
            &[1, 2, 0],
            &[3, 1, 4],
            "a middle dimension of length 1",
        ),
        (
            "trailing-one",
            &[2, 0, 1],
            &[3, 4, 1],
            "a last dimension of length 1",
        ),
        (
            "all-ones",
            &[2, 0, 1],
            &[1, 1, 1],
            "only dimensions of length 1",
        ),
        ("row", &[1, 0], &[1, 6], "a single row"),
        ("long", &[1, 0], &[2, 40], "many more columns than rows"),
    ];
    for (name, order, shape, comment) in cases {
        let chunk = distinct(DataType::Int32, shape)?;
        topic
            .fact(name, ELEMENTS, comment)
            .chunk(codecs(&[order], "big"), &chunk)?;
    }
    Ok(topic)
}

fn data_types() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "transpose/data-types",
        ACCEPTED,
        "The data type stays the same and elements move whole: every data type under order [1, 2, 0], in both byte \
         orders where there are two.",
    );
    raw(&mut topic)?;
    for data_type in DataType::NAMED {
        for endian in ["little", "big"] {
            let chunk = distinct(data_type, &[2, 3, 4])?;
            topic
                .fact(
                    format!("{data_type}-{endian}"),
                    &["transpose.same-data-type", "transpose.encoded-elements", "bytes.endian-variant"],
                    format!("elements of {data_type} move whole, then become bytes in {endian}-endian order"),
                )
                .chunk(codecs(&[&[1, 2, 0]], endian), &chunk)?;
        }
    }
    Ok(topic)
}

/// Raw bits are optional, and whether `endian` touches several bytes of them is an open place.
fn raw(topic: &mut Topic) -> anyhow::Result<()> {
    let requirements = &[
        "transpose.same-data-type",
        "transpose.encoded-elements",
        "bytes.raw",
    ];
    let codecs = |endian| codecs(&[&[1, 2, 0]], endian);
    topic
        .fact("r8-little", requirements, "bytes of raw bits move")
        .level(Level::May)
        .chunk(
            codecs("little"),
            &distinct(DataType::Raw { bits: 8 }, &[2, 3, 4])?,
        )?;
    for bits in [16, 24] {
        let chunk = distinct(DataType::Raw { bits }, &[2, 3, 4])?;
        let moved = Literal::default().transpose_encode(&chunk, &[1, 2, 0])?;
        for endian in ["little", "big"] {
            topic
                .fact(
                    format!("r{bits}-{endian}"),
                    requirements,
                    "elements move; whether raw bits have a byte order is not said",
                )
                .open_chunk(codecs(endian), &chunk, &raw_readings(&moved))?;
        }
    }
    Ok(())
}

fn chains() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "transpose/chains",
        ACCEPTED,
        "Two and three transposes that do not commute: each is applied, in the order of the list when encoding and \
         against it when decoding.",
    );
    let chains: [OrdersOnShape; 9] = [
        ("cycle-then-swap", &[&[1, 2, 0], &[1, 0, 2]], &[2, 3, 4]),
        ("swap-then-cycle", &[&[1, 0, 2], &[1, 2, 0]], &[2, 3, 4]),
        ("cycle-twice", &[&[1, 2, 0], &[1, 2, 0]], &[2, 3, 4]),
        ("cycle-and-back", &[&[1, 2, 0], &[2, 0, 1]], &[2, 3, 4]),
        ("reversal-then-cycle", &[&[2, 1, 0], &[1, 2, 0]], &[2, 3, 4]),
        (
            "cube-cycle-then-swap",
            &[&[1, 2, 0], &[1, 0, 2]],
            &[3, 3, 3],
        ),
        (
            "cube-swap-then-cycle",
            &[&[1, 0, 2], &[1, 2, 0]],
            &[3, 3, 3],
        ),
        ("three", &[&[1, 2, 0], &[1, 0, 2], &[0, 2, 1]], &[2, 3, 4]),
        (
            "three-of-rank-4",
            &[&[1, 2, 3, 0], &[1, 0, 2, 3], &[0, 3, 1, 2]],
            &[2, 3, 4, 5],
        ),
    ];
    for (name, orders, shape) in chains {
        topic
            .fact(
                name,
                &["codecs.applied-in-sequence", "transpose.encoded-elements", "codecs.representations"],
                format!("orders {orders:?}, one after the other: neither the first nor the last alone, nor exchanged"),
            )
            .chunk(codecs(orders, "big"), &distinct(DataType::Int16, shape)?)?;
    }
    Ok(topic)
}

fn orders() -> anyhow::Result<Topic> {
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

fn representations() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "transpose/representations",
        ACCEPTED,
        "The shape and data type after each codec: B_shape[i] = A_shape[order[i]], and the next transpose permutes \
         that shape, not the first.",
    );
    let requirements = &[
        "transpose.encoded-shape",
        "transpose.same-data-type",
        "codecs.representations",
        "codecs.representation-kinds",
        "codecs.representation-without-elements",
        "codecs.properties",
    ];
    let cases: [OrdersOnShape; 6] = [
        ("cycle", &[&[1, 2, 0]], &[2, 3, 4]),
        ("inverse-cycle", &[&[2, 0, 1]], &[2, 3, 4]),
        ("two", &[&[1, 2, 0], &[0, 2, 1]], &[2, 3, 4]),
        (
            "three",
            &[&[1, 2, 3, 0], &[3, 1, 0, 2], &[0, 2, 3, 1]],
            &[2, 3, 5, 7],
        ),
        ("scalar", &[&[], &[]], &[]),
        ("rank-6", &[&[1, 2, 3, 4, 5, 0]], &[1, 2, 3, 4, 5, 6]),
    ];
    for (name, orders, shape) in cases {
        for data_type in [DataType::Uint8, DataType::Float64] {
            topic
                .fact(
                    format!("{name}-{data_type}"),
                    requirements,
                    format!("orders {orders:?} on shape {shape:?}"),
                )
                .representation(codecs(orders, "big"), data_type, shape)?;
        }
    }
    Ok(topic)
}
