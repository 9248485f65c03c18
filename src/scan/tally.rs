//! Counting many things and naming a few of them.

use std::collections::BTreeMap;

use serde::Serialize;

/// How many are named.
const NAMED: usize = 5;

/// How many there are, with the first few by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// How many there are.
    pub count: u64,
    /// The first by name, each with what there is to say of it, which may be nothing.
    pub named: BTreeMap<String, String>,
}

impl Tally {
    /// Counts one.
    pub fn add(&mut self, name: impl Into<String>, what: impl Into<String>) {
        self.count += 1;
        let name = name.into();
        let is_full = self.named.len() >= NAMED;
        if is_full
            && self
                .named
                .last_key_value()
                .is_some_and(|(last, _)| *last <= name)
        {
            return;
        }
        self.named.insert(name, what.into());
        if self.named.len() > NAMED {
            self.named.pop_last();
        }
    }

    /// Adds those of another.
    pub(super) fn merge(&mut self, other: &Self) {
        for (name, what) in &other.named {
            self.add(name, what);
        }
        self.count += other.count - other.named.len() as u64;
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_counted_and_the_first_are_named() {
        let mut tally = Tally::default();
        for name in ["f", "b", "d", "a", "e", "c", "g"] {
            tally.add(name, "");
        }
        assert_eq!(tally.count, 7);
        assert_eq!(
            tally.named.keys().collect::<Vec<_>>(),
            ["a", "b", "c", "d", "e"]
        );
    }
    #[test]
    fn two_together_count_each_once_and_name_the_first_of_both() {
        let tally = |names: &[&str]| {
            let mut tally = Tally::default();
            for name in names {
                tally.add(*name, "");
            }
            tally
        };
        let mut both = tally(&["a", "c", "e", "g", "i", "k"]);
        both.merge(&tally(&["b", "d", "f", "h", "j", "l", "m"]));
        assert_eq!(both.count, 13);
        assert_eq!(
            both.named.keys().collect::<Vec<_>>(),
            ["a", "b", "c", "d", "e"]
        );
    }
}
