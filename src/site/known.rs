//! How a run compares with the list of its known failures.

use zarr_conform_runner::{CheckResult, Derivation, Expectations, ListComparison, Plan, Verdict};
use zarr_conform_vectors::Vectors;

use super::SiteRun;

/// A run beside its list.
pub(super) struct Known {
    comparison: ListComparison,
}

impl Known {
    pub(super) fn new(list: Expectations, run: &SiteRun, vectors: &Vectors) -> Self {
        let mut comparison = ListComparison::new(list);
        // A comparison writes nothing, so that it cannot fail.
        let _ = run.replay(&mut [&mut comparison]);
        comparison.finish(&Plan::new(Derivation {
            vectors,
            edition: run.header.edition,
        }));
        Self { comparison }
    }

    /// The list as it compares with the run, for another report of it.
    pub(super) fn list(&self) -> ListComparison {
        ListComparison::new(self.comparison.list().clone())
    }

    /// Required checks that failed or were flaky, as listed.
    pub(super) fn listed(&self, run: &SiteRun) -> u64 {
        let is_listed = |result: &&CheckResult| {
            matches!(result.verdict, Verdict::Fail(_) | Verdict::Flaky { .. })
                && result.is_required()
                && self.comparison.is_known(result)
        };
        run.results.iter().filter(is_listed).count() as u64
    }

    /// Where the run differs from the list, in words.
    pub(super) fn differences(&self) -> impl Iterator<Item = String> {
        self.comparison.deviations().iter().map(ToString::to_string)
    }
}
