//! `conform report`: any output from a stored run, and comparisons of several.

use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::Args;
use zarr_conform::recorded::Recording;
use zarr_conform::report::{KnownFailures, Terminal, TerminalOptions};
use zarr_conform::requirement::Registry;
use zarr_conform::runner::text::escape;
use zarr_conform::runner::{Consumer, Derivation, Plan};
use zarr_conform::vector::Vectors;

use crate::expectations::{KnownFile, Lists, read_list};
use crate::outputs::{Context, Counting, Files, Look};
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
    lists: Lists,
    #[command(flatten)]
    counting: Counting,
    #[command(flatten)]
    look: Look,
}

/// Writes the outputs that are asked for.
pub(crate) fn run(arguments: &Report) -> anyhow::Result<ExitCode> {
    let runs = arguments.events.iter().map(|file| read(file));
    let runs: Vec<Recording> = runs.collect::<anyhow::Result<_>>()?;
    let names = runs.iter().map(|it| it.header.implementation.name.as_str());
    let lists = arguments.lists.of_runs(&names.collect::<Vec<_>>())?;
    if let [run] = runs.as_slice() {
        if !arguments.files.is_empty() || arguments.compared.is_empty() {
            of_one(arguments, run, lists[0].as_deref())?;
        }
        arguments.compared.write(runs, &lists, None)?;
    } else {
        let table = arguments.files.only_markdown()?;
        if table.is_none() && arguments.compared.is_empty() {
            bail!("name what to make of several runs: --html, --badges or --markdown");
        }
        arguments.compared.write(runs, &lists, table)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn of_one(arguments: &Report, recording: &Recording, list: Option<&Path>) -> anyhow::Result<()> {
    let people = arguments.files.people(&[])?;
    arguments.look.choose_colors();
    let registry = Registry::load()?;
    let paraphrase = |id: &str| registry.requirement(id).map(|it| it.paraphrase.clone());
    let edition = recording.header.edition;
    let repeat = format!("conform --impl COMMAND --edition {edition}");
    let vectors = arguments.compared.vectors()?;
    let codecs = Compared::codecs(&vectors, &recording.header);
    let Counting { strictness } = arguments.counting;
    let mut known = list
        .map(|it| read_list(it, people, strictness))
        .transpose()?;
    if known.is_some() {
        expect_these(&vectors, recording)?;
    }
    let list = known.as_mut().map(|it| it.comparison().clone());
    let context = Context {
        paraphrase: &paraphrase,
        repeat: &repeat,
        codecs: codecs.clone(),
    };
    let each = || KnownFailures::new(list.clone(), &vectors).with_strictness(strictness);
    let mut outputs = arguments.files.open(&context, &each)?;
    let is_for_people = arguments.files.is_empty();
    if is_for_people {
        let options = TerminalOptions {
            detail: arguments.look.detail(),
            known: list.clone(),
            strictness,
            repeat: repeat.clone(),
            width: people.width(),
            codecs,
        };
        let terminal = Terminal::new(people.stream(), options, &paraphrase);
        outputs.push(Box::new(terminal));
    }
    let mut consumers: Vec<&mut dyn Consumer> = Vec::new();
    for output in &mut outputs {
        consumers.push(output.as_mut());
    }
    let comparison = known.as_mut().map(KnownFile::comparison);
    consumers.extend(comparison.map(|it| it as &mut dyn Consumer));
    recording
        .replay(&mut consumers)
        .context("failed to write a report")?;
    drop(outputs);
    if let Some(known) = known.as_mut().filter(|_| is_for_people) {
        let derivation = Derivation {
            vectors: &vectors,
            edition,
        };
        known.tell(&Plan::new(derivation), arguments.look.all);
    }
    Ok(())
}

/// Whether a list can be compared with a run: which checks there are is known only of its own vectors.
fn expect_these(vectors: &Vectors, recording: &Recording) -> anyhow::Result<()> {
    let found = &recording.header.vectors_sha256;
    let expected = zarr_conform::lock::sha256(vectors);
    if *found != expected {
        bail!(
            "--expect: the run was by other vectors than {}: found the hash {}, expected {expected}; \
             name the same with --vectors, or judge it again",
            vectors.source(),
            escape(found),
        );
    }
    Ok(())
}

/// A stored run, or why its file cannot be believed.
pub(crate) fn read(path: &Path) -> anyhow::Result<Recording> {
    let file =
        std::fs::File::open(path).with_context(|| format!("failed to read {}", path.display()))?;
    Recording::read(BufReader::new(file)).with_context(|| path.display().to_string())
}
