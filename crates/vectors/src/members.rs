//! The JSON form of facts: the members in the order they are written, and what of them makes a fact.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::claim::{
    ClaimMembers, InElements, InEncoded, InGridShape, InMeans, InNoMember, InNode, OutcomeMembers,
};
use super::fact::{
    Array, ArrayRegion, ArrayStated, BadChunk, Change, Chunk, ChunkOfGrid, Content, Document,
    ElementOfGrid, Fact, Grid, GridStated, Hierarchy, Level, Meaning, Metadata, MetadataRefused,
    MetadataStated, NodeStated, Representation, RepresentationType, Statement, StoredChunk, Update,
};
use zarr_conform_terms::{
    Binds, Consolidated, DataTypeValue, Edition, HexBytes, HexElements, Through,
};

/// A fact as its JSON members; exactly one of the seven statements is present.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FactMembers {
    id: String,
    comment: String,
    requirements: Vec<String>,
    level: Level,
    editions: Vec<Edition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    twin: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    premise: Option<String>,
    #[serde(default, skip_serializing_if = "Binds::is_everybody")]
    binds: Binds,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    open: Option<String>,
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hierarchy: Option<Hierarchy>,
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
            members.hierarchy.map(Statement::Hierarchy),
        ]
        .into_iter()
        .flatten()
        .collect();
        let found = statements.len();
        match (statements.pop(), found) {
            (Some(statement), 1) => Self {
                id: members.id,
                comment: members.comment,
                requirements: members.requirements,
                level: members.level,
                editions: members.editions,
                twin: members.twin,
                premise: members.premise,
                binds: members.binds,
                open: members.open,
                statement,
            }
            .agreeing(),
            _ => Err(format!(
                "fact {:?} has {found} statements, expected exactly one of chunk, representation, \
                 bad_chunk, grid, metadata, array, hierarchy",
                members.id
            )),
        }
    }
}

impl Fact {
    /// The fact, where its level, twin, premise and open place fit what it claims.
    fn agreeing(self) -> Result<Self, String> {
        if (self.level == Level::Open) != self.statement.is_open() {
            return Err("outcomes: expected them exactly at level open".to_owned());
        }
        if self.twin.is_some() != self.statement.refused().is_some() {
            return Err("twin: expected one exactly where something must be refused".to_owned());
        }
        if self.premise.is_some() && self.statement.refused().is_none() {
            return Err("premise: expected none where nothing must be refused".to_owned());
        }
        if !self.binds.is_everybody() && self.statement.refused().is_none() {
            return Err("binds: expected it only where something must be refused".to_owned());
        }
        if self.open.is_some() && self.level != Level::Open {
            return Err("open: expected a place only at level open".to_owned());
        }
        Ok(self)
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
            premise: fact.premise,
            binds: fact.binds,
            open: fact.open,
            chunk: None,
            representation: None,
            bad_chunk: None,
            grid: None,
            metadata: None,
            array: None,
            hierarchy: None,
        };
        match fact.statement {
            Statement::Chunk(chunk) => members.chunk = Some(chunk),
            Statement::Representation(it) => members.representation = Some(it),
            Statement::BadChunk(bad_chunk) => members.bad_chunk = Some(bad_chunk),
            Statement::Grid(grid) => members.grid = Some(grid),
            Statement::Metadata(metadata) => members.metadata = Some(metadata),
            Statement::Array(array) => members.array = Some(array),
            Statement::Hierarchy(it) => members.hierarchy = Some(it),
        }
        members
    }
}

/// The members of [`Chunk`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChunkMembers {
    data_type: DataTypeValue,
    shape: Vec<u64>,
    codecs: Arc<[Value]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    values: Option<Vec<Value>>,
    elements: HexElements,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    encoded: Option<HexBytes>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    free: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    outcomes: Vec<OutcomeMembers>,
}

impl TryFrom<ChunkMembers> for Chunk {
    type Error = String;

    fn try_from(members: ChunkMembers) -> Result<Self, String> {
        if members.free && members.encoded.is_none() {
            return Err("chunk.free: expected it only with encoded".to_owned());
        }
        let claim = ClaimMembers {
            holds: members.encoded,
            refused: None,
            outcomes: members.outcomes,
        };
        Ok(Self {
            data_type: members.data_type,
            shape: members.shape,
            codecs: members.codecs,
            values: members.values,
            elements: members.elements,
            claim: claim.claim::<_, InEncoded>()?,
            free: members.free,
        })
    }
}

