//! What the fuzz targets do with an input, each a function that panics where a law of the project does
//! not hold, and the seeds that they begin with.
//!
//! They stand apart from the folder `fuzz`, which needs a nightly toolchain, so that the tests here can call them
//! with every seed and with every input that ever broke a law. `docs/fuzz-targets.md` says how to run them.

#![expect(
    clippy::missing_panics_doc,
    reason = "a target panics where a law does not hold, as each says"
)]

mod answers;
mod archives;
mod codecs;
mod conversations;
mod grammar;
mod inputs;
mod metadata;
mod parts;
mod runs;
mod scans;
pub mod seeds;
mod sites;
mod vectors;
mod zstd;

/// The targets, by the names that they have for libFuzzer.
///
/// Each panics where a law does not hold.
pub mod targets {
    pub use crate::answers::{answers, requests};
    pub use crate::archives::archives;
    pub use crate::codecs::{blosc, codecs, gzip, sharding};
    pub use crate::conversations::conversations;
    pub use crate::inputs::{globs, inputs};
    pub use crate::metadata::metadata;
    pub use crate::runs::{checks, runs};
    pub use crate::scans::scans;
    pub use crate::sites::sites;
    pub use crate::vectors::vectors;
    pub use crate::zstd::zstd;
}

/// What a target does with an input.
pub type Target = fn(&[u8]);

/// Every target with its name.
pub const TARGETS: [(&str, Target); 17] = [
    ("metadata", targets::metadata),
    ("codecs", targets::codecs),
    ("gzip", targets::gzip),
    ("zstd", targets::zstd),
    ("blosc", targets::blosc),
    ("sharding", targets::sharding),
    ("vectors", targets::vectors),
    ("answers", targets::answers),
    ("requests", targets::requests),
    ("archives", targets::archives),
    ("inputs", targets::inputs),
    ("globs", targets::globs),
    ("conversations", targets::conversations),
    ("runs", targets::runs),
    ("checks", targets::checks),
    ("scans", targets::scans),
    ("sites", targets::sites),
];

/// Demands that an error is about the input and not about the reference itself.
pub(crate) fn no_bug<T>(
    result: zarr_conform_reference::Result<T>,
) -> zarr_conform_reference::Result<T> {
    if let Err(error @ zarr_conform_reference::Error::Bug(_)) = &result {
        panic!("{error}");
    }
    result
}
