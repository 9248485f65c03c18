//! `conform fuzz`: looks for failures among random cases.

use std::collections::BTreeSet;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use zarr_conform::diagnosis::ByMisreadings;
use zarr_conform::fuzz::add::{Added, Inputs};
use zarr_conform::fuzz::differences::ask::Asked;
use zarr_conform::fuzz::differences::tell;
use zarr_conform::fuzz::document::Document;
use zarr_conform::fuzz::found::{self, Found};
use zarr_conform::fuzz::hunting::{Hunted, Hunting, NoHunt, Numbers, Progress, Who};
use zarr_conform::fuzz::only_found::OnlyFound;
use zarr_conform::fuzz::save::Folder;
use zarr_conform::fuzz::text;
use zarr_conform::process::CommandLine;
use zarr_conform::report::{Codecs, Terminal, TerminalOptions};
use zarr_conform::requirement::Registry;
use zarr_conform::runner::text::counted;
use zarr_conform::runner::{
    Consumer, EndedEarly, Filter, Partition, ReferenceReader, Run, Selection,
};
use zarr_conform::subject::{Launcher, Stop};
use zarr_conform::{Edition, exit};

use crate::judge::{processors, seconds};
use crate::launch::reference;
use crate::outputs::{self, Closable, Look, People};

/// Cases that are asked where nobody says how many, or for how long.
const CASES: u64 = 10_000;
/// Random variants of each open place, at most, that several implementations are asked.
const VARIANTS: usize = 12;

/// Look for failures among random arrays, and tell each cause once, by the simplest case
///
/// Cases are random arrays and what is done with them: all kinds of shapes, data types, codecs,
/// fill values and chunk keys, read and written whole and by regions. The reference says what must
/// come of each. A case that fails is reduced until nothing more can go, and told like any failing
/// check. What the text leaves open is never part of a case.
///
/// Exits with 0 where nothing was found, and with 1 where something was.
#[derive(Debug, Args)]
pub(crate) struct Fuzz {
    /// Command that starts the implementation; split as a shell would, but no shell runs. May be
    /// repeated, each with a name and = before it: all are asked the same cases
    #[arg(long = "impl", value_name = "COMMAND", value_parser = Named::parse)]
    implementations: Vec<Named>,
    /// Judge by this edition: 3.0 or 3.1 [default: the one that the implementation names]
    #[arg(long)]
    edition: Option<Edition>,
    /// Take the cases below this number [default: 10000, or without end where --time is given]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    cases: Option<u64>,
    /// Begin no case later than this after the beginning, as in 90s, 10m or 2h
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// Take the case with this number alone
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["cases", "time", "partition"])]
    case: Option<u64>,
    /// Make the cases from this number, to repeat a hunt [default: another one each time]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Take share N of M of the cases, as in 3/100
    #[arg(long, value_name = "N/M")]
    partition: Option<Partition>,
    /// Processes at once [default: the number of processors]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// How long one answer may take
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    timeout: Duration,
    /// Save what is found as vectors in this folder, which must be empty, not there yet, or have what
    /// was found before; `conform --vectors DIR` judges by them
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    /// In a checkout of zarr-conform, add what is found to generator/inputs
    #[arg(long)]
    add: bool,
    #[command(flatten)]
    look: Look,
    /// Write what was found as JSON, one document for each implementation; - is standard output, and
    /// the report then goes to standard error
    #[arg(long, value_name = "FILE", help_heading = outputs::HEADING)]
    json: Option<PathBuf>,
    /// Of several implementations, write as JSON where they differ from each other in what the text leaves
    /// open
    #[arg(long, value_name = "FILE", help_heading = outputs::HEADING)]
    differences: Option<PathBuf>,
    /// Write a table of the causes in Markdown
    #[arg(long, value_name = "FILE", help_heading = outputs::HEADING)]
    markdown: Option<PathBuf>,
}

