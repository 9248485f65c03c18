//! Facts: one struct per kind, each with its claim. `members` has their JSON form.
//!
//! Facts, their claims and the members that JSON has for them name each other: they are one type in two
//! forms, and serde goes both ways.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::claim::{Accepted, Claim};
use super::load::Store;
use super::members::{
    ArrayMembers, BadChunkMembers, ChunkMembers, FactMembers, GridMembers, HierarchyMembers,
    MetadataMembers, RepresentationMembers, RepresentationTypeMembers, StoredChunkMembers,
};

use zarr_conform_terms::{
    Binds, Consolidated, DataTypeValue, Edition, HexBytes, HexElements, NodeType, Through,
};

/// One file of vectors: facts about one topic of one document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Topic {
    /// The version of this format; `1`.
    pub format: u64,
    /// What the facts of this file are for, in a sentence or two.
    pub about: String,
    /// The facts. Ids are unique over all files.
    pub facts: Vec<Fact>,
}

/// Something that is true of the specification.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "FactMembers", into = "FactMembers")]
pub struct Fact {
    /// Stable name: lower-case words and digits joined by `-`, grouped by `/`, for example
    /// `transpose/ranks/leading-one`. It starts with the path of its file without `.json`.
    pub id: String,
    /// Completes "An implementation that fails this …": a verb in the third person, and the mistake.
    /// At level open: what the text leaves open, "whether … is not said".
    pub comment: String,
    /// Ids of the requirements that the fact tests; at least one.
    pub requirements: Vec<String>,
    /// How strongly the specification demands it.
    pub level: Level,
    /// The editions in which the fact holds, oldest first; at least one.
    pub editions: Vec<Edition>,
    /// For a fact that something must be refused: the id of a valid fact of the same kind of input
    /// that differs in the one thing under test. Refusing scores only where the twin is accepted.
    pub twin: Option<String>,
    /// For a fact that something must be refused, where no sentence that it tests orders failure: the
    /// id of the premise that it rests on, an entry of the registry of requirements.
    pub premise: Option<String>,
    /// For a fact that something must be refused: of whom that is demanded.
    pub binds: Binds,
    /// For a fact of level `open`: the id of the open place in the registry of requirements.
    pub open: Option<String>,
    /// What is stated.
    pub statement: Statement,
}

/// How strongly the specification demands what a fact states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// An implementation that does otherwise breaks the specification.
    Must,
    /// The specification recommends it.
    Should,
    /// The specification permits it.
    May,
    /// The text is silent, or two careful readers could disagree: the runner records which
    /// outcome it saw. None of them fails; elements that none of them gives are wrong.
    Open,
}

/// What a fact states. In JSON the fact has exactly one member of these names.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// Elements and the bytes they are encoded to.
    Chunk(Chunk),
    /// The representation after each codec of a chain.
    Representation(Representation),
    /// Bytes that no decoder may accept.
    BadChunk(BadChunk),
    /// Chunks of an array and where elements lie.
    Grid(Grid),
    /// One `zarr.json`.
    Metadata(Metadata),
    /// A whole array in a store.
    Array(Array),
    /// A node of a hierarchy in a store.
    Hierarchy(Hierarchy),
}

/// Encoding `elements` gives what the claim says, and decoding that gives `elements`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "ChunkMembers", into = "ChunkMembers")]
pub struct Chunk {
    /// Identifier of a data type, for example `int16`.
    pub data_type: DataTypeValue,
    /// Shape of the decoded chunk.
    pub shape: Vec<u64>,
    /// The codec list, as in array metadata of the fact's editions.
    pub codecs: Arc<[Value]>,
    /// The elements in lexicographical order, for people: in the JSON form of fill values. Present
    /// for at most 64 elements.
    pub values: Option<Vec<Value>>,
    /// The elements in lexicographical order, each as its bytes in little-endian order (complex:
    /// real then imaginary component, each little endian; raw bits: the bytes in order). Where elements have different
    /// numbers of bytes, a list with the bytes of each.
    pub elements: HexElements,
    /// The encoded chunk. What must be refused is a [`BadChunk`] or a [`Representation`].
    pub claim: Claim<HexBytes, HexBytes, Infallible>,
    /// The codec list leaves the choice among several encodings to the writer: the encoded chunk is
    /// one example, which every decoder must take, and encoding may give another that decodes to the
    /// same elements.
    pub free: bool,
}

