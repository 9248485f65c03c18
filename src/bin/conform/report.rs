//! `conform report`: any output from a stored run.

use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use zarr_conform::report::{Known, Terminal, TerminalOptions};
use zarr_conform::requirement::Registry;
use zarr_conform::runner::{Consumer, Recording};

use crate::outputs::{Context, Files, Look};

/// Make reports from a stored run; without options, the one for people
///
/// Exits with 0 where the file is the whole of a run, whatever was found in it, and with 2 where it
/// is truncated, damaged or of another version.
#[derive(Debug, Args)]
pub(crate) struct Report {
    /// A file that --json wrote
    #[arg(value_name = "EVENTS")]
    events: PathBuf,
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    look: Look,
}

/// Writes the outputs that are asked for.
pub(crate) fn run(arguments: &Report) -> anyhow::Result<ExitCode> {
    // --html DIR, which takes several files of events, belongs here: it reads each with `read` and
    // hands the recordings to the site.
    let recording = read(&arguments.events)?;
    let people = arguments.files.people(&[])?;
    arguments.look.choose_colors();
    let registry = Registry::load()?;
    let paraphrase = |id: &str| registry.requirement(id).map(|it| it.paraphrase.clone());
    let edition = recording.header.edition;
    let repeat = format!("conform --impl COMMAND --edition {edition}");
    let context = Context {
        paraphrase: &paraphrase,
        repeat: &repeat,
    };
    let mut outputs = arguments.files.open(&context, &Known::default)?;
    if arguments.files.is_empty() {
        let options = TerminalOptions {
            detail: arguments.look.detail(),
            repeat: repeat.clone(),
            width: people.width(),
            ..TerminalOptions::default()
        };
        let terminal = Terminal::new(people.stream(), options, &paraphrase);
        outputs.push(Box::new(terminal));
    }
    let mut consumers: Vec<&mut dyn Consumer> = Vec::new();
    for output in &mut outputs {
        consumers.push(output.as_mut());
    }
    recording
        .replay(&mut consumers)
        .context("failed to write a report")?;
    Ok(ExitCode::SUCCESS)
}

/// A stored run, or why its file cannot be believed.
pub(crate) fn read(path: &Path) -> anyhow::Result<Recording> {
    let file =
        std::fs::File::open(path).with_context(|| format!("failed to read {}", path.display()))?;
    Recording::read(BufReader::new(file)).with_context(|| path.display().to_string())
}
