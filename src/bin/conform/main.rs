//! The command line of the conformance suite.

mod diff;
mod judge;
mod reference;
mod spec;
mod vectors;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use zarr_conform::runner;

/// Judge an implementation of Zarr v3 by the specification
///
/// Starts the implementation, asks it what protocol 1 says, and compares its answers with vectors
/// that are embedded in this program. Without --impl it judges its own reference.
///
/// The table counts checks that passed; failed what the specification demands; failed what it
/// merely recommends (advice: against a recommendation, no failure); need what the implementation
/// says it does not support; were skipped, since they would prove nothing; or record behaviour
/// where the specification leaves it open.
///
/// Exit codes: 0 all required checks that could be judged passed, and at least one did; 1 some
/// failed or none passed; 2 the command line or a file named on it is wrong; 3 the implementation
/// could not be started or broke the protocol; 4 no check is selected.
#[derive(Debug, Parser)]
#[command(name = "conform", version, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(flatten)]
    judge: judge::Judge,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the built-in reference over protocol 1, on standard input and output
    Reference(reference::Serve),
    Diff(diff::Diff),
    Spec(spec::Spec),
    Vectors(vectors::Vectors),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match &arguments.command {
        None => judge::run(&arguments.judge),
        Some(Command::Reference(arguments)) => reference::run(arguments),
        Some(Command::Diff(arguments)) => diff::run(arguments),
        Some(Command::Spec(arguments)) => spec::run(arguments),
        Some(Command::Vectors(arguments)) => vectors::run(arguments),
    };
    result.unwrap_or_else(|error| {
        complain(&error);
        runner::ExitCode::Usage.into()
    })
}

/// Tells what went wrong on standard error; nobody is left to tell where that is closed.
fn complain(error: &anyhow::Error) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "error: {error:#}");
}
