//! Which of several possible causes explain failures, so that what is named holds.
//!
//! A possible cause predicts failures: the checks that fail by it, and what each gives. It is
//! named only where its predictions hold, by these rules:
//!
//! 1. Of the checks that it predicts and that passed or failed, at least nine in ten failed as
//!    predicted. Checks do not count that failed otherwise where another named cause predicts a
//!    failure, too: of two wrong steps one often hides the other. That does not go for two that
//!    contradict each other.
//! 2. A refusal looks alike whatever the cause. Refusals with the same words are evidence only for
//!    a cause that separates what is refused from what is accepted: it predicts all of them but
//!    fewer than one in twenty, and a refusal of what was accepted for at most one in fifty of them.
//!    What another named cause explains in the same words does not count, unless the two contradict each other. Other refusals do not count.
//! 3. Each failure is explained once, by the cause that explains the most of what is left; of
//!    several, by the one with the fewest wrong predictions, and of these by the first; how many explain the
//!    same as well is said.
//!
//! Two causes contradict each other where no implementation has both: they take the same step in
//! two ways.
//!
//! What these rules reject as a cause may come close to one: it gives some of the failures that are left,
//! and otherwise predicts only checks that passed, not more than those.

use zarr_conform_runner::is_nearly_all;

use crate::bits::Bits;

/// Candidates that are said to be close.
const MOST_CLOSE: usize = 3;
/// Failures that a close one gives at least.
const FEWEST_CLOSE: usize = 3;

/// A possible cause, seen beside the failures, which are numbered from 0.
#[derive(Default)]
pub(crate) struct Candidate {
    /// The failures that it predicts and that gave what it predicts.
    pub(crate) same: Bits,
    /// The failures that it predicts, whatever they gave.
    pub(crate) predicted: Bits,
    /// How many checks passed that it predicts to fail.
    pub(crate) passed: usize,
    /// How many of these are valid, and it predicts that they are refused.
    pub(crate) accepted: usize,
}

impl Candidate {
    /// Whether each failure that it predicts gave what it predicts.
    pub(crate) fn is_perfect(&self) -> bool {
        self.same.count() == self.predicted.count()
    }
}

/// What candidates are chosen by, besides the candidates.
pub(crate) struct Beside<'a> {
    /// The refusals with the same words.
    pub(crate) groups: &'a [Bits],
    /// Whether two candidates take the same step in two ways.
    pub(crate) contradict: &'a dyn Fn(usize, usize) -> bool,
}

/// A cause that is named.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Chosen {
    /// Position among the candidates.
    pub(crate) candidate: usize,
    /// The failures that it explains.
    pub(crate) explained: Vec<usize>,
    /// The candidates that explain the same failures, with as few wrong predictions.
    pub(crate) as_well: Vec<usize>,
}

/// Chooses among candidates.
pub(crate) fn choose(candidates: &[Candidate], beside: &Beside<'_>) -> Vec<Chosen> {
    let choosing = Choosing { candidates, beside };
    let mut possible: Vec<usize> = (0..candidates.len())
        .filter(|&at| {
            is_nearly_all(
                candidates[at].same.count(),
                candidates[at].same.count() + candidates[at].passed,
            )
        })
        .collect();
    // What turns out not to hold beside the others is left out, and the rest is chosen anew.
    loop {
        let chosen = choosing.greedy(&possible);
        let named: Vec<usize> = chosen.iter().map(|it| it.candidate).collect();
        let does_not_hold = |at: &usize| !choosing.holds(*at, &named);
        // The weakest goes first: others may rest on it.
        match named.iter().copied().rev().find(does_not_hold) {
            None => return chosen,
            Some(wrong) => possible.retain(|at| *at != wrong),
        }
    }
}

