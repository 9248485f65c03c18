//! From which release on each check is right.

use std::collections::BTreeMap;

use super::release::{Release, end};

/// From which release on each check is right, of releases that were judged by the same vectors.
///
/// What the text demands is right where it was judged and did not fail: what a library lacks is not right. Of everything
/// else it is enough that it did not fail.
#[derive(Clone, Debug, Default)]
pub struct Since {
    versions: Vec<String>,
    /// How many releases there are up to the last one that fails a check.
    failed: BTreeMap<String, usize>,
    /// The same, of one that was not asked it.
    not_judged: BTreeMap<String, usize>,
    /// The same, of one that was asked no check of this end.
    never_judged: BTreeMap<String, usize>,
}

impl Since {
    /// Of releases in their order.
    pub fn of(releases: &[Release]) -> Self {
        let mut since = Self::default();
        for (at, release) in releases.iter().enumerate() {
            let failed = release.failed().filter(|(_, it)| !it.advice);
            since.failed.extend(failed.map(|(id, _)| (id, at + 1)));
            let not_judged = release.not_judged();
            since.not_judged.extend(not_judged.map(|id| (id, at + 1)));
            let never = release.never_judged.iter();
            since
                .never_judged
                .extend(never.map(|it| (it.clone(), at + 1)));
            since.versions.push(release.version.clone());
        }
        since
    }

    /// The version of the newest release.
    pub fn newest(&self) -> Option<&str> {
        self.versions.last().map(String::as_str)
    }

    /// The first release from which on all of these checks are right, each with whether the text demands it; nothing where
    /// the newest release does not have all of them right, or there are no checks.
    pub fn all<'a>(&self, checks: impl IntoIterator<Item = (&'a str, bool)>) -> Option<&str> {
        let of = checks.into_iter().map(|(id, is_demanded)| {
            let of = |map: &BTreeMap<String, usize>, key: &str| map.get(key).copied().unwrap_or(0);
            let not_judged = of(&self.not_judged, id).max(of(&self.never_judged, end(id)));
            of(&self.failed, id).max(if is_demanded { not_judged } else { 0 })
        });
        self.versions.get(of.max()?).map(String::as_str)
    }

    /// The same, where an earlier release than that has not all of them right.
    pub fn became_right<'a>(
        &self,
        checks: impl IntoIterator<Item = (&'a str, bool)>,
    ) -> Option<&str> {
        let first = self.versions.first().map(String::as_str);
        self.all(checks).filter(|it| Some(*it) != first)
    }
}
