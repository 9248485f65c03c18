//! The reference as an implementation under test: the example for authors of adapters, and with a
//! misreading the wrong implementation that every vector must be proved against.
//!
//! | file | what is in it |
//! |---|---|
//! | `arrays` | arrays in stores: opening, reading, writing and creating them |
//! | `chunks` | chunks and grids by themselves |
//! | `nodes` | nodes of a hierarchy |
//! | `about` | the operations about one store, whichever folder a request names |
//! | `launcher` | the reference in the same process |

mod about;
mod arrays;
mod chunks;
mod launcher;
mod nodes;
#[cfg(test)]
mod tests;

use std::sync::Mutex;

use serde_json::Value;

use zarr_conform_protocol::subject::{Bug, NoResult, Operations, perform};
use zarr_conform_protocol::{
    Ask, Children, Decoded, Done, Encoded, GridAnswer, Hello, Node, Opened, Read, Refusal,
    RefusalKind, Unsupported, Walk, ask, offers,
};
use zarr_conform_reference::misreading::Misreading;
use zarr_conform_reference::store::DirectoryStore;
use zarr_conform_reference::{Error, Steps};
use zarr_conform_runner::Inside;
use zarr_conform_terms::Edition;
use zarr_conform_vectors as vectors;

use self::about::About;
use self::arrays::Opening;
use crate::folder_in_memory::FolderInMemory;

pub use self::launcher::ReferenceLauncher;

/// The reference, or a misreading, answering protocol 1.
pub struct Reference {
    name: String,
    steps: Steps,
    ops: Vec<String>,
    most_elements: u64,
    last: Mutex<Option<Opening>>,
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
    pub fn of(name: String, steps: Steps) -> Self {
        Self {
            name,
            steps,
            ops: offers().map(str::to_owned).collect(),
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
