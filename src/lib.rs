//! The conformance suite and reference-vector generator for Zarr v3.
//!
//! ```text
//! specification ──> requirements ──> reference ──> generator ──> vectors ──> runner ──> reports
//! ```
//!
//! Nothing points back, which crates hold: the [`mod@reference`] knows nothing of [`vector`]s, vectors
//! know nothing of the [`runner`], and the runner takes the expected answer from the vector, never
//! from the reference. This crate has what only the program `conform` needs, and names the others, for
//! the program and its tests. A Rust crate is tested by `zarr-conform-harness`, without this one.

pub mod archive;
pub mod bless;
pub mod exit;
pub mod findings;
pub mod fuzz;
pub mod history;
mod kept;
mod listing;
pub mod matrix;
pub mod memory;
pub mod process;
pub mod recorded;
pub mod repeat;
pub mod report;
pub mod scan;
pub mod shares;
pub mod site;
pub mod spec;

pub use zarr_conform_diagnosis as diagnosis;
pub use zarr_conform_embedded as embedded;
pub use zarr_conform_lock as lock;
pub use zarr_conform_protocol as protocol;
pub use zarr_conform_protocol::subject;
pub use zarr_conform_reference as reference;
pub use zarr_conform_reference::misreading;
pub use zarr_conform_requirements as requirement;
pub use zarr_conform_runner as runner;
pub use zarr_conform_spec_map as spec_map;
pub use zarr_conform_terms::{Edition, HexBytes};
pub use zarr_conform_vectors as vector;
