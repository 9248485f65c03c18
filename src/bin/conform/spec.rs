//! `conform spec`: the registry of requirements against the text of the specification.

use std::io::{ErrorKind, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Args, Subcommand};
use zarr_conform::requirement::Registry;
use zarr_conform::runner::text::escape;
use zarr_conform::spec::errata::Errata;
use zarr_conform::spec::sentences::sentences;
use zarr_conform::spec::show::Known;
use zarr_conform::spec::{CheckError, Checkout, Form, Record, check};

/// The sentences of the specification
#[derive(Debug, Args)]
pub(crate) struct Spec {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print what changed, is gone or is new in a checkout of the specification
    ///
    /// Exits with 0 when every document is as it was recorded and no demand is unknown, with 1 when
    /// something drifted, and with 2 when a folder has no documents of the specification.
    Check {
        /// Checkouts of zarr-specs, zarr-extensions or c-blosc, folders with RFCs as text, or folders with
        /// `draft/`, `3.0/`, `current/`, `extensions/`, `formats/` and `rfc/`
        #[arg(required = true, value_name = "DIR")]
        dirs: Vec<PathBuf>,
    },
    /// Print fingerprints of everything in the documents, which `check` compares
    ///
    /// The record that is part of the program stays as it is for editions that no folder has.
    Record {
        /// Checkouts of zarr-specs, zarr-extensions or c-blosc, folders with RFCs as text, or folders with
        /// `draft/`, `3.0/`, `current/`, `extensions/`, `formats/` and `rfc/`
        #[arg(required = true, value_name = "DIR")]
        dirs: Vec<PathBuf>,
    },
    /// Print what is known of a requirement: its demand, places in the text, facts
    ///
    /// Of a check or fact, every requirement that it tests; of a misreading, what reports name as a cause, every one
    /// that it breaks.
    Show {
        /// Id of a requirement, a contradiction, an open place, a misreading, a fact or a check
        id: String,
        /// A checkout of zarr-specs, or a folder with `draft/`, `3.0/` and `current/`, to quote the
        /// sentences from; may be repeated
        #[arg(long, value_name = "DIR")]
        spec: Vec<PathBuf>,
    },
    /// Print what would fix the contradictions of the text, as Markdown for its editors
    ///
    /// What can cost data comes first, and wording last; each with its sentences as the checkout has them, or
    /// without a checkout with links to them. Contradictions that the current text no longer
    /// has are left out, unless asked for by their id. Exits with 2 when a folder has no documents of the
    /// specification, or nothing has the id.
    Errata {
        /// Id of one contradiction
        id: Option<String>,
        /// A checkout of zarr-specs, or a folder with `draft/`, `3.0/` and `current/`, to quote the
        /// sentences from; may be repeated
        #[arg(long, value_name = "DIR")]
        spec: Vec<PathBuf>,
    },
    /// Print the requirements that no fact tests, each with the reason
    Untested,
    /// Print each sentence of a document: section, ordinal, SHA-256 and words, with tabs between
    Sentences {
        /// A document in reStructuredText, in Markdown (`.md`), or an RFC as text (`.txt`)
        file: PathBuf,
    },
}

/// What differs between the registry and the text.
const DRIFT: u8 = 1;
/// The arguments name nothing that can be compared.
const USAGE: u8 = 2;

/// Runs the command and says how it ended. A reader that has gone is not an error.
pub(crate) fn run(arguments: &Spec) -> anyhow::Result<ExitCode> {
    answer(arguments).or_else(|error| match error.downcast_ref::<std::io::Error>() {
        Some(io) if io.kind() == ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        _ => Err(error),
    })
}

