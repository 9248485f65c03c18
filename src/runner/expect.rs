//! Known failures: a list beside an adapter that cannot rot.
//!
//! ```toml
//! [[failure]]
//! check = "transpose/order/*#open"
//! verdict = "accepted-invalid"
//! reason = "the order is not validated"
//! link = "https://example.org/issues/1"
//! ```

use std::io;

use serde::{Deserialize, Serialize};

use super::event::{CheckResult, Consumer, Event};
use super::plan::{Filter, Plan};
use super::verdict::{FailureKind, Verdict};

/// A list of known failures.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectations {
    /// The failures, in the order of the file.
    #[serde(default, rename = "failure")]
    pub failures: Vec<ExpectedFailure>,
}

/// Checks that are known to fail in one way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedFailure {
    /// A glob of ids of checks or facts; every check that it matches fails.
    pub check: String,
    /// How they fail.
    pub verdict: FailureKind,
    /// Why, for people.
    pub reason: String,
    /// Where the implementation's project talks about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

/// Why a list of known failures cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ExpectationsError {
    /// It is not of the form above; the message has line and member.
    #[error("{0}")]
    Malformed(#[from] toml::de::Error),
    /// A glob is malformed.
    #[error("check {glob:?}: {error}")]
    Glob {
        /// The glob.
        glob: String,
        /// Why.
        error: globset::Error,
    },
    /// An entry gives no reason.
    #[error("check {0:?}: found an empty reason")]
    NoReason(String),
}

/// A difference between the list and the run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Deviation {
    /// A check fails that no entry lists.
    #[error("{check} fails ({found}) and is not listed", found = .found.name())]
    NotListed {
        /// Id of the check.
        check: String,
        /// How it fails.
        found: FailureKind,
    },
    /// A check fails in another way.
    #[error("{check} fails in another way than listed: found {found}, expected {expected}", found = .found.name(), expected = .expected.name())]
    OtherFailure {
        /// Id of the check.
        check: String,
        /// How it fails.
        found: FailureKind,
        /// How it is listed.
        expected: FailureKind,
    },
    /// A listed check does not fail.
    #[error("{check} is listed as {expected} by {glob:?}, but {found}", expected = .expected.name())]
    NoFailure {
        /// Id of the check.
        check: String,
        /// The entry.
        glob: String,
        /// How it is listed.
        expected: FailureKind,
        /// What it came to.
        found: String,
    },
    /// An entry matches no check at all.
    #[error("the entry {0:?} matches no check")]
    Stale(String),
}

impl Expectations {
    /// Reads a list.
    pub fn parse(text: &str) -> Result<Self, ExpectationsError> {
        let list: Self = toml::from_str(text)?;
        for entry in &list.failures {
            if entry.reason.trim().is_empty() {
                return Err(ExpectationsError::NoReason(entry.check.clone()));
            }
        }
        Ok(list)
    }

    /// Entries of the list that match no check of the plan, whatever is selected.
    pub fn stale(&self, plan: &Plan<'_>) -> Result<Vec<Deviation>, ExpectationsError> {
        let mut stale = Vec::new();
        for entry in &self.failures {
            let filter = filter(entry)?;
            if !plan.ids().any(|check| filter.matches(check)) {
                stale.push(Deviation::Stale(entry.check.clone()));
            }
        }
        Ok(stale)
    }
}

fn filter(entry: &ExpectedFailure) -> Result<Filter, ExpectationsError> {
    Filter::parse(&entry.check).map_err(|error| ExpectationsError::Glob {
        glob: entry.check.clone(),
        error,
    })
}

/// Compares a run with a list while it goes on.
pub struct Comparison {
    entries: Vec<(Filter, ExpectedFailure)>,
    deviations: Vec<Deviation>,
    as_listed: u64,
}

impl Comparison {
    /// Prepares to compare with a list.
    pub fn new(list: &Expectations) -> Result<Self, ExpectationsError> {
        let entries = list
            .failures
            .iter()
            .map(|entry| Ok((filter(entry)?, entry.clone())));
        Ok(Self {
            entries: entries.collect::<Result<_, ExpectationsError>>()?,
            deviations: Vec::new(),
            as_listed: 0,
        })
    }

    /// The differences found so far, in the order of the checks.
    pub fn deviations(&self) -> &[Deviation] {
        &self.deviations
    }

    /// How many checks failed as they are listed, so far.
    pub fn as_listed(&self) -> u64 {
        self.as_listed
    }

    /// Where a result differs from the list.
    pub fn deviation(&self, result: &CheckResult) -> Option<Deviation> {
        let entry = self
            .entries
            .iter()
            .find(|(filter, _)| filter.matches(&result.check));
        let check = result.check.clone();
        match (&result.verdict, entry) {
            (Verdict::Fail(failure), None) => {
                result.is_required().then_some(Deviation::NotListed {
                    check,
                    found: failure.kind,
                })
            }
            (_, None) => None,
            (Verdict::Fail(failure), Some((_, entry))) => (failure.kind != entry.verdict)
                .then_some(Deviation::OtherFailure {
                    check,
                    found: failure.kind,
                    expected: entry.verdict,
                }),
            (verdict, Some((_, entry))) => Some(Deviation::NoFailure {
                check,
                glob: entry.check.clone(),
                expected: entry.verdict,
                found: name(verdict),
            }),
        }
    }
}

fn name(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Pass { .. } => "passes now".to_owned(),
        Verdict::Fail(failure) => format!("fails as {}", failure.kind.name()),
        Verdict::Unsupported { message } => format!("is unsupported: {message}"),
        Verdict::Skipped { reason } => format!("is skipped: {reason}"),
        Verdict::Behaviour { .. } => "cannot fail: the specification leaves it open".to_owned(),
    }
}

impl Consumer for Comparison {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        if let Event::CheckFinished(result) = event {
            let deviation = self.deviation(result);
            let is_entry = |(filter, _): &(Filter, _)| filter.matches(&result.check);
            let fails = matches!(result.verdict, Verdict::Fail(_));
            let is_listed = deviation.is_none() && fails && self.entries.iter().any(is_entry);
            self.as_listed += u64::from(is_listed);
            self.deviations.extend(deviation);
        }
        Ok(())
    }
}
