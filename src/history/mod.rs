//! What releases of an implementation came to: a folder for each implementation, with a file for each release.
//!
//! | part | what |
//! |---|---|
//! | `folder` | where the files are |
//! | `release` | what one release came to, in a form that is small and differs line by line |
//! | `asked` | by which of the facts at hand a release was judged |
//! | `advice` | from which release on all of some checks are right |
//! | `since` | from which release on each check is right |
//! | `timeline` | which failures began and ended in which release |

mod advice;
mod asked;
mod folder;
mod release;
mod since;
mod timeline;

pub use advice::Advice;
pub use asked::{Asked, AtHand};
pub use folder::{HistoryError, all};
pub use release::{Failed, RELEASE, Release, Standing};
pub use since::Since;
pub use timeline::{Judged, Regression, Thread, Timeline};
