//! `--expect`, `--bless` and `--repeat`: a list of what is known, compared with and written anew.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;
use zarr_conform::bless::{Blessed, bless, exact_globs};
use zarr_conform::runner::text::{counted, escape};
use zarr_conform::runner::{
    Deviation, Expectations, Filter, Finished, ListComparison, Listed, Plan, Strictness,
};

use crate::listed;
use crate::numbers::whole;
use crate::outputs::{Closable, People, create};

/// Lines of differences that are reported, where not all are asked for.
const TOLD: usize = 40;

#[derive(Debug, Args)]
pub(crate) struct Expecting {
    /// Compare with what this TOML file says is known to fail, or to be unsupported: every
    /// difference is an error, and only differences are reported
    #[arg(long, value_name = "FILE")]
    pub(crate) expect: Option<PathBuf>,
    /// Write what the list of --expect says of the checks that ran, and the differences, one line of
    /// JSON each
    #[arg(
        long,
        value_name = "FILE",
        requires = "expect",
        conflicts_with = "list"
    )]
    pub(crate) expect_json: Option<PathBuf>,
    /// Write the file of --expect anew, so that it is exactly what this run came to; reasons and
    /// comments stay, and new entries wait for a reason
    #[arg(long, requires = "expect", conflicts_with = "list")]
    pub(crate) bless: bool,
    /// Run everything N times, each time with new processes; a check that does not give the same
    /// verdict every time is flaky, which is not a pass
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<NonZeroUsize>(1, u64::MAX), allow_negative_numbers = true)]
    pub(crate) repeat: NonZeroUsize,
}

/// The list that a run is compared with.
pub(crate) struct KnownFile {
    file: PathBuf,
    text: String,
    comparison: ListComparison,
    people: People,
    /// Where the comparison is written for other programs.
    json: Option<Closable>,
}

impl Expecting {
    /// Reads the list, where one is named. One that is about to be written need not be there.
    pub(crate) fn known(
        &self,
        people: People,
        strictness: Strictness,
    ) -> anyhow::Result<Option<KnownFile>> {
        let Some(file) = &self.expect else {
            return Ok(None);
        };
        let text = match std::fs::read_to_string(file) {
            Err(error) if self.bless && error.kind() == ErrorKind::NotFound => String::new(),
            result => result.with_context(|| format!("failed to read {}", file.display()))?,
        };
        let mut known = KnownFile::new(file, text, people, strictness)?;
        known.json = self.expect_json.as_deref().map(create).transpose()?;
        Ok(Some(known))
    }
}

/// The lists that stored runs are compared with.
#[derive(Debug, Args)]
pub(crate) struct Lists {
    /// Compare with what this TOML file says is known to fail, or to be unsupported, in every form; of several
    /// runs, NAME= is the name of the implementation that it is about; may be repeated
    #[arg(long = "expect", value_name = "[NAME=]FILE")]
    lists: Vec<String>,
}

impl Lists {
    /// The list of each run, where there is one, by the names of the implementations.
    pub(crate) fn of_runs(&self, names: &[&str]) -> anyhow::Result<Vec<Option<PathBuf>>> {
        let mut lists = vec![None; names.len()];
        for given in &self.lists {
            let (name, file) = match given.split_once('=') {
                Some((name, file)) if names.contains(&name) => (name, file),
                _ => match names {
                    [name] => (*name, given.as_str()),
                    names => {
                        let names: Vec<String> = names.iter().map(|it| escape(it)).collect();
                        let names = names.join(", ");
                        bail!(
                            "--expect: found {given:?}, expected NAME=FILE with one of the names {names}"
                        );
                    }
                },
            };
            for (list, _) in lists.iter_mut().zip(names).filter(|(_, it)| **it == name) {
                if list.replace(PathBuf::from(file)).is_some() {
                    bail!(
                        "--expect: found two lists for {}, expected one",
                        escape(name)
                    );
                }
            }
        }
        Ok(lists)
    }
}

/// Reads a list.
pub(crate) fn read_list(
    file: &Path,
    people: People,
    strictness: Strictness,
) -> anyhow::Result<KnownFile> {
    let text = std::fs::read_to_string(file);
    let text = text.with_context(|| format!("failed to read {}", file.display()))?;
    KnownFile::new(file, text, people, strictness)
}

/// How a comparison is concluded.
pub(crate) struct Conclude {
    /// The list is written anew.
    pub(crate) is_blessed: bool,
    /// Every difference is reported.
    pub(crate) all: bool,
}

impl KnownFile {
    fn new(
        file: &Path,
        text: String,
        people: People,
        strictness: Strictness,
    ) -> anyhow::Result<Self> {
        let list = Expectations::parse(&text).with_context(|| file.display().to_string())?;
        Ok(Self {
            file: file.to_owned(),
            text,
            comparison: ListComparison::new(list).with_strictness(strictness),
            people,
            json: None,
        })
    }

    /// The checks that have a process of their own.
    pub(crate) fn isolated(&self) -> Vec<Filter> {
        let isolated = self.comparison.list().isolated.iter();
        isolated.map(|it| it.filter.clone()).collect()
    }

    /// What follows the run.
    pub(crate) fn comparison(&mut self) -> &mut ListComparison {
        &mut self.comparison
    }

    /// Reports where the finished run differs from the list, and writes it anew where that is asked
    /// for; whether everything is as listed then.
    pub(crate) fn conclude(
        &mut self,
        plan: &Plan<'_>,
        finished: &Finished,
        Conclude { is_blessed, all }: Conclude,
    ) -> anyhow::Result<bool> {
        self.tell(plan, all);
        if let Some(json) = &mut self.json {
            listed::write(json, &self.comparison).context("failed to write --expect-json")?;
        }
        match (is_blessed, &finished.ended_early) {
            (false, _) => Ok(self.comparison.deviations().is_empty()),
            (true, Some(_)) => {
                let file = self.file.display();
                self.people.tell(&format!(
                    "{file} stays as it is, since the run ended early."
                ));
                Ok(false)
            }
            (true, None) => {
                self.bless()?;
                Ok(true)
            }
        }
    }

