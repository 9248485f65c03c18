//! What an implementation in Rust can be asked: closures, each for one operation.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;

use zarr_conform_protocol::subject::{
    InProcess, Launcher, NoResult, Operations, StartError, Subject,
};
use zarr_conform_protocol::{
    AskedChunk, Decoded, Done, Encoded, GridAnswer, Hello, Opened, PROTOCOL, Read, Refusal, Region,
    ask,
};
use zarr_conform_terms::Edition;
use zarr_conform_terms::{HexBytes, HexElements};

/// What an operation gives: a result, or why there is none.
pub type Result<T> = std::result::Result<T, Refusal>;

/// Elements of an array or a chunk: the bytes of all, or, where elements have different numbers of bytes, those of each.
pub type Elements = HexElements;

/// The bytes of all elements, for a library without data types whose elements have different numbers of bytes.
///
/// # Errors
/// A refusal as unsupported where they have.
pub fn fixed(elements: &Elements) -> Result<&[u8]> {
    match elements.fixed() {
        Some(bytes) => Ok(&bytes.0),
        None => Err(Refusal::unsupported(
            "elements of different numbers of bytes",
        )),
    }
}

/// A chunk, as far as its codecs are concerned.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'a> {
    /// The data type as a text: an identifier, such as `int16`, or the JSON of an object with its name and configuration.
    pub data_type: &'a str,
    /// Shape of the decoded chunk.
    pub shape: &'a [u64],
    /// The codec list, as in array metadata.
    pub codecs: &'a [Value],
}

/// What is asked about a regular chunk grid.
#[derive(Clone, Copy, Debug)]
pub struct Grid<'a> {
    /// Shape of the array.
    pub array_shape: &'a [u64],
    /// Shape of the chunks.
    pub chunk_shape: &'a [u64],
    /// Coordinates of elements: in which chunk, at which position within it?
    pub elements: &'a [Vec<u64>],
    /// Chunks: where is the origin, and what is the key?
    pub chunks: &'a [AskedChunk],
}

