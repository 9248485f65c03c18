//! What is judged: a command, the built-in reference, or the process that started this program.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;
use zarr_conform::Edition;
use zarr_conform::process::{Caller, CommandLine};
use zarr_conform::runner::RunError;
use zarr_conform::subject::{self, Launcher};
use zarr_conform::vector::Vectors;

/// The command that stands for the process that started this program.
const CALLER: &str = "-";
/// Why nothing else may use the standard streams.
pub(crate) const STREAMS_TAKEN: &str = "--impl - speaks with the implementation on standard input and output, \
     so no FILE may be -, and it does not go with --list or --github";

/// The implementation, and by which edition it is judged.
#[derive(Clone, Debug, Args)]
pub(crate) struct Implementation {
    /// Command that starts the implementation; split as a shell would, but no shell runs. `-`: the
    /// implementation is the process that started this program, on its standard input and output
    #[arg(long = "impl", value_name = "COMMAND")]
    command: Option<String>,
    /// Judge by this edition: draft, 3.0 or 3.1 [default: the one that the implementation names]
    #[arg(long)]
    pub(crate) edition: Option<Edition>,
    #[command(flatten)]
    limits: Limits,
}

/// What an implementation may take of the machine.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Limits {
    /// The most memory for data that each process of the implementation may have, as in 512M or 4G, on
    /// Linux
    #[arg(long, value_name = "SIZE", value_parser = size, allow_negative_numbers = true)]
    memory: Option<u64>,
}

impl Limits {
    /// The command, with these limits.
    pub(crate) fn on(self, command: CommandLine) -> CommandLine {
        CommandLine {
            memory: self.memory,
            ..command
        }
    }
}

/// A size as in `512M`.
fn size(text: &str) -> Result<u64, String> {
    let parse = || {
        let number = text.trim_end_matches(['K', 'M', 'G']);
        let unit: u64 = match &text[number.len()..] {
            "" => 1,
            "K" => 1 << 10,
            "M" => 1 << 20,
            "G" => 1 << 30,
            _ => return None,
        };
        let bytes = number.parse::<u64>().ok()?.checked_mul(unit)?;
        (bytes > 0).then_some(bytes)
    };
    parse().ok_or_else(|| {
        "expected a number above 0 of bytes, or with K, M or G, as in 512M".to_owned()
    })
}

impl Implementation {
    /// Whether none is named, so that the reference is judged.
    pub(crate) fn is_built_in(&self) -> bool {
        self.command.is_none()
    }

    /// Whether it is the process that started this one.
    pub(crate) fn is_caller(&self) -> bool {
        self.command.as_deref() == Some(CALLER)
    }

    /// What starts it.
    pub(crate) fn launcher(&self) -> anyhow::Result<Box<dyn Launcher>> {
        Ok(match &self.command {
            Some(command) if command == CALLER => Box::new(Caller::new()),
            Some(command) => {
                let command = CommandLine::parse(command).context("--impl")?;
                Box::new(self.limits.on(command))
            }
            None => Box::new(self.limits.on(reference(self.edition.unwrap_or_default())?)),
        })
    }

    /// The same, judged by the edition of these vectors, where they are of one.
    pub(crate) fn by(&self, vectors: &Vectors) -> anyhow::Result<Self> {
        Ok(Self {
            edition: edition_for(vectors, self.edition)?,
            ..self.clone()
        })
    }

    /// The edition that is asked for, or else the one that the implementation names, if there is one.
    pub(crate) fn named_edition(
        &self,
        timeout: Duration,
    ) -> anyhow::Result<Result<Edition, RunError>> {
        if self.is_caller() {
            bail!("{STREAMS_TAKEN}");
        }
        if self.edition.is_some() || self.command.is_none() {
            return Ok(Ok(self.edition.unwrap_or_default()));
        }
        let stop = crate::judge::stop_on_signals()?;
        let started = subject::start(&*self.launcher()?, timeout, &stop);
        Ok(started
            .map(|it| it.hello.edition)
            .map_err(RunError::of_start))
    }

    /// The command that repeats a run by these vectors, without its selection; empty where the
    /// implementation started this program.
    pub(crate) fn repeat(&self, vectors: Option<&Path>) -> String {
        if self.is_caller() {
            return String::new();
        }
        let mut words = vec!["conform".to_owned()];
        if let Some(command) = &self.command {
            words.extend(["--impl".to_owned(), command.clone()]);
        }
        if let Some(path) = vectors {
            words.extend(["--vectors".to_owned(), path.display().to_string()]);
        }
        if let Some(edition) = self.edition {
            words.extend(["--edition".to_owned(), edition.name().to_owned()]);
        }
        shell_words::join(words)
    }
}

/// The edition that is named, or else the only one of whose facts these vectors are, as those of an archive of one
/// edition.
pub(crate) fn edition_for(
    vectors: &Vectors,
    named: Option<Edition>,
) -> anyhow::Result<Option<Edition>> {
    match (named, vectors.edition()) {
        (Some(named), Some(only)) if named != only => bail!(
            "--edition {named}: {} has only the facts of edition {only}; expected --edition {only}, an archive of \
             edition {named}, or that of all editions",
            vectors.source()
        ),
        (named, only) => Ok(named.or(only)),
    }
}

/// The command that starts the built-in reference: a process, so that whatever it is given to read
/// can neither end nor hold up this program.
pub(crate) fn reference(edition: Edition) -> anyhow::Result<CommandLine> {
    let program: PathBuf = std::env::current_exe().context("failed to find this program")?;
    let Some(program) = program.to_str() else {
        bail!(
            "the path of this program is not Unicode text: {}",
            program.display()
        );
    };
    Ok(CommandLine {
        program: program.to_owned(),
        arguments: vec![
            "reference".into(),
            "--edition".into(),
            edition.name().into(),
        ],
        memory: None,
    })
}
