//! What was found, judged once more and reported with what is demanded, given, expected and found.

use std::path::Path;

use zarr_conform::fuzz::found::{self, Found};
use zarr_conform::fuzz::hunting::Hunted;
use zarr_conform::fuzz::text;
use zarr_conform::report::{Each, Titled};
use zarr_conform::requirement::Registry;
use zarr_conform::runner::{Consumer, Filter, ReferenceReader, Run, Selection};
use zarr_conform::subject::Stop;

use super::arguments::{Fuzz, Named};
use crate::launch::reference;
use crate::outputs::People;

/// What was found, to be reported in full.
pub(super) struct Reporting<'a> {
    pub(super) arguments: &'a Fuzz,
    pub(super) named: Option<&'a Named>,
    pub(super) seed: u64,
    pub(super) hunted: &'a Hunted,
    pub(super) found: &'a [Found],
    pub(super) saved: Option<&'a Path>,
    pub(super) people: People,
    pub(super) stop: &'a Stop,
}

impl Reporting<'_> {
    /// Asks what was found once more, and reports each cause with its simplest case in full.
    pub(super) fn tell(&self) -> anyhow::Result<()> {
        let choices = &self.hunted.choices;
        let vectors = found::vectors(self.found)?;
        let registry = Registry::load()?;
        let paraphrase = |id: &str| registry.requirement(id).map(|it| it.paraphrase.clone());
        let passed = &self.hunted.finds.passed;
        let passed = found::passed(self.found, passed, self.seed, choices)?;
        let titled = self.found.iter().map(|it| Titled {
            title: text::title(it),
            check: it.check(),
            cause: it.explanation(),
            first: passed
                .rarest_first(it.requirements())
                .into_iter()
                .map(str::to_owned)
                .collect(),
        });
        let repeat = self.repeat();
        let mut each = Each::new(
            self.people.stream(),
            titled.collect(),
            self.arguments.look.detail(),
            &paraphrase,
            &repeat,
            self.people.width(),
        );
        let built_in;
        let command = if let Some(named) = self.named {
            &named.command
        } else {
            built_in = reference(choices.edition)?;
            &built_in
        };
        let run = Run {
            vectors: &vectors,
            vectors_sha256: zarr_conform::lock::sha256(&vectors),
            launcher: command,
            reader: &ReferenceReader,
            edition: Some(choices.edition),
            selection: Selection {
                filters: vec![Filter::parse("fuzz/*").map_err(anyhow::Error::msg)?],
                ..Selection::default()
            },
            jobs: self.arguments.jobs(),
            keep: None,
            isolated: Vec::new(),
            timeout: self.arguments.timeout,
            explain: None,
            describe_passes: false,
            seed: 0,
            memory: zarr_conform::memory::find(),
            stop: self.stop.clone(),
        };
        let mut consumers: Vec<&mut dyn Consumer> = vec![&mut each];
        if let Err(error) = run.run(&mut consumers) {
            crate::complain(&error.into());
            return Ok(());
        }
        let failed = each.failed();
        let again = self
            .found
            .iter()
            .filter(|it| !failed.contains(it.id().as_str()));
        for it in again {
            self.people.tell(&format!(
                "{} did not fail again: it depends on what was asked before, or on chance. conform fuzz --case {} --seed {} asks only it.",
                it.id(),
                it.told.cause.number,
                self.seed,
            ));
        }
        if self.saved.is_none() {
            self.people
                .tell("--save DIR saves these cases, for the commands above.");
        }
        Ok(())
    }

    /// The command that judges by what is saved.
    fn repeat(&self) -> String {
        let mut words = vec!["conform".to_owned()];
        if let Some(named) = self.named {
            words.extend(["--impl".to_owned(), named.text.clone()]);
        }
        let saved = self.saved.map(|it| it.display().to_string());
        let saved = saved.unwrap_or_else(|| "DIR".to_owned());
        words.extend(["--vectors".to_owned(), saved]);
        if let Some(edition) = self.arguments.edition {
            words.extend(["--edition".to_owned(), edition.name().to_owned()]);
        }
        shell_words::join(words)
    }
}