/// The representation type after each codec, or that determining them must fail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "RepresentationMembers", into = "RepresentationMembers")]
pub struct Representation {
    /// The data type, as in metadata.
    pub data_type: DataTypeValue,
    /// Shape of the decoded chunk, `decoded_representation[0]`.
    pub shape: Vec<u64>,
    /// The codec list. A clone shares it.
    pub codecs: Arc<[Value]>,
    /// One entry a codec, `decoded_representation[1..]`; or why no implementation may accept this
    /// codec list for this chunk; or which readings accept it.
    pub claim: Claim<Vec<RepresentationType>, Accepted>,
    /// An encoded chunk of elements whose bytes are all 1 (of strings of a fixed length, code points that are all `U+10100`).
    /// Absent where its own bytes are all 1, and where the chunk would be large. What must be refused is stored with the chunk of its
    /// twin.
    pub chunk: Option<HexBytes>,
}

/// What a codec yields. In JSON, an array has `data_type` and `shape`, and a byte string `bytes` or
/// nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    try_from = "RepresentationTypeMembers",
    into = "RepresentationTypeMembers"
)]
pub enum RepresentationType {
    /// An array.
    Array {
        /// Its data type.
        data_type: DataTypeValue,
        /// Its shape.
        shape: Vec<u64>,
    },
    /// A byte string.
    Bytes {
        /// Its length; nothing where that depends on the elements.
        length: Option<u64>,
    },
}

/// Bytes that are not an encoded chunk of this data type, shape and codec list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "BadChunkMembers", into = "BadChunkMembers")]
pub struct BadChunk {
    /// The data type, as in metadata.
    pub data_type: DataTypeValue,
    /// Shape of the decoded chunk.
    pub shape: Vec<u64>,
    /// The codec list. A clone shares it.
    pub codecs: Arc<[Value]>,
    /// The bytes.
    pub encoded: HexBytes,
    /// Why no decoder may accept them, or the elements that readings decode them to.
    pub claim: Claim<Infallible, HexElements>,
}

/// A regular chunk grid: its shape, where elements lie, and the origin and keys of chunks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "GridMembers", into = "GridMembers")]
pub struct Grid {
    /// Shape of the array.
    pub array_shape: Vec<u64>,
    /// Shape of every chunk.
    pub chunk_shape: Vec<u64>,
    /// What is so of the grid; or why there is none; or the shapes that readings give it.
    pub claim: Claim<GridStated, Vec<u64>>,
}

/// What is so of a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct GridStated {
    /// Number of chunks along each dimension.
    pub grid_shape: Vec<u64>,
    /// Elements, and the chunk and position where each lies.
    pub elements: Vec<ElementOfGrid>,
    /// Chunks, their origins and keys.
    pub chunks: Vec<ChunkOfGrid>,
}

/// `chunk[d] = coordinates[d] // chunk_shape[d]`, `within[d] = coordinates[d] % chunk_shape[d]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ElementOfGrid {
    /// Coordinates in the array; `coordinates[d] < array_shape[d]`.
    pub coordinates: Vec<u64>,
    /// Grid index of the chunk.
    pub chunk: Vec<u64>,
    /// Coordinates within the chunk.
    pub within: Vec<u64>,
}

/// `origin[d] = index[d] * chunk_shape[d]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChunkOfGrid {
    /// Grid index; `index[d] < grid_shape[d]`.
    pub index: Vec<u64>,
    /// Coordinates of the chunk's first element in the array.
    pub origin: Vec<u64>,
    /// The key under each chunk key encoding listed.
    pub keys: Vec<KeyOfChunk>,
}

/// The store key of a chunk, relative to the array's prefix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyOfChunk {
    /// The member `chunk_key_encoding` of array metadata.
    pub chunk_key_encoding: Value,
    /// The key.
    pub key: String,
}

/// A metadata document, and what it means or that it must be refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "MetadataMembers", into = "MetadataMembers")]
pub struct Metadata {
    /// The document to the letter.
    pub document: Document,
    /// What the document says; or why no implementation may open it; or what readings see in it.
    pub claim: Claim<MetadataStated, Meaning, MetadataRefused>,
}

/// A metadata document to the letter: spelling of numbers and duplicate names matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Document {
    /// Unicode text; in JSON the member `zarr_json`.
    Text(String),
    /// What is not Unicode text; in JSON the member `zarr_json_bytes`.
    Bytes(HexBytes),
}

/// What is so of a valid metadata document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetadataStated {
    /// What it says.
    pub means: Meaning,
    /// The document means the same when it is given as a JSON value, so it can be asked through
    /// `create`.
    pub create: bool,
    /// An encoded chunk of which every byte of the elements is 1, as [`Representation::chunk`].
    pub chunk: Option<HexBytes>,
}

