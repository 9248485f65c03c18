//! Asking an implementation.
//!
//! | part | what |
//! |---|---|
//! | `worker`, `workspace`, `temporary` | through a subject, with stores laid out in folders |
//! | `spelling` | once more in plainer words, where a spelling may be all that was refused |
//! | `keep` | the stores of failed checks |
//! | `blame`, `search`, `replay` | who ends a process, found by asking again |
//! | `given_up` | which documents are not asked any further |
//! | `inside` | in the same process, with stores in memory |

pub(crate) mod blame;
pub(crate) mod given_up;
pub(crate) mod inside;
pub(crate) mod keep;
pub(crate) mod replay;
pub(crate) mod search;
mod spelling;
mod temporary;
pub(crate) mod worker;
pub(crate) mod workspace;
