//! What a check is about: right data, or strictness. Everything that counts, counts the two apart.

use std::fmt;
use std::str::FromStr;

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

    /// What it counts, in one sentence.
    pub fn about(self) -> &'static str {
        match self {
            Self::RightData => {
                "Valid arrays are read, written and created to the bit, and damage is noticed where the text orders it."
            }
            Self::Strictness => {
                "Invalid documents and chunks are refused, though no sentence orders an implementation to fail."
            }
        }
    }

    /// At the beginning of a sentence.
    pub fn title(self) -> &'static str {
        match self {
            Self::RightData => "Right data",
            Self::Strictness => "Strictness",
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

/// Whether checks about strictness count for the exit code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strictness {
    /// They do, as those about right data.
    #[default]
    Require,
    /// They are reported and counted, and their failures fail no run.
    Report,
}

impl Strictness {
    /// The names on the command line.
    pub const NAMES: [&'static str; 2] = ["require", "report"];

    /// Whether checks of this concern count.
    pub fn counts(self, concern: Concern) -> bool {
        self == Self::Require || concern == Concern::RightData
    }
}

impl fmt::Display for Strictness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [require, report] = Self::NAMES;
        f.write_str(match self {
            Self::Require => require,
            Self::Report => report,
        })
    }
}

impl FromStr for Strictness {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let mut all = [Self::Require, Self::Report].into_iter();
        let named = all.find(|it| it.to_string() == name);
        named.ok_or_else(|| format!("found {name:?}, expected one of {}", Self::NAMES.join(", ")))
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
