//! A file of vectors while it is being written.

use std::collections::{BTreeMap, BTreeSet};

use zarr_conform_vectors::Fact;

/// One file of facts about one topic, and the folders of stores beside it.
pub(crate) struct Topic {
    /// Path below `vectors/` without `.json`; the ids of its facts begin with it.
    pub(crate) path: String,
    /// What the facts are for.
    pub(crate) about: String,
    /// The facts.
    pub(crate) facts: Vec<Fact>,
    /// The ids of facts of small spaces that are enumerated.
    pub(crate) enumerated: BTreeSet<String>,
    /// Files of stores, by path below the folder of the file.
    pub(crate) stores: BTreeMap<String, Vec<u8>>,
}

impl Topic {
    /// A topic without facts.
    pub(crate) fn new(path: &str, about: &str) -> Self {
        Self {
            path: path.to_owned(),
            about: about.to_owned(),
            facts: Vec::new(),
            enumerated: BTreeSet::new(),
            stores: BTreeMap::new(),
        }
    }
}
