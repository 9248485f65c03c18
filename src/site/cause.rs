//! What a run failed by cause, the worst first: findings, then misreadings that a diagnosis names,
//! what failures have in common, what comes close, then failures that say the same.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use super::SiteRun;
use super::damage::Damaged;
use super::standing::Standing;
use crate::findings::{Catalogue, Finding};
use zarr_conform_runner::tell::reason::{Failed, Why, by_reason};
use zarr_conform_runner::{
    CheckId, CheckResult, Common, Diagnosis, Explanation, FailureKind, Size, Verdict,
};

/// With what the names of topics end that enumerate wrong values of one place.
const ENUMERATED: &str = "-enumerated";

/// Why checks failed.
#[derive(Clone, Debug)]
pub(super) enum Because<'a> {
    /// They belong to a finding.
    Finding(&'a Finding),
    /// A misreading predicts exactly what was found.
    Misreading(&'a Explanation),
    /// They have something in common that separates them from what passed.
    Common(&'a Common),
    /// A misreading gives what was found, but predicts failures, too, that are none.
    Close(&'a Explanation),
    /// They are about one document, failed in one way and said the same.
    Alike {
        document: String,
        kind: FailureKind,
        /// What was said, folded; empty where nothing was.
        message: String,
    },
    /// They did not give the same verdict in every run.
    Flaky,
}

impl Because<'_> {
    /// What is the same in runs that have this cause.
    fn name(&self) -> (u8, &str, Option<FailureKind>, &str, &[String]) {
        match self {
            Self::Finding(finding) => (0, &finding.id, None, "", &[]),
            Self::Misreading(it) => (1, &it.misreading, None, &it.when, &[]),
            Self::Common(common) => (2, "", None, "", &common.features),
            Self::Close(it) => (3, &it.misreading, None, &it.when, &[]),
            Self::Alike {
                document,
                kind,
                message,
            } => (4, document, Some(*kind), message, &[]),
            Self::Flaky => (5, "", None, "", &[]),
        }
    }
}

/// What failed for one reason.
#[derive(Clone, Debug)]
pub(super) struct Cause<'a> {
    pub(super) because: Because<'a>,
    /// What failed, at least one: the worst, and of these the simplest, first.
    pub(super) results: Vec<&'a CheckResult>,
}

impl<'a> Cause<'a> {
    fn new(because: Because<'a>, mut results: Vec<&'a CheckResult>) -> Self {
        let size = |it: &CheckResult| it.input.as_deref().map_or(Size::of(""), Size::of);
        results.sort_by_cached_key(|it| (Standing::of(it), size(it)));
        Self { because, results }
    }

    /// What the worst of its checks came to.
    pub(super) fn worst(&self) -> Standing {
        self.results
            .first()
            .map_or(Standing::Passed, |it| Standing::of(it))
    }

    /// How many of its checks came to what, the worst first.
    pub(super) fn standings(&self) -> BTreeMap<Standing, usize> {
        let mut standings = BTreeMap::new();
        for result in &self.results {
            *standings.entry(Standing::of(result)).or_default() += 1;
        }
        standings
    }

    /// The same cause of those of its checks that are among the given ones, where any is.
    pub(super) fn of(&self, checks: &BTreeSet<&CheckId>) -> Option<Self> {
        let results = self.results.iter().copied();
        let results: Vec<&CheckResult> = results.filter(|it| checks.contains(&it.check)).collect();
        (!results.is_empty()).then(|| Self {
            because: self.because.clone(),
            results,
        })
    }

    /// How bad it is, 0 the worst: wrong data or metadata, or elements of damaged data; no answer, or not always
    /// the same; valid arrays that are refused; invalid ones that are accepted; advice.
    fn badness(&self, damaged: &Damaged) -> u8 {
        let accepted = Standing::Failed(FailureKind::AcceptedInvalid);
        let is_damage = |it: &&CheckResult| Standing::of(it) == accepted && damaged.is_wrong(it);
        if self.results.iter().any(is_damage) {
            return 0;
        }
        let badness = |it: &&CheckResult| match Standing::of(it) {
            Standing::Failed(FailureKind::WrongData | FailureKind::WrongMetadata) => 0,
            Standing::Failed(FailureKind::Crash | FailureKind::Timeout | FailureKind::Protocol)
            | Standing::Flaky => 1,
            Standing::Failed(FailureKind::RejectedValid) => 2,
            Standing::Failed(_) => 3,
            _ => 4,
        };
        self.results.iter().map(badness).min().unwrap_or(4)
    }

    /// Worse ones first, and of equally bad ones those of more checks; of these findings in the order of their
    /// file, then those of which more is known.
    fn order(
        &self,
        places: &BTreeMap<&str, usize>,
        damaged: &Damaged,
    ) -> (u8, Reverse<usize>, u8, usize) {
        let (kind, place) = match &self.because {
            Because::Finding(finding) => (0, places.get(&*finding.id).copied().unwrap_or(0)),
            Because::Misreading(_) => (1, 0),
            Because::Common(_) => (2, 0),
            Because::Close(_) => (3, 0),
            Because::Alike { .. } => (4, 0),
            Because::Flaky => (5, 0),
        };
        (
            self.badness(damaged),
            Reverse(self.results.len()),
            kind,
            place,
        )
    }
}

/// The causes of what a run failed, the worst first. `found` has the findings of results.
pub(super) fn causes<'a>(
    run: &'a SiteRun,
    catalogue: Option<&Catalogue>,
    found: &BTreeMap<CheckId, &'a Finding>,
    damaged: &Damaged,
) -> Vec<Cause<'a>> {
    let told = run.results.iter().filter(|it| Standing::of(it).is_told());
    let mut findings: BTreeMap<&str, (&'a Finding, Vec<&'a CheckResult>)> = BTreeMap::new();
    let (mut failed, mut flaky) = (Vec::new(), Vec::new());
    for result in told {
        if let Some(finding) = found.get(&result.check) {
            let (_, results) = findings
                .entry(&finding.id)
                .or_insert((*finding, Vec::new()));
            results.push(result);
        } else if let Verdict::Flaky { .. } = result.verdict {
            flaky.push(result);
        } else {
            failed.extend(Failed::of(result));
        }
    }
    let findings = findings.into_values();
    let mut causes: Vec<Cause<'_>> = findings
        .map(|(finding, results)| Cause::new(Because::Finding(finding), results))
        .collect();
    causes.extend(unknown(run, &failed));
    if !flaky.is_empty() {
        causes.push(Cause::new(Because::Flaky, flaky));
    }
    sort(&mut causes, catalogue, damaged);
    causes
}

