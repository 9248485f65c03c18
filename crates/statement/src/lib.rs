//! From what is given to what a fact states: the reference computes it.
//!
//! The generator and the random cases both use this, so that no rule stands twice.
//!
//! | part | what |
//! |---|---|
//! | `written` | the chunks that writing leaves in a store |

mod written;

pub use written::written;
