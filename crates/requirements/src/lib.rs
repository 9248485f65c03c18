//! The requirements of the specification: which sentence demands what, and what is open.
//!
//! Each normative sentence of the documents in scope has one requirement with a stable id, its
//! place and SHA-256, and a paraphrase. The data is in `data/`: one TOML file for each group of ids
//! in `data/requirements`, which needs to be listed nowhere else, beside `scope.toml`, `errata.toml`,
//! `open.toml`, `premises.toml`, `unmirrored.toml` and `extensions.toml`, which are written by hand, and
//! `functions.toml`, which the generator derives from the reference. The text of the specification is not copied.
//!
//! For the generator and for reports, which show what a fact demands. No fact is known here:
//! `zarr-conform-spec-map` lays the two side by side.
//!
//! ```
//! use zarr_conform_requirements::{Level, Registry};
//!
//! let registry = Registry::load()?;
//! let requirement = registry.requirement("transpose.order-is-permutation");
//! assert!(requirement.is_some_and(|it| it.level == Level::Must));
//! # Ok::<(), zarr_conform_requirements::RegistryError>(())
//! ```
//!
//! - [`registry`]: the data and its types.
//! - [`erratum`]: the types of contradictions.
//! - [`address`]: where the sentences are published.
//! - [`mod@by_reference`]: documents that are published apart from the specification.
//! - [`mirror`]: which function of the reference carries out which requirement.

pub mod address;
pub mod by_reference;
pub mod erratum;
pub mod mirror;
pub mod registry;

pub use by_reference::{BY_REFERENCE, ByReference, KINDS_OF_EXTENSIONS, by_reference, editions_of};
pub use erratum::{Erratum, Fix, Passage, Weight};
pub use mirror::{Function, Unmirrored};
pub use registry::{
    Extension, Grounds, Group, Level, OpenPlace, OutOfScope, Place, Premise, RegisteredSentence,
    Registry, RegistryError, Requirement, is_within,
};
