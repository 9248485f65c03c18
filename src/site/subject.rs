//! Which failures say something of a subject, such as transposed arrays or checksums.
//!
//! A check needs many things at once, and what fails it may be another one than that which is asked
//! about: an array that is transposed and has a hexadecimal fill value. The cause of a failure tells the
//! two apart. It is of the subject where at least two thirds of what fails for it are about the subject; else the
//! check is not judged for the subject. Where more checks fail for other reasons than pass, nothing shows that
//! the subject works, and all failures count.

use std::collections::BTreeMap;

use super::cause::{Because, Cause};
use super::standing::Standing;
use zarr_conform_runner::{CheckId, CheckResult};

/// Results that are asked about a subject.
#[derive(Clone, Debug, Default)]
pub(super) struct Asked<'a> {
    /// Those that answer.
    pub(super) own: Vec<&'a CheckResult>,
    /// Failures for a reason that is another subject's.
    pub(super) elsewhere: Vec<&'a CheckResult>,
}

impl<'a> Asked<'a> {
    /// All of them, those that answer first.
    pub(super) fn all(&self) -> Vec<&'a CheckResult> {
        self.own.iter().chain(&self.elsewhere).copied().collect()
    }

    /// How many fail for another reason, in words; none, where none does.
    pub(super) fn not_judged(&self) -> Option<String> {
        match self.elsewhere.len() {
            0 => None,
            1 => Some("1 fails for another reason".to_owned()),
            number => Some(format!("{number} fail for another reason")),
        }
    }
}

/// The cause of each failure of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct CauseOf(BTreeMap<CheckId, usize>);

impl CauseOf {
    /// For the causes of a run.
    pub(super) fn new(causes: &[Cause<'_>]) -> Self {
        let named = causes.iter().enumerate();
        let named = named.filter(|(_, it)| !matches!(it.because, Because::Flaky));
        let checks = named.flat_map(|(at, cause)| {
            let results = cause.results.iter();
            results.map(move |it| (it.check.clone(), at))
        });
        Self(checks.collect())
    }

    /// The position of the cause of a failure.
    pub(super) fn get(&self, check: &CheckId) -> Option<usize> {
        self.0.get(check).copied()
    }

    /// Tells results apart. `about` says how many failures of the cause at a position are about the subject.
    pub(super) fn split<'r>(
        &self,
        results: Vec<&'r CheckResult>,
        causes: &[Cause<'_>],
        about: impl Fn(usize) -> usize,
    ) -> Asked<'r> {
        let mut is_own: BTreeMap<usize, bool> = BTreeMap::new();
        let is_elsewhere = |result: &&CheckResult| {
            let is_failed = matches!(Standing::of(result), Standing::Failed(_) | Standing::Flaky);
            let cause = self.get(&result.check).filter(|_| is_failed);
            cause.is_some_and(|at| {
                let own = is_own.entry(at);
                !*own.or_insert_with(|| about(at) * 3 >= causes[at].results.len() * 2)
            })
        };
        let (elsewhere, own): (Vec<&CheckResult>, _) = results.into_iter().partition(is_elsewhere);
        let passed = own.iter().filter(|it| Standing::of(it) == Standing::Passed);
        if elsewhere.len() > passed.count() {
            let own = [own, elsewhere].concat();
            return Asked {
                own,
                elsewhere: Vec::new(),
            };
        }
        Asked { own, elsewhere }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zarr_conform_runner::{Concern, Failure, FailureKind, Operation, Verdict};
    use zarr_conform_vectors::Level;

    fn result(check: &str, is_right: bool) -> CheckResult {
        let failure = || Failure::new(FailureKind::WrongData, "1", "2");
        CheckResult {
            check: check.into(),
            operation: Operation::Read,
            level: Level::Must,
            concern: Concern::RightData,
            requirements: Vec::new(),
            premise: None,
            comment: String::new(),
            verdict: if is_right {
                Verdict::passed()
            } else {
                Verdict::Fail(Box::new(failure()))
            },
            input: None,
        }
    }

    fn cause(results: Vec<&CheckResult>) -> Cause<'_> {
        let because = Because::Alike {
            document: String::new(),
            kind: FailureKind::WrongData,
            message: String::new(),
        };
        Cause { because, results }
    }

    /// How many answer and how many fail for another reason: `inside` failures of `all` of one cause are
    /// about the subject, beside checks that pass.
    fn told(inside: usize, all: usize, passed: usize) -> (usize, usize) {
        let failures: Vec<_> = (0..all)
            .map(|at| result(&format!("a/b/{at}#read"), false))
            .collect();
        let right: Vec<_> = (0..passed)
            .map(|at| result(&format!("c/d/{at}#read"), true))
            .collect();
        let causes = [cause(failures.iter().collect())];
        let asked = failures.iter().take(inside).chain(&right).collect();
        let asked = CauseOf::new(&causes).split(asked, &causes, |_| inside);
        (asked.own.len(), asked.elsewhere.len())
    }

    /// One array that is transposed and has a hexadecimal fill value does not make transposing wrong.
    #[test]
    fn a_failure_counts_for_the_subject_that_it_is_about() {
        assert_eq!(told(1, 55, 99), (99, 1), "a stray check");
        assert_eq!(told(37, 55, 99), (136, 0), "most of the cause");
        assert_eq!(told(30, 55, 99), (99, 30), "about half of it");
        assert_eq!(told(1, 1, 99), (100, 0), "all of the cause");
    }

    /// Where nothing that is asked about works, it does not help that the reason is a wider one.
    #[test]
    fn failures_count_where_they_are_more_than_what_passes() {
        assert_eq!(told(20, 500, 19), (39, 0));
        assert_eq!(told(20, 500, 20), (20, 20));
    }
}
