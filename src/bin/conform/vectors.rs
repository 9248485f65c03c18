//! `conform vectors`: archives of vectors, and receipts of those who read them.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use zarr_conform::archive::{self, Age, Audit, Receipt, Release};
use zarr_conform::requirement::Registry;
use zarr_conform::runner::text::{counted, escape};
use zarr_conform::vector::Level;
use zarr_conform::vector::Vectors as Facts;
use zarr_conform::{Edition, exit};

use crate::launch::edition_for;
use crate::outputs;

/// Pack vectors into archives, print them, verify archives, or audit which facts were run
#[derive(Debug, Args)]
pub(crate) struct Vectors {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write the archives of the vectors, the same bytes on every machine
    ///
    /// One .tar.gz and one .zip with everything, one of each for every edition, and SHA256SUMS.
    Pack {
        /// Where to write them; made if it is not there
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// Pack the vectors in this directory or archive instead of those in the program
        #[arg(long, value_name = "PATH")]
        vectors: Option<PathBuf>,
    },
    /// Write every fact with all that it states to standard output, as one JSON document
    ///
    /// It is the manifest of an archive: docs/vectors.md describes it.
    Manifest {
        /// Take the vectors in this directory or archive instead of those in the program
        #[arg(long, value_name = "PATH")]
        vectors: Option<PathBuf>,
        /// Give each array fact the files of its store, in hexadecimal digits
        #[arg(long)]
        files: bool,
    },
    /// Check an archive, or a directory that one was unpacked to, against its sums, schemas and facts
    ///
    /// Exits with 1 and names what is wrong where something is. With --latest, also says how old the
    /// vectors are; that they are old is not wrong.
    Verify {
        /// The archive or directory
        #[arg(value_name = "PATH")]
        path: PathBuf,
        /// Compare with the latest release: its version, SHA256SUMS, manifest.json, archive, or a directory
        /// that this was unpacked to
        #[arg(long, value_name = "RELEASE")]
        latest: Option<String>,
    },
    /// Say which facts a consumer never ran
    ///
    /// Exits with 1 where a fact that must hold was never run, or an id is unknown.
    Audit {
        /// The ids that were run, one a line, perhaps followed by the word unsupported; - for standard
        /// input
        #[arg(value_name = "FILE")]
        receipt: PathBuf,
        /// Compare with the vectors in this directory or archive instead of those in the program
        #[arg(long, value_name = "PATH")]
        vectors: Option<PathBuf>,
        /// The edition that the consumer implements [default: that of the vectors, or 3.1]
        #[arg(long)]
        edition: Option<Edition>,
        /// Ask only after facts of this kind; may be repeated
        #[arg(long, value_parser = PossibleValuesParser::new(archive::KINDS))]
        kind: Vec<String>,
        /// Name every fact that was never run, not only how many of each file
        #[arg(long)]
        all: bool,
    },
}

/// Packs, verifies or audits.
pub(crate) fn run(arguments: &Vectors) -> anyhow::Result<ExitCode> {
    match &arguments.command {
        Command::Pack { out, vectors } => pack(out, &at(vectors.as_deref())?),
        Command::Manifest { vectors, files } => manifest(&at(vectors.as_deref())?, *files),
        Command::Verify { path, latest } => verify(path, latest.as_deref()),
        Command::Audit {
            receipt,
            vectors,
            edition,
            kind,
            all,
        } => audit(receipt, &at(vectors.as_deref())?, *edition, kind, *all),
    }
}

/// The vectors in a directory or archive, or those in the program where none is named.
pub(crate) fn at(path: Option<&Path>) -> anyhow::Result<Facts> {
    Ok(match path {
        None => zarr_conform::embedded::vectors()?,
        Some(path) => archive::load(path)?,
    })
}

