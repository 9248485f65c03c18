//! Wrong readings of what a change leaves in a store.

use crate::hierarchy::{self, ROOT, prefix};
use crate::misreading::{ACCEPTED, CURRENT, Misreading, NODES};
use crate::steps::{Replacement, Steps};
use crate::store::Store;
use crate::{Json, Result};

/// Changes the document at a path, where it is an object.
fn rewrite(
    steps: &Steps,
    store: &mut dyn Store,
    path: &str,
    change: impl Fn(&mut Vec<(String, Json)>),
) -> Result<()> {
    let key = steps.metadata_key(path)?;
    let mut document = steps.json(&store.get(&key)?.unwrap_or_default())?;
    if let Json::Object(members) = &mut document {
        change(members);
    }
    store.set(&key, document.to_string().into_bytes())
}

/// Consolidates, and gives the member another value.
fn consolidated_as(steps: &Steps, store: &mut dyn Store, path: &str, text: &str) -> Result<()> {
    steps.text().consolidate(store, path)?;
    let value = Json::parse(text.as_bytes())?;
    rewrite(steps, store, path, |members| {
        members.retain(|(name, _)| name != "consolidated_metadata");
        members.push(("consolidated_metadata".to_owned(), value.clone()));
    })
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "ancestors-created-anew",
        when: "documents of groups above a new node are written anew",
        requirements: &["group-metadata.attributes-any", "hierarchy.tree"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::create_node(|steps, store, path, node| {
            steps.text().create_node(store, path, node)?;
            for (end, _) in path.match_indices('/') {
                let ancestor = if end == 0 { ROOT } else { &path[..end] };
                let key = steps.metadata_key(ancestor)?;
                let group = hierarchy::group_document(None);
                store.set(&key, group.to_string().into_bytes())?;
            }
            Ok(())
        })],
    },
    Misreading {
        name: "created-without-zarr-format",
        when: "a new group has no zarr_format",
        requirements: &["group-metadata.mandatory"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::create_node(|steps, store, path, node| {
            steps.text().create_node(store, path, node)?;
            rewrite(steps, store, path, |members| {
                let is_group = node.member("node_type").and_then(Json::as_str) == Some("group");
                members.retain(|(name, _)| !is_group || name != "zarr_format");
            })
        })],
    },
    Misreading {
        name: "created-attributes-lost",
        when: "attributes of a new group are not stored",
        requirements: &["group-metadata.attributes-any"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::create_node(|steps, store, path, node| {
            steps.text().create_node(store, path, node)?;
            rewrite(steps, store, path, |members| {
                members.retain(|(name, _)| name != "attributes");
            })
        })],
    },
    Misreading {
        name: "created-at-the-last-name",
        when: "a new node is stored below its last name",
        requirements: &["storage.non-root-metadata-key"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::create_node(|steps, store, path, node| {
            let name = path.rsplit('/').next().unwrap_or_default();
            steps.text().create_node(store, &format!("/{name}"), node)
        })],
    },
    Misreading {
        name: "attributes-merged",
        when: "attributes that are not given again stay",
        requirements: &["group-metadata.attributes-any"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::set_attributes(
            |steps, store, path, attributes| {
                let node = steps.node(store, path)?;
                let mut merged = attributes.clone();
                if let (Json::Object(given), Some(Json::Object(old))) =
                    (&mut merged, node.attributes())
                {
                    let is_lacking =
                        |(name, _): &&(String, Json)| attributes.member(name).is_none();
                    given.extend(old.iter().filter(is_lacking).cloned());
                }
                steps.text().set_attributes(store, path, &merged)
            },
        )],
    },
    Misreading {
        name: "set-attributes-drops-members",
        when: "a document is written anew with its attributes and without its other members",
        requirements: &["array-metadata.attributes"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::set_attributes(|_, store, path, attributes| {
            let group = hierarchy::group_document(Some(attributes));
            let key = format!("{}zarr.json", prefix(path));
            store.set(&key, group.to_string().into_bytes())
        })],
    },
    Misreading {
        name: "attributes-of-the-root-set",
        when: "attributes of every node are written into the root",
        requirements: &["storage.non-root-metadata-key"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::set_attributes(
            |steps, store, _, attributes| steps.text().set_attributes(store, ROOT, attributes),
        )],
    },
    Misreading {
        name: "deleted-by-prefix",
        when: "what begins with the path of a node is deleted with it",
        requirements: &["storage.non-root-metadata-key", "hierarchy.tree"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::delete(|_, store, path| {
            for key in store.list_prefix(path.trim_start_matches('/'))? {
                store.erase(&key)?;
            }
            Ok(())
        })],
    },
    Misreading {
        name: "nothing-deleted",
        when: "a deleted node is still there",
        requirements: &["group-metadata.document", "hierarchy.tree"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::delete(|_, _, _| Ok(()))],
    },
    Misreading {
        name: "consolidated-with-another-kind",
        when: "consolidated metadata are written with another kind",
        requirements: &["extension.consolidated-metadata-form"],
        editions: CURRENT,
        through: NODES,
        replacements: &[Replacement::consolidate(|steps, store, path| {
            let value = r#"{"kind": "external", "must_understand": false, "metadata": {}}"#;
            consolidated_as(steps, store, path, value)
        })],
    },
    Misreading {
        name: "consolidated-as-null",
        when: "null is written for consolidated metadata",
        requirements: &["extension.consolidated-metadata-form"],
        editions: CURRENT,
        through: NODES,
        replacements: &[Replacement::consolidate(|steps, store, path| {
            consolidated_as(steps, store, path, "null")
        })],
    },
    Misreading {
        name: "consolidated-to-be-understood",
        when: "consolidated metadata are written without must_understand",
        requirements: &["extension.consolidated-metadata-form"],
        editions: CURRENT,
        through: NODES,
        replacements: &[Replacement::consolidate(|steps, store, path| {
            consolidated_as(steps, store, path, r#"{"kind": "inline", "metadata": {}}"#)
        })],
    },
    Misreading {
        name: "consolidating-drops-attributes",
        when: "attributes of a group are lost when its metadata are consolidated",
        requirements: &["group-metadata.attributes-any"],
        editions: CURRENT,
        through: NODES,
        replacements: &[Replacement::consolidate(|steps, store, path| {
            steps.text().consolidate(store, path)?;
            rewrite(steps, store, path, |members| {
                members.retain(|(name, _)| name != "attributes");
            })
        })],
    },
];
