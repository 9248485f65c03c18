//! Stable ids: a lock file says what each id means, so that none is used again for something else
//! or changes its meaning unseen.
//!
//! `vectors/ids.lock` has one line a fact, sorted: its id, a space, and the hash of its content or
//! the word `retired`.
//!
//! For the generator, which writes the file, and for those who compare two versions of the vectors.
//!
//! ```
//! use zarr_conform_lock::Lock;
//!
//! let text = format!("a/b/c {}\na/b/d retired\n", "0".repeat(64));
//! assert_eq!(Lock::parse(&text)?.to_text(), text);
//! assert!(Lock::parse("a/b/c").is_err());
//! # Ok::<(), zarr_conform_lock::LockError>(())
//! ```

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};
use zarr_conform_vectors::{Fact, Store, Vectors};

/// The word in place of a hash for ids that must not be used again.
const RETIRED: &str = "retired";

/// SHA-256, in hexadecimal digits, of what a fact states: its level, editions, twin, statement and
/// the files of its store. Its comment, the list of its requirements, and the premise or open place
/// that it names may be improved.
///
/// # Errors
/// Where the fact is not JSON; no loaded fact is such.
pub fn content_hash(fact: &Fact, store: Option<&Store>) -> serde_json::Result<String> {
    let stated = Fact {
        comment: String::new(),
        requirements: Vec::new(),
        premise: None,
        open: None,
        ..fact.clone()
    };
    let mut hash = Sha256::new();
    hash.update(serde_json::to_vec(&stated)?);
    for (key, value) in store.into_iter().flatten() {
        hash.update((key.len() as u64).to_le_bytes());
        hash.update(key);
        hash.update((value.len() as u64).to_le_bytes());
        hash.update(value);
    }
    Ok(hex::encode(hash.finalize()))
}

/// The content hash of every fact, by id.
///
/// # Errors
/// As [`content_hash`].
pub fn content_hashes(vectors: &Vectors) -> serde_json::Result<BTreeMap<String, String>> {
    let facts = vectors.facts().iter();
    facts
        .map(|fact| Ok((fact.id.clone(), content_hash(fact, vectors.store(fact))?)))
        .collect()
}

/// SHA-256, in hexadecimal digits, of what all facts state: of the lines of `ids.lock` about facts
/// that are not retired, `id hash`, sorted by id.
pub fn sha256(vectors: &Vectors) -> String {
    // A loaded fact is JSON, so that its content always has a hash.
    let hashes = content_hashes(vectors).unwrap_or_default();
    hex::encode(Sha256::digest(Lock(hashes).to_text().as_bytes()))
}

/// What ids mean, or meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lock(BTreeMap<String, String>);

/// Why a lock cannot be brought up to date, or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LockError {
    /// A line is not of the form that it should have.
    #[error(
        "ids.lock, line {line}: found {found:?}, expected an id, a space, and a hash or \"retired\""
    )]
    Malformed {
        /// Number of the line, from 1.
        line: usize,
        /// The line.
        found: String,
    },
    /// Ids that were retired are used again.
    #[error("retired ids are used again: {}", .0.join(", "))]
    Reused(Vec<String>),
    /// Ids state something else than before.
    #[error("these ids state something else than before: {}", .0.join(", "))]
    Changed(Vec<String>),
}

impl Lock {
    /// Reads a lock file.
    ///
    /// # Errors
    /// [`LockError::Malformed`].
    pub fn parse(text: &str) -> Result<Self, LockError> {
        let mut entries = BTreeMap::new();
        for (number, line) in text.lines().enumerate() {
            let malformed = || LockError::Malformed {
                line: number + 1,
                found: line.to_owned(),
            };
            let (id, meaning) = line.split_once(' ').ok_or_else(malformed)?;
            let is_hash = meaning.len() == 64 && meaning.bytes().all(|b| b.is_ascii_hexdigit());
            if id.is_empty() || !(is_hash || meaning == RETIRED) {
                return Err(malformed());
            }
            entries.insert(id.to_owned(), meaning.to_owned());
        }
        Ok(Self(entries))
    }

    /// The text of the lock file.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (id, meaning) in &self.0 {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{id} {meaning}");
        }
        text
    }

    /// Whether an id means something, and was not retired.
    pub fn is_in_use(&self, id: &str) -> bool {
        self.0.get(id).is_some_and(|meaning| meaning != RETIRED)
    }

    /// The lock after the facts have become these: by id, their content hashes. Ids that are gone
    /// are retired.
    ///
    /// # Errors
    /// [`LockError::Reused`]; [`LockError::Changed`] unless changes are accepted.
    pub fn updated(
        &self,
        facts: &BTreeMap<String, String>,
        accept_changes: bool,
    ) -> Result<Self, LockError> {
        let known = |id: &str| self.0.get(id).map(String::as_str);
        let ids_where = |is: &dyn Fn(&str, &str) -> bool| -> Vec<String> {
            let found = facts.iter().filter(|(id, hash)| is(id, hash));
            found.map(|(id, _)| id.clone()).collect()
        };
        let reused = ids_where(&|id, _| known(id) == Some(RETIRED));
        if !reused.is_empty() {
            return Err(LockError::Reused(reused));
        }
        let changed = ids_where(&|id, hash| known(id).is_some_and(|earlier| earlier != hash));
        if !changed.is_empty() && !accept_changes {
            return Err(LockError::Changed(changed));
        }
        let mut entries: BTreeMap<String, String> = self
            .0
            .keys()
            .map(|id| (id.clone(), RETIRED.to_owned()))
            .collect();
        entries.extend(facts.iter().map(|(id, hash)| (id.clone(), hash.clone())));
        Ok(Self(entries))
    }
}

