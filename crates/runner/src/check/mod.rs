//! Checks: what follows from facts, and from what an implementation says of itself.
//!
//! | part | what |
//! |---|---|
//! | `operation`, `id` | what a check exercises, and its name |
//! | `concern` | the count that it belongs to |
//! | `derive` | which checks follow from a fact |
//! | `honesty` | checks of what an implementation says of itself |
//! | `plan` | all checks of an edition |
//! | `selection`, `partition`, `glob` | choosing among them |
//! | `describe` | what was given, for people |
//! | `spelling` | the same check in plainer words |
//!
//! Nothing here knows how a check is asked or judged.

mod concern;
pub(crate) mod derive;
pub(crate) mod describe;
pub(crate) mod glob;
pub(crate) mod honesty;
pub(crate) mod id;
pub(crate) mod operation;
pub(crate) mod partition;
pub(crate) mod plan;
pub(crate) mod selection;
pub(crate) mod spelling;

pub use concern::{Concern, Strictness};
pub use derive::Derivation;
pub use operation::Operation;
pub(crate) use operation::operation_of;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::check::id::CheckId;
use zarr_conform_protocol::{Ask, GridAnswer};
use zarr_conform_terms::{Consolidated, DataTypeValue, HexBytes, HexElements, NodeType};
use zarr_conform_vectors::{Change, Level, Meaning, NodeStated, Store, StoredChunk, WholeArray};

/// One fact, asked in one way.
#[derive(Clone, Debug)]
pub struct Check {
    /// Which check it is.
    pub id: CheckId,
    /// What is exercised.
    pub operation: Operation,
    /// How strongly the specification demands it; not above the level of the fact.
    pub level: Level,
    /// What the implementation must know for this; checks that need more are not sent.
    pub needs: Needs,
    /// Stores to lay out, fresh for this check.
    pub stores: Vec<Store>,
    /// What is asked, in this order; all of it is known before the first answer.
    pub requests: Vec<Asked>,
    /// What must come out.
    pub expected: Expected,
}

/// What an implementation must know to take part in a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Name of the data type.
    pub data_type: Option<String>,
    /// Names of codecs.
    pub codecs: Vec<String>,
}

/// One request of a check.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The request; its member `store` is filled in with the folder.
    pub ask: Ask,
    /// Which of the check's stores it is about.
    pub store: Option<usize>,
    /// When it is sent; without it, the check goes on.
    pub sent: Sent,
}

/// When a request of a check is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent {
    /// Always: a check whose operation is not offered is not asked. Only `open` may be left out,
    /// where `read` is offered and the check has another request.
    Always,
    /// Where the implementation offers the operation.
    WhereOffered,
    /// Where the implementation offers the operation, and says that it lacks one of these.
    WhereLacking(Needs),
}

impl Check {
    /// Bytes of elements and chunks that go to the implementation and come back, about.
    pub fn carried(&self) -> usize {
        let payloads = self.requests.iter().filter_map(|it| it.ask.payload());
        let stored = self.stores.iter().flat_map(|store| store.values());
        payloads.map(|it| it.0.len()).sum::<usize>()
            + stored.map(|bytes| bytes.len()).sum::<usize>()
            + self.expected.answered()
    }

    /// The stores with the documents of the nodes that requests create: a file system that folds case takes a document of
    /// another node for one of these.
    pub(crate) fn stores_with_created(&self) -> Vec<Store> {
        let mut stores = self.stores.clone();
        for asked in &self.requests {
            let path = match &asked.ask {
                Ask::Create(create) => create.path.as_deref(),
                Ask::CreateGroup(group) => Some(group.path.as_str()),
                _ => None,
            };
            let store = asked.store.and_then(|at| stores.get_mut(at));
            if let (Some(path), Some(store)) = (path, store) {
                let key = format!("{}/zarr.json", path.trim_matches('/'));
                let key = key.trim_start_matches('/').to_owned();
                store.entry(key).or_insert_with(|| [].into());
            }
        }
        stores
    }
}

/// What must come out of a check's requests.
#[derive(Clone, Debug)]
pub enum Expected {
    /// No request gives data or stores any, and at least one is refused; late where that is not the
    /// first.
    Refused,
    /// This, or as `Refused`: an implementation that creates an array from a document that must not be written refuses, or
    /// leaves a valid one.
    RefusedOr(Box<Expected>),
    /// Every request is refused, opening too: the text says that it fails.
    RefusedAtOpen,
    /// The same, for a name that no implementation can know; what has it, for people.
    Unknown(String),
    /// This, and `unsupported` is not an answer: `hello` says that it is supported.
    Claimed(Box<Expected>),
    /// Not this, since `hello` says that it is not supported: what each request is about.
    Denied(Vec<(String, ArrayType, ExpectedRead)>),
    /// Every request is refused.
    AllRefused,
    /// Every request is accepted.
    Accepted,
    /// `encode` gives these bytes.
    Encoded(HexBytes),
    /// `encode` gives bytes that this codec list decodes to these elements.
    EncodedFreely(Elements, Arc<[Value]>),
    /// `encode` gives this many bytes, which this codec list decodes to these elements.
    EncodedLength(u64, Elements, Arc<[Value]>),
    /// `decode` gives these elements.
    Decoded(Elements),
    /// `grid` gives this.
    Grid(GridAnswer),
    /// `grid` gives a grid of this shape.
    GridShape(Vec<u64>),
    /// `node` gives a node of this type with these attributes, or with any.
    Node(NodeType, Option<Map<String, Value>>),
    /// `children` or `walk` gives these nodes.
    Nodes(BTreeMap<String, NodeType>),
    /// The reference finds this in the store afterwards.
    Changed(Box<Changed>),
    /// `open` understands the array so.
    Opened(ArrayType),
    /// `read` gives these elements: one entry a request.
    Read(ArrayType, Vec<ExpectedRead>),
    /// What is in the store afterwards.
    Written(Written),
    /// Bytes outside the array are the recommended ones.
    Border(Vec<ExpectedChunk>),
    /// The metadata written mean this; then as for `Written`.
    Created(Meant, Written),
    /// There is no way to ask this; why.
    NotAskable(String),
    /// The text allows several results.
    Readings {
        /// What each reading of the text gives.
        readings: Vec<Reading>,
        /// Whether these are all that a reading can give: an answer that none of them gives is wrong.
        is_complete: bool,
    },
}