    /// Reports where the finished run differs from the list; `all` its differences, however many.
    pub(crate) fn tell(&mut self, plan: &Plan<'_>, all: bool) {
        self.comparison.finish(plan);
        self.tell_inactive();
        self.tell_steady();
        if self.comparison.deviations().is_empty() {
            self.tell_as_listed();
        } else {
            self.tell_deviations(all);
        }
    }

    fn tell_inactive(&self) {
        let number = self.comparison.inactive() as u64;
        if number > 0 {
            let entries = if number == 1 {
                "1 entry is"
            } else {
                &format!("{number} entries are")
            };
            let version = escape(self.comparison.version());
            self.people
                .tell(&format!("{entries} about other versions than {version:?}."));
        }
    }

    fn tell_steady(&self) {
        let steady = self.comparison.steady();
        if !steady.is_empty() {
            let number = counted(steady.len() as u64, "check");
            self.people.tell(&format!(
                "Listed as flaky, but not seen to be so: {number}."
            ));
        }
    }

    /// Failures that count for nothing, and that the list does not have.
    fn reported(&self) -> u64 {
        let judged = self.comparison.judged().iter();
        let reported = judged.filter(|(check, it)| {
            let is_failure = it.listed.is_some_and(Listed::is_failure);
            !it.counts && is_failure && self.comparison.entry_of(check).is_none()
        });
        reported.count() as u64
    }

    fn tell_as_listed(&self) {
        let known = self.comparison.as_listed();
        let number = |is_counted: fn(Listed) -> bool| -> u64 {
            let counted = known.iter().filter(|(listed, _)| is_counted(**listed));
            counted.map(|(_, number)| number).sum()
        };
        let reported = self.reported();
        if reported > 0 {
            let failures = counted(reported, "failure");
            self.people.tell(&format!(
                "Only reported, since about strictness: {failures}."
            ));
        }
        match number(Listed::is_failure) {
            0 if reported > 0 => {
                self.people
                    .tell("No other check fails, and none is expected to.");
            }
            0 => self.people.tell("No check fails, and none is expected to."),
            1 => self.people.tell("The failure is exactly the expected one."),
            number => self.people.tell(&format!(
                "The {number} failures are exactly the expected ones."
            )),
        }
        match number(|it| !it.is_failure()) {
            0 => {}
            1 => self
                .people
                .tell("The check that is listed as unsupported or skipped is so."),
            number => self.people.tell(&format!(
                "The {number} checks that are listed as unsupported or skipped are so."
            )),
        }
    }

    fn tell_deviations(&self, all: bool) {
        let deviations = self.comparison.deviations();
        let number = counted(deviations.len() as u64, "deviation");
        self.people
            .tell(&format!("\n{number} from {}:", self.file.display()));
        let lines = lines(deviations);
        let told = if all {
            lines.len()
        } else {
            lines.len().min(TOLD)
        };
        for line in &lines[..told] {
            self.people.tell(&format!("  {}", escape(line)));
        }
        if let more @ 1.. = lines.len() - told {
            self.people
                .tell(&format!("  and {more} more; --all shows them"));
        }
    }

    fn bless(&self) -> anyhow::Result<()> {
        let file = self.file.display();
        let blessed = bless(&self.text, &self.comparison).with_context(|| file.to_string())?;
        if blessed.is_unchanged() {
            self.people.tell(&format!("{file} stays as it is."));
            return Ok(());
        }
        write(&self.file, &blessed.text).with_context(|| format!("failed to write {file}"))?;
        self.people
            .tell(&format!("Wrote {file}: {}.", changes(&blessed)));
        if blessed.added > 0 {
            self.people
                .tell("Give each new entry a reason: a list is refused as long as one is empty.");
        }
        Ok(())
    }
}

fn changes(blessed: &Blessed) -> String {
    let counts = [
        (blessed.added, "added"),
        (blessed.changed, "changed"),
        (blessed.removed, "removed"),
    ];
    let mut changes: Vec<String> = counts
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, done)| match number {
            1 => format!("1 entry {done}"),
            number => format!("{number} entries {done}"),
        })
        .collect();
    if blessed.has_other_offers {
        changes.push("offers set".to_owned());
    }
    changes.join(", ")
}

/// The differences; checks that are not listed are reported together where one glob matches them.
fn lines(deviations: &[Deviation]) -> Vec<String> {
    let mut not_listed: BTreeMap<Listed, Vec<&str>> = BTreeMap::new();
    let mut others = Vec::new();
    for deviation in deviations {
        match deviation {
            Deviation::NotListed { check, found } => {
                not_listed.entry(*found).or_default().push(check);
            }
            other => others.push(other.to_string()),
        }
    }
    let not_listed = not_listed.into_iter().flat_map(|(found, checks)| {
        let globs = exact_globs(&checks).into_iter();
        globs.map(move |check| Deviation::NotListed { check, found }.to_string())
    });
    not_listed.chain(others).collect()
}

/// Writes a file whole or not at all, with the permissions that it has.
fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    let file = match std::fs::canonicalize(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Ok(std::fs::write(file, text)?);
        }
        result => result?,
    };
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut new = tempfile::NamedTempFile::new_in(folder)?;
    new.write_all(text.as_bytes())?;
    let permissions = std::fs::metadata(&file)?.permissions();
    new.as_file().set_permissions(permissions)?;
    new.as_file().sync_all()?;
    new.persist(&file)?;
    Ok(())
}
