//! Wrong readings of codec lists: entries of the list.

use super::{is_known, name, renamed, sorted};
use crate::Json;
use crate::codecs::{self, Kind};
use crate::error::Error;
use crate::misreading::{ACCEPTED, ALL, BOTH, Misreading};
use crate::steps::Replacement;

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "codec-names-any-case",
        when: "codec names are compared without regard to case and space",
        requirements: &["bytes.name", "transpose.name"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            codecs::codec(
                steps,
                &renamed(value, |name| name.trim().to_ascii_lowercase()),
                decoded,
            )
        })],
    },
    Misreading {
        name: "unknown-codecs-skipped",
        when: "codecs of unknown names are skipped",
        requirements: &[
            "codecs.identifier",
            "extension.must-understand",
            "array-metadata.additional-fields",
            "codecs.core-codecs",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::chain(
            |steps, list, data_type, shape, fill_value| {
                let list: Vec<Json> = list
                    .iter()
                    .filter(|value| name(value).is_none_or(is_known))
                    .cloned()
                    .collect();
                codecs::chain(steps, &list, data_type, shape, fill_value)
            },
        )],
    },
    Misreading {
        name: "codec-id-for-name",
        when: "codecs are named by the member id, as in version 2",
        requirements: &["extension.definition-object", "bytes.name"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            let value = match value {
                Json::Object(members) => Json::Object(
                    members
                        .iter()
                        .map(|(name, value)| {
                            (
                                if name == "id" {
                                    "name".to_owned()
                                } else {
                                    name.clone()
                                },
                                value.clone(),
                            )
                        })
                        .collect(),
                ),
                other => other.clone(),
            };
            codecs::codec(steps, &value, decoded)
        })],
    },
    Misreading {
        name: "nameless-codec-is-bytes",
        when: "a codec whose name is missing or not a string is treated as bytes",
        requirements: &["extension.definition-object"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            match (value, value.member("name")) {
                (Json::Object(members), name) if !matches!(name, Some(Json::String(_))) => {
                    let mut members: Vec<_> = members
                        .iter()
                        .filter(|(name, _)| name != "name")
                        .cloned()
                        .collect();
                    members.push(("name".to_owned(), Json::String("bytes".to_owned())));
                    codecs::codec(steps, &Json::Object(members), decoded)
                }
                _ => codecs::codec(steps, value, decoded),
            }
        })],
    },
    Misreading {
        name: "parameters-beside-name",
        when: "parameters of a codec stand beside its name",
        requirements: &["extension.definition-object"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            let Json::Object(members) = value else {
                return codecs::codec(steps, value, decoded);
            };
            let is_beside = |name: &str| name == "endian" || name == "order";
            let (beside, mut rest): (Vec<_>, Vec<_>) = members
                .iter()
                .cloned()
                .partition(|(name, _)| is_beside(name));
            if !beside.is_empty() {
                rest.retain(|(name, _)| name != "configuration");
                rest.push(("configuration".to_owned(), Json::Object(beside)));
            }
            codecs::codec(steps, &Json::Object(rest), decoded)
        })],
    },
    Misreading {
        name: "one-transpose-at-most",
        when: "more than one array -> array codec is refused",
        requirements: &["codecs.chain-form", "codecs.applied-in-sequence"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::chain_form(|steps, list| {
            if list
                .iter()
                .filter(|codec| codec.kind() == Kind::ArrayToArray)
                .count()
                > 1
            {
                return Err(Error::Metadata("two array -> array codecs".to_owned()));
            }
            steps.text().chain_form(list)
        })],
    },
    Misreading {
        name: "array-to-bytes-moved-and-merged",
        when: "several codecs that yield bytes count as one, after all array -> array codecs",
        requirements: &["codecs.chain-form"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::chain(
            |steps, list, data_type, shape, fill_value| {
                let mut list = sorted(list);
                list.dedup_by(|a, b| name(a) == Some("bytes") && name(b) == Some("bytes"));
                codecs::chain(steps, &list, data_type, shape, fill_value)
            },
        )],
    },
    Misreading {
        name: "codec-names-with-version",
        when: "a version after a codec's name is dropped",
        requirements: &["bytes.name"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            let rename = |name: &str| name.split('/').next().unwrap_or(name).to_owned();
            codecs::codec(steps, &renamed(value, rename), decoded)
        })],
    },
];
