//! An implementation in another process: one that is started here, or the one that started this.

mod caller;
mod child;
mod command;
mod limits;
mod lines;
mod program_file;
mod tail;

pub use caller::Caller;
pub use child::ProcessSubject;
pub use command::{CommandLine, CommandLineError, with_interpreter};
