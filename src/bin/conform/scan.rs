//! `conform scan`: what given arrays use, and whether they are valid.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use zarr_conform::scan::{self, Most, Options, Progress, Report, ScanError};
use zarr_conform::{Edition, exit};

use crate::judge::stop_on_signals;
use crate::numbers::whole;
use crate::outputs::{self, People};

/// The deepest that nodes are looked for: each folder on the way needs two descriptors.
const MOST_DEPTH: u64 = 200;

/// Show what the arrays in a folder use, whether they are valid and decode, and which libraries
/// read them
///
/// STORE is an array, a group, or a folder with stores at any depth. Metadata and chunks are judged by the
/// built-in reference. What is known of implementations comes from the committed results of the adapters: one
/// reads an array where it passed a check of each feature of the array, and fails no check of arrays that use nothing
/// else.
///
/// Nothing is written, no symbolic link below STORE is followed, and only regular files are opened.
///
/// It exits with 0 where nothing is invalid or damaged, with 1 where something is or cannot be read, with 4 where
/// there is no node, and with 5 where nothing that it looked at is wrong and something was not looked at: metadata
/// that this version does not know, chunks that are not decoded, links, and what is too large.
#[derive(Debug, Args)]
pub(crate) struct Scan {
    /// The folder
    #[arg(value_name = "STORE")]
    store: PathBuf,
    /// Decode only N chunks of each array, the same ones each time; all, without it
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, u64::MAX), allow_negative_numbers = true)]
    chunks: Option<usize>,
    /// The edition by which metadata and chunks are judged: 3.0 or 3.1
    #[arg(long, default_value_t)]
    edition: Edition,
    /// Decode no chunk that has more bytes than this, stored or decoded; of a shard, no inner chunk
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 28, value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    chunk_bytes: u64,
    /// Decode no chunk for longer than it takes to read and yield this many bytes, those of all codecs and inner
    /// chunks together
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 33, value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    decoded_bytes: u64,
    /// Look for nodes no deeper than N folders
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = whole::<usize>(0, MOST_DEPTH), allow_negative_numbers = true)]
    depth: usize,
    /// End after the names of N files and folders
    #[arg(long, value_name = "N", default_value_t = 100_000_000, value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    entries: u64,
    /// Show every array and cause
    #[arg(long)]
    all: bool,
    /// Write everything as one JSON object; - is standard output, and the text then goes to standard error
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the report in Markdown
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

/// Scans and reports.
pub(crate) fn run(arguments: &Scan) -> anyhow::Result<ExitCode> {
    if arguments.edition == Edition::Draft {
        bail!(
            "--edition: found draft, expected 3.0 or 3.1: no library reads metadata of the draft"
        );
    }
    let files = [&arguments.json, &arguments.markdown];
    let files = files.into_iter().filter_map(Option::as_deref);
    let people = match files.filter(|it| outputs::is_stdout(it)).count() {
        0 => People::Output,
        1 => People::Error,
        _ => bail!("- is given as FILE twice, expected once"),
    };
    // A file that cannot be written is reported before anything is read.
    let json = arguments.json.as_deref().map(outputs::create).transpose()?;
    let markdown = arguments
        .markdown
        .as_deref()
        .map(outputs::create)
        .transpose()?;
    let report = match scan(arguments)? {
        Ok(report) => report,
        Err(error @ ScanError::Folder { .. }) => return Err(error.into()),
        Err(error) => {
            crate::complain(&error.into());
            return Ok(exit::ExitCode::NoImplementation.into());
        }
    };
    let most = if arguments.all {
        Most::ALL
    } else {
        Most::USUAL
    };
    if let Some(mut out) = json {
        serde_json::to_writer_pretty(&mut out, &report)?;
        writeln!(out).context("failed to write the JSON")?;
    }
    if let Some(mut out) = markdown {
        let text = scan::markdown(&report, most);
        out.write_all(text.as_bytes())
            .context("failed to write the Markdown")?;
    }
    match people
        .stream()
        .write_all(scan::text(&report, most).as_bytes())
    {
        // A reader that closes a pipe has read enough.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            return Err(error).context("failed to write the report");
        }
        _ => {}
    }
    Ok(code(&report).into())
}

fn code(report: &Report) -> exit::ExitCode {
    if report.is_interrupted() {
        exit::ExitCode::Interrupted
    } else if report.is_wrong() {
        exit::ExitCode::Fails
    } else if report.is_partial() {
        exit::ExitCode::Partial
    } else if report.arrays_found + report.groups == 0 {
        exit::ExitCode::NothingSelected
    } else {
        exit::ExitCode::Conforms
    }
}

fn scan(arguments: &Scan) -> anyhow::Result<Result<Report, ScanError>> {
    let options = Options {
        edition: arguments.edition,
        chunks: arguments.chunks,
        chunk_bytes: arguments.chunk_bytes,
        decoded_bytes: arguments.decoded_bytes,
        depth: arguments.depth,
        entries: arguments.entries,
        stop: stop_on_signals()?,
    };
    let bar = bar();
    let progress = |it: Progress| {
        bar.set_message(format!(
            "{} names, {} arrays, {} chunks",
            it.entries, it.arrays, it.chunks
        ));
    };
    let report = scan::scan(&arguments.store, &options, &progress);
    bar.finish_and_clear();
    Ok(report)
}

/// A line on standard error, invisible where that is not a terminal.
fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
    let bar = ProgressBar::new_spinner();
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
