//! Asking an implementation.
//!
//! | part | what |
//! |---|---|
//! | `worker`, `workspace` | through a subject, with stores laid out in folders |
//! | `inside` | in the same process, with stores in memory |

pub(crate) mod inside;
pub(crate) mod worker;
pub(crate) mod workspace;
