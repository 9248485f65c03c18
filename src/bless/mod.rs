//! Writes the list of known failures anew, so that it is exactly what a run came to.
//!
//! | part | what |
//! |---|---|
//! | `decide` | what becomes of each entry |
//! | `globs` | globs that match these checks and no others |
//! | `rewrite` | the text, with its comments, its order and its reasons |

mod decide;
mod globs;
mod rewrite;
#[cfg(test)]
mod tests;

pub use globs::exact as exact_globs;
pub use rewrite::{BlessError, Blessed, bless};
