//! Fuzz runs: cases are asked, and what fails is shrunk and reported once for each cause.
//!
//! | part | what |
//! |---|---|
//! | [`ask`] | who is asked |
//! | [`cause`] | what failing cases have in common |
//! | `shrink` | the simplest case that fails so |

pub mod ask;
pub mod cause;
mod shrink;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use zarr_conform_protocol::subject::Bug;
use zarr_conform_runner::{Check, EndedEarly, Gave, Verdict};

use self::ask::Ask;
use self::cause::{Again, Cause, Finds, Seen};
use self::shrink::{Failed, first_failed, shrunk};
use crate::{AnyCase, Choices, NoFact};

/// Of the cases about what is known to fail, one in so many is asked all the same.
const KNOWN_EVERY: u64 = 8;
/// Cases that passed whose numbers are kept.
const MOST_PASSED: usize = 256;
/// From how many causes on shrinking ends: whoever fails in so many ways fails in all.
const MOST_CAUSES: usize = 200;
/// How long one case is reduced: each simpler one that hangs takes as long as an answer may take.
const MOST_TIME: Duration = Duration::from_secs(60);
/// How often a case is asked once more, the random and the reduced one in turn, to see whether its answer changes.
const REPEATS: usize = 3;

/// A fuzz run, shared by those who take part.
pub struct Hunt<'a> {
    /// What cases are made of.
    pub choices: &'a Choices,
    /// Which cases: the seed and a number make one.
    pub seed: u64,
    /// Whether cases about what is known to fail are mostly left out, so that others are seen.
    pub avoids: bool,
    /// Nothing simpler than a case that failed is tried later than this after the first.
    pub most_time: Duration,
    finds: Mutex<Finds>,
}

impl<'a> Hunt<'a> {
    /// A fuzz run among the cases of a seed.
    pub fn new(choices: &'a Choices, seed: u64) -> Self {
        Self {
            choices,
            seed,
            avoids: true,
            most_time: MOST_TIME,
            finds: Mutex::default(),
        }
    }

    /// What was found so far.
    pub fn finds(&self) -> MutexGuard<'_, Finds> {
        self.finds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the cases of these numbers, until there are no more.
    ///
    /// # Errors
    /// Where no more can be asked, or our own program contradicts itself.
    pub fn run(
        &self,
        ask: &mut dyn Ask,
        next: &mut dyn FnMut() -> Option<u64>,
    ) -> Result<(), EndedEarly> {
        loop {
            let mut cases = Vec::new();
            let mut checks = Vec::new();
            while checks.len() < ask.at_once() {
                let Some(number) = next() else { break };
                let case = AnyCase::nth(self.seed, number, self.choices);
                if self.avoids && number % KNOWN_EVERY != 0 {
                    let mut finds = self.finds();
                    if !finds.causes.is_empty() && finds.is_about_known(&case.features()) {
                        finds.avoided += 1;
                        continue;
                    }
                }
                let of_case = case
                    .checks(self.choices.edition)
                    .map_err(|error| bug(number, &error))?;
                cases.push((number, case, of_case.len()));
                checks.extend(of_case);
            }
            if cases.is_empty() {
                return Ok(());
            }
            let (verdicts, mut ended) = ask.ask_some(checks.clone());
            let mut verdicts = verdicts.into_iter();
            let mut checks = checks.into_iter();
            for (number, case, length) in cases {
                let its: Vec<Check> = checks.by_ref().take(length).collect();
                let verdicts: Vec<Verdict> = verdicts.by_ref().take(length).collect();
                if verdicts.len() < length {
                    break;
                }
                self.finds().count(&verdicts);
                let is_passed = is_passed(&verdicts);
                if let Some(failed) = first_failed(its, verdicts) {
                    // What was found is reported all the same.
                    if ended.is_err() {
                        self.take(number, case, failed, Again::NotAsked, None);
                    } else {
                        ended = self.failed(ask, number, case, failed);
                    }
                } else if is_passed {
                    let mut finds = self.finds();
                    if finds.passed.len() < MOST_PASSED {
                        finds.passed.push(number);
                    }
                }
            }
            ended?;
        }
    }