/// That no implementation may open a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetadataRefused {
    /// Why.
    pub why: String,
    /// The text says that opening fails: to notice it later is too late.
    pub at_open: bool,
}

/// What a valid metadata document says about the array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meaning {
    /// The data type, as in metadata.
    pub data_type: DataTypeValue,
    /// Shape of the array.
    pub shape: Vec<u64>,
    /// The fill value, as one element is written: every element of the array, since nothing is
    /// stored.
    pub fill_value: HexBytes,
}

impl Meaning {
    /// Whether another document means the same; it may have another name of the data type.
    pub fn is_meant_by(&self, other: &Self) -> bool {
        self.data_type.agrees_with(&other.data_type)
            && self.shape == other.shape
            && self.fill_value == other.fill_value
    }
}

/// A whole array in a store: what is in it, and what is in the store after writing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "ArrayMembers", into = "ArrayMembers")]
pub struct Array {
    /// The folder of the store, relative to the folder of the file with the fact. It holds
    /// `zarr.json` and the chunks that are stored.
    pub store: String,
    /// The data type, as in metadata.
    pub data_type: DataTypeValue,
    /// Shape of the array.
    pub shape: Vec<u64>,
    /// What is so of the array; or why the store's chunks cannot be read as one; or the elements of
    /// the whole array that readings see.
    pub claim: Claim<ArrayStated, HexElements>,
}

/// What is so of an array. `elements` or `regions` are stated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArrayStated {
    /// Every element in lexicographical order. Absent where the array is too large to list.
    pub elements: Option<HexElements>,
    /// Regions of the array. They are read one after the other from one opened array.
    pub regions: Vec<ArrayRegion>,
    /// The chunks of a store into which `elements` was written whole. Absent where writing is not
    /// stated; only with `elements`.
    pub written: Vec<StoredChunk>,
    /// Regions written over what the store holds.
    pub update: Option<Update>,
    /// The store's `zarr.json` means the same when it is given as a JSON value, so the array can be
    /// asked through `create`.
    pub create: bool,
}

/// A part of an array: `start[d] <= coordinates[d] < start[d] + shape[d] <= array_shape[d]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArrayRegion {
    /// Coordinates of the first element.
    pub start: Vec<u64>,
    /// Number of elements along each dimension.
    pub shape: Vec<u64>,
    /// The elements of the region in lexicographical order.
    pub elements: HexElements,
}

/// A chunk as it is in the store after writing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredChunkMembers", into = "StoredChunkMembers")]
pub struct StoredChunk {
    /// Key of the chunk.
    pub key: String,
    /// What it holds.
    pub content: Content,
    /// `[offset, length]` of runs of bytes of the content that belong to positions outside the
    /// array: any values may stand there; those in the content are the recommended ones, the fill
    /// value. Of elements of different numbers of bytes, runs of elements.
    pub unused: Vec<(u64, u64)>,
    /// Every element inside the array equals the fill value, so the chunk may be left out.
    pub may_be_absent: bool,
}

/// What a stored chunk holds. In JSON the member `encoded` or `elements`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// These bytes.
    Encoded(HexBytes),
    /// Any bytes that decode to these elements of the whole chunk: the codec list leaves the choice
    /// among several encodings to the writer.
    Elements(HexElements),
}

impl Content {
    /// What unused runs are counted in: the number of bytes, encoded or of elements; of elements of different numbers
    /// of bytes, the number of elements.
    pub fn length(&self) -> usize {
        match self {
            Self::Encoded(bytes) | Self::Elements(HexElements::Fixed(bytes)) => bytes.0.len(),
            Self::Elements(HexElements::Variable(elements)) => elements.len(),
        }
    }
}

/// Regions written over what the store holds, one after the other, and the chunks of the array after the
/// last of them. The array is opened anew for each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Update {
    /// What is written first, and where.
    pub region: ArrayRegion,
    /// What is written after it, in this order; regions may overlap.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<ArrayRegion>,
    /// All chunks after the last region.
    pub written: Vec<StoredChunk>,
}

impl Update {
    /// Every region, in the order in which they are written; at least one.
    pub fn regions(&self) -> impl Iterator<Item = &ArrayRegion> {
        std::iter::once(&self.region).chain(&self.then)
    }
}

