//! `conform`: judges an implementation.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{ErrorKind, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;
use zarr_conform::Edition;
use zarr_conform::diagnosis::ByMisreadings;
use zarr_conform::exit;
use zarr_conform::repeat::Repeated;
use zarr_conform::report::{self, Codecs, Progress, Terminal, TerminalOptions, write_exchange};
use zarr_conform::requirement::Registry;
use zarr_conform::runner::text::counted;
use zarr_conform::runner::{
    Consumer, Derivation, Event, Filter, Keep, Partition, Plan, ReferenceReader, Run, RunError,
    Selection,
};
use zarr_conform::subject::{Launcher, Listener, Listening, Stop};
use zarr_conform::vector::Vectors;

use crate::expectations::{Conclude, Expecting, KnownFile};
use crate::launch;
use crate::numbers::whole;
use crate::outputs::{self, Context, Counting, Files, Look, People};
use crate::vectors;

#[derive(Debug, Args)]
pub(crate) struct Judge {
    #[command(flatten)]
    implementation: launch::Implementation,
    /// Take vectors from this directory or archive instead of those in the program
    #[arg(long, value_name = "PATH")]
    vectors: Option<PathBuf>,
    /// Run checks whose id, or whose fact's id, matches; `*` matches `/` too; may be repeated
    #[arg(long, value_name = "GLOB", value_parser = Filter::parse)]
    filter: Vec<Filter>,
    /// Leave out checks whose id, or whose fact's id, matches; may be repeated
    #[arg(long, value_name = "GLOB", value_parser = Filter::parse)]
    exclude: Vec<Filter>,
    /// Run this check, or all checks of this fact; may be repeated
    #[arg(long, value_name = "ID")]
    check: Vec<String>,
    /// Run the checks that this file names, one a line; - for standard input
    #[arg(long, value_name = "FILE")]
    checks: Option<PathBuf>,
    /// Run share N of M of the selected checks, as in 2/5; `conform merge` puts shares together
    #[arg(long, value_name = "N/M")]
    partition: Option<Partition>,
    /// List the checks that would run, and run none; the implementation, where one is named, is asked
    /// for its edition
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    processes: Processes,
    /// Derive the names that no implementation can know from this number, to repeat a run [default:
    /// another one each time]
    #[arg(long, value_name = "NUMBER", value_parser = whole::<u32>(0, u32::MAX.into()), allow_negative_numbers = true)]
    seed: Option<u32>,
    /// Do not look for misreadings of the specification that explain the failures
    #[arg(long)]
    no_diagnosis: bool,
    /// Show every request and every answer; one process at once, unless --jobs says otherwise
    #[arg(long, conflicts_with = "quiet")]
    verbose: bool,
    #[command(flatten)]
    expecting: Expecting,
    #[command(flatten)]
    counting: Counting,
    #[command(flatten)]
    look: Look,
    /// Write all events, one line of JSON each, from which `conform report` makes the other forms
    #[arg(long, value_name = "FILE", help_heading = outputs::HEADING)]
    json: Option<PathBuf>,
    #[command(flatten)]
    files: Files,
}

/// How the implementation is asked.
#[derive(Debug, Args)]
struct Processes {
    /// Processes at once [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = whole::<NonZeroUsize>(1, u64::MAX), allow_negative_numbers = true)]
    jobs: Option<NonZeroUsize>,
    /// Give each check a process of its own, so that none can depend on another; slow
    #[arg(long)]
    isolate: bool,
    /// Keep the stores of failed checks in this folder, which must be empty or not there yet
    #[arg(long, value_name = "DIR", conflicts_with = "list")]
    keep: Option<PathBuf>,
    /// How long one answer may take
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Duration,
}

impl Processes {
    /// The checks that have a process of their own.
    fn isolated(&self, known: Option<&KnownFile>) -> anyhow::Result<Vec<Filter>> {
        if self.isolate {
            return Ok(vec![Filter::parse("*")?]);
        }
        Ok(known.map_or_else(Vec::new, KnownFile::isolated))
    }
}

