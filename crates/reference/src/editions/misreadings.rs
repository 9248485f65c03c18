//! Wrong readings of only the drafts.

use crate::bytes::Endian;
use crate::codecs::{self, Representation};
use crate::endian;
use crate::error::Error;
use crate::misreading::{DRAFT, Misreading, OPERATIONS};
use crate::steps::Replacement;
use crate::{DataType, Element, Json, transpose};

fn constant(configuration: &Json) -> Option<&str> {
    configuration.member("order").and_then(Json::as_str)
}

fn with_order(order: Json) -> Json {
    Json::Object(vec![("order".to_owned(), order)])
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "only-constants",
        when: "order must be \"C\" or \"F\"",
        requirements: &["transpose.order-forms", "transpose.order-is-permutation"],
        editions: DRAFT,
        through: OPERATIONS,
        replacements: &[Replacement::transpose_order(|steps, configuration, n| {
            if constant(configuration).is_none() {
                return Err(Error::Metadata("a permutation".to_owned()));
            }
            steps.text().transpose_order(configuration, n)
        })],
    },
    Misreading {
        name: "c-and-f-exchanged",
        when: "\"C\" and \"F\" are exchanged",
        requirements: &["transpose.c-and-f"],
        editions: DRAFT,
        through: OPERATIONS,
        replacements: &[Replacement::transpose_order(
            |steps, configuration, n| match constant(configuration) {
                Some("C") => Ok((0..n).rev().collect()),
                Some("F") => Ok((0..n).collect()),
                _ => steps.text().transpose_order(configuration, n),
            },
        )],
    },
    Misreading {
        name: "f-swaps-last-two",
        when: "\"F\" exchanges the last two dimensions",
        requirements: &["transpose.c-and-f"],
        editions: DRAFT,
        through: OPERATIONS,
        replacements: &[Replacement::transpose_order(|steps, configuration, n| {
            let mut order: Vec<usize> = (0..n).collect();
            match constant(configuration) {
                Some("F") => {
                    if n > 1 {
                        order.swap(n - 1, n - 2);
                    }
                    Ok(order)
                }
                _ => steps.text().transpose_order(configuration, n),
            }
        })],
    },
    Misreading {
        name: "constants-refused",
        when: "\"C\" and \"F\" are refused, as later editions do",
        requirements: &["transpose.c-and-f", "transpose.order-forms"],
        editions: DRAFT,
        through: OPERATIONS,
        replacements: &[Replacement::transpose_order(|_, configuration, n| {
            transpose::order(configuration, n)
        })],
    },
    Misreading {
        name: "constants-any-case",
        when: "\"c\", \"f\" and words that begin with them are accepted",
        requirements: &["transpose.order-forms"],
        editions: DRAFT,
        through: OPERATIONS,
        replacements: &[Replacement::transpose_order(|steps, configuration, n| {
            let first = constant(configuration).and_then(|text| text.chars().next());
            match first {
                Some(first) => {
                    let upper = Json::String(first.to_ascii_uppercase().to_string());
                    steps.text().transpose_order(&with_order(upper), n)
                }
                None => steps.text().transpose_order(configuration, n),
            }
        })],
    },
    Misreading {
        name: "other-constants-are-c",
        when: "any constant but \"F\" is treated as \"C\", also within a list",
        requirements: &["transpose.order-forms"],
        editions: DRAFT,
        through: OPERATIONS,
        replacements: &[Replacement::transpose_order(|steps, configuration, n| {
            let listed = match configuration.member("order") {
                Some(Json::Array(values)) => values.first().and_then(Json::as_str),
                other => other.and_then(Json::as_str),
            };
            match listed {
                Some("F") => Ok((0..n).rev().collect()),
                Some(_) => Ok((0..n).collect()),
                None => steps.text().transpose_order(configuration, n),
            }
        })],
    },
    Misreading {
        name: "transpose-after-bytes",
        when: "a transpose after a codec that yields bytes permutes the array before it",
        requirements: &["transpose.after-bytes-fails", "transpose.applied-to-array"],
        editions: DRAFT,
        through: OPERATIONS,
        replacements: &[
            Replacement::codec(|steps, value, decoded| {
                let is_transpose = value.member("name").and_then(Json::as_str) == Some("transpose");
                match decoded {
                    Representation::Bytes { length } if is_transpose => {
                        let taken = Representation::Array {
                            data_type: DataType::UINT8,
                            shape: vec![length.unwrap_or(0), 1],
                            fill_value: Element::zero(DataType::UINT8),
                        };
                        codecs::codec(steps, value, &taken)
                    }
                    _ => codecs::codec(steps, value, decoded),
                }
            }),
            Replacement::chain(|steps, list, data_type, shape, fill_value| {
                let mut list = list.to_vec();
                list.sort_by_key(|value| {
                    value.member("name").and_then(Json::as_str) != Some("transpose")
                });
                codecs::chain(steps, &list, data_type, shape, fill_value)
            }),
        ],
    },
    Misreading {
        name: "default-is-big",
        when: "where no codec yields bytes, elements are big endian",
        requirements: &["endian.default-little", "codecs.default-conversion"],
        editions: DRAFT,
        through: OPERATIONS,
        replacements: &[Replacement::default_endian(|_| Endian::Big)],
    },
    Misreading {
        name: "draft-codec-required",
        when: "a list in which no codec yields bytes is refused, as later editions do",
        requirements: &["codecs.default-conversion"],
        editions: DRAFT,
        through: OPERATIONS,
        replacements: &[Replacement::chain_form(|_, list| codecs::chain_form(list))],
    },
    Misreading {
        name: "draft-endian-optional",
        when: "a missing endian is little, since that is the default",
        requirements: &["endian.endian-required"],
        editions: DRAFT,
        through: OPERATIONS,
        replacements: &[Replacement::endian_endian(
            |_, configuration| match configuration.member("endian") {
                None => Ok(Endian::Little),
                Some(_) => endian::endian(configuration),
            },
        )],
    },
];
