//! What failures have in common: the shortest conjunctions of features that separate what failed from
//! what passed.
//!
//! A conjunction of one to three features is named only where at least nine in ten of the checks that
//! have all of them failed. Of several, the one that leaves the least unexplained: a check that
//! passed weighs as much as several that failed, and each feature has to be worth its words. What is
//! left after that is looked at in the same way.

use std::cmp::Reverse;

use zarr_conform_runner::is_nearly_all;

use crate::bits::Bits;
use crate::features::{Having, Kind};

/// Failures that a conjunction of one, two and three features has at least: of few checks, something
/// is common by chance.
const FEWEST: [usize; 3] = [3, 6, 10];
/// Conjunctions that are made longer.
const BEAM: usize = 40;
/// Conjunctions that are named.
const MOST: usize = 8;
/// A check that passed weighs as much as so many that failed.
const PASSED: i64 = 4;
/// Of the failures, each feature is worth one in so many.
const SHARE: usize = 20;

/// Features that failures have in common.
#[derive(Debug)]
pub(crate) struct Conjunction {
    /// Positions in the table.
    pub(crate) features: Vec<usize>,
    /// The failures that have all of them and that no earlier conjunction has.
    pub(crate) explained: Bits,
    /// The failures that have all of them.
    pub(crate) failed: Bits,
    /// The checks that passed and have all of them.
    pub(crate) passed: Bits,
}

/// The conjunctions that explain most of the failures that are left, where `passes` checks passed.
pub(crate) fn conjunctions(table: &[Having], left: &Bits, passes: usize) -> Vec<Conjunction> {
    let mut left = left.clone();
    let mut named: Vec<Conjunction> = Vec::new();
    let fewest = FEWEST[0].max(left.count() / (2 * SHARE));
    while named.len() < MOST {
        let search = Search::new(table, &left, passes);
        let Some(features) = search.best(fewest) else {
            break;
        };
        let conjunction = conjunction(table, features, &left);
        left.remove(&conjunction.explained);
        named.push(conjunction);
    }
    named
}

fn conjunction(table: &[Having], features: Vec<usize>, left: &Bits) -> Conjunction {
    let all = |of: fn(&Having) -> &Bits| {
        let mut sets = features.iter().map(|at| of(&table[*at]));
        let first = sets.next().cloned().unwrap_or_default();
        sets.fold(first, |all, it| all.and(it))
    };
    let (failed, passed) = (all(|it| &it.failed), all(|it| &it.passed));
    Conjunction {
        explained: failed.and(left),
        failed,
        passed,
        features,
    }
}

/// A conjunction that is looked at.
#[derive(Clone)]
struct Part {
    features: Vec<usize>,
    /// Of the failures that are left.
    failed: Bits,
    passed: Bits,
    score: i64,
    gain: f64,
}

struct Search<'a> {
    table: &'a [Having],
    /// Positions of features that enough failures have.
    frequent: Vec<usize>,
    left: &'a Bits,
    number: usize,
    passes: usize,
}

impl<'a> Search<'a> {
    fn new(table: &'a [Having], left: &'a Bits, passes: usize) -> Self {
        let frequent = 0..table.len();
        let frequent = frequent.filter(|at| table[*at].failed.shared(left) >= FEWEST[0]);
        Self {
            table,
            frequent: frequent.collect(),
            left,
            number: left.count(),
            passes,
        }
    }

    /// The best conjunction of at least `fewest` failures.
    fn best(&self, fewest: usize) -> Option<Vec<usize>> {
        let all = Part {
            features: Vec::new(),
            failed: self.left.clone(),
            passed: (0..self.passes).collect(),
            score: i64::MIN,
            gain: 0.0,
        };
        let mut beam = vec![all];
        let mut best: Option<Part> = None;
        for at_least in FEWEST {
            let longer = self.longer(&beam, at_least.max(fewest));
            for part in &longer {
                let (failed, passed) = (part.failed.count(), part.passed.count());
                let is_better = best.as_ref().is_none_or(|it| part.score > it.score);
                if is_better && part.score > 0 && is_nearly_all(failed, failed + passed) {
                    best = Some(part.clone());
                }
            }
            beam = longer;
        }
        best.map(|it| it.features)
    }

