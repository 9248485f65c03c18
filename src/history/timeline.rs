//! Which failures began and ended in which release of an implementation.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use zarr_conform_reference::misreading;
use zarr_conform_runner::Concern;

use super::release::{Failed, Release, Standing, fact};
use crate::findings::{Catalogue, Finding};

/// The releases of one implementation, the earliest first, and what failed in any of them.
#[derive(Clone, Debug, Serialize)]
pub struct Timeline {
    /// The implementation's name.
    pub name: String,
    /// How many facts came or changed after some release was judged, and are not counted.
    pub new_facts: usize,
    /// Its releases.
    pub releases: Vec<Judged>,
    /// What failed, listed once for each cause: right data first, then the most checks.
    pub threads: Vec<Thread>,
    /// What was right in one release and wrong in the next one, the newest first.
    pub regressions: Vec<Regression>,
}

/// What a release came to in numbers.
#[derive(Clone, Debug, Serialize)]
pub struct Judged {
    /// The version.
    pub version: String,
    /// The day on which it was published.
    pub date: String,
    /// Why it was withdrawn, where it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub yanked: Option<String>,
    /// How many required checks it failed, in both counts.
    pub failed: BTreeMap<Concern, usize>,
    /// How many of the checks that some release failed it could not be asked: what it lacks fails nothing.
    pub not_judged: usize,
}

