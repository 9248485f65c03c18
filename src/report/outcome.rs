//! What a verdict means for reports that know no more than pass, fail and skip: said once, so that
//! all of them and the exit code agree.

use std::io;

use zarr_conform_runner::text::line;
use zarr_conform_runner::{
    CheckResult, Consumer, Derivation, Deviation, Event, ListComparison, Plan, Strictness, Summary,
    Verdict,
};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Vectors;

/// Characters of a message in one line.
const MESSAGE: usize = 300;

/// What a report of tests says of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TestOutcome {
    /// It passed.
    Passed,
    /// It counts against the implementation: kind of failure and message.
    Failed(&'static str, String),
    /// It failed, but that is not a failure of the run: kind of failure and message.
    Tolerated(&'static str, String),
    /// Nothing was judged: the reason.
    NotJudged(String),
}

/// A list of known failures, where there is one, fed with the events of the run.
#[derive(Default)]
pub struct KnownFailures<'a> {
    list: Option<KnownList<'a>>,
    strictness: Strictness,
}

/// A list, and how the results compare with it so far.
struct KnownList<'a> {
    comparison: ListComparison,
    /// Those that the run is about: an entry that matches none of their checks is a difference, too.
    vectors: &'a Vectors,
    edition: Edition,
    /// Required checks that failed or were flaky, as listed.
    listed: Summary,
    /// Required checks that failed or were flaky, which no list has, and which are only reported.
    reported: u64,
    /// Checks that are not as listed.
    deviating: u64,
    /// Differences that are of no single check, in words.
    others: Vec<String>,
}

/// How the results of a run compare with a list of known failures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Compared {
    /// Required checks that failed or were flaky, as listed.
    pub(super) listed: u64,
    /// Required checks that failed or were flaky, which no list has, and which are only reported.
    pub(super) reported: u64,
    /// Checks that are not as listed.
    pub(super) deviating: u64,
    /// Differences that are of no single check: an entry that is about nothing, and other operations than
    /// those that are listed.
    pub(super) others: u64,
}

impl Compared {
    /// Whether everything is as listed: the exit code says the same.
    pub(super) fn is_as_listed(self) -> bool {
        self.deviating + self.others == 0
    }
}

impl<'a> KnownFailures<'a> {
    /// What the list says of a run by these vectors; nothing is known without one.
    pub fn new(list: Option<ListComparison>, vectors: &'a Vectors) -> Self {
        let list = list.map(|comparison| KnownList {
            comparison,
            vectors,
            edition: Edition::default(),
            listed: Summary::default(),
            reported: 0,
            deviating: 0,
            others: Vec::new(),
        });
        Self {
            list,
            strictness: Strictness::default(),
        }
    }

    /// The same, where strictness counts so.
    #[must_use]
    pub fn with_strictness(self, strictness: Strictness) -> Self {
        Self { strictness, ..self }
    }

    /// Whether failures about strictness count.
    pub(super) fn strictness(&self) -> Strictness {
        self.strictness
    }

    /// Takes note of an event, before any question about it.
    pub(super) fn note(&mut self, event: &Event) -> io::Result<()> {
        match &mut self.list {
            Some(list) => list.note(event, self.strictness),
            None => Ok(()),
        }
    }

    /// Whether there is a list.
    pub(super) fn is_listing(&self) -> bool {
        self.list.is_some()
    }

    /// How the results compare with the list, where there is one; whole when the run is over.
    pub(super) fn compared(&self) -> Option<Compared> {
        self.list.as_ref().map(|list| Compared {
            listed: list.listed.total.required().bad(),
            reported: list.reported,
            deviating: list.deviating,
            others: list.others.len() as u64,
        })
    }

    /// Required checks that failed or were flaky, as listed; nothing without a list.
    pub(super) fn listed(&self) -> Option<&Summary> {
        self.list.as_ref().map(|it| &it.listed)
    }

    /// Differences from the list that are of no single check, in words; all of them when the run is over.
    pub(super) fn others(&self) -> &[String] {
        self.list.as_ref().map_or(&[], |it| it.others.as_slice())
    }

