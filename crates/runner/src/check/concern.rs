//! What a check is about: right data, or strictness. Everything that counts, counts the two apart.

use std::fmt;

use serde::{Deserialize, Serialize};
use zarr_conform_vectors::Fact;

/// The count that a check belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Concern {
    /// Valid arrays are read, written and created to the bit, and damage is noticed where a sentence of
    /// the specification orders it.
    RightData,
    /// What is invalid is refused, by the premise of refusal; and so are unknown names.
    Strictness,
}

impl Concern {
    /// Both, in the order of reports.
    pub const ALL: [Self; 2] = [Self::RightData, Self::Strictness];

    /// Of every check of a fact, whatever it comes to: a refusal that no sentence orders rests on a premise.
    pub(super) fn of(fact: &Fact) -> Self {
        match fact.premise {
            Some(_) => Self::Strictness,
            None => Self::RightData,
        }
    }

    /// The name in events and in reports for programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::RightData => "right-data",
            Self::Strictness => "strictness",
        }
    }
}

/// In reports for people, within a sentence.
impl fmt::Display for Concern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RightData => "right data",
            Self::Strictness => "strictness",
        })
    }
}
