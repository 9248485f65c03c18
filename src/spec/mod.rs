//! The specification itself: a checkout of it, split into sentences and compared with the registry
//! of requirements. Its text is not copied.
//!
//! - [`sentences`]: the rule by which a document is split into sentences.
//! - [`mod@check`]: compares the registry with a checkout of the specification.

pub mod check;
pub mod sentences;

mod layout;
mod matching;
mod rst;

pub use check::{CheckError, DocumentReport, SpecReport, check};
