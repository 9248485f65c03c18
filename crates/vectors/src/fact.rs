//! The JSON form of facts: one struct per kind, with the members in the order they are written.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use zarr_conform_terms::{Edition, HexBytes};

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
    /// `transpose/elements/3d-cycle`. It starts with the path of its file without `.json`.
    pub id: String,
    /// What an implementation that fails this got wrong.
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
    /// outcome it saw, and nothing fails.
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
}

/// Encoding `elements` gives `encoded`, and decoding `encoded` gives `elements`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chunk {
    /// Identifier of a core data type, for example `int16`.
    pub data_type: String,
    /// Shape of the decoded chunk.
    pub shape: Vec<u64>,
    /// The codec list, as in array metadata of the fact's editions.
    pub codecs: Vec<Value>,
    /// The elements in lexicographical order, for people: in the JSON form of fill values. Present
    /// for at most 64 elements.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<Value>>,
    /// The elements in lexicographical order, each as its bytes in little-endian order (complex:
    /// real then imaginary component, each little endian; raw bits: the bytes in order).
    pub elements: HexBytes,
    /// The encoded chunk. Absent where `outcomes` lists several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoded: Option<HexBytes>,
    /// Only at level `open`: what different readings give; each has `encoded` or `refused`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<Outcome>,
}

/// The representation type after each codec, or that determining them must fail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Representation {
    /// Identifier of a core data type.
    pub data_type: String,
    /// Shape of the decoded chunk, `decoded_representation[0]`.
    pub shape: Vec<u64>,
    /// The codec list.
    pub codecs: Vec<Value>,
    /// One entry a codec: `decoded_representation[1..]`. Absent where determining them must fail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub representations: Option<Vec<RepresentationType>>,
    /// Why no implementation may accept this codec list for this chunk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Only at level `open`: each outcome has `refused`, or nothing but its `reading` where the
    /// codec list is accepted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<Outcome>,
}

/// What a codec yields: an array (`data_type` and `shape`) or a byte string (`bytes`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RepresentationType {
    /// Data type of an array.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_type: Option<String>,
    /// Shape of an array.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Vec<u64>>,
    /// Length of a byte string.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
}

/// Bytes that are no encoded chunk of this data type, shape and codec list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BadChunk {
    /// Identifier of a core data type.
    pub data_type: String,
    /// Shape of the decoded chunk.
    pub shape: Vec<u64>,
    /// The codec list.
    pub codecs: Vec<Value>,
    /// The bytes.
    pub encoded: HexBytes,
    /// Why no decoder may accept them. Absent where `outcomes` lists what readings give.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Only at level `open`: each outcome has `elements` or `refused`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<Outcome>,
}

/// A regular chunk grid: its shape, where elements lie, and the origin and keys of chunks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    /// Shape of the array.
    pub array_shape: Vec<u64>,
    /// Shape of every chunk.
    pub chunk_shape: Vec<u64>,
    /// Number of chunks along each dimension. Absent where there is no such grid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grid_shape: Option<Vec<u64>>,
    /// Elements, and the chunk and position where each lies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<ElementOfGrid>,
    /// Chunks, their origins and keys.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chunks: Vec<ChunkOfGrid>,
    /// Why there is no such grid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Only at level `open`: each outcome has `grid_shape` or `refused`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<Outcome>,
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
#[serde(deny_unknown_fields)]
pub struct Metadata {
    /// The document to the letter: spelling of numbers and duplicate names matter. Where a
    /// document is no Unicode text, `zarr_json_bytes` has it instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zarr_json: Option<String>,
    /// The document as bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zarr_json_bytes: Option<HexBytes>,
    /// What a valid document says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub means: Option<Meaning>,
    /// Why no implementation may open it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// The text says that opening fails: to notice it later is too late. Only with `refused`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_open: bool,
    /// Only at level `open`: each outcome has `means` or `refused`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<Outcome>,
}

/// What a valid metadata document says about the array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meaning {
    /// Identifier of a core data type.
    pub data_type: String,
    /// Shape of the array.
    pub shape: Vec<u64>,
    /// The fill value, as one element is written: every element of the array, since nothing is
    /// stored.
    pub fill_value: HexBytes,
}

