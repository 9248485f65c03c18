//! Random invalid cases: a valid one with a single mistake, which every reading of the text refuses.

use fastrand::Rng;
use zarr_conform_terms::Edition;

use crate::case::features::Features;
use crate::{Case, Choices, NoFact, Stated};

/// A valid case with one mistake.
#[derive(Clone, Debug, PartialEq)]
pub enum InvalidCase {}

impl InvalidCase {
    /// A mistake in a case; nothing where it has no place for the mistake that came up.
    pub fn random(_rng: &mut Rng, _base: &Case, _choices: &Choices) -> Option<Self> {
        None
    }

    /// The fact that it must be refused, and its twin, the fact of the valid case. `twin` is the last
    /// part of its id.
    ///
    /// # Errors
    /// Where the reference refuses the valid case, or takes the invalid one.
    pub fn state(
        &self,
        _edition: Edition,
        _name: &str,
        _twin: &str,
    ) -> Result<(Stated, Stated), NoFact> {
        match *self {}
    }

    /// Cases with the same mistake that are simpler in one way, the boldest first.
    pub fn simpler(&self) -> Vec<Self> {
        match *self {}
    }

    /// Number of elements of the array.
    pub fn elements(&self) -> u64 {
        match *self {}
    }

    /// What it is about: the mistake, and what the valid case has beyond the plainest.
    pub fn features(&self) -> Features {
        match *self {}
    }
}