fn answer(arguments: &Spec) -> anyhow::Result<ExitCode> {
    let mut out = std::io::stdout();
    match &arguments.command {
        Command::Check { dirs } => {
            let Some(checkout) = read(dirs)? else {
                return Ok(ExitCode::from(USAGE));
            };
            let report = check(&Registry::load()?, &Record::load()?, &checkout);
            write!(out, "{report}")?;
            Ok(ExitCode::from(if report.is_clean() { 0 } else { DRIFT }))
        }
        Command::Record { dirs } => {
            let Some(checkout) = read(dirs)? else {
                return Ok(ExitCode::from(USAGE));
            };
            write!(out, "{}", checkout.record(&Record::load()?))?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Show { id, spec } => show(id, spec),
        Command::Errata { id, spec } => errata(id.as_deref(), spec),
        Command::Untested => {
            write!(out, "{}", untested(&Registry::load()?))?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Sentences { file } => {
            let text = std::fs::read_to_string(file)
                .with_context(|| format!("failed to read {}", file.display()))?;
            let form = Form::of(&file.to_string_lossy());
            for sentence in sentences(form, &text) {
                let (section, ordinal) = (&sentence.section, sentence.ordinal);
                let (sha256, text) = (sentence.sha256(), &sentence.text);
                writeln!(out, "{section}\t{ordinal}\t{sha256}\t{text}")?;
            }
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Prints what is known of an id.
#[expect(
    clippy::print_stderr,
    reason = "a usage error is reported on standard error"
)]
fn show(id: &str, dirs: &[PathBuf]) -> anyhow::Result<ExitCode> {
    let Some(checkout) = read(dirs)? else {
        return Ok(ExitCode::from(USAGE));
    };
    let (registry, vectors) = (Registry::load()?, zarr_conform::embedded::vectors()?);
    let known = Known {
        registry: &registry,
        facts: vectors.facts(),
        checkout: (!dirs.is_empty()).then_some(&checkout),
    };
    match known.subject(id) {
        Ok(subject) => {
            write!(std::io::stdout(), "{}", known.show(subject))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(unknown) => {
            eprintln!("error: {}", escape(&unknown.to_string()));
            Ok(ExitCode::from(USAGE))
        }
    }
}

/// The requirements that no fact tests, with the reason of each, and how many there are.
fn untested(registry: &Registry) -> String {
    let reasons = registry.requirements.iter().filter_map(|it| {
        let (id, level, demand) = (&it.id, it.level.name(), &it.paraphrase);
        let reason = it.reason.as_ref()?;
        Some(format!("{id} ({level}): {demand}\n  untested: {reason}\n"))
    });
    let listed: Vec<String> = reasons.collect();
    let (number, all) = (listed.len(), registry.requirements.len());
    format!(
        "{}\n{number} of {all} requirements have no fact; `conform spec show ID` says where the text has one.\n",
        listed.concat()
    )
}

/// Prints one contradiction, or all that an editor of these documents can fix.
#[expect(
    clippy::print_stderr,
    reason = "what is left out, and a usage error, are reported on standard error"
)]
fn errata(id: Option<&str>, dirs: &[PathBuf]) -> anyhow::Result<ExitCode> {
    let Some(checkout) = read(dirs)? else {
        return Ok(ExitCode::from(USAGE));
    };
    let registry = Registry::load()?;
    let errata = Errata {
        registry: &registry,
        checkout: (!dirs.is_empty()).then_some(&checkout),
    };
    let text = match id {
        None => errata.all(),
        Some(id) => match errata.one(id) {
            Ok(text) => text,
            Err(unknown) => {
                eprintln!("error: {}", escape(&unknown.to_string()));
                return Ok(ExitCode::from(USAGE));
            }
        },
    };
    let elsewhere = errata.elsewhere();
    if id.is_none() && !elsewhere.is_empty() {
        let ids: Vec<&str> = elsewhere.iter().map(|it| it.id.as_str()).collect();
        let ids = ids.join(", ");
        eprintln!("left out, since no folder has one of their documents: {ids}");
    }
    let past = errata.past();
    if id.is_none() && !past.is_empty() {
        let ids: Vec<&str> = past.iter().map(|it| it.id.as_str()).collect();
        let ids = ids.join(", ");
        eprintln!("left out, since the current text no longer has them: {ids}");
    }
    write!(std::io::stdout(), "{text}")?;
    Ok(ExitCode::SUCCESS)
}

/// The documents in some folders; nothing, after saying why, where one has none.
#[expect(
    clippy::print_stderr,
    reason = "a usage error is reported on standard error"
)]
fn read(dirs: &[PathBuf]) -> anyhow::Result<Option<Checkout>> {
    match Checkout::read(dirs) {
        Ok(checkout) => Ok(Some(checkout)),
        Err(error @ CheckError::NoDocuments(_)) => {
            eprintln!("error: {error}");
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}
