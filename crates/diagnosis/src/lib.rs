//! The reference as an implementation under test, and with a misreading the wrong implementation
//! that every vector must be proved against; which misreading explains a failure, and
//! what the failures have in common that none explains.
//!
//! Here the reference and the runner meet; nothing points back. For the program and the harness, whose
//! reports name likely causes, and for the gates, which prove the vectors.
//!
//! ```
//! use zarr_conform_diagnosis::Suite;
//! use zarr_conform_reference::{Edition, Steps, misreading};
//! use zarr_conform_runner::Verdict;
//!
//! let vectors = zarr_conform_embedded::vectors()?;
//! let id = "transpose/permutations/distinct-1-2-0";
//! let suite = Suite::new(&vectors, Edition::V3_1, 1, |fact| fact.id == id);
//! let mut checks = 0..suite.plan().len();
//! let at = checks.find(|&at| suite.plan().id(at).fact().to_string() == id).expect("it is there");
//! let literal = Steps::literal(Edition::V3_1);
//! assert!(matches!(suite.verdict(at, literal), Verdict::Pass { .. }));
//! let inverted = misreading::named("order-inverted").expect("it is listed");
//! assert!(matches!(suite.verdict(at, inverted.steps(Edition::V3_1)), Verdict::Fail(_)));
//! # Ok::<(), zarr_conform_vectors::LoadError>(())
//! ```

mod asking;
pub mod beside;
mod bits;
mod choose;
mod common;
mod diagnose;
pub mod features;
mod folder_in_memory;
mod reference_subject;
mod suite;

pub use diagnose::ByMisreadings;
pub use reference_subject::{Reference, ReferenceLauncher};
pub use suite::{Suite, in_parallel, replacements};
