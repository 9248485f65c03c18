//! Wrong readings of the transpose codec.

mod applied;
mod checked;
mod order;

use crate::misreading::Misreading;
use crate::{ChunkArray, Json, Result, transpose};

/// Every list, in the order in which people read them.
pub(crate) const LISTS: &[&[Misreading]] = &[applied::LIST, order::LIST, checked::LIST];

/// The order that undoes `order`.
pub(crate) fn inverse(order: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; order.len()];
    for (i, entry) in order.iter().enumerate() {
        inverse[*entry] = i;
    }
    inverse
}

/// The same elements in the same order, taken for an array of another shape.
pub(crate) fn relabelled(array: ChunkArray, shape: Vec<u64>) -> ChunkArray {
    ChunkArray { shape, ..array }
}

/// What encoding gives when another order is applied and the shape is the right one.
pub(crate) fn encoded_by(
    array: &ChunkArray,
    order: &[usize],
    applied: &[usize],
) -> Result<ChunkArray> {
    let encoded = transpose::encode(array, applied)?;
    Ok(relabelled(
        encoded,
        transpose::encoded_shape(&array.shape, order),
    ))
}

/// What decoding gives when another order's inverse is applied and the shape is the right one.
pub(crate) fn decoded_by(
    array: &ChunkArray,
    decoded_shape: &[u64],
    applied: &[usize],
) -> Result<ChunkArray> {
    let shape = transpose::encoded_shape(decoded_shape, applied);
    transpose::decode(&relabelled(array.clone(), shape), decoded_shape, applied)
}

pub(super) fn reversal(n: usize) -> Vec<usize> {
    (0..n).rev().collect()
}

/// The entries of `order`, each by `entry`; nothing where one has no value or is out of range.
pub(super) fn entries(
    configuration: &Json,
    n: usize,
    entry: impl Fn(&Json) -> Option<usize>,
) -> Option<Vec<usize>> {
    let Some(Json::Array(values)) = configuration.member("order") else {
        return None;
    };
    let order: Vec<usize> = values.iter().map(entry).collect::<Option<_>>()?;
    (order.len() == n && order.iter().all(|i| *i < n)).then_some(order)
}

pub(super) fn is_permutation(order: &[usize]) -> bool {
    (0..order.len()).all(|i| order.contains(&i))
}

/// The literal order, or the first wrong one that is offered.
pub(super) fn or_else(
    literal: Result<Vec<usize>>,
    wrong: Option<Vec<usize>>,
) -> Result<Vec<usize>> {
    literal.or_else(|error| wrong.ok_or(error))
}

pub(super) fn number(value: &Json) -> Option<f64> {
    match value {
        Json::Number(spelling) => spelling.parse().ok(),
        _ => None,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "coercion is the misreading"
)]
pub(super) fn coerced(value: &Json) -> Option<usize> {
    match value {
        Json::String(text) => text.parse().ok(),
        Json::Bool(value) => Some(usize::from(*value)),
        _ => number(value).map(|number| number as usize),
    }
}

/// The decimal digits in a text, each as a number.
pub(super) fn digits(text: &str) -> Vec<usize> {
    text.chars()
        .filter_map(|c| c.to_digit(10))
        .map(|digit| digit as usize)
        .collect()
}
