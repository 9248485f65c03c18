//! Changing a hierarchy: groups and arrays are created, attributes replaced, nodes deleted, and metadata consolidated.
//!
//! - Specification: core, [Group metadata], [Stored representation]; the operations themselves, which the text calls a
//!   non-normative guide-line, [Storage].
//!
//! [Group metadata]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#group-metadata
//! [Stored representation]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#stored-representation
//! [Storage]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#storage

use zarr_conform_terms::NodeType;

use super::{child_path, prefix};
use crate::error::{Error, Result, metadata};
use crate::json::Json;
use crate::steps::Steps;
use crate::store::Store;

/// The metadata document of a group with these attributes.
///
/// Requirements: `group-metadata.mandatory`, `group-metadata.attributes`.
pub fn group_document(attributes: Option<&Json>) -> Json {
    let mut members = vec![
        ("zarr_format".to_owned(), Json::Number("3".to_owned())),
        ("node_type".to_owned(), Json::String("group".to_owned())),
    ];
    members.extend(attributes.map(|it| ("attributes".to_owned(), it.clone())));
    Json::Object(members)
}

/// Creates a node whose metadata document is this one, and the groups above it that are not there.
///
/// # Errors
/// [`Error::Store`] where the path has a document; otherwise as [`create_ancestors`].
///
/// Requirements: `storage.non-root-metadata-key`, `group-metadata.document`.
pub fn create_node(steps: &Steps, store: &mut dyn Store, path: &str, node: &Json) -> Result<()> {
    let key = steps.metadata_key(path)?;
    if store.get(&key)?.is_some() {
        return Err(Error::Store(format!("the store has the key {key:?}")));
    }
    steps.create_ancestors(store, path)?;
    store.set(&key, node.to_string().into_bytes())
}

/// Creates the groups above a node that are not there: every group has a document.
///
/// # Errors
/// [`Error::Metadata`] where a node above it is an array, and errors of its document.
///
/// Requirements: `group-metadata.document`, `hierarchy.tree`.
pub fn create_ancestors(steps: &Steps, store: &mut dyn Store, path: &str) -> Result<()> {
    for (end, _) in path.match_indices('/').filter(|_| path != super::ROOT) {
        let ancestor = if end == 0 { super::ROOT } else { &path[..end] };
        let key = steps.metadata_key(ancestor)?;
        if store.get(&key)?.is_none() {
            store.set(&key, group_document(None).to_string().into_bytes())?;
        } else if steps.node(store, ancestor)?.node_type() == NodeType::Array {
            return metadata(format!("{ancestor} is an array, which has no children"));
        }
    }
    Ok(())
}

/// Replaces the attributes of a node; its other members stay as they are.
///
/// # Errors
/// Those of its document.
///
/// Requirement: `group-metadata.attributes-any`.
pub fn set_attributes(
    steps: &Steps,
    store: &mut dyn Store,
    path: &str,
    attributes: &Json,
) -> Result<()> {
    set_member(steps, store, path, "attributes", attributes)
}

/// Deletes a node and all nodes below it: every key with its prefix.
///
/// # Errors
/// [`Error::Store`] where the path has no document.
///
/// Requirement: `storage.non-root-prefix`.
pub fn delete(steps: &Steps, store: &mut dyn Store, path: &str) -> Result<()> {
    let key = steps.metadata_key(path)?;
    if store.get(&key)?.is_none() {
        return Err(Error::Store(format!("the store has no key {key:?}")));
    }
    for below in store.list_prefix(&prefix(path))? {
        store.erase(&below)?;
    }
    Ok(())
}

/// Writes into the document of a group what the documents of all nodes below it say, each under its path from there.
///
/// # Errors
/// Those of a document in the hierarchy.
///
/// Requirement: `extension.consolidated-metadata-form`.
pub fn consolidate(steps: &Steps, store: &mut dyn Store, path: &str) -> Result<()> {
    let mut entries = Vec::new();
    let mut waiting = vec![(path.to_owned(), String::new())];
    while let Some((group, relative)) = waiting.pop() {
        for (name, node_type) in steps.children(store, &group)? {
            let child = child_path(&group, &name);
            let key = steps.metadata_key(&child)?;
            let document = store.get(&key)?.unwrap_or_default();
            entries.push((format!("{relative}{name}"), steps.json(&document)?));
            if node_type == NodeType::Group {
                waiting.push((child, format!("{relative}{name}/")));
            }
        }
    }
    let consolidated = Json::Object(vec![
        ("kind".to_owned(), Json::String("inline".to_owned())),
        ("must_understand".to_owned(), Json::Bool(false)),
        ("metadata".to_owned(), Json::Object(entries)),
    ]);
    set_member(steps, store, path, "consolidated_metadata", &consolidated)
}

/// The document of a node with another value of a member.
fn set_member(
    steps: &Steps,
    store: &mut dyn Store,
    path: &str,
    name: &str,
    value: &Json,
) -> Result<()> {
    steps.node(store, path)?;
    let key = steps.metadata_key(path)?;
    let mut document = steps.json(&store.get(&key)?.unwrap_or_default())?;
    if let Json::Object(members) = &mut document {
        match members.iter_mut().find(|(member, _)| member == name) {
            Some((_, old)) => *old = value.clone(),
            None => members.push((name.to_owned(), value.clone())),
        }
    }
    store.set(&key, document.to_string().into_bytes())
}