    /// Whether a failure is to be reduced. Otherwise it is counted with the cause that it has.
    fn is_new(&self, number: u64, failed: &Failed, case: &AnyCase) -> bool {
        let mut finds = self.finds();
        let is_full = finds.causes.len() >= MOST_CAUSES;
        if let Some(at) = finds.known(&failed.signature(), &case.features()) {
            let known = &mut finds.causes[at];
            // Whether it has another cause on top is looked at now and then.
            if is_full || !(known.count + 1).is_power_of_two() {
                known.count += 1;
                known.add_seen([failed.seen(number, case)]);
                return false;
            }
        }
        !is_full
    }

    fn failed(
        &self,
        ask: &mut dyn Ask,
        number: u64,
        case: AnyCase,
        failed: Failed,
    ) -> Result<(), EndedEarly> {
        if !self.is_new(number, &failed, &case) {
            return Ok(());
        }
        let checks = case.checks(self.choices.edition);
        let checks = checks.map_err(|error| bug(number, &error))?;
        ask.expect_failures();
        let verdicts = match ask.ask(checks.clone()) {
            Ok(verdicts) => verdicts,
            Err(why) => {
                self.take(number, case, failed, Again::NotAsked, None);
                return Err(why);
            }
        };
        let Some(again) = first_failed(checks, verdicts) else {
            self.finds().fleeting.push(number);
            return Ok(());
        };
        if again.signature() != failed.signature() && !self.is_new(number, &again, &case) {
            return Ok(());
        }
        let seen = again.seen(number, &case);
        let (gave, gave_again) = (Gave::of(&failed.failure), Gave::of(&again.failure));
        let (reduced, failed) = shrunk(ask, self.choices, self.most_time, case.clone(), again)?;
        let asked = [
            (case, gave_again.clone()),
            (reduced.clone(), Gave::of(&failed.failure)),
        ];
        let (again, ended) = if is_another(&gave, &gave_again) {
            (Again::Changes, Ok(()))
        } else {
            self.asked_again(ask, &asked)
        };
        self.take(number, reduced, failed, again, Some(seen));
        ended
    }

    /// Whether cases that failed get the answer that they got, when they are asked in turn.
    fn asked_again(
        &self,
        ask: &mut dyn Ask,
        failed: &[(AnyCase, Gave)],
    ) -> (Again, Result<(), EndedEarly>) {
        for (case, gave) in failed.iter().cycle().take(REPEATS * failed.len()) {
            // What ended the process or hung is not asked again for this.
            if !is_answer(gave) {
                continue;
            }
            let Ok(checks) = case.checks(self.choices.edition) else {
                continue;
            };
            ask.expect_failures();
            let verdicts = match ask.ask(checks.clone()) {
                Ok(verdicts) => verdicts,
                Err(why) => return (Again::Same, Err(why)),
            };
            let now = first_failed(checks, verdicts);
            if now.is_none_or(|it| is_another(gave, &Gave::of(&it.failure))) {
                return (Again::Changes, Ok(()));
            }
        }
        (Again::Same, Ok(()))
    }

    /// Keeps a cause. `seen` is the case before it was reduced; none where it was not asked by itself.
    fn take(&self, number: u64, case: AnyCase, failed: Failed, again: Again, seen: Option<Seen>) {
        let mut new = Cause {
            signature: failed.signature(),
            features: case.features(),
            check: failed.check.id.clone(),
            failure: failed.failure,
            passed: failed.passed,
            seen: Vec::new(),
            case,
            number,
            count: 1,
            again,
        };
        new.add_seen(seen);
        self.finds().take(new);
    }
}

/// Whether something was answered, and not only that nothing is.
fn is_answer(gave: &Gave) -> bool {
    matches!(gave, Gave::Wrong(_) | Gave::Accepted(_))
}

/// Whether these are two answers to one question.
fn is_another(gave: &Gave, other: &Gave) -> bool {
    is_answer(gave) && is_answer(other) && !gave.is_same(other)
}

/// Whether everything that was asked of a case passed.
fn is_passed(verdicts: &[Verdict]) -> bool {
    let asked = || {
        verdicts
            .iter()
            .filter(|it| it.lacking_operation().is_none())
    };
    asked().next().is_some() && asked().all(|it| matches!(it, Verdict::Pass { .. }))
}

fn bug(number: u64, error: &NoFact) -> EndedEarly {
    EndedEarly::Bug(Bug(format!("case {number}: {error}")))
}
