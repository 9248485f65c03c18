//! From what is given to what a fact states: the reference computes it.
//!
//! The generator and the random cases both use this, so that no rule stands twice.
//!
//! | part | what |
//! |---|---|
//! | `given` | an array in a store: what is written there, and what is asked of it |
//! | `node` | a store with a hierarchy, a change of it, and what is found of a node |
//! | `stated` | what is stated of chunks, grids and documents |
//! | `written` | the chunks that writing leaves in a store |

mod given;
mod node;
mod stated;
mod written;

pub use given::{Given, Part};
pub use node::{Found, InStore, bare_group};
pub use stated::{chunk, grid, hex, meaning};
