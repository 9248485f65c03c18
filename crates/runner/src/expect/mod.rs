//! What an implementation is known to fail or to lack: a list beside an adapter that cannot rot.
//! `docs/expectations.md` explains it.
//!
//! | part | what |
//! |---|---|
//! | `list`, `version` | the list, and the versions that an entry is about |
//! | `list_comparison`, `deviation` | where a run differs from it |

mod deviation;
mod list;
mod list_comparison;
mod version;

pub use deviation::Deviation;
pub use list::{Entry, Expectations, ExpectationsError, Listed, WrongEntry};
pub use list_comparison::{Judged, ListComparison, agrees};
pub use version::{RangeError, VersionRange, compare_versions};