impl From<Chunk> for ChunkMembers {
    fn from(chunk: Chunk) -> Self {
        let claim = ClaimMembers::of::<_, InEncoded>(chunk.claim);
        Self {
            data_type: chunk.data_type,
            shape: chunk.shape,
            codecs: chunk.codecs,
            values: chunk.values,
            elements: chunk.elements,
            encoded: claim.holds,
            free: chunk.free,
            outcomes: claim.outcomes,
        }
    }
}

/// The members of [`Representation`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RepresentationMembers {
    data_type: DataTypeValue,
    shape: Vec<u64>,
    codecs: Arc<[Value]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    representations: Option<Vec<RepresentationType>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    chunk: Option<HexBytes>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    outcomes: Vec<OutcomeMembers>,
}

impl TryFrom<RepresentationMembers> for Representation {
    type Error = String;

    fn try_from(members: RepresentationMembers) -> Result<Self, String> {
        if members.chunk.is_some() && members.refused.is_some() {
            return Err("representation.chunk: expected none with refused".to_owned());
        }
        let claim = ClaimMembers {
            holds: members.representations,
            refused: members.refused,
            outcomes: members.outcomes,
        };
        Ok(Self {
            data_type: members.data_type,
            shape: members.shape,
            codecs: members.codecs,
            claim: claim.claim::<_, InNoMember>()?,
            chunk: members.chunk,
        })
    }
}

impl From<Representation> for RepresentationMembers {
    fn from(it: Representation) -> Self {
        let claim = ClaimMembers::of::<_, InNoMember>(it.claim);
        Self {
            data_type: it.data_type,
            shape: it.shape,
            codecs: it.codecs,
            representations: claim.holds,
            chunk: it.chunk,
            refused: claim.refused,
            outcomes: claim.outcomes,
        }
    }
}

/// The members of [`RepresentationType`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RepresentationTypeMembers {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    data_type: Option<DataTypeValue>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shape: Option<Vec<u64>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
}

impl TryFrom<RepresentationTypeMembers> for RepresentationType {
    type Error = String;

    fn try_from(members: RepresentationTypeMembers) -> Result<Self, String> {
        match (members.data_type, members.shape, members.bytes) {
            (Some(data_type), Some(shape), None) => Ok(Self::Array { data_type, shape }),
            (None, None, length) => Ok(Self::Bytes { length }),
            _ => Err("expected data_type and shape of an array, or only bytes".to_owned()),
        }
    }
}

impl From<RepresentationType> for RepresentationTypeMembers {
    fn from(it: RepresentationType) -> Self {
        let (data_type, shape, bytes) = match it {
            RepresentationType::Array { data_type, shape } => (Some(data_type), Some(shape), None),
            RepresentationType::Bytes { length } => (None, None, length),
        };
        Self {
            data_type,
            shape,
            bytes,
        }
    }
}

/// The members of [`BadChunk`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BadChunkMembers {
    data_type: DataTypeValue,
    shape: Vec<u64>,
    codecs: Arc<[Value]>,
    encoded: HexBytes,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    outcomes: Vec<OutcomeMembers>,
}

impl TryFrom<BadChunkMembers> for BadChunk {
    type Error = String;

    fn try_from(members: BadChunkMembers) -> Result<Self, String> {
        let claim = ClaimMembers {
            holds: None,
            refused: members.refused,
            outcomes: members.outcomes,
        };
        Ok(Self {
            data_type: members.data_type,
            shape: members.shape,
            codecs: members.codecs,
            encoded: members.encoded,
            claim: claim.claim::<_, InElements>()?,
        })
    }
}

impl From<BadChunk> for BadChunkMembers {
    fn from(it: BadChunk) -> Self {
        let claim = ClaimMembers::of::<_, InElements>(it.claim);
        Self {
            data_type: it.data_type,
            shape: it.shape,
            codecs: it.codecs,
            encoded: it.encoded,
            refused: claim.refused,
            outcomes: claim.outcomes,
        }
    }
}

