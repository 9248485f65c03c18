//! Random cases, judged by the reference: what the authors of golden facts did not think of.
//!
//! A [`Case`] is an array, what is stored of it and what is done with it; a [`HierarchyCase`] is groups and arrays in a
//! store. [`Case::random`] chooses any;
//! [`Case::state`] has the reference say what must come of it, as a fact of the ordinary format; an implementation that
//! answers otherwise has failed, and the choices that the case was made of are reduced until nothing more can go.
//!
//! Cases stay out of what the text leaves open by construction: each choice in `case::choose` is one that
//! every reading takes the same way.
//!
//! ```
//! use zarr_conform_fuzz::tape::Tape;
//! use zarr_conform_fuzz::{Case, Choices};
//! use zarr_conform_terms::Edition;
//!
//! let case = Case::random(&mut Tape::random(1), &Choices::all(Edition::V3_1));
//! let stated = case.state(Edition::V3_1, "one").expect("the reference accepts it");
//! assert_eq!(stated.fact.id, "fuzz/found/one");
//! ```
//!
//! | room | what |
//! |---|---|
//! | [`case`] | cases, chosen at random |
//! | [`documents`] | what is random of each codec |
//! | [`writer`] | free encodings by several writers |
//! | [`state`] | from a case to a fact, by the reference |
//! | [`invalid`] | a mistake in a valid case, which every reading refuses |
//! | [`hierarchy`] | groups and arrays in a store, and mistakes in them |
//! | [`open`] | variants of what the text leaves open, to ask who does what |
//! | [`tape`] | the choices that a case is made of, and simpler ones |
//! | [`hunt`] | asking cases, and shrinking what fails |
//! | [`explain`] | which misreadings give what was found |
//! | [`input`] | a case as lines of the generator's inputs |

mod any;
pub mod case;
pub mod documents;
pub mod explain;
pub mod hierarchy;
pub mod hunt;
pub mod input;
pub mod invalid;
pub mod open;
pub mod state;
pub mod tape;
pub mod writer;

pub use any::{AnyCase, Made};
pub use case::choose::Choices;
pub use case::{Act, Case};
pub use explain::{NotTold, Told, told};
pub use hierarchy::HierarchyCase;
pub use hunt::Hunt;
pub use hunt::ask::{Ask, InProcess};
pub use hunt::cause::{Again, Cause, Demand, Finds, Seen, Signature};
pub use invalid::InvalidCase;
pub use state::{NoFact, Stated};
