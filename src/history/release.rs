//! What one release came to: every verdict but what was seen in open places, as globs of ids.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

use serde::{Deserialize, Serialize};
use zarr_conform_runner::{CheckResult, Concern, Verdict, compare_versions};
use zarr_conform_terms::Edition;

use super::asked::Asked;
use crate::bless::exact_globs;
use crate::kept::{self, Kept, KeptError};
use crate::recorded::Recording;

/// The version of the form of [`Release`] as JSON.
pub const RELEASE: u64 = 1;

/// What one release came to. Checks that are named nowhere passed, or are about an open place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Release {
    /// The version of this form, [`RELEASE`].
    pub format: u64,
    /// The implementation's name.
    pub name: String,
    /// The release.
    pub version: String,
    /// The day on which it was published, as `2026-11-22`.
    pub date: String,
    /// Why it was withdrawn, where it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yanked: Option<String>,
    /// The edition that was judged.
    pub edition: Edition,
    /// The hash of the vectors by which it was judged.
    pub vectors_sha256: String,
    /// The ends of ids of checks of which none was judged, such as `decode`.
    pub never_judged: BTreeSet<String>,
    /// Other checks that were not judged: unsupported, skipped, or not the same each time.
    pub not_judged: Vec<String>,
    /// Checks that failed.
    pub failed: Vec<Failed>,
    /// By which of the facts at hand it and those beside it were judged. What follows from others is not listed by [`Release::failed`] and
    /// [`Release::not_judged`].
    #[serde(skip)]
    pub asked: Asked,
}

/// Checks that failed alike.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failed {
    /// The count that they belong to.
    pub concern: Concern,
    /// The kind of failure.
    pub verdict: String,
    /// Whether the specification only recommends what they demand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub advice: bool,
    /// The misreading that explains them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub misreading: Option<String>,
    /// Globs of their ids that match these and no others.
    pub checks: Vec<String>,
}

/// What a check came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing<'a> {
    /// It passed, or is about an open place.
    Right,
    /// It was not judged.
    NotJudged,
    /// It failed.
    Wrong(&'a Failed),
}

impl Kept for Release {
    const WHAT: &'static str = "what a release came to";
    const BY: &'static str = "conform history record";
    const FORMAT: u64 = RELEASE;

    fn contradiction(&self) -> Option<String> {
        // It is part of the name of a file.
        let hash = &self.vectors_sha256;
        if !hash.bytes().all(|it| it.is_ascii_hexdigit()) {
            return Some(format!("vectors_sha256 is {hash:?}, which is not a hash"));
        }
        let mut all = BTreeSet::new();
        let mut ids = self.failed().map(|(id, _)| id).chain(self.not_judged());
        ids.find(|id| !all.insert(id.clone()))
            .map(|id| format!("{id} is listed twice"))
    }
}

impl Release {
    /// What a run came to, of a release of this day, and why it was withdrawn.
    pub fn of(run: &Recording, date: &str, yanked: Option<&str>) -> Self {
        let explanations = run.diagnosis.iter().flat_map(|it| &it.explanations);
        let misreadings: BTreeMap<&str, &str> = explanations
            .flat_map(|it| {
                let ids = it.checks.iter();
                ids.map(|id| (id.as_str(), it.misreading.as_str()))
            })
            .collect();
        let mut failed: BTreeMap<Failed, Vec<&str>> = BTreeMap::new();
        for result in &run.results {
            if let Verdict::Fail(failure) = &result.verdict {
                let misreading = misreadings.get(result.check.as_str());
                let alike = Failed {
                    concern: result.concern,
                    verdict: failure.kind.name().to_owned(),
                    advice: !result.is_required(),
                    misreading: misreading.map(|it| (*it).to_owned()),
                    checks: Vec::new(),
                };
                failed.entry(alike).or_default().push(&result.check);
            }
        }
        let judged = |it: &CheckResult| {
            matches!(
                it.verdict,
                Verdict::Pass { .. } | Verdict::Fail(_) | Verdict::Behaviour { .. }
            )
        };
        let ends = |of: bool| -> BTreeSet<&str> {
            let results = run.results.iter().filter(|it| judged(it) == of);
            results.map(|it| end(&it.check)).collect()
        };
        let never_judged: BTreeSet<&str> = &ends(false) - &ends(true);
        let results = run.results.iter().filter(|it| !judged(it));
        let not_judged = results.map(|it| it.check.as_str());
        let not_judged: Vec<&str> = not_judged
            .filter(|id| !never_judged.contains(end(id)))
            .collect();
        let who = &run.header.implementation;
        Self {
            format: RELEASE,
            name: who.name.clone(),
            version: who.version.clone(),
            date: date.to_owned(),
            yanked: yanked.map(str::to_owned),
            edition: run.header.edition,
            vectors_sha256: run.header.vectors_sha256.clone(),
            not_judged: exact_globs(&not_judged),
            never_judged: never_judged.into_iter().map(str::to_owned).collect(),
            failed: failed
                .into_iter()
                .map(|(alike, checks)| Failed {
                    checks: exact_globs(&checks),
                    ..alike
                })
                .collect(),
            asked: Asked::default(),
        }
    }