/// Candidates that come close to a cause of what the chosen ones leave, beside which they are named.
/// Refusals are evidence for none.
pub(crate) fn close(
    candidates: &[Candidate],
    beside: &Beside<'_>,
    chosen: &[Chosen],
) -> Vec<Chosen> {
    let mut explained: Bits = chosen
        .iter()
        .flat_map(|it| it.explained.iter().copied())
        .collect();
    let is_named = |at: usize| chosen.iter().any(|it| it.candidate == at);
    let contradicts = |at| {
        chosen
            .iter()
            .any(|it| (beside.contradict)(at, it.candidate))
    };
    let left: Vec<usize> = (0..candidates.len())
        .filter(|&at| !is_named(at) && !contradicts(at))
        .collect();
    let mut close: Vec<Chosen> = Vec::new();
    while close.len() < MOST_CLOSE {
        let gains = left.iter().filter_map(|&at| {
            let candidate = &candidates[at];
            let mut same = candidate.same.clone();
            let mut otherwise = candidate.predicted.clone();
            otherwise.remove(&same);
            otherwise.remove(&explained);
            same.remove(&explained);
            beside.groups.iter().for_each(|group| same.remove(group));
            let is_close = same.count() >= FEWEST_CLOSE
                && otherwise.count() == 0
                && (1..=same.count()).contains(&candidate.passed);
            is_close.then_some((at, same))
        });
        let best = gains.min_by_key(|(at, same)| {
            (std::cmp::Reverse(same.count()), candidates[*at].passed, *at)
        });
        let Some((candidate, same)) = best else {
            break;
        };
        explained.insert(&same);
        close.push(Chosen {
            candidate,
            explained: same.iter().collect(),
            as_well: Vec::new(),
        });
    }
    close
}

struct Choosing<'a> {
    candidates: &'a [Candidate],
    beside: &'a Beside<'a>,
}

