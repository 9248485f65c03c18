//! A file of vectors while it is being written.

use std::collections::BTreeMap;

use zarr_conform_terms::Edition;
use zarr_conform_vectors::Fact;

use crate::fact::Draft;

/// The editions of the accepted documents.
pub(crate) const ACCEPTED: &[Edition] = &[Edition::V3_0, Edition::V3_1];
/// The drafts alone.
pub(crate) const DRAFT: &[Edition] = &[Edition::Draft];
/// The current edition alone.
pub(crate) const CURRENT: &[Edition] = &[Edition::V3_1];
/// As accepted, before extension definitions.
pub(crate) const V3_0: &[Edition] = &[Edition::V3_0];

/// One file of facts about one topic, and the folders of stores beside it.
pub(crate) struct Topic {
    /// Path below `vectors/` without `.json`; the ids of its facts begin with it.
    pub(crate) path: &'static str,
    /// What the facts are for.
    pub(crate) about: &'static str,
    /// The facts.
    pub(crate) facts: Vec<Fact>,
    /// Files of stores, by path below the folder of the file.
    pub(crate) stores: BTreeMap<String, Vec<u8>>,
    /// What facts get unless they say otherwise.
    editions: &'static [Edition],
}

impl Topic {
    /// A topic whose facts hold in these editions unless they say otherwise.
    pub(crate) fn new(
        path: &'static str,
        editions: &'static [Edition],
        about: &'static str,
    ) -> Self {
        Self {
            path,
            about,
            facts: Vec::new(),
            stores: BTreeMap::new(),
            editions,
        }
    }

    /// Begins a fact: the last part of its id, the requirements it tests, and what an
    /// implementation that fails it got wrong.
    pub(crate) fn fact(
        &mut self,
        name: impl AsRef<str>,
        requirements: &[&str],
        comment: impl Into<String>,
    ) -> Draft<'_> {
        let id = format!("{}/{}", self.path, name.as_ref());
        let editions = self.editions;
        Draft::new(self, id, requirements, comment.into(), editions)
    }
}
