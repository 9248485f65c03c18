//! Groups: their metadata document, names and paths of nodes, and which nodes a hierarchy has.
//!
//! - Specification: core, [Group metadata], [Additional fields], [Node names], [Stored representation]; how nodes
//!   are found, which the text calls a non-normative guide-line, [Storage].
//! - Example, which is that of the text:
//!
//! ```
//! use zarr_conform_reference::store::{MemoryStore, Store as _};
//! use zarr_conform_reference::{Edition, Steps};
//! use zarr_conform_terms::NodeType;
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! let document = br#"{"zarr_format": 3, "node_type": "group", "attributes": {"spam": "ham", "eggs": 42}}"#;
//! let mut store = MemoryStore::default();
//! store.set("zarr.json", document.to_vec())?;
//! store.set("foo/zarr.json", document.to_vec())?;
//!
//! let steps = Steps::literal(Edition::V3_1);
//! assert_eq!(steps.metadata_key("/foo")?, "foo/zarr.json");
//! assert_eq!(steps.node(&store, "/foo")?.node_type(), NodeType::Group);
//! assert_eq!(steps.children(&store, "/")?, [("foo".to_owned(), NodeType::Group)].into());
//! # Ok(())
//! # }
//! ```
//!
//! [Group metadata]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#group-metadata
//! [Additional fields]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#additional-fields
//! [Node names]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#node-names
//! [Stored representation]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#stored-representation
//! [Storage]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#storage

use std::collections::BTreeMap;

use zarr_conform_terms::NodeType;

use crate::array_metadata::{ArrayMetadata, mandatory};
use crate::error::{Error, Result, metadata};
use crate::json::Json;
use crate::steps::Steps;
use crate::store::Store;

/// The path of the root.
pub const ROOT: &str = "/";

/// The types of nodes by their names or paths.
pub type NodeTypes = BTreeMap<String, NodeType>;

/// What a group's metadata document says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupMetadata {
    /// `attributes`, an object; nothing where absent.
    pub attributes: Option<Json>,
}

/// A node of a hierarchy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A group.
    Group(GroupMetadata),
    /// An array.
    Array(Box<ArrayMetadata>),
}

impl Node {
    /// Its type.
    pub fn node_type(&self) -> NodeType {
        match self {
            Self::Group(_) => NodeType::Group,
            Self::Array(_) => NodeType::Array,
        }
    }

    /// Its attributes, an object; nothing where the document has none.
    pub fn attributes(&self) -> Option<&Json> {
        match self {
            Self::Group(group) => group.attributes.as_ref(),
            Self::Array(array) => array.attributes.as_ref(),
        }
    }
}

/// Reads the metadata document of a group.
///
/// # Errors
/// [`Error::Metadata`] where the document breaks the specification; [`Error::Unsupported`] where it has a member
/// that is not known here.
///
/// Requirements: `group-metadata.mandatory`, `group-metadata.zarr-format`, `group-metadata.optional-members`,
/// `group-metadata.attributes`, `group-metadata.attributes-any`, `group-metadata.additional-fields`.
pub fn group_metadata(steps: &Steps, document: &[u8]) -> Result<GroupMetadata> {
    let json = steps.json(document)?;
    let Json::Object(members) = &json else {
        return metadata(format!("found {json}, expected an object"));
    };
    steps.zarr_format(mandatory(&json, "zarr_format")?)?;
    steps.group_node_type(mandatory(&json, "node_type")?)?;
    let attributes = json.member("attributes");
    let attributes = attributes.map(|it| steps.attributes(it)).transpose()?;
    for (name, value) in members {
        if !["zarr_format", "node_type", "attributes"].contains(&name.as_str()) {
            steps.group_field(name, value)?;
        }
    }
    Ok(GroupMetadata { attributes })
}

/// `node_type`: the string `group`.
///
/// Requirement: `group-metadata.node-type`.
pub fn group_node_type(value: &Json) -> Result<()> {
    match value.as_str() {
        Some("group") => Ok(()),
        _ => metadata(format!("node_type: found {value}, expected \"group\"")),
    }
}

/// A member that the text does not list for groups: `consolidated_metadata`, or one that is refused unless it is an
/// object that says `"must_understand": false`.
///
/// Requirements: `extension.consolidated-metadata`, `group-metadata.additional-fields`.
pub fn group_field(steps: &Steps, name: &str, value: &Json) -> Result<()> {
    match name {
        "consolidated_metadata" => steps.consolidated_metadata(value),
        _ => steps.additional_field(name, value),
    }
}

