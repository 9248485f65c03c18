//! Permitted readings of hierarchies.

use zarr_conform_terms::{Consolidated, NodeType};

use super::misreadings::group::each_value;
use super::{
    self as hierarchy, Documents, GroupMetadata, Node, NodeTypes, ROOT, child_path, entries, prefix,
};
use crate::permitted::{ACCEPTED, CURRENT, Permitted, Tendency};
use crate::steps::{Replacement, Steps};
use crate::store::{MemoryStore, Store};
use crate::{Error, Json, Result};

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

/// The documents below a group, made of those of the store and of its entries; those of the store where it has no
/// entries, or where they must not be used.
fn used(
    steps: &Steps,
    store: &dyn Store,
    group: &str,
    consolidated: Option<Consolidated>,
    of: fn(Documents, Documents) -> Documents,
) -> Result<Option<Documents>> {
    let literal = steps.text().documents_below(store, group, consolidated)?;
    let entries = entries(steps, store, group)?;
    let Some(entries) = entries.filter(|_| consolidated.is_none()) else {
        return Ok(literal);
    };
    let mut documents = Documents::new();
    let prefix = prefix(group);
    for key in store.list_prefix(&prefix)? {
        if key[prefix.len()..].ends_with("/zarr.json") {
            documents.extend(store.get(&key)?.map(|it| (key, it)));
        }
    }
    Ok(Some(of(documents, entries)))
}

/// A reading of consolidated metadata: which documents an opened group gives of what is below it.
const fn of_entries(
    name: &'static str,
    open: &'static str,
    does: &'static str,
    replacements: &'static [Replacement],
) -> Permitted {
    Permitted {
        name,
        open,
        does,
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements,
    }
}

/// The documents below a group, as a function makes them of those of the store and of its entries.
macro_rules! documents_of {
    ($of:expr) => {
        Replacement::documents_below(|steps, store, group, consolidated| {
            used(steps, store, group, consolidated, $of)
        })
    };
}

/// All documents; where both have one, the first.
fn over(first: Documents, mut second: Documents) -> Documents {
    second.extend(first);
    second
}

/// The entries, those whose names begin with a slash without it.
fn without_slash(group: &str, entries: Documents) -> Documents {
    let twice = format!("{}/", prefix(group));
    let entries = entries.into_iter().map(|(key, document)| {
        let below = key.strip_prefix(&twice).map(|it| prefix(group) + it);
        (below.unwrap_or(key), document)
    });
    entries.collect()
}

/// The entries, and those that they have themselves.
fn nested(steps: &Steps, entries: Documents) -> Result<Documents> {
    let mut inner = MemoryStore(entries.clone());
    for key in entries.keys() {
        let path = format!("/{}", key.trim_end_matches("/zarr.json"));
        let of_entry = hierarchy::entries(steps, &inner, &path)?;
        inner.0.extend(of_entry.unwrap_or_default());
    }
    Ok(over(inner.0, entries))
}

