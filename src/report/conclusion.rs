//! The conclusion of a run, in words: right data first, then strictness, each with its causes before its
//! checks.

use super::outcome::Compared;
use zarr_conform_runner::tell::reason::{Failed, Reason, by_reason, causes};
use zarr_conform_runner::text::counted;
use zarr_conform_runner::{Concern, Counts, Diagnosis, Tally};

/// How many causes the failures of each concern have: misreadings that explain them, and, where none does,
/// groups of one document, verdict and message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Causes {
    right_data: u64,
    strictness: u64,
}

impl Causes {
    /// Of all failures of a run.
    pub(super) fn of(failures: &[Failed], diagnosis: &Diagnosis) -> Self {
        Self::of_reasons(&by_reason(failures, diagnosis))
    }

    /// Of failures by reason.
    pub(super) fn of_reasons(reasons: &[Reason<'_>]) -> Self {
        Self {
            right_data: causes(reasons, Concern::RightData),
            strictness: causes(reasons, Concern::Strictness),
        }
    }

    fn number(self, concern: Concern) -> u64 {
        match concern {
            Concern::RightData => self.right_data,
            Concern::Strictness => self.strictness,
        }
    }
}

/// How many failed, and how that compares with a list of known failures; `causes` where all failures of the
/// run are known by their causes.
pub(super) fn conclusion(
    total: &Counts,
    compared: Option<Compared>,
    causes: Option<Causes>,
) -> String {
    let counts = in_words(total, causes);
    match compared {
        None => counts,
        Some(it) if it.is_as_listed() && it.reported == 0 => {
            format!("{counts} {} as listed.", are_all(it.listed))
        }
        Some(it) => {
            let others = match it.others {
                0 => String::new(),
                others => format!("; {}", counted(others, "other difference")),
            };
            let deviating = if it.is_as_listed() {
                String::new()
            } else {
                format!("; not as listed: {}", counted(it.deviating, "check"))
            };
            let reported = match it.reported {
                0 => String::new(),
                reported => format!("; only reported: {}", counted(reported, "failure")),
            };
            let listed = counted(it.listed, "failure");
            format!("{counts} As listed: {listed}{deviating}{others}{reported}.")
        }
    }
}

fn are_all(listed: u64) -> String {
    match listed {
        0 => "Everything is".to_owned(),
        1 => "The failure is".to_owned(),
        listed => format!("All {listed} failures are"),
    }
}

fn in_words(total: &Counts, causes: Option<Causes>) -> String {
    let judged = total.required().judged();
    if judged == 0 && total.is_nothing_required() {
        return "Nothing is required of what was asked.".to_owned();
    }
    if judged == 0 {
        return "No required check passed.".to_owned();
    }
    let each = Concern::ALL.into_iter().filter_map(|concern| {
        let causes = causes.map(|it| it.number(concern));
        let words = tally_in_words(total.of(concern), causes)?;
        Some(format!("{}: {words}.", concern.title()))
    });
    each.collect::<Vec<_>>().join(" ")
}

/// What the checks of one concern came to; nothing where none was judged.
pub(super) fn tally_in_words(tally: Tally, causes: Option<u64>) -> Option<String> {
    let checks = counted(tally.judged(), "check");
    let flaky = match tally.flaky {
        0 => String::new(),
        flaky => format!(", and {flaky} did not give the same verdict in every run"),
    };
    let failed = tally.failed;
    Some(match (tally.judged(), tally.bad(), causes) {
        (0, ..) => return None,
        (_, 0, _) => format!("passed all of {checks}"),
        (.., Some(1)) if failed > 0 => format!("1 cause fails {failed} of {checks}{flaky}"),
        (.., Some(causes)) if failed > 0 => {
            format!("{causes} causes fail {failed} of {checks}{flaky}")
        }
        _ => format!("failed {failed} of {checks}{flaky}"),
    })
}
