//! `conform matrix`: who reads whose data.

use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use zarr_conform::Edition;
use zarr_conform::exit;
use zarr_conform::matrix::{Labelled, Matrix, MatrixError, MatrixRun, REFERENCE};
use zarr_conform::process::CommandLine;
use zarr_conform::report::{MatrixLook, write_matrix};
use zarr_conform::runner::{Filter, ReferenceReader};
use zarr_conform::subject::Launcher;
use zarr_conform::vector::Vectors;

use crate::judge::{processors, seconds, stop_on_signals};
use crate::launch::{edition_for, reference};
use crate::numbers::whole;
use crate::outputs::{self, People};
use crate::vectors;

/// Have every implementation write arrays, and every one read what each wrote
///
/// The arrays are those of the facts that state what is in a store after writing. Each
/// implementation creates them, or where it does not, writes their elements into stores that have
/// the metadata; each then reads a copy of what each wrote. The built-in reference takes part, and
/// shows which side is at fault: where it reads a store right, a reader that does not, and
/// otherwise the writer.
///
/// The matrix gives no verdict: it exits with 0 if it ran to its end, whatever was found, with 3
/// where an implementation does not start, and with 4 where no array is selected.
#[derive(Debug, Args)]
pub(crate) struct Make {
    /// What to call an implementation, and the command that starts it; may be repeated
    #[arg(long = "impl", value_name = "NAME=COMMAND", required = true, value_parser = Named::parse)]
    implementations: Vec<Named>,
    /// Take vectors from this directory or archive instead of those in the program
    #[arg(long, value_name = "PATH")]
    vectors: Option<PathBuf>,
    /// Write the arrays of facts whose id matches; `*` matches `/` too; may be repeated
    #[arg(long, value_name = "GLOB", value_parser = Filter::parse)]
    filter: Vec<Filter>,
    /// The edition in which the arrays are valid: 3.0 or 3.1 [default: that of the vectors, or 3.1]
    #[arg(long)]
    edition: Option<Edition>,
    /// Implementations at once [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = whole::<NonZeroUsize>(1, u64::MAX), allow_negative_numbers = true)]
    jobs: Option<NonZeroUsize>,
    /// How long one answer may take
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Duration,
    /// How many problems to show of each implementation as writer and as reader
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole::<usize>(0, u64::MAX), allow_negative_numbers = true)]
    most: usize,
    /// Show every problem
    #[arg(long, conflicts_with = "most")]
    all: bool,
    /// Write everything as one JSON object, from which `conform report --matrix` makes pages; - is
    /// standard output, and the table then goes to standard error
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// An implementation and what to call it.
#[derive(Clone, Debug)]
struct Named {
    label: String,
    command: CommandLine,
}

impl Named {
    fn parse(text: &str) -> Result<Self, String> {
        let parts = text.split_once('=').filter(|(label, _)| !label.is_empty());
        let Some((label, command)) = parts else {
            return Err("expected a name, =, and a command".to_owned());
        };
        Ok(Self {
            label: label.to_owned(),
            command: CommandLine::parse(command).map_err(|error| error.to_string())?,
        })
    }
}

/// Makes the matrix, and reports what was found.
pub(crate) fn run(arguments: &Make) -> anyhow::Result<ExitCode> {
    check_labels(&arguments.implementations)?;
    let vectors = vectors::at(arguments.vectors.as_deref())?;
    // A file that cannot be written is reported before any implementation is asked.
    let json = arguments.json.as_deref().map(outputs::create).transpose()?;
    let matrix = match make(arguments, &vectors) {
        Ok(matrix) => matrix,
        Err(Ended::Early(error)) => {
            let code = exit::ExitCode::of_matrix_error(&error);
            crate::complain(&error.into());
            return Ok(code.into());
        }
        Err(Ended::Other(error)) => return Err(error),
    };
    if let Some(mut out) = json {
        serde_json::to_writer_pretty(&mut out, &matrix)?;
        writeln!(out).context("failed to write the matrix")?;
    }
    let people = match arguments.json.as_deref() {
        Some(file) if outputs::is_stdout(file) => People::Error,
        _ => People::Output,
    };
    let look = MatrixLook {
        most: (!arguments.all).then_some(arguments.most),
        width: people.width(),
    };
    tell(people, &matrix, look).context("failed to write the table")?;
    Ok(ExitCode::SUCCESS)
}

fn tell(people: People, matrix: &Matrix, look: MatrixLook) -> std::io::Result<()> {
    let mut text = Vec::new();
    write_matrix(&mut text, matrix, look)?;
    match people.stream().write_all(&text) {
        // A reader that closes a pipe has read enough.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn check_labels(implementations: &[Named]) -> anyhow::Result<()> {
    for (at, it) in implementations.iter().enumerate() {
        if it.label == REFERENCE {
            bail!("--impl: {REFERENCE:?} is what the built-in reference is called");
        }
        if implementations[..at]
            .iter()
            .any(|other| other.label == it.label)
        {
            bail!(
                "--impl: found {:?} twice, expected different names",
                it.label
            );
        }
    }
    Ok(())
}

/// Why there is no matrix.
enum Ended {
    Early(MatrixError),
    Other(anyhow::Error),
}

fn make(arguments: &Make, vectors: &Vectors) -> Result<Matrix, Ended> {
    let edition = edition_for(vectors, arguments.edition).map_err(Ended::Other)?;
    let edition = edition.unwrap_or_default();
    let reference = reference(edition).map_err(Ended::Other)?;
    let mut participants = vec![Labelled {
        label: REFERENCE,
        launcher: &reference,
    }];
    participants.extend(arguments.implementations.iter().map(|it| Labelled {
        label: &it.label,
        launcher: &it.command as &dyn Launcher,
    }));
    let progress = bar();
    let matrix = MatrixRun {
        vectors,
        participants: &participants,
        reader: &ReferenceReader,
        edition,
        filters: &arguments.filter,
        jobs: arguments.jobs.unwrap_or_else(processors),
        timeout: arguments.timeout,
        stop: stop_on_signals().map_err(Ended::Other)?,
        progress: &|most| {
            progress.set_length(most as u64);
            progress.inc(1);
        },
    }
    .run();
    progress.finish_and_clear();
    matrix.map_err(Ended::Early)
}

/// A bar on standard error, invisible where that is not a terminal.
fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos} of at most {len} arrays, {eta} left");
    let bar = ProgressBar::new(0);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