/// The members of [`Grid`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GridMembers {
    array_shape: Vec<u64>,
    chunk_shape: Vec<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    grid_shape: Option<Vec<u64>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    elements: Vec<ElementOfGrid>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    chunks: Vec<ChunkOfGrid>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    outcomes: Vec<OutcomeMembers>,
}

impl TryFrom<GridMembers> for Grid {
    type Error = String;

    fn try_from(members: GridMembers) -> Result<Self, String> {
        let places = members.elements.len() + members.chunks.len();
        if members.grid_shape.is_none() && places > 0 {
            return Err(
                "grid: found elements or chunks, expected them only with grid_shape".to_owned(),
            );
        }
        let stated = members.grid_shape.map(|grid_shape| GridStated {
            grid_shape,
            elements: members.elements,
            chunks: members.chunks,
        });
        let claim = ClaimMembers {
            holds: stated,
            refused: members.refused,
            outcomes: members.outcomes,
        };
        Ok(Self {
            array_shape: members.array_shape,
            chunk_shape: members.chunk_shape,
            claim: claim.claim::<_, InGridShape>()?,
        })
    }
}

impl From<Grid> for GridMembers {
    fn from(grid: Grid) -> Self {
        let claim = ClaimMembers::of::<_, InGridShape>(grid.claim);
        let (grid_shape, elements, chunks) = match claim.holds {
            Some(it) => (Some(it.grid_shape), it.elements, it.chunks),
            None => (None, Vec::new(), Vec::new()),
        };
        Self {
            array_shape: grid.array_shape,
            chunk_shape: grid.chunk_shape,
            grid_shape,
            elements,
            chunks,
            refused: claim.refused,
            outcomes: claim.outcomes,
        }
    }
}

/// The members of [`Metadata`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MetadataMembers {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    zarr_json: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    zarr_json_bytes: Option<HexBytes>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    means: Option<Meaning>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    create: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    chunk: Option<HexBytes>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    at_open: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    outcomes: Vec<OutcomeMembers>,
}

impl TryFrom<MetadataMembers> for Metadata {
    type Error = String;

    fn try_from(members: MetadataMembers) -> Result<Self, String> {
        let document = match (members.zarr_json, members.zarr_json_bytes) {
            (Some(text), None) => Document::Text(text),
            (None, Some(bytes)) => Document::Bytes(bytes),
            (text, _) => {
                let found = if text.is_some() { 2 } else { 0 };
                return Err(format!(
                    "metadata: found {found} of zarr_json and zarr_json_bytes, expected one"
                ));
            }
        };
        let (create, at_open) = (members.create, members.at_open);
        if create && members.means.is_none() {
            return Err("metadata.create: expected it only with means".to_owned());
        }
        let chunk = members.chunk;
        if chunk.is_some() && members.means.is_none() {
            return Err("metadata.chunk: expected it only with means".to_owned());
        }
        if at_open && members.refused.is_none() {
            return Err("metadata.at_open: expected it only with refused".to_owned());
        }
        let claim = ClaimMembers {
            holds: members.means.map(|means| MetadataStated {
                means,
                create,
                chunk,
            }),
            refused: members.refused.map(|why| MetadataRefused { why, at_open }),
            outcomes: members.outcomes,
        };
        Ok(Self {
            document,
            claim: claim.claim::<_, InMeans>()?,
        })
    }
}

impl From<Metadata> for MetadataMembers {
    fn from(metadata: Metadata) -> Self {
        let claim = ClaimMembers::of::<_, InMeans>(metadata.claim);
        let (zarr_json, zarr_json_bytes) = match metadata.document {
            Document::Text(text) => (Some(text), None),
            Document::Bytes(bytes) => (None, Some(bytes)),
        };
        Self {
            zarr_json,
            zarr_json_bytes,
            create: claim.holds.as_ref().is_some_and(|it| it.create),
            chunk: claim.holds.as_ref().and_then(|it| it.chunk.clone()),
            means: claim.holds.map(|it| it.means),
            at_open: claim.refused.as_ref().is_some_and(|it| it.at_open),
            refused: claim.refused.map(|it| it.why),
            outcomes: claim.outcomes,
        }
    }
}

