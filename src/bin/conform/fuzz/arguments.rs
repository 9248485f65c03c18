//! The arguments of `conform fuzz`, and what follows only from them.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use zarr_conform::Edition;
use zarr_conform::fuzz::hunting::Numbers;
use zarr_conform::process::CommandLine;
use zarr_conform::runner::Partition;

use crate::judge::{processors, seconds};
use crate::launch::Limits;
use crate::numbers::whole;
use crate::outputs::{self, Look};

/// Cases that are asked by default, without a number or a time.
const CASES: u64 = 10_000;
/// Look for failures among random arrays, and report each cause once, with its simplest case
///
/// Cases are random arrays and what is done with them: all kinds of shapes, data types, codecs,
/// fill values and chunk keys, read and written whole and by regions. The reference says what must
/// come of each. A case that fails is reduced until nothing more can be removed, and reported like
/// any failing check. What the text leaves open is never part of a case.
///
/// Exits with 0 if nothing that is required failed, and with 1 if something did or nothing was tested.
#[derive(Debug, Args)]
pub(crate) struct Fuzz {
    /// Command that starts the implementation; split as a shell would, but no shell runs. May be
    /// repeated, each with a name and = before it: all are asked the same cases
    #[arg(long = "impl", value_name = "COMMAND", value_parser = Named::parse)]
    pub(super) implementations: Vec<Named>,
    /// Judge by this edition: 3.0 or 3.1 [default: the one that the implementation names]
    #[arg(long)]
    pub(super) edition: Option<Edition>,
    /// Take the cases below this number [default: 10000, or without end where --time is given]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, u64::MAX), allow_negative_numbers = true)]
    pub(super) cases: Option<u64>,
    /// Begin no case later than this after the beginning, as in 90s, 10m or 2h
    #[arg(long, value_name = "TIME", value_parser = time, allow_negative_numbers = true)]
    pub(super) time: Option<Duration>,
    /// Run only the case with this number
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["cases", "time", "partition"], value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    pub(super) case: Option<u64>,
    /// Make the cases from this number, to repeat a fuzz run [default: another one each time]
    #[arg(long, value_name = "NUMBER", value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    pub(super) seed: Option<u64>,
    /// Take share N of M of the cases, as in 3/100
    #[arg(long, value_name = "N/M")]
    pub(super) partition: Option<Partition>,
    /// Processes at once [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = whole::<NonZeroUsize>(1, u64::MAX), allow_negative_numbers = true)]
    pub(super) jobs: Option<NonZeroUsize>,
    /// How long one answer may take
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, allow_negative_numbers = true)]
    pub(super) timeout: Duration,
    #[command(flatten)]
    pub(super) limits: Limits,
    /// Save what is found as vectors in this folder, which must be empty, not there yet, or have what
    /// was found before; `conform --vectors DIR` judges by them
    #[arg(long, value_name = "DIR")]
    pub(super) save: Option<PathBuf>,
    /// In a checkout of zarr-conform, add what is found to generator/inputs
    #[arg(long)]
    pub(super) add: bool,
    #[command(flatten)]
    pub(super) look: Look,
    /// Write what was found as JSON, one document for each implementation; - is standard output, and
    /// the report then goes to standard error
    #[arg(long, value_name = "FILE", help_heading = outputs::HEADING)]
    pub(super) json: Option<PathBuf>,
    /// Of several implementations, write as JSON where they differ from each other in what the text leaves
    /// open
    #[arg(long, value_name = "FILE", help_heading = outputs::HEADING)]
    pub(super) differences: Option<PathBuf>,
    /// Write a table of the causes in Markdown
    #[arg(long, value_name = "FILE", help_heading = outputs::HEADING)]
    pub(super) markdown: Option<PathBuf>,
}

/// An implementation, and what to call it where there are several.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) label: Option<String>,
    pub(super) text: String,
    pub(super) command: CommandLine,
}

