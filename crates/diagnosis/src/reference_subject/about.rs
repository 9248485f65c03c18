//! The operations about one store, whichever folder a request names.

use serde_json::{Map, Value};

use zarr_conform_protocol::subject::{NoResult, Operations};
use zarr_conform_protocol::{
    Children, Decoded, Done, Encoded, GridAnswer, Hello, Node, Opened, Read, Walk, ask,
};
use zarr_conform_reference::hierarchy::{self, Below, ROOT};
use zarr_conform_reference::store::Store;
use zarr_conform_reference::{Error, Json};
use zarr_conform_terms::Through;

use super::{Reference, no_result};

/// The reference about one store, whichever folder a request names.
pub(super) struct About<'a>(pub &'a Reference, pub &'a mut dyn Store);

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
        let (path, region) = (asked.path.as_deref(), asked.region.as_ref());
        let written = self.0.write_to(self.1, path, region, &asked.elements);
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
