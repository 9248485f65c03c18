//! What an implementation in Rust can be asked: closures, each for one operation.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use super::trials;
use zarr_conform_protocol::subject::{Handler, InProcess, Launcher, StartError, Subject};
use zarr_conform_protocol::{
    Ask, AskedChunk, Decoded, Done, Encoded, GridAnswer, Hello, Opened, PROTOCOL, Read, Refusal,
    Region,
};
use zarr_conform_terms::Edition;
use zarr_conform_terms::HexBytes;

/// What an operation gives: a result, or why there is none.
pub type Result<T> = std::result::Result<T, Refusal>;

/// A chunk, as far as its codecs are concerned.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'a> {
    /// Identifier of a core data type, such as `int16`.
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
type Write = dyn Fn(&Path, Option<&Region>, &[u8]) -> Result<()> + Send + Sync;
type Create = dyn Fn(&Path, &Value, &[u8]) -> Result<()> + Send + Sync;
type Code = dyn Fn(Chunk<'_>, &[u8]) -> Result<Vec<u8>> + Send + Sync;
type AskGrid = dyn Fn(Grid<'_>) -> Result<GridAnswer> + Send + Sync;

/// An implementation under test: who it is, and what it can be asked.
///
/// Elements are bytes in lexicographical order, each element little endian; complex numbers are the
/// real, then the imaginary part, `bool` is 0 or 1, and raw bits are their bytes in order.
#[must_use = "nothing is tested before `run`"]
pub struct Implementation {
    pub(super) hello: Hello,
    pub(super) known_failures: Option<PathBuf>,
    open: Option<Box<Open>>,
    read: Option<Box<ReadStore>>,
    write: Option<Box<Write>>,
    create: Option<Box<Create>>,
    encode: Option<Box<Code>>,
    decode: Option<Box<Code>>,
    grid: Option<Box<AskGrid>>,
}

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
        f: impl Fn(&Path, Option<&Region>, &[u8]) -> Result<()> + Send + Sync + 'static,
    ) -> Self {
        self.write = Some(Box::new(f));
        self.offer("write")
    }

    /// Creates an array from metadata in an empty folder and writes all elements.
    pub fn create(
        mut self,
        f: impl Fn(&Path, &Value, &[u8]) -> Result<()> + Send + Sync + 'static,
    ) -> Self {
        self.create = Some(Box::new(f));
        self.offer("create")
    }

    /// Encodes the elements of a chunk.
    pub fn encode(
        mut self,
        f: impl Fn(Chunk<'_>, &[u8]) -> Result<Vec<u8>> + Send + Sync + 'static,
    ) -> Self {
        self.encode = Some(Box::new(f));
        self.offer("encode")
    }

    /// Decodes a chunk to its elements.
    pub fn decode(
        mut self,
        f: impl Fn(Chunk<'_>, &[u8]) -> Result<Vec<u8>> + Send + Sync + 'static,
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

    /// Runs every fact as a test, as the arguments of the process say; ends as tests do.
    pub fn run(self) -> ExitCode {
        trials::run(self)
    }

    fn ok(&self, ask: &Ask) -> Result<Value> {
        match ask {
            Ask::Hello { .. } => value(&self.hello),
            Ask::Other { .. } => Err(Refusal::unsupported("there is no such operation")),
            Ask::Open { store } => value(offered(self.open.as_deref())?(Path::new(store))?),
            Ask::Read { store, regions } => value(offered(self.read.as_deref())?(
                Path::new(store),
                regions.as_deref(),
            )?),
            Ask::Write {
                store,
                region,
                elements,
            } => {
                offered(self.write.as_deref())?(Path::new(store), region.as_ref(), &elements.0)?;
                value(Done {})
            }
            Ask::Create {
                store,
                metadata,
                elements,
            } => {
                offered(self.create.as_deref())?(Path::new(store), metadata, &elements.0)?;
                value(Done {})
            }
            Ask::Encode {
                data_type,
                shape,
                codecs,
                elements,
            } => {
                let chunk = Chunk {
                    data_type,
                    shape,
                    codecs,
                };
                value(Encoded {
                    encoded: Some(HexBytes::from(offered(self.encode.as_deref())?(
                        chunk,
                        &elements.0,
                    )?)),
                    encoded_file: None,
                })
            }
            Ask::Decode {
                data_type,
                shape,
                codecs,
                encoded,
            } => {
                let chunk = Chunk {
                    data_type,
                    shape,
                    codecs,
                };
                value(Decoded {
                    elements: Some(HexBytes::from(offered(self.decode.as_deref())?(
                        chunk, &encoded.0,
                    )?)),
                    elements_file: None,
                })
            }
            Ask::Grid {
                array_shape,
                chunk_shape,
                elements,
                chunks,
            } => value(offered(self.grid.as_deref())?(Grid {
                array_shape,
                chunk_shape,
                elements,
                chunks,
            })?),
        }
    }
}

/// The closure of an operation. The runner asks no operation that is not offered.
fn offered<F: ?Sized>(f: Option<&F>) -> Result<&F> {
    f.ok_or_else(|| Refusal::unsupported("this operation is not offered"))
}

fn value(result: impl Serialize) -> Result<Value> {
    serde_json::to_value(result).map_err(Refusal::internal)
}

/// An implementation that is asked by several tests at once.
#[derive(Clone)]
pub(super) struct Shared(pub(super) Arc<Implementation>);

impl Handler for Shared {
    fn hello(&self) -> Hello {
        self.0.hello.clone()
    }

    fn answer(&mut self, ask: &Ask) -> Result<Value> {
        self.0.ok(ask)
    }
}

impl Launcher for Shared {
    fn launch(&self) -> std::result::Result<Box<dyn Subject>, StartError> {
        Ok(Box::new(InProcess::new(self.clone())))
    }
}