/// An implementation, and what to call it where there are several.
#[derive(Clone, Debug)]
struct Named {
    label: Option<String>,
    text: String,
    command: CommandLine,
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
            return Err("expected a command: who started this program cannot be asked".to_owned());
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

/// Hunts, and tells what was found.
pub(crate) fn run(arguments: &Fuzz) -> anyhow::Result<ExitCode> {
    check_names(&arguments.implementations)?;
    if arguments.differences.is_some() && arguments.implementations.len() < 2 {
        bail!("--differences needs at least two implementations: --impl NAME=COMMAND twice");
    }
    let mut outputs = Outputs::open(arguments)?;
    arguments.look.choose_colors();
    let seed = arguments.seed.unwrap_or_else(any_number);
    let stops = Stops::listen()?;
    if arguments.implementations.is_empty() {
        outputs.people.tell(
            "No --impl is given, so this asks the built-in reference. To ask another: conform fuzz --impl COMMAND\n",
        );
        return Ok(one(arguments, None, seed, &stops, &mut outputs)?.into());
    }
    let mut worst = exit::ExitCode::Conforms;
    for named in &arguments.implementations {
        if stops.hunt.is_set() {
            break;
        }
        if let Some(label) = &named.label {
            outputs.people.tell(&format!("== {label}"));
        }
        let code = one(arguments, Some(named), seed, &stops, &mut outputs)?;
        worst = if (code as u8) > (worst as u8) {
            code
        } else {
            worst
        };
    }
    // Of the shares of a hunt, the first tells it.
    let is_first = arguments.partition.is_none_or(|it| it.number() == 1);
    if arguments.implementations.len() > 1 && is_first && !stops.hunt.is_set() {
        differ(arguments, seed, &stops, &mut outputs)?;
    }
    Ok(worst.into())
}

/// Tells where the implementations differ from each other in what the text leaves open. That is no failure.
fn differ(arguments: &Fuzz, seed: u64, stops: &Stops, outputs: &mut Outputs) -> anyhow::Result<()> {
    use std::io::Write as _;
    let golden = zarr_conform::embedded::vectors()?;
    let asked = Asked {
        golden: &golden,
        edition: arguments.edition,
        seed,
        variants: VARIANTS,
        jobs: arguments.jobs.unwrap_or_else(processors),
        timeout: arguments.timeout,
        memory: zarr_conform::memory::find(),
        stop: stops.hunt.clone(),
    };
    let named = arguments.implementations.iter();
    let named: Vec<(&str, &dyn Launcher)> = named
        .map(|it| {
            let label = it.label.as_deref().unwrap_or_default();
            (label, &it.command as &dyn Launcher)
        })
        .collect();
    let differences = match asked.differences(&named) {
        Ok(differences) => differences,
        Err(error) => {
            let error = anyhow::Error::from(error);
            crate::complain(&error.context("open places are not compared"));
            return Ok(());
        }
    };
    // Nobody is left to tell where the stream is closed.
    let _ = tell::write(&mut *outputs.people.stream(), &differences);
    if let Some(out) = &mut outputs.differences {
        let text = serde_json::to_string_pretty(&differences)?;
        writeln!(out, "{text}").context("failed to write the JSON")?;
        out.flush().context("failed to write the JSON")?;
    }
    if let Some(out) = &mut outputs.markdown {
        tell::write_markdown(out, &differences).context("failed to write the Markdown")?;
        out.flush().context("failed to write the Markdown")?;
    }
    Ok(())
}

/// Several implementations need names, all different.
fn check_names(implementations: &[Named]) -> anyhow::Result<()> {
    let mut names = BTreeSet::new();
    for it in implementations {
        match &it.label {
            None if implementations.len() > 1 => bail!(
                "--impl is given {} times, so each needs a name: found {:?}, expected NAME=COMMAND",
                implementations.len(),
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

/// Two wishes to end: of the hunt, and of the report on what it found.
struct Stops {
    hunt: Stop,
    report: Stop,
}

impl Stops {
    /// The first Ctrl-C ends the hunt, the second one the report.
    fn listen() -> anyhow::Result<Self> {
        let stops = Self {
            hunt: Stop::default(),
            report: Stop::default(),
        };
        let (hunt, report) = (stops.hunt.clone(), stops.report.clone());
        let wish = move || {
            if hunt.is_set() {
                report.set();
            }
            hunt.set();
        };
        ctrlc::set_handler(wish).context("failed to listen for Ctrl-C")?;
        Ok(stops)
    }
}

/// Where everything goes. What cannot be written is reported before anybody is asked.
struct Outputs {
    people: People,
    json: Option<Closable>,
    differences: Option<Closable>,
    markdown: Option<Closable>,
    inputs: Option<Inputs>,
}

impl Outputs {
    fn open(arguments: &Fuzz) -> anyhow::Result<Self> {
        let files = [&arguments.json, &arguments.differences, &arguments.markdown];
        let files = files.into_iter().flatten();
        let people = match files.filter(|it| outputs::is_stdout(it)).count() {
            0 => People::Output,
            1 => People::Error,
            number => bail!("- is given as FILE {number} times, expected once"),
        };
        for named in labels(arguments) {
            folder(arguments, named)?;
        }
        let here = std::env::current_dir().context("failed to find the current folder")?;
        let inputs = arguments.add.then(|| Inputs::above(&here));
        let create = |file: &Option<PathBuf>| file.as_deref().map(outputs::create).transpose();
        Ok(Self {
            people,
            inputs: inputs.transpose().context("--add")?,
            json: create(&arguments.json)?,
            differences: create(&arguments.differences)?,
            markdown: create(&arguments.markdown)?,
        })
    }
}

/// What the implementations are called; one without a name where there is one.
fn labels(arguments: &Fuzz) -> Vec<Option<&str>> {
    let labels = arguments.implementations.iter();
    let labels: Vec<_> = labels.map(|it| it.label.as_deref()).collect();
    if labels.len() < 2 {
        return vec![None];
    }
    labels
}

/// The folder to save to: with several implementations, one below it for each.
fn folder_of(arguments: &Fuzz, label: Option<&str>) -> Option<PathBuf> {
    let folder = arguments.save.as_deref()?;
    let label = label.filter(|_| arguments.implementations.len() > 1);
    Some(label.map_or_else(|| folder.to_owned(), |label| folder.join(label)))
}

fn folder(arguments: &Fuzz, label: Option<&str>) -> anyhow::Result<Option<Folder>> {
    let path = folder_of(arguments, label);
    let folder = path.map(|it| Folder::new(&it)).transpose();
    folder.context("--save")
}

/// Asks one implementation, and tells what was found.
fn one(
    arguments: &Fuzz,
    named: Option<&Named>,
    seed: u64,
    stops: &Stops,
    outputs: &mut Outputs,
) -> anyhow::Result<exit::ExitCode> {
    let numbers = numbers(arguments);
    if numbers.count() == Some(0) {
        crate::complain(&anyhow::anyhow!(
            "the share has no case; expected more --cases than shares"
        ));
        return Ok(exit::ExitCode::NothingSelected);
    }
    let hunting = Hunting {
        who: named.map_or(Who::Reference, |it| Who::Launched(&it.command)),
        edition: arguments.edition,
        seed,
        numbers,
        time: arguments.time,
        jobs: arguments.jobs.unwrap_or_else(processors),
        timeout: arguments.timeout,
        memory: zarr_conform::memory::find(),
        stop: &stops.hunt,
    };
    let bar = bar(numbers.count());
    let hunted = hunting.run(&mut |progress| show(&bar, progress));
    bar.finish_and_clear();
    let hunted = match hunted {
        Ok(hunted) => hunted,
        Err(error) => {
            let code = match &error {
                NoHunt::Start(_) => exit::ExitCode::NoImplementation,
                NoHunt::Interrupted => exit::ExitCode::Interrupted,
                NoHunt::Draft | NoHunt::Workspace(_) => exit::ExitCode::Usage,
            };
            crate::complain(&error.into());
            return Ok(code);
        }
    };
    let asked = hunted.finds.cases + hunted.finds.avoided;
    let repeat = again(arguments, named, seed, numbers.end_of(asked));
    if let Some(EndedEarly::Bug(bug)) = &hunted.ended_early {
        crate::complain(&anyhow::anyhow!(
            "zarr-conform itself has a bug, please report it with this command: {repeat}: {bug}"
        ));
    }
    let found = match found::found(&hunted, seed, &stops.report) {
        Ok(found) => found,
        Err(error) => {
            crate::complain(&anyhow::anyhow!(
                "zarr-conform itself has a bug, please report it with this command: {repeat}: {error}"
            ));
            return Ok(exit::ExitCode::NoImplementation);
        }
    };
    let mut out = outputs.people.stream();
    // Nobody is left to tell where the stream is closed.
    let _ = text::write(&mut *out, &hunted, &found, seed);
    let label = named.and_then(|it| it.label.clone());
    let path = folder_of(arguments, label.as_deref());
    let reporting = Reporting {
        arguments,
        named,
        seed,
        hunted: &hunted,
        found: &found,
        saved: path.as_deref(),
        people: outputs.people,
        stop: &stops.report,
    };
    if !found.is_empty() {
        reporting.tell()?;
    }
    outputs.people.tell(&format!("The same cases: {repeat}"));
    if let Some(folder) = folder(arguments, label.as_deref())?
        && let Some(path) = &path
    {
        let new = folder.save(&found).context("--save")?;
        if !found.is_empty() {
            let facts = counted(new as u64, "new fact");
            outputs
                .people
                .tell(&format!("Saved {facts} in {}.", path.display()));
        }
    }
    if let Some(inputs) = &mut outputs.inputs {
        let added = inputs.add(&found, hunted.choices.edition)?;
        tell_added(outputs.people, inputs, &added);
    }
    write_files(outputs, &hunted, &found, seed, arguments.partition, label)?;
    Ok(match &hunted.ended_early {
        Some(EndedEarly::Interrupted) => exit::ExitCode::Interrupted,
        Some(EndedEarly::Store(_) | EndedEarly::Keep(_)) => exit::ExitCode::Usage,
        Some(_) => exit::ExitCode::NoImplementation,
        None if found.is_empty() => exit::ExitCode::Conforms,
        None => exit::ExitCode::Fails,
    })
}

fn numbers(arguments: &Fuzz) -> Numbers {
    if let Some(case) = arguments.case {
        return Numbers {
            first: case,
            end: case.checked_add(1),
            partition: None,
        };
    }
    let default = arguments.time.is_none().then_some(CASES);
    Numbers {
        first: 0,
        end: arguments.cases.or(default),
        partition: arguments.partition,
    }
}

/// The command that asks the same cases: those below `end`.
fn again(arguments: &Fuzz, named: Option<&Named>, seed: u64, end: u64) -> String {
    let mut words = vec!["conform".to_owned(), "fuzz".to_owned()];
    let mut add = |name: &str, value: String| words.extend([name.to_owned(), value]);
    if let Some(named) = named {
        add("--impl", named.text.clone());
    }
    if let Some(edition) = arguments.edition {
        add("--edition", edition.name().to_owned());
    }
    add("--seed", seed.to_string());
    if let Some(case) = arguments.case {
        add("--case", case.to_string());
    } else {
        add("--cases", end.to_string());
    }
    if let Some(partition) = arguments.partition {
        add("--partition", partition.to_string());
    }
    shell_words::join(words)
}

/// A bar on a terminal; nothing elsewhere.
fn bar(cases: Option<u64>) -> ProgressBar {
    let (bar, template) = match cases {
        Some(cases) => (
            ProgressBar::new(cases),
            "{bar:30} {pos}/{len} cases, {msg}, {eta} left",
        ),
        None => (ProgressBar::new_spinner(), "{spinner} {pos} cases, {msg}"),
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

fn show(bar: &ProgressBar, progress: Progress) {
    let milliseconds = progress.elapsed.as_millis().max(1);
    let rate = u128::from(progress.cases) * 1000 / milliseconds;
    let causes = counted(progress.causes as u64, "distinct cause");
    bar.set_message(format!("{rate} a second, {causes}"));
    bar.set_position(progress.cases);
}

/// Another number each time, short enough to be typed.
fn any_number() -> u64 {
    RandomState::new().build_hasher().finish() >> 32
}

fn tell_added(people: People, inputs: &Inputs, added: &[Added]) {
    let mut number = 0;
    for it in added {
        match it {
            Added::Fact(_) => number += 1,
            Added::Not { name, why } => people.tell(&format!("Not added: {name}: {why}")),
        }
    }
    if number > 0 {
        let (facts, path) = (counted(number, "fact"), inputs.path().display());
        people.tell(&format!(
            "Added {facts} to {path}. Review the names and comments, then: cargo run -p generator"
        ));
    }
}

fn write_files(
    outputs: &mut Outputs,
    hunted: &Hunted,
    found: &[Found],
    seed: u64,
    partition: Option<Partition>,
    label: Option<String>,
) -> anyhow::Result<()> {
    use std::io::Write as _;
    if let Some(out) = &mut outputs.json {
        let document = Document::new(hunted, found, seed, partition, label)?;
        let text = serde_json::to_string_pretty(&document)?;
        writeln!(out, "{text}").context("failed to write the JSON")?;
        out.flush().context("failed to write the JSON")?;
    }
    if let Some(out) = &mut outputs.markdown {
        text::write_markdown(out, hunted, found, seed).context("failed to write the Markdown")?;
        out.flush().context("failed to write the Markdown")?;
    }
    Ok(())
}

/// What was found as an ordinary report.
struct Reporting<'a> {
    arguments: &'a Fuzz,
    named: Option<&'a Named>,
    seed: u64,
    hunted: &'a Hunted,
    found: &'a [Found],
    saved: Option<&'a Path>,
    people: People,
    stop: &'a Stop,
}

impl Reporting<'_> {
    /// Asks what was found once more, beside cases that passed, and tells it like any failing check.
    fn tell(&self) -> anyhow::Result<()> {
        let choices = &self.hunted.choices;
        let passed = &self.hunted.finds.passed;
        let vectors = found::vectors(self.found, passed, self.seed, choices)?;
        let registry = Registry::load()?;
        let paraphrase = |id: &str| registry.requirement(id).map(|it| it.paraphrase.clone());
        let options = TerminalOptions {
            detail: self.arguments.look.detail(),
            known: None,
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
                ids: Vec::new(),
                partition: None,
            },
            jobs: self.arguments.jobs.unwrap_or_else(processors),
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
                "{} did not fail again: it depends on what was asked before, or on chance. conform fuzz --case {} --seed {} asks it alone.",
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
