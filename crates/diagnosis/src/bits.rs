//! A set of small numbers.

/// A set of numbers from 0, one bit for each.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    /// Adds a number.
    pub(crate) fn add(&mut self, number: usize) {
        let (word, bit) = (number / 64, number % 64);
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << bit;
    }

    /// Adds the numbers of another set.
    pub(crate) fn insert(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
    }

    /// Removes the numbers of another set.
    pub(crate) fn remove(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= !other;
        }
    }

    /// The numbers of both sets.
    pub(crate) fn and(&self, other: &Self) -> Self {
        let words = self.0.iter().zip(&other.0);
        Self(words.map(|(word, other)| word & other).collect())
    }

    /// How many numbers are in both sets.
    pub(crate) fn shared(&self, other: &Self) -> usize {
        let words = self.0.iter().zip(&other.0);
        words
            .map(|(word, other)| (word & other).count_ones() as usize)
            .sum()
    }

    /// How many numbers there are.
    pub(crate) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The numbers, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        let words = self.0.iter().enumerate();
        words.flat_map(|(at, word)| {
            (0..64)
                .filter(move |bit| word >> bit & 1 == 1)
                .map(move |bit| 64 * at + bit)
        })
    }
}

impl FromIterator<usize> for Bits {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let mut bits = Self::default();
        for number in numbers {
            bits.add(number);
        }
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_joined_and_cut() {
        let few: Bits = [1, 64].into_iter().collect();
        let mut many: Bits = [0, 1, 200].into_iter().collect();
        assert_eq!(few.and(&many).iter().collect::<Vec<_>>(), [1]);
        many.insert(&few);
        assert_eq!(many.iter().collect::<Vec<_>>(), [0, 1, 64, 200]);
        many.remove(&few);
        assert_eq!((many.count(), many.and(&few).count()), (2, 0));
    }
}
