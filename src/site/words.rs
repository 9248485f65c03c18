//! What is wrong, in few words: what stands in a cell beside how much is wrong.

use std::collections::BTreeMap;

use super::answer::Answer;
use super::{Site, SiteRun};
use zarr_conform_runner::text::line;
use zarr_conform_runner::{CheckId, CheckResult};

/// Causes that a cell has room for.
const MOST: usize = 2;
/// Characters of one of them.
const LONGEST: usize = 60;

/// What goes wrong in the misreadings that explain failures of a run, by check.
pub(super) type Misreadings<'a> = BTreeMap<&'a CheckId, &'a str>;

/// What goes wrong in the misreading that explains each failure of a run; in the first, where there are several.
pub(super) fn misreadings(run: &SiteRun) -> Misreadings<'_> {
    let mut misreadings = BTreeMap::new();
    for explanation in run.explanations() {
        for check in &explanation.checks {
            misreadings
                .entry(check)
                .or_insert(explanation.when.as_str());
        }
    }
    misreadings
}

/// The causes of what brought about the state of an answer, to which these results of a run came, in the
/// words of findings, or else in those of misreadings: those of the most failures first.
pub(super) fn words(
    site: &Site<'_>,
    run: usize,
    answer: &Answer,
    results: &[&CheckResult],
) -> Vec<String> {
    let mut numbers: BTreeMap<&str, u64> = BTreeMap::new();
    let leading = results
        .iter()
        .filter(|it| answer.is_led_by(it, &site.damaged));
    for result in leading {
        let misreading = || site.misreadings[run].get(&result.check).copied();
        let finding = site.finding(run, &result.check);
        let finding = finding.map(|it| it.word.as_deref().unwrap_or(&it.title));
        if let Some(words) = finding.or_else(misreading) {
            *numbers.entry(words).or_default() += 1;
        }
    }
    let mut words: Vec<(&str, u64)> = numbers.into_iter().collect();
    words.sort_by_key(|(_, number)| std::cmp::Reverse(*number));
    let words = words.into_iter().take(MOST);
    words.map(|(words, _)| line(words, LONGEST)).collect()
}
