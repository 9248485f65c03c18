//! Sets of features, as sets of small numbers: many are compared.

use std::collections::{BTreeMap, BTreeSet};

use super::CheckFeatures;
use crate::scan::features::{DATA_TYPE, Features, MISSING_CHUNKS, RANK};

/// Every feature that the array of some check has, as a number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vocabulary {
    places: BTreeMap<String, usize>,
    /// The data types.
    pub(crate) data_types: Bits,
    /// The data types, and what a check of nothing but a data type has besides.
    pub(super) plain: Bits,
}

impl Vocabulary {
    pub(crate) fn of(checks: &[CheckFeatures]) -> Self {
        let all: BTreeSet<&str> = checks
            .iter()
            .flat_map(|it| &it.features)
            .map(String::as_str)
            .collect();
        let places = all.iter().zip(0..);
        let places = places.map(|(it, at)| ((*it).to_owned(), at)).collect();
        let bits = |is_meant: fn(&str) -> bool| {
            let mut bits = Bits::default();
            for (at, _) in all.iter().enumerate().filter(|(_, it)| is_meant(it)) {
                bits.set(at);
            }
            bits
        };
        Self {
            places,
            data_types: bits(|it| it.starts_with(DATA_TYPE)),
            plain: bits(|it| {
                let plain = ["a fill value", "elements ", MISSING_CHUNKS, RANK];
                it.starts_with(DATA_TYPE) || plain.iter().any(|plain| it.starts_with(plain))
            }),
        }
    }

    /// Whether some check has the feature.
    pub(super) fn has(&self, feature: &str) -> bool {
        self.places.contains_key(feature)
    }

    /// Those of these features that some check has.
    pub(crate) fn bits<'a>(&self, features: impl IntoIterator<Item = &'a String>) -> Bits {
        let mut bits = Bits::default();
        for feature in features {
            if let Some(at) = self.places.get(feature) {
                bits.set(*at);
            }
        }
        bits
    }

    /// Every feature, in the order of their numbers.
    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }

    /// The features of a set.
    pub(super) fn features(&self, bits: &Bits) -> Features {
        let places = self.places.iter();
        let found = places.filter(|(_, at)| bits.has(**at));
        found.map(|(feature, _)| feature.clone()).collect()
    }

    pub(crate) fn sets(&self, checks: &[CheckFeatures]) -> Vec<Bits> {
        checks.iter().map(|it| self.bits(&it.features)).collect()
    }
}

/// A set of small numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    /// One number.
    pub(crate) fn of(number: usize) -> Self {
        let mut bits = Self::default();
        bits.set(number);
        bits
    }

    fn set(&mut self, at: usize) {
        if self.0.len() <= at / 64 {
            self.0.resize(at / 64 + 1, 0);
        }
        self.0[at / 64] |= 1 << (at % 64);
    }

    pub(crate) fn has(&self, at: usize) -> bool {
        self.word(at / 64) & (1 << (at % 64)) != 0
    }

    fn word(&self, at: usize) -> u64 {
        self.0.get(at).copied().unwrap_or(0)
    }

    /// Whether all numbers are in another set.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        let mut words = self.0.iter().enumerate();
        words.all(|(at, word)| word & !other.word(at) == 0)
    }

    /// Whether all but some numbers are in another set.
    pub(super) fn is_within_but(&self, other: &Self, but: &Self) -> bool {
        let mut words = self.0.iter().enumerate();
        words.all(|(at, word)| word & !other.word(at) & !but.word(at) == 0)
    }

    /// The numbers, in their order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        (0..self.0.len() * 64).filter(|at| self.has(*at))
    }

    /// How many numbers it has.
    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether it has a number of another set.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        let mut words = self.0.iter().enumerate();
        words.any(|(at, word)| word & other.word(at) != 0)
    }

    /// Adds the numbers of another set.
    pub(crate) fn join(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
    }

    /// The numbers that another set does not have.
    pub(crate) fn without(&self, other: &Self) -> Self {
        let words = self.0.iter().enumerate();
        Self(words.map(|(at, word)| word & !other.word(at)).collect())
    }

    /// Whether it has no number.
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Keeps only the numbers of another set.
    pub(crate) fn keep(&mut self, other: &Self) {
        for (at, word) in self.0.iter_mut().enumerate() {
            *word &= other.word(at);
        }
    }
}
