//! Wrong readings of the transpose codec: how the order is applied.

use super::{decoded_by, encoded_by, inverse, relabelled, reversal};
use crate::misreading::{ALL, BOTH, Misreading};
use crate::steps::Replacement;
use crate::transpose;

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "order-inverted",
        when: "order is applied inverted: A_pos[i] = B_pos[order[i]]",
        requirements: &["transpose.encoded-elements", "transpose.encoded-shape"],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::transpose_encoded_shape(|_, decoded_shape, order| {
                Ok(transpose::encoded_shape(decoded_shape, &inverse(order)))
            }),
            Replacement::transpose_encode(|_, array, order| {
                transpose::encode(array, &inverse(order))
            }),
            Replacement::transpose_decode(|_, array, decoded_shape, order| {
                transpose::decode(array, decoded_shape, &inverse(order))
            }),
        ],
    },
    Misreading {
        name: "order-inverted-on-decode",
        when: "decoding applies order once more instead of undoing it",
        requirements: &["transpose.encoded-elements"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::transpose_decode(
            |_, array, decoded_shape, order| {
                Ok(relabelled(
                    transpose::encode(array, order)?,
                    decoded_shape.to_vec(),
                ))
            },
        )],
    },
    Misreading {
        name: "order-inverted-on-encode",
        when: "encoding applies the inverse of order",
        requirements: &["transpose.encoded-elements"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::transpose_encode(|_, array, order| {
            encoded_by(array, order, &inverse(order))
        })],
    },
    Misreading {
        name: "order-ignored",
        when: "order is ignored: the elements stay where they are",
        requirements: &["transpose.encoded-elements"],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::transpose_encode(|_, array, order| {
                Ok(relabelled(
                    array.clone(),
                    transpose::encoded_shape(&array.shape, order),
                ))
            }),
            Replacement::transpose_decode(|_, array, decoded_shape, _| {
                Ok(relabelled(array.clone(), decoded_shape.to_vec()))
            }),
        ],
    },
    Misreading {
        name: "order-ignored-on-decode",
        when: "decoding ignores order and only changes the shape",
        requirements: &["transpose.encoded-elements"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::transpose_decode(
            |_, array, decoded_shape, _| Ok(relabelled(array.clone(), decoded_shape.to_vec())),
        )],
    },
    Misreading {
        name: "order-ignored-on-encode",
        when: "encoding ignores order and only changes the shape",
        requirements: &["transpose.encoded-elements"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::transpose_encode(|_, array, order| {
            Ok(relabelled(
                array.clone(),
                transpose::encoded_shape(&array.shape, order),
            ))
        })],
    },
    Misreading {
        name: "any-order-reverses",
        when: "any order but the identity is treated as the reversal of all dimensions",
        requirements: &["transpose.encoded-elements"],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::transpose_encode(|_, array, order| {
                if order.is_sorted() {
                    return transpose::encode(array, order);
                }
                encoded_by(array, order, &reversal(order.len()))
            }),
            Replacement::transpose_decode(|_, array, decoded_shape, order| {
                if order.is_sorted() {
                    return transpose::decode(array, decoded_shape, order);
                }
                decoded_by(array, decoded_shape, &reversal(order.len()))
            }),
        ],
    },
    Misreading {
        name: "last-two-swapped",
        when: "any order but the identity only exchanges the last two dimensions",
        requirements: &["transpose.encoded-elements"],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::transpose_encode(|_, array, order| {
                if order.is_sorted() {
                    return transpose::encode(array, order);
                }
                let mut applied: Vec<usize> = (0..order.len()).collect();
                applied.swap(order.len() - 1, order.len() - 2);
                encoded_by(array, order, &applied)
            }),
            Replacement::transpose_decode(|_, array, decoded_shape, order| {
                if order.is_sorted() {
                    return transpose::decode(array, decoded_shape, order);
                }
                let mut applied: Vec<usize> = (0..order.len()).collect();
                applied.swap(order.len() - 1, order.len() - 2);
                decoded_by(array, decoded_shape, &applied)
            }),
        ],
    },
    Misreading {
        name: "dimensions-counted-from-the-end",
        when: "the entries of order count dimensions from the last one",
        requirements: &["transpose.encoded-elements", "transpose.encoded-shape"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::transpose_order(|steps, configuration, n| {
            let order = steps.text().transpose_order(configuration, n)?;
            Ok(order.iter().rev().map(|entry| n - 1 - entry).collect())
        })],
    },
];
