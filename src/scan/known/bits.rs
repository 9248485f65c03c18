//! Sets of features, as sets of small numbers: many are compared.

use std::collections::{BTreeMap, BTreeSet};

use super::CheckFeatures;
use crate::scan::features::{DATA_TYPE, Features, MISSING_CHUNKS, RANK};

/// Every feature that the array of some check has, as a number.
pub(super) struct Vocabulary<'a> {
    pub(super) places: BTreeMap<&'a str, usize>,
    /// The data types.
    pub(super) data_types: Bits,
    /// The data types, and what a check of nothing but a data type has besides.
    pub(super) plain: Bits,
}

impl<'a> Vocabulary<'a> {
    pub(super) fn of(checks: &'a [CheckFeatures]) -> Self {
        let all: BTreeSet<&str> = checks
            .iter()
            .flat_map(|it| &it.features)
            .map(String::as_str)
            .collect();
        let places = all.iter().enumerate().map(|(at, it)| (*it, at)).collect();
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

    pub(super) fn bits(&self, features: &Features) -> Bits {
        let mut bits = Bits::default();
        for feature in features {
            if let Some(at) = self.places.get(feature.as_str()) {
                bits.set(*at);
            }
        }
        bits
    }

    /// The features of a set.
    pub(super) fn features(&self, bits: &Bits) -> Features {
        let places = self.places.iter();
        let found = places.filter(|(_, at)| bits.has(**at));
        found.map(|(feature, _)| (*feature).to_owned()).collect()
    }

    pub(super) fn sets(&self, checks: &[CheckFeatures]) -> Vec<Bits> {
        checks.iter().map(|it| self.bits(&it.features)).collect()
    }
}

/// A set of small numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    pub(super) fn set(&mut self, at: usize) {
        if self.0.len() <= at / 64 {
            self.0.resize(at / 64 + 1, 0);
        }
        self.0[at / 64] |= 1 << (at % 64);
    }

    fn has(&self, at: usize) -> bool {
        self.word(at / 64) & (1 << (at % 64)) != 0
    }

    fn word(&self, at: usize) -> u64 {
        self.0.get(at).copied().unwrap_or(0)
    }

    /// Whether all but some numbers are in another set.
    pub(super) fn is_within(&self, other: &Self, but: &Self) -> bool {
        let mut words = self.0.iter().enumerate();
        words.all(|(at, word)| word & !other.word(at) & !but.word(at) == 0)
    }

    /// Whether it has a number of another set.
    pub(super) fn meets(&self, other: &Self) -> bool {
        let mut words = self.0.iter().enumerate();
        words.any(|(at, word)| word & other.word(at) != 0)
    }

    /// Adds the numbers of another set.
    pub(super) fn join(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
    }

    /// The numbers that another set does not have.
    pub(super) fn without(&self, other: &Self) -> Self {
        let words = self.0.iter().enumerate();
        Self(words.map(|(at, word)| word & !other.word(at)).collect())
    }

    /// Whether it has no number.
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Keeps only the numbers of another set.
    pub(super) fn keep(&mut self, other: &Self) {
        for (at, word) in self.0.iter_mut().enumerate() {
            *word &= other.word(at);
        }
    }
}
