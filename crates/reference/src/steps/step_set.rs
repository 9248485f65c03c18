//! Sets of steps.

use std::fmt;

use super::Step;

/// Bits of a word.
const BITS: usize = u64::BITS as usize;

/// A set of steps: one bit for each.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct StepSet([u64; Step::NUMBER.div_ceil(BITS)]);

/// The word that has the bit of a step, and the bit.
fn place(step: Step) -> (usize, u64) {
    (step.index() / BITS, 1 << (step.index() % BITS))
}

impl StepSet {
    /// The set of these steps.
    pub fn of(steps: &[Step]) -> Self {
        steps.iter().copied().collect()
    }

    /// Adds a step.
    pub fn insert(&mut self, step: Step) {
        let (word, bit) = place(step);
        self.0[word] |= bit;
    }

    /// Whether the step is in the set.
    pub fn contains(self, step: Step) -> bool {
        let (word, bit) = place(step);
        self.0[word] & bit != 0
    }

    /// Whether no step is in the set.
    pub fn is_empty(self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Whether some step is in both sets.
    pub fn meets(self, other: Self) -> bool {
        let words = self.0.iter().zip(other.0);
        words.into_iter().any(|(word, other)| word & other != 0)
    }

    /// The steps in the order of [`Step::all`].
    pub fn iter(self) -> impl Iterator<Item = Step> {
        Step::all().filter(move |step| self.contains(*step))
    }
}

impl FromIterator<Step> for StepSet {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        let mut set = Self::default();
        for step in steps {
            set.insert(step);
        }
        set
    }
}

impl fmt::Debug for StepSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_into_them() {
        let all: Vec<Step> = Step::all().collect();
        let (first, last) = (all[0], all[Step::NUMBER - 1]);
        let set = StepSet::of(&[last, first]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [first, last]);
        assert!(set.meets(StepSet::of(&[last])));
        assert!(!set.meets(StepSet::of(&all[1..Step::NUMBER - 1])));
    }
}
