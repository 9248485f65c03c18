//! `conform merge`: the whole of a run, or of a fuzz run, from the shares of several machines.

use std::io::{BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use zarr_conform::fuzz::merge;
use zarr_conform::shares::Part;
use zarr_conform::{exit, recorded};

use crate::{outputs, report, vectors};

/// Put together what several machines judged with --partition
///
/// Writes the events of the whole run, as if one machine had judged it. The parts must be all
/// shares, each once, of one run: the same selection, vectors, suite, edition and implementation.
///
/// Of what conform fuzz --json wrote, the result is of the same form: cases are summed, and equal
/// causes are counted together. The parts must be all shares of one seed.
///
/// Exits as the whole run would have: 0 where all required checks passed, 1 where some failed; and
/// with 2 where the parts are not a whole.
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// Files that --json wrote, one for each share; of runs, or of fuzz runs
    #[arg(value_name = "EVENTS", required = true)]
    parts: Vec<PathBuf>,
    /// Write the whole to this file [default: standard output]
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
    #[command(flatten)]
    counting: outputs::Counting,
}

/// Writes the whole.
pub(crate) fn run(arguments: &Merge) -> anyhow::Result<ExitCode> {
    let are_hunts = arguments.parts.iter().map(|path| is_of_hunts(path));
    let are_hunts: Vec<bool> = are_hunts.collect::<anyhow::Result<_>>()?;
    match are_hunts.iter().position(|it| *it != are_hunts[0]) {
        None if are_hunts.contains(&true) => hunts(arguments),
        None => runs(arguments),
        Some(at) => {
            let [hunt, run] = if are_hunts[at] { [at, 0] } else { [0, at] };
            let [hunt, run] = [hunt, run].map(|at| arguments.parts[at].display());
            anyhow::bail!("{hunt} is of conform fuzz, but {run} is not; expected parts of one kind")
        }
    }
}

fn is_of_hunts(path: &Path) -> anyhow::Result<bool> {
    let file = std::fs::File::open(path);
    let file = file.with_context(|| format!("failed to read {}", path.display()))?;
    Ok(merge::is_of_hunts(BufReader::new(file)))
}

/// Of what conform fuzz wrote.
fn hunts(arguments: &Merge) -> anyhow::Result<ExitCode> {
    let mut parts = Vec::new();
    for path in &arguments.parts {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path);
        let text = text.with_context(|| format!("failed to read {name}"))?;
        for document in merge::read(&text).with_context(|| name.clone())? {
            parts.push(Part {
                name: name.clone(),
                content: document,
            });
        }
    }
    let whole = merge::merge(parts).context("the parts do not form a complete run")?;
    // Only now: the file may be one of the parts, and is kept where they do not form a complete run.
    let mut out = outputs::create(&arguments.out)?;
    for document in &whole {
        let text = serde_json::to_string_pretty(document)?;
        writeln!(out, "{text}").context("failed to write the JSON")?;
    }
    out.flush().context("failed to write the JSON")?;
    let is_anything_found = whole
        .iter()
        .any(|it| it.causes.iter().any(|cause| !cause.recommended));
    let is_nothing_tested = whole.iter().any(|it| it.checks == 0);
    Ok(if is_anything_found || is_nothing_tested {
        exit::ExitCode::Fails.into()
    } else {
        exit::ExitCode::Conforms.into()
    })
}

/// Of what judging wrote.
fn runs(arguments: &Merge) -> anyhow::Result<ExitCode> {
    let vectors = vectors::at(arguments.vectors.as_deref())?;
    let mut parts = Vec::new();
    for path in &arguments.parts {
        parts.push(Part {
            name: path.display().to_string(),
            content: report::read(path)?,
        });
    }
    let whole = recorded::merge(parts, &vectors).context("the parts do not form a complete run")?;
    // Only now: the file may be one of the parts, and is kept where they do not form a complete run.
    let mut json = outputs::json_lines(&arguments.out)?;
    whole
        .replay(&mut [&mut json])
        .context("failed to write the events")?;
    Ok(exit::ExitCode::of_counts(&whole.summary.total, arguments.counting.strictness).into())
}
