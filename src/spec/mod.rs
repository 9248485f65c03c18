//! The specification itself: a checkout of it, split into sentences and compared with the registry
//! of requirements and with the record of its documents. Its text is not copied.
//!
//! - [`sentences`]: the rule by which a document is split into sentences.
//! - [`form`]: how a document is written.
//! - [`pieces`]: everything that a document consists of.
//! - [`record`]: fingerprints of all that.
//! - [`layout`]: which documents a folder has.
//! - [`checkout`]: those documents, and what stands where in them.
//! - [`difference`]: what became of the pieces of a document.
//! - [`mod@check`]: compares the registry and the record with a checkout.
//! - [`show`]: what is known of one requirement.
//! - [`errata`]: the contradictions of the text, for its editors.

pub mod check;
pub mod checkout;
pub mod difference;
pub mod errata;
pub mod form;
pub mod layout;
pub mod pieces;
pub mod record;
pub mod sentences;
pub mod show;

mod markdown;
mod rfc;
mod rst;

pub use check::{DocumentReport, SpecReport, check};
pub use checkout::{CheckError, Checkout};
pub use form::Form;
pub use record::Record;
