//! Wrong readings of the transpose codec.

use crate::error::Error;
use crate::misreading::{ACCEPTED, ALL, BOTH, Misreading};
use crate::steps::Replacement;
use crate::{ChunkArray, Json, Result, transpose};

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

fn reversal(n: usize) -> Vec<usize> {
    (0..n).rev().collect()
}

/// The entries of `order`, each by `entry`; nothing where one has no value or is out of range.
fn entries(
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

fn is_permutation(order: &[usize]) -> bool {
    (0..order.len()).all(|i| order.contains(&i))
}

/// The literal order, or the first wrong one that is offered.
fn or_else(literal: Result<Vec<usize>>, wrong: Option<Vec<usize>>) -> Result<Vec<usize>> {
    literal.or_else(|error| wrong.ok_or(error))
}

fn number(value: &Json) -> Option<f64> {
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
fn coerced(value: &Json) -> Option<usize> {
    match value {
        Json::String(text) => text.parse().ok(),
        Json::Bool(value) => Some(usize::from(*value)),
        _ => number(value).map(|number| number as usize),
    }
}

/// The decimal digits in a text, each as a number.
fn digits(text: &str) -> Vec<usize> {
    text.chars()
        .filter_map(|c| c.to_digit(10))
        .map(|digit| digit as usize)
        .collect()
}

pub(crate) const LIST: &[Misreading] = &[
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
    Misreading {
        name: "order-repeats-accepted",
        when: "an order with repeated entries is accepted",
        requirements: &["transpose.order-is-permutation"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::transpose_order(|steps, configuration, n| {
            let wrong = entries(configuration, n, |value| {
                usize::try_from(value.as_u64()?).ok()
            });
            or_else(steps.text().transpose_order(configuration, n), wrong)
        })],
    },
    Misreading {
        name: "order-negative-accepted",
        when: "negative entries of order count from the end",
        requirements: &["transpose.order-is-permutation"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::transpose_order(|steps, configuration, n| {
            let entry = |value: &Json| match value {
                Json::Number(spelling) => {
                    let entry: i64 = spelling.parse().ok()?;
                    usize::try_from(if entry < 0 {
                        entry + i64::try_from(n).ok()?
                    } else {
                        entry
                    })
                    .ok()
                }
                _ => None,
            };
            let wrong = entries(configuration, n, entry).filter(|order| is_permutation(order));
            or_else(steps.text().transpose_order(configuration, n), wrong)
        })],
    },
    Misreading {
        name: "order-one-based-accepted",
        when: "an order that counts from 1 is accepted",
        requirements: &["transpose.order-is-permutation"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::transpose_order(|steps, configuration, n| {
            let entry = |value: &Json| usize::try_from(value.as_u64()?).ok()?.checked_sub(1);
            let wrong = entries(configuration, n, entry).filter(|order| is_permutation(order));
            or_else(steps.text().transpose_order(configuration, n), wrong)
        })],
    },
    Misreading {
        name: "order-short-accepted",
        when: "an order with too few entries leaves the last dimensions where they are",
        requirements: &["transpose.order-is-permutation"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::transpose_order(|steps, configuration, n| {
            let wrong = match configuration.member("order") {
                Some(Json::Array(values)) if values.len() < n => {
                    entries(configuration, values.len(), |value| {
                        usize::try_from(value.as_u64()?).ok()
                    })
                    .filter(|order| is_permutation(order))
                    .map(|order| order.iter().copied().chain(order.len()..n).collect())
                }
                _ => None,
            };
            or_else(steps.text().transpose_order(configuration, n), wrong)
        })],
    },
    Misreading {
        name: "order-long-accepted",
        when: "entries of order beyond the last dimension are dropped",
        requirements: &["transpose.order-is-permutation"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::transpose_order(|steps, configuration, n| {
            let wrong = match configuration.member("order") {
                Some(Json::Array(values)) => {
                    let first: Option<Vec<usize>> = values
                        .iter()
                        .take(n)
                        .map(|value| usize::try_from(value.as_u64()?).ok())
                        .collect();
                    first.filter(|order| order.len() == n && is_permutation(order))
                }
                _ => None,
            };
            or_else(steps.text().transpose_order(configuration, n), wrong)
        })],
    },
    Misreading {
        name: "order-entries-coerced",
        when: "strings, booleans and fractions in order are made integers",
        requirements: &["transpose.order-is-permutation"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::transpose_order(|steps, configuration, n| {
            let wrong = entries(configuration, n, coerced).filter(|order| is_permutation(order));
            or_else(steps.text().transpose_order(configuration, n), wrong)
        })],
    },
    Misreading {
        name: "order-entries-wrapped",
        when: "entries of order are cut to 32 bits",
        requirements: &["transpose.order-is-permutation"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::transpose_order(|steps, configuration, n| {
            let entry = |value: &Json| usize::try_from(value.as_u64()? & 0xffff_ffff).ok();
            let wrong = entries(configuration, n, entry).filter(|order| is_permutation(order));
            or_else(steps.text().transpose_order(configuration, n), wrong)
        })],
    },
    Misreading {
        name: "c-and-f-accepted",
        when: "the drafts' constants \"C\" and \"F\" are still accepted",
        requirements: &["transpose.no-c-f"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::transpose_order(|_, configuration, n| {
            crate::Steps::literal(crate::Edition::Draft).transpose_order(configuration, n)
        })],
    },
    Misreading {
        name: "missing-order-reverses",
        when: "a missing order reverses the dimensions",
        requirements: &["transpose.order-required"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::transpose_order(
            |steps, configuration, n| match configuration.member("order") {
                None => Ok(reversal(n)),
                Some(_) => steps.text().transpose_order(configuration, n),
            },
        )],
    },
    Misreading {
        name: "missing-order-is-identity",
        when: "a missing or null order leaves the dimensions as they are",
        requirements: &["transpose.order-required"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::transpose_order(
            |steps, configuration, n| match configuration.member("order") {
                None | Some(Json::Null) => Ok((0..n).collect()),
                Some(_) => steps.text().transpose_order(configuration, n),
            },
        )],
    },
    Misreading {
        name: "transpose-of-scalar-refused",
        when: "a transpose of rank 0 is refused",
        requirements: &[
            "transpose.order-is-permutation",
            "transpose.encoded-elements",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::transpose_order(|steps, configuration, n| {
            if n == 0 {
                return Err(Error::Metadata("a transpose of rank 0".to_owned()));
            }
            steps.text().transpose_order(configuration, n)
        })],
    },
    Misreading {
        name: "order-of-any-type",
        when: "digits are picked out of an order of any type",
        requirements: &["transpose.order-is-permutation"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::transpose_order(|steps, configuration, n| {
            let wrong = configuration.member("order").map(|order| match order {
                Json::Object(members) => digits(
                    &members
                        .iter()
                        .map(|(_, value)| value.to_string())
                        .collect::<String>(),
                ),
                other => digits(&other.to_string()),
            });
            or_else(
                steps.text().transpose_order(configuration, n),
                wrong.filter(|order| order.len() == n && is_permutation(order)),
            )
        })],
    },
    Misreading {
        name: "order-out-of-range-replaced",
        when: "an entry beyond the last dimension stands for the dimension that is missing",
        requirements: &["transpose.order-is-permutation"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::transpose_order(|steps, configuration, n| {
            let literal = steps.text().transpose_order(configuration, n);
            let Some(Json::Array(values)) = configuration.member("order") else {
                return literal;
            };
            let entries: Option<Vec<u64>> = values.iter().map(Json::as_u64).collect();
            let Some(entries) = entries else {
                return literal;
            };
            let missing = (0..n)
                .find(|d| !entries.contains(&(*d as u64)))
                .unwrap_or(0);
            let replaced: Vec<usize> = entries
                .iter()
                .map(|entry| {
                    usize::try_from(*entry)
                        .ok()
                        .filter(|d| *d < n)
                        .unwrap_or(missing)
                })
                .collect();
            or_else(
                literal,
                Some(replaced).filter(|order| order.len() == n && is_permutation(order)),
            )
        })],
    },
];
