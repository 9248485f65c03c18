//! The command line of an implementation.

use std::fmt;

/// A program and its arguments, split as a shell would; no shell runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// The program: a path or a name to look up in `PATH`.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The most bytes of memory for data that each of its processes may have; without it, any number.
    pub memory: Option<u64>,
}

/// A command line that names no program.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum CommandLineError {
    /// There are no words.
    #[error("found an empty command line, expected a program")]
    Empty,
    /// A quotation mark is not closed.
    #[error("found a quotation mark without its partner in {0:?}")]
    Quotes(String),
}

impl CommandLine {
    /// Splits a command line into words.
    pub fn parse(text: &str) -> Result<Self, CommandLineError> {
        let words =
            shell_words::split(text).map_err(|_| CommandLineError::Quotes(text.to_owned()))?;
        let mut words = words.into_iter();
        let program = words.next().ok_or(CommandLineError::Empty)?;
        Ok(Self {
            program,
            arguments: words.collect(),
            memory: None,
        })
    }
}

impl fmt::Display for CommandLine {
    /// Quoted where a shell would need it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = std::iter::once(&self.program).chain(&self.arguments);
        f.write_str(&shell_words::join(words))
    }
}
