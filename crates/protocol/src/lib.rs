//! Protocol 1: the messages that cross the pipe, and nothing else.
//!
//! One JSON object per line each way; answers come in the order of the requests.
//! `docs/adapters.md` explains it to authors of adapters. This crate is for those who write an adapter
//! in Rust, or a program that asks one.
//!
//! ```
//! use zarr_conform_protocol::{Answer, Refusal};
//!
//! let answer = Answer {
//!     id: 2,
//!     ok: None,
//!     error: Some(Refusal::invalid("order is not a permutation")),
//!     crash: None,
//! };
//! assert_eq!(
//!     serde_json::to_string(&answer)?,
//!     r#"{"id":2,"error":{"kind":"invalid","message":"order is not a permutation"}}"#
//! );
//! # Ok::<(), serde_json::Error>(())
//! ```

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use zarr_conform_terms::{DataTypeValue, Edition, HexBytes, HexElements, NodeType};

pub mod ask;
mod breach;
mod line;
mod offers;
pub mod subject;

pub use ask::Ask;
pub use breach::Breach;
pub use offers::{OPERATIONS, OPTIONAL_MEMBERS, offers};

/// The version of this protocol.
pub const PROTOCOL: u64 = 1;

/// One line to the implementation: `id` and what is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Comes back in the answer. Counts up from 0.
    pub id: u64,
    /// What is asked.
    pub ask: Ask,
    /// Files in place of long members.
    pub files: Files,
}

/// Paths of files that hold raw bytes, for members too long for a line. Only for implementations
/// that say in `hello` that they know `files`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// In place of the bytes that the request carries: `elements_file` for `elements`,
    /// `encoded_file` for `encoded`. The member itself is then empty in [`Ask`].
    pub given: Option<String>,
    /// `answer_file`: where the bytes of the answer may be put. The answer then has this path in
    /// `elements_file` or `encoded_file`.
    pub answer: Option<String>,
}

/// A region of an array: `start[d] <= coordinates[d] < start[d] + shape[d]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// Coordinates of the first element.
    pub start: Vec<u64>,
    /// Number of elements along each dimension.
    pub shape: Vec<u64>,
}

/// A chunk of which origin and keys are asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedChunk {
    /// Grid index of the chunk.
    pub index: Vec<u64>,
    /// Values of `chunk_key_encoding`; one key is asked for each.
    pub chunk_key_encodings: Vec<Value>,
}

/// One line from the implementation: `id` and either `ok` or `error`; or `crash`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The id of the request.
    pub id: u64,
    /// The result, of a form that depends on the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ok: Option<Value>,
    /// Why there is no result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Refusal>,
    /// What would have ended a process of its own, from an implementation that shares one with its tests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crash: Option<String>,
}

/// Why an implementation gives no result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refusal {
    /// What kind of error.
    pub kind: RefusalKind,
    /// In the implementation's own words.
    pub message: String,
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "so that each can be handed to `map_err` as it is"
)]
impl Refusal {
    /// The input breaks the specification.
    pub fn invalid(message: impl ToString) -> Self {
        Self::of(RefusalKind::Invalid, &message)
    }

    /// The input may be valid, but is not implemented.
    pub fn unsupported(message: impl ToString) -> Self {
        Self::of(RefusalKind::Unsupported, &message)
    }

    /// Something went wrong that says nothing about the input.
    pub fn internal(message: impl ToString) -> Self {
        Self::of(RefusalKind::Internal, &message)
    }

    fn of(kind: RefusalKind, message: &impl ToString) -> Self {
        Self {
            kind,
            message: message.to_string(),
        }
    }
}

/// The kinds of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RefusalKind {
    /// The input breaks the specification.
    Invalid,
    /// The input may be valid, but is not implemented.
    Unsupported,
    /// Something went wrong that says nothing about the input.
    Internal,
}

/// `ok` of `hello`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The protocol spoken.
    pub protocol: u64,
    /// Name of the implementation.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The language it is written in.
    pub language: String,
    /// The newest edition of the specification that it implements.
    pub edition: Edition,
    /// The operations it can be asked, by name; `hello` need not be listed. Besides, the optional members `path`,
    /// `through` and `consolidated` that it knows.
    pub ops: Vec<String>,
    /// What it says it lacks.
    #[serde(default)]
    pub unsupported: Unsupported,
    /// Whether long members may be in files; see [`Files`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub files: bool,
}

/// What an implementation says it lacks; checks that need it are not sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unsupported {
    /// Identifiers of data types; `r*` stands for all raw types.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub data_types: Vec<String>,
    /// Names of codecs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub codecs: Vec<String>,
}

/// `ok` of `open`: what the implementation understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opened {
    /// The data type, as in metadata.
    pub data_type: DataTypeValue,
    /// The shape of the array.
    pub shape: Vec<u64>,
}

/// `ok` of `read`: the elements of the whole array or of each region asked for, and what was
/// understood of the array.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Read {
    /// The data type, as in metadata; judged where it is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_type: Option<DataTypeValue>,
    /// The shape of the array; judged where it is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Vec<u64>>,
    /// All elements, where no regions were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elements: Option<HexElements>,
    /// The file that holds them instead: the `answer_file` of the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elements_file: Option<String>,
    /// The elements of each region asked for, in the order asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regions: Option<Vec<HexElements>>,
}

/// `ok` of operations that change a store: an object without members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Done {}

/// `ok` of `encode`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Encoded {
    /// The encoded chunk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoded: Option<HexBytes>,
    /// The file that holds it instead: the `answer_file` of the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoded_file: Option<String>,
}

/// `ok` of `decode`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decoded {
    /// The elements of the chunk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elements: Option<HexElements>,
    /// The file that holds them instead: the `answer_file` of the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elements_file: Option<String>,
}

/// `ok` of `grid`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GridAnswer {
    /// Number of chunks along each dimension.
    pub grid_shape: Vec<u64>,
    /// For each element asked for: where it lies.
    pub elements: Vec<Located>,
    /// For each chunk asked for: origin and keys.
    pub chunks: Vec<ChunkAnswer>,
}

/// `ok` of `node`: an object whose `node_type` is null says that there is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// The type of the node.
    pub node_type: NodeType,
    /// Its attributes, an object without members where it has none; judged where they are given. A document may hold
    /// something else, and who hands it out as it is has not broken the protocol.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attributes: Option<Value>,
}

/// `ok` of `children`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Children {
    /// The types of the children by their names.
    pub children: BTreeMap<String, NodeType>,
}

/// `ok` of `walk`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Walk {
    /// The types of all nodes, the root among them, by their paths.
    pub nodes: BTreeMap<String, NodeType>,
}

/// Where an element lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Located {
    /// Grid index of the chunk.
    pub chunk: Vec<u64>,
    /// Coordinates within the chunk.
    pub within: Vec<u64>,
}

/// Origin and keys of a chunk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChunkAnswer {
    /// Coordinates of the chunk's first element.
    pub origin: Vec<u64>,
    /// One key for each chunk key encoding asked for.
    pub keys: Vec<String>,
}
