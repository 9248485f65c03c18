//! The reference as an implementation under test: the example for authors of adapters, and with a
//! misreading the wrong implementation that every vector must be proved against.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Map, Value};

use zarr_conform_protocol::subject::{
    Bug, InProcess, Launcher, NoResult, Operations, StartError, Subject, perform,
};
use zarr_conform_protocol::{
    Ask, AskedChunk, Children, ChunkAnswer, Decoded, Done, Encoded, GridAnswer, Hello, Located,
    Node, OFFERED, Opened, Read, Refusal, RefusalKind, Region, Unsupported, Walk, ask,
};
use zarr_conform_reference::codecs::Chain;
use zarr_conform_reference::hierarchy::{self, Below, Opened as OpenedGroup, ROOT};
use zarr_conform_reference::misreading::Misreading;
use zarr_conform_reference::storage::METADATA_KEY;
use zarr_conform_reference::store::{DirectoryStore, Store};
use zarr_conform_reference::{
    ArrayMetadata, ChunkArray, DataType, Element, Error, Json, Steps, chunk_array, data_type,
    vector_form,
};
use zarr_conform_runner::Inside;
use zarr_conform_terms::{Consolidated, Edition, HexBytes, NodeType, Through};
use zarr_conform_vectors as vectors;

use crate::folder_in_memory::FolderInMemory;

/// The reference, or a misreading, answering protocol 1.
pub struct Reference {
    name: String,
    steps: Steps,
    ops: Vec<String>,
    most_elements: u64,
    last: Mutex<Option<Opening>>,
}

/// A document, and the array that it was read as.
struct Opening {
    document: Vec<u8>,
    array: Arc<ArrayMetadata>,
}

/// Larger documents are read each time.
const MOST_REMEMBERED: usize = 1 << 16;

impl Reference {
    /// The literal reading of an edition.
    pub fn new(edition: Edition) -> Self {
        Self::of("zarr-conform reference".to_owned(), Steps::literal(edition))
    }

    /// A wrong reading of an edition.
    pub fn misread(misreading: &Misreading, edition: Edition) -> Self {
        let name = format!("zarr-conform reference, misread: {}", misreading.name);
        Self::of(name, misreading.steps(edition))
    }

    /// Steps of any kind.
    pub fn of(name: String, steps: Steps) -> Self {
        Self {
            name,
            steps,
            ops: OFFERED.map(str::to_owned).to_vec(),
            most_elements: u64::MAX,
            last: Mutex::default(),
        }
    }

    /// Reads and writes no array whose chunks have more elements.
    #[must_use]
    pub(crate) fn with_chunks_of(mut self, most_elements: u64) -> Self {
        self.most_elements = most_elements;
        self
    }

    /// Offers only these operations.
    #[must_use]
    pub fn offering(mut self, ops: &[&str]) -> Self {
        self.ops = ops.iter().map(|&op| op.to_owned()).collect();
        self
    }

    /// The array of a store, to be read or written.
    fn array(&self, store: &dyn Store) -> Result<Arc<ArrayMetadata>, Error> {
        let array = self.open_store(store)?;
        let is_too_large = |shape: &Vec<u64>| {
            let elements = chunk_array::number_of_elements(shape);
            elements.is_none_or(|it| it > self.most_elements) && self.most_elements != u64::MAX
        };
        match array
            .chunk_grid
            .chunk_shapes()
            .iter()
            .find(|it| is_too_large(it))
        {
            None => Ok(array),
            Some(shape) => {
                let message = format!("chunks of shape {shape:?} are too large");
                Err(Error::Unsupported(message))
            }
        }
    }

    /// Opens a store. A document that was just read is not read again: it says the same. A probe wants to
    /// see each step all the same.
    fn open_store(&self, store: &dyn Store) -> Result<Arc<ArrayMetadata>, Error> {
        let document = store.get(METADATA_KEY)?.unwrap_or_default();
        if self.steps.is_probed() || document.is_empty() || document.len() > MOST_REMEMBERED {
            return self.steps.open(store).map(Arc::new);
        }
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = last.as_ref().filter(|it| it.document == document) {
            return Ok(Arc::clone(&last.array));
        }
        let array = Arc::new(self.steps.open(store)?);
        *last = Some(Opening {
            document,
            array: Arc::clone(&array),
        });
        Ok(array)
    }

