//! What a configuration uses that a reader could get wrong.

use crate::json::Json;

/// Whether the order is its own inverse: then it may be applied the wrong way.
pub(super) fn order(configuration: &Json) -> Vec<String> {
    let order: Vec<u64> = match configuration.member("order") {
        Some(Json::Array(order)) => order.iter().filter_map(Json::as_u64).collect(),
        _ => Vec::new(),
    };
    let at = |d: u64| order.get(usize::try_from(d).ok()?).copied();
    let is_own_inverse = (0..).zip(&order).all(|(d, to)| at(*to) == Some(d));
    let seen = (!is_own_inverse).then(|| "with an order that is not its own inverse".to_owned());
    seen.into_iter().collect()
}