impl Named {
    fn parse(text: &str) -> Result<Self, String> {
        let is_name = |name: &str| {
            let is_of_name = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
            !name.is_empty() && !name.starts_with('.') && name.chars().all(is_of_name)
        };
        let named = text.split_once('=').filter(|(name, _)| is_name(name));
        let (label, command) = match named {
            Some((name, command)) => (Some(name.to_owned()), command),
            None => (None, text),
        };
        if command == "-" {
            return Err(
                "expected a command: the process that started this program cannot be asked"
                    .to_owned(),
            );
        }
        Ok(Self {
            label,
            text: command.to_owned(),
            command: CommandLine::parse(command).map_err(|error| error.to_string())?,
        })
    }
}

/// A time as in `90s`, `10m` or `2h`.
fn time(text: &str) -> Result<Duration, String> {
    let parse = || {
        let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit = match &text[number.len()..] {
            "s" => 1,
            "m" => 60,
            "h" => 3600,
            _ => return None,
        };
        let seconds = number.parse::<u32>().ok()?.checked_mul(unit)?;
        (seconds > 0).then(|| Duration::from_secs(seconds.into()))
    };
    parse().ok_or_else(|| "expected a number above 0 and a unit, as in 90s, 10m or 2h".to_owned())
}

impl Fuzz {
    /// Several implementations need names, all different.
    pub(super) fn check_names(&self) -> anyhow::Result<()> {
        let mut names = BTreeSet::new();
        for it in &self.implementations {
            match &it.label {
                None if self.implementations.len() > 1 => bail!(
                    "--impl is given {} times, so each needs a name: found {:?}, expected NAME=COMMAND",
                    self.implementations.len(),
                    it.text
                ),
                Some(name) if !names.insert(name) => {
                    bail!("--impl: the name {name:?} is given twice, expected different ones")
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The implementations, with the limits that are set for them.
    pub(super) fn limited(&self) -> Vec<Named> {
        let limited = |named: &Named| Named {
            command: self.limits.on(named.command.clone()),
            ..named.clone()
        };
        self.implementations.iter().map(limited).collect()
    }

    /// What the implementations are called; one without a name where there is one.
    pub(super) fn labels(&self) -> Vec<Option<&str>> {
        let labels = self.implementations.iter();
        let labels: Vec<_> = labels.map(|it| it.label.as_deref()).collect();
        if labels.len() < 2 {
            return vec![None];
        }
        labels
    }

    /// The folder to save to: with several implementations, one below it for each.
    pub(super) fn folder_of(&self, label: Option<&str>) -> Option<PathBuf> {
        let folder = self.save.as_deref()?;
        let label = label.filter(|_| self.implementations.len() > 1);
        Some(label.map_or_else(|| folder.to_owned(), |label| folder.join(label)))
    }

    /// The cases that are taken.
    pub(super) fn numbers(&self) -> Numbers {
        if let Some(case) = self.case {
            return Numbers {
                first: case,
                end: case.checked_add(1),
                partition: None,
            };
        }
        let default = self.time.is_none().then_some(CASES);
        Numbers {
            first: 0,
            end: self.cases.or(default),
            partition: self.partition,
        }
    }

    /// The command that asks the same cases: those below `end`.
    pub(super) fn again(&self, named: Option<&Named>, seed: u64, end: u64) -> String {
        let mut words = vec!["conform".to_owned(), "fuzz".to_owned()];
        let mut add = |name: &str, value: String| words.extend([name.to_owned(), value]);
        if let Some(named) = named {
            add("--impl", named.text.clone());
        }
        if let Some(edition) = self.edition {
            add("--edition", edition.name().to_owned());
        }
        add("--seed", seed.to_string());
        if let Some(case) = self.case {
            add("--case", case.to_string());
        } else {
            add("--cases", end.to_string());
        }
        if let Some(partition) = self.partition {
            add("--partition", partition.to_string());
        }
        shell_words::join(words)
    }

    /// Processes at once.
    pub(super) fn jobs(&self) -> NonZeroUsize {
        self.jobs.unwrap_or_else(processors)
    }
}
