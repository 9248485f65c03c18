//! The lock file of ids: refuses what would use an id again or change its meaning unseen.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use zarr_conform_lock::{Lock, LockError, content_hash};
use zarr_conform_vectors::{Statement, Store, Topic};

use crate::output::Files;

/// The lock file below the root.
const LOCK: &str = "vectors/ids.lock";

/// Adds the lock file as it is after these files are written. `left_out` are facts of enumerations
/// that have the input of another, each with that one: their ids must never have been in use.
pub(crate) fn add(
    root: &Path,
    files: &mut Files,
    accept_changes: bool,
    left_out: &[(String, String)],
) -> anyhow::Result<()> {
    let earlier = match fs::read_to_string(root.join(LOCK)) {
        Ok(text) => Lock::parse(&text)?,
        Err(_) => Lock::default(),
    };
    if let Some((id, same)) = left_out.iter().find(|(id, _)| earlier.is_in_use(id)) {
        bail!(
            "{same} has the same input as {id}, which is enumerated and has its id for ever: leave the new one out"
        );
    }
    let lock = earlier.updated(&hashes(files)?, accept_changes);
    if let Err(LockError::Changed(_)) = &lock {
        return lock
            .map(|_| ())
            .context("give them new ids, or run again with --accept-changes");
    }
    files.insert(LOCK.to_owned(), lock?.to_text().into_bytes());
    Ok(())
}

/// The content hash of every fact, by id.
fn hashes(files: &Files) -> anyhow::Result<BTreeMap<String, String>> {
    let mut hashes = BTreeMap::new();
    for (path, bytes) in files {
        let is_json = Path::new(path)
            .extension()
            .is_some_and(|extension| extension == "json");
        let is_topic = is_json && !path.contains(".zarr/");
        let Some(folder) = path
            .rsplit_once('/')
            .map(|(folder, _)| folder)
            .filter(|_| is_topic)
        else {
            continue;
        };
        let topic: Topic = serde_json::from_slice(bytes).with_context(|| path.clone())?;
        for fact in topic.facts {
            let store = match &fact.statement {
                Statement::Array(array) => {
                    Some(store(files, &format!("{folder}/{}/", array.store)))
                }
                _ => None,
            };
            hashes.insert(fact.id.clone(), content_hash(&fact, store.as_ref())?);
        }
    }
    Ok(hashes)
}

/// The files below a folder, by their keys.
fn store(files: &Files, folder: &str) -> Store {
    let below = files
        .iter()
        .filter_map(|(path, bytes)| Some((path.strip_prefix(folder)?, bytes)));
    below
        .map(|(key, bytes)| (key.to_owned(), bytes.as_slice().into()))
        .collect()
}
