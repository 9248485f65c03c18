//! Named wrong readings of the specification: each the literal reading with a few steps replaced.
//!
//! They prove the vectors (every misreading must fail a fact that names a requirement it breaks),
//! and they name what went wrong: "your bytes are what order applied inverted gives". They take no
//! part in verdicts.

use crate::documents::{self, documents};
use crate::editions;
use crate::error::metadata;
use crate::steps::{Replacement, StepSet, Steps};
use crate::{Edition, Json, Result};

/// A wrong reading.
pub struct Misreading {
    /// Its name, for example `order-inverted`.
    pub name: &'static str,
    /// What goes wrong, in a form that follows "this is what one gets when".
    pub when: &'static str,
    /// The requirements it breaks; at least one.
    pub requirements: &'static [&'static str],
    /// The editions in which it is wrong.
    pub editions: &'static [Edition],
    /// The operations of the protocol through which it shows.
    pub through: Through,
    /// The steps that are not taken literally, and what is done instead.
    pub replacements: &'static [Replacement],
}

impl Misreading {
    /// The steps of an edition, wrong where this misreading is.
    pub fn steps(&self, edition: Edition) -> Steps {
        Steps::literal(edition).with(self.replacements)
    }

    /// The steps that this misreading replaces. An answer for which the literal reference calls
    /// none of them is its answer, too.
    pub fn replaces(&self) -> StepSet {
        self.replacements.iter().map(Replacement::step).collect()
    }
}

/// The operations of the protocol through which a misreading shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Through {
    /// `encode`, `decode` and `grid`.
    pub operations: bool,
    /// `open`, `read` and `write`.
    pub stores: bool,
    /// `node`, `children` and `walk`.
    pub nodes: bool,
}

/// Chunks and grids by themselves, and in stores.
pub(crate) const BOTH: Through = Through {
    operations: true,
    stores: true,
    nodes: false,
};
/// Only what `encode`, `decode` and `grid` show.
pub(crate) const OPERATIONS: Through = Through {
    operations: true,
    stores: false,
    nodes: false,
};
/// Only what a store shows.
pub(crate) const STORES: Through = Through {
    operations: false,
    stores: true,
    nodes: false,
};

/// Only what `node`, `children` and `walk` show.
pub(crate) const NODES: Through = Through {
    operations: false,
    stores: false,
    nodes: true,
};

macro_rules! lists {
    ($($document:ident: $Document:ident $(($($is:tt)*))?,)*) => {
        [$(documents::$document::MISREADINGS,)* editions::MISREADINGS]
    };
}

/// Every misreading, by document.
pub fn all() -> impl Iterator<Item = &'static Misreading> {
    documents!(lists).into_iter().flatten().copied().flatten()
}

/// The misreading of this name.
pub fn named(name: &str) -> Option<&'static Misreading> {
    all().find(|misreading| misreading.name == name)
}

/// Refuses an object without this member: what a reading begins with that requires a member which may be left
/// out.
pub(crate) fn require(object: &Json, member: &str) -> Result<()> {
    match object.member(member) {
        Some(_) => Ok(()),
        None => metadata(format!("{member} is missing")),
    }
}

/// The accepted editions.
pub(crate) const ACCEPTED: &[Edition] = &[Edition::V3_0, Edition::V3_1];
/// Every edition.
pub(crate) const ALL: &[Edition] = &Edition::ALL;
/// The current edition.
pub(crate) const CURRENT: &[Edition] = &[Edition::V3_1];
/// The drafts.
pub(crate) const DRAFT: &[Edition] = &[Edition::Draft];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::Step;
    use crate::{endian, transpose};

    #[test]
    fn what_a_misreading_replaces_is_known() {
        let replaces = |name: &str| named(name).map(Misreading::replaces);
        let expected = [
            Step::Transpose(transpose::Step::transpose_encoded_shape),
            Step::Transpose(transpose::Step::transpose_encode),
            Step::Transpose(transpose::Step::transpose_decode),
        ];
        assert_eq!(replaces("order-inverted"), Some(StepSet::of(&expected)));
        let expected = [Step::Endian(endian::Step::default_endian)];
        assert_eq!(replaces("default-is-big"), Some(StepSet::of(&expected)));
    }

    #[test]
    fn every_misreading_replaces_a_step_and_none_twice() {
        for misreading in all() {
            let number = misreading.replaces().iter().count();
            assert!(number > 0, "{}", misreading.name);
            assert_eq!(number, misreading.replacements.len(), "{}", misreading.name);
        }
    }
}
