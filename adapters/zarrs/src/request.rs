//! The requests of protocol 1.

use std::num::NonZeroU64;

use serde::Deserialize;
use serde_json::{Map, Value};
use zarrs::array::{ArrayBytes, ArrayBytesOffsets};

use crate::refusal::Refusal;

/// One request without its `id`. The member `op` has the name of the variant.
#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    Hello {
        #[serde(rename = "protocol")]
        _protocol: u64,
        #[serde(rename = "editions")]
        _editions: Vec<String>,
    },
    Open(Place),
    Read {
        store: String,
        #[serde(default = "root")]
        path: String,
        #[serde(default)]
        through: Option<Through>,
        #[serde(default)]
        consolidated: Option<Consolidated>,
        #[serde(default)]
        regions: Option<Vec<Region>>,
    },
    Write {
        store: String,
        #[serde(default = "root")]
        path: String,
        #[serde(default)]
        region: Option<Region>,
        elements: Elements,
    },
    Create {
        store: String,
        #[serde(default = "root")]
        path: String,
        metadata: Value,
        elements: Elements,
    },
    Encode {
        data_type: Value,
        shape: ChunkShape,
        codecs: Value,
        elements: Elements,
    },
    Decode {
        data_type: Value,
        shape: ChunkShape,
        codecs: Value,
        encoded: Encoded,
    },
    Grid {
        array_shape: Vec<u64>,
        chunk_shape: Vec<u64>,
        elements: Vec<Vec<u64>>,
        chunks: Vec<AskedChunk>,
    },
    Node(Place),
    Children(Place),
    Walk(Place),
    CreateGroup {
        store: String,
        path: String,
        attributes: Map<String, Value>,
    },
    SetAttributes {
        store: String,
        path: String,
        attributes: Map<String, Value>,
    },
    Delete(Place),
    Consolidate(Place),
}

/// A node, and how it is reached.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    pub store: String,
    #[serde(default = "root")]
    pub path: String,
    #[serde(default)]
    pub through: Option<Through>,
    #[serde(default)]
    pub consolidated: Option<Consolidated>,
}

impl Place {
    /// A node that is opened by its path.
    #[must_use]
    pub fn new(store: String, path: String) -> Self {
        Self {
            store,
            path,
            through: None,
            consolidated: None,
        }
    }
}

fn root() -> String {
    "/".to_owned()
}

/// The root is opened, and the node is reached through it.
#[derive(Deserialize)]
pub enum Through {
    #[serde(rename = "/")]
    Root,
}

/// What is made of consolidated metadata.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Consolidated {
    Never,
    Only,
}

/// A chunk shape as zarrs takes it. Its type has no place for a length of zero, so that such a
/// chunk can't be asked of zarrs.
pub type ChunkShape = Vec<NonZeroU64>;

/// Encoded bytes, in hexadecimal digits.
#[derive(Deserialize)]
pub struct Encoded(#[serde(with = "hex::serde")] pub Vec<u8>);

/// Elements, in hexadecimal digits; of different numbers of bytes, a list with those of each.
///
/// The protocol's elements are little-endian and those of zarrs native. They are the same bytes on
/// every machine that this adapter is meant for, so nothing is swapped; on a big-endian machine all
/// answers would be wrong.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum Elements {
    Fixed(Encoded),
    Variable(Vec<Encoded>),
}

impl Elements {
    /// The elements as zarrs takes them.
    pub fn array_bytes(self) -> Result<ArrayBytes<'static>, Refusal> {
        let each = match self {
            Self::Fixed(bytes) => return Ok(ArrayBytes::new_flen(bytes.0)),
            Self::Variable(each) => each,
        };
        let (mut bytes, mut offsets) = (Vec::new(), vec![0]);
        for element in each {
            bytes.extend(element.0);
            offsets.push(bytes.len());
        }
        let offsets =
            ArrayBytesOffsets::new(offsets).map_err(|it| Refusal::unsupported(it.to_string()))?;
        ArrayBytes::new_vlen(bytes, offsets).map_err(|it| Refusal::unsupported(it.to_string()))
    }
}

/// `start[d] <= coordinates[d] < start[d] + shape[d]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    pub start: Vec<u64>,
    pub shape: Vec<u64>,
}

/// A chunk of which the origin is asked, and one key for each chunk key encoding.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedChunk {
    pub index: Vec<u64>,
    pub chunk_key_encodings: Vec<Value>,
}