/// The longest time that an answer may take: over eleven days, and far from the limits of clocks.
const MOST_SECONDS: f64 = 1_000_000.0;

pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    let seconds = seconds.filter(|it| *it > 0.0 && *it <= MOST_SECONDS);
    let Some(seconds) = seconds else {
        return Err(format!(
            "expected a number of seconds above 0, at most {MOST_SECONDS}, as in 30 or 0.5"
        ));
    };
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// Judges, and says how it ended.
pub(crate) fn run(arguments: Judge) -> anyhow::Result<ExitCode> {
    let vectors = vectors::at(arguments.vectors.as_deref())?;
    let arguments = Judge {
        implementation: arguments.implementation.by(&vectors)?,
        ..arguments
    };
    let selection = selection(&arguments)?;
    if arguments.list {
        list(&arguments, &vectors, &selection)
    } else {
        judge(&arguments, &vectors, selection)
    }
}

fn selection(arguments: &Judge) -> anyhow::Result<Selection> {
    let mut ids = arguments.check.clone();
    if let Some(file) = &arguments.checks {
        if outputs::is_stdout(file) && arguments.implementation.is_caller() {
            bail!("{}", launch::STREAMS_TAKEN);
        }
        let text = outputs::read(file)?;
        let named = text.lines().map(str::trim).filter(|it| !it.is_empty());
        ids.extend(named.map(str::to_owned));
        if ids.is_empty() {
            bail!("{} names no check", file.display());
        }
    }
    Ok(Selection {
        filters: arguments.filter.clone(),
        excludes: arguments.exclude.clone(),
        ids,
        partition: arguments.partition,
    })
}

fn derivation(vectors: &Vectors, edition: Edition) -> Derivation<'_> {
    Derivation { vectors, edition }
}

fn list(arguments: &Judge, vectors: &Vectors, selection: &Selection) -> anyhow::Result<ExitCode> {
    // A file that is wrong is reported before anything rests on the list.
    let Counting { strictness } = arguments.counting;
    arguments.expecting.known(People::Error, strictness)?;
    let edition = match arguments
        .implementation
        .named_edition(arguments.processes.timeout)?
    {
        Ok(edition) => edition,
        Err(error) => return Ok(no_result(error)),
    };
    let plan = Plan::new(derivation(vectors, edition));
    if let Err(error) = RunError::check_matches(&plan, selection) {
        return Ok(no_result(error));
    }
    warn_of_excludes(*plan.derivation(), selection);
    let selected = plan.select(selection)?;
    let mut out = std::io::stdout().lock();
    for at in &selected {
        match writeln!(out, "{}", plan.id(*at)) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
            result => result.context("failed to write the list")?,
        }
    }
    if selected.is_empty() {
        return Ok(no_result(RunError::nothing_selected(&plan, selection)));
    }
    Ok(ExitCode::SUCCESS)
}

/// Names exclusions that match nothing. They are no error: a list of them may be shared by versions of the vectors,
/// and nothing that was to be judged is missing.
fn warn_of_excludes(derivation: Derivation<'_>, selection: &Selection) {
    let edition = derivation.edition;
    let excluded = Selection {
        filters: selection.excludes.clone(),
        ..Selection::default()
    };
    let plan = Plan::of_selection(derivation, 0, &excluded);
    if plan.unmatched(&selection.excludes).is_empty() {
        return;
    }
    // What was meant is looked for among all checks.
    let unmatched = Plan::new(derivation).unmatched(&selection.excludes);
    for it in unmatched.iter().filter(|it| it.others.is_empty()) {
        crate::warn(&format!(
            "no check of edition {edition} matches --exclude {it}"
        ));
    }
}

/// Says why there is no result, with the exit code of that.
fn no_result(error: RunError) -> ExitCode {
    let code = exit::ExitCode::of_error(&error);
    crate::complain(&error.into());
    code.into()
}

