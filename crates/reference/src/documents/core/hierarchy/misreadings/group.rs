//! Wrong readings of group metadata.

use crate::error::metadata;
use crate::hierarchy::{self, GroupMetadata, Node, group_metadata, group_node_type};
use crate::misreading::{ACCEPTED, CURRENT, Misreading, NODES, require};
use crate::steps::{Replacement, Steps};
use crate::{Json, Result};

/// The group of a document with another member: in place of what is there, or only where it is missing.
fn with_member(
    steps: &Steps,
    document: &[u8],
    name: &str,
    value: &str,
    always: bool,
) -> Result<GroupMetadata> {
    let mut json = steps.json(document)?;
    if let Json::Object(members) = &mut json {
        let is_there = members.iter().any(|(member, _)| member == name);
        if always == is_there {
            members.retain(|(member, _)| member != name);
            members.push((name.to_owned(), Json::parse(value.as_bytes())?));
        }
    }
    group_metadata(steps, json.to_string().as_bytes())
}

/// The group of a document with other members of its attributes, where `change` gives them.
pub(crate) fn each_value(
    steps: &Steps,
    document: &[u8],
    change: &dyn Fn(&Json) -> Option<Json>,
) -> Result<GroupMetadata> {
    let mut group = group_metadata(steps, document)?;
    if let Some(Json::Object(members)) = &mut group.attributes {
        for (_, value) in members {
            if let Some(changed) = change(value) {
                *value = changed;
            }
        }
    }
    Ok(group)
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "group-of-any-zarr-format",
        when: "the zarr_format of a group is not looked at",
        requirements: &["group-metadata.zarr-format"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::group_metadata(|steps, document| {
            with_member(steps, document, "zarr_format", "3", true)
        })],
    },
    Misreading {
        name: "group-without-zarr-format",
        when: "a group without zarr_format is accepted",
        requirements: &["group-metadata.mandatory", "group-metadata.zarr-format"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::group_metadata(|steps, document| {
            with_member(steps, document, "zarr_format", "3", false)
        })],
    },
    Misreading {
        name: "group-without-node-type",
        when: "a document without node_type is a group",
        requirements: &["group-metadata.mandatory", "group-metadata.node-type"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::group_metadata(|steps, document| {
            with_member(steps, document, "node_type", "\"group\"", false)
        })],
    },
    Misreading {
        name: "group-of-any-node-type",
        when: "whatever is not an array is a group",
        requirements: &["group-metadata.node-type"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::group_node_type(|_, _| Ok(()))],
    },
    Misreading {
        name: "group-node-type-without-case",
        when: "the node_type of a group is compared without case",
        requirements: &["group-metadata.node-type"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::group_node_type(|_, value| match value {
            Json::String(text) => group_node_type(&Json::String(text.to_ascii_lowercase())),
            _ => group_node_type(value),
        })],
    },
    Misreading {
        name: "group-of-any-json",
        when: "a document that is not an object is a group",
        requirements: &["group-metadata.mandatory"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::group_metadata(|steps, document| {
            match steps.json(document)? {
                Json::Object(_) => group_metadata(steps, document),
                _ => Ok(GroupMetadata::default()),
            }
        })],
    },
    Misreading {
        name: "group-unknown-members-accepted",
        when: "members of a group that are not defined are ignored",
        requirements: &[
            "group-metadata.additional-fields",
            "extension.must-understand",
        ],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::group_field(|_, _, _| Ok(()))],
    },
    Misreading {
        name: "group-marked-members-refused",
        when: "members of a group that are not defined are refused although they need not be understood",
        requirements: &["extension.must-understand-false"],
        editions: CURRENT,
        through: NODES,
        replacements: &[Replacement::group_field(|steps, name, value| match name {
            "consolidated_metadata" => steps.consolidated_metadata(value),
            _ => metadata(format!("{name} is not defined")),
        })],
    },
    Misreading {
        name: "group-storage-transformers-ignored",
        when: "storage_transformers of a group is not looked at",
        requirements: &[
            "group-metadata.additional-fields",
            "extension.must-understand",
        ],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::group_field(|steps, name, value| match name {
            "storage_transformers" => Ok(()),
            _ => steps.text().group_field(name, value),
        })],
    },
    Misreading {
        name: "consolidated-metadata-refused",
        when: "a group with consolidated_metadata is refused",
        requirements: &["extension.consolidated-metadata"],
        editions: CURRENT,
        through: NODES,
        replacements: &[Replacement::consolidated_metadata(|_, _| {
            metadata("consolidated_metadata is not known")
        })],
    },
    Misreading {
        name: "group-attributes-required",
        when: "a group without attributes is refused",
        requirements: &["group-metadata.optional-members"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::group_metadata(|steps, document| {
            require(&steps.json(document)?, "attributes")?;
            group_metadata(steps, document)
        })],
    },
    Misreading {
        name: "group-empty-attributes-refused",
        when: "a group whose attributes have no members is refused",
        requirements: &["group-metadata.attributes"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::group_metadata(|steps, document| {
            let group = group_metadata(steps, document)?;
            match &group.attributes {
                Some(Json::Object(members)) if members.is_empty() => {
                    metadata("attributes has no members")
                }
                _ => Ok(group),
            }
        })],
    },
    Misreading {
        name: "group-attributes-lost",
        when: "attributes of a group are not given",
        requirements: &["group-metadata.attributes-any"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::group_metadata(|steps, document| {
            group_metadata(steps, document).map(|_| GroupMetadata::default())
        })],
    },
    Misreading {
        name: "array-attributes-lost",
        when: "attributes of an array in a hierarchy are not given",
        requirements: &["array-metadata.attributes-any"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::node(|steps, store, path| {
            let mut node = hierarchy::node(steps, store, path)?;
            if let Node::Array(array) = &mut node {
                array.attributes = None;
            }
            Ok(node)
        })],
    },
    Misreading {
        name: "attributes-without-nulls",
        when: "members of attributes that are null are lost",
        requirements: &["group-metadata.attributes-any"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::group_metadata(|steps, document| {
            let mut group = group_metadata(steps, document)?;
            if let Some(Json::Object(members)) = &mut group.attributes {
                members.retain(|(_, value)| *value != Json::Null);
            }
            Ok(group)
        })],
    },
    Misreading {
        name: "attributes-cut-at-32-bits",
        when: "integers in attributes are cut to 32 bits",
        requirements: &["group-metadata.attributes-any"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::group_metadata(|steps, document| {
            each_value(steps, document, &|value| match value {
                Json::Number(text) => {
                    let number: Option<i64> = text.parse().ok();
                    number.map(|it| Json::Number((it & 0xffff_ffff).to_string()))
                }
                _ => None,
            })
        })],
    },
];
