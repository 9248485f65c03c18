//! The one place where the reference takes part in a verdict: it reads what an implementation wrote,
//! the `zarr.json`, of which no vector can know the spelling, and chunks whose encoding is the
//! writer's choice.

use std::cell::RefCell;
use std::rc::Rc;

use serde_json::Value;
use zarr_conform_protocol::subject::Bug;
use zarr_conform_reference::chunk_array::number_of_elements;
use zarr_conform_reference::codecs::written::decode_in_parts;
use zarr_conform_reference::hierarchy::{Node, Opened, ROOT, read_array};
use zarr_conform_reference::store::Store;
use zarr_conform_reference::{ArrayMetadata, Element, Error, Json, Steps, data_type, vector_form};
use zarr_conform_terms::{Consolidated, Edition, HexBytes, HexElements, NodeType};
use zarr_conform_vectors::{Meaning, NodeStated, WholeArray};

use zarr_conform_reference::codecs::Chain;
pub(crate) use zarr_conform_reference::codecs::{is_format, names as codec_names};

/// Whether the codecs of a valid document make other elements of those of the array, and may not take every one.
pub(crate) fn changes_elements(zarr_json: &[u8]) -> bool {
    let array = Steps::literal(Edition::default()).array_metadata(zarr_json);
    array.is_ok_and(|it| it.codecs.iter().any(Chain::changes_elements))
}

/// Reads what an implementation wrote. The reference does this, the one place where the runner asks
/// it anything.
pub trait WrittenReader: Sync {
    /// What a valid `zarr.json` of this edition means.
    ///
    /// # Errors
    /// Where it is not valid, or by a bug of the reader.
    fn read(&self, edition: Edition, zarr_json: &[u8]) -> Result<Meaning, Unreadable>;

    /// What is at a path of a hierarchy: a node, its children where it is a group, and all nodes where it is the root.
    ///
    /// # Errors
    /// Where there is no valid node, or by a bug of the reader.
    fn node(
        &self,
        edition: Edition,
        left: &HierarchyLeft<'_>,
        path: &str,
    ) -> Result<NodeStated, Unreadable>;

    /// All elements of the array at a path of a hierarchy.
    ///
    /// # Errors
    /// Where there is no valid array, or one that is too large to be read here; or by a bug of the reader.
    fn array(
        &self,
        edition: Edition,
        left: &HierarchyLeft<'_>,
        path: &str,
    ) -> Result<WholeArray, Unreadable>;

    /// Gives the elements of an encoded chunk to `each`, in one or more parts.
    ///
    /// # Errors
    /// Where the bytes are not such a chunk; where they can be read by others; or by a bug of the reader. Some
    /// parts may have been given before. Where they are one that the codec list does not allow to write, all
    /// of them were.
    fn chunk(
        &self,
        edition: Edition,
        of: &ChunkOf<'_>,
        encoded: &[u8],
        each: &mut dyn FnMut(&Part<'_>),
    ) -> Result<(), Unreadable>;

    /// The elements at `start[d] <= coordinates[d] < start[d] + shape[d]` of the array in a store, in the
    /// form of vectors.
    ///
    /// # Errors
    /// Where the store cannot be read as an array, or the array has no such region; where its chunks are
    /// too large to be read here; or by a bug of the reader.
    fn region(
        &self,
        edition: Edition,
        zarr_json: &[u8],
        get: Get<'_>,
        start: &[u64],
        shape: &[u64],
    ) -> Result<HexElements, Unreadable>;
}

/// A hierarchy that an implementation left.
pub struct HierarchyLeft<'a> {
    /// All keys of its store.
    pub keys: Vec<String>,
    /// The values.
    pub get: Get<'a>,
    /// What is made of consolidated metadata.
    pub consolidated: Option<Consolidated>,
}

/// Gives the value of a key of a store; nothing where it has none, and why it cannot be had otherwise.
pub type Get<'a> = &'a dyn Fn(&str) -> Result<Option<Vec<u8>>, String>;

/// Elements of the largest chunk of a store that is read: an implementation may write metadata with any
/// chunk shape, and even a missing chunk has elements.
const MOST_ELEMENTS: u64 = 1 << 22;

/// A part of a chunk.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// Coordinates of its first element in the chunk.
    pub start: &'a [u64],
    /// Number of elements along each dimension.
    pub shape: &'a [u64],
    /// Its elements in lexicographical order, in the form of vectors.
    pub elements: &'a HexElements,
}

/// What says how a chunk is encoded.
#[derive(Clone, Copy, Debug)]
pub enum ChunkOf<'a> {
    /// The `zarr.json` of its array.
    Array(&'a [u8]),
    /// A codec list, for chunks of this data type and shape; the fill value is zero.
    Codecs {
        /// Identifier of the data type.
        data_type: &'a str,
        /// Shape of the chunk.
        shape: &'a [u64],
        /// The codec list.
        codecs: &'a [Value],
    },
}

