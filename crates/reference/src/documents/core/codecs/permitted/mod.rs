//! Permitted readings of codec lists.

use crate::codecs::{self, Codec, Representation, is_compressor};
use crate::error::{Error, metadata};
use crate::permitted::{ACCEPTED, CURRENT, DRAFT, Permitted, Tendency};
use crate::steps::{Replacement, Steps};
use crate::{DataType, Element, Json, Result};

/// The name of an entry of a codec list.
pub(crate) fn name(entry: &Json) -> Option<&str> {
    match entry {
        Json::String(name) => Some(name),
        _ => entry.member("name").and_then(Json::as_str),
    }
}

fn need_not_be_understood(entry: &Json) -> bool {
    entry.member("must_understand") == Some(&Json::Bool(false))
}

/// Demands that a parameter is given.
pub(crate) fn given(configuration: &Json, parameter: &str) -> Result<()> {
    match configuration.member(parameter) {
        Some(_) => Ok(()),
        None => metadata(format!("the configuration has no member {parameter:?}")),
    }
}

/// Whether an entry of a codec list has no parameter at all.
fn has_no_parameters(entry: &Json) -> bool {
    let configuration = entry.member("configuration");
    configuration.is_none_or(|it| *it == Json::Object(Vec::new()))
}

/// Whether a codec is a transpose whose order is that of the dimensions.
fn changes_nothing(codec: &Codec) -> bool {
    match codec {
        Codec::Transpose(it) => it.order.iter().enumerate().all(|(i, entry)| i == *entry),
        _ => false,
    }
}

/// The entry under another name, where it has the first.
fn renamed(entry: &Json, from: &str, to: &str) -> Json {
    let is_meant = |text: &Json| text.as_str() == Some(from);
    let to = || Json::String(to.to_owned());
    match entry {
        Json::String(_) if is_meant(entry) => to(),
        Json::Object(members) => {
            let each = members.iter().map(|(name, value)| {
                let is_name = name == "name" && is_meant(value);
                (name.clone(), if is_name { to() } else { value.clone() })
            });
            Json::Object(each.collect())
        }
        _ => entry.clone(),
    }
}

/// The chain of a list without those entries that need not be understood and for which `is_skipped`
/// holds; it is asked with what the codecs before give.
fn skipping(
    steps: &Steps,
    list: &[Json],
    (data_type, shape, fill_value): (DataType, &[u64], &Element),
    is_skipped: impl Fn(&Steps, &Json, &Representation) -> bool,
) -> Result<codecs::Chain> {
    let mut decoded = Representation::Array {
        data_type,
        shape: shape.to_vec(),
        fill_value: fill_value.clone(),
    };
    let mut kept = Vec::new();
    for entry in list {
        if need_not_be_understood(entry) && is_skipped(steps, entry, &decoded) {
            continue;
        }
        let codec = steps.codec(entry, &decoded)?;
        decoded = steps.encoded_representation(&codec, &decoded)?;
        kept.push(entry.clone());
    }
    codecs::chain(steps, &kept, data_type, shape, fill_value)
}

pub(crate) const LIST: &[Permitted] = &[
    Permitted {
        name: "endian-known-after-the-drafts",
        open: "more-codecs",
        does: "knows the codec endian of the drafts as bytes",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::codec(|steps, entry, decoded| {
            codecs::codec(steps, &renamed(entry, "endian", "bytes"), decoded)
        })],
    },
    Permitted {
        name: "bytes-known-in-the-drafts",
        open: "more-codecs",
        does: "knows the codec bytes of the accepted text as endian",
        editions: DRAFT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::codec(|steps, entry, decoded| {
            codecs::codec(steps, &renamed(entry, "bytes", "endian"), decoded)
        })],
    },
    Permitted {
        name: "codecs-have-to-be-understood",
        open: "must-understand-false-on-a-known-codec",
        does: "refuses a codec that says that it need not be understood",
        editions: CURRENT,
        tendency: Tendency::Strict,
        replacements: &[Replacement::codec(|steps, entry, decoded| {
            let codec = codecs::codec(steps, entry, decoded)?;
            // Where a codec changes nothing, implementations can ignore its presence.
            if need_not_be_understood(entry) && !changes_nothing(&codec) {
                return metadata("codecs: found must_understand false");
            }
            Ok(codec)
        })],
    },
    Permitted {
        name: "must-understand-true-refused",
        open: "must-understand-true",
        does: "refuses a codec that says that it has to be understood, which is implicit",
        editions: CURRENT,
        tendency: Tendency::Strict,
        replacements: &[Replacement::codec(|steps, entry, decoded| {
            if entry.member("must_understand") == Some(&Json::Bool(true)) {
                return metadata("codecs: found must_understand true, which is implicit");
            }
            codecs::codec(steps, entry, decoded)
        })],
    },
    Permitted {
        name: "unusable-codecs-skipped",
        open: "unusable-codec-that-need-not-be-understood",
        does: "skips a codec of this specification that has a wrong configuration and need not be \
               understood",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::chain(
            |steps, list, data_type, shape, fill_value| {
                let decoded = (data_type, shape, fill_value);
                skipping(steps, list, decoded, |steps, entry, decoded| {
                    let is_known = name(entry).is_some_and(|it| codecs::kind_of(it).is_some());
                    is_known && matches!(steps.codec(entry, decoded), Err(Error::Metadata(_)))
                })
            },
        )],
    },
    Permitted {
        name: "unknown-codecs-skipped",
        open: "skipping-an-unknown-codec",
        does: "skips a codec that it does not know and that need not be understood",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::chain(
            |steps, list, data_type, shape, fill_value| {
                let decoded = (data_type, shape, fill_value);
                skipping(steps, list, decoded, |_, entry, _| {
                    name(entry).is_some_and(|it| codecs::kind_of(it).is_none())
                })
            },
        )],
    },
    Permitted {
        name: "configuration-required",
        open: "no-configuration-where-there-are-parameters",
        does: "refuses a compressor without any parameter",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::codec(|steps, entry, decoded| {
            let codec = codecs::codec(steps, entry, decoded)?;
            if is_compressor(&codec) && has_no_parameters(entry) {
                return metadata(format!("codecs: {entry} has no configuration"));
            }
            Ok(codec)
        })],
    },
];
