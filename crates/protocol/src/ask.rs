//! What is asked: one struct for each operation. [`Ask`] is any of them.
//!
//! The module is named in front: `ask::Read` is the request, [`Read`](crate::Read) its answer.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{AskedChunk, OPTIONAL_MEMBERS, Region};
use zarr_conform_terms::{Consolidated, DataTypeValue, Edition, HexBytes, HexElements, Through};

/// What is asked; in JSON the member `op` has the name and the other members stand beside it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Ask {
    /// Who are you and what can you do? Always the first request.
    Hello(Hello),
    /// Is the array acceptable?
    Open(Open),
    /// Open the array and read it.
    Read(Read),
    /// Open the array and write elements.
    Write(Write),
    /// Create an array and write all its elements.
    Create(Create),
    /// Encode one chunk.
    Encode(Encode),
    /// Decode one chunk.
    Decode(Decode),
    /// Compute with a regular grid.
    Grid(Grid),
    /// What is the node at this path?
    Node(Node),
    /// Which children has the group at this path?
    Children(Node),
    /// Which nodes has the hierarchy of this store?
    Walk(Walk),
    /// Create a group.
    CreateGroup(Attributes),
    /// Replace the attributes of a node.
    SetAttributes(Attributes),
    /// Delete a node and all below it.
    Delete(Place),
    /// Write consolidated metadata into a group.
    Consolidate(Place),
    /// An operation that this protocol does not know.
    #[serde(skip)]
    Other(Other),
}

/// Who are you and what can you do? Answered with [`Hello`](crate::Hello).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The protocol spoken, `1`.
    pub protocol: u64,
    /// Editions of the specification that the runner can judge.
    pub editions: Vec<Edition>,
}

/// Is the array acceptable? Answered with [`Opened`](crate::Opened).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// Folder that holds `zarr.json`.
    pub store: String,
    /// Path of the array within the store; absent for the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

/// Open the array and read regions, one after the other; without regions, the whole array.
/// Answered with [`Read`](crate::Read).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Read {
    /// Folder that holds `zarr.json` and the chunks.
    pub store: String,
    /// Path of the array within the store; absent for the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Open the root once and find the node through it; absent for opening the node by its path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub through: Option<Through>,
    /// What is made of consolidated metadata; absent for what the library does when nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consolidated: Option<Consolidated>,
    /// The regions; absent for the whole array.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regions: Option<Vec<Region>>,
}

/// Open the array and write elements. Answered with [`Done`](crate::Done).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Write {
    /// Folder that holds `zarr.json` and perhaps chunks.
    pub store: String,
    /// Path of the array within the store; absent for the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The region to write; absent for the whole array.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// The elements of the region.
    pub elements: HexElements,
}

/// Create an array with the library's own call, from the given metadata, in an empty folder, then
/// write all elements. Answered with [`Done`](crate::Done).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Create {
    /// An empty folder, or one in which nothing is at the path.
    pub store: String,
    /// Path of the array within the store; absent for the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The array metadata to create.
    pub metadata: Value,
    /// All elements of the array.
    pub elements: HexElements,
}

/// Encode one chunk. Answered with [`Encoded`](crate::Encoded).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Encode {
    /// The data type, as in metadata.
    pub data_type: DataTypeValue,
    /// Shape of the chunk.
    pub shape: Vec<u64>,
    /// The codec list. A clone shares it.
    pub codecs: Arc<[Value]>,
    /// The elements of the chunk.
    pub elements: HexElements,
}

/// Decode one chunk. Answered with [`Decoded`](crate::Decoded).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decode {
    /// The data type, as in metadata.
    pub data_type: DataTypeValue,
    /// Shape of the chunk.
    pub shape: Vec<u64>,
    /// The codec list. A clone shares it.
    pub codecs: Arc<[Value]>,
    /// The encoded chunk.
    pub encoded: HexBytes,
}

/// Compute with a regular grid. Answered with [`GridAnswer`](crate::GridAnswer).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    /// Shape of the array.
    pub array_shape: Vec<u64>,
    /// Shape of the chunks.
    pub chunk_shape: Vec<u64>,
    /// Coordinates of elements: in which chunk, at which position?
    pub elements: Vec<Vec<u64>>,
    /// Chunks: where is the origin, and what is the key?
    pub chunks: Vec<AskedChunk>,
}

/// A node of a hierarchy. Answered with [`Node`](crate::Node), or as [`Ask::Children`] with
/// [`Children`](crate::Children).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// Folder of the hierarchy.
    pub store: String,
    /// Path of the node: `/`, or the names of its ancestors and its own, each after a `/`.
    pub path: String,
    /// Open the root once and find the node through it; absent for opening the node by its path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub through: Option<Through>,
    /// What is made of consolidated metadata; absent for what the library does when nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consolidated: Option<Consolidated>,
}

/// Which nodes are there? Answered with [`Walk`](crate::Walk).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Walk {
    /// Folder of the hierarchy.
    pub store: String,
    /// What is made of consolidated metadata, as in [`Node`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consolidated: Option<Consolidated>,
}

