//! `conform spec`: the registry of requirements against the text of the specification.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Args, Subcommand};
use zarr_conform::requirement::Registry;
use zarr_conform::spec::sentences::sentences;
use zarr_conform::spec::{CheckError, check};

/// The sentences of the specification
#[derive(Debug, Args)]
pub(crate) struct Spec {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print sentences that changed, are gone or are new in a checkout of the specification
    ///
    /// Exits with 0 when every registered sentence is unchanged and none is unknown, with 1 when
    /// something drifted, and with 2 when the folder has no documents of the specification.
    Check {
        /// A checkout of zarr-specs, or a folder with `current/` and `draft/`
        dir: PathBuf,
    },
    /// Print each sentence of a document: section, ordinal, SHA-256 and words, with tabs between
    Sentences {
        /// A document in reStructuredText
        file: PathBuf,
    },
}

/// What differs between the registry and the text.
const DRIFT: u8 = 1;
/// The arguments name nothing that can be compared.
const USAGE: u8 = 2;

/// Runs the command and says how it ended.
pub(crate) fn run(arguments: &Spec) -> anyhow::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    match &arguments.command {
        Command::Check { dir } => {
            let report = match check(&Registry::load()?, dir) {
                Ok(report) => report,
                Err(error @ CheckError::NoDocuments(_)) => return Ok(usage_error(&error)),
                Err(error) => return Err(error.into()),
            };
            write!(out, "{report}")?;
            Ok(ExitCode::from(if report.is_clean() { 0 } else { DRIFT }))
        }
        Command::Sentences { file } => {
            let text = std::fs::read_to_string(file)
                .with_context(|| format!("failed to read {}", file.display()))?;
            for sentence in sentences(&text) {
                let (section, ordinal) = (&sentence.section, sentence.ordinal);
                let (sha256, text) = (sentence.sha256(), &sentence.text);
                writeln!(out, "{section}\t{ordinal}\t{sha256}\t{text}")?;
            }
            Ok(ExitCode::SUCCESS)
        }
    }
}

#[expect(
    clippy::print_stderr,
    reason = "a usage error is told on standard error"
)]
fn usage_error(error: &CheckError) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::from(USAGE)
}
