//! Wrong readings of the transpose codec: the parameter `order`.

use super::{coerced, digits, entries, is_permutation, or_else, reversal};
use crate::Json;
use crate::error::Error;
use crate::misreading::{ACCEPTED, ALL, BOTH, Misreading};
use crate::steps::Replacement;

pub(super) const LIST: &[Misreading] = &[
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
