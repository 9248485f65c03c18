//! From which release on each check is right.

use std::collections::{BTreeMap, BTreeSet};

use super::asked::Asked;
use super::release::{Release, end};

/// From which release on each check is right.
///
/// What the text demands is right where it was judged and did not fail: what a library lacks is not right. Of everything
/// else it is enough that it did not fail. Nothing is right that came after a release was judged.
#[derive(Clone, Debug, Default)]
pub struct Since {
    versions: Vec<String>,
    /// Positions of releases that were withdrawn.
    yanked: BTreeSet<usize>,
    /// How many releases there are up to the last one that fails a check.
    failed: BTreeMap<String, usize>,
    /// The same, of one that was not asked it.
    not_judged: BTreeMap<String, usize>,
    /// The same, of one that was asked no check of this end.
    never_judged: BTreeMap<String, usize>,
    /// By which facts all of them were judged.
    asked: Asked,
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
            since.asked = std::mem::take(&mut since.asked).and(&release.asked);
            since.versions.push(release.version.clone());
            since.yanked.extend(release.yanked.is_some().then_some(at));
        }
        since
    }

    /// The version of the newest release.
    pub fn newest(&self) -> Option<&str> {
        self.versions.last().map(String::as_str)
    }

    /// The position of the first release from which on a check is right; beyond the last one where the newest does not have it
    /// right.
    pub fn position(&self, id: &str, is_demanded: bool) -> usize {
        let of = |map: &BTreeMap<String, usize>, key: &str| map.get(key).copied().unwrap_or(0);
        let not_judged = of(&self.not_judged, id).max(of(&self.never_judged, end(id)));
        if !self.asked.has(id) {
            return self.versions.len();
        }
        of(&self.failed, id).max(if is_demanded { not_judged } else { 0 })
    }

    /// The release at a position; where that was withdrawn, the next one that was not.
    pub fn version(&self, position: usize) -> Option<&str> {
        let mut from = position..self.versions.len();
        let at = from.find(|at| !self.yanked.contains(at))?;
        Some(&self.versions[at])
    }

    /// The first release from which on all of these checks are right, each with whether the text demands it; nothing where
    /// the newest release does not have all of them right, or there are no checks.
    pub fn all<'a>(&self, checks: impl IntoIterator<Item = (&'a str, bool)>) -> Option<&str> {
        let positions = checks.into_iter().map(|(id, is)| self.position(id, is));
        self.version(positions.max()?)
    }

    /// The same, where an earlier release than that has not all of them right.
    pub fn became_right<'a>(
        &self,
        checks: impl IntoIterator<Item = (&'a str, bool)>,
    ) -> Option<&str> {
        let positions = checks.into_iter().map(|(id, is)| self.position(id, is));
        self.version(positions.max().filter(|it| *it > 0)?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::release::tests::release;
    use super::*;

    fn since(yanked: &[usize]) -> Since {
        let mut releases = [
            release("1.0", "2025-01-01", &["t/orders#read"], &["create"]),
            release("1.1", "2025-02-01", &[], &["create"]),
            release("1.2", "2025-03-01", &["t/sizes#read"], &[]),
        ];
        for at in yanked {
            releases[*at].yanked = Some("it loses data".to_owned());
        }
        Since::of(&releases)
    }

    #[test]
    fn what_is_right_from_the_first_release_on_did_not_become_right() {
        let since = since(&[]);
        assert_eq!(since.all([("t/others#read", true)]), Some("1.0"));
        assert_eq!(since.became_right([("t/others#read", true)]), None);
        assert_eq!(since.became_right([("t/orders#read", true)]), Some("1.1"));
        assert_eq!(since.all([("t/sizes#read", true)]), None);
        assert_eq!(since.all([]), None);
    }

    #[test]
    fn what_was_not_judged_counts_where_it_is_demanded() {
        let since = since(&[]);
        assert_eq!(since.all([("t/orders#create", true)]), Some("1.2"));
        assert_eq!(since.all([("t/orders#create", false)]), Some("1.0"));
    }

    #[test]
    fn a_release_that_was_withdrawn_is_not_recommended() {
        let right = |yanked: &[usize]| {
            since(yanked)
                .all([("t/orders#read", true)])
                .map(str::to_owned)
        };
        assert_eq!(right(&[1]).as_deref(), Some("1.2"));
        assert_eq!(right(&[1, 2]), None);
    }
}
