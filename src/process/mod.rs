//! An implementation in a process of its own.

mod child;
mod command;
mod lines;
mod tail;

pub use child::ProcessSubject;
pub use command::{CommandLine, CommandLineError};
