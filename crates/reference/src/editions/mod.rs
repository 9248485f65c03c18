//! Editions of the specification.

mod misreadings;

use crate::misreading::Misreading;

/// Wrong readings of the drafts alone.
pub(crate) const MISREADINGS: &[&[Misreading]] = &[misreadings::LIST];
