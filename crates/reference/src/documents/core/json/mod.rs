//! JSON, as metadata documents have it.
//!
//! | file | what is in it |
//! |---|---|
//! | `text` | the literal text |
//! | `permitted` | what else the text permits where it is silent |

mod permitted;
mod text;

pub(crate) use permitted::with_numbers;
pub use text::*;

use crate::error::Result;
use crate::misreading::Misreading;
use crate::permitted::Permitted;
use crate::steps::steps;

/// Wrong readings.
pub(crate) const MISREADINGS: &[&[Misreading]] = &[];

/// Other readings that the text permits.
pub(crate) const PERMITTED: &[&[Permitted]] = &[permitted::LIST, permitted::numbers::LIST];

steps! {
    json: Json;

    /// A JSON document.
    fn json(_, document: &[u8]) -> Result<Json> {
        text::Json::parse(document)
    }
}
