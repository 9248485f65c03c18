//! Nodes of a hierarchy.

use zarr_conform_protocol::{Children, Node, Walk, ask};
use zarr_conform_reference::Error;
use zarr_conform_reference::hierarchy::{Opened, ROOT};
use zarr_conform_reference::store::Store;
use zarr_conform_terms::{Consolidated, NodeType, Through};

use super::Reference;

impl Reference {
    /// The store as it is through a group, or as it is.
    pub(super) fn through<'a>(
        &self,
        store: &'a dyn Store,
        group: Option<&str>,
        consolidated: Option<Consolidated>,
    ) -> Result<Opened<'a>, Error> {
        match group {
            Some(group) => Opened::new(&self.steps, store, group, consolidated),
            None => Ok(Opened::plain(store)),
        }
    }

    pub(super) fn node_in(&self, store: &dyn Store, asked: &ask::Node) -> Result<Node, Error> {
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

    pub(super) fn children_in(
        &self,
        store: &dyn Store,
        asked: &ask::Node,
    ) -> Result<Children, Error> {
        let group = match asked.through {
            Some(Through::Root) => ROOT,
            None => &asked.path,
        };
        let store = self.through(store, Some(group), asked.consolidated)?;
        let children = self.steps.children(&store, &asked.path)?;
        Ok(Children { children })
    }

    pub(super) fn walk_in(&self, store: &dyn Store, asked: &ask::Walk) -> Result<Walk, Error> {
        let store = match self.steps.node(store, ROOT)?.node_type() {
            NodeType::Group => self.through(store, Some(ROOT), asked.consolidated)?,
            NodeType::Array => Opened::plain(store),
        };
        let nodes = self.steps.walk(&store)?;
        Ok(Walk { nodes })
    }
}
