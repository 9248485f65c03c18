//! Exit codes, which are part of the interface.

use crate::matrix::MatrixError;
use zarr_conform_runner::{Counts, EndedEarly, Finished, RunError, Strictness};

/// How `conform` ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ExitCode {
    /// All required checks passed, and at least one did, or nothing is required of what was asked; or
    /// everything is as listed.
    Conforms = 0,
    /// A required check failed or was flaky, or nothing passed; or something is not as listed.
    Fails = 1,
    /// The command line or a file named on it is wrong.
    Usage = 2,
    /// There is no result to rely on: the implementation could not be started, or broke the protocol
    /// again and again, or this program has a bug. The last is neither a failure of the implementation
    /// nor a mistake on the command line.
    NoImplementation = 3,
    /// No check is selected, or there is no array to scan.
    NothingSelected = 4,
    /// Nothing that a scan looked at is wrong, and there is something that it did not look at.
    Partial = 5,
    /// It was interrupted; what is reported is a partial result.
    Interrupted = 130,
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code as u8)
    }
}

impl ExitCode {
    /// The code of a run that could not take place.
    pub fn of_error(error: &RunError) -> Self {
        match error {
            RunError::Interrupted => Self::Interrupted,
            RunError::Start(_) => Self::NoImplementation,
            RunError::Unmatched(_)
            | RunError::NothingSelected(_)
            | RunError::NoFacts { .. }
            | RunError::AllExcluded(_) => Self::NothingSelected,
            RunError::UnknownCheck(_)
            | RunError::OtherEdition { .. }
            | RunError::Workspace(_)
            | RunError::Keep(_)
            | RunError::Report(_) => Self::Usage,
        }
    }

    /// The code of a matrix that could not take place.
    pub fn of_matrix_error(error: &MatrixError) -> Self {
        match error {
            MatrixError::Start { .. } | MatrixError::Bug(_) => Self::NoImplementation,
            MatrixError::Interrupted => Self::Interrupted,
            MatrixError::Unmatched(_) | MatrixError::NothingSelected(_) => Self::NothingSelected,
            MatrixError::Store(_) | MatrixError::Registry(_) => Self::Usage,
        }
    }

    /// The code of a run; `is_as_expected` where the failures were compared with a list, in which strictness
    /// counted likewise.
    pub fn of_run(
        finished: &Finished,
        is_as_expected: Option<bool>,
        strictness: Strictness,
    ) -> Self {
        match &finished.ended_early {
            Some(
                EndedEarly::KeepsFailing { .. }
                | EndedEarly::Restart(_)
                | EndedEarly::Removed(_)
                | EndedEarly::Bug(_),
            ) => return Self::NoImplementation,
            Some(EndedEarly::Store(_) | EndedEarly::Keep(_)) => return Self::Usage,
            Some(EndedEarly::Interrupted) => return Self::Interrupted,
            None => {}
        }
        let total = &finished.summary.total;
        match is_as_expected {
            None => Self::of_counts(total, strictness),
            // A list of failures says something even of an implementation that passes nothing.
            Some(true)
                if total.required_passed + total.failed > 0 || total.is_nothing_required() =>
            {
                Self::Conforms
            }
            Some(_) => Self::Fails,
        }
    }

    /// The code of a whole run with these counts. Whatever counts, something passed: who refuses or accepts
    /// everything has shown nothing.
    pub fn of_counts(total: &Counts, strictness: Strictness) -> Self {
        let is_passed = total.counting(strictness).bad() == 0 && total.required_passed > 0;
        if is_passed || total.is_nothing_required() {
            Self::Conforms
        } else {
            Self::Fails
        }
    }

    /// Every code.
    pub const ALL: [Self; 7] = [
        Self::Conforms,
        Self::Fails,
        Self::Usage,
        Self::NoImplementation,
        Self::NothingSelected,
        Self::Partial,
        Self::Interrupted,
    ];

    /// When the program ends with it, for the help and the manual.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Conforms => {
                "all required checks that could be judged passed, and at least one did, or no selected \
                 check is required; with --expect, everything is as listed; with --strictness \
                 report, only checks about right data count"
            }
            Self::Fails => {
                "some failed or were flaky, or none passed; with --expect, something is not as listed"
            }
            Self::Usage => "the command line or a file named on it is wrong",
            Self::NoImplementation => {
                "the implementation could not be started, or broke the protocol; or conform itself \
                 has a bug, which it reports"
            }
            Self::NothingSelected => "no check is selected; with scan, there is no array",
            Self::Partial => {
                "with scan, nothing that was looked at is wrong, and something was not looked at"
            }
            Self::Interrupted => "interrupted; what is reported is a part",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zarr_conform_protocol::subject::Bug;

    /// An implementation that lacks everything has shown nothing, and who was asked nothing, too.
    #[test]
    fn what_the_text_leaves_open_is_no_failure() {
        let seen = Counts {
            behaviour: 1,
            ..Counts::default()
        };
        let lacking = Counts {
            unsupported: 1,
            ..seen
        };
        let passed = Counts {
            required_passed: 1,
            passed: 1,
            ..lacking
        };
        let codes = [seen, lacking, passed, Counts::default()];
        assert_eq!(
            codes.map(|it| ExitCode::of_counts(&it, Strictness::Require)),
            [
                ExitCode::Conforms,
                ExitCode::Fails,
                ExitCode::Conforms,
                ExitCode::Fails
            ]
        );
    }

    #[test]
    fn a_run_is_as_listed_where_a_failure_was_listed_or_a_check_passed() {
        let code = |total| {
            let summary = zarr_conform_runner::Summary {
                total,
                ..zarr_conform_runner::Summary::default()
            };
            let finished = Finished {
                summary,
                ended_early: None,
            };
            ExitCode::of_run(&finished, Some(true), Strictness::Require)
        };
        let lacking = Counts {
            unsupported: 1,
            ..Counts::default()
        };
        let failed = Counts {
            failed: 1,
            ..lacking
        };
        assert_eq!(code(lacking), ExitCode::Fails);
        assert_eq!(code(failed), ExitCode::Conforms);
    }

    #[test]
    fn strictness_that_is_only_reported_fails_no_run() {
        let lenient = Counts {
            passed: 1,
            required_passed: 1,
            failed: 2,
            strictness: zarr_conform_runner::Tally {
                failed: 2,
                ..Default::default()
            },
            ..Counts::default()
        };
        let wrong = Counts {
            failed: 3,
            ..lenient
        };
        let nothing_passed = Counts {
            passed: 0,
            required_passed: 0,
            ..lenient
        };
        let codes = |strictness| {
            [lenient, wrong, nothing_passed].map(|it| ExitCode::of_counts(&it, strictness))
        };
        assert_eq!(codes(Strictness::Require), [ExitCode::Fails; 3]);
        let reported = [ExitCode::Conforms, ExitCode::Fails, ExitCode::Fails];
        assert_eq!(codes(Strictness::Report), reported);
    }

    #[test]
    fn a_bug_of_ours_blames_neither_the_implementation_nor_the_command_line() {
        let finished = Finished {
            summary: zarr_conform_runner::Summary::default(),
            ended_early: Some(EndedEarly::Bug(Bug("two and two are five".to_owned()))),
        };
        for is_as_expected in [None, Some(true)] {
            let code = ExitCode::of_run(&finished, is_as_expected, Strictness::Report);
            assert_eq!(code, ExitCode::NoImplementation);
        }
    }
}