/// The members of [`Array`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArrayMembers {
    store: String,
    data_type: DataTypeValue,
    shape: Vec<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    elements: Option<HexElements>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    regions: Vec<ArrayRegion>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    written: Vec<StoredChunk>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    update: Option<Update>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    create: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    outcomes: Vec<OutcomeMembers>,
}

impl TryFrom<ArrayMembers> for Array {
    type Error = String;

    fn try_from(members: ArrayMembers) -> Result<Self, String> {
        if members.elements.is_none() && !members.written.is_empty() {
            return Err("array.written: expected it only with elements".to_owned());
        }
        let stated = ArrayStated {
            elements: members.elements,
            regions: members.regions,
            written: members.written,
            update: members.update,
            create: members.create,
        };
        let is_stated = stated.elements.is_some() || !stated.regions.is_empty();
        if !is_stated && stated != ArrayStated::default() {
            return Err(
                "array: found update or create, expected them only with elements or regions"
                    .to_owned(),
            );
        }
        let claim = ClaimMembers {
            holds: is_stated.then_some(stated),
            refused: members.refused,
            outcomes: members.outcomes,
        };
        Ok(Self {
            store: members.store,
            data_type: members.data_type,
            shape: members.shape,
            claim: claim.claim::<_, InElements>()?,
        })
    }
}

impl From<Array> for ArrayMembers {
    fn from(array: Array) -> Self {
        let claim = ClaimMembers::of::<_, InElements>(array.claim);
        let stated = claim.holds.unwrap_or_default();
        Self {
            store: array.store,
            data_type: array.data_type,
            shape: array.shape,
            elements: stated.elements,
            regions: stated.regions,
            written: stated.written,
            update: stated.update,
            create: stated.create,
            refused: claim.refused,
            outcomes: claim.outcomes,
        }
    }
}

/// The members of [`Hierarchy`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HierarchyMembers {
    documents: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    change: Option<Change>,
    path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    through: Option<Through>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    consolidated: Option<Consolidated>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    node: Option<NodeStated>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    outcomes: Vec<OutcomeMembers>,
}

impl TryFrom<HierarchyMembers> for Hierarchy {
    type Error = String;

    fn try_from(members: HierarchyMembers) -> Result<Self, String> {
        let claim = ClaimMembers {
            holds: members.node,
            refused: members.refused,
            outcomes: members.outcomes,
        };
        Ok(Self {
            documents: members.documents,
            change: members.change,
            path: members.path,
            through: members.through,
            consolidated: members.consolidated,
            claim: claim.claim::<_, InNode>()?,
        })
    }
}

impl From<Hierarchy> for HierarchyMembers {
    fn from(it: Hierarchy) -> Self {
        let claim = ClaimMembers::of::<_, InNode>(it.claim);
        Self {
            documents: it.documents,
            change: it.change,
            path: it.path,
            through: it.through,
            consolidated: it.consolidated,
            node: claim.holds,
            refused: claim.refused,
            outcomes: claim.outcomes,
        }
    }
}

/// The members of [`StoredChunk`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredChunkMembers {
    key: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    encoded: Option<HexBytes>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    elements: Option<HexElements>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    unused: Vec<(u64, u64)>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    may_be_absent: bool,
}

impl TryFrom<StoredChunkMembers> for StoredChunk {
    type Error = String;

    fn try_from(members: StoredChunkMembers) -> Result<Self, String> {
        let content = match (members.encoded, members.elements) {
            (Some(encoded), None) => Content::Encoded(encoded),
            (None, Some(elements)) => Content::Elements(elements),
            (encoded, _) => {
                let found = if encoded.is_some() { 2 } else { 0 };
                return Err(format!(
                    "array.written {:?}: found {found} of encoded and elements, expected one",
                    members.key
                ));
            }
        };
        Ok(Self {
            key: members.key,
            content,
            unused: members.unused,
            may_be_absent: members.may_be_absent,
        })
    }
}

impl From<StoredChunk> for StoredChunkMembers {
    fn from(chunk: StoredChunk) -> Self {
        let (encoded, elements) = match chunk.content {
            Content::Encoded(bytes) => (Some(bytes), None),
            Content::Elements(elements) => (None, Some(elements)),
        };
        Self {
            key: chunk.key,
            encoded,
            elements,
            unused: chunk.unused,
            may_be_absent: chunk.may_be_absent,
        }
    }
}
