//! What an implementation is known to fail or to lack: a list beside an adapter that cannot rot.
//! `docs/expectations.md` explains it.
//!
//! | part | what |
//! |---|---|
//! | `list`, `version` | the list, and the versions that an entry is about |
//! | `compare`, `deviation` | where a run differs from it |
//! | `bless`, `globs`, `rewrite` | what has to change in it, and writing it anew |

mod bless;
mod compare;
mod deviation;
mod globs;
mod list;
mod rewrite;
#[cfg(test)]
mod tests;
mod version;

pub use compare::{Comparison, Judged};
pub use deviation::Deviation;
pub use globs::exact as exact_globs;
pub use list::{Entry, Expectations, ExpectationsError, Listed, WrongEntry};
pub use rewrite::{BlessError, Blessed, bless};
pub use version::{RangeError, VersionRange};
