//! Writes the golden vectors of zarr-conform: chooses inputs, lets the reference compute the
//! answers, and writes both. Running it twice gives the same bytes.

mod check;
mod computed;
mod document;
mod elements;
mod fact;
mod folder;
mod functions;
mod given;
mod input;
mod lock;
mod near;
mod output;
mod premise;
mod redundant;
mod shards;
mod statement;
mod topic;
mod twins;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use zarr_conform_requirements::Registry;

/// Writes the vectors, or checks that they are up to date.
#[derive(Parser)]
struct Arguments {
    /// Write nothing; exit with 1 if anything would change or a requirement has no facts or no function, and
    /// say what.
    #[arg(long)]
    check: bool,
    /// Let facts state something else than before under the same id.
    #[arg(long)]
    accept_changes: bool,
    /// The root of the repository.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/.."))]
    root: PathBuf,
}

#[expect(clippy::print_stderr, reason = "the report of a command-line tool")]
fn main() -> ExitCode {
    run(&Arguments::parse()).unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut registry = Registry::load()?;
    // What the sources say now, and not what they said when the registry was compiled.
    registry.functions = functions::of_reference(&arguments.root)?;
    let mut topics = statement::topics(&input::all(&arguments.root, &registry)?)?;
    let left_out = redundant::leave_out(&mut topics)?;
    premise::add(&mut topics, &registry);
    check::all(&topics)?;
    redundant::check(&topics)?;
    twins::check(&topics)?;
    let (mut files, gaps) = output::files(topics, &registry)?;
    lock::add(
        &arguments.root,
        &mut files,
        arguments.accept_changes,
        &left_out,
    )?;
    if arguments.check {
        return output::check(&arguments.root, &files, &gaps);
    }
    output::write(&arguments.root, &files)?;
    output::tell(&gaps);
    Ok(ExitCode::SUCCESS)
}
