//! Mistakes in configurations.

use serde_json::json;

use crate::Case;
use crate::case::codec::Codec;
use crate::invalid::codecs::{each, of_entries, without};
use crate::invalid::edit::Edit;
use crate::invalid::{Place, Rule};

fn wrong_orders(case: &Case) -> Vec<Edit> {
    of_entries(
        case,
        |entry| entry.codec.name() == "transpose",
        |entry| {
            let Codec::Transpose { order } = entry.codec else {
                return Vec::new();
            };
            let place = entry.parameter("order");
            let n = order.len();
            let mut edits = Edit::each(&place, [json!(1), json!(true), json!({}), json!(null)]);
            edits.push(Edit::Insert(place.clone(), n, json!(n)));
            for (i, from) in order.iter().enumerate() {
                let at = format!("{place}/{i}");
                edits.push(Edit::Remove(at.clone()));
                let wrong = [
                    json!(n),
                    json!(-1),
                    json!(0.5),
                    json!(from.to_string()),
                    json!(true),
                ];
                edits.extend(Edit::each(&at, wrong));
                let others = order.iter().filter(|other| *other != from);
                edits.extend(Edit::each(&at, others.map(|other| json!(other))));
            }
            edits
        },
    )
}

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "an order that is not a permutation",
        comment: "accepts an order that is not a permutation of the dimensions of a random array",
        why: "order is not a permutation of the dimensions",
        requirements: &["transpose.order-is-permutation"],
        place: Place::Members(wrong_orders),
    },
    Rule {
        name: "an order of the drafts",
        comment: "accepts the order \"C\" or \"F\" of the drafts for a random array",
        why: "an order is a list of integers; the constants of the drafts are gone",
        requirements: &["transpose.no-c-f", "transpose.order-is-permutation"],
        place: Place::Members(|case| each(case, "transpose", "order", &[json!("C"), json!("F")])),
    },
    Rule {
        name: "no order",
        comment: "accepts transpose without an order for a random array",
        why: "order is required",
        requirements: &["transpose.order-required"],
        place: Place::Members(|case| without(case, "transpose", "order")),
    },
];
