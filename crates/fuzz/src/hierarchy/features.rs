//! What a case is about, in words, and the requirements that it tests.

use std::collections::BTreeSet;

use serde_json::Value;

use super::names::is_plain_path;
use super::node::{Node, SmallArray};
use super::{Act, HierarchyCase, ROOT, is_below};
use crate::case::features::{Features, UNSTORED};

/// That the case is not an array by itself.
const HIERARCHY: &str = "hierarchy";

impl HierarchyCase {
    /// What the case has beyond a group at the root of which nothing else is known.
    pub fn features(&self) -> Features {
        let mut features = Features::from([HIERARCHY.to_owned()]);
        let mut add = |is_so: bool, word: &str| {
            if is_so {
                features.insert(word.to_owned());
            }
        };
        let target = self.target();
        let nodes = || self.nodes.iter().filter(|(path, _)| **path != self.path);
        add(self.act != Act::Find, self.act.name());
        add(target.array.is_some(), "array in a hierarchy");
        match self.path.matches('/').count() {
            _ if self.path == ROOT => {}
            1 => add(true, "below the root"),
            _ => add(true, "several levels"),
        }
        add(self.through.is_some(), "through the root");
        add(!is_plain_path(&self.asked_path()), "odd name");
        let attributes = target.attributes.as_ref();
        add(attributes.is_some(), "attributes");
        add(
            attributes.is_some_and(|it| it.values().any(Value::is_null)),
            "null in attributes",
        );
        add(target.has_unknown, "unknown member");
        add(self.is_consolidated(&self.path), "consolidated metadata");
        add(self.below(&self.path).next().is_some(), "nodes below");
        let is_beside = |path: &str| !is_below(path, &self.path) && !is_below(&self.path, path);
        add(nodes().any(|(path, _)| is_beside(path)), "other nodes");
        add(
            nodes().any(|(path, _)| !is_plain_path(path)),
            "odd names of other nodes",
        );
        add(
            nodes().any(|(path, node)| node.attributes.is_some() || self.is_consolidated(path)),
            "members of other nodes",
        );
        add(!self.files.is_empty(), "other files");
        if let Some(array) = self.array_asked() {
            add(array.keys.is_v2, "keys of v2");
            add(array.is_sparse(), UNSTORED);
            add(array.shape.len() > 1, "several dimensions");
        }
        if let Act::CreateGroup(create, _) | Act::CreateArray(create, _) = &self.act {
            add(create.from_the_root, "seen from the root");
        }
        if let Some((mistake, _)) = self.mistake {
            add(true, mistake.name);
        }
        features
    }

    /// The case in a line, for people.
    pub(super) fn in_words(&self) -> String {
        let features: Vec<String> = self.features().into_iter().collect();
        format!("{} ({})", self.act.name(), features.join(", "))
    }

    /// The path of the node that is asked for or changed.
    pub(super) fn asked_path(&self) -> String {
        match &self.act {
            Act::CreateGroup(create, _) | Act::CreateArray(create, _) => create.path.clone(),
            _ => self.path.clone(),
        }
    }

    /// The array whose elements are read.
    fn array_asked(&self) -> Option<&SmallArray> {
        match &self.act {
            Act::CreateArray(_, array) => Some(array),
            _ => self.target().array.as_ref(),
        }
    }

    /// Ids of the requirements that the valid case tests.
    pub(super) fn requirements(&self) -> Vec<String> {
        let target = self.target();
        let mut ids = BTreeSet::new();
        let mut add = |is_so: bool, id: &'static str| {
            if is_so {
                ids.insert(id);
            }
        };
        let path = self.asked_path();
        add(path == ROOT, "hierarchy.root");
        add(path != ROOT, "storage.non-root-metadata-key");
        add(path != ROOT, "hierarchy.path");
        add(!is_plain_path(&path), "node-name.code-points");
        let array = self.array_asked();
        add(array.is_none(), "group-metadata.mandatory");
        add(array.is_none(), "hierarchy.tree");
        add(array.is_some(), "storage.chunk-key-prefix");
        add(
            array.is_some_and(SmallArray::is_sparse),
            "storage.missing-chunk-is-fill-value",
        );
        let has_attributes = target.attributes.is_some()
            || matches!(self.act, Act::SetAttributes(_) | Act::CreateGroup(..));
        let is_array = target.array.is_some();
        add(has_attributes && is_array, "array-metadata.attributes-any");
        add(has_attributes && !is_array, "group-metadata.attributes-any");
        add(target.has_unknown, "extension.must-understand-false");
        add(
            self.is_consolidated(&self.path) || self.act == Act::Consolidate,
            "extension.consolidated-metadata-form",
        );
        ids.into_iter().map(str::to_owned).collect()
    }

    /// Whether the document of a group has consolidated metadata: of no nodes, since those of others may be used or not,
    /// and only where nothing is changed.
    pub(super) fn is_consolidated(&self, path: &str) -> bool {
        let is_marked = |it: &Node| it.is_consolidated && it.array.is_none();
        self.act == Act::Find
            && self.nodes.get(path).is_some_and(is_marked)
            && self.below(path).next().is_none()
    }
}
