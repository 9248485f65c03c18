//! A case of either kind.

use fastrand::Rng;
use zarr_conform_runner::{Check, Derivation};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Fact, Store, Vectors};

use crate::case::features::Features;
use crate::invalid::InvalidCase;
use crate::{Act, Case, Choices, NoFact};

/// One case in so many is invalid.
const INVALID_EVERY: u64 = 5;

/// A valid case or an invalid one.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyCase {
    /// The reference says what comes of it.
    Valid(Box<Case>),
    /// It must be refused.
    Invalid(Box<InvalidCase>),
}

impl AnyCase {
    /// The case with this number of a seed: always the same.
    pub fn nth(seed: u64, number: u64, choices: &Choices) -> Self {
        let mut rng = Rng::with_seed(mixed(seed ^ mixed(number)));
        // Of so many that follow each other one, at any place; each kind of mistake in its turn.
        let (turn, place) = (number / INVALID_EVERY, number % INVALID_EVERY);
        let is_invalid = mixed(seed ^ mixed(!turn)) % INVALID_EVERY == place;
        let kind = mixed(seed).wrapping_add(turn);
        if is_invalid && let Some(invalid) = InvalidCase::random(&mut rng, kind, choices) {
            return Self::Invalid(Box::new(invalid));
        }
        Self::Valid(Box::new(Case::random(&mut rng, choices)))
    }

    /// The facts that the case is: its own, and that of its twin where it must be refused. Their ids
    /// end in `name`.
    ///
    /// # Errors
    /// Where the reference does not answer as the kind of case demands.
    pub fn facts(
        &self,
        edition: Edition,
        name: &str,
    ) -> Result<Vec<(Fact, Option<Store>)>, NoFact> {
        let stated = match self {
            Self::Valid(case) => vec![case.state(edition, name)?],
            Self::Invalid(case) => {
                let (fact, twin) = case.state(edition, name, &format!("{name}-twin"))?;
                vec![fact, twin]
            }
        };
        Ok(stated.into_iter().map(|it| (it.fact, it.store)).collect())
    }

    /// The checks of the case, without those of a twin.
    ///
    /// # Errors
    /// As [`facts`](Self::facts).
    pub fn checks(&self, edition: Edition) -> Result<Vec<Check>, NoFact> {
        let facts = self.facts(edition, "case")?;
        let vectors = Vectors::from_facts(String::new(), facts);
        let vectors = vectors.map_err(|error| NoFact::Bug(error.to_string()))?;
        let derivation = Derivation {
            vectors: &vectors,
            edition,
        };
        Ok(vectors
            .facts()
            .first()
            .map_or_else(Vec::new, |fact| derivation.checks(fact)))
    }

    /// Cases that are simpler in one way, the boldest first.
    pub fn simpler(&self) -> Vec<Self> {
        match self {
            Self::Valid(case) => {
                let cases = case.simpler().into_iter();
                cases.map(|it| Self::Valid(Box::new(it))).collect()
            }
            Self::Invalid(case) => {
                let cases = case.simpler().into_iter();
                cases.map(|it| Self::Invalid(Box::new(it))).collect()
            }
        }
    }

    /// What the case is about.
    pub fn features(&self) -> Features {
        match self {
            Self::Valid(case) => case.features(),
            Self::Invalid(case) => case.features(),
        }
    }

    /// Number of elements of the array; none where nothing is asked of them, but of a document or a grid.
    pub fn elements(&self) -> u64 {
        match self {
            Self::Valid(case) if matches!(case.act, Act::Open | Act::Grid) => 0,
            Self::Valid(case) => case.elements(),
            Self::Invalid(case) => case.elements(),
        }
    }
}

/// Numbers that follow each other, spread over all numbers (`SplitMix64`).
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
