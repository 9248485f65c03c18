//! Random hierarchies: groups and arrays in a store, and a node that is found, listed, read or changed.
//!
//! What must come of a case follows from how it was made. That the reference says the same is a check of both. What the
//! text leaves open is never part of one: nodes below arrays, folders above nodes, nodes with excluded names, damaged
//! children, integers that binary64 does not hold, and consolidated metadata of other nodes.
//!
//! | file | what |
//! |---|---|
//! | `choose` | any hierarchy |
//! | `names` | names of nodes, and names that are confused with one |
//! | `attributes` | attributes of nodes |
//! | `node` | a node and its document |
//! | `state` | what must come of a case, as a fact |
//! | `mistakes` | mistakes in a valid case, which every reading refuses |
//! | `features` | what a case is about, in words |

mod attributes;
mod choose;
mod features;
pub(crate) mod mistakes;
mod names;
mod node;
mod state;

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use zarr_conform_terms::Through;

pub use self::mistakes::{Mistake, mistakes};
use self::node::{Node, SmallArray};

/// The path of the root.
const ROOT: &str = "/";

/// Groups and arrays in a store, and what is done with one of them.
#[derive(Clone, Debug, PartialEq)]
pub struct HierarchyCase {
    /// The nodes by their paths.
    nodes: BTreeMap<String, Node>,
    /// Other files by their keys.
    files: BTreeMap<String, String>,
    /// The path of the node that the case is about.
    path: String,
    /// How it is reached, if not by its path.
    through: Option<Through>,
    act: Act,
    /// A mistake, and which one of its kind.
    mistake: Option<(&'static Mistake, usize)>,
}

/// What is done with the node.
#[derive(Clone, Debug, PartialEq)]
enum Act {
    /// It is found, and its children, its elements, and all nodes where it is the root.
    Find,
    /// A group is created at this path below it. What is there is then looked at from the root, or at that path.
    CreateGroup(Create, Map<String, Value>),
    /// An array is created so, with all of its elements.
    CreateArray(Create, SmallArray),
    /// Its attributes are replaced.
    SetAttributes(Map<String, Value>),
    /// It is deleted, and all below it.
    Delete,
    /// All of its elements are written.
    Write(Vec<u8>),
    /// Its metadata are consolidated.
    Consolidate,
}

/// Where a node is created.
#[derive(Clone, Debug, PartialEq)]
struct Create {
    path: String,
    from_the_root: bool,
}

impl Act {
    /// The name, as in the features of a case.
    fn name(&self) -> &'static str {
        match self {
            Self::Find => "find",
            Self::CreateGroup(..) => "create group",
            Self::CreateArray(..) => "create array",
            Self::SetAttributes(_) => "set attributes",
            Self::Delete => "delete",
            Self::Write(_) => "write",
            Self::Consolidate => "consolidate",
        }
    }
}

impl HierarchyCase {
    /// The kind of mistake, where the case is invalid.
    pub fn mistake(&self) -> Option<&'static Mistake> {
        self.mistake.map(|(it, _)| it)
    }

    /// Number of nodes.
    pub fn nodes(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// Number of elements of all arrays.
    pub fn elements(&self) -> u64 {
        let arrays = self.nodes.values().filter_map(|it| it.array.as_ref());
        arrays.map(SmallArray::elements).sum()
    }

    fn target(&self) -> &Node {
        static NONE: Node = Node::BARE;
        self.nodes.get(&self.path).unwrap_or(&NONE)
    }

    /// The paths of all nodes below one.
    fn below<'a>(&'a self, path: &'a str) -> impl Iterator<Item = &'a str> {
        let paths = self.nodes.keys().map(String::as_str);
        paths.filter(move |it| is_below(it, path))
    }
}

/// Whether a path leads to a node below another.
fn is_below(path: &str, above: &str) -> bool {
    let prefix = child_path(above, "");
    path.len() > prefix.len() && path.starts_with(&prefix)
}

/// The path of a child.
fn child_path(path: &str, name: &str) -> String {
    let above = if path == ROOT { "" } else { path };
    format!("{above}/{name}")
}

/// The path of what a node is a child of, and its name; nothing for the root.
fn parent(path: &str) -> Option<(&str, &str)> {
    let (above, name) = path.rsplit_once('/').filter(|_| path != ROOT)?;
    Some((if above.is_empty() { ROOT } else { above }, name))
}

/// A key below a node.
fn key(path: &str, name: &str) -> String {
    child_path(path, name).split_off(1)
}
