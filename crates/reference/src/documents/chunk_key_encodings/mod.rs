//! The default and v2 chunk key encodings.
//!
//! | file | what is in it |
//! |---|---|
//! | `text` | the literal text |
//! | `keys` | from the key of a chunk back to its grid index |
//! | `misreadings` | wrong readings |

mod keys;
pub(crate) mod misreadings;
mod text;

pub use keys::{Below, Keys};
pub use text::*;

use crate::error::Result;
use crate::json::Json;
use crate::misreading::Misreading;
use crate::permitted::Permitted;
use crate::steps::steps;

/// Wrong readings.
pub(crate) const MISREADINGS: &[&[Misreading]] = &[misreadings::LIST];

/// Other readings that the text permits.
pub(crate) const PERMITTED: &[&[Permitted]] = &[];

steps! {
    chunk_key_encodings: ChunkKeyEncodings;

    /// The configuration parameter `separator` of the default chunk key encoding.
    fn default_separator(_, configuration: &Json) -> Result<Separator> {
        text::default_separator(configuration)
    }

    /// The configuration parameter `separator` of the v2 chunk key encoding.
    fn v2_separator(_, configuration: &Json) -> Result<Separator> {
        text::v2_separator(configuration)
    }

    /// The key of a chunk by the default encoding.
    fn default_key(_, chunk_index: &[u64], separator: Separator) -> String {
        text::default_key(chunk_index, separator)
    }

    /// The key of a chunk by the v2 encoding.
    fn v2_key(_, chunk_index: &[u64], separator: Separator) -> String {
        text::v2_key(chunk_index, separator)
    }
}