/// A node of a hierarchy: what is at a path, and which nodes are below it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "HierarchyMembers", into = "HierarchyMembers")]
pub struct Hierarchy {
    /// What is in the store: texts by their keys.
    pub documents: BTreeMap<String, String>,
    /// What is done to the store first: the claim is about what is then there.
    pub change: Option<Change>,
    /// The path of the node.
    pub path: String,
    /// How the node is reached, if not by its path.
    pub through: Option<Through>,
    /// What is made of consolidated metadata, where that is said.
    pub consolidated: Option<Consolidated>,
    /// What is so of the node; or why no implementation may find one there; or what readings find.
    pub claim: Claim<NodeStated>,
}

/// A change of a hierarchy, which leaves everything else as it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    /// An array is created, and all of its elements are written.
    Create {
        /// Its path.
        path: String,
        /// Its metadata.
        metadata: Value,
        /// Its elements.
        elements: HexElements,
    },
    /// All elements of an array that is there are written.
    Write {
        /// Its path.
        path: String,
        /// Its elements.
        elements: HexElements,
    },
    /// A group is created.
    CreateGroup {
        /// Its path.
        path: String,
        /// Its attributes.
        attributes: Map<String, Value>,
    },
    /// The attributes of a node are replaced.
    SetAttributes {
        /// Its path.
        path: String,
        /// All that it has then.
        attributes: Map<String, Value>,
    },
    /// A node is deleted, and all below it.
    Delete {
        /// Its path.
        path: String,
    },
    /// Consolidated metadata of all nodes below a group are written into its document.
    Consolidate {
        /// Its path.
        path: String,
    },
}

/// What is so of a node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeStated {
    /// Its type.
    pub node_type: NodeType,
    /// Its attributes; without members where it has none.
    pub attributes: Map<String, Value>,
    /// The types of its children by their names; absent where they are not stated, or a reading refuses to list them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub children: Option<BTreeMap<String, NodeType>>,
    /// The types of all nodes of the hierarchy by their paths; only of the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<BTreeMap<String, NodeType>>,
    /// Its elements; only of an array, and absent where they are not stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub array: Option<WholeArray>,
}

/// All elements of an array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WholeArray {
    /// The data type, as in metadata.
    pub data_type: DataTypeValue,
    /// Shape of the array.
    pub shape: Vec<u64>,
    /// Every element in lexicographical order.
    pub elements: HexElements,
}

impl Statement {
    /// Why the input must be refused, where the fact states that.
    pub fn refused(&self) -> Option<&str> {
        match self {
            Self::Chunk(_) => None,
            Self::Representation(it) => it.claim.refused().map(String::as_str),
            Self::BadChunk(it) => it.claim.refused().map(String::as_str),
            Self::Grid(it) => it.claim.refused().map(String::as_str),
            Self::Metadata(it) => it.claim.refused().map(|it| it.why.as_str()),
            Self::Array(it) => it.claim.refused().map(String::as_str),
            Self::Hierarchy(it) => it.claim.refused().map(String::as_str),
        }
    }

    /// Whether the text leaves it open.
    pub fn is_open(&self) -> bool {
        match self {
            Self::Chunk(it) => it.claim.is_open(),
            Self::Representation(it) => it.claim.is_open(),
            Self::BadChunk(it) => it.claim.is_open(),
            Self::Grid(it) => it.claim.is_open(),
            Self::Metadata(it) => it.claim.is_open(),
            Self::Array(it) => it.claim.is_open(),
            Self::Hierarchy(it) => it.claim.is_open(),
        }
    }
}

impl Change {
    /// The path of what is changed.
    pub fn path(&self) -> &str {
        match self {
            Self::Create { path, .. }
            | Self::Write { path, .. }
            | Self::CreateGroup { path, .. }
            | Self::SetAttributes { path, .. }
            | Self::Delete { path }
            | Self::Consolidate { path } => path,
        }
    }
}

impl Hierarchy {
    /// The store that holds the documents.
    pub fn store(&self) -> Store {
        let documents = self.documents.iter();
        let values = documents.map(|(key, text)| (key.clone(), text.as_bytes().into()));
        values.collect()
    }
}

impl Metadata {
    /// The document as bytes.
    pub fn document(&self) -> &[u8] {
        match &self.document {
            Document::Text(text) => text.as_bytes(),
            Document::Bytes(bytes) => &bytes.0,
        }
    }
}

impl Document {
    /// The document of these bytes.
    pub fn new(bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Self::Text(text),
            Err(error) => Self::Bytes(HexBytes::from(error.into_bytes())),
        }
    }
}
