//! Wrong readings of `order` that few inputs of a small space distinguish from the right one: a check that looks at
//! the ends and not between, or one that few dimensions pass.

use super::{entries, or_else};
use crate::misreading::{ACCEPTED, BOTH, Misreading, STORES};
use crate::steps::{Replacement, Steps};
use crate::{Json, Result};

/// The literal order; or else the entries of a list that a check lets through, all below `n`.
fn order_unless(
    steps: &Steps,
    configuration: &Json,
    n: usize,
    lets_through: impl Fn(&[usize]) -> bool,
) -> Result<Vec<usize>> {
    let entry = |value: &Json| usize::try_from(value.as_u64()?).ok();
    let order = entries(configuration, n, entry).filter(|order| lets_through(order));
    or_else(steps.text().transpose_order(configuration, n), order)
}

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "order-of-one-dimension-unchecked",
        when: "the order for one dimension is not looked at",
        requirements: &["transpose.order-is-permutation"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::transpose_order(
            |steps, configuration, n| match configuration.member("order") {
                Some(Json::Array(_)) if n == 1 => Ok(vec![0]),
                _ => steps.text().transpose_order(configuration, n),
            },
        )],
    },
    Misreading {
        name: "order-checked-by-sum",
        when: "the entries of order are only added up",
        requirements: &["transpose.order-is-permutation"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::transpose_order(|steps, configuration, n| {
            order_unless(steps, configuration, n, |order| {
                order.iter().sum::<usize>() == (0..n).sum::<usize>()
            })
        })],
    },
    Misreading {
        name: "order-checked-by-ends",
        when: "only the lowest and the highest entry of order are looked at",
        requirements: &["transpose.order-is-permutation"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::transpose_order(|steps, configuration, n| {
            order_unless(steps, configuration, n, |order| {
                order.contains(&0) && order.contains(&n.saturating_sub(1))
            })
        })],
    },
    Misreading {
        name: "long-order-checked-by-sum",
        when: "the entries of an order of more than three are only added up",
        requirements: &["transpose.order-is-permutation"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::transpose_order(|steps, configuration, n| {
            order_unless(steps, configuration, n, |order| {
                n > 3 && order.iter().sum::<usize>() == (0..n).sum::<usize>()
            })
        })],
    },
    Misreading {
        name: "last-entry-of-long-order-unchecked",
        when: "the last entry of an order of more than three is not looked at",
        requirements: &["transpose.order-is-permutation"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::transpose_order(|steps, configuration, n| {
            order_unless(steps, configuration, n, |order| {
                n > 3 && (1..n - 1).all(|at| !order[..at].contains(&order[at]))
            })
        })],
    },
    Misreading {
        name: "order-of-scalar-optional",
        when: "a transpose of a chunk without dimensions needs no order",
        requirements: &["transpose.order-required"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::transpose_order(
            |steps, configuration, n| match configuration.member("order") {
                None | Some(Json::Null) if n == 0 => Ok(Vec::new()),
                _ => steps.text().transpose_order(configuration, n),
            },
        )],
    },
];
