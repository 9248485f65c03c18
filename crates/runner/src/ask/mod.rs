//! Asking an implementation.
//!
//! | part | what |
//! |---|---|
//! | `worker`, `workspace` | through a subject, with stores laid out in folders |
//! | `spelling` | once more in plainer words, where a spelling may be all that was refused |
//! | `inside` | in the same process, with stores in memory |

pub(crate) mod inside;
mod spelling;
pub(crate) mod worker;
pub(crate) mod workspace;
