//! Whom a demand binds.

use serde::{Deserialize, Serialize};

/// Of whom a refusal is demanded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Binds {
    /// Of everybody. In JSON the member is absent.
    #[default]
    #[serde(skip_deserializing)]
    Everybody,
    /// Of those who create, write or encode. No two readers can make different elements of the input:
    /// one that opens, reads or decodes it takes it as its twin is taken, or refuses it, too.
    Writer,
}

impl Binds {
    /// Whether it is demanded of everybody.
    pub fn is_everybody(&self) -> bool {
        *self == Self::Everybody
    }
}
