//! What is wrong, in few words: what stands in a cell beside how much is wrong.

use std::collections::BTreeMap;

use super::SiteRun;
use super::answer::State;
use super::damage::Damaged;
use super::standing::Standing;
use zarr_conform_runner::CheckResult;
use zarr_conform_runner::text::escape;

/// Words that a cell has room for.
const MOST: usize = 2;

/// Words for the failures of a run.
pub(super) struct Words<'a> {
    /// By check.
    of: BTreeMap<&'a str, &'a str>,
}

impl<'a> Words<'a> {
    /// The names of the misreadings that explain failures.
    pub(super) fn of(run: &'a SiteRun) -> Self {
        let mut of = BTreeMap::new();
        for explanation in run.explanations() {
            for check in &explanation.checks {
                of.entry(check.as_str())
                    .or_insert(explanation.misreading.as_str());
            }
        }
        Self { of }
    }

    /// The words for what brought about the state of an answer to which these results came: those of
    /// the most failures first, and how many of these have others.
    pub(super) fn told<'r>(
        &self,
        state: State,
        results: impl Iterator<Item = &'r CheckResult>,
        damaged: &Damaged,
    ) -> Vec<String> {
        let is_wrong = state == State::Wrong;
        let is_meant = |it: &&CheckResult| match Standing::of(it) {
            Standing::Failed(_) => damaged.is_wrong(it) == is_wrong,
            _ => false,
        };
        let mut numbers: BTreeMap<&str, u64> = BTreeMap::new();
        for result in results.filter(is_meant) {
            if let Some(words) = self.of.get(result.check.as_str()) {
                *numbers.entry(words).or_default() += 1;
            }
        }
        let mut words: Vec<(&str, u64)> = numbers.into_iter().collect();
        words.sort_by_key(|(_, number)| std::cmp::Reverse(*number));
        let words = words.into_iter().take(MOST);
        words.map(|(words, _)| escape(words)).collect()
    }
}