    fn opened(&self, store: &dyn Store) -> Result<Opened, Error> {
        let array = self.open_store(store)?;
        Ok(Opened {
            data_type: array.data_type.to_string(),
            shape: array.shape.clone(),
        })
    }

    fn read_from(&self, store: &dyn Store, regions: Option<&[Region]>) -> Result<Read, Error> {
        let array = self.array(store)?;
        let read = |region: &Region| -> Result<HexBytes, Error> {
            let region = self
                .steps
                .read_region(store, &array, &region.start, &region.shape)?;
            Ok(hex(&region))
        };
        let (elements, regions) = match regions {
            None => (Some(read(&whole(&array))?), None),
            Some(regions) => (
                None,
                Some(regions.iter().map(read).collect::<Result<_, _>>()?),
            ),
        };
        Ok(Read {
            data_type: Some(array.data_type.to_string()),
            shape: Some(array.shape.clone()),
            elements,
            elements_file: None,
            regions,
        })
    }

    fn write_to(
        &self,
        store: &mut dyn Store,
        region: Option<&Region>,
        elements: &HexBytes,
    ) -> Result<Done, Error> {
        let array = self.array(store)?;
        let region = region.cloned().unwrap_or_else(|| whole(&array));
        let elements = chunk(array.data_type, &region.shape, elements)?;
        self.steps
            .write_region(store, &array, &region.start, &elements)?;
        Ok(Done {})
    }

    fn create_in(&self, store: &mut dyn Store, asked: &ask::Create) -> Result<Done, Error> {
        let path = asked.path.as_deref().unwrap_or(ROOT);
        let document = asked.metadata.to_string().into_bytes();
        self.steps.array_metadata(&document)?;
        let document = self.steps.json(&document)?;
        self.steps.create_node(store, path, &document)?;
        let mut array = Below::new(&self.steps, store, path)?;
        self.write_to(&mut array, None, &asked.elements)
    }

    fn encoded(&self, asked: &ask::Encode) -> Result<Encoded, Error> {
        let (data_type, chain) = self.chain(&asked.data_type, &asked.shape, &asked.codecs)?;
        let chunk = chunk(data_type, &asked.shape, &asked.elements)?;
        Ok(Encoded {
            encoded: Some(HexBytes::from(self.steps.encode(&chain, &chunk)?)),
            encoded_file: None,
        })
    }

    fn decoded(&self, asked: &ask::Decode) -> Result<Decoded, Error> {
        let (_, chain) = self.chain(&asked.data_type, &asked.shape, &asked.codecs)?;
        Ok(Decoded {
            elements: Some(hex(&self.steps.decode(&chain, &asked.encoded.0)?)),
            elements_file: None,
        })
    }

    fn chain(
        &self,
        data_type: &str,
        shape: &[u64],
        codecs: &[Value],
    ) -> Result<(DataType, Chain), Error> {
        let data_type = data_type::from_identifier(data_type)?;
        let codecs: Vec<Json> = codecs
            .iter()
            .map(Json::from_value)
            .collect::<Result<_, _>>()?;
        let zero = Element::zero(data_type);
        Ok((
            data_type,
            self.steps.chain(&codecs, data_type, shape, &zero)?,
        ))
    }

