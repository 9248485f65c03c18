//! What may have gone wrong, as the events show it: after the verdicts, which it does not touch.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::check::id::CheckId;

/// Refusals with the same words that are worth a line.
pub(super) const FEWEST_REFUSALS: usize = 2;

/// Which misreadings explain which failures, and what the others have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Diagnosis {
    /// How many required checks failed.
    pub failures: u64,
    /// Explanations, the one of the most failures first; each failure has at most one.
    pub explanations: Vec<Explanation>,
    /// What failures have in common that no explanation explains, the most failures first; each
    /// failure has at most one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub common: Vec<Common>,
    /// Misreadings that give failures that no explanation explains, but predict others that passed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub close: Vec<Explanation>,
    /// Valid inputs that were refused with the same words, the most first; explained or not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refusals: Vec<Refusals>,
    /// How many checks that test a requirement passed, of each that a failure tests.
    #[serde(default, skip_serializing_if = "Passed::is_empty")]
    pub passed: Passed,
}

/// How many checks that passed test each requirement. What hardly any of them tests is what a failure is about: most
/// facts test, too, that a document has its members.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Passed(BTreeMap<String, u64>);

impl Passed {
    /// Of these requirements, among those of checks that passed.
    pub fn new<'a, 'b>(
        of: impl IntoIterator<Item = &'a str>,
        passed: impl IntoIterator<Item = &'b str>,
    ) -> Self {
        let mut counts: BTreeMap<String, u64> =
            of.into_iter().map(|id| (id.to_owned(), 0)).collect();
        for id in passed {
            if let Some(count) = counts.get_mut(id) {
                *count += 1;
            }
        }
        Self(counts)
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many checks that test this requirement passed.
    pub fn of(&self, requirement: &str) -> u64 {
        self.0.get(requirement).copied().unwrap_or_default()
    }

    /// Requirements, first those that few checks test that passed; otherwise in their order.
    pub fn rarest_first<'a>(
        &self,
        requirements: impl IntoIterator<Item = &'a str>,
    ) -> Vec<&'a str> {
        let mut ids: Vec<&str> = requirements.into_iter().collect();
        ids.sort_by_key(|id| self.of(id));
        ids
    }
}

/// Whether `part` is at least nine tenths of `whole`.
pub fn is_nearly_all(part: usize, whole: usize) -> bool {
    part > 0 && 10 * part >= 9 * whole
}

/// What failures have in common that separates them from what passed. What explanations explain does
/// not count, nor what an earlier one has in common.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Common {
    /// One to three phrases that follow "fails where", all of which are so.
    pub features: Vec<String>,
    /// Ids of the requirements that nearly all of the failures test, first those that few checks test
    /// that passed.
    pub requirements: Vec<String>,
    /// Ids of the checks that failed.
    pub checks: Vec<CheckId>,
    /// How many checks of which all features are so passed.
    pub passed: u64,
    /// How many other checks failed.
    pub failed_otherwise: u64,
    /// How many other checks passed.
    pub passed_otherwise: u64,
}

/// A misreading, and the failures that are what one gets by it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explanation {
    /// Name of the misreading.
    pub misreading: String,
    /// Follows "this is what one gets when".
    pub when: String,
    /// Ids of the requirements that it breaks.
    pub requirements: Vec<String>,
    /// Ids of the checks.
    pub checks: Vec<CheckId>,
    /// How many of the required checks that passed or failed fail by the misreading; 0 where it is
    /// not known.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub predicted: u64,
    /// How many of these failed in the way in which they fail by the misreading;
    /// `checks.len() <= as_predicted <= predicted`.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub as_predicted: u64,
    /// Names of the other misreadings that explain these checks, with as few wrong predictions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub as_well: Vec<String>,
}

/// Valid inputs that an implementation refused with the same words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refusals {
    /// The words, with `…` for what they quote, numbers, lists, documents and paths; unescaped.
    pub message: String,
    /// Ids of the checks; two at least.
    pub checks: Vec<CheckId>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form that serde asks for"
)]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Diagnosis {
    /// Leaves out checks of which nothing reliable is known.
    pub fn leave_out(&mut self, is_left_out: impl Fn(&CheckId) -> bool) {
        for explanation in &mut self.explanations {
            explanation.checks.retain(|check| !is_left_out(check));
        }
        self.explanations.retain(|it| !it.checks.is_empty());
        for close in &mut self.close {
            close.checks.retain(|check| !is_left_out(check));
        }
        self.close.retain(|it| !it.checks.is_empty());
        for common in &mut self.common {
            common.checks.retain(|check| !is_left_out(check));
        }
        self.common.retain(|it| !it.checks.is_empty());
        for refusals in &mut self.refusals {
            refusals.checks.retain(|check| !is_left_out(check));
        }
        self.refusals
            .retain(|it| it.checks.len() >= FEWEST_REFUSALS);
    }
}
