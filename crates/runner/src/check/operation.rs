//! What a check exercises.

use std::fmt;

use serde::{Deserialize, Serialize};
use zarr_conform_protocol::Ask;

/// What a check exercises; the part of its id after `#`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Operation {
    /// Encode a chunk.
    Encode,
    /// Decode a chunk.
    Decode,
    /// Compute with a grid.
    Grid,
    /// Open an array.
    Open,
    /// Read a store.
    Read,
    /// Write a whole array.
    Write,
    /// What is written outside the array.
    Border,
    /// Write a region over stored chunks.
    Update,
    /// Create an array.
    Create,
    /// Find a node.
    Node,
    /// List the children of a group.
    Children,
    /// Find all nodes.
    Walk,
    /// Change a hierarchy.
    Change,
    /// Do what no operation of the protocol is for.
    Other,
}

impl Operation {
    /// The name in check ids.
    pub fn name(self) -> &'static str {
        match self {
            Self::Encode => "encode",
            Self::Decode => "decode",
            Self::Grid => "grid",
            Self::Open => "open",
            Self::Read => "read",
            Self::Write => "write",
            Self::Border => "border",
            Self::Update => "update",
            Self::Create => "create",
            Self::Node => "node",
            Self::Children => "children",
            Self::Walk => "walk",
            Self::Change => "change",
            Self::Other => "other",
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The check that a request resembles.
pub(crate) fn operation_of(ask: &Ask) -> Operation {
    match ask {
        Ask::Hello(_) | Ask::Open(_) => Operation::Open,
        Ask::Read(_) => Operation::Read,
        Ask::Write(_) => Operation::Write,
        Ask::Create(_) => Operation::Create,
        Ask::Encode(_) => Operation::Encode,
        Ask::Decode(_) => Operation::Decode,
        Ask::Grid(_) => Operation::Grid,
        Ask::Node(_) => Operation::Node,
        Ask::Children(_) => Operation::Children,
        Ask::Walk(_) => Operation::Walk,
        Ask::CreateGroup(_) | Ask::SetAttributes(_) | Ask::Delete(_) | Ask::Consolidate(_) => {
            Operation::Change
        }
        Ask::Other(_) => Operation::Other,
    }
}