    /// The most promising conjunctions of one feature more, the best of them first.
    fn longer(&self, beam: &[Part], at_least: usize) -> Vec<Part> {
        let mut seen: Vec<(i64, f64, usize, usize)> = Vec::new();
        for (of, part) in beam.iter().enumerate() {
            for &at in &self.frequent {
                // Each set of features once, unless its first part was not promising.
                if part.features.contains(&at) {
                    continue;
                }
                let failed = part.failed.shared(&self.table[at].failed);
                if failed < at_least || (!part.features.is_empty() && self.is_all(part, at)) {
                    continue;
                }
                let passed = part.passed.shared(&self.table[at].passed);
                let score = self.score(&part.features, at, failed, passed);
                seen.push((score, self.gain(failed, passed), of, at));
            }
        }
        // The best that could be named, and the most promising.
        let mut chosen: Vec<(i64, f64, usize, usize)> = Vec::new();
        seen.sort_by_key(|it| Reverse(it.0));
        chosen.extend(seen.iter().take(BEAM / 4));
        seen.sort_by(|one, other| other.1.total_cmp(&one.1));
        chosen.extend(seen.iter().take(BEAM));
        let mut parts: Vec<Part> = Vec::new();
        for (score, gain, of, at) in chosen {
            let part = &beam[of];
            let mut features = part.features.clone();
            features.push(at);
            let part = Part {
                failed: part.failed.and(&self.table[at].failed),
                passed: part.passed.and(&self.table[at].passed),
                features,
                score,
                gain,
            };
            let is_same = |it: &Part| it.failed == part.failed && it.passed == part.passed;
            if !parts.iter().any(is_same) {
                parts.push(part);
            }
        }
        parts.sort_by(|one, other| other.gain.total_cmp(&one.gain));
        parts
    }

    /// Whether a feature adds nothing to a conjunction: all that passed have it.
    fn is_all(&self, part: &Part, at: usize) -> bool {
        part.passed.shared(&self.table[at].passed) == part.passed.count()
    }

    /// What a conjunction leaves out, subtracted from what it has.
    fn score(&self, features: &[usize], at: usize, failed: usize, passed: usize) -> i64 {
        let signed = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        let scale = signed(SHARE);
        let words = features.iter().chain([&at]).map(|at| {
            let requirement = i64::from(self.table[*at].kind == Kind::Requirement);
            scale + signed(self.number) + requirement * scale / 2
        });
        scale * (signed(failed) - PASSED * signed(passed)) - words.sum::<i64>()
    }

    /// How much more the failures stand out among the checks of a conjunction than among all.
    fn gain(&self, failed: usize, passed: usize) -> f64 {
        let real = |number: usize| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
        let share = |failed: usize, passed: usize| real(failed) / real((failed + passed).max(1));
        real(failed) * (share(failed, passed) / share(self.number, self.passes)).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn having(phrase: &str, failed: &[usize], passed: &[usize]) -> Having {
        Having {
            phrase: phrase.to_owned(),
            kind: Kind::Extension,
            failed: failed.iter().copied().collect(),
            passed: passed.iter().copied().collect(),
        }
    }

    fn phrases(table: &[Having], failures: usize, passes: usize) -> Vec<Vec<&str>> {
        let named = conjunctions(table, &(0..failures).collect(), passes);
        let phrases = |it: &Conjunction| {
            let phrases = it.features.iter().map(|at| table[*at].phrase.as_str());
            phrases.collect()
        };
        named.iter().map(phrases).collect()
    }

    #[test]
    fn the_shortest_conjunction_that_separates_is_named() {
        let failures: Vec<usize> = (0..20).collect();
        let passes: Vec<usize> = (0..100).collect();
        let table = [
            having("shuffled", &failures, &passes[..30]),
            having("read", &failures, &passes[20..]),
            having("everything", &failures, &passes),
            having("wide", &failures, &passes[25..50]),
        ];
        // Of the thirty that are shuffled, ten are read; of these five are wide.
        assert_eq!(phrases(&table, 20, 100), [["shuffled", "read", "wide"]; 0]);
        let mut separating = table;
        separating[1] = having("read", &failures, &passes[30..]);
        assert_eq!(phrases(&separating, 20, 100), [["shuffled", "read"]]);
        separating[3] = having("wide", &failures, &[]);
        assert_eq!(phrases(&separating, 20, 100), [["wide"]]);
    }

    #[test]
    fn two_groups_of_failures_are_described_apart_and_few_are_not() {
        let passes: Vec<usize> = (0..100).collect();
        let table = [
            having("one", &(0..20).collect::<Vec<_>>(), &[]),
            having("other", &(20..32).collect::<Vec<_>>(), &passes[..1]),
            having("few", &[32, 33], &[]),
            having("all", &(0..34).collect::<Vec<_>>(), &passes),
        ];
        assert_eq!(phrases(&table, 34, 100), [["one"], ["other"]]);
    }
}
