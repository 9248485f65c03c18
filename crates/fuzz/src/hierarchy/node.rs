//! A node and its metadata document.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use zarr_conform_reference::chunk_array::positions;
use zarr_conform_terms::{Edition, NodeType};
use zarr_conform_vectors::{Presentation, WholeArray, plain};

use super::attributes;
use crate::Choices;
use crate::case::choose::keys;
use crate::case::{Keys, codec};
use crate::documents::data_types::SIMPLEST;
use crate::tape::Tape;

/// A member that no text defines.
pub(super) const UNKNOWN: &str = "zarr-conform-unknown";

/// A group or an array.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    /// Its attributes; nothing where the document has none.
    pub(super) attributes: Option<Map<String, Value>>,
    /// Whether it has an unknown member that need not be understood.
    pub(super) has_unknown: bool,
    /// Whether it has consolidated metadata, where it is a group without nodes below it.
    pub(super) is_consolidated: bool,
    /// Whether its document has several lines.
    pub(super) is_pretty: bool,
    /// The array; nothing where it is a group.
    pub(super) array: Option<SmallArray>,
}

/// An array of the plainest data type, none of whose elements is above 127, so that its chunks are texts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SmallArray {
    pub(super) shape: Vec<u64>,
    chunk_shape: Vec<u64>,
    pub(super) keys: Keys,
    fill_value: u8,
    /// The chunks that are stored, by their grid indices.
    chunks: BTreeMap<Vec<u64>, Vec<u8>>,
}

impl Node {
    /// A group without attributes.
    pub(super) const BARE: Self = Self {
        attributes: None,
        has_unknown: false,
        is_consolidated: false,
        is_pretty: false,
        array: None,
    };

    /// A group.
    pub(super) fn group(tape: &mut Tape, choices: &Choices) -> Self {
        let is_current = choices.edition >= Edition::V3_1;
        Self {
            attributes: attributes::optional(tape),
            has_unknown: is_current && tape.is("unknown member", 1, 8),
            is_consolidated: is_current && tape.is("consolidated", 1, 8),
            is_pretty: tape.is("pretty", 1, 4),
            array: None,
        }
    }

    /// An array.
    pub(super) fn array(tape: &mut Tape, choices: &Choices) -> Self {
        Self {
            is_consolidated: false,
            array: Some(SmallArray::random(tape, choices)),
            ..Self::group(tape, choices)
        }
    }

    pub(super) fn node_type(&self) -> NodeType {
        match self.array {
            None => NodeType::Group,
            Some(_) => NodeType::Array,
        }
    }

    /// The members of its document, but for consolidated metadata.
    pub(super) fn members(&self) -> Map<String, Value> {
        let mut members = match &self.array {
            None => object(json!({"zarr_format": 3, "node_type": "group"})),
            Some(array) => array.members(),
        };
        if let Some(attributes) = &self.attributes {
            members.insert("attributes".to_owned(), attributes.clone().into());
        }
        if self.has_unknown {
            let marked = json!({"name": UNKNOWN, "must_understand": false});
            members.insert(UNKNOWN.to_owned(), marked);
        }
        members
    }

    /// The text of a document with these members.
    pub(super) fn text(&self, members: Map<String, Value>) -> String {
        let members = Value::Object(members);
        if self.is_pretty {
            format!("{members:#}")
        } else {
            members.to_string()
        }
    }
}

pub(super) fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

impl SmallArray {
    /// The array that a tape chooses, with some of its chunks.
    pub(super) fn random(tape: &mut Tape, choices: &Choices) -> Self {
        let lengths = tape.list(
            "length",
            1,
            |rng| rng.usize(1..3),
            |tape, _| (1 + tape.below("length", 4), 1 + tape.below("chunk", 3)),
        );
        let (shape, chunk_shape): (Vec<u64>, Vec<u64>) = lengths.into_iter().unzip();
        let mut array = Self {
            shape,
            chunk_shape,
            keys: tape.part("keys", |tape| keys(tape, choices)),
            fill_value: ascii(tape),
            chunks: BTreeMap::new(),
        };
        let grid_shape = array.shape.iter().zip(&array.chunk_shape);
        let grid_shape: Vec<u64> = grid_shape.map(|(it, chunk)| it.div_ceil(*chunk)).collect();
        let size = array.chunk_shape.iter().product::<u64>();
        for index in positions(&grid_shape) {
            // All are there in the simplest one.
            if !tape.is("missing", 1, 4) {
                let elements = (0..size).map(|_| ascii(tape)).collect();
                array.chunks.insert(index, elements);
            }
        }
        array
    }

    pub(super) fn elements(&self) -> u64 {
        self.shape.iter().product()
    }

    pub(super) fn is_sparse(&self) -> bool {
        let chunks = self.shape.iter().zip(&self.chunk_shape);
        let chunks: u64 = chunks.map(|(it, chunk)| it.div_ceil(*chunk)).product();
        (self.chunks.len() as u64) < chunks
    }

    fn members(&self) -> Map<String, Value> {
        let members = Presentation::members(
            (&self.shape, &self.chunk_shape),
            &plain::DATA_TYPE.into(),
            self.keys.json(),
            self.fill_value.into(),
            codec::list(&[codec::plainest(SIMPLEST[0])]),
        );
        let members = members.into_iter();
        members
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    }

    /// The metadata of a new array.
    pub(super) fn metadata(&self) -> Value {
        self.members().into()
    }

    /// The chunks by their keys.
    pub(super) fn stored(&self) -> impl Iterator<Item = (String, String)> {
        self.chunks.iter().map(|(index, elements)| {
            let separator = if self.keys.is_v2 { '.' } else { '/' };
            let separator = self.keys.separator.unwrap_or(separator).to_string();
            let index: Vec<String> = index.iter().map(u64::to_string).collect();
            let index = index.join(&separator);
            let key = if self.keys.is_v2 {
                index
            } else {
                format!("c{separator}{index}")
            };
            (key, String::from_utf8_lossy(elements).into_owned())
        })
    }

    /// All of its elements.
    pub(super) fn whole(&self) -> WholeArray {
        let element = |at: Vec<u64>| {
            let lengths = at.iter().zip(&self.chunk_shape);
            let (index, within): (Vec<u64>, Vec<u64>) =
                lengths.map(|(at, chunk)| (at / chunk, at % chunk)).unzip();
            let within = within.iter().zip(&self.chunk_shape);
            let within = within.fold(0, |before, (at, length)| before * length + at);
            let within = usize::try_from(within).unwrap_or(usize::MAX);
            let chunk = self.chunks.get(&index);
            let element = chunk.and_then(|it| it.get(within));
            element.copied().unwrap_or(self.fill_value)
        };
        self.with(positions(&self.shape).map(element).collect())
    }

    /// The array with these elements.
    pub(super) fn with(&self, elements: Vec<u8>) -> WholeArray {
        WholeArray {
            data_type: plain::DATA_TYPE.into(),
            shape: self.shape.clone(),
            elements: elements.into(),
        }
    }
}

/// An element whose byte is a text.
pub(super) fn ascii(tape: &mut Tape) -> u8 {
    u8::try_from(tape.below("element", 128)).unwrap_or(0)
}
