//! Facts on nodes of a hierarchy.

use std::collections::BTreeMap;

use anyhow::{Context, ensure};
use zarr_conform_reference::hierarchy::NodeTypes;
use zarr_conform_reference::store::MemoryStore;
use zarr_conform_reference::{Error, Steps};
use zarr_conform_vectors::{Claim, Hierarchy, Level, NodeStated, Statement};

use super::{Draft, open, refused};

type Documents = BTreeMap<String, String>;

impl Draft<'_> {
    /// A node, and what the reference finds; its children and all nodes where they are asked for.
    pub(crate) fn node(
        self,
        documents: Documents,
        path: &str,
        children: bool,
        walk: bool,
    ) -> anyhow::Result<()> {
        let stated = self.stated(&documents, path, children, walk)?;
        self.hierarchy(documents, path, Claim::Holds(stated))
    }

    /// A path at which there is no node.
    pub(crate) fn refused_node(
        self,
        documents: Documents,
        path: &str,
        why: &str,
    ) -> anyhow::Result<()> {
        let store = store(&documents);
        self.all_refuse(|steps| steps.node(&store, path))?;
        self.hierarchy(documents, path, refused(why))
    }

    /// A group on whose children readings differ: each with those that it lists, or nothing where it refuses to.
    /// The reference, too, must follow one of them.
    pub(crate) fn open_children(
        self,
        documents: Documents,
        path: &str,
        readings: &[(&str, Option<NodeTypes>)],
    ) -> anyhow::Result<()> {
        let store = store(&documents);
        for edition in &self.editions {
            let found = match Steps::literal(*edition).children(&store, path) {
                Err(Error::Bug(bug)) => anyhow::bail!("{}: {bug}", self.id),
                found => found.ok(),
            };
            ensure!(
                readings.iter().any(|(_, listed)| *listed == found),
                "{}: no outcome is what the reference finds in edition {edition}: {found:?}",
                self.id
            );
        }
        let node = self.stated(&documents, path, false, false)?;
        let outcomes: Vec<(&str, Option<NodeStated>)> = readings
            .iter()
            .map(|(reading, listed)| {
                let stated = listed.clone().map(|it| NodeStated {
                    children: Some(it),
                    ..node.clone()
                });
                (*reading, stated)
            })
            .collect();
        self.level(Level::Open)
            .hierarchy(documents, path, open(&outcomes))
    }

    fn stated(
        &self,
        documents: &Documents,
        path: &str,
        children: bool,
        walk: bool,
    ) -> anyhow::Result<NodeStated> {
        let store = store(documents);
        let (node_type, attributes) = self.agreed(|steps| {
            let node = steps.node(&store, path)?;
            Ok((node.node_type(), node.attributes().map(ToString::to_string)))
        })?;
        let attributes = attributes.as_deref().unwrap_or("{}");
        let listed = || self.agreed(|steps| steps.children(&store, path));
        let walked = || self.agreed(|steps| steps.walk(&store));
        Ok(NodeStated {
            node_type,
            attributes: serde_json::from_str(attributes)
                .with_context(|| format!("{}: attributes", self.id))?,
            children: children.then(listed).transpose()?,
            nodes: walk.then(walked).transpose()?,
        })
    }

    fn hierarchy(
        self,
        documents: Documents,
        path: &str,
        claim: Claim<NodeStated>,
    ) -> anyhow::Result<()> {
        let path = path.to_owned();
        self.state(Statement::Hierarchy(Hierarchy {
            documents,
            path,
            claim,
        }))
    }
}

fn store(documents: &Documents) -> MemoryStore {
    let values = documents.iter();
    MemoryStore(
        values
            .map(|(key, text)| (key.clone(), text.clone().into_bytes()))
            .collect(),
    )
}