/// Why what was written cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// It is not valid.
    #[error("{0}")]
    Invalid(String),
    /// It can be read, but its codec list does not allow to write it.
    #[error("{0}")]
    NotAsConfigured(String),
    /// It may be valid, but this reader does not know.
    #[error("{0}")]
    Unsupported(String),
    /// The reader contradicts itself, which says nothing about the document.
    #[error(transparent)]
    Bug(#[from] Bug),
}

/// Reads with the reference.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReferenceReader;

impl WrittenReader for ReferenceReader {
    fn read(&self, edition: Edition, zarr_json: &[u8]) -> Result<Meaning, Unreadable> {
        meaning(array_metadata(edition, zarr_json))
    }

    fn node(
        &self,
        edition: Edition,
        left: &HierarchyLeft<'_>,
        path: &str,
    ) -> Result<NodeStated, Unreadable> {
        let steps = Steps::literal(edition);
        let store = Left::of(left);
        let store = opened(&steps, &store, left.consolidated).map_err(unreadable)?;
        let node = steps.node(&store, path).map_err(unreadable)?;
        let attributes = node.attributes().map(ToString::to_string);
        let attributes = serde_json::from_str(attributes.as_deref().unwrap_or("{}"));
        let children = match node.node_type() {
            NodeType::Group => Some(steps.children(&store, path).map_err(unreadable)?),
            NodeType::Array => None,
        };
        let nodes = (path == ROOT).then(|| steps.walk(&store)).transpose();
        Ok(NodeStated {
            node_type: node.node_type(),
            attributes: attributes.map_err(|it| Unreadable::Unsupported(it.to_string()))?,
            children,
            nodes: nodes.map_err(unreadable)?,
            array: None,
        })
    }

    fn array(
        &self,
        edition: Edition,
        left: &HierarchyLeft<'_>,
        path: &str,
    ) -> Result<WholeArray, Unreadable> {
        whole_array(&Steps::literal(edition), left, path).map_err(unreadable)
    }

    fn chunk(
        &self,
        edition: Edition,
        of: &ChunkOf<'_>,
        encoded: &[u8],
        each: &mut dyn FnMut(&Part<'_>),
    ) -> Result<(), Unreadable> {
        parts(edition, of, encoded, each).map_err(unreadable)
    }

    fn region(
        &self,
        edition: Edition,
        zarr_json: &[u8],
        get: Get<'_>,
        start: &[u64],
        shape: &[u64],
    ) -> Result<HexElements, Unreadable> {
        let array = array_metadata(edition, zarr_json).map_err(unreadable)?;
        are_small("chunks", &array.chunk_grid.chunk_shapes()).map_err(unreadable)?;
        let steps = Steps::literal(edition);
        let keys = Vec::new();
        let store = Left { keys, get };
        let region = steps.read_region(&store, &array, start, shape);
        let region = region.map_err(unreadable)?;
        Ok(vector_form::to_elements(region.data_type, &region.elements))
    }
}

/// The hierarchy as it is through the root, where something is said of consolidated metadata, or as it is.
fn opened<'a>(
    steps: &Steps,
    store: &'a Left<'a>,
    consolidated: Option<Consolidated>,
) -> Result<Opened<'a>, Error> {
    match consolidated {
        None => Ok(Opened::plain(store)),
        _ => Opened::new(steps, store, ROOT, consolidated),
    }
}

fn whole_array(steps: &Steps, left: &HierarchyLeft<'_>, path: &str) -> Result<WholeArray, Error> {
    let store = Left::of(left);
    let store = opened(steps, &store, left.consolidated)?;
    let Node::Array(array) = steps.node(&store, path)? else {
        return Err(Error::Metadata(format!("{path} is a group")));
    };
    are_small("chunks", &array.chunk_grid.chunk_shapes())?;
    are_small("arrays", std::slice::from_ref(&array.shape))?;
    let elements = read_array(steps, &store, path)?;
    Ok(WholeArray {
        data_type: array.data_type.into(),
        shape: array.shape,
        elements: vector_form::to_elements(elements.data_type, &elements.elements),
    })
}

/// Refuses what has more elements than are read here.
fn are_small(what: &str, shapes: &[Vec<u64>]) -> Result<(), Error> {
    let is_too_large =
        |shape: &&Vec<u64>| number_of_elements(shape).is_none_or(|it| it > MOST_ELEMENTS);
    match shapes.iter().find(is_too_large) {
        None => Ok(()),
        Some(shape) => {
            let message = format!("{what} of shape {shape:?} are too large");
            Err(Error::Unsupported(message))
        }
    }
}

fn unreadable(error: Error) -> Unreadable {
    match error {
        Error::Bug(_) => Unreadable::Bug(Bug(error.to_string())),
        Error::Unsupported(_) => Unreadable::Unsupported(error.to_string()),
        Error::NotAsConfigured(why) => Unreadable::NotAsConfigured(why),
        error => Unreadable::Invalid(error.to_string()),
    }
}

/// A store that is only read.
struct Left<'a> {
    keys: Vec<String>,
    get: Get<'a>,
}

