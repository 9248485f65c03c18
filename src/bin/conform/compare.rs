//! `conform compare`: what differs between two stored runs.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use zarr_conform::exit;
use zarr_conform::recorded::{Change, RunChanges};
use zarr_conform::runner::text::{counted, escape};
use zarr_conform::runner::{Concern, Header};

use crate::{outputs, report};

/// List what was fixed, what broke and what changed between two stored runs
///
/// A required check broke if it passed and does not any more, or fails and did not fail before; it
/// is fixed if it failed and passes now. What fails and was not judged before, such as a check of an
/// operation that the earlier run did not offer, is listed by itself. Everything else that came to
/// something else changed. Words of the implementation are not compared.
///
/// Exits with 0 where nothing broke and nothing fails newly, and with 1 where something does or the
/// later run ended early. Right data and strictness are counted apart.
#[derive(Debug, Args)]
pub(crate) struct Compare {
    /// The events of the earlier run
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The events of the later run
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// Write one JSON object instead of lines for people
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    counting: outputs::Counting,
}

/// Lists what differs.
pub(crate) fn run(arguments: &Compare) -> anyhow::Result<ExitCode> {
    let (old, new) = (report::read(&arguments.old)?, report::read(&arguments.new)?);
    let changes = RunChanges::between(&old, &new);
    let mut out = outputs::stdout();
    if arguments.json {
        serde_json::to_writer_pretty(&mut out, &changes)?;
        writeln!(out)?;
    } else {
        write(&mut out, &changes).context("failed to write the changes")?;
    }
    Ok(if changes.is_worse(arguments.counting.strictness) {
        exit::ExitCode::Fails.into()
    } else {
        ExitCode::SUCCESS
    })
}

fn write(out: &mut impl Write, changes: &RunChanges) -> std::io::Result<()> {
    writeln!(out, "old: {}", describe(&changes.old))?;
    writeln!(out, "new: {}", describe(&changes.new))?;
    if changes.old.vectors_sha256 != changes.new.vectors_sha256 {
        writeln!(out, "The vectors of the two runs differ.")?;
    }
    if let Some(why) = &changes.ended_early {
        writeln!(out, "The new run ended early: {}", escape(why))?;
    }
    write_operations(
        out,
        "offers",
        "which the old one does not",
        &changes.offered,
    )?;
    write_operations(
        out,
        "does not offer",
        "which the old one does",
        &changes.withdrawn,
    )?;
    let lists = [
        ("broke", &changes.broke),
        ("newly failing", &changes.newly_failing),
        ("fixed", &changes.fixed),
        ("changed", &changes.changed),
        ("appeared", &changes.appeared),
        ("went", &changes.went),
    ];
    for (title, list) in lists {
        write_list(out, title, list)?;
    }
    writeln!(out)?;
    for concern in Concern::ALL {
        let number = |list: &[Change]| list.iter().filter(|it| it.concern == concern).count();
        let counts = lists.map(|(title, list)| format!("{} {title}", number(list)));
        writeln!(out, "{}: {}", concern.title(), counts.join(", "))?;
    }
    Ok(())
}

/// What an operation more or less means.
fn write_operations(
    out: &mut impl Write,
    offers: &str,
    unlike: &str,
    operations: &[String],
) -> std::io::Result<()> {
    if operations.is_empty() {
        return Ok(());
    }
    let operations: Vec<String> = operations.iter().map(|it| escape(it)).collect();
    let operations = operations.join(", ");
    writeln!(
        out,
        "The new run {offers} {operations}, {unlike}: its checks are judged in one of them only."
    )
}

fn write_list(out: &mut impl Write, title: &str, list: &[Change]) -> std::io::Result<()> {
    if list.is_empty() {
        return Ok(());
    }
    let what = match title {
        "newly failing" => ", not judged before",
        _ => "",
    };
    writeln!(
        out,
        "\n{title}: {}{what}",
        counted(list.len() as u64, "check")
    )?;
    for change in list {
        let verdicts = [&change.old, &change.new].into_iter().flatten();
        let verdicts: Vec<String> = verdicts.map(|it| escape(it)).collect();
        let check = escape(&change.check);
        writeln!(out, "  {check}: {}", verdicts.join(" -> "))?;
    }
    Ok(())
}

fn describe(header: &Header) -> String {
    let who = &header.implementation;
    format!(
        "{} {}, edition {}, {}, suite {}",
        escape(&who.name),
        escape(&who.version),
        header.edition.described(),
        counted(header.checks, "check"),
        escape(&header.suite),
    )
}
