//! Which of several possible causes explain failures, so that what is named holds.
//!
//! A possible cause predicts failures: the checks that fail by it, and what each gives. It is
//! named only where its predictions hold, by these rules:
//!
//! 1. Of the checks that it predicts and that passed or failed, at least nine in ten failed as
//!    predicted. Checks do not count that failed otherwise where another named cause predicts a
//!    failure, too: of two wrong steps one often hides the other.
//! 2. A refusal looks alike whatever the cause. Refusals with the same words are evidence only for
//!    a cause that predicts at least nine in ten of them; those that another named cause explains
//!    do not count. Other refusals do not count.
//! 3. Each failure is explained once, by the cause that explains the most of what is left; of
//!    several, by the one with the fewest wrong predictions, and of these by the first.

use crate::bits::Bits;

/// A possible cause, seen beside the failures, which are numbered from 0.
#[derive(Default)]
pub(crate) struct Candidate {
    /// The failures that it predicts and that gave what it predicts.
    pub(crate) same: Bits,
    /// The failures that it predicts, whatever they gave.
    pub(crate) predicted: Bits,
    /// How many checks passed that it predicts to fail.
    pub(crate) passed: usize,
}

/// A cause that is named.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Chosen {
    /// Position among the candidates.
    pub(crate) candidate: usize,
    /// The failures that it explains.
    pub(crate) explained: Vec<usize>,
}

/// Whether `part` is at least nine tenths of `whole`.
fn is_nearly_all(part: usize, whole: usize) -> bool {
    part > 0 && 10 * part >= 9 * whole
}

/// Chooses among candidates; `groups` are the refusals with the same words.
pub(crate) fn choose(candidates: &[Candidate], groups: &[Bits]) -> Vec<Chosen> {
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
        let chosen = greedy(candidates, groups, &possible);
        let named: Vec<usize> = chosen.iter().map(|it| it.candidate).collect();
        let does_not_hold = |at: &usize| !holds(candidates, groups, *at, &named);
        // The weakest goes first: others may rest on it.
        match named.iter().copied().rev().find(does_not_hold) {
            None => return chosen,
            Some(wrong) => possible.retain(|at| *at != wrong),
        }
    }
}

/// The failures that are evidence for a candidate beside the named ones.
fn evidence(candidates: &[Candidate], groups: &[Bits], at: usize, named: &[usize]) -> Bits {
    let same = &candidates[at].same;
    let mut evidence = same.clone();
    for group in groups {
        let mut left = group.clone();
        for other in named.iter().filter(|other| **other != at) {
            left.remove(&candidates[*other].same);
        }
        // What another cause explains as well is evidence where the rest is.
        left.insert(&group.and(same));
        if !is_nearly_all(group.and(same).count(), left.count()) {
            evidence.remove(group);
        }
    }
    evidence
}

/// Whether the predictions of a candidate hold beside the named ones.
fn holds(candidates: &[Candidate], groups: &[Bits], at: usize, named: &[usize]) -> bool {
    let candidate = &candidates[at];
    let evidence = evidence(candidates, groups, at, named);
    let mut otherwise = candidate.predicted.clone();
    otherwise.remove(&candidate.same);
    for other in named.iter().filter(|other| **other != at) {
        otherwise.remove(&candidates[*other].predicted);
    }
    let same = evidence.count();
    is_nearly_all(same, same + candidate.passed + otherwise.count())
}

/// The candidates that explain the most of what is left, one after the other.
fn greedy(candidates: &[Candidate], groups: &[Bits], possible: &[usize]) -> Vec<Chosen> {
    let mut chosen: Vec<Chosen> = Vec::new();
    let mut explained = Bits::default();
    loop {
        let named: Vec<usize> = chosen.iter().map(|it| it.candidate).collect();
        let rest = possible.iter().copied().filter(|at| !named.contains(at));
        let gains = rest.map(|at| {
            let mut gain = best_evidence(candidates, groups, possible, at, &named);
            gain.remove(&explained);
            (at, gain)
        });
        let wrong = |at: usize| {
            let candidate = &candidates[at];
            candidate.passed + candidate.predicted.count() - candidate.same.count()
        };
        let best = gains
            .filter(|(_, gain)| gain.count() > 0)
            .min_by_key(|(at, gain)| (std::cmp::Reverse(gain.count()), wrong(*at), *at));
        let Some((candidate, gain)) = best else {
            return chosen;
        };
        explained.insert(&gain);
        chosen.push(Chosen {
            candidate,
            explained: gain.iter().collect(),
        });
    }
}

/// The evidence for a candidate beside the named ones and, where its refusals are not all of their
/// words, beside the one that completes them best.
fn best_evidence(
    candidates: &[Candidate],
    groups: &[Bits],
    possible: &[usize],
    at: usize,
    named: &[usize],
) -> Bits {
    let alone = evidence(candidates, groups, at, named);
    if alone.count() == candidates[at].same.count() {
        return alone;
    }
    let beside = possible.iter().filter(|other| **other != at).map(|other| {
        let named: Vec<usize> = named.iter().copied().chain([*other]).collect();
        evidence(candidates, groups, at, &named)
    });
    beside
        .chain([alone])
        .max_by_key(Bits::count)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(same: &[usize], predicted: &[usize], passed: usize) -> Candidate {
        Candidate {
            same: same.iter().copied().collect(),
            predicted: predicted.iter().chain(same).copied().collect(),
            passed,
        }
    }

    fn names(candidates: &[Candidate], groups: &[Bits]) -> Vec<usize> {
        let chosen = choose(candidates, groups);
        chosen.iter().map(|it| it.candidate).collect()
    }

    #[test]
    fn what_explains_the_most_is_named_first_and_what_explains_nothing_more_is_not() {
        let candidates = [
            candidate(&[0, 1], &[], 0),
            candidate(&[0, 1, 2, 3], &[], 0),
            candidate(&[3, 4], &[], 0),
        ];
        let chosen = choose(&candidates, &[]);
        assert_eq!(names(&candidates, &[]), [1, 2]);
        assert_eq!(chosen[1].explained, [4]);
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
    fn refusals_are_evidence_only_where_they_are_nearly_all_of_their_words() {
        let group: Bits = (0..10).collect();
        let few = || candidate(&[0, 1, 2], &[], 0);
        assert_eq!(names(&[few()], std::slice::from_ref(&group)), [0; 0]);
        assert_eq!(names(&[few()], &[[0, 1].into_iter().collect()]), [0]);
        // What is not a refusal counts all the same.
        let more = candidate(&[0, 1, 10, 11], &[], 0);
        let chosen = choose(&[more], std::slice::from_ref(&group));
        assert_eq!(chosen[0].explained, [10, 11]);
        // Two causes may share their words.
        let rest: Vec<usize> = (3..10).collect();
        let candidates = [few(), candidate(&rest, &[], 0)];
        assert_eq!(names(&candidates, &[group]), [1, 0]);
    }
}
