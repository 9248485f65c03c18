//! What is in a store after a change, and what is found of a node there.

use std::collections::BTreeMap;

use zarr_conform_reference::hierarchy::{self, Opened, ROOT};
use zarr_conform_reference::store::{MemoryStore, Store};
use zarr_conform_reference::{ChunkArray, Error, Json, Result, Steps, vector_form};
use zarr_conform_terms::{Consolidated, HexElements, NodeType, Through};
use zarr_conform_vectors::{Change, Claim, Hierarchy, NodeStated, WholeArray};

/// What is in a store, what is done to it, and how a node in it is reached.
#[derive(Clone, Debug, PartialEq)]
pub struct InStore {
    /// What is in the store: texts by their keys.
    pub documents: BTreeMap<String, String>,
    /// What is done to the store first.
    pub change: Option<Change>,
    /// The path of the node.
    pub path: String,
    /// How the node is reached, if not by its path.
    pub through: Option<Through>,
    /// What is made of consolidated metadata, where that is said.
    pub consolidated: Option<Consolidated>,
}

/// What is found of a node: what a fact states is the node and perhaps more, and what a reading finds is one of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The node.
    Node,
    /// Its elements, besides.
    Elements,
    /// Its children.
    Children,
    /// All nodes.
    Nodes,
}

impl InStore {
    /// What is claimed of it.
    pub fn claiming(self, claim: Claim<NodeStated>) -> Hierarchy {
        Hierarchy {
            documents: self.documents,
            change: self.change,
            path: self.path,
            through: self.through,
            consolidated: self.consolidated,
            claim,
        }
    }

    /// The node after the change, and what is found of these besides.
    ///
    /// # Errors
    /// As [`changed`](Self::changed) and [`find`](Self::find).
    pub fn state(&self, steps: &Steps, besides: &[Found]) -> Result<NodeStated> {
        let changed = self.changed(steps)?;
        let mut stated = self.find(steps, &changed, Found::Node)?;
        for asked in besides {
            let found = self.find(steps, &changed, *asked)?;
            match asked {
                Found::Node => {}
                Found::Elements => stated.array = found.array,
                Found::Children => stated.children = found.children,
                Found::Nodes => stated.nodes = found.nodes,
            }
        }
        Ok(stated)
    }

    /// The store after the change.
    ///
    /// # Errors
    /// Where the reference refuses the change.
    pub fn changed(&self, steps: &Steps) -> Result<MemoryStore> {
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
                write(steps, &mut store, path, elements)?;
            }
            Some(Change::Write { path, elements }) => write(steps, &mut store, path, elements)?,
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

    /// What is found of the kind that is asked for; a group without attributes where no node is.
    ///
    /// # Errors
    /// Where the reference refuses it.
    pub fn find(&self, steps: &Steps, store: &dyn Store, asked: Found) -> Result<NodeStated> {
        let group = match asked {
            Found::Node | Found::Elements => self.through.map(|Through::Root| ROOT),
            Found::Children if self.through.is_none() => Some(self.path.as_str()),
            Found::Children | Found::Nodes => Some(ROOT),
        };
        let is_array = |path| Ok(steps.node(store, path)?.node_type() == NodeType::Array);
        let store = match group {
            Some(group) if asked != Found::Nodes || !is_array(group)? => {
                Opened::new(steps, store, group, self.consolidated)?
            }
            _ => Opened::plain(store),
        };
        let path = self.path.as_str();
        Ok(match asked {
            Found::Node => node(steps, &store, path)?,
            Found::Elements => NodeStated {
                array: Some(whole_array(steps, &store, path)?),
                ..node(steps, &store, path)?
            },
            Found::Children => NodeStated {
                children: Some(steps.children(&store, path)?),
                ..bare_group()
            },
            Found::Nodes => NodeStated {
                nodes: Some(steps.walk(&store)?),
                ..bare_group()
            },
        })
    }
}

/// Writes all elements of the array at a path.
fn write(steps: &Steps, store: &mut dyn Store, path: &str, elements: &HexElements) -> Result<()> {
    let document = store.get(&steps.metadata_key(path)?)?.unwrap_or_default();
    let array = steps.array_metadata(&document)?;
    let values = vector_form::from_elements(array.data_type, elements)?;
    let whole = ChunkArray::new(array.data_type, array.shape.clone(), values)?;
    let start = vec![0; array.shape.len()];
    steps.write_elements(store, path, &array, &start, &whole)
}

fn whole_array(steps: &Steps, store: &dyn Store, path: &str) -> Result<WholeArray> {
    let array = hierarchy::read_array(steps, store, path)?;
    Ok(WholeArray {
        data_type: array.data_type.into(),
        shape: array.shape,
        elements: vector_form::to_elements(array.data_type, &array.elements),
    })
}

fn node(steps: &Steps, store: &dyn Store, path: &str) -> Result<NodeStated> {
    let node = steps.node(store, path)?;
    let attributes = node.attributes().map(ToString::to_string);
    let attributes = serde_json::from_str(attributes.as_deref().unwrap_or("{}"));
    Ok(NodeStated {
        node_type: node.node_type(),
        attributes: attributes.map_err(|it| Error::Metadata(it.to_string()))?,
        ..bare_group()
    })
}

/// A group without attributes, of which nothing else is stated.
pub fn bare_group() -> NodeStated {
    NodeStated {
        node_type: NodeType::Group,
        attributes: serde_json::Map::new(),
        children: None,
        nodes: None,
        array: None,
    }
}

fn memory(documents: &BTreeMap<String, String>) -> MemoryStore {
    let values = documents.iter();
    let values = values.map(|(key, text)| (key.clone(), text.clone().into_bytes()));
    MemoryStore(values.collect())
}