/// What differs between two sets of facts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FactChanges {
    /// Ids that only the new ones have.
    pub added: Vec<String>,
    /// Ids that only the old ones have.
    pub retired: Vec<String>,
    /// Ids that state something else.
    pub changed: Vec<String>,
}

impl FactChanges {
    /// Compares facts by their content hashes.
    ///
    /// # Errors
    /// As [`content_hash`].
    pub fn between(old: &Vectors, new: &Vectors) -> serde_json::Result<Self> {
        Ok(Self::of_hashes(
            &content_hashes(old)?,
            &content_hashes(new)?,
        ))
    }

    /// Compares facts whose content hashes are known, by id.
    pub fn of_hashes(old: &BTreeMap<String, String>, new: &BTreeMap<String, String>) -> Self {
        let missing = |from: &BTreeMap<String, String>, of: &BTreeMap<String, String>| {
            of.keys()
                .filter(|id| !from.contains_key(*id))
                .cloned()
                .collect()
        };
        let is_changed = |id: &&String| old.get(*id).is_some_and(|hash| Some(hash) != new.get(*id));
        Self {
            added: missing(old, new),
            retired: missing(new, old),
            changed: new.keys().filter(is_changed).cloned().collect(),
        }
    }

    /// Which of the three numbers of the version must grow: `major` where something that was stated
    /// no longer is, `minor` where facts were added; nothing where the facts are the same.
    pub fn version_step(&self) -> Option<&'static str> {
        if !self.retired.is_empty() || !self.changed.is_empty() {
            Some("major")
        } else if !self.added.is_empty() {
            Some("minor")
        } else {
            None
        }
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.retired.is_empty() && self.changed.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(facts: &[(&str, char)]) -> BTreeMap<String, String> {
        facts
            .iter()
            .map(|(id, digit)| ((*id).to_owned(), digit.to_string().repeat(64)))
            .collect()
    }

    #[test]
    fn ids_are_added_kept_and_retired() {
        let first = Lock::default()
            .updated(&facts(&[("a/b/c", '1'), ("a/b/d", '2')]), false)
            .unwrap();
        let second = first
            .updated(&facts(&[("a/b/d", '2'), ("a/b/e", '3')]), false)
            .unwrap();
        assert!(second.to_text().starts_with("a/b/c retired\na/b/d 2222"));
        assert_eq!(Lock::parse(&second.to_text()).unwrap(), second);
    }

    #[test]
    fn retired_ids_are_not_used_again_and_meanings_stay() {
        let lock = Lock::parse(&format!("a/b/c retired\na/b/d {}\n", "1".repeat(64))).unwrap();
        let again = lock.updated(&facts(&[("a/b/c", '1'), ("a/b/d", '1')]), true);
        assert_eq!(again, Err(LockError::Reused(vec!["a/b/c".to_owned()])));
        let other = facts(&[("a/b/d", '2')]);
        assert_eq!(
            lock.updated(&other, false),
            Err(LockError::Changed(vec!["a/b/d".to_owned()]))
        );
        assert!(
            lock.updated(&other, true)
                .unwrap()
                .to_text()
                .contains("a/b/d 2222")
        );
    }

    #[test]
    fn comments_are_free_and_statements_are_not() {
        let vectors = zarr_conform_embedded::vectors().unwrap();
        let fact = vectors.fact("transpose/chains/cycle-then-swap").unwrap();
        let hash = |fact: &Fact| content_hash(fact, None).unwrap();
        let commented = Fact {
            comment: "another".to_owned(),
            ..fact.clone()
        };
        assert_eq!(hash(&commented), hash(fact));
        let other = Fact {
            editions: Vec::new(),
            ..fact.clone()
        };
        assert_ne!(hash(&other), hash(fact));
        let store = Store::from([("zarr.json".to_owned(), [].into())]);
        assert_ne!(content_hash(fact, Some(&store)).unwrap(), hash(fact));
    }

    #[rstest::rstest]
    #[case::no_hash("a/b/c")]
    #[case::hash_too_short("a/b/c 12")]
    #[case::no_id(" retired")]
    #[case::retired_in_capitals("a/b/c Retired")]
    fn malformed_lines_are_refused(#[case] line: &str) {
        assert!(matches!(
            Lock::parse(line),
            Err(LockError::Malformed { line: 1, .. })
        ));
    }
}
