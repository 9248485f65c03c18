//! The requirements of the specification: which sentence demands what, and what is open.
//!
//! Each normative sentence of the documents in scope has one requirement with a stable id, its
//! place and SHA-256, and a paraphrase. The data is in `data/`, one TOML file a group of ids,
//! beside `scope.toml`, `errata.toml` and `open.toml`; the text of the specification is not copied.
//!
//! - [`registry`]: the data and its types.
//! - [`sentences`]: the rule by which a document is split into sentences.
//! - [`check`]: compares the registry with a checkout of the specification.
//! - [`coverage`]: compares the registry with facts.
//! - [`spec_map`]: renders both as `SPEC_MAP.md`.

pub mod check;
pub mod coverage;
pub mod registry;
pub mod sentences;
pub mod spec_map;

mod layout;
mod matching;
mod rst;

pub use check::{CheckError, DocumentReport, SpecReport, check};
pub use registry::{
    Erratum, Level, OpenPlace, OutOfScope, Place, RegisteredSentence, Registry, RegistryError,
    Requirement,
};