type Open = dyn Fn(&Path) -> Result<Opened> + Send + Sync;
type ReadStore = dyn Fn(&Path, Option<&[Region]>) -> Result<Read> + Send + Sync;
type Write = dyn Fn(&Path, Option<&Region>, &Elements) -> Result<()> + Send + Sync;
type Create = dyn Fn(&Path, &Value, &Elements) -> Result<()> + Send + Sync;
type EncodeChunk = dyn Fn(Chunk<'_>, &Elements) -> Result<Vec<u8>> + Send + Sync;
type DecodeChunk = dyn Fn(Chunk<'_>, &[u8]) -> Result<Elements> + Send + Sync;
type AskGrid = dyn Fn(Grid<'_>) -> Result<GridAnswer> + Send + Sync;

/// An implementation under test: who it is, and what it can be asked.
///
/// Elements are bytes in lexicographical order, each element little endian; complex numbers are the
/// real, then the imaginary part, `bool` is 0 or 1, and raw bits are their bytes in order. Of a data type whose elements
/// have different numbers of bytes, they are a list of those of each: see [`Elements`].
#[must_use = "nothing is tested before `run`"]
pub struct Implementation {
    pub(super) hello: Hello,
    pub(super) known_failures: Option<PathBuf>,
    open: Option<Box<Open>>,
    read: Option<Box<ReadStore>>,
    write: Option<Box<Write>>,
    create: Option<Box<Create>>,
    encode: Option<Box<EncodeChunk>>,
    decode: Option<Box<DecodeChunk>>,
    grid: Option<Box<AskGrid>>,
}

/// The operations that a function can be given for.
pub(crate) const OPERATIONS: [&str; 7] = [
    "open", "read", "write", "create", "encode", "decode", "grid",
];

impl Implementation {
    /// An implementation of the newest edition that can be asked nothing yet.
    pub fn new(name: &str, version: &str) -> Self {
        Self {
            hello: Hello {
                protocol: PROTOCOL,
                name: name.to_owned(),
                version: version.to_owned(),
                language: "Rust".to_owned(),
                edition: Edition::default(),
                ops: Vec::new(),
                unsupported: zarr_conform_protocol::Unsupported::default(),
                files: false,
            },
            known_failures: None,
            open: None,
            read: None,
            write: None,
            create: None,
            encode: None,
            decode: None,
            grid: None,
        }
    }

    /// Implements this edition of the specification.
    pub fn edition(mut self, edition: Edition) -> Self {
        self.hello.edition = edition;
        self
    }

    /// Lacks these data types; `r*` stands for all raw types. Facts that need them are ignored.
    pub fn without_data_types(mut self, identifiers: &[&str]) -> Self {
        let lacking = &mut self.hello.unsupported.data_types;
        lacking.extend(identifiers.iter().map(|&it| it.to_owned()));
        self
    }

    /// Lacks these codecs. Facts that need them are ignored.
    pub fn without_codecs(mut self, names: &[&str]) -> Self {
        let lacking = &mut self.hello.unsupported.codecs;
        lacking.extend(names.iter().map(|&it| it.to_owned()));
        self
    }

    /// Fails as this file lists: the same TOML that `conform --expect` takes. A listed failure is
    /// an ignored test; one that is not listed, passes now or fails in another way is a failed test.
    pub fn known_failures(mut self, file: impl Into<PathBuf>) -> Self {
        self.known_failures = Some(file.into());
        self
    }

    /// Opens the array whose store is this folder: what is understood of it?
    pub fn open(mut self, f: impl Fn(&Path) -> Result<Opened> + Send + Sync + 'static) -> Self {
        self.open = Some(Box::new(f));
        self.offer("open")
    }

    /// Opens the array once and reads regions one after the other; all of it, without any.
    pub fn read(
        mut self,
        f: impl Fn(&Path, Option<&[Region]>) -> Result<Read> + Send + Sync + 'static,
    ) -> Self {
        self.read = Some(Box::new(f));
        self.offer("read")
    }

    /// Opens the array and writes elements of a region; of all of it, without one.
    pub fn write(
        mut self,
        f: impl Fn(&Path, Option<&Region>, &Elements) -> Result<()> + Send + Sync + 'static,
    ) -> Self {
        self.write = Some(Box::new(f));
        self.offer("write")
    }

    /// Creates an array from metadata in an empty folder and writes all elements.
    pub fn create(
        mut self,
        f: impl Fn(&Path, &Value, &Elements) -> Result<()> + Send + Sync + 'static,
    ) -> Self {
        self.create = Some(Box::new(f));
        self.offer("create")
    }

    /// Encodes the elements of a chunk.
    pub fn encode(
        mut self,
        f: impl Fn(Chunk<'_>, &Elements) -> Result<Vec<u8>> + Send + Sync + 'static,
    ) -> Self {
        self.encode = Some(Box::new(f));
        self.offer("encode")
    }

    /// Decodes a chunk to its elements.
    pub fn decode(
        mut self,
        f: impl Fn(Chunk<'_>, &[u8]) -> Result<Elements> + Send + Sync + 'static,
    ) -> Self {
        self.decode = Some(Box::new(f));
        self.offer("decode")
    }

    /// Computes with a regular grid.
    pub fn grid(
        mut self,
        f: impl Fn(Grid<'_>) -> Result<GridAnswer> + Send + Sync + 'static,
    ) -> Self {
        self.grid = Some(Box::new(f));
        self.offer("grid")
    }

    fn offer(mut self, op: &str) -> Self {
        if !self.hello.ops.iter().any(|it| it == op) {
            self.hello.ops.push(op.to_owned());
        }
        self
    }
}

/// The closure of an operation. The runner asks no operation that is not offered.
fn offered<F: ?Sized>(f: Option<&F>) -> Result<&F> {
    f.ok_or_else(|| Refusal::unsupported("this operation is not offered"))
}

/// An implementation that is asked by several tests at once.
#[derive(Clone)]
pub(super) struct SharedImplementation(pub(super) Arc<Implementation>);

/// What an operation gives to the protocol.
type Answer<T> = std::result::Result<T, NoResult>;

impl Operations for SharedImplementation {
    fn hello(&self) -> Hello {
        self.0.hello.clone()
    }

    fn open(&mut self, asked: &ask::Open) -> Answer<Opened> {
        Ok(offered(self.0.open.as_deref())?(Path::new(&asked.store))?)
    }

    fn read(&mut self, asked: &ask::Read) -> Answer<Read> {
        let read = offered(self.0.read.as_deref())?;
        Ok(read(Path::new(&asked.store), asked.regions.as_deref())?)
    }

    fn write(&mut self, asked: &ask::Write) -> Answer<Done> {
        let write = offered(self.0.write.as_deref())?;
        let (store, region) = (Path::new(&asked.store), asked.region.as_ref());
        write(store, region, &asked.elements)?;
        Ok(Done {})
    }

    fn create(&mut self, asked: &ask::Create) -> Answer<Done> {
        let create = offered(self.0.create.as_deref())?;
        create(Path::new(&asked.store), &asked.metadata, &asked.elements)?;
        Ok(Done {})
    }

    fn encode(&mut self, asked: &ask::Encode) -> Answer<Encoded> {
        let chunk = Chunk {
            data_type: &asked.data_type,
            shape: &asked.shape,
            codecs: &asked.codecs,
        };
        let encoded = offered(self.0.encode.as_deref())?(chunk, &asked.elements)?;
        Ok(Encoded {
            encoded: Some(HexBytes::from(encoded)),
            encoded_file: None,
        })
    }

    fn decode(&mut self, asked: &ask::Decode) -> Answer<Decoded> {
        let chunk = Chunk {
            data_type: &asked.data_type,
            shape: &asked.shape,
            codecs: &asked.codecs,
        };
        let elements = offered(self.0.decode.as_deref())?(chunk, &asked.encoded.0)?;
        Ok(Decoded {
            elements: Some(elements),
            elements_file: None,
        })
    }

    fn grid(&mut self, asked: &ask::Grid) -> Answer<GridAnswer> {
        let grid = Grid {
            array_shape: &asked.array_shape,
            chunk_shape: &asked.chunk_shape,
            elements: &asked.elements,
            chunks: &asked.chunks,
        };
        Ok(offered(self.0.grid.as_deref())?(grid)?)
    }
}

impl Launcher for SharedImplementation {
    fn launch(&self) -> std::result::Result<Box<dyn Subject>, StartError> {
        Ok(Box::new(InProcess::new(self.clone())))
    }
}