/// `consolidated_metadata`: an object with three members. What they repeat is not read: the documents have it.
///
/// Requirements: `extension.consolidated-metadata`, `extension.consolidated-metadata-form`.
pub fn consolidated_metadata(value: &Json) -> Result<()> {
    match (
        value.member("must_understand"),
        value.member("kind").and_then(Json::as_str),
        value.member("metadata"),
    ) {
        (Some(Json::Bool(false)), Some("inline"), Some(Json::Object(_))) => Ok(()),
        _ => metadata(format!(
            "consolidated_metadata: found {value}, expected \"must_understand\": false, \"kind\": \"inline\" and an object \"metadata\""
        )),
    }
}

/// The name of a node other than the root.
///
/// Requirements: `node-name.not-empty`, `node-name.no-slash`, `node-name.not-periods`, `node-name.reserved-prefix`,
/// `node-name.not-zarr-json`, `node-name.code-points`.
pub fn node_name(name: &str) -> Result<()> {
    let is_wrong = name.is_empty()
        || name.contains('/')
        || name.chars().all(|it| it == '.')
        || name.starts_with("__")
        || name == "zarr.json";
    if is_wrong {
        return metadata(format!("{name:?} is not a name that a node can have"));
    }
    Ok(())
}

/// The key of the metadata document: that of the root is `zarr.json`; that of another node is its path without the
/// leading `/`, followed by `/zarr.json`.
///
/// Requirements: `storage.metadata-key`, `storage.non-root-metadata-key`, `node-name.case-sensitive`.
pub fn metadata_key(steps: &Steps, path: &str) -> Result<String> {
    if path == ROOT {
        return Ok("zarr.json".to_owned());
    }
    let Some(stripped) = path.strip_prefix('/') else {
        return metadata(format!(
            "found the path {path:?}, expected one that begins with \"/\""
        ));
    };
    stripped
        .split('/')
        .try_for_each(|name| steps.node_name(name))?;
    Ok(format!("{stripped}/zarr.json"))
}

/// The node at a path: that of its metadata document.
///
/// # Errors
/// [`Error::Store`] where there is no document; otherwise those of its type.
///
/// Requirements: `group-metadata.document`, `storage.non-root-metadata-key`.
pub fn node(steps: &Steps, store: &dyn Store, path: &str) -> Result<Node> {
    let key = steps.metadata_key(path)?;
    let Some(document) = store.get(&key)? else {
        return Err(Error::Store(format!("the store has no key {key:?}")));
    };
    node_of(steps, &document)
}

/// The node that a metadata document is of.
///
/// # Errors
/// Those of its type.
///
/// Requirement: `group-metadata.document`.
pub fn node_of(steps: &Steps, document: &[u8]) -> Result<Node> {
    let json = steps.json(document)?;
    match json.member("node_type").and_then(Json::as_str) {
        Some("array") => Ok(Node::Array(Box::new(steps.array_metadata(document)?))),
        _ => Ok(Node::Group(steps.group_metadata(document)?)),
    }
}

/// The key prefix of what a node has below it: empty for the root, `foo/` for `/foo`.
///
/// Requirement: `storage.non-root-prefix`.
pub fn prefix(path: &str) -> String {
    match path {
        ROOT => String::new(),
        _ => format!("{}/", path.trim_start_matches('/')),
    }
}

/// The path of a child.
///
/// Requirement: `hierarchy.path`.
pub fn child_path(path: &str, name: &str) -> String {
    match path {
        ROOT => format!("/{name}"),
        _ => format!("{path}/{name}"),
    }
}

/// The children of a group: each prefix below its own that has a metadata document. Arrays have none.
///
/// Requirements: `group-metadata.document`, `hierarchy.tree`, `node-name.reserved-prefix`.
pub fn children(steps: &Steps, store: &dyn Store, path: &str) -> Result<NodeTypes> {
    let mut children = NodeTypes::new();
    if let Node::Array(_) = steps.node(store, path)? {
        return metadata(format!("{path} is an array, which has no children"));
    }
    let prefix = prefix(path);
    for below in store.list_dir(&prefix)?.prefixes {
        let name = &below[prefix.len()..below.len() - 1];
        if steps.node_name(name).is_err() || store.get(&format!("{below}zarr.json"))?.is_none() {
            continue;
        }
        let child = steps.node(store, &child_path(path, name))?;
        children.insert(name.to_owned(), child.node_type());
    }
    Ok(children)
}

/// All nodes: the root, the children of the root, and recursively those of child groups.
///
/// Requirements: `hierarchy.tree`, `hierarchy.root`.
pub fn walk(steps: &Steps, store: &dyn Store) -> Result<NodeTypes> {
    let mut nodes = NodeTypes::from([(ROOT.to_owned(), steps.node(store, ROOT)?.node_type())]);
    let mut waiting = vec![ROOT.to_owned()];
    while let Some(path) = waiting.pop() {
        if nodes.get(&path) != Some(&NodeType::Group) {
            continue;
        }
        for (name, node_type) in steps.children(store, &path)? {
            let child = child_path(&path, &name);
            nodes.insert(child.clone(), node_type);
            waiting.push(child);
        }
    }
    Ok(nodes)
}