    fn answer_of_grid(&self, asked: &ask::Grid) -> Result<GridAnswer, Error> {
        let (array_shape, chunk_shape) = (&asked.array_shape, &asked.chunk_shape);
        let grid_shape = self.steps.grid_shape(array_shape, chunk_shape)?;
        for coordinates in &asked.elements {
            let is_inside = coordinates.len() == array_shape.len()
                && coordinates
                    .iter()
                    .zip(array_shape)
                    .all(|(c, length)| c < length);
            if !is_inside {
                let message =
                    format!("{coordinates:?} lies outside of an array of shape {array_shape:?}");
                return Err(Error::Extent(message));
            }
        }
        let located = |coordinates: &Vec<u64>| Located {
            chunk: self.steps.chunk_index(coordinates, chunk_shape),
            within: self.steps.position_in_chunk(coordinates, chunk_shape),
        };
        let chunk = |chunk: &AskedChunk| -> Result<ChunkAnswer, Error> {
            if chunk.index.len() != chunk_shape.len() {
                let message = format!(
                    "chunk {:?} lies outside of a grid of chunks of shape {chunk_shape:?}",
                    chunk.index
                );
                return Err(Error::Extent(message));
            }
            let origin = self.steps.chunk_origin(&chunk.index, chunk_shape)?;
            let keys = chunk
                .chunk_key_encodings
                .iter()
                .map(|encoding| self.key(encoding, &chunk.index));
            Ok(ChunkAnswer {
                origin,
                keys: keys.collect::<Result<_, _>>()?,
            })
        };
        Ok(GridAnswer {
            grid_shape,
            elements: asked.elements.iter().map(located).collect(),
            chunks: asked.chunks.iter().map(chunk).collect::<Result<_, _>>()?,
        })
    }

    /// The store as it is through a group, or as it is.
    fn through<'a>(
        &self,
        store: &'a dyn Store,
        group: Option<&str>,
        consolidated: Option<Consolidated>,
    ) -> Result<OpenedGroup<'a>, Error> {
        match group {
            Some(group) => OpenedGroup::new(&self.steps, store, group, consolidated),
            None => Ok(OpenedGroup::plain(store)),
        }
    }

    fn node_in(&self, store: &dyn Store, asked: &ask::Node) -> Result<Node, Error> {
        let root = asked.through.map(|Through::Root| ROOT);
        let store = self.through(store, root, asked.consolidated)?;
        let node = self.steps.node(&store, &asked.path)?;
        let attributes = node.attributes().map(ToString::to_string);
        let attributes = serde_json::from_str(attributes.as_deref().unwrap_or("{}"));
        Ok(Node {
            node_type: node.node_type(),
            attributes: Some(attributes.map_err(|it| Error::Unsupported(it.to_string()))?),
        })
    }

    fn children_in(&self, store: &dyn Store, asked: &ask::Node) -> Result<Children, Error> {
        let group = match asked.through {
            Some(Through::Root) => ROOT,
            None => &asked.path,
        };
        let store = self.through(store, Some(group), asked.consolidated)?;
        let children = self.steps.children(&store, &asked.path)?;
        Ok(Children { children })
    }

    fn walk_in(&self, store: &dyn Store, asked: &ask::Walk) -> Result<Walk, Error> {
        let store = match self.steps.node(store, ROOT)?.node_type() {
            NodeType::Group => self.through(store, Some(ROOT), asked.consolidated)?,
            NodeType::Array => OpenedGroup::plain(store),
        };
        let nodes = self.steps.walk(&store)?;
        Ok(Walk { nodes })
    }

    fn key(&self, encoding: &Value, index: &[u64]) -> Result<String, Error> {
        let encoding = self
            .steps
            .chunk_key_encoding(&Json::from_value(encoding)?)?;
        Ok(encoding.key(&self.steps, index))
    }
}

/// About stores in folders.
impl Operations for Reference {
    fn hello(&self) -> Hello {
        Hello {
            protocol: zarr_conform_protocol::PROTOCOL,
            name: self.name.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            language: "Rust".to_owned(),
            edition: self.steps.edition(),
            ops: self.ops.clone(),
            unsupported: Unsupported::default(),
            files: true,
        }
    }

    fn open(&mut self, asked: &ask::Open) -> Result<Opened, NoResult> {
        About(self, &mut DirectoryStore::new(&asked.store)).open(asked)
    }

    fn read(&mut self, asked: &ask::Read) -> Result<Read, NoResult> {
        About(self, &mut DirectoryStore::new(&asked.store)).read(asked)
    }

    fn write(&mut self, asked: &ask::Write) -> Result<Done, NoResult> {
        About(self, &mut DirectoryStore::new(&asked.store)).write(asked)
    }

    fn create(&mut self, asked: &ask::Create) -> Result<Done, NoResult> {
        About(self, &mut DirectoryStore::new(&asked.store)).create(asked)
    }

    fn node(&mut self, asked: &ask::Node) -> Result<Node, NoResult> {
        About(self, &mut DirectoryStore::new(&asked.store)).node(asked)
    }

