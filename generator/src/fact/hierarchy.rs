//! Facts on nodes of a hierarchy.

use std::collections::BTreeMap;

use anyhow::{Context, ensure};
use zarr_conform_reference::hierarchy::{self, Below, NodeTypes, Opened, ROOT};
use zarr_conform_reference::store::{MemoryStore, Store};
use zarr_conform_reference::{Error, Json, Result, Steps, vector_form};
use zarr_conform_terms::{Consolidated, NodeType, Through};
use zarr_conform_vectors::{Change, Claim, Hierarchy, Level, NodeStated, Statement};

use super::{Draft, open, refused};

/// What is in a store, what is done to it, and how a node in it is reached.
pub(crate) struct InStore {
    pub(crate) documents: BTreeMap<String, String>,
    pub(crate) change: Option<Change>,
    pub(crate) may_refuse: bool,
    pub(crate) path: String,
    pub(crate) through: Option<Through>,
    pub(crate) consolidated: Option<Consolidated>,
}

/// What a reading finds: one of these.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Found {
    pub(crate) node: Option<NodeStated>,
    pub(crate) children: Option<NodeTypes>,
    pub(crate) nodes: Option<NodeTypes>,
}

impl Draft<'_> {
    /// A node, and what the reference finds; its children and all nodes where they are asked for.
    pub(crate) fn node(self, store: InStore, children: bool, walk: bool) -> anyhow::Result<()> {
        let stated = self.agreed(|steps| {
            let changed = store.changed(steps)?;
            let mut found = store.find(steps, &changed, &Found::node())?;
            if children {
                found.children = store.find(steps, &changed, &Found::children())?.children;
            }
            if walk {
                found.nodes = store.find(steps, &changed, &Found::nodes())?.nodes;
            }
            Ok(found)
        })?;
        let node = stated.node.context("no node is stated")?;
        let stated = NodeStated {
            children: stated.children,
            nodes: stated.nodes,
            ..node
        };
        self.hierarchy(store, Claim::Holds(stated))
    }

    /// A path at which there is no node, or a change that must not be made.
    pub(crate) fn refused_node(self, store: InStore, why: &str) -> anyhow::Result<()> {
        self.all_refuse(|steps| store.find(steps, &store.changed(steps)?, &Found::node()))?;
        self.hierarchy(store, refused(why))
    }

    /// What readings find, or nothing where one refuses. The reference, too, must follow one of them.
    pub(crate) fn open_node(
        self,
        store: InStore,
        readings: &[(&str, Option<Found>)],
    ) -> anyhow::Result<()> {
        let asked = readings.iter().find_map(|(_, found)| found.as_ref());
        let asked = asked.context("every reading refuses")?;
        for edition in &self.editions {
            let steps = Steps::literal(*edition);
            let changed = store.changed(&steps)?;
            let found = match store.find(&steps, &changed, asked) {
                Err(Error::Bug(bug)) => anyhow::bail!("{}: {bug}", self.id),
                found => found.ok(),
            };
            ensure!(
                readings.iter().any(|(_, listed)| *listed == found),
                "{}: no outcome is what the reference finds in edition {edition}: {found:?}",
                self.id
            );
        }
        let outcomes = readings.iter().map(|(reading, found)| {
            let stated = found.clone().map(|found| NodeStated {
                children: found.children,
                nodes: found.nodes,
                ..found.node.unwrap_or_else(group)
            });
            (*reading, stated)
        });
        let outcomes: Vec<(&str, Option<NodeStated>)> = outcomes.collect();
        self.level(Level::Open).hierarchy(store, open(&outcomes))
    }

    fn hierarchy(self, store: InStore, claim: Claim<NodeStated>) -> anyhow::Result<()> {
        self.state(Statement::Hierarchy(Hierarchy {
            documents: store.documents,
            change: store.change,
            may_refuse: store.may_refuse,
            path: store.path,
            through: store.through,
            consolidated: store.consolidated,
            claim,
        }))
    }
}

