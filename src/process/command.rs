//! The command line of an implementation.

use std::path::Path;
use std::{fmt, io};

use super::program_file;

/// Words between commands, which a program is never given.
const OPERATORS: [&str; 3] = ["&&", "||", "|"];

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
    /// A word that only a shell understands.
    #[error(
        "found {operator} in {text:?}, but no shell runs; to have one: --impl {}",
        quoted(&in_shell(.text))
    )]
    Shell {
        /// The word.
        operator: String,
        /// The command line.
        text: String,
    },
}

/// A command that hands a command line to a shell.
fn in_shell(text: &str) -> String {
    shell_words::join(["sh", "-c", text])
}

impl CommandLine {
    /// Splits a command line into words.
    pub fn parse(text: &str) -> Result<Self, CommandLineError> {
        let words =
            shell_words::split(text).map_err(|_| CommandLineError::Quotes(text.to_owned()))?;
        if let Some(operator) = words.iter().find(|it| OPERATORS.contains(&it.as_str())) {
            return Err(CommandLineError::Shell {
                operator: operator.clone(),
                text: text.to_owned(),
            });
        }
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

impl CommandLine {
    /// What is wrong with the program, where the system does not start it, and what to type instead.
    pub(super) fn hint(&self, error: &io::Error) -> Option<String> {
        let Self { program, .. } = self;
        let words = || {
            std::iter::once(program)
                .chain(&self.arguments)
                .map(String::as_str)
        };
        if let Some((variable, _)) = program.split_once('=')
            && !variable.contains('/')
        {
            let arguments = shell_words::join(&self.arguments);
            return Some(in_place(&format!("env {program} {arguments}")));
        }
        let file = Path::new(program);
        // One of the same name as a program that is missing is not meant.
        if file.is_dir() && (program.contains('/') || self.arguments.is_empty()) {
            let meant = program_file::program_in(file).map(|it| with_interpreter(&it));
            let meant = meant.map(|it| format!("; {}", in_place(&shell_words::join(it))));
            let meant = meant.unwrap_or_default();
            return Some(format!("it is a folder, and not a program{meant}"));
        }
        if BUILT_IN.contains(&program.as_str()) {
            let text = words().collect::<Vec<_>>().join(" ");
            return Some(in_place(&in_shell(&text)));
        }
        if !file.is_file() {
            return None;
        }
        let path = match file.components().count() {
            1 => format!("./{program}"),
            _ => program.clone(),
        };
        let start = with_interpreter(&path);
        // One without a folder is looked for elsewhere, so that the error is not about this file.
        if start == [program.as_str()] {
            return program_file::not_started(file, error);
        }
        // A script with a first line that is wrong can still be given to its interpreter.
        let command = start.into_iter().chain(self.arguments.iter().cloned());
        Some(in_place(&shell_words::join(command)))
    }
}

/// Words that only a shell knows, though they look like programs.
const BUILT_IN: [&str; 4] = ["cd", "export", "source", "."];

fn in_place(command: &str) -> String {
    format!("did you mean --impl {}?", quoted(command))
}

/// A command as one word of a shell; in double quotes, where it has single ones itself.
fn quoted(command: &str) -> String {
    if command.contains('\'') && !command.contains(['"', '$', '`', '\\', '!']) {
        format!("\"{command}\"")
    } else {
        shell_words::quote(command).into_owned()
    }
}

/// The words that start a file: by what interprets it, where its name says that, or by itself.
pub fn with_interpreter(file: &str) -> Vec<String> {
    let extension = Path::new(file).extension().and_then(|it| it.to_str());
    let before: &[&str] = match extension {
        Some("py") => &["python3", "-u"],
        Some("js" | "mjs" | "cjs") => &["node"],
        Some("R" | "r") => &["Rscript"],
        Some("jl") => &["julia"],
        Some("jar") => &["java", "-jar"],
        Some("sh") => &["sh"],
        _ => &[],
    };
    let words = before.iter().copied().chain([file]);
    words.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::with_a_shell("cd x && ./a", "--impl \"sh -c 'cd x && ./a'\"")]
    #[case::with_a_pipe("./a | tee log", "--impl \"sh -c './a | tee log'\"")]
    fn what_only_a_shell_understands_is_refused(#[case] text: &str, #[case] told: &str) {
        let error = CommandLine::parse(text).unwrap_err().to_string();
        assert!(error.ends_with(told), "{error}");
        assert!(CommandLine::parse("sh -c 'cd x && ./a'").is_ok());
    }

    #[rstest]
    #[case::in_this_folder("Cargo.toml --x", Some("did you mean --impl './Cargo.toml --x'?"))]
    #[case::variable("A=1 ./a b", Some("did you mean --impl 'env A=1 ./a b'?"))]
    #[case::built_in("cd x", Some("did you mean --impl \"sh -c 'cd x'\"?"))]
    #[case::not_executable("./Cargo.toml", Some("to make it a program: chmod +x ./Cargo.toml"))]
    #[case::elsewhere("no-such-program", None)]
    fn what_was_meant_is_said(#[case] text: &str, #[case] hint: Option<&str>) {
        let command = CommandLine::parse(text).unwrap();
        let error = io::Error::from(io::ErrorKind::PermissionDenied);
        assert_eq!(command.hint(&error).as_deref(), hint);
    }

    #[test]
    fn a_folder_is_not_a_program() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap();
        let error = io::Error::from(io::ErrorKind::PermissionDenied);
        let hint = || CommandLine::parse(path).unwrap().hint(&error).unwrap();
        assert_eq!(hint(), "it is a folder, and not a program");
        std::fs::write(folder.path().join("adapter.py"), "").unwrap();
        let meant = format!("did you mean --impl 'python3 -u {path}/adapter.py'?");
        assert_eq!(
            hint(),
            format!("it is a folder, and not a program; {meant}")
        );
    }
}