    /// What the result means.
    pub(super) fn outcome(&self, result: &CheckResult) -> TestOutcome {
        let list = self.list.as_ref();
        let is_known = list.map(|it| it.comparison.is_known(result));
        outcome(result, is_known, self.strictness)
    }
}

impl KnownList<'_> {
    fn note(&mut self, event: &Event, strictness: Strictness) -> io::Result<()> {
        self.comparison.event(event)?;
        match event {
            Event::Started(header) => {
                self.edition = header.edition;
                // That other operations are offered is the one difference that shows at once.
                self.others.extend(told(self.comparison.deviations()));
            }
            Event::CheckFinished(result) => {
                let is_failure = matches!(result.verdict, Verdict::Fail(_) | Verdict::Flaky { .. });
                let is_known = self.comparison.is_known(result);
                let is_listed = self.comparison.is_listed(result);
                if is_failure && result.is_required() {
                    if is_listed {
                        self.listed.add(result);
                    } else if !strictness.counts(result.concern) {
                        self.reported += 1;
                    }
                }
                self.deviating += u64::from(!is_known);
            }
            Event::Diagnosed(_) => {}
            Event::Finished(_) => {
                let before = self.comparison.deviations().len();
                self.comparison.finish(&Plan::new(Derivation {
                    vectors: self.vectors,
                    edition: self.edition,
                }));
                self.others
                    .extend(told(&self.comparison.deviations()[before..]));
            }
        }
        Ok(())
    }
}

fn told(deviations: &[Deviation]) -> impl Iterator<Item = String> {
    deviations.iter().map(|it| line(&it.to_string(), MESSAGE))
}

/// What a result means; `is_as_listed` where there is a list of known failures.
fn outcome(
    result: &CheckResult,
    is_as_listed: Option<bool>,
    strictness: Strictness,
) -> TestOutcome {
    let name = result.verdict.name();
    // Against a recommendation, or about what is only reported.
    let tolerated = if !result.is_required() {
        Some("against a recommendation")
    } else if strictness.counts(result.concern) {
        None
    } else {
        Some("strictness, which is only reported")
    };
    match (&result.verdict, is_as_listed) {
        (Verdict::Fail(failure), listed) => {
            let expected = line(&failure.expected, MESSAGE);
            let found = line(&failure.found, MESSAGE);
            let message = format!("expected {expected}; found {found}");
            match (listed, tolerated) {
                (None | Some(true), Some(why)) => {
                    TestOutcome::Tolerated(name, format!("{why}: {message}"))
                }
                (Some(true), None) => {
                    TestOutcome::Tolerated(name, format!("known failure: {message}"))
                }
                (None | Some(false), _) => TestOutcome::Failed(name, message),
            }
        }
        (_, Some(false)) => TestOutcome::Failed(
            "not-as-listed",
            format!("the list of known failures expects something else than {name}"),
        ),
        (Verdict::Pass { .. }, _) => TestOutcome::Passed,
        (Verdict::Flaky { .. }, Some(true)) => {
            TestOutcome::Tolerated(name, "known: not the same in every run".to_owned())
        }
        (Verdict::Flaky { seen, why }, None) => {
            let seen = line(&seen.join(", "), MESSAGE);
            let message = match why {
                Some(why) => format!("not the same each time: {seen}: {}", line(why, MESSAGE)),
                None => format!("not the same in every run: {seen}"),
            };
            match tolerated {
                None => TestOutcome::Failed(name, message),
                Some(why) => TestOutcome::Tolerated(name, format!("{why}: {message}")),
            }
        }
        (Verdict::Unsupported { message }, _) => {
            TestOutcome::NotJudged(format!("unsupported: {}", line(message, MESSAGE)))
        }
        (Verdict::Skipped { reason }, _) => {
            TestOutcome::NotJudged(line(&reason.to_string(), MESSAGE))
        }
        (
            Verdict::Behaviour {
                readings, other, ..
            },
            _,
        ) => {
            let seen = match other {
                Some(other) => format!("something else: {}", line(other, MESSAGE)),
                None => line(&readings.join("; or "), MESSAGE),
            };
            TestOutcome::NotJudged(format!("the specification leaves it open; seen: {seen}"))
        }
    }
}
