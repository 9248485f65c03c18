//! The command line of the conformance suite.

mod compare;
mod diff;
mod expectations;
mod fuzz;
mod history;
mod init;
mod judge;
mod launch;
mod listed;
mod manual;
mod matrix;
mod merge;
mod mistyped;
mod numbers;
mod outputs;
mod reference;
mod report;
mod scan;
mod site;
mod spec;
mod vectors;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use zarr_conform::{Edition, exit};

/// Judge an implementation of Zarr v3 by the specification
///
/// Starts the implementation, asks it what protocol 1 says, and compares its answers with vectors
/// that are embedded in this program. Without --impl it judges its own reference.
///
/// The table counts checks that passed; failed what the specification demands; failed what it
/// merely recommends (advice: against a recommendation, no failure); need what the implementation
/// says it does not support; were skipped, since they would prove nothing; record behaviour where
/// the specification leaves it open; or, with --repeat, did not give the same verdict in every run.
#[derive(Debug, Parser)]
#[command(
    name = "conform",
    version,
    args_conflicts_with_subcommands = true,
    after_long_help = below_help()
)]
struct Arguments {
    #[command(flatten)]
    judge: judge::Judge,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Init(init::Init),
    Report(report::Report),
    Merge(merge::Merge),
    Compare(compare::Compare),
    History(history::History),
    Matrix(matrix::Make),
    Fuzz(fuzz::Fuzz),
    Scan(scan::Scan),
    /// Serve the built-in reference over protocol 1, on standard input and output
    Reference(reference::Serve),
    Diff(diff::Diff),
    Spec(spec::Spec),
    Vectors(vectors::Vectors),
    Completions(manual::Completions),
    Man(manual::Man),
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return mistyped::exit(&error),
    };
    let Arguments { judge, command } = arguments;
    let result = match &command {
        None => judge::run(judge),
        Some(Command::Init(arguments)) => init::run(arguments),
        Some(Command::Report(arguments)) => report::run(arguments),
        Some(Command::Merge(arguments)) => merge::run(arguments),
        Some(Command::Compare(arguments)) => compare::run(arguments),
        Some(Command::History(arguments)) => history::run(arguments),
        Some(Command::Matrix(arguments)) => matrix::run(arguments),
        Some(Command::Fuzz(arguments)) => fuzz::run(arguments),
        Some(Command::Scan(arguments)) => scan::run(arguments),
        Some(Command::Reference(arguments)) => reference::run(arguments),
        Some(Command::Diff(arguments)) => diff::run(arguments),
        Some(Command::Spec(arguments)) => spec::run(arguments),
        Some(Command::Vectors(arguments)) => vectors::run(arguments),
        Some(Command::Completions(arguments)) => Ok(manual::complete(arguments)),
        Some(Command::Man(arguments)) => manual::write(arguments),
    };
    result.unwrap_or_else(|error| {
        complain(&error);
        exit::ExitCode::Usage.into()
    })
}

/// What stands below the help and in the manual.
fn below_help() -> String {
    format!("{}\n\n{}", editions(), exit_codes())
}

/// Which state of the text each edition is.
fn editions() -> String {
    let lines = Edition::ALL.map(|it| {
        let (name, commit, date) = (it.name(), it.commit(), it.date());
        format!("\n  {name:<5}  zarr-specs {commit} of {date}")
    });
    format!("Editions:{}", lines.concat())
}

/// What the exit codes mean, for the help and the manual.
fn exit_codes() -> String {
    let mut text = "Exit codes:".to_owned();
    for code in exit::ExitCode::ALL {
        let number = format!("  {:<3} ", code as u8);
        let options = textwrap::Options::new(78)
            .initial_indent(&number)
            .subsequent_indent("      ");
        text.push('\n');
        text.push_str(&textwrap::fill(code.meaning(), options));
    }
    text
}

/// Reports on standard error what is probably a mistake, and stops nothing.
fn warn(problem: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "warning: {problem}");
}

/// Reports what went wrong on standard error; nothing can be reported where that is closed.
fn complain(error: &anyhow::Error) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "error: {}", with_causes(error));
}

/// An error and its causes, each once: the message of an error may have that of its cause in it.
fn with_causes(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.contains(&cause) {
            text.push_str(": ");
            text.push_str(&cause);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use anyhow::Context as _;

    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("its form: {0}")]
    struct Form(#[from] std::fmt::Error);

    #[test]
    fn each_cause_is_said_once() {
        let error = Err::<(), _>(Form(std::fmt::Error)).context("a file");
        let cause = std::fmt::Error;
        assert_eq!(
            with_causes(&error.unwrap_err()),
            format!("a file: its form: {cause}")
        );
        let error = Err::<(), _>(cause).context("a file");
        assert_eq!(with_causes(&error.unwrap_err()), format!("a file: {cause}"));
    }
}
