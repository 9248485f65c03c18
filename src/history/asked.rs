//! By which of the facts at hand a release was judged: facts come and change, and what a release came to in the others stands.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};
use zarr_conform_vectors::Vectors;

use super::release::fact;

/// How many hexadecimal digits tell facts apart, of the hash of a line of `ids.lock`.
const DIGITS: usize = 10;

/// The facts at hand.
#[derive(Clone, Debug)]
pub struct AtHand {
    /// The hash of the vectors.
    pub(super) sha256: String,
    /// What each fact states, as a few digits of a hash, by id.
    digests: BTreeMap<String, String>,
}

impl AtHand {
    /// Those of vectors.
    pub fn of(vectors: &Vectors) -> Self {
        // A loaded fact is JSON, so that its content always has a hash.
        let hashes = zarr_conform_lock::content_hashes(vectors).unwrap_or_default();
        let digest = |(id, hash): (String, String)| {
            let mut digest = hex::encode(Sha256::digest(format!("{id} {hash}\n")));
            digest.truncate(DIGITS);
            (id, digest)
        };
        Self {
            sha256: zarr_conform_lock::sha256(vectors),
            digests: hashes.into_iter().map(digest).collect(),
        }
    }

    /// What is kept beside releases, so that later vectors can tell which facts these were: the digits of each, sorted.
    pub fn to_text(&self) -> String {
        let digests: BTreeSet<&String> = self.digests.values().collect();
        digests.into_iter().fold(String::new(), |mut text, it| {
            let _ = writeln!(text, "{it}");
            text
        })
    }

    /// The facts of a release that was judged by those of which this was kept.
    pub(super) fn asked(&self, kept: &str) -> Asked {
        let kept: BTreeSet<&str> = kept.lines().collect();
        let facts = self.digests.iter();
        let facts = facts.map(|(id, digest)| (id.clone(), kept.contains(digest.as_str())));
        Asked(Some(Arc::new(facts.collect())))
    }
}

/// By which facts releases were judged: all, or some of those at hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked(Option<Arc<BTreeMap<String, bool>>>);

impl Asked {
    /// Whether the fact of this check is at hand and the same as then.
    pub(super) fn has(&self, check: &str) -> bool {
        let facts = self.0.as_ref();
        facts.is_none_or(|it| it.get(fact(check)).copied().unwrap_or(false))
    }

    /// The facts of both.
    pub(super) fn and(self, other: &Self) -> Self {
        match (self.0, &other.0) {
            (None, _) => other.clone(),
            (one, None) => Self(one),
            (Some(one), Some(other)) => {
                let is_in_both = |(id, is): (&String, &bool)| (id.clone(), *is && other[id]);
                Self(Some(Arc::new(one.iter().map(is_in_both).collect())))
            }
        }
    }

    /// The facts at hand that came or changed since.
    pub(super) fn new_facts(&self) -> impl Iterator<Item = &str> {
        let facts = self.0.iter().flat_map(|it| it.iter());
        facts.filter(|(_, is)| !**is).map(|(id, _)| id.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_hand(facts: &[(&str, &str)]) -> AtHand {
        let facts = facts
            .iter()
            .map(|(id, it)| ((*id).to_owned(), (*it).to_owned()));
        AtHand {
            sha256: String::new(),
            digests: facts.collect(),
        }
    }

    #[test]
    fn facts_that_changed_came_or_went_were_not_asked() {
        let then = at_hand(&[("t/same", "1"), ("t/changed", "2"), ("t/gone", "3")]);
        let now = at_hand(&[("t/same", "1"), ("t/changed", "4"), ("t/new", "5")]);
        let asked = now.asked(&then.to_text());
        assert!(asked.has("t/same#read"));
        for other in ["t/changed#read", "t/gone#read", "t/new#read"] {
            assert!(!asked.has(other), "{other}");
        }
        let new: Vec<&str> = asked.new_facts().collect();
        assert_eq!(new, ["t/changed", "t/new"]);
        assert!(Asked::default().has("t/gone#read"));
        let none = now.asked("");
        assert!(!asked.clone().and(&none).has("t/same#read"));
        assert_eq!(Asked::default().and(&asked), asked);
        assert_eq!(asked.clone().and(&Asked::default()), asked);
    }
}
