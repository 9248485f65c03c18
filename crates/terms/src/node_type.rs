//! The types of nodes of a hierarchy, and where their metadata are taken from.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The type of a node, as `node_type` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NodeType {
    /// A node that may have children.
    Group,
    /// A node with elements.
    Array,
}

impl fmt::Display for NodeType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Group => "group",
            Self::Array => "array",
        })
    }
}

/// What is made of consolidated metadata; nothing is said where a library does what it does by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Consolidated {
    /// They are not used.
    Never,
    /// Nothing else is used.
    Only,
}

/// The one way to a node other than by its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Through {
    /// Through the root, which is opened once.
    #[serde(rename = "/")]
    Root,
}