    fn children(&mut self, asked: &ask::Node) -> Result<Children, NoResult> {
        About(self, &mut DirectoryStore::new(&asked.store)).children(asked)
    }

    fn walk(&mut self, asked: &ask::Walk) -> Result<Walk, NoResult> {
        About(self, &mut DirectoryStore::new(&asked.store)).walk(asked)
    }

    fn create_group(&mut self, asked: &ask::Attributes) -> Result<Done, NoResult> {
        About(self, &mut DirectoryStore::new(&asked.store)).create_group(asked)
    }

    fn set_attributes(&mut self, asked: &ask::Attributes) -> Result<Done, NoResult> {
        About(self, &mut DirectoryStore::new(&asked.store)).set_attributes(asked)
    }

    fn delete(&mut self, asked: &ask::Place) -> Result<Done, NoResult> {
        About(self, &mut DirectoryStore::new(&asked.store)).delete(asked)
    }

    fn consolidate(&mut self, asked: &ask::Place) -> Result<Done, NoResult> {
        About(self, &mut DirectoryStore::new(&asked.store)).consolidate(asked)
    }

    fn encode(&mut self, asked: &ask::Encode) -> Result<Encoded, NoResult> {
        self.encoded(asked).map_err(no_result)
    }

    fn decode(&mut self, asked: &ask::Decode) -> Result<Decoded, NoResult> {
        self.decoded(asked).map_err(no_result)
    }

    fn grid(&mut self, asked: &ask::Grid) -> Result<GridAnswer, NoResult> {
        self.answer_of_grid(asked).map_err(no_result)
    }
}

impl Inside for Reference {
    fn answer(&self, ask: &Ask, store: &mut vectors::Store) -> Result<Value, NoResult> {
        perform(&mut About(self, &mut FolderInMemory(store)), ask)
    }
}

/// The reference about one store, whichever folder a request names.
struct About<'a>(&'a Reference, &'a mut dyn Store);

impl About<'_> {
    /// The store of the array at a path, to be read.
    fn array(&self, path: Option<&str>) -> Result<Below<&dyn Store>, Error> {
        Below::new(&self.0.steps, &*self.1, path.unwrap_or(ROOT))
    }
}

impl Operations for About<'_> {
    fn hello(&self) -> Hello {
        self.0.hello()
    }

    fn open(&mut self, asked: &ask::Open) -> Result<Opened, NoResult> {
        let array = self.array(asked.path.as_deref());
        array.and_then(|it| self.0.opened(&it)).map_err(no_result)
    }

    fn read(&mut self, asked: &ask::Read) -> Result<Read, NoResult> {
        let root = asked.through.map(|Through::Root| ROOT);
        let store = self.0.through(&*self.1, root, asked.consolidated);
        let read = store.and_then(|store| {
            let path = asked.path.as_deref().unwrap_or(ROOT);
            let array = Below::new(&self.0.steps, &store as &dyn Store, path)?;
            self.0.read_from(&array, asked.regions.as_deref())
        });
        read.map_err(no_result)
    }

    fn write(&mut self, asked: &ask::Write) -> Result<Done, NoResult> {
        let path = asked.path.as_deref().unwrap_or(ROOT);
        let store: &mut dyn Store = self.1;
        let array = Below::new(&self.0.steps, store, path);
        let written = array.and_then(|mut array| {
            self.0
                .write_to(&mut array, asked.region.as_ref(), &asked.elements)
        });
        written.map_err(no_result)
    }

    fn create(&mut self, asked: &ask::Create) -> Result<Done, NoResult> {
        self.0.create_in(self.1, asked).map_err(no_result)
    }

    fn node(&mut self, asked: &ask::Node) -> Result<Node, NoResult> {
        self.0.node_in(self.1, asked).map_err(no_result)
    }

    fn children(&mut self, asked: &ask::Node) -> Result<Children, NoResult> {
        self.0.children_in(self.1, asked).map_err(no_result)
    }

    fn walk(&mut self, asked: &ask::Walk) -> Result<Walk, NoResult> {
        self.0.walk_in(self.1, asked).map_err(no_result)
    }

    fn create_group(&mut self, asked: &ask::Attributes) -> Result<Done, NoResult> {
        let attributes = json(&asked.attributes).map_err(no_result)?;
        let group = hierarchy::group_document(Some(&attributes));
        let steps = &self.0.steps;
        done(steps.create_node(self.1, &asked.path, &group))
    }

    fn set_attributes(&mut self, asked: &ask::Attributes) -> Result<Done, NoResult> {
        let attributes = json(&asked.attributes).map_err(no_result)?;
        let steps = &self.0.steps;
        done(steps.set_attributes(self.1, &asked.path, &attributes))
    }

    fn delete(&mut self, asked: &ask::Place) -> Result<Done, NoResult> {
        done(self.0.steps.delete(self.1, &asked.path))
    }

    fn consolidate(&mut self, asked: &ask::Place) -> Result<Done, NoResult> {
        done(self.0.steps.consolidate(self.1, &asked.path))
    }

    fn encode(&mut self, asked: &ask::Encode) -> Result<Encoded, NoResult> {
        self.0.encoded(asked).map_err(no_result)
    }

    fn decode(&mut self, asked: &ask::Decode) -> Result<Decoded, NoResult> {
        self.0.decoded(asked).map_err(no_result)
    }

    fn grid(&mut self, asked: &ask::Grid) -> Result<GridAnswer, NoResult> {
        self.0.answer_of_grid(asked).map_err(no_result)
    }
}

