//! `conform report`: any output from a stored run, and comparisons of several.

use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::Args;
use zarr_conform::recorded::Recording;
use zarr_conform::report::{KnownFailures, Terminal, TerminalOptions};
use zarr_conform::requirement::Registry;
use zarr_conform::runner::Consumer;

use crate::outputs::{Context, Files, Look};
use crate::site::Compared;

/// Make reports from a stored run, or compare several; without options, the report for people
///
/// Of several runs there are pages (--html), badges (--badges) and, by --markdown, one table of what
/// each does right.
///
/// Exits with 0 where each file is the whole of a run, whatever was found in it, and with 2 where
/// one is truncated, damaged or of another version.
#[derive(Debug, Args)]
pub(crate) struct Report {
    /// Files that --json wrote, in the order in which they are shown
    #[arg(required = true, value_name = "EVENTS")]
    events: Vec<PathBuf>,
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    compared: Compared,
    #[command(flatten)]
    look: Look,
}

/// Writes the outputs that are asked for.
pub(crate) fn run(arguments: &Report) -> anyhow::Result<ExitCode> {
    let runs = arguments.events.iter().map(|file| read(file));
    let runs: Vec<Recording> = runs.collect::<anyhow::Result<_>>()?;
    if let [run] = runs.as_slice() {
        if !arguments.files.is_empty() || arguments.compared.is_empty() {
            of_one(arguments, run)?;
        }
        arguments.compared.write(runs, None)?;
    } else {
        let table = arguments.files.only_markdown()?;
        if table.is_none() && arguments.compared.is_empty() {
            bail!("name what to make of several runs: --html, --badges or --markdown");
        }
        arguments.compared.write(runs, table)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn of_one(arguments: &Report, recording: &Recording) -> anyhow::Result<()> {
    let people = arguments.files.people(&[])?;
    arguments.look.choose_colors();
    let registry = Registry::load()?;
    let paraphrase = |id: &str| registry.requirement(id).map(|it| it.paraphrase.clone());
    let edition = recording.header.edition;
    let repeat = format!("conform --impl COMMAND --edition {edition}");
    let codecs = arguments.compared.codecs(&recording.header)?;
    let context = Context {
        paraphrase: &paraphrase,
        repeat: &repeat,
        codecs: codecs.clone(),
    };
    let mut outputs = arguments.files.open(&context, &KnownFailures::default)?;
    if arguments.files.is_empty() {
        let options = TerminalOptions {
            detail: arguments.look.detail(),
            repeat: repeat.clone(),
            width: people.width(),
            codecs,
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
        .context("failed to write a report")
}

/// A stored run, or why its file cannot be believed.
pub(crate) fn read(path: &Path) -> anyhow::Result<Recording> {
    let file =
        std::fs::File::open(path).with_context(|| format!("failed to read {}", path.display()))?;
    Recording::read(BufReader::new(file)).with_context(|| path.display().to_string())
}
