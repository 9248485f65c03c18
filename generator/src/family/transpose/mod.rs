//! The transpose codec in the accepted editions.
//!
//! Squares and orders that are their own inverse hide most mistakes, so shapes have distinct
//! lengths, and orders are cycles wherever that is possible. Cubes come too: there a wrong order
//! raises no error of shape, only wrong data.

mod elements;
mod orders;
mod representations;

use serde_json::Value;

use crate::fact::{bytes_codec, transpose_codec};
use crate::topic::Topic;

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
        elements::permutations()?,
        elements::ranks()?,
        elements::data_types()?,
        elements::chains()?,
        orders::orders()?,
        representations::representations()?,
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