fn judge(arguments: &Judge, vectors: &Vectors, selection: Selection) -> anyhow::Result<ExitCode> {
    let people = people(arguments)?;
    arguments.look.choose_colors();
    let launcher = arguments.implementation.launcher()?;
    let jobs = jobs(arguments)?;
    let Counting { strictness } = arguments.counting;
    let mut known = arguments.expecting.known(people, strictness)?;
    let mut json = arguments
        .json
        .as_deref()
        .map(outputs::json_lines)
        .transpose()?;
    let mut edition = UsedEdition::default();
    let codecs = Codecs::of(vectors);
    let options = TerminalOptions {
        detail: arguments.look.detail(),
        known: known.as_mut().map(|it| it.comparison().clone()),
        strictness,
        repeat: repeat(arguments),
        width: people.width(),
        codecs: codecs.clone(),
    };
    let registry = Registry::load()?;
    let paraphrase = |id: &str| registry.requirement(id).map(|it| it.paraphrase.clone());
    let repeat = repeat(arguments);
    let context = Context {
        paraphrase: &paraphrase,
        repeat: &repeat,
        codecs,
    };
    let list = known.as_mut().map(|it| it.comparison().clone());
    let mut files = arguments.files.open(&context, &|| {
        report::KnownFailures::new(list.clone(), vectors).with_strictness(strictness)
    })?;
    let mut terminal = Terminal::new(people.stream(), options, &paraphrase);
    let mut progress = if arguments.verbose {
        Progress::hidden()
    } else {
        Progress::new()
    };
    let keep = arguments
        .processes
        .keep
        .as_deref()
        .map(keeping)
        .transpose()?;
    let listening = Listening::new(&*launcher, listener(people));
    let launcher: &dyn Launcher = if arguments.verbose {
        &listening
    } else {
        &*launcher
    };
    let is_written = json.is_some() || !files.is_empty();
    let run = Run {
        vectors,
        vectors_sha256: sha256(vectors, is_written),
        launcher,
        reader: &ReferenceReader,
        edition: arguments.implementation.edition,
        selection,
        jobs,
        keep: keep.as_ref(),
        isolated: arguments.processes.isolated(known.as_ref())?,
        timeout: arguments.processes.timeout,
        // No user would read the diagnosis of a quiet run.
        explain: (!arguments.no_diagnosis && (!arguments.look.quiet || is_written))
            .then_some(&ByMisreadings),
        describe_passes: arguments.verbose,
        seed: arguments.seed.unwrap_or_else(any_number),
        memory: zarr_conform::memory::find(),
        stop: stop_on_signals()?,
    };
    if arguments.implementation.is_built_in() {
        people.tell(
            "No --impl is given, so this judges the built-in reference. To judge another: conform --impl COMMAND\n",
        );
    }
    let mut consumers: Vec<&mut dyn Consumer> = vec![&mut edition, &mut terminal];
    for file in &mut files {
        consumers.push(file.as_mut());
    }
    consumers.extend(json.as_mut().map(|it| it as &mut dyn Consumer));
    let comparison = known.as_mut().map(KnownFile::comparison);
    consumers.extend(comparison.map(|it| it as &mut dyn Consumer));
    let repeated = Repeated {
        run: &run,
        times: arguments.expecting.repeat,
    };
    let finished = match repeated.run(&mut progress, &mut consumers) {
        Ok(finished) => finished,
        Err(error) => return Ok(no_result(error)),
    };
    if !run.selection.excludes.is_empty() {
        warn_of_excludes(derivation(vectors, edition.0), &run.selection);
    }
    if let Some(keep) = &keep {
        people.tell(&kept(keep, finished.summary.total.failed));
    }
    let conclude = Conclude {
        is_blessed: arguments.expecting.bless,
        all: arguments.look.all,
    };
    let is_as_expected = known
        .map(|mut known| {
            let plan = Plan::new(derivation(vectors, edition.0));
            known.conclude(&plan, &finished, conclude)
        })
        .transpose()?;
    Ok(exit::ExitCode::of_run(&finished, is_as_expected, strictness).into())
}

