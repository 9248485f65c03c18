//! Sets of steps.

use std::fmt;

use super::Step;

/// A set of steps.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct StepSet(u128);

const _: () = assert!(Step::NUMBER <= 128, "a set has one bit for each step");

impl StepSet {
    /// The set of these steps.
    pub fn of(steps: &[Step]) -> Self {
        steps.iter().copied().collect()
    }

    /// Adds a step.
    pub fn insert(&mut self, step: Step) {
        self.0 |= 1 << step.index();
    }

    /// Whether the step is in the set.
    pub fn contains(self, step: Step) -> bool {
        self.0 & 1 << step.index() != 0
    }

    /// Whether no step is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether some step is in both sets.
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
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
