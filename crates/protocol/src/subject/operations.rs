//! What an implementation in Rust can be asked, one method for each operation, and the one place
//! where a request finds its method.

use serde::Serialize;
use serde_json::Value;

use crate::{
    Ask, Children, Decoded, Done, Encoded, GridAnswer, Hello, Node, Opened, Read, Refusal,
    RefusalKind, Walk, ask,
};

/// An implementation of the specification that can be asked what protocol 1 asks. An operation
/// without a method of its own is not offered.
pub trait Operations {
    /// Who it is and what it can do.
    fn hello(&self) -> Hello;

    /// Whether the array is acceptable.
    fn open(&mut self, _asked: &ask::Open) -> Result<Opened, NoResult> {
        not_offered()
    }

    /// The whole array, or regions of it.
    fn read(&mut self, _asked: &ask::Read) -> Result<Read, NoResult> {
        not_offered()
    }

    /// Writes the whole array, or a region of it.
    fn write(&mut self, _asked: &ask::Write) -> Result<Done, NoResult> {
        not_offered()
    }

    /// Creates an array and writes all its elements.
    fn create(&mut self, _asked: &ask::Create) -> Result<Done, NoResult> {
        not_offered()
    }

    /// Encodes a chunk.
    fn encode(&mut self, _asked: &ask::Encode) -> Result<Encoded, NoResult> {
        not_offered()
    }

    /// Decodes a chunk.
    fn decode(&mut self, _asked: &ask::Decode) -> Result<Decoded, NoResult> {
        not_offered()
    }

    /// Computes with a grid.
    fn grid(&mut self, _asked: &ask::Grid) -> Result<GridAnswer, NoResult> {
        not_offered()
    }

    /// The node at a path.
    fn node(&mut self, _asked: &ask::Node) -> Result<Node, NoResult> {
        not_offered()
    }

    /// The children of the group at a path.
    fn children(&mut self, _asked: &ask::Node) -> Result<Children, NoResult> {
        not_offered()
    }

    /// All nodes of a hierarchy.
    fn walk(&mut self, _asked: &ask::Walk) -> Result<Walk, NoResult> {
        not_offered()
    }

    /// Creates a group.
    fn create_group(&mut self, _asked: &ask::Attributes) -> Result<Done, NoResult> {
        not_offered()
    }

    /// Replaces the attributes of a node.
    fn set_attributes(&mut self, _asked: &ask::Attributes) -> Result<Done, NoResult> {
        not_offered()
    }

    /// Deletes a node and all below it.
    fn delete(&mut self, _asked: &ask::Place) -> Result<Done, NoResult> {
        not_offered()
    }

    /// Writes consolidated metadata into a group.
    fn consolidate(&mut self, _asked: &ask::Place) -> Result<Done, NoResult> {
        not_offered()
    }
}

/// Why an operation gives no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoResult {
    /// The implementation refuses, which is an answer.
    Refused(Refusal),
    /// Our own program contradicts itself, which must never become an answer.
    Bug(Bug),
}

/// A bug of zarr-conform itself. It says nothing about the implementation under test or about its
/// input, so it ends what is going on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a bug of zarr-conform, which says nothing about the implementation; please report it: {0}"
)]
pub struct Bug(pub String);

impl From<Refusal> for NoResult {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Bug> for NoResult {
    fn from(bug: Bug) -> Self {
        Self::Bug(bug)
    }
}

fn not_offered<T>() -> Result<T, NoResult> {
    Err(Refusal::unsupported("this operation is not offered").into())
}

/// Asks the method of the request: `ok` of the form that belongs to it.
///
/// # Errors
/// A refusal, or a bug of ours.
pub fn perform(operations: &mut impl Operations, asked: &Ask) -> Result<Value, NoResult> {
    match asked {
        Ask::Hello(_) => value(operations.hello()),
        Ask::Open(asked) => value(operations.open(asked)?),
        Ask::Read(asked) => value(operations.read(asked)?),
        Ask::Write(asked) => value(operations.write(asked)?),
        Ask::Create(asked) => value(operations.create(asked)?),
        Ask::Encode(asked) => value(operations.encode(asked)?),
        Ask::Decode(asked) => value(operations.decode(asked)?),
        Ask::Grid(asked) => value(operations.grid(asked)?),
        Ask::Node(asked) => value(operations.node(asked)?),
        Ask::Children(asked) => value(operations.children(asked)?),
        Ask::Walk(asked) => value(operations.walk(asked)?),
        Ask::CreateGroup(asked) => value(operations.create_group(asked)?),
        Ask::SetAttributes(asked) => value(operations.set_attributes(asked)?),
        Ask::Delete(asked) => value(operations.delete(asked)?),
        Ask::Consolidate(asked) => value(operations.consolidate(asked)?),
        Ask::Other(other) => Err(NoResult::Refused(Refusal {
            kind: RefusalKind::Unsupported,
            message: format!("no operation {:?}", other.op),
        })),
    }
}

fn value(answer: impl Serialize) -> Result<Value, NoResult> {
    serde_json::to_value(answer)
        .map_err(|error| Bug(format!("an answer is not JSON: {error}")).into())
}
