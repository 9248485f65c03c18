//! Wrong readings that few inputs of a small space distinguish from the right one: a check that looks at the
//! ends and not between, or a default that shows only in an array without dimensions.

use crate::array_metadata::{self, ArrayMetadata};
use crate::misreading::{ACCEPTED, BOTH, CURRENT, Misreading, STORES};
use crate::steps::{Replacement, Steps};
use crate::{DataType, Json, Result};

/// The literal order; or else the entries of a list that a check lets through, all below `n`.
fn order_unless(
    steps: &Steps,
    configuration: &Json,
    n: usize,
    lets_through: impl Fn(&[usize]) -> bool,
) -> Result<Vec<usize>> {
    steps
        .text()
        .transpose_order(configuration, n)
        .or_else(|error| {
            let Some(Json::Array(values)) = configuration.member("order") else {
                return Err(error);
            };
            let entry = |value: &Json| usize::try_from(value.as_u64()?).ok();
            let order: Option<Vec<usize>> = values.iter().map(entry).collect();
            order
                .filter(|order| order.len() == n && order.iter().all(|it| *it < n))
                .filter(|order| lets_through(order))
                .ok_or(error)
        })
}

/// The metadata of a document after its members have been changed.
fn changed(
    steps: &Steps,
    document: &[u8],
    change: impl Fn(&mut Vec<(String, Json)>),
) -> Result<ArrayMetadata> {
    let mut json = steps.json(document)?;
    if let Json::Object(members) = &mut json {
        change(members);
    }
    array_metadata::parse(steps, json.to_string().as_bytes())
}

/// Whether an extension has a `must_understand` that is empty, zero or null.
fn is_marked_by_nothing(extension: &Json) -> bool {
    match extension.member("must_understand") {
        Some(Json::Null) => true,
        Some(Json::Number(spelling)) => spelling == "0",
        Some(Json::String(text)) => text.is_empty(),
        Some(Json::Array(entries)) => entries.is_empty(),
        Some(Json::Object(members)) => members.is_empty(),
        _ => false,
    }
}

pub(crate) const LIST: &[Misreading] = &[
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
    Misreading {
        name: "missing-shape-is-scalar",
        when: "an array whose shape is missing or null has no dimensions",
        requirements: &["array-metadata.mandatory", "array-metadata.shape"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::array_metadata(|steps, document| {
            changed(steps, document, |members| {
                members.retain(|(name, value)| name != "shape" || *value != Json::Null);
                if !members.iter().any(|(name, _)| name == "shape") {
                    members.push(("shape".to_owned(), Json::Array(Vec::new())));
                }
            })
        })],
    },
    Misreading {
        name: "empty-object-is-empty-shape",
        when: "an empty object is treated as an empty list as the shape",
        requirements: &["array-metadata.shape"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::array_metadata(|steps, document| {
            changed(steps, document, |members| {
                let shape = members.iter_mut().filter(|(name, _)| name == "shape");
                for (_, value) in shape.filter(|(_, value)| *value == Json::Object(Vec::new())) {
                    *value = Json::Array(Vec::new());
                }
            })
        })],
    },
    Misreading {
        name: "chunk-shape-of-scalar-optional",
        when: "the chunk_shape of an array without dimensions may be missing",
        requirements: &["array-metadata.chunk-grid", "regular-grid.metadata-object"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::chunk_grid(|steps, value, array_shape| {
            let name = value.member("name").and_then(Json::as_str);
            let configuration = value.member("configuration");
            let chunk_shape = configuration.and_then(|it| it.member("chunk_shape"));
            if array_shape.is_empty() && name == Some("regular") && chunk_shape.is_none() {
                return Ok(Vec::new());
            }
            array_metadata::chunk_grid(steps, value, array_shape)
        })],
    },
    Misreading {
        name: "long-raw-bits-rounded",
        when: "raw bits of more than 64 bits are rounded down to whole bytes",
        requirements: &["data-type.multiple-of-8"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::data_type(|_, value| {
            array_metadata::data_type(value).or_else(|error| {
                let digits = value.as_str().and_then(|text| text.strip_prefix('r'));
                let bits = digits.and_then(|digits| digits.parse::<u32>().ok());
                let long = bits.filter(|bits| *bits > 64);
                long.map(|bits| DataType::Raw { bits: bits / 8 * 8 })
                    .ok_or(error)
            })
        })],
    },
    Misreading {
        name: "grid-that-need-not-be-understood-is-regular",
        when: "an unknown chunk grid with must_understand false is treated as a regular one",
        requirements: &["extension.must-understand-not-supported"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::chunk_grid(|steps, value, array_shape| {
            let is_marked = value.member("must_understand") == Some(&Json::Bool(false));
            let configuration = value.member("configuration").filter(|_| is_marked);
            let Some(configuration) = configuration else {
                return array_metadata::chunk_grid(steps, value, array_shape);
            };
            let regular = Json::Object(vec![
                ("name".to_owned(), Json::String("regular".to_owned())),
                ("configuration".to_owned(), configuration.clone()),
            ]);
            array_metadata::chunk_grid(steps, &regular, array_shape)
        })],
    },
    Misreading {
        name: "codecs-marked-by-nothing-skipped",
        when: "a codec whose must_understand is empty, zero or null is skipped",
        requirements: &[
            "extension.must-understand",
            "extension.must-understand-default",
        ],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::array_metadata(|steps, document| {
            changed(steps, document, |members| {
                for (name, value) in members {
                    if let ("codecs", Json::Array(codecs)) = (name.as_str(), value) {
                        codecs.retain(|codec| !is_marked_by_nothing(codec));
                    }
                }
            })
        })],
    },
];
