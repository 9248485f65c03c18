//! From which release on everything that is needed is right.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use zarr_conform_vectors::Level;

use super::release::{Release, Standing, end};
use super::since::Since;

/// Which release has all of some checks right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Advice {
    /// The first release from which on each of the checks is right, where there is one.
    pub right_since: Option<String>,
    /// How many checks there are, without those of operations that no release was asked for.
    pub checks: usize,
    /// How many of them the newest release fails.
    pub failed: usize,
    /// How many of them the newest release could not be asked.
    pub not_judged: usize,
    /// How many of them came or changed after some release was judged.
    pub new: usize,
    /// The operations that no release was asked for, such as `decode`: nothing is known of these checks.
    pub never_asked: BTreeSet<String>,
}

impl Advice {
    /// The advice where all of these checks must be right, from releases in their order. What is right is as [`Since`] says.
    pub fn of(releases: &[Release], checks: &BTreeMap<String, Level>) -> Self {
        let operations: BTreeSet<&str> = checks.keys().map(|it| end(it)).collect();
        let is_unknown = |operation: &&str| {
            let mut releases = releases.iter();
            releases.all(|it| it.never_judged.contains(*operation))
        };
        let never_asked: BTreeSet<&str> = operations.into_iter().filter(is_unknown).collect();
        let asked = checks.keys().filter(|it| !never_asked.contains(end(it)));
        let asked: BTreeSet<String> = asked.cloned().collect();
        let is_demanded = |id: &str| checks[id] == Level::Must;
        let newest = releases.last();
        let newest = newest.map(|it| Counts::of(it, &asked, &is_demanded));
        let newest = newest.unwrap_or_default();
        let since = Since::of(releases);
        let since = since.all(asked.iter().map(|id| (id.as_str(), is_demanded(id))));
        Self {
            right_since: since.map(str::to_owned),
            checks: asked.len(),
            failed: newest.failed,
            not_judged: newest.not_judged,
            new: newest.new,
            never_asked: never_asked.into_iter().map(str::to_owned).collect(),
        }
    }
}

/// How many checks a release does not have right.
#[derive(Clone, Copy, Default)]
struct Counts {
    failed: usize,
    not_judged: usize,
    new: usize,
}

impl Counts {
    fn of(
        release: &Release,
        checks: &BTreeSet<String>,
        is_demanded: &dyn Fn(&str) -> bool,
    ) -> Self {
        let mut counts = Self::default();
        for (id, standing) in checks.iter().zip(release.standings(checks)) {
            match standing {
                Standing::Right => {}
                Standing::Wrong(failed) => counts.failed += usize::from(!failed.advice),
                Standing::NotJudged if !release.asked.has(id) => counts.new += 1,
                Standing::NotJudged => counts.not_judged += usize::from(is_demanded(id)),
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::super::release::tests::release;
    use super::*;

    fn advice(checks: &[&str]) -> Advice {
        let mut lacks = release("1.1", "2025-02-01", &[], &["decode"]);
        lacks.not_judged = vec!["t/strings#read".to_owned(), "t/open#read".to_owned()];
        let releases = [
            release(
                "1.0",
                "2025-01-01",
                &["t/orders#read"],
                &["create", "decode"],
            ),
            lacks,
            release("1.2", "2025-03-01", &["t/sizes#open"], &["decode"]),
        ];
        let level = |id: &str| {
            if id.starts_with("t/open") {
                Level::Open
            } else {
                Level::Must
            }
        };
        let checks = checks.iter().map(|it| ((*it).to_owned(), level(it)));
        let checks = checks.collect();
        Advice::of(&releases, &checks)
    }

    #[test]
    fn what_was_not_judged_is_not_right() {
        let since = |checks: &[&str]| advice(checks).right_since;
        assert_eq!(since(&["t/orders#read"]).as_deref(), Some("1.1"));
        let both = ["t/orders#read", "t/strings#read"];
        assert_eq!(since(&both).as_deref(), Some("1.2"));
        let open = ["t/orders#read", "t/open#read"];
        assert_eq!(since(&open).as_deref(), Some("1.1"));
        assert_eq!(since(&["t/orders#create"]).as_deref(), Some("1.1"));
    }

    #[test]
    fn what_the_newest_release_fails_is_counted() {
        let found = advice(&["t/orders#read", "t/sizes#open"]);
        assert_eq!(found.right_since, None);
        assert_eq!((found.checks, found.failed, found.not_judged), (2, 1, 0));
    }

    #[test]
    fn operations_that_no_release_has_are_named() {
        let found = advice(&["t/orders#read", "t/orders#decode"]);
        assert_eq!(found.never_asked, BTreeSet::from(["decode".to_owned()]));
        assert_eq!(
            (found.right_since.as_deref(), found.checks),
            (Some("1.1"), 1)
        );
        let nothing = advice(&["t/orders#decode"]);
        assert_eq!((nothing.right_since, nothing.checks), (None, 0));
    }
}
