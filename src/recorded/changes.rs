//! What differs between two runs.

use std::collections::BTreeMap;

use serde::Serialize;

use super::recording::Recording;
use zarr_conform_runner::{CheckId, CheckResult, Concern, Failure, Header, Strictness, Verdict};

/// The version of the form of [`Changes`](RunChanges) as JSON.
pub const CHANGES: u64 = 2;

/// What differs between an earlier and a later run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunChanges {
    /// The version of this form, [`CHANGES`].
    pub format: u64,
    /// What the earlier run was about.
    pub old: Header,
    /// What the later run was about.
    pub new: Header,
    /// Why the later run ended before its last check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_early: Option<String>,
    /// The operations that only the later run offers.
    pub offered: Vec<String>,
    /// The operations that only the earlier run offers.
    pub withdrawn: Vec<String>,
    /// Required checks that passed and do not any more, or that fail and did not although they were
    /// judged.
    pub broke: Vec<Change>,
    /// Required checks that fail and were not judged before: skipped, unsupported, or about an
    /// operation that was not offered.
    pub newly_failing: Vec<Change>,
    /// Required checks that failed and pass now.
    pub fixed: Vec<Change>,
    /// Everything else that came to something else.
    pub changed: Vec<Change>,
    /// Checks that only the later run has.
    pub appeared: Vec<Change>,
    /// Checks that only the earlier run has.
    pub went: Vec<Change>,
}

/// One check in both runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Its id.
    pub check: CheckId,
    /// The count that it belongs to.
    pub concern: Concern,
    /// What it came to in the earlier run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<String>,
    /// What it came to in the later run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<String>,
}

impl RunChanges {
    /// Compares two runs, check by check, in the order of the later one.
    pub fn between(old: &Recording, new: &Recording) -> Self {
        let mut changes = Self {
            format: CHANGES,
            old: old.header.clone(),
            new: new.header.clone(),
            ended_early: new.summary.ended_early.clone(),
            offered: only_in(&new.header, &old.header),
            withdrawn: only_in(&old.header, &new.header),
            broke: Vec::new(),
            newly_failing: Vec::new(),
            fixed: Vec::new(),
            changed: Vec::new(),
            appeared: Vec::new(),
            went: Vec::new(),
        };
        let by_id = |result| -> (&str, &CheckResult) { (id_of(result), result) };
        let mut before: BTreeMap<&str, &CheckResult> = old.results.iter().map(by_id).collect();
        for after in &new.results {
            match before.remove(after.check.as_str()) {
                None => changes.appeared.push(change(after, None, Some(after))),
                Some(before) => changes.compare(before, after),
            }
        }
        let went = old.results.iter();
        let went = went.filter(|it| before.contains_key(it.check.as_str()));
        changes.went = went.map(|it| change(it, Some(it), None)).collect();
        changes
    }

    fn compare(&mut self, before: &CheckResult, after: &CheckResult) {
        if is_same(before, after) {
            return;
        }
        let change = change(after, Some(before), Some(after));
        let list = match (standing(before), standing(after)) {
            (Standing::NotJudged, Standing::Fails) => &mut self.newly_failing,
            (Standing::Passes, Standing::Fails | Standing::Neither | Standing::NotJudged)
            | (Standing::Neither, Standing::Fails) => &mut self.broke,
            (Standing::Fails, Standing::Passes) => &mut self.fixed,
            _ => &mut self.changed,
        };
        list.push(change);
    }

    /// Whether something is worse than before: a check that counts broke, or fails that was not judged before,
    /// or the later run did not reach its last check.
    pub fn is_worse(&self, strictness: Strictness) -> bool {
        let mut worse = self.broke.iter().chain(&self.newly_failing);
        worse.any(|it| strictness.counts(it.concern)) || self.ended_early.is_some()
    }
}

fn id_of(result: &CheckResult) -> &str {
    &result.check
}

/// What a result says about what the specification demands.
enum Standing {
    Passes,
    Fails,
    /// Nothing was judged.
    NotJudged,
    Neither,
}

fn standing(result: &CheckResult) -> Standing {
    match &result.verdict {
        _ if !result.is_required() => Standing::Neither,
        Verdict::Pass { .. } => Standing::Passes,
        Verdict::Fail(_) => Standing::Fails,
        Verdict::Skipped { .. } | Verdict::Unsupported { .. } => Standing::NotJudged,
        _ => Standing::Neither,
    }
}

/// Whether two results are the same, apart from words that differ from run to run.
fn is_same(before: &CheckResult, after: &CheckResult) -> bool {
    match (&before.verdict, &after.verdict) {
        (Verdict::Fail(before), Verdict::Fail(after)) => key(before) == key(after),
        (
            Verdict::Behaviour {
                readings, accepted, ..
            },
            Verdict::Behaviour {
                readings: others,
                accepted: other,
                ..
            },
        ) => (readings, accepted) == (others, other),
        (
            Verdict::Pass {
                not_kept: before, ..
            },
            Verdict::Pass {
                not_kept: after, ..
            },
        ) => {
            let before = before.iter().map(|it| it.what);
            before.eq(after.iter().map(|it| it.what))
        }
        (before, after) => {
            before.name() == after.name() && before.lacking_operation() == after.lacking_operation()
        }
    }
}

fn key(failure: &Failure) -> impl PartialEq + use<'_> {
    (failure.kind, &failure.difference)
}

/// A check of a run, and what it came to in both.
fn change(of: &CheckResult, before: Option<&CheckResult>, after: Option<&CheckResult>) -> Change {
    Change {
        check: of.check.clone(),
        concern: of.concern,
        old: before.map(describe),
        new: after.map(describe),
    }
}

/// A verdict in a few words.
fn describe(result: &CheckResult) -> String {
    match &result.verdict {
        Verdict::Fail(failure) if result.is_required() => match &failure.difference {
            Some(it) => format!("{} ({} of {})", failure.kind.name(), it.differing, it.total),
            None => failure.kind.name().to_owned(),
        },
        Verdict::Fail(failure) => format!("{} (advice)", failure.kind.name()),
        Verdict::Pass { not_kept, .. } if !not_kept.is_empty() => {
            let behaviours: Vec<_> = not_kept.iter().map(|it| it.what.behaviour()).collect();
            format!("pass, {}", behaviours.join(", "))
        }
        Verdict::Behaviour {
            readings, other, ..
        } => match other {
            Some(_) => "behaviour: something else".to_owned(),
            None => format!("behaviour: {}", readings.join("; or ")),
        },
        verdict => match verdict.lacking_operation() {
            Some(operation) => format!("{operation} not offered"),
            None => verdict.name().to_owned(),
        },
    }
}

/// The operations that one implementation offers and another does not.
fn only_in(one: &Header, other: &Header) -> Vec<String> {
    let others = &other.implementation.ops;
    let only = one.implementation.ops.iter();
    only.filter(|it| !others.contains(it)).cloned().collect()
}
