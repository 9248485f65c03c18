//! The conformance suite and reference-vector generator for Zarr v3.
//!
//! ```text
//! specification ──> requirements ──> reference ──> generator ──> vectors ──> runner ──> reports
//! ```
//!
//! Nothing points back: the [`reference`] knows nothing of [`vector`]s, vectors know nothing of
//! the runner, and the runner takes the expected answer from the vector, never from the reference.

pub mod archive;
pub mod edition;
pub mod harness;
pub mod hex_bytes;
pub mod misreading;
pub mod protocol;
pub mod reference;
pub mod report;
pub mod requirement;
pub mod runner;
pub mod site;
pub mod subject;
pub mod vector;

pub use edition::Edition;
pub use hex_bytes::HexBytes;
