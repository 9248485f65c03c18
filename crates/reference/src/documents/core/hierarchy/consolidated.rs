//! Which metadata documents an opened group gives of what is below it: those of the store, or what it repeats.
//!
//! - Specification: core, [Consolidated metadata], which says what they are and not who wins.
//! - Example:
//!
//! ```json
//! {
//!   "zarr_format": 3, "node_type": "group",
//!   "consolidated_metadata": {
//!     "kind": "inline", "must_understand": false,
//!     "metadata": {"a": {"zarr_format": 3, "node_type": "group"}}
//!   }
//! }
//! ```
//!
//! [Consolidated metadata]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#consolidated-metadata

use std::collections::BTreeMap;

use zarr_conform_terms::{Consolidated, NodeType};

use super::{ROOT, prefix};
use crate::error::{Error, Result, metadata};
use crate::json::Json;
use crate::steps::Steps;
use crate::store::Store;

/// Metadata documents by their keys.
pub type Documents = BTreeMap<String, Vec<u8>>;

/// The documents below an opened group, in place of those of the store; nothing where those of the store count. Here
/// they do unless only consolidated metadata may be used: they are what these repeat.
///
/// # Errors
/// Those of the group's document; [`Error::Store`] where only consolidated metadata may be used and there are none.
///
/// Requirement: `extension.consolidated-metadata`.
pub fn documents_below(
    steps: &Steps,
    store: &dyn Store,
    group: &str,
    consolidated: Option<Consolidated>,
) -> Result<Option<Documents>> {
    if steps.node(store, group)?.node_type() == NodeType::Array {
        return metadata(format!("{group} is an array, which has no children"));
    }
    match consolidated {
        None | Some(Consolidated::Never) => Ok(None),
        Some(Consolidated::Only) => entries(steps, store, group)?
            .map(Some)
            .ok_or_else(|| Error::Store(format!("{group} has no consolidated metadata"))),
    }
}

/// What a group repeats of the documents below it, where it does; names of entries are paths from the group.
///
/// # Errors
/// Those of the group's document.
///
/// Requirement: `extension.consolidated-metadata-form`.
pub fn entries(steps: &Steps, store: &dyn Store, group: &str) -> Result<Option<Documents>> {
    let document = store.get(&steps.metadata_key(group)?)?.unwrap_or_default();
    let document = steps.json(&document)?;
    let consolidated = document.member("consolidated_metadata");
    let Some(Json::Object(members)) = consolidated.and_then(|it| it.member("metadata")) else {
        return Ok(None);
    };
    let entry = |(name, value): &(String, Json)| {
        let key = format!("{}{name}/zarr.json", prefix(group));
        (key, value.to_string().into_bytes())
    };
    Ok(Some(members.iter().map(entry).collect()))
}

/// A store as an opened group gives it.
pub struct Opened<'a> {
    store: &'a dyn Store,
    group: String,
    documents: Option<Documents>,
}

impl<'a> Opened<'a> {
    /// The store without a look at consolidated metadata, as a reader has it that opens a node by its path.
    pub fn plain(store: &'a dyn Store) -> Self {
        Self {
            store,
            group: ROOT.to_owned(),
            documents: None,
        }
    }

    /// The store through a group.
    ///
    /// # Errors
    /// As [`documents_below`].
    pub fn new(
        steps: &Steps,
        store: &'a dyn Store,
        group: &str,
        consolidated: Option<Consolidated>,
    ) -> Result<Self> {
        Ok(Self {
            store,
            group: group.to_owned(),
            documents: steps.documents_below(store, group, consolidated)?,
        })
    }

    /// Whether a key is that of a document below the group.
    fn is_below(&self, key: &str) -> bool {
        let below = key.strip_prefix(&prefix(&self.group));
        below.is_some_and(|it| it.ends_with("/zarr.json"))
    }
}

impl Store for Opened<'_> {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>> {
        match &self.documents {
            Some(documents) if self.is_below(key) => Ok(documents.get(key).cloned()),
            _ => self.store.get(key),
        }
    }

    fn set(&mut self, _key: &str, _value: Vec<u8>) -> Result<()> {
        Err(Error::Bug("an opened group is only read".to_owned()))
    }

    fn list(&self) -> Result<Vec<String>> {
        let mut keys = self.store.list()?;
        if let Some(documents) = &self.documents {
            keys.retain(|key| !self.is_below(key));
            keys.extend(documents.keys().cloned());
            keys.sort();
        }
        Ok(keys)
    }
}