/// Consolidates the metadata of the root again, where they are.
fn again(steps: &Steps, store: &mut dyn Store) -> Result<()> {
    match entries(steps, store, ROOT) {
        Ok(Some(_)) => steps.consolidate(store, ROOT),
        _ => Ok(()),
    }
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
        name: "groups-above-without-documents",
        open: "documents-of-groups-above",
        does: "writes no documents of the groups above a new node",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::create_ancestors(|_, _, _| Ok(()))],
    },
    Permitted {
        name: "folders-without-documents-refused",
        open: "folders-of-no-node",
        does: "lists no children where a folder beside them has no document",
        editions: CURRENT,
        tendency: Tendency::Strict,
        replacements: &[Replacement::children(|steps, store, path| {
            let prefix = prefix(path);
            for below in store.list_dir(&prefix)?.prefixes {
                let key = format!("{below}zarr.json");
                let name = &below[prefix.len()..below.len() - 1];
                if steps.node_name(name).is_ok() && store.get(&key)?.is_none() {
                    return Err(Error::Store(format!("the store has no key {key:?}")));
                }
            }
            hierarchy::children(steps, store, path)
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
    Permitted {
        name: "consolidated-metadata-of-any-form",
        open: "consolidated-metadata-of-another-form",
        does: "does not look at the form of `consolidated_metadata`",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::consolidated_metadata(|_, _| Ok(()))],
    },
    Permitted {
        name: "attributes-through-binary64",
        open: "numbers-in-attributes",
        does: "reads integers in attributes as binary64",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::group_metadata(|steps, document| {
            each_value(steps, document, &|value| match value {
                Json::Number(text) if !text.contains(['.', 'e', 'E']) => {
                    let number: Option<f64> = text.parse().ok();
                    number.map(|it| Json::Number(format!("{it}")))
                }
                _ => None,
            })
        })],
    },
    Permitted {
        name: "excluded-names-found",
        open: "nodes-of-excluded-names",
        does: "finds a node at a path whatever its names are",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::node(|steps, store, path| {
            let key = format!("{}zarr.json", prefix(path));
            match store.get(&key)? {
                Some(document) => hierarchy::node_of(steps, &document),
                None => steps.text().node(store, path),
            }
        })],
    },
    of_entries(
        "consolidated-metadata-first",
        "consolidated-metadata-used",
        "uses entries of consolidated metadata in place of documents, where a group has them",
        &[documents_of!(|_, entries| entries)],
    ),
    of_entries(
        "consolidated-metadata-before-documents",
        "consolidated-metadata-used",
        "uses entries of consolidated metadata where there are some, and documents otherwise",
        &[documents_of!(|documents, entries| over(entries, documents))],
    ),
    of_entries(
        "consolidated-metadata-after-documents",
        "consolidated-metadata-used",
        "uses entries of consolidated metadata where there is no document",
        &[documents_of!(over)],
    ),
    of_entries(
        "consolidated-keys-with-slash",
        "consolidated-metadata-keys",
        "takes names of entries for paths that begin with a slash",
        &[Replacement::documents_below(
            |steps, store, group, consolidated| {
                let literal = steps.text().documents_below(store, group, consolidated)?;
                Ok(literal.map(|entries| without_slash(group, entries)))
            },
        )],
    ),
    of_entries(
        "consolidated-metadata-nested",
        "consolidated-metadata-nesting",
        "uses the entries that an entry has itself",
        &[Replacement::documents_below(
            |steps, store, group, consolidated| {
                let literal = steps.text().documents_below(store, group, consolidated)?;
                literal.map(|entries| nested(steps, entries)).transpose()
            },
        )],
    ),
    Permitted {
        name: "consolidated-metadata-kept-up-to-date",
        open: "consolidated-metadata-after-changes",
        does: "consolidates the metadata of the root again after a change",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[
            Replacement::create_node(|steps, store, path, node| {
                steps.text().create_node(store, path, node)?;
                again(steps, store)
            }),
            Replacement::set_attributes(|steps, store, path, attributes| {
                steps.text().set_attributes(store, path, attributes)?;
                again(steps, store)
            }),
            Replacement::delete(|steps, store, path| {
                steps.text().delete(store, path)?;
                again(steps, store)
            }),
        ],
    },
    Permitted {
        name: "nodes-below-arrays",
        open: "nodes-below-arrays",
        does: "lists every metadata document as a node, also those below arrays",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::walk(|steps, store| {
            let mut nodes = hierarchy::walk(steps, store)?;
            let arrays: Vec<String> = nodes
                .iter()
                .filter(|(_, it)| **it == NodeType::Array)
                .map(|(path, _)| prefix(path))
                .collect();
            for array in arrays {
                for key in store.list_prefix(&array)? {
                    let Some(below) = key.strip_suffix("/zarr.json") else {
                        continue;
                    };
                    let path = format!("/{below}");
                    nodes.insert(path.clone(), steps.node(store, &path)?.node_type());
                }
            }
            Ok(nodes)
        })],
    },
];
