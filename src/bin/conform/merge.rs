//! `conform merge`: the whole of a run from the shares of several machines.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use zarr_conform::archive;
use zarr_conform::recorded::Part;
use zarr_conform::{exit, recorded};

use crate::{outputs, report};

/// Put together what several machines judged with --partition
///
/// Writes the events of the whole run, as if one machine had judged it. The parts must be all
/// shares, each once, of one run: the same selection, vectors, suite, edition and implementation.
///
/// Exits as the whole run would have: 0 where all required checks passed, 1 where some failed; and
/// with 2 where the parts are not a whole.
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// Files that --json wrote, one for each share
    #[arg(value_name = "EVENTS", required = true)]
    parts: Vec<PathBuf>,
    /// Write the events to this file [default: standard output]
    #[arg(
        long,
        value_name = "FILE",
        default_value = "-",
        hide_default_value = true
    )]
    out: PathBuf,
    /// The vectors of the parts, a directory or archive, where they are not those in the program
    #[arg(long, value_name = "PATH")]
    vectors: Option<PathBuf>,
}

/// Writes the whole.
pub(crate) fn run(arguments: &Merge) -> anyhow::Result<ExitCode> {
    let vectors = match &arguments.vectors {
        Some(directory) => archive::load(directory)?,
        None => zarr_conform::embedded::vectors()?,
    };
    let mut parts = Vec::new();
    for path in &arguments.parts {
        parts.push(Part {
            name: path.display().to_string(),
            recording: report::read(path)?,
        });
    }
    let whole = recorded::merge(parts, &vectors).context("these parts are no whole")?;
    // Only now: the file may be one of the parts, and is kept where they are no whole.
    let mut json = outputs::json_lines(&arguments.out)?;
    whole
        .replay(&mut [&mut json])
        .context("failed to write the events")?;
    Ok(exit::ExitCode::of_counts(&whole.summary.total).into())
}