/// Which vectors these are, where files say so.
fn sha256(vectors: &Vectors, is_written: bool) -> String {
    if is_written {
        zarr_conform::lock::sha256(vectors)
    } else {
        String::new()
    }
}

/// How many of the failed checks have stores in the folder.
fn kept(keep: &Keep, failed: u64) -> String {
    let (kept, advice) = keep.counts();
    let goes = if advice == 1 { "goes" } else { "go" };
    let of_advice = || {
        let advice = counted(advice, "check");
        format!("{advice} that {goes} against a recommendation")
    };
    let of_failed = || counted(kept, "failed check");
    let kept_of = match (kept, advice) {
        (_, 0) => of_failed(),
        (0, _) => of_advice(),
        _ => format!("{} and of {}", of_failed(), of_advice()),
    };
    let without = match failed.saturating_sub(kept) {
        0 => String::new(),
        without => format!("; {} had no store", counted(without, "failed check")),
    };
    let folder = keep.folder().display();
    format!("Kept the stores of {kept_of} in {folder}{without}.")
}

/// A folder for the stores of failed checks.
fn keeping(folder: &Path) -> anyhow::Result<Keep> {
    Keep::new(folder).with_context(|| format!("failed to use {} for --keep", folder.display()))
}

/// Writes what is said about each check as soon as it is whole.
fn listener(people: People) -> Listener {
    let out = Mutex::new(people.stream());
    Arc::new(move |exchange| {
        if let Ok(mut out) = out.lock() {
            // Nothing can be reported where the stream is closed.
            let _ = write_exchange(&mut *out, exchange);
        }
    })
}

/// Another number each time.
fn any_number() -> u32 {
    let number = RandomState::new().build_hasher().finish();
    u32::try_from(number >> 32).unwrap_or_default()
}

/// Set when the user or the system asks this program to end, so that it ends in order: with a
/// report, and with no process left behind.
pub(crate) fn stop_on_signals() -> anyhow::Result<Stop> {
    let stop = Stop::default();
    let wish = stop.clone();
    ctrlc::set_handler(move || wish.set()).context("failed to listen for Ctrl-C")?;
    Ok(stop)
}

/// Remembers by which edition the run judges.
#[derive(Default)]
struct UsedEdition(Edition);

impl Consumer for UsedEdition {
    fn event(&mut self, event: &Event) -> std::io::Result<()> {
        if let Event::Started(header) = event {
            self.0 = header.edition;
        }
        Ok(())
    }
}

/// Where the report for people goes. The streams of the process that started this program are taken.
fn people(arguments: &Judge) -> anyhow::Result<People> {
    let more = [&arguments.json, &arguments.expecting.expect_json];
    let more: Vec<&Path> = more.into_iter().filter_map(Option::as_deref).collect();
    let people = arguments.files.people(&more)?;
    if !arguments.implementation.is_caller() {
        return Ok(people);
    }
    if people == People::Error || arguments.files.github {
        bail!("{}", launch::STREAMS_TAKEN);
    }
    Ok(People::Error)
}

/// One process where its conversation is read, and else one for each processor.
fn jobs(arguments: &Judge) -> anyhow::Result<NonZeroUsize> {
    let Processes { jobs, isolate, .. } = arguments.processes;
    if arguments.implementation.is_caller() {
        let is_one = jobs.is_none_or(|it| it == NonZeroUsize::MIN);
        if !is_one || isolate {
            bail!(
                "--impl - is one process, which answers one question at a time; it goes with --jobs 1 only, and not with --isolate"
            );
        }
        return Ok(NonZeroUsize::MIN);
    }
    Ok(match jobs {
        Some(jobs) => jobs,
        None if arguments.verbose => NonZeroUsize::MIN,
        None => processors(),
    })
}

/// How many processes at once, by default.
pub(crate) fn processors() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// The command that repeats the run without its selection; empty where the implementation started this
/// program.
fn repeat(arguments: &Judge) -> String {
    arguments
        .implementation
        .repeat(arguments.vectors.as_deref())
}
