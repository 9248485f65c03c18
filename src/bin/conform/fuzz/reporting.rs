//! What was found, judged once more and reported like any failing check.

use std::path::Path;

use zarr_conform::diagnosis::ByMisreadings;
use zarr_conform::fuzz::found::{self, Found};
use zarr_conform::fuzz::hunting::Hunted;
use zarr_conform::fuzz::only_found::OnlyFound;
use zarr_conform::report::{Codecs, Terminal, TerminalOptions};
use zarr_conform::requirement::Registry;
use zarr_conform::runner::{Consumer, Filter, ReferenceReader, Run, Selection, Strictness};
use zarr_conform::subject::Stop;

use super::arguments::{Fuzz, Named};
use crate::launch::reference;
use crate::outputs::People;

/// What was found as an ordinary report.
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
    /// Asks what was found once more, beside cases that passed, and reports it like any failing check.
    pub(super) fn tell(&self) -> anyhow::Result<()> {
        let choices = &self.hunted.choices;
        let passed = &self.hunted.finds.passed;
        let vectors = found::vectors(self.found, passed, self.seed, choices)?;
        let registry = Registry::load()?;
        let paraphrase = |id: &str| registry.requirement(id).map(|it| it.paraphrase.clone());
        let options = TerminalOptions {
            detail: self.arguments.look.detail(),
            known: None,
            strictness: Strictness::default(),
            repeat: self.repeat(),
            width: self.people.width(),
            codecs: Codecs::default(),
        };
        let mut terminal = Terminal::new(self.people.stream(), options, &paraphrase);
        let checks = found::checks(&vectors, choices);
        let mut only = OnlyFound::new(&mut terminal, checks);
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
            isolate: false,
            timeout: self.arguments.timeout,
            explain: Some(&ByMisreadings),
            describe_passes: false,
            seed: 0,
            memory: zarr_conform::memory::find(),
            stop: self.stop.clone(),
        };
        let mut consumers: Vec<&mut dyn Consumer> = vec![&mut only];
        if let Err(error) = run.run(&mut consumers) {
            crate::complain(&error.into());
            return Ok(());
        }
        let again = self
            .found
            .iter()
            .filter(|it| !only.failed().contains(&it.id()));
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
