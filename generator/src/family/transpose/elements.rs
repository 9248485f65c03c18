//! Which element goes where: orders of each rank, data types, and several transposes.

use zarr_conform_reference::{DataType, Literal, Reading};
use zarr_conform_vectors::Level;

use super::{ELEMENTS, OrdersOnShape, codecs, words};
use crate::elements::distinct;
use crate::family::bytes::raw_readings;
use crate::topic::{ACCEPTED, Topic};

pub(super) fn permutations() -> anyhow::Result<Topic> {
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

pub(super) fn ranks() -> anyhow::Result<Topic> {
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

pub(super) fn data_types() -> anyhow::Result<Topic> {
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

pub(super) fn chains() -> anyhow::Result<Topic> {
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