impl Found {
    fn node() -> Self {
        Self {
            node: Some(group()),
            ..Self::default()
        }
    }

    fn children() -> Self {
        Self {
            children: Some(NodeTypes::new()),
            ..Self::default()
        }
    }

    fn nodes() -> Self {
        Self {
            nodes: Some(NodeTypes::new()),
            ..Self::default()
        }
    }
}

impl InStore {
    /// The store after the change.
    fn changed(&self, steps: &Steps) -> Result<MemoryStore> {
        let mut store = memory(&self.documents);
        match &self.change {
            None => {}
            Some(Change::Create {
                path,
                metadata,
                elements,
            }) => {
                let document = Json::from_value(metadata)?;
                steps.create_node(&mut store, path, &document)?;
                let array = steps.array_metadata(document.to_string().as_bytes())?;
                let values = vector_form::from_bytes(array.data_type, &elements.0)?;
                let region = zarr_conform_reference::ChunkArray::new(
                    array.data_type,
                    array.shape.clone(),
                    values,
                )?;
                let start = vec![0; array.shape.len()];
                let store: &mut dyn Store = &mut store;
                let mut below = Below::new(steps, store, path)?;
                steps.write_region(&mut below, &array, &start, &region)?;
            }
            Some(Change::CreateGroup { path, attributes }) => {
                let attributes = Json::from_value(&attributes.clone().into())?;
                let document = hierarchy::group_document(Some(&attributes));
                steps.create_node(&mut store, path, &document)?;
            }
            Some(Change::SetAttributes { path, attributes }) => {
                let attributes = Json::from_value(&attributes.clone().into())?;
                steps.set_attributes(&mut store, path, &attributes)?;
            }
            Some(Change::Delete { path }) => steps.delete(&mut store, path)?,
            Some(Change::Consolidate { path }) => steps.consolidate(&mut store, path)?,
        }
        Ok(store)
    }

    /// What is found of the kind that is asked for.
    fn find(&self, steps: &Steps, store: &dyn Store, asked: &Found) -> Result<Found> {
        let group = match (self.through, &asked.node, &asked.nodes) {
            (None, Some(_), _) => None,
            (None, None, None) => Some(self.path.as_str()),
            _ => Some(ROOT),
        };
        let is_array = |path| Ok(steps.node(store, path)?.node_type() == NodeType::Array);
        let store = match group {
            Some(group) if asked.nodes.is_none() || !is_array(group)? => {
                Opened::new(steps, store, group, self.consolidated)?
            }
            _ => Opened::plain(store),
        };
        let node = match asked.node {
            Some(_) => Some(node(steps, &store, &self.path)?),
            None => None,
        };
        let children = asked.children.as_ref();
        let nodes = asked.nodes.as_ref();
        Ok(Found {
            node,
            children: children
                .map(|_| steps.children(&store, &self.path))
                .transpose()?,
            nodes: nodes.map(|_| steps.walk(&store)).transpose()?,
        })
    }
}

fn node(steps: &Steps, store: &dyn Store, path: &str) -> Result<NodeStated> {
    let node = steps.node(store, path)?;
    let attributes = node.attributes().map(ToString::to_string);
    let attributes = serde_json::from_str(attributes.as_deref().unwrap_or("{}"));
    Ok(NodeStated {
        node_type: node.node_type(),
        attributes: attributes.map_err(|it| Error::Metadata(it.to_string()))?,
        children: None,
        nodes: None,
    })
}

/// A group without attributes.
fn group() -> NodeStated {
    NodeStated {
        node_type: NodeType::Group,
        attributes: serde_json::Map::new(),
        children: None,
        nodes: None,
    }
}

fn memory(documents: &BTreeMap<String, String>) -> MemoryStore {
    let values = documents.iter();
    let values = values.map(|(key, text)| (key.clone(), text.clone().into_bytes()));
    MemoryStore(values.collect())
}
