//! Misreadings are asked what failed and what passed, so that it shows which of them a library may have. Many failures
//! are sampled first: where one misreading explains the sample, few others need be asked.

use std::sync::atomic::{AtomicUsize, Ordering};

use zarr_conform_protocol::subject::Stop;
use zarr_conform_reference::misreading::Misreading;
use zarr_conform_runner::{Failure, Gave, Verdict};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Level;

use crate::bits::Bits;
use crate::choose::Candidate;
use crate::suite::{Suite, in_parallel, replacements};

/// More failures than these are sampled first.
const LARGE: usize = 256;
/// About how many failures a sample has.
const SAMPLE: usize = 64;
/// The most misreadings that explain a sample equally well and are asked all failures.
const MOST_LEADERS: usize = 8;
/// The most failures that all misreadings are asked.
const MOST_FAILURES: usize = 5000;

/// A misreading, and what it predicts.
pub(crate) type Rival = (&'static Misreading, Candidate);

/// Misreadings that are asked what failed and what passed.
pub(crate) struct Asking<'a> {
    /// All checks.
    pub(crate) suite: &'a Suite<'a>,
    /// The required checks that failed, and what they gave.
    pub(crate) failed: &'a [(usize, &'a Gave)],
    /// The checks that passed.
    pub(crate) passed: &'a [usize],
    /// Those that are asked.
    pub(crate) misreadings: &'a [&'static Misreading],
    /// The edition that the library was judged by.
    pub(crate) edition: Edition,
    /// Set when this is to end.
    pub(crate) stop: &'a Stop,
}

