//! `conform diff`: what differs between two directories or archives of vectors.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use zarr_conform::archive;
use zarr_conform::lock::FactChanges;
use zarr_conform::runner::text::counted;

/// Facts added, retired and changed between two directories or archives of vectors; exits with 1 if
/// any are
#[derive(Debug, Args)]
pub(crate) struct Diff {
    /// The earlier vectors
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The later vectors
    #[arg(value_name = "NEW")]
    new: PathBuf,
}

/// Lists what differs.
pub(crate) fn run(arguments: &Diff) -> anyhow::Result<ExitCode> {
    let changes = FactChanges::between(
        &archive::load(&arguments.old)?,
        &archive::load(&arguments.new)?,
    )?;
    let mut out = std::io::stdout().lock();
    for (what, ids) in [
        ("added", &changes.added),
        ("retired", &changes.retired),
        ("changed", &changes.changed),
    ] {
        for id in ids {
            writeln!(out, "{what:<7}  {id}")?;
        }
    }
    let number = |ids: &[String]| counted(ids.len() as u64, "fact");
    writeln!(
        out,
        "{} added, {} retired, {} changed",
        number(&changes.added),
        number(&changes.retired),
        number(&changes.changed)
    )?;
    if let Some(step) = changes.version_step() {
        writeln!(
            out,
            "the version of the vectors needs at least a {step} step"
        )?;
    }
    Ok(if changes.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
