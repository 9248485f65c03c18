//! What one run found, by check.

use std::collections::BTreeMap;
use std::ops::Deref;

use crate::recorded::Recording;
use zarr_conform_runner::text::escape;
use zarr_conform_runner::{CheckId, CheckResult, Concern, Counts, Explanation, Refusals};

/// A run that is over, and where each result is.
#[derive(Clone, Debug)]
pub struct SiteRun {
    recording: Recording,
    positions: BTreeMap<CheckId, usize>,
}

impl Deref for SiteRun {
    type Target = Recording;

    fn deref(&self) -> &Recording {
        &self.recording
    }
}

impl SiteRun {
    /// Finds where each result is.
    pub fn new(recording: Recording) -> Self {
        let checks = recording.results.iter().map(|it| it.check.clone());
        Self {
            positions: checks.zip(0..).collect(),
            recording,
        }
    }

    /// The result of a check, where the run has one.
    pub fn result(&self, check: &str) -> Option<&CheckResult> {
        self.positions.get(check).map(|&at| &self.results[at])
    }

    /// The misreading that gives what was found, where one does.
    pub fn explanation(&self, check: &str) -> Option<&Explanation> {
        let explains = |it: &&Explanation| {
            it.checks
                .iter()
                .any(|explained| explained.as_str() == check)
        };
        self.explanations().iter().find(explains)
    }

    /// Refusals with the same words.
    pub fn refusals(&self) -> &[Refusals] {
        let diagnosis = self.diagnosis.as_ref();
        diagnosis.map_or(&[], |it| it.refusals.as_slice())
    }

    /// Misreadings that explain failures.
    pub fn explanations(&self) -> &[Explanation] {
        let diagnosis = self.diagnosis.as_ref();
        diagnosis.map_or(&[], |it| it.explanations.as_slice())
    }

    /// The counts of all results.
    pub fn counts(&self) -> Counts {
        self.summary.total
    }

    /// How many checks it was asked that the specification says something of, and answered.
    pub(super) fn judged(&self) -> u64 {
        let all = self.counts();
        all.passed + all.failed + all.flaky + all.noticed
    }

    /// Whether the implementation opens arrays and does nothing else with them, as a model of metadata does.
    pub(super) fn only_opens(&self) -> bool {
        self.header.implementation.ops == ["open"]
    }

    /// What the required checks of one concern came to, in a few words.
    pub(super) fn came_to(&self, concern: Concern) -> String {
        let tally = self.counts().of(concern);
        match (tally.judged(), tally.bad()) {
            (0, _) => "not judged".to_owned(),
            (judged, 0) => format!("all {judged} passed"),
            (judged, bad) => format!("{bad} of {judged} failed"),
        }
    }

    /// Its name, harmless as text.
    pub fn name(&self) -> String {
        escape(&self.header.implementation.name)
    }

    /// Its version, harmless as text.
    pub fn version(&self) -> String {
        escape(&self.header.implementation.version)
    }
}

/// How many results came to what.
pub(super) fn counted_up<'a>(results: impl Iterator<Item = &'a CheckResult>) -> Counts {
    let mut counts = Counts::default();
    for result in results {
        counts.add(result);
    }
    counts
}
