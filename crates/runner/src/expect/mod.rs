//! What an implementation is known to fail or to lack: a list beside an adapter that cannot rot.
//! `docs/expectations.md` explains it.
//!
//! | part | what |
//! |---|---|
//! | `list`, `version` | the list, and the versions that an entry is about |
//! | `compare`, `deviation` | where a run differs from it |

mod compare;
mod deviation;
mod list;
mod version;

pub use compare::{Comparison, Judged, agrees};
pub use deviation::Deviation;
pub use list::{Entry, Expectations, ExpectationsError, Listed, WrongEntry};
pub use version::{RangeError, VersionRange};