fn pack(folder: &Path, vectors: &Facts) -> anyhow::Result<ExitCode> {
    let packed = archive::pack(vectors, &Registry::load()?)?;
    std::fs::create_dir_all(folder)
        .with_context(|| format!("failed to make the folder {}", folder.display()))?;
    let mut out = std::io::stdout().lock();
    for (name, bytes) in &packed {
        let path = folder.join(name);
        std::fs::write(&path, bytes)
            .with_context(|| format!("failed to write {}", path.display()))?;
        writeln!(out, "{:>9}  {}", bytes.len(), path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn manifest(vectors: &Facts, has_files: bool) -> anyhow::Result<ExitCode> {
    let text = archive::one_file(vectors, has_files)?;
    let mut out = outputs::stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn verify(path: &Path, latest: Option<&str>) -> anyhow::Result<ExitCode> {
    let latest = latest.map(Release::named).transpose()?;
    let verified =
        archive::verify(path).with_context(|| format!("failed to read {}", path.display()))?;
    let mut problems: Vec<String> = verified.problems.iter().map(ToString::to_string).collect();
    let mut age = None;
    if let Some(latest) = latest {
        match Release::read(path) {
            Ok(copy) => {
                let compared = Age::of(&copy, &latest)?;
                problems.extend(compared.problem());
                age = Some(compared.to_string());
            }
            // What cannot be read is a problem already.
            Err(error) => age = Some(format!("of unknown age: {error}")),
        }
    }
    let mut out = std::io::stdout().lock();
    let name = path.display();
    if problems.is_empty() {
        let (facts, files) = (verified.facts as u64, verified.files as u64);
        writeln!(
            out,
            "{name}: vectors {}, {}, {}: sums, schemas, manifest and elements are right",
            verified.version,
            counted(facts, "fact"),
            counted(files, "file")
        )?;
    } else {
        let number = counted(problems.len() as u64, "problem");
        writeln!(out, "{name}: {number}")?;
        for problem in &problems {
            writeln!(out, "  {}", escape(problem))?;
        }
    }
    if let Some(age) = age {
        writeln!(out, "{name}: {}", escape(&age))?;
    }
    Ok(if problems.is_empty() {
        ExitCode::SUCCESS
    } else {
        exit::ExitCode::Fails.into()
    })
}

fn audit(
    file: &Path,
    vectors: &Facts,
    edition: Option<Edition>,
    kinds: &[String],
    all: bool,
) -> anyhow::Result<ExitCode> {
    let edition = edition_for(vectors, edition)?.unwrap_or_default();
    let text = outputs::read(file)?;
    let receipt = Receipt::parse(&text).with_context(|| file.display().to_string())?;
    let audit = Audit::new(&receipt, vectors, edition, kinds);
    let mut out = std::io::stdout().lock();
    for (level, coverage) in &audit.levels {
        let (run, unsupported, never) = (coverage.run, coverage.unsupported, coverage.never());
        let facts = counted(run + unsupported + never, "fact");
        let level = name(*level);
        writeln!(
            out,
            "{level:<6}  {run} of {facts} run, {unsupported} unsupported, {never} never run"
        )?;
        for (topic, ids) in &coverage.never_run {
            writeln!(out, "          {:>5} of {topic}", ids.len())?;
            for id in ids.iter().filter(|_| all) {
                writeln!(out, "                {id}")?;
            }
        }
    }
    for (other, number) in &audit.of_others {
        let facts = counted(*number, "fact");
        writeln!(
            out,
            "not of edition {edition}: {facts} of edition {other}; --edition says which one the consumer implements"
        )?;
    }
    for id in &audit.unknown {
        writeln!(out, "unknown {}", escape(id))?;
    }
    if let Some(only) = vectors.edition()
        && !audit.unknown.is_empty()
    {
        let source = vectors.source();
        writeln!(out, "{source} has only the facts of edition {only}")?;
    }
    Ok(if audit.is_whole() {
        ExitCode::SUCCESS
    } else {
        exit::ExitCode::Fails.into()
    })
}

fn name(level: Level) -> &'static str {
    match level {
        Level::Must => "must",
        Level::Should => "should",
        Level::May => "may",
        Level::Open => "open",
    }
}