impl Choosing<'_> {
    /// The named ones that go together with a candidate.
    fn others<'a>(&'a self, at: usize, named: &'a [usize]) -> impl Iterator<Item = usize> + 'a {
        let others = named.iter().copied().filter(move |other| *other != at);
        others.filter(move |other| !(self.beside.contradict)(at, *other))
    }

    /// The failures that are evidence for a candidate beside the named ones.
    fn evidence(&self, at: usize, named: &[usize]) -> Bits {
        let candidate = &self.candidates[at];
        let same = &candidate.same;
        let mut evidence = same.clone();
        for group in self.beside.groups {
            let mut left = group.clone();
            for other in self.others(at, named) {
                left.remove(&self.candidates[other].same);
            }
            // What another cause explains as well is evidence where the rest is.
            left.insert(&group.and(same));
            let refused = group.shared(same);
            let missing = left.count() - refused;
            if 50 * candidate.accepted > refused || 20 * missing >= left.count() {
                evidence.remove(group);
            }
        }
        evidence
    }

    /// Whether the predictions of a candidate hold beside the named ones.
    fn holds(&self, at: usize, named: &[usize]) -> bool {
        let candidate = &self.candidates[at];
        let mut otherwise = candidate.predicted.clone();
        otherwise.remove(&candidate.same);
        for other in self.others(at, named) {
            otherwise.remove(&self.candidates[other].predicted);
        }
        let same = self.evidence(at, named).count();
        is_nearly_all(same, same + candidate.passed + otherwise.count())
    }

    /// The candidates that explain the most of what is left, one after the other.
    fn greedy(&self, possible: &[usize]) -> Vec<Chosen> {
        let mut chosen: Vec<Chosen> = Vec::new();
        let mut explained = Bits::default();
        loop {
            let named: Vec<usize> = chosen.iter().map(|it| it.candidate).collect();
            let rest = possible.iter().copied().filter(|at| !named.contains(at));
            let gains = rest.map(|at| {
                let mut gain = self.best_evidence(possible, at, &named);
                gain.remove(&explained);
                self.remove_words_of_rivals(&mut gain, at, &named);
                (at, gain)
            });
            let wrong = |at: usize| {
                let candidate = &self.candidates[at];
                candidate.passed + candidate.predicted.count() - candidate.same.count()
            };
            let gains: Vec<(usize, Bits)> = gains.filter(|(_, gain)| gain.count() > 0).collect();
            let best = gains
                .iter()
                .min_by_key(|(at, gain)| (std::cmp::Reverse(gain.count()), wrong(*at), *at));
            let Some((candidate, gain)) = best else {
                return chosen;
            };
            let are_equal = |(at, other): &&(usize, Bits)| {
                at != candidate && other == gain && wrong(*at) == wrong(*candidate)
            };
            explained.insert(gain);
            chosen.push(Chosen {
                candidate: *candidate,
                explained: gain.iter().collect(),
                as_well: gains.iter().filter(are_equal).map(|(at, _)| *at).collect(),
            });
        }
    }

    /// Removes the refusals with words that a named cause explains which contradicts the candidate.
    fn remove_words_of_rivals(&self, gain: &mut Bits, at: usize, named: &[usize]) {
        let rivals = named
            .iter()
            .filter(|other| (self.beside.contradict)(at, **other));
        for rival in rivals {
            let groups = self.beside.groups.iter();
            let explained = groups.filter(|it| it.shared(&self.candidates[*rival].same) > 0);
            explained.for_each(|group| gain.remove(group));
        }
    }

    /// The evidence for a candidate beside the named ones and, where its refusals are not all of their
    /// words, beside the one that completes them best.
    fn best_evidence(&self, possible: &[usize], at: usize, named: &[usize]) -> Bits {
        let alone = self.evidence(at, named);
        if alone.count() == self.candidates[at].same.count() {
            return alone;
        }
        let beside = possible.iter().filter(|other| **other != at).map(|other| {
            let named: Vec<usize> = named.iter().copied().chain([*other]).collect();
            self.evidence(at, &named)
        });
        beside
            .chain([alone])
            .max_by_key(Bits::count)
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(same: &[usize], predicted: &[usize], passed: usize) -> Candidate {
        Candidate {
            same: same.iter().copied().collect(),
            predicted: predicted.iter().chain(same).copied().collect(),
            passed,
            accepted: 0,
        }
    }

    /// Where no two contradict each other.
    fn together(groups: &[Bits]) -> Beside<'_> {
        let contradict = &|_, _| false;
        Beside { groups, contradict }
    }

    fn named(chosen: &[Chosen]) -> Vec<usize> {
        chosen.iter().map(|it| it.candidate).collect()
    }

    fn names(candidates: &[Candidate], groups: &[Bits]) -> Vec<usize> {
        named(&choose(candidates, &together(groups)))
    }

    #[test]
    fn what_explains_the_most_is_named_first_and_what_explains_nothing_more_is_not() {
        let candidates = [
            candidate(&[0, 1], &[], 0),
            candidate(&[0, 1, 2, 3], &[], 0),
            candidate(&[3, 4], &[], 0),
        ];
        let chosen = choose(&candidates, &together(&[]));
        assert_eq!(names(&candidates, &[]), [1, 2]);
        assert_eq!(chosen[1].explained, [4]);
    }

    #[test]
    fn what_explains_the_same_as_well_is_known() {
        let candidates = [
            candidate(&[0, 1], &[], 0),
            candidate(&[0, 1], &[], 0),
            candidate(&[0], &[], 0),
        ];
        let as_well =
            |candidates: &[Candidate]| choose(candidates, &together(&[]))[0].as_well.clone();
        assert_eq!(as_well(&candidates), [1]);
        let many: Vec<usize> = (0..10).collect();
        let candidates = [candidate(&many, &[], 0), candidate(&many, &[], 1)];
        assert!(as_well(&candidates).is_empty(), "one predicts what passed");
    }

    #[test]
    fn who_passes_what_a_cause_predicts_contradicts_it() {
        let many: Vec<usize> = (0..9).collect();
        assert_eq!(names(&[candidate(&many, &[], 1)], &[]), [0]);
        assert_eq!(names(&[candidate(&many[..8], &[], 1)], &[]), [0; 0]);
        // Of two that explain the same, the one with fewer wrong predictions.
        let candidates = [candidate(&many, &[], 1), candidate(&many, &[], 0)];
        assert_eq!(names(&candidates, &[]), [1]);
    }

    #[test]
    fn another_failure_contradicts_a_cause_unless_a_named_one_predicts_one_there() {
        let hidden = candidate(&[0, 1], &[2, 3], 0);
        assert_eq!(names(&[candidate(&[0, 1], &[2, 3], 0)], &[]), [0; 0]);
        let hiding = candidate(&[2, 3, 4], &[], 0);
        assert_eq!(names(&[hidden, hiding], &[]), [1, 0]);
    }

    #[test]
    fn refusals_are_evidence_only_where_they_are_all_of_their_words() {
        let group: Bits = (0..10).collect();
        let few = || candidate(&[0, 1, 2], &[], 0);
        assert_eq!(names(&[few()], std::slice::from_ref(&group)), [0; 0]);
        assert_eq!(names(&[few()], &[[0, 1].into_iter().collect()]), [0]);
        // What is not a refusal counts all the same.
        let more = candidate(&[0, 1, 10, 11], &[], 0);
        let chosen = choose(&[more], &together(std::slice::from_ref(&group)));
        assert_eq!(chosen[0].explained, [10, 11]);
        // Two causes may share their words.
        let rest: Vec<usize> = (3..10).collect();
        let candidates = [few(), candidate(&rest, &[], 0)];
        assert_eq!(names(&candidates, &[group]), [1, 0]);
    }
    /// A library that demands a member: nearly all that it refuses would also be refused by one that
    /// takes no level but 0, and that one would refuse what is accepted, too.
    #[test]
    fn refusals_of_what_is_accepted_speak_against_a_cause() {
        let group: Bits = (0..100).collect();
        let groups = [group.clone()];
        let mut no_level_but_0 = candidate(&(0..100).collect::<Vec<_>>(), &[], 5);
        no_level_but_0.accepted = 5;
        assert_eq!(names(&[no_level_but_0], &groups), [0; 0]);
        let not_all = candidate(&(0..95).collect::<Vec<_>>(), &[], 0);
        assert_eq!(names(&[not_all], &groups), [0; 0]);
        let separates = candidate(&(0..100).collect::<Vec<_>>(), &[], 0);
        assert_eq!(names(&[separates], &groups), [0]);
    }

    #[test]
    fn two_that_contradict_each_other_are_not_named_together() {
        let group: Bits = (0..100).collect();
        let groups = [group.clone()];
        let rest: Vec<usize> = (60..100).collect();
        let candidates = || {
            [
                candidate(&(0..60).collect::<Vec<_>>(), &[], 0),
                candidate(&rest, &[], 0),
            ]
        };
        assert_eq!(names(&candidates(), &groups), [0, 1]);
        let rivals = Beside {
            groups: &groups,
            contradict: &|_, _| true,
        };
        assert_eq!(named(&choose(&candidates(), &rivals)), [0; 0]);
        // Nor where each gives what the other would give otherwise.
        let candidates = [
            candidate(&[0, 1, 2], &[3, 4], 0),
            candidate(&[3, 4], &[0, 1, 2], 0),
        ];
        assert_eq!(names(&candidates, &[]), [0, 1]);
        let rivals = Beside {
            groups: &[],
            contradict: &|_, _| true,
        };
        assert_eq!(named(&choose(&candidates, &rivals)), [0; 0]);
    }

    #[test]
    fn what_gives_all_failures_and_predicts_some_that_pass_is_close() {
        let many: Vec<usize> = (0..18).collect();
        let near = |passed| [candidate(&many, &[], passed)];
        let found = |candidates: &[Candidate], groups: &[Bits]| {
            named(&close(candidates, &together(groups), &[]))
        };
        assert_eq!(found(&near(6), &[]), [0]);
        assert_eq!(found(&near(19), &[]), [0; 0], "more pass than fail");
        assert_eq!(found(&near(6), &[(0..18).collect()]), [0; 0], "refusals");
        let otherwise = [candidate(&many, &[18], 6)];
        assert_eq!(found(&otherwise, &[]), [0; 0], "another failure");
        let explained = Chosen {
            candidate: 1,
            explained: many.clone(),
            as_well: Vec::new(),
        };
        let of_rest = close(&near(6), &together(&[]), &[explained]);
        assert_eq!(named(&of_rest), [0; 0], "nothing is left");
    }
}
