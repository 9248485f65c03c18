//! A hierarchy: a node with no group above it, and the nodes below.

use std::collections::BTreeMap;

use serde::Serialize;

use super::features::Features;
use super::features::hierarchy::ARRAYS;
use super::tally::Tally;

/// What was found of a hierarchy.
#[derive(Clone, Debug, Serialize)]
pub struct HierarchyReport {
    /// Path of its root below the folder that was scanned; empty for that folder itself.
    pub path: String,
    /// How many groups it has.
    pub groups: u64,
    /// How many arrays it has.
    pub arrays: u64,
    /// What it has that a reader could get wrong, with the paths where that is.
    pub uses: BTreeMap<String, Tally>,
}

impl HierarchyReport {
    /// A hierarchy whose root is at a path below the folder that is scanned.
    pub(super) fn new(path: &str) -> Self {
        Self {
            path: path.to_owned(),
            groups: 0,
            arrays: 0,
            uses: BTreeMap::new(),
        }
    }

    /// Notes what it has at a path below the folder that is scanned.
    pub(super) fn has(&mut self, feature: impl Into<String>, path: impl Into<String>) {
        let tally = self.uses.entry(feature.into()).or_default();
        tally.add(path, "");
    }

    /// The names of a path from the root.
    pub(super) fn names<'a>(&self, path: &'a str) -> Vec<&'a str> {
        let below = path.strip_prefix(&self.path).unwrap_or(path);
        let names = below.split('/').filter(|it| !it.is_empty());
        names.collect()
    }

    /// Whether there is something to say of it beyond what is said of its arrays.
    pub(super) fn is_shown(&self) -> bool {
        self.groups > 0 || self.uses.keys().any(|it| it != ARRAYS)
    }

    /// What it has, without where.
    pub(super) fn features(&self) -> Features {
        self.uses.keys().cloned().collect()
    }
}
