//! Archives of vectors for those who read them without this program: what is in them, how they are
//! written so that every machine gives the same bytes, and how they are checked.
//!
//! `consumer.md` is the page that an archive carries for its readers.

mod age;
mod audit;
mod content;
mod form;
mod manifest;
mod npy;
mod pack;
mod problem;
mod read;
mod release;
mod schemas;
mod sums;
mod verify;

pub use age::{Age, AgeError};
pub use audit::{Audit, Coverage, MalformedReceipt, Receipt};
pub use content::{ArchiveError, files};
pub use manifest::{KINDS, MANIFEST, one_file};
pub use pack::{Packed, pack, stem, tar_gz, zip};
pub use problem::Problem;
pub use read::{Contents, Damage, from_bytes, load, read};
pub use release::{Release, ReleaseError, Version};
pub use schemas::of_topic as wrong_in_topic;
pub use sums::{SUMS, Sums};
pub use verify::{Verified, verify, verify_contents};
