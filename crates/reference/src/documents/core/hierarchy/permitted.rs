//! Permitted readings of hierarchies.

use zarr_conform_terms::NodeType;

use super::{self as hierarchy, GroupMetadata, Node, NodeTypes, child_path, prefix};
use crate::permitted::{ACCEPTED, CURRENT, Permitted, Tendency};
use crate::steps::{Replacement, Steps};
use crate::store::Store;
use crate::{Json, Result};

/// The children, each by `damaged` where it is damaged; nothing leaves it out.
fn listed(
    steps: &Steps,
    store: &dyn Store,
    path: &str,
    damaged: fn(&Json) -> Option<NodeType>,
) -> Result<NodeTypes> {
    steps.node(store, path)?;
    let prefix = prefix(path);
    let mut children = NodeTypes::new();
    for below in store.list_dir(&prefix)?.prefixes {
        let name = &below[prefix.len()..below.len() - 1];
        let Some(document) = store.get(&format!("{below}zarr.json"))? else {
            continue;
        };
        if steps.node_name(name).is_err() {
            continue;
        }
        let found = match steps.node(store, &child_path(path, name)) {
            Ok(child) => Some(child.node_type()),
            Err(_) => damaged(&steps.json(&document)?),
        };
        children.extend(found.map(|it| (name.to_owned(), it)));
    }
    Ok(children)
}

/// Whether there is a node below a path that has no document of its own.
fn is_implied(store: &dyn Store, path: &str) -> Result<bool> {
    let prefix = prefix(path);
    let own = format!("{prefix}zarr.json");
    let keys = store.list_prefix(&prefix)?;
    Ok(!keys.contains(&own) && keys.iter().any(|it| it.ends_with("/zarr.json")))
}

pub(crate) const LIST: &[Permitted] = &[
    Permitted {
        name: "damaged-children-left-out",
        open: "damaged-children",
        does: "leaves children out of a listing whose documents it refuses",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::children(|steps, store, path| {
            listed(steps, store, path, |_| None)
        })],
    },
    Permitted {
        name: "damaged-children-listed",
        open: "damaged-children",
        does: "lists children by `node_type` without reading the rest of their documents",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::children(|steps, store, path| {
            listed(steps, store, path, |document| {
                match document.member("node_type").and_then(Json::as_str) {
                    Some("group") => Some(NodeType::Group),
                    Some("array") => Some(NodeType::Array),
                    _ => None,
                }
            })
        })],
    },
    Permitted {
        name: "groups-implied",
        open: "implied-groups",
        does: "takes a folder above a node for a group, though it has no document",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[
            Replacement::node(|steps, store, path| {
                steps.metadata_key(path)?;
                if is_implied(store, path)? {
                    return Ok(Node::Group(GroupMetadata::default()));
                }
                hierarchy::node(steps, store, path)
            }),
            Replacement::children(|steps, store, path| {
                let mut children = hierarchy::children(steps, store, path)?;
                let prefix = prefix(path);
                for below in store.list_dir(&prefix)?.prefixes {
                    let name = &below[prefix.len()..below.len() - 1];
                    if is_implied(store, &child_path(path, name))? {
                        children.insert(name.to_owned(), NodeType::Group);
                    }
                }
                Ok(children)
            }),
        ],
    },
];