/// A node and its attributes. Answered with [`Done`](crate::Done).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attributes {
    /// Folder of the hierarchy.
    pub store: String,
    /// Path of the node, as in [`Node`].
    pub path: String,
    /// All attributes that the node has then.
    pub attributes: Map<String, Value>,
}

/// A node that is deleted or whose metadata are consolidated. Answered with [`Done`](crate::Done).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Folder of the hierarchy.
    pub store: String,
    /// Path of the node, as in [`Node`].
    pub path: String,
}

/// An operation that this protocol does not know, about a store. Answered with a refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// Its name.
    pub op: String,
    /// Folder that holds `zarr.json` and the chunks.
    pub store: String,
}

impl Ask {
    /// The name of the operation.
    pub fn op(&self) -> &str {
        match self {
            Self::Hello(_) => "hello",
            Self::Open(_) => "open",
            Self::Read(_) => "read",
            Self::Write(_) => "write",
            Self::Create(_) => "create",
            Self::Encode(_) => "encode",
            Self::Decode(_) => "decode",
            Self::Grid(_) => "grid",
            Self::Node(_) => "node",
            Self::Children(_) => "children",
            Self::Walk(_) => "walk",
            Self::CreateGroup(_) => "create_group",
            Self::SetAttributes(_) => "set_attributes",
            Self::Delete(_) => "delete",
            Self::Consolidate(_) => "consolidate",
            Self::Other(other) => &other.op,
        }
    }

    /// What [`Hello`](crate::Hello) has to list for this request to be sent: the operation, and optional members that
    /// an implementation could overlook.
    pub fn offers_needed(&self) -> Vec<&str> {
        let (path, through, consolidated) = match self {
            Self::Open(it) => (it.path.is_some(), None, None),
            Self::Read(it) => (it.path.is_some(), it.through, it.consolidated),
            Self::Write(it) => (it.path.is_some(), None, None),
            Self::Create(it) => (it.path.is_some(), None, None),
            Self::Node(it) | Self::Children(it) => (false, it.through, it.consolidated),
            Self::Walk(it) => (false, None, it.consolidated),
            _ => (false, None, None),
        };
        let is_given = [path, through.is_some(), consolidated.is_some()];
        let members = OPTIONAL_MEMBERS.into_iter().zip(is_given);
        let members = members.filter(|(_, is_given)| *is_given);
        let members = members.map(|(name, _)| name);
        std::iter::once(self.op()).chain(members).collect()
    }

    /// The bytes that the request carries in one string, if any.
    pub fn payload(&self) -> Option<&HexBytes> {
        match self {
            Self::Write(it) => it.elements.fixed(),
            Self::Create(it) => it.elements.fixed(),
            Self::Encode(it) => it.elements.fixed(),
            Self::Decode(it) => Some(&it.encoded),
            _ => None,
        }
    }

    /// The same, to be replaced.
    pub fn payload_mut(&mut self) -> Option<&mut HexBytes> {
        match self {
            Self::Write(it) => it.elements.fixed_mut(),
            Self::Create(it) => it.elements.fixed_mut(),
            Self::Encode(it) => it.elements.fixed_mut(),
            Self::Decode(it) => Some(&mut it.encoded),
            _ => None,
        }
    }

    /// The folder of the store that the request is about, to be filled in; nothing where it is about
    /// none.
    pub fn store_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::Open(it) => Some(&mut it.store),
            Self::Walk(it) => Some(&mut it.store),
            Self::CreateGroup(it) | Self::SetAttributes(it) => Some(&mut it.store),
            Self::Delete(it) | Self::Consolidate(it) => Some(&mut it.store),
            Self::Node(it) | Self::Children(it) => Some(&mut it.store),
            Self::Read(it) => Some(&mut it.store),
            Self::Write(it) => Some(&mut it.store),
            Self::Create(it) => Some(&mut it.store),
            Self::Other(it) => Some(&mut it.store),
            Self::Hello(_) | Self::Encode(_) | Self::Decode(_) | Self::Grid(_) => None,
        }
    }

    /// Whether an answer says that nothing is where a node was asked for, which is as good as a refusal.
    pub fn finds_nothing(&self, ok: &Value) -> bool {
        let member = match self {
            Self::Node(_) => "node_type",
            Self::Children(_) => "children",
            Self::Walk(_) => "nodes",
            _ => return false,
        };
        ok.get(member).is_some_and(Value::is_null)
    }

    /// Whether the answer is bytes that may be in a file.
    pub fn gives_bytes(&self) -> bool {
        match self {
            Self::Read(it) => it.regions.is_none(),
            Self::Encode(_) | Self::Decode(_) => true,
            Self::Hello(_)
            | Self::Open(_)
            | Self::Write(_)
            | Self::Create(_)
            | Self::Grid(_)
            | Self::Node(_)
            | Self::Children(_)
            | Self::Walk(_)
            | Self::CreateGroup(_)
            | Self::SetAttributes(_)
            | Self::Delete(_)
            | Self::Consolidate(_)
            | Self::Other(_) => false,
        }
    }
}