impl<'a> Left<'a> {
    fn of(left: &HierarchyLeft<'a>) -> Self {
        Self {
            keys: left.keys.clone(),
            get: left.get,
        }
    }
}

impl Store for Left<'_> {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Error> {
        (self.get)(key).map_err(Error::Store)
    }

    fn list(&self) -> Result<Vec<String>, Error> {
        Ok(self.keys.clone())
    }

    fn set(&mut self, key: &str, _value: Vec<u8>) -> Result<(), Error> {
        Err(Error::Store(format!("{key:?} cannot be written here")))
    }
}

/// A document, and what the reference reads in it.
struct ReadDocument {
    edition: Edition,
    zarr_json: Vec<u8>,
    array: Rc<ArrayMetadata>,
}

thread_local! {
    /// The document that was read last: each of its chunks is read by it.
    static LAST: RefCell<Option<ReadDocument>> = const { RefCell::new(None) };
}

/// What the reference reads from a document.
fn array_metadata(edition: Edition, zarr_json: &[u8]) -> Result<Rc<ArrayMetadata>, Error> {
    LAST.with_borrow_mut(|last| {
        if let Some(it) = last
            && it.edition == edition
            && it.zarr_json == zarr_json
        {
            return Ok(Rc::clone(&it.array));
        }
        let array = Rc::new(Steps::literal(edition).array_metadata(zarr_json)?);
        *last = Some(ReadDocument {
            edition,
            zarr_json: zarr_json.to_vec(),
            array: Rc::clone(&array),
        });
        Ok(array)
    })
}

fn parts(
    edition: Edition,
    of: &ChunkOf<'_>,
    encoded: &[u8],
    each: &mut dyn FnMut(&Part<'_>),
) -> Result<(), Error> {
    let steps = &Steps::literal(edition);
    let (array, of_list);
    let chain = match of {
        ChunkOf::Array(zarr_json) => {
            array = array_metadata(edition, zarr_json)?;
            array.only_shape()?.1
        }
        ChunkOf::Codecs {
            data_type,
            shape,
            codecs,
        } => {
            let data_type = data_type::from_text(data_type)?;
            let list: Result<Vec<Json>, Error> = codecs.iter().map(Json::from_value).collect();
            of_list = steps.chain(&list?, data_type, shape, &Element::zero(data_type))?;
            &of_list
        }
    };
    decode_in_parts(steps, chain, encoded, |start, part| {
        each(&Part {
            start,
            shape: &part.shape,
            elements: &vector_form::to_elements(part.data_type, &part.elements),
        });
    })
}

/// What a document means that was read.
fn meaning(array: Result<Rc<ArrayMetadata>, Error>) -> Result<Meaning, Unreadable> {
    let array = array.map_err(|error| match error {
        Error::Bug(_) => Unreadable::Bug(Bug(error.to_string())),
        _ => Unreadable::Invalid(error.to_string()),
    })?;
    let fill_value = vector_form::element_bytes(array.data_type, &array.fill_value);
    Ok(Meaning {
        data_type: array.data_type.into(),
        shape: array.shape.clone(),
        fill_value: HexBytes::from(fill_value),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use zarr_conform_reference::steps::Replacement;

    /// What was read before is not taken for another document, or for another edition.
    #[test]
    fn each_document_is_read_as_it_is() {
        let document = |shape: u8, codec: &str| {
            format!(
                r#"{{"zarr_format": 3, "node_type": "array", "shape": [{shape}], "data_type": "uint8",
                "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [1]}}}},
                "chunk_key_encoding": {{"name": "default"}}, "fill_value": 0, "codecs": [{codec}]}}"#
            )
        };
        let long = r#"{"name": "bytes"}"#;
        let read = |edition, shape, codec| {
            let meaning = ReferenceReader.read(edition, document(shape, codec).as_bytes());
            meaning.map(|it| it.shape)
        };
        for shape in [1, 2, 2, 1] {
            assert_eq!(read(Edition::V3_1, shape, long), Ok(vec![shape.into()]));
        }
        assert_eq!(read(Edition::V3_1, 2, "\"bytes\""), Ok(vec![2]));
        assert!(read(Edition::Draft, 2, "\"bytes\"").is_err());
        assert_eq!(read(Edition::V3_1, 2, "\"bytes\""), Ok(vec![2]));
    }

    #[test]
    fn a_bug_says_nothing_about_a_document() {
        let document = br#"{"zarr_format": 3, "node_type": "array"}"#;
        let literal = ReferenceReader.read(Edition::default(), document);
        assert!(
            matches!(literal, Err(Unreadable::Invalid(_))),
            "{literal:?}"
        );
        let contradicting = [Replacement::node_type(|_, _| {
            Err(Error::Bug("two and two are five".to_owned()))
        })];
        let steps = Steps::default().with(&contradicting);
        let found = meaning(steps.array_metadata(document).map(Rc::new));
        assert!(matches!(found, Err(Unreadable::Bug(_))), "{found:?}");
    }
}