/// What belongs to no finding, grouped as in the report of one run.
fn unknown<'a>(run: &'a SiteRun, failed: &[Failed]) -> Vec<Cause<'a>> {
    let none = Diagnosis::default();
    let diagnosis = run.diagnosis.as_ref();
    let reasons = by_reason(failed, diagnosis.unwrap_or(&none));
    let mut causes: Vec<Cause<'_>> = Vec::new();
    let mut enumerations: BTreeMap<(String, FailureKind), usize> = BTreeMap::new();
    let found = reasons.into_iter().filter_map(|reason| {
        let because = match reason.why {
            // The same of the run, which lives as long as the run.
            Why::Cause(it) => Because::Misreading(same(run.explanations(), it)?),
            Why::Common(it) => Because::Common(same(&run.diagnosis.as_ref()?.common, it)?),
            Why::Close(it) => Because::Close(same(&run.diagnosis.as_ref()?.close, it)?),
            Why::Alike {
                document,
                kind,
                message,
            } => Because::Alike {
                document: document.to_owned(),
                kind,
                message: message.to_owned(),
            },
        };
        let results = reason.failed.iter();
        let results = results.filter_map(|it| run.result(&it.result.check));
        Some(Cause::new(because, results.collect()))
    });
    for cause in found {
        let place = enumeration(&cause).map(|it| *enumerations.entry(it).or_insert(causes.len()));
        match place.and_then(|at| causes.get_mut(at)) {
            Some(same) => {
                same.results.extend(cause.results);
                *same = Cause::new(same.because.clone(), mem::take(&mut same.results));
            }
            None => causes.push(cause),
        }
    }
    causes
}

/// The topic and the way to fail of a cause that is in one enumeration only: every wrong value that a place of a
/// document may have, which fail for one reason whatever is said of each.
fn enumeration(cause: &Cause<'_>) -> Option<(String, FailureKind)> {
    let Because::Alike { kind, .. } = &cause.because else {
        return None;
    };
    let mut topics = cause.results.iter().map(|it| it.check.fact().topic());
    let first = topics.next().filter(|it| it.ends_with(ENUMERATED))?;
    topics
        .all(|it| it == first)
        .then(|| (first.to_owned(), *kind))
}

/// The entry of a list that is at the same place in memory.
fn same<'a, T>(all: &'a [T], one: &T) -> Option<&'a T> {
    all.iter().find(|it| std::ptr::eq(*it, one))
}

/// A cause in all runs.
#[derive(Clone, Debug)]
pub(super) struct Shared<'a> {
    /// What failed in any run.
    pub(super) cause: Cause<'a>,
    /// What failed in each run that has it, in the order of the runs.
    pub(super) by_run: Vec<(usize, Cause<'a>)>,
}

