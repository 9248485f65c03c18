//! Who reads whose data: every implementation writes the arrays of the facts and makes their changes of hierarchies,
//! and every one reads what each left.
//!
//! | part | what |
//! |---|---|
//! | `facts` | the arrays and hierarchies that are written and read, as checks |
//! | `left` | a store as its writer left it |
//! | `run` | asking all of them |
//! | `assemble` | putting together what was found, and who is at fault |
//! | `document` | what was found, and its form as JSON |
//! | `file` | that form read back, believed only where it is whole |
//!
//! A matrix gives no verdicts. The reference takes part as one of the implementations;
//! that it reads a store, or does not, says who is at fault where another does not.

mod assemble;
mod document;
mod facts;
mod file;
mod left;
mod run;

pub use document::{
    AtFault, Exchanged, Hierarchies, MATRIX, Matrix, Pair, PairOutcome, Participant, Passed,
    Problem, Writer,
};
pub use run::{Labelled, MatrixError, MatrixRun};

/// What the built-in reference is called among the implementations.
pub const REFERENCE: &str = "reference";
