//! `cargo xtask`: writes what is made of other files of the repository, or says what would change.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use xtask::generated::{self, Files};
use xtask::{findings, hunts, root};

/// Writes what is made of other files of the repository.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Gives entries of the lists of known failures their findings and notes their checks, and writes
    /// docs/findings.md and what `conform scan` knows of implementations.
    Findings(Check),
    /// Writes what `conform scan` knows of libraries and open places, from the reports of adapters/run.
    Open {
        /// Files of events, one of each library.
        #[arg(required = true)]
        reports: Vec<PathBuf>,
    },
    /// Writes docs/fuzz-libraries.md from docs/hunts.toml.
    FuzzLibraries(Check),
    /// Writes a text for each finding that a project should know of.
    Upstream {
        /// The folder that they are written to.
        #[arg(long, default_value = "target/upstream")]
        to: PathBuf,
    },
}

#[derive(Args)]
struct Check {
    /// Write nothing; say what would change, and exit with 1 if anything would.
    #[arg(long)]
    check: bool,
}

#[expect(clippy::print_stderr, reason = "the report of a command-line tool")]
fn main() -> ExitCode {
    run(Arguments::parse().command).unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Findings(Check { check }) => {
            let (files, left) = findings::files(root())?;
            finish(&files, &left, check)
        }
        Command::Open { reports } => {
            generated::write(root(), &findings::open(root(), &reports)?)?;
            Ok(ExitCode::SUCCESS)
        }
        Command::FuzzLibraries(Check { check }) => finish(&hunts::files(root())?, &[], check),
        Command::Upstream { to } => {
            let found = findings::Found::load(root())?;
            generated::write(&to, &findings::upstream::render(root(), &found)?)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Writes the files, or says what would change; then says what is left for a person to do.
#[expect(clippy::print_stderr, reason = "the report of a command-line tool")]
fn finish(files: &Files, left: &[String], check: bool) -> anyhow::Result<ExitCode> {
    let mut wrong = Vec::new();
    if check {
        wrong.extend(generated::changes(root(), files));
    } else {
        generated::write(root(), files)?;
    }
    wrong.extend_from_slice(left);
    for line in &wrong {
        eprintln!("{line}");
    }
    Ok(if wrong.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
