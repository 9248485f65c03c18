//! The endian codec of the drafts.
//!
//! | file | what is in it |
//! |---|---|
//! | `text` | the literal text |

mod text;

pub use text::*;

use crate::bytes;
use crate::error::Result;
use crate::json::Json;
use crate::misreading::Misreading;
use crate::permitted::Permitted;
use crate::steps::steps;

/// Wrong readings.
pub(crate) const MISREADINGS: &[&[Misreading]] = &[];

/// Other readings that the text permits.
pub(crate) const PERMITTED: &[&[Permitted]] = &[];

steps! {
    endian: Endian;

    /// The configuration parameter `endian` of the drafts' endian codec.
    fn endian_endian(_, configuration: &Json) -> Result<bytes::Endian> {
        text::endian(configuration)
    }

    /// The byte order where no codec of a draft yields bytes.
    fn default_endian(_) -> bytes::Endian {
        text::DEFAULT
    }
}