    /// Reads what was kept.
    ///
    /// # Errors
    /// Where it is anything but the whole of one release in format [`RELEASE`].
    pub fn read(file: impl Read) -> Result<Self, KeptError> {
        kept::read(file)
    }

    /// Puts releases in order, the earliest first: by the day, and by the numbers of the version on one day.
    pub fn sort(releases: &mut [Self]) {
        releases.sort_by(|a, b| {
            a.date
                .cmp(&b.date)
                .then_with(|| compare_versions(&a.version, &b.version))
        });
    }

    /// The checks that failed, with what they came to.
    pub fn failed(&self) -> impl Iterator<Item = (String, &Failed)> {
        let failed = self.failed.iter().flat_map(|it| {
            let ids = it.checks.iter().flat_map(|glob| expanded(glob));
            ids.map(move |id| (id, it))
        });
        failed.filter(|(id, _)| self.asked.has(id))
    }

    /// The checks that were not judged, apart from those of which none was.
    pub fn not_judged(&self) -> impl Iterator<Item = String> {
        let ids = self.not_judged.iter().flat_map(|glob| expanded(glob));
        ids.filter(|id| self.asked.has(id))
    }

    /// What each of these checks came to.
    pub fn standings<'a>(&'a self, checks: &BTreeSet<String>) -> Vec<Standing<'a>> {
        let failed: BTreeMap<String, &Failed> = self.failed().collect();
        let not_judged: BTreeSet<String> = self.not_judged().collect();
        let standing = |id: &String| match failed.get(id) {
            Some(failed) => Standing::Wrong(failed),
            None if not_judged.contains(id)
                || self.never_judged.contains(end(id))
                || !self.asked.has(id) =>
            {
                Standing::NotJudged
            }
            None => Standing::Right,
        };
        checks.iter().map(standing).collect()
    }
}

/// The fact in the id of a check.
pub(super) fn fact(check: &str) -> &str {
    check.split_once('#').map_or(check, |(fact, _)| fact)
}

/// What stands behind the fact in the id of a check.
pub(super) fn end(check: &str) -> &str {
    check.split_once('#').map_or("", |(_, end)| end)
}

/// The ids that a glob of [`exact_globs`] matches.
fn expanded(glob: &str) -> Vec<String> {
    let Some((before, rest)) = glob.split_once('{') else {
        return vec![glob.to_owned()];
    };
    let Some((names, after)) = rest.split_once('}') else {
        return vec![glob.to_owned()];
    };
    let after = expanded(after);
    let names = names.split(',');
    names
        .flat_map(|name| {
            after
                .iter()
                .map(move |after| format!("{before}{name}{after}"))
        })
        .collect()
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A release of a library.
    pub(crate) fn release(
        version: &str,
        date: &str,
        failed: &[&str],
        never_judged: &[&str],
    ) -> Release {
        let failed = failed.iter().map(|id| Failed {
            concern: Concern::RightData,
            verdict: "wrong-data".to_owned(),
            advice: false,
            misreading: id.contains("order").then(|| "order-inverted".to_owned()),
            checks: vec![(*id).to_owned()],
        });
        Release {
            format: RELEASE,
            name: "a library".to_owned(),
            version: version.to_owned(),
            date: date.to_owned(),
            yanked: None,
            edition: Edition::V3_1,
            vectors_sha256: String::new(),
            never_judged: never_judged.iter().map(|it| (*it).to_owned()).collect(),
            not_judged: Vec::new(),
            failed: failed.collect(),
            asked: Asked::default(),
        }
    }

    proptest! {
        #[test]
        fn globs_are_expanded_to_the_ids_of_which_they_were_made(picked in prop::collection::btree_set((0_usize..3, 0_usize..4, 0_usize..3), 0..20)) {
            let topics = ["a/b", "a/bc", "d"];
            let ends = ["open", "read", "create"];
            let ids: BTreeSet<String> = picked
                .iter()
                .map(|&(topic, fact, end)| format!("{}/x-{fact}#{}", topics[topic], ends[end]))
                .collect();
            let given: Vec<&str> = ids.iter().map(String::as_str).collect();
            let found: Vec<String> = exact_globs(&given).iter().flat_map(|it| expanded(it)).collect();
            prop_assert_eq!(found.len(), ids.len());
            prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), ids);
        }
    }
}