/// A whole array in a store: what is in it, and what is in the store after writing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Array {
    /// The folder of the store, relative to the folder of the file with the fact. It holds
    /// `zarr.json` and the chunks that are stored.
    pub store: String,
    /// Identifier of a core data type.
    pub data_type: String,
    /// Shape of the array.
    pub shape: Vec<u64>,
    /// Every element in lexicographical order. Absent where the array is too large to list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elements: Option<HexBytes>,
    /// Regions of the array. They are read one after the other from one opened array.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<ArrayRegion>,
    /// The chunks of a store into which `elements` was written whole. Absent where writing is not
    /// stated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<StoredChunk>,
    /// A region written over what the store holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub update: Option<Update>,
    /// Why the store's chunks cannot be read as an array: `elements` and `regions` are absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Only at level `open`: each outcome has `elements` (the whole array) or `refused`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<Outcome>,
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
    pub elements: HexBytes,
}

/// A chunk as it is in the store after writing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredChunk {
    /// Key of the chunk.
    pub key: String,
    /// Its bytes.
    pub encoded: HexBytes,
    /// `[offset, length]` of runs of bytes that belong to positions outside the array: any values
    /// may stand there; those in `encoded` are the recommended ones, the fill value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unused: Vec<(u64, u64)>,
    /// Every element inside the array equals the fill value, so the chunk may be left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_be_absent: bool,
}

/// A region written over what the store holds, and the chunks of the array after that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Update {
    /// What is written, and where.
    pub region: ArrayRegion,
    /// All chunks after the update.
    pub written: Vec<StoredChunk>,
}

/// At level `open`: what one reading of the text gives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// The reading, in a few words.
    pub reading: String,
    /// Under this reading the input is refused.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refused: bool,
    /// The encoded chunk under this reading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoded: Option<HexBytes>,
    /// The decoded elements under this reading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elements: Option<HexBytes>,
    /// What the document says under this reading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub means: Option<Meaning>,
    /// The shape of the grid under this reading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grid_shape: Option<Vec<u64>>,
}

/// A fact as its JSON members; exactly one of the six statements is present.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FactMembers {
    id: String,
    comment: String,
    requirements: Vec<String>,
    level: Level,
    editions: Vec<Edition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    twin: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    chunk: Option<Chunk>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    representation: Option<Representation>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bad_chunk: Option<BadChunk>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    grid: Option<Grid>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    metadata: Option<Metadata>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    array: Option<Array>,
}

impl TryFrom<FactMembers> for Fact {
    type Error = String;

    fn try_from(members: FactMembers) -> Result<Self, Self::Error> {
        let mut statements: Vec<Statement> = [
            members.chunk.map(Statement::Chunk),
            members.representation.map(Statement::Representation),
            members.bad_chunk.map(Statement::BadChunk),
            members.grid.map(Statement::Grid),
            members.metadata.map(Statement::Metadata),
            members.array.map(Statement::Array),
        ]
        .into_iter()
        .flatten()
        .collect();
        let found = statements.len();
        match (statements.pop(), found) {
            (Some(statement), 1) => Ok(Self {
                id: members.id,
                comment: members.comment,
                requirements: members.requirements,
                level: members.level,
                editions: members.editions,
                twin: members.twin,
                statement,
            }),
            _ => Err(format!(
                "fact {:?} has {found} statements, expected exactly one of chunk, representation, \
                 bad_chunk, grid, metadata, array",
                members.id
            )),
        }
    }
}

impl From<Fact> for FactMembers {
    fn from(fact: Fact) -> Self {
        let mut members = Self {
            id: fact.id,
            comment: fact.comment,
            requirements: fact.requirements,
            level: fact.level,
            editions: fact.editions,
            twin: fact.twin,
            chunk: None,
            representation: None,
            bad_chunk: None,
            grid: None,
            metadata: None,
            array: None,
        };
        match fact.statement {
            Statement::Chunk(chunk) => members.chunk = Some(chunk),
            Statement::Representation(it) => members.representation = Some(it),
            Statement::BadChunk(bad_chunk) => members.bad_chunk = Some(bad_chunk),
            Statement::Grid(grid) => members.grid = Some(grid),
            Statement::Metadata(metadata) => members.metadata = Some(metadata),
            Statement::Array(array) => members.array = Some(array),
        }
        members
    }
}
