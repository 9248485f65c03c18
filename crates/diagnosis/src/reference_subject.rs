//! The reference as an implementation under test: the example for authors of adapters, and with a
//! misreading the wrong implementation that every vector must be proved against.

use serde_json::Value;

use zarr_conform_protocol::subject::{Handler, InProcess, Launcher, StartError, Subject};
use zarr_conform_protocol::{
    Ask, AskedChunk, ChunkAnswer, Decoded, Done, Encoded, GridAnswer, Hello, Located, Opened, Read,
    Refusal, RefusalKind, Region, Unsupported,
};
use zarr_conform_reference::codecs::Chain;
use zarr_conform_reference::misreading::Misreading;
use zarr_conform_reference::store::{DirectoryStore, Store};
use zarr_conform_reference::{
    ArrayMetadata, ChunkArray, DataType, Error, Json, Steps, array_metadata, chunk_array, element,
};
use zarr_conform_runner::Inside;
use zarr_conform_terms::{Edition, HexBytes};
use zarr_conform_vectors as vectors;

use crate::folder_in_memory::FolderInMemory;

/// The operations of protocol 1 that are offered.
pub const OPERATIONS: [&str; 7] = [
    "open", "read", "write", "create", "encode", "decode", "grid",
];

/// The reference, or a misreading, answering protocol 1.
pub struct Reference {
    name: String,
    steps: Steps,
    ops: Vec<String>,
    most_elements: u64,
}

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
    pub(crate) fn of(name: String, steps: Steps) -> Self {
        Self {
            name,
            steps,
            ops: OPERATIONS.map(str::to_owned).to_vec(),
            most_elements: u64::MAX,
        }
    }

    /// Reads and writes no array whose chunks have more elements.
    #[must_use]
    pub(crate) fn with_chunks_of(mut self, most_elements: u64) -> Self {
        self.most_elements = most_elements;
        self
    }

    /// The array of a store, to be read or written.
    fn array(&self, store: &dyn Store) -> Result<ArrayMetadata, Error> {
        let array = self.steps.open(store)?;
        let elements = chunk_array::number_of_elements(&array.chunk_shape);
        if elements.is_some_and(|it| it <= self.most_elements) || self.most_elements == u64::MAX {
            return Ok(array);
        }
        let message = format!("chunks of shape {:?} are too large", array.chunk_shape);
        Err(Error::Unsupported(message))
    }

    /// Offers only these operations.
    #[must_use]
    pub fn offering(mut self, ops: &[&str]) -> Self {
        self.ops = ops.iter().map(|&op| op.to_owned()).collect();
        self
    }

    fn read(&self, store: &dyn Store, regions: Option<&[Region]>) -> Result<Read, Error> {
        let array = self.array(store)?;
        let read = |region: &Region| -> Result<HexBytes, Error> {
            let region = self
                .steps
                .read_region(store, &array, &region.start, &region.shape)?;
            Ok(HexBytes::from(element::to_bytes(
                region.data_type,
                &region.elements,
            )))
        };
        let (elements, regions) = match regions {
            None => (Some(read(&whole(&array))?), None),
            Some(regions) => (
                None,
                Some(regions.iter().map(read).collect::<Result<_, _>>()?),
            ),
        };
        Ok(Read {
            data_type: array.data_type.to_string(),
            shape: array.shape,
            elements,
            elements_file: None,
            regions,
        })
    }

    fn write(
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

    fn create(
        &self,
        store: &mut dyn Store,
        metadata: &Value,
        elements: &HexBytes,
    ) -> Result<Done, Error> {
        let document = metadata.to_string().into_bytes();
        self.steps.array_metadata(&document)?;
        store.set("zarr.json", document)?;
        self.write(store, None, elements)
    }

    fn chain(
        &self,
        data_type: &str,
        shape: &[u64],
        codecs: &[Value],
    ) -> Result<(DataType, Chain), Error> {
        let data_type = DataType::from_identifier(data_type)?;
        let codecs: Vec<Json> = codecs
            .iter()
            .map(Json::from_value)
            .collect::<Result<_, _>>()?;
        Ok((data_type, self.steps.chain(&codecs, data_type, shape)?))
    }

    fn grid(
        &self,
        array_shape: &[u64],
        chunk_shape: &[u64],
        elements: &[Vec<u64>],
        chunks: &[AskedChunk],
    ) -> Result<GridAnswer, Error> {
        let grid_shape = self.steps.grid_shape(array_shape, chunk_shape)?;
        for coordinates in elements {
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
            elements: elements.iter().map(located).collect(),
            chunks: chunks.iter().map(chunk).collect::<Result<_, _>>()?,
        })
    }

    fn key(&self, encoding: &Value, index: &[u64]) -> Result<String, Error> {
        let encoding = self
            .steps
            .chunk_key_encoding(&Json::from_value(encoding)?)?;
        Ok(array_metadata::chunk_key(&self.steps, &encoding, index))
    }

    /// Answers a request; where it is about a store, that is `store`.
    fn ok(&self, ask: &Ask, store: &mut dyn Store) -> Result<Value, Error> {
        match ask {
            Ask::Hello { .. } => value(self.hello()),
            Ask::Open { .. } => {
                let array = self.steps.open(store)?;
                value(Opened {
                    data_type: array.data_type.to_string(),
                    shape: array.shape,
                })
            }
            Ask::Read { regions, .. } => value(self.read(store, regions.as_deref())?),
            Ask::Write {
                region, elements, ..
            } => value(self.write(store, region.as_ref(), elements)?),
            Ask::Create {
                metadata, elements, ..
            } => value(self.create(store, metadata, elements)?),
            Ask::Encode {
                data_type,
                shape,
                codecs,
                elements,
            } => {
                let (data_type, chain) = self.chain(data_type, shape, codecs)?;
                let encoded = self
                    .steps
                    .encode(&chain, &chunk(data_type, shape, elements)?)?;
                value(Encoded {
                    encoded: Some(HexBytes::from(encoded)),
                    encoded_file: None,
                })
            }
            Ask::Decode {
                data_type,
                shape,
                codecs,
                encoded,
            } => {
                let (data_type, chain) = self.chain(data_type, shape, codecs)?;
                let chunk = self.steps.decode(&chain, &encoded.0)?;
                value(Decoded {
                    elements: Some(HexBytes::from(element::to_bytes(
                        data_type,
                        &chunk.elements,
                    ))),
                    elements_file: None,
                })
            }
            Ask::Grid {
                array_shape,
                chunk_shape,
                elements,
                chunks,
            } => value(self.grid(array_shape, chunk_shape, elements, chunks)?),
            Ask::Other { op, .. } => Err(Error::Unsupported(format!("no operation {op:?}"))),
        }
    }
}