impl Asking<'_> {
    /// Asks each of these failures of the misreadings beside it, and notes what they predict.
    fn ask(&self, asked: &[(usize, Vec<usize>)], found: &mut [Rival]) {
        let predicted = in_parallel(
            asked,
            || (),
            |(), (failure, rivals)| {
                let (at, gave) = self.failed[*failure];
                let rivals = rivals.iter().filter(|_| !self.stop.is_set());
                let predicts = rivals.filter_map(|&rival| {
                    let steps = self.misreadings[rival].steps(self.edition);
                    match self.suite.verdict(at, steps) {
                        Verdict::Fail(found) => Some((rival, gave.is_same(&Gave::of(&found)))),
                        _ => None,
                    }
                });
                predicts.collect::<Vec<_>>()
            },
        );
        for ((failure, _), predicts) in asked.iter().zip(predicted) {
            for (rival, is_same) in predicts {
                let candidate = &mut found[rival].1;
                candidate.predicted.add(*failure);
                if is_same {
                    candidate.same.add(*failure);
                }
            }
        }
    }

    /// Asks all misreadings but some these failures, as far as they may answer otherwise than the text.
    fn ask_but(&self, failures: &[usize], but: &[usize], found: &mut [Rival]) {
        let positions = failures.iter().map(|it| self.failed[*it].0);
        let positions: Vec<usize> = positions.collect();
        let rivals = replacements(self.misreadings);
        let touched = self.suite.touched(&positions, &rivals, self.stop);
        let asked = failures.iter().zip(touched).map(|(failure, mut rivals)| {
            rivals.retain(|it| !but.contains(it));
            (*failure, rivals)
        });
        self.ask(&asked.collect::<Vec<_>>(), found);
    }

    /// Asks the misreadings what failed, as far as they may answer otherwise than the text. Where one explains most
    /// of many failures, the others are asked only what it leaves, and the sample that showed it.
    pub(crate) fn same_failures(&self) -> Vec<Rival> {
        let mut found: Vec<Rival> = self
            .misreadings
            .iter()
            .map(|misreading| (*misreading, Candidate::default()))
            .collect();
        let mut left: Vec<usize> = (0..self.failed.len()).collect();
        let mut leading = Vec::new();
        if left.len() > LARGE {
            let stride = left.len().div_ceil(SAMPLE);
            let (sample, others): (Vec<_>, Vec<_>) = left.iter().partition(|it| *it % stride == 0);
            self.ask_but(&sample, &[], &mut found);
            leading = leaders(&found, sample.len());
            let to_leaders = others.iter().map(|it| (*it, leading.clone()));
            self.ask(&to_leaders.collect::<Vec<_>>(), &mut found);
            let mut rest: Bits = others.into_iter().collect();
            let leaders = leading.iter().map(|leader| &found[*leader].1);
            let perfect = leaders.filter(|it| it.is_perfect()).map(|it| &it.same);
            perfect
                .max_by_key(|it| it.count())
                .inspect(|it| rest.remove(it));
            left = rest.iter().collect();
        }
        left.truncate(MOST_FAILURES);
        self.ask_but(&left, &leading, &mut found);
        found
    }

    /// Counts for each candidate the checks that passed and that it predicts to fail. Where one predicts exactly
    /// what failed, others that explain less of it are dropped: nothing is left for them.
    pub(crate) fn count_all_passed(&self, found: &mut Vec<Rival>) {
        let same = |at: &usize| found[*at].1.same.count();
        let perfect = (0..found.len()).filter(|at| found[*at].1.is_perfect());
        // The first of those that explain the most.
        let leader = perfect.rev().max_by_key(same);
        if let Some(leader) = leader {
            self.count_passed(&mut found[leader..=leader]);
            if found[leader].1.passed == 0 {
                let explained = found[leader].1.same.clone();
                let mut at = 0..;
                found.retain(|(_, it)| {
                    let is_leader = at.next() == Some(leader);
                    let all = explained.count();
                    is_leader
                        || it.same.count() == all
                        || it.same.shared(&explained) < it.same.count()
                });
                if found.len() == 1 {
                    return;
                }
            }
        }
        self.count_passed(found);
    }

    /// Counts the checks that passed and that the misreadings predict to fail. Of a misreading
    /// that cannot be named any more, not all.
    fn count_passed(&self, found: &mut [Rival]) {
        let misreadings: Vec<&Misreading> = found.iter().map(|(it, _)| *it).collect();
        let touched = self
            .suite
            .touched(self.passed, &replacements(&misreadings), self.stop);
        let asked: Vec<(usize, Vec<usize>)> = self.passed.iter().copied().zip(touched).collect();
        let zeros = || found.iter().map(|_| AtomicUsize::new(0)).collect();
        let (counts, accepted): (Vec<AtomicUsize>, Vec<AtomicUsize>) = (zeros(), zeros());
        in_parallel(
            &asked,
            || (),
            |(), (at, rivals)| {
                for &rival in rivals {
                    let most = found[rival].1.same.count();
                    if counts[rival].load(Ordering::Relaxed) > most || self.stop.is_set() {
                        continue;
                    }
                    let steps = misreadings[rival].steps(self.edition);
                    if let Verdict::Fail(failure) = self.suite.verdict(*at, steps)
                        && self.counts(*at, &failure)
                    {
                        counts[rival].fetch_add(1, Ordering::Relaxed);
                        let is_refusal = usize::from(Gave::of(&failure) == Gave::Refused);
                        accepted[rival].fetch_add(is_refusal, Ordering::Relaxed);
                    }
                }
            },
        );
        for (((_, candidate), count), accepted) in found.iter_mut().zip(counts).zip(accepted) {
            candidate.passed = count.into_inner();
            candidate.accepted = accepted.into_inner();
        }
    }

    /// Whether a check that passed would be a failure if it failed so.
    fn counts(&self, at: usize, failure: &Failure) -> bool {
        self.suite.check(at).level == Level::Must || failure.kind.is_wrong_answer()
    }
}

/// The misreadings that explain the most of a sample: more than half of it, and as many each. None, where they
/// are many.
fn leaders(found: &[Rival], sample: usize) -> Vec<usize> {
    let same = |at: &usize| found[*at].1.same.count();
    let most = (0..found.len()).map(|at| same(&at)).max().unwrap_or(0);
    let leaders: Vec<usize> = (0..found.len()).filter(|at| same(at) == most).collect();
    if 2 * most > sample && leaders.len() <= MOST_LEADERS {
        leaders
    } else {
        Vec::new()
    }
}
