//! `node`, `children`, `walk` and what changes a hierarchy: groups and arrays at paths of a store.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use zarrs::array::Array;
use zarrs::config::{UseConsolidatedMetadata, global_config_mut};
use zarrs::filesystem::FilesystemStore;
use zarrs::group::{Group, GroupBuilder};
use zarrs::metadata_ext::group::consolidated_metadata::ConsolidatedMetadata;
use zarrs::node::{Node, NodeMetadata, NodePath};
use zarrs::storage::{StorePrefix, WritableStorageTraits as _};

use crate::refusal::Refusal;
use crate::request::{Consolidated, Place};

pub fn node(place: &Place) -> Result<Value, Refusal> {
    Ok(match Opened::open(place)? {
        Opened::Group(group) => json!({"node_type": "group", "attributes": group.attributes()}),
        Opened::Array(array) => json!({"node_type": "array", "attributes": array.attributes()}),
    })
}

pub fn children(place: &Place) -> Result<Value, Refusal> {
    // Where a group is opened by its path, the policy is asked for its children.
    let opened = if place.through.is_some() {
        Opened::open(place)?
    } else {
        place.apply_policy();
        Opened::Group(Group::open(place.storage()?, &place.path)?)
    };
    let Opened::Group(group) = opened else {
        return Err(Refusal::unsupported("an array has no children"));
    };
    let children: Map<String, Value> = group
        .children(false)?
        .into_iter()
        .map(|child| (child.name().to_string(), node_type(child.metadata())))
        .collect();
    Ok(json!({ "children": children }))
}

pub fn walk(place: &Place) -> Result<Value, Refusal> {
    place.apply_policy();
    let mut nodes = Map::new();
    match Opened::by_path(place)? {
        Opened::Array(_) => drop(nodes.insert("/".into(), "array".into())),
        Opened::Group(group) => {
            nodes.insert("/".into(), "group".into());
            for (path, metadata) in group.traverse()? {
                nodes.insert(path.to_string(), node_type(&metadata));
            }
        }
    }
    Ok(json!({ "nodes": nodes }))
}

pub fn create_group(place: &Place, attributes: Map<String, Value>) -> Result<Value, Refusal> {
    let group = GroupBuilder::new()
        .attributes(attributes)
        .build(place.storage()?, &place.path)?;
    group.store_metadata()?;
    Ok(json!({}))
}

pub fn set_attributes(place: &Place, attributes: Map<String, Value>) -> Result<Value, Refusal> {
    match Opened::by_path(place)? {
        Opened::Group(mut group) => {
            *group.attributes_mut() = attributes;
            group.store_metadata()?;
        }
        Opened::Array(mut array) => {
            *array.attributes_mut() = attributes;
            array.store_metadata()?;
        }
    }
    Ok(json!({}))
}

pub fn delete(place: &Place) -> Result<Value, Refusal> {
    let path = NodePath::new(&place.path)?;
    let prefix: StorePrefix = (&path).try_into()?;
    place.storage()?.erase_prefix(&prefix)?;
    Ok(json!({}))
}

pub fn consolidate(place: &Place) -> Result<Value, Refusal> {
    place.apply_policy();
    let node = Node::open(&place.storage()?, &place.path)?;
    let consolidated = node
        .consolidate_metadata()
        .map(|metadata| ConsolidatedMetadata {
            metadata,
            ..ConsolidatedMetadata::default()
        });
    let mut group = Group::open(place.storage()?, &place.path)?;
    group.set_consolidated_metadata(consolidated);
    group.store_metadata()?;
    Ok(json!({}))
}

/// The array at the place.
pub fn array(place: &Place) -> Result<Array<FilesystemStore>, Refusal> {
    if place.through.is_none() && place.consolidated.is_none() {
        return Ok(Array::open(place.storage()?, &place.path)?);
    }
    match Opened::open(place)? {
        Opened::Array(array) => Ok(array),
        Opened::Group(_) => Err(Refusal::unsupported("a group is not read")),
    }
}

enum Opened {
    Group(Group<FilesystemStore>),
    Array(Array<FilesystemStore>),
}

impl Opened {
    /// The node at the path, opened by it or found among all nodes below the group at the root.
    fn open(place: &Place) -> Result<Self, Refusal> {
        if place.through.is_none() {
            if place.consolidated.is_some() {
                return Err(Refusal::unsupported(
                    "a node that is opened by its path has no policy of consolidated metadata",
                ));
            }
            return Self::by_path(place);
        }
        place.apply_policy();
        let root = Group::open(place.storage()?, "/")?;
        if place.path == "/" {
            return Ok(Self::Group(root));
        }
        let (_, metadata) = root
            .traverse()?
            .into_iter()
            .find(|(path, _)| path.as_str() == place.path)
            .ok_or_else(|| Refusal::missing(&place.path))?;
        let (store, path) = (place.storage()?, &place.path);
        Ok(match metadata {
            NodeMetadata::Group(metadata) => {
                Self::Group(Group::new_with_metadata(store, path, metadata)?)
            }
            NodeMetadata::Array(metadata) => {
                Self::Array(Array::new_with_metadata(store, path, metadata)?)
            }
        })
    }

    /// zarrs opens a node as what its user says it is. Where it is neither, the refusal is that of a group.
    fn by_path(place: &Place) -> Result<Self, Refusal> {
        match Group::open(place.storage()?, &place.path) {
            Ok(group) => Ok(Self::Group(group)),
            Err(refused) => Array::open(place.storage()?, &place.path)
                .map(Self::Array)
                .map_err(|_| refused.into()),
        }
    }
}

impl Place {
    /// The folder as a store of zarrs.
    pub fn storage(&self) -> Result<Arc<FilesystemStore>, Refusal> {
        Ok(Arc::new(FilesystemStore::new(&self.store)?))
    }

    /// The policy is of the process, and that of the request before is still there.
    fn apply_policy(&self) {
        let policy = match self.consolidated {
            None => UseConsolidatedMetadata::Auto,
            Some(Consolidated::Never) => UseConsolidatedMetadata::Never,
            Some(Consolidated::Only) => UseConsolidatedMetadata::Must,
        };
        global_config_mut().set_use_consolidated_metadata(policy);
    }
}

fn node_type(metadata: &NodeMetadata) -> Value {
    match metadata {
        NodeMetadata::Group(_) => "group".into(),
        NodeMetadata::Array(_) => "array".into(),
    }
}