impl Handler for Reference {
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

    fn answer(&mut self, ask: &Ask) -> Result<Value, Refusal> {
        let mut store = DirectoryStore::new(folder_of(ask));
        self.ok(ask, &mut store).map_err(|error| refusal_of(&error))
    }
}

/// In the same process, about stores in memory.
impl Inside for Reference {
    fn answer(&self, ask: &Ask, store: &mut vectors::Store) -> Result<Value, Refusal> {
        let mut store = FolderInMemory(store);
        self.ok(ask, &mut store).map_err(|error| refusal_of(&error))
    }
}

/// The folder of the store that a request is about; of others, none.
fn folder_of(ask: &Ask) -> &str {
    match ask {
        Ask::Open { store }
        | Ask::Read { store, .. }
        | Ask::Write { store, .. }
        | Ask::Create { store, .. }
        | Ask::Other { store, .. } => store,
        Ask::Hello { .. } | Ask::Encode { .. } | Ask::Decode { .. } | Ask::Grid { .. } => "",
    }
}

fn refusal_of(error: &Error) -> Refusal {
    let kind = match error {
        Error::Metadata(_) | Error::Codec(_) | Error::Extent(_) => RefusalKind::Invalid,
        Error::Unsupported(_) => RefusalKind::Unsupported,
        Error::Store(_) | Error::Bug(_) => RefusalKind::Internal,
    };
    Refusal {
        kind,
        message: error.to_string(),
    }
}

/// The reference in the same process, as often as it is asked for.
pub struct ReferenceLauncher {
    /// The edition that it reads.
    pub edition: Edition,
    /// The wrong reading, if any.
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
            &OPERATIONS
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
        element::from_bytes(data_type, &elements.0)?,
    )
}

fn value(answer: impl serde::Serialize) -> Result<Value, Error> {
    serde_json::to_value(answer)
        .map_err(|error| Error::Bug(format!("an answer is no JSON: {error}")))
}