impl Expected {
    /// Bytes of elements or of a chunk that an answer carries, about.
    fn answered(&self) -> usize {
        match self {
            Self::Encoded(bytes) => bytes.0.len(),
            Self::EncodedFreely(elements, _) => elements.bytes.byte_length(),
            Self::EncodedLength(length, ..) => usize::try_from(*length).unwrap_or(usize::MAX),
            Self::Decoded(elements) => elements.answered(),
            Self::Read(_, reads) => reads.iter().map(ExpectedRead::bytes).sum(),
            Self::Readings { readings, .. } => {
                let parts = readings.iter().flat_map(|it| &it.parts);
                parts
                    .map(|(_, expected)| expected.answered())
                    .max()
                    .unwrap_or(0)
            }
            _ => 0,
        }
    }
}

impl Elements {
    /// All elements of an array.
    pub(crate) fn of_array(array: &WholeArray) -> Self {
        Self {
            name: "the array".to_owned(),
            of: ArrayType {
                data_type: array.data_type.clone(),
                shape: array.shape.clone(),
            },
            start: vec![0; array.shape.len()],
            bytes: array.elements.clone(),
        }
    }
}

impl Elements {
    /// Bytes of one string in an answer; none where the answer is a list, for which there is no file.
    fn answered(&self) -> usize {
        self.bytes.fixed().map_or(0, |it| it.0.len())
    }
}

impl ExpectedRead {
    fn bytes(&self) -> usize {
        match self {
            Self::Whole(elements) => elements.answered(),
            Self::Regions(parts) => parts.iter().map(Elements::answered).sum(),
        }
    }
}

/// What is in a hierarchy after a change.
#[derive(Clone, Debug)]
pub struct Changed {
    /// The path of the node that is stated.
    pub path: String,
    /// How consolidated metadata are used to find it.
    pub consolidated: Option<Consolidated>,
    /// What is there; nothing where it cannot be read so.
    pub stated: Option<NodeStated>,
    /// What was changed.
    pub change: Change,
    /// What was in the store before and is still there: texts by their keys.
    pub kept: BTreeMap<String, String>,
}

/// What metadata that were written must mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meant {
    /// What a fact states.
    Stated(Meaning),
    /// The same as this document.
    SameAs(Arc<[u8]>),
}

/// Data type and shape of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayType {
    /// The data type, as in metadata.
    pub data_type: DataTypeValue,
    /// Shape of the array.
    pub shape: Vec<u64>,
}

/// Elements of an array or a region of it, in lexicographical order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elements {
    /// What they are, for people, for example `region 2`.
    pub name: String,
    /// Data type, and the shape of this part.
    pub of: ArrayType,
    /// Coordinates of the first element.
    pub start: Vec<u64>,
    /// The elements.
    pub bytes: HexElements,
}

/// What one `read` gives.
#[derive(Clone, Debug)]
pub enum ExpectedRead {
    /// All elements.
    Whole(Elements),
    /// The elements of each region.
    Regions(Vec<Elements>),
}

/// What is in a store after writing.
#[derive(Clone, Debug)]
pub struct Written {
    /// The chunks.
    pub chunks: Vec<ExpectedChunk>,
    /// What reading back gives, where an answer to `read` follows. It decides where no chunk had
    /// to be stored, since an implementation that stores nothing may just have done nothing.
    pub read_back: Option<Elements>,
    /// What reading gives after each of several writes, where an answer to `read` follows each.
    pub after_each: Vec<Elements>,
}

/// One chunk in a store.
#[derive(Clone, Debug)]
pub enum ExpectedChunk {
    /// This, apart from unused bytes; data type and shape of the chunk.
    Stored(StoredChunk, ArrayType),
    /// This many bytes at this key.
    Length(String, u64),
}

/// What one reading of the text gives.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The reading, in a few words.
    pub name: String,
    /// All of these hold: positions of requests, and what they give. Parts of which no request
    /// was sent say nothing.
    pub parts: Vec<(Vec<usize>, Expected)>,
}

#[cfg(test)]
mod tests {
    use zarr_conform_terms::Edition;

    use crate::{Derivation, Plan};

    /// What is created beside `foo` takes its place where case is folded, and no document of the store shows that.
    #[test]
    fn documents_of_nodes_that_are_created_are_tried_too() {
        let vectors = zarr_conform_embedded::vectors().unwrap();
        let edition = Edition::V3_1;
        let vectors = &vectors;
        let plan = Plan::new(Derivation { vectors, edition });
        let is_it = |at: &usize| plan.id(*at).as_str() == "core/changes/name-in-upper-case#change";
        let at = (0..plan.len()).find(is_it).unwrap();
        let check = plan.check(at);
        let names = |key: &str| key.eq_ignore_ascii_case("foo/zarr.json");
        let stored = check.stores[0].keys().filter(|key| names(key)).count();
        let tried = check.stores_with_created();
        let tried: Vec<&String> = tried[0].keys().filter(|key| names(key)).collect();
        assert_eq!(stored, 1);
        assert_eq!(tried, ["FOO/zarr.json", "foo/zarr.json"]);
    }
}
