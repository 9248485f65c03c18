//! `conform completions` and `conform man`: made from the same definitions as the help.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use crate::{Arguments, outputs};

/// Write the completions of a shell to standard output
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Write the manual, one page for each subcommand, to a directory
#[derive(Debug, Args)]
pub(crate) struct Man {
    /// The directory, which is made where it does not exist
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

/// Writes completions.
pub(crate) fn complete(arguments: &Completions) -> ExitCode {
    let mut command = Arguments::command();
    let name = command.get_name().to_owned();
    clap_complete::generate(arguments.shell, &mut command, name, &mut outputs::stdout());
    ExitCode::SUCCESS
}

/// Writes the pages.
pub(crate) fn write(arguments: &Man) -> anyhow::Result<ExitCode> {
    let directory = &arguments.directory;
    std::fs::create_dir_all(directory)
        .with_context(|| format!("failed to make {}", directory.display()))?;
    let command = Arguments::command().disable_help_subcommand(true);
    clap_mangen::generate_to(command, directory)
        .with_context(|| format!("failed to write to {}", directory.display()))?;
    Ok(ExitCode::SUCCESS)
}
