//! The shape that a transpose hands on.

use zarr_conform_reference::DataType;

use super::{OrdersOnShape, codecs};
use crate::topic::{ACCEPTED, Topic};

pub(super) fn representations() -> anyhow::Result<Topic> {
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