/// The causes of several runs, each once, the worst first.
pub(super) fn shared<'a>(
    runs: &[Vec<Cause<'a>>],
    catalogue: Option<&Catalogue>,
    damaged: &Damaged,
) -> Vec<Shared<'a>> {
    let mut by_name: BTreeMap<_, Vec<(usize, Cause<'a>)>> = BTreeMap::new();
    for (at, causes) in runs.iter().enumerate() {
        for cause in causes {
            let name = cause.because.name();
            by_name.entry(name).or_default().push((at, cause.clone()));
        }
    }
    let shared = by_name.into_values().filter_map(|by_run| {
        let (_, first) = by_run.first()?;
        let results = by_run.iter().flat_map(|(_, it)| it.results.iter().copied());
        let cause = Cause::new(first.because.clone(), results.collect());
        Some(Shared { cause, by_run })
    });
    let mut shared: Vec<Shared<'_>> = shared.collect();
    let places = places(catalogue);
    shared.sort_by_cached_key(|it| it.cause.order(&places, damaged));
    shared
}

/// Sorts causes, the worst first.
pub(super) fn sort(causes: &mut [Cause<'_>], catalogue: Option<&Catalogue>, damaged: &Damaged) {
    let places = places(catalogue);
    causes.sort_by_cached_key(|it| it.order(&places, damaged));
}

/// Where each finding stands in its file.
fn places(catalogue: Option<&Catalogue>) -> BTreeMap<&str, usize> {
    let findings = catalogue.into_iter().flat_map(|it| it.findings.all());
    findings
        .zip(0..)
        .map(|(it, place)| (it.id.as_str(), place))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use zarr_conform_runner::{Failure, Operation};
    use zarr_conform_vectors::Level;

    fn failed(check: &str, kind: FailureKind) -> CheckResult {
        CheckResult {
            check: check.into(),
            operation: Operation::Read,
            level: Level::Must,
            concern: zarr_conform_runner::Concern::RightData,
            requirements: Vec::new(),
            premise: None,
            comment: String::new(),
            verdict: Verdict::Fail(Box::new(Failure::new(kind, "1", "2"))),
            input: None,
        }
    }

    fn cause(at: usize, results: &[CheckResult]) -> Cause<'_> {
        let because = Because::Alike {
            document: at.to_string(),
            kind: FailureKind::RejectedValid,
            message: String::new(),
        };
        Cause::new(because, results.iter().collect())
    }

    /// Twenty wrong values of one member are one mistake, whatever a library says of each.
    #[test]
    fn an_enumeration_is_one_cause() {
        let alike = |results| Because::Alike {
            document: "core".to_owned(),
            kind: FailureKind::AcceptedInvalid,
            message: format!("{results:?}"),
        };
        let of = |checks: &[&str]| -> Vec<CheckResult> {
            let failed = |it: &&str| failed(it, FailureKind::AcceptedInvalid);
            checks.iter().map(failed).collect()
        };
        for (checks, topic) in [
            (
                &[
                    "core/members-enumerated/a#open",
                    "core/members-enumerated/b#read",
                ][..],
                true,
            ),
            (
                &["core/members-enumerated/a#open", "core/members/b#read"],
                false,
            ),
            (&["core/members/a#open"], false),
        ] {
            let results = of(checks);
            let cause = Cause::new(alike(checks), results.iter().collect());
            assert_eq!(enumeration(&cause).is_some(), topic, "{checks:?}");
        }
    }

    #[test]
    fn wrong_data_and_damaged_data_come_first_and_more_checks_before_fewer() {
        use FailureKind::{AcceptedInvalid, RejectedValid, WrongData, WrongMetadata};
        let of = |kind: FailureKind, checks: &[&str]| -> Vec<CheckResult> {
            checks.iter().map(|it| failed(it, kind)).collect()
        };
        let groups = [
            of(RejectedValid, &["a/b/1#read", "a/b/2#read", "a/b/3#read"]),
            of(
                AcceptedInvalid,
                &["transpose/orders/duplicate#read", "a/b/4#read"],
            ),
            of(WrongMetadata, &["a/b/5#read"]),
            of(AcceptedInvalid, &["core/storage-damaged/empty#read"]),
            of(WrongData, &["a/b/6#read", "a/b/7#read"]),
        ];
        let groups = groups.iter().enumerate();
        let mut causes: Vec<Cause<'_>> = groups.map(|(at, it)| cause(at, it)).collect();
        let vectors = zarr_conform_embedded::vectors().unwrap();
        sort(&mut causes, None, &Damaged::of(&vectors));
        let order = causes.iter().map(|it| match &it.because {
            Because::Alike { document, .. } => document.as_str(),
            _ => "",
        });
        assert_eq!(order.collect::<Vec<_>>(), ["4", "2", "3", "0", "1"]);
    }
}