fn json(attributes: &Map<String, Value>) -> Result<Json, Error> {
    Json::from_value(&Value::Object(attributes.clone()))
}

fn done(changed: Result<(), Error>) -> Result<Done, NoResult> {
    changed.map(|()| Done {}).map_err(no_result)
}

/// What the error of a step comes to as an answer. A bug is none.
#[expect(
    clippy::needless_pass_by_value,
    reason = "the form that `map_err` takes"
)]
fn no_result(error: Error) -> NoResult {
    let kind = match error {
        Error::Metadata(_) | Error::Codec(_) | Error::NotAsConfigured(_) | Error::Extent(_) => {
            RefusalKind::Invalid
        }
        Error::Unsupported(_) => RefusalKind::Unsupported,
        Error::Store(_) => RefusalKind::Internal,
        Error::Bug(_) => return Bug(error.to_string()).into(),
    };
    NoResult::Refused(Refusal {
        kind,
        message: error.to_string(),
    })
}

/// The reference in the same process, as often as it is asked for.
pub struct ReferenceLauncher {
    /// The edition that it reads.
    pub edition: Edition,
    /// The wrong steps, if any.
    pub misreading: Option<&'static Misreading>,
    /// The operations that it offers; all where empty.
    pub ops: Vec<&'static str>,
}

impl Launcher for ReferenceLauncher {
    fn launch(&self) -> Result<Box<dyn Subject>, StartError> {
        let reference = match self.misreading {
            Some(misreading) => Reference::misread(misreading, self.edition),
            None => Reference::new(self.edition),
        };
        let ops: &[&str] = if self.ops.is_empty() {
            &OFFERED
        } else {
            &self.ops
        };
        Ok(Box::new(InProcess::new(reference.offering(ops))))
    }
}

fn whole(array: &ArrayMetadata) -> Region {
    Region {
        start: vec![0; array.shape.len()],
        shape: array.shape.clone(),
    }
}

fn chunk(data_type: DataType, shape: &[u64], elements: &HexBytes) -> Result<ChunkArray, Error> {
    ChunkArray::new(
        data_type,
        shape.to_vec(),
        vector_form::from_bytes(data_type, &elements.0)?,
    )
}