impl Judged {
    fn of(release: &Release, standings: &[Standing<'_>]) -> Self {
        let failed = |concern| {
            let is_it = |it: &&Standing<'_>| matches!(it, Standing::Wrong(failed) if failed.concern == concern && !failed.advice);
            (concern, standings.iter().filter(is_it).count())
        };
        let is_not_judged = |it: &&Standing<'_>| **it == Standing::NotJudged;
        Self {
            version: release.version.clone(),
            date: release.date.clone(),
            yanked: release.yanked.clone(),
            failed: Concern::ALL.into_iter().map(failed).collect(),
            not_judged: standings.iter().filter(is_not_judged).count(),
        }
    }
}

/// Failures of one cause, over all releases.
#[derive(Clone, Debug, Serialize)]
pub struct Thread {
    /// The finding, the misreading that explains them, or else the topic of the checks.
    pub cause: String,
    /// The same in words.
    pub title: String,
    /// The count that they belong to.
    pub concern: Concern,
    /// The checks that failed in some release.
    pub checks: BTreeSet<String>,
    /// How many of them each release failed; nothing where it was not judged by any.
    pub failed: Vec<Option<usize>>,
}

/// Checks of one cause that were right and then wrong.
#[derive(Clone, Debug, Serialize)]
pub struct Regression {
    /// As of the thread.
    pub cause: String,
    /// The same in words.
    pub title: String,
    /// The count that they belong to.
    pub concern: Concern,
    /// The release in which they were right.
    pub right_in: String,
    /// The release in which they were wrong.
    pub wrong_in: String,
    /// The first later release in which all of them are right again.
    pub right_again_in: Option<String>,
    /// The checks.
    pub checks: BTreeSet<String>,
}

impl Timeline {
    /// The timeline of releases of one implementation in their order, of the checks that are wanted. The list of known failures
    /// of the adapter of this name says to which finding a failure belongs.
    pub fn of(
        adapter: &str,
        releases: &[Release],
        catalogue: Option<&Catalogue>,
        wanted: &dyn Fn(&str) -> bool,
    ) -> Self {
        let newest = releases.last().map_or("", |it| &*it.version).to_owned();
        let of_check = |id: &str, failure: &Failed| {
            let finding =
                catalogue.and_then(|it| it.finding_of(adapter, &newest, &failure.verdict, id));
            Cause::of(id, failure, finding)
        };
        let mut failures: BTreeMap<String, Failed> = BTreeMap::new();
        for release in releases {
            for (id, failed) in release.failed().filter(|(id, it)| !it.advice && wanted(id)) {
                let known = failures.remove(&id).and_then(|it| it.misreading);
                let misreading = failed.misreading.clone().or(known);
                failures.insert(
                    id,
                    Failed {
                        misreading,
                        ..failed.clone()
                    },
                );
            }
        }
        let checks: BTreeSet<String> = failures.keys().cloned().collect();
        let standings: Vec<Vec<Standing<'_>>> =
            releases.iter().map(|it| it.standings(&checks)).collect();
        let mut threads: BTreeMap<(Concern, Cause), Vec<usize>> = BTreeMap::new();
        for (at, id) in checks.iter().enumerate() {
            let failure = &failures[id];
            let cause = of_check(id, failure);
            let concern = failure.concern;
            threads.entry((concern, cause)).or_default().push(at);
        }
        let names: Vec<&String> = checks.iter().collect();
        let ids = |of: &[usize]| of.iter().map(|at| names[*at].clone()).collect();
        let mut timeline = Self {
            name: releases
                .first()
                .map(|it| it.name.clone())
                .unwrap_or_default(),
            new_facts: releases
                .first()
                .map_or(0, |it| it.asked.new_facts().count()),
            releases: releases
                .iter()
                .zip(&standings)
                .map(|(release, standings)| Judged::of(release, standings))
                .collect(),
            threads: Vec::new(),
            regressions: Vec::new(),
        };
        for ((concern, cause), of) in &threads {
            timeline.threads.push(Thread {
                cause: cause.name.clone(),
                title: cause.title.clone(),
                concern: *concern,
                checks: ids(of),
                failed: standings.iter().map(|it| failed(it, of)).collect(),
            });
            for (before, pair) in standings.windows(2).enumerate() {
                let broke = |at: &&usize| {
                    pair[0][**at] == Standing::Right && matches!(pair[1][**at], Standing::Wrong(_))
                };
                let broke: Vec<usize> = of.iter().filter(broke).copied().collect();
                if broke.is_empty() {
                    continue;
                }
                let mut later = (before + 2)..standings.len();
                let again = later.find(|it| {
                    broke
                        .iter()
                        .all(|at| standings[*it][*at] == Standing::Right)
                });
                let version = |at: usize| releases[at].version.clone();
                timeline.regressions.push(Regression {
                    cause: cause.name.clone(),
                    title: cause.title.clone(),
                    concern: *concern,
                    right_in: version(before),
                    wrong_in: version(before + 1),
                    right_again_in: again.map(version),
                    checks: ids(&broke),
                });
            }
        }
        timeline
            .threads
            .sort_by_key(|it| (it.concern, usize::MAX - it.checks.len()));
        let position = |version: &str| releases.iter().position(|it| it.version == version);
        timeline
            .regressions
            .sort_by_key(|it| (std::cmp::Reverse(position(&it.wrong_in)), it.concern));
        timeline
    }
}

/// How many of these failed; nothing where none was judged.
fn failed(standings: &[Standing<'_>], of: &[usize]) -> Option<usize> {
    let of: Vec<Standing<'_>> = of.iter().map(|at| standings[*at]).collect();
    let is_wrong = |it: &&Standing<'_>| matches!(it, Standing::Wrong(_));
    if of.iter().all(|it| *it == Standing::NotJudged) {
        return None;
    }
    Some(of.iter().filter(is_wrong).count())
}

/// What failures are listed by.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Cause {
    name: String,
    title: String,
}

impl Cause {
    /// The finding, else the misreading that explains it, else the topic of its fact.
    fn of(id: &str, failure: &Failed, finding: Option<&Finding>) -> Self {
        if let Some(finding) = finding {
            return Self {
                name: finding.id.clone(),
                title: finding.title.clone(),
            };
        }
        let misread = failure.misreading.as_deref().and_then(misreading::named);
        if let Some(misreading) = misread {
            return Self {
                name: misreading.name.to_owned(),
                title: format!("As if {}", misreading.when),
            };
        }
        let fact = fact(id);
        let topic = fact.rsplit_once('/').map_or(fact, |(topic, _)| topic);
        Self {
            name: topic.to_owned(),
            title: format!("Other failures in {topic}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::release::tests::release;
    use super::*;

    fn timeline(wanted: &dyn Fn(&str) -> bool) -> Timeline {
        let mut releases = [
            release(
                "1.10.0",
                "2025-03-01",
                &["t/sizes/b#read", "t/sizes/d#create"],
                &[],
            ),
            release(
                "1.2.0",
                "2025-01-01",
                &["t/orders/order#{open,read}"],
                &["create"],
            ),
            release(
                "1.9.0",
                "2025-03-01",
                &["t/sizes/b#read", "t/sizes/c#read"],
                &["create"],
            ),
            release("2.0.0", "2025-04-01", &["t/sizes/d#create"], &[]),
        ];
        Release::sort(&mut releases);
        Timeline::of("a-library", &releases, None, wanted)
    }

    #[test]
    fn releases_are_in_the_order_of_days_and_of_numbers() {
        let versions: Vec<String> = timeline(&|_| true)
            .releases
            .into_iter()
            .map(|it| it.version)
            .collect();
        assert_eq!(versions, ["1.2.0", "1.9.0", "1.10.0", "2.0.0"]);
    }

    #[test]
    fn failures_of_one_cause_are_counted_in_each_release() {
        let timeline = timeline(&|_| true);
        let threads = timeline
            .threads
            .iter()
            .map(|it| (it.cause.as_str(), it.failed.clone()));
        let threads: Vec<_> = threads.collect();
        let sizes = ("t/sizes", vec![Some(0), Some(2), Some(2), Some(1)]);
        let orders = ("order-inverted", vec![Some(2), Some(0), Some(0), Some(0)]);
        assert_eq!(threads, [sizes, orders]);
    }

    #[test]
    fn what_was_not_judged_before_did_not_break() {
        let timeline = timeline(&|_| true);
        let not_judged = timeline.releases.iter().map(|it| it.not_judged);
        assert_eq!(not_judged.collect::<Vec<_>>(), [1, 1, 0, 0]);
        let [both] = timeline.regressions.as_slice() else {
            panic!("{:?}", timeline.regressions);
        };
        assert_eq!(both.checks.len(), 2, "{both:?}");
        assert_eq!(
            (both.right_in.as_str(), both.wrong_in.as_str()),
            ("1.2.0", "1.9.0")
        );
        assert_eq!(both.right_again_in.as_deref(), Some("2.0.0"));
    }
}
