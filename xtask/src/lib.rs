//! What is made of other files of the repository.
//!
//! Each part says what its files should be, as text by path; the program writes them or says which would
//! change, and the tests call the same functions.
//!
//! | part | what it makes |
//! |---|---|
//! | [`findings`] | of `docs/findings.toml` and the folders of adapters: findings of entries, checks of notes, `docs/findings.md`, what `conform scan` knows |
//! | [`findings::upstream`] | of the notes: a text for each project |
//! | [`hunts`] | of `docs/hunts.toml`: `docs/fuzz-libraries.md` |
//! | [`generated`] | compares and writes |

pub mod findings;
pub mod generated;
pub mod hunts;

use std::path::Path;

/// The root of the repository.
pub fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}
