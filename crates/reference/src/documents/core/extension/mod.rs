//! Extension definitions.
//!
//! | file | what is in it |
//! |---|---|
//! | `text` | the literal text |
//! | `misreadings` | wrong readings |
//! | `permitted` | what else the text permits where it is silent |

pub(crate) mod misreadings;
mod permitted;
mod text;

pub use text::*;

use crate::error::Result;
use crate::json::Json;
use crate::misreading::Misreading;
use crate::permitted::Permitted;
use crate::steps::steps;

/// Wrong readings.
pub(crate) const MISREADINGS: &[&[Misreading]] = &[misreadings::LIST];

/// Other readings that the text permits.
pub(crate) const PERMITTED: &[&[Permitted]] = &[permitted::LIST];

steps! {
    extension: Extension;

    /// An extension definition; `at` says where it stands.
    fn extension(_, value: &Json, at: &str) -> Result<Extension> {
        text::definition(value, at)
    }

    /// Refuses members of a configuration that are not `known`.
    fn known_members(
        _,
        configuration: &Json,
        at: &str,
        known: &[&str]
    ) -> Result<()> {
        text::known_members(configuration, at, known)
    }
}