fn hex(array: &ChunkArray) -> HexBytes {
    HexBytes::from(vector_form::to_bytes(array.data_type, &array.elements))
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::time::Duration;

    use super::*;
    use serde_json::json;
    use zarr_conform_protocol::subject::Stop;
    use zarr_conform_reference::steps::Replacement;
    use zarr_conform_runner::{
        ChunkOf, Consumer, EndedEarly, Event, Finished, Get, HierarchyLeft, Part, ReferenceReader,
        Run, Selection, Unreadable, Verdict, WrittenReader,
    };
    use zarr_conform_vectors::Meaning;

    /// The literal steps, in which one step contradicts itself.
    struct Contradicting;

    impl Launcher for Contradicting {
        fn launch(&self) -> Result<Box<dyn Subject>, StartError> {
            let contradicting = [Replacement::transpose_order(|_, _, _| {
                Err(Error::Bug("two and two are five".to_owned()))
            })];
            let steps = Steps::default().with(&contradicting);
            let reference = Reference::of("contradicting".to_owned(), steps);
            Ok(Box::new(InProcess::new(reference)))
        }
    }

    struct ContradictingReader;

    impl WrittenReader for ContradictingReader {
        fn read(&self, _edition: Edition, _zarr_json: &[u8]) -> Result<Meaning, Unreadable> {
            Err(Bug("two and two are five".to_owned()).into())
        }

        fn node(
            &self,
            _edition: Edition,
            _left: &HierarchyLeft<'_>,
            _path: &str,
        ) -> Result<vectors::NodeStated, Unreadable> {
            Err(Bug("two and two are five".to_owned()).into())
        }

        fn chunk(
            &self,
            _edition: Edition,
            _of: &ChunkOf<'_>,
            _encoded: &[u8],
            _each: &mut dyn FnMut(&Part<'_>),
        ) -> Result<(), Unreadable> {
            Err(Bug("two and two are five".to_owned()).into())
        }

        fn region(
            &self,
            _edition: Edition,
            _zarr_json: &[u8],
            _get: Get<'_>,
            _start: &[u64],
            _shape: &[u64],
        ) -> Result<Vec<u8>, Unreadable> {
            Err(Bug("two and two are five".to_owned()).into())
        }
    }

    /// What a run judges.
    #[derive(Default)]
    struct Seen(Vec<(String, Verdict)>);

    impl Consumer for Seen {
        fn event(&mut self, event: &Event) -> std::io::Result<()> {
            if let Event::CheckFinished(result) = event {
                self.0
                    .push((result.check.to_string(), result.verdict.clone()));
            }
            Ok(())
        }
    }

    fn run_fact(
        fact: &str,
        launcher: &dyn Launcher,
        reader: &dyn WrittenReader,
    ) -> (Finished, Vec<(String, Verdict)>) {
        let vectors = zarr_conform_embedded::vectors().unwrap();
        let run = Run {
            vectors: &vectors,
            vectors_sha256: String::new(),
            launcher,
            reader,
            edition: None,
            selection: Selection::default(),
            jobs: NonZeroUsize::MIN,
            keep: None,
            isolate: false,
            timeout: Duration::from_secs(60),
            explain: None,
            describe_passes: false,
            seed: 0,
            memory: None,
            stop: Stop::default(),
        };
        let mut seen = Seen::default();
        let finished = run.run_fact(fact, &mut [&mut seen]).unwrap();
        (finished, seen.0)
    }

    fn literal() -> ReferenceLauncher {
        ReferenceLauncher {
            edition: Edition::default(),
            misreading: None,
            ops: Vec::new(),
        }
    }

    fn is_told(finished: &Finished) -> bool {
        let told = finished.summary.ended_early.as_deref().unwrap_or_default();
        matches!(finished.ended_early, Some(EndedEarly::Bug(_)))
            && told.contains("a bug of zarr-conform")
            && told.contains("please report it")
            && told.contains("two and two are five")
    }

    /// Refusing is what this fact demands, and a bug is not a refusal.
    #[test]
    fn a_bug_of_the_reference_ends_the_run_and_passes_nothing() {
        let fact = "transpose/orders/repeated";
        let (finished, judged) = run_fact(fact, &literal(), &ReferenceReader);
        assert!(finished.ended_early.is_none());
        let is_pass = |(_, verdict): &(String, Verdict)| matches!(verdict, Verdict::Pass { .. });
        assert!(judged.iter().any(is_pass), "{judged:?}");

        let (finished, judged) = run_fact(fact, &Contradicting, &ReferenceReader);
        assert!(is_told(&finished), "{finished:?}");
        assert_eq!(judged, []);
    }

    /// Metadata that an implementation wrote are read by the reference.
    #[test]
    fn a_bug_of_the_reader_ends_the_run_and_judges_nothing_written() {
        let fact = "chunk-key-encoding/short-hand/v2-store";
        let (finished, judged) = run_fact(fact, &literal(), &ReferenceReader);
        assert!(finished.ended_early.is_none());
        let is_created = |(check, _): &(String, Verdict)| check.ends_with("#create");
        assert!(judged.iter().any(is_created), "{judged:?}");

        let (finished, judged) = run_fact(fact, &literal(), &ContradictingReader);
        assert!(is_told(&finished), "{finished:?}");
        assert!(!judged.iter().any(is_created), "{judged:?}");
    }

    /// A hierarchy is made, changed and read by nothing but requests.
    #[test]
    fn hierarchies_are_made_and_read() {
        let array = r#"{"zarr_format": 3, "node_type": "array", "shape": [2], "data_type": "uint8", "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}}, "chunk_key_encoding": {"name": "default"}, "fill_value": 0, "codecs": ["bytes"]}"#;
        let mut store = vectors::Store::new();
        let mut answer = |line: &str| {
            let line = format!("{{\"id\": 0, \"store\": \"s\", {line}}}");
            let request = zarr_conform_protocol::Request::from_line(&line).unwrap();
            let reference = Reference::new(Edition::default());
            reference.answer(&request.ask, &mut store)
        };
        let mut is = |line: &str, expected: &str| {
            let expected: Value = serde_json::from_str(expected).unwrap();
            assert_eq!(answer(line), Ok(expected), "{line}");
        };
        is(
            r#""op": "create_group", "path": "/a", "attributes": {"is": "a"}"#,
            "{}",
        );
        let create =
            format!(r#""op": "create", "path": "/a/b/x", "metadata": {array}, "elements": "0102""#);
        is(&create, "{}");
        is(
            r#""op": "walk""#,
            r#"{"nodes": {"/": "group", "/a": "group", "/a/b": "group", "/a/b/x": "array"}}"#,
        );
        is(
            r#""op": "read", "path": "/a/b/x", "through": "/""#,
            r#"{"data_type": "uint8", "shape": [2], "elements": "0102"}"#,
        );
        is(
            r#""op": "set_attributes", "path": "/a/b", "attributes": {"n": null}"#,
            "{}",
        );
        is(r#""op": "consolidate", "path": "/""#, "{}");
        is(
            r#""op": "node", "path": "/a/b", "through": "/", "consolidated": "never""#,
            r#"{"node_type": "group", "attributes": {"n": null}}"#,
        );
        is(
            r#""op": "children", "path": "/""#,
            r#"{"children": {"a": "group"}}"#,
        );
        is(r#""op": "delete", "path": "/a/b""#, "{}");
        is(r#""op": "children", "path": "/a""#, r#"{"children": {}}"#);
        is(
            r#""op": "children", "path": "/a", "through": "/", "consolidated": "only""#,
            r#"{"children": {"b": "group"}}"#,
        );
        assert!(answer(r#""op": "children", "path": "/a", "consolidated": "only""#).is_err());
        assert!(answer(r#""op": "create_group", "path": "/a", "attributes": {}"#).is_err());
        let root: Value = serde_json::from_slice(&store["zarr.json"]).unwrap();
        let entries = root.pointer("/consolidated_metadata/metadata").unwrap();
        assert_eq!(
            entries.pointer("/a~1b/attributes"),
            Some(&json!({"n": null}))
        );
        let names: Vec<&String> = entries.as_object().unwrap().keys().collect();
        assert_eq!(names, ["a", "a/b", "a/b/x"]);
    }

    #[test]
    fn a_chunk_of_another_rank_is_refused() {
        let chunk = |index: &[u64]| AskedChunk {
            index: index.to_vec(),
            chunk_key_encodings: Vec::new(),
        };
        let answer = |index: &[u64]| {
            let asked = ask::Grid {
                array_shape: vec![5],
                chunk_shape: vec![2],
                elements: Vec::new(),
                chunks: vec![chunk(index)],
            };
            Reference::new(Edition::default()).answer_of_grid(&asked)
        };
        assert_eq!(answer(&[2]).unwrap().chunks[0].origin, [4]);
        assert!(matches!(answer(&[2, 0]), Err(Error::Extent(_))));
        assert!(matches!(answer(&[]), Err(Error::Extent(_))));
    }
}
