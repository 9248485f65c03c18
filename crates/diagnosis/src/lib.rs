//! The reference as an implementation under test, and with a misreading the wrong implementation
//! that every vector must be proved against; and which misreading explains a failure.
//!
//! Here the reference and the runner meet; nothing points back.

mod bits;
mod choose;
mod diagnose;
mod folder_in_memory;
mod reference_subject;
mod suite;

pub use diagnose::ByMisreadings;
pub use reference_subject::{OPERATIONS, Reference, ReferenceLauncher};
pub use suite::{Suite, in_parallel, replacements};
