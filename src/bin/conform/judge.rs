//! `conform`: judges an implementation.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;
use zarr_conform::report::{Detail, JsonLines, Progress, Terminal, TerminalOptions, counted};
use zarr_conform::requirement::Registry;
use zarr_conform::runner::{
    self, Comparison, Consumer, Derivation, Deviation, Event, Expectations, Filter, Plan,
    ReferenceReader, Run, Selection,
};
use zarr_conform::subject::CommandLine;
use zarr_conform::vector::Vectors;
use zarr_conform::{Edition, archive};

#[derive(Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub(crate) struct Judge {
    /// Command that starts the implementation; split as a shell would, but no shell runs
    #[arg(long = "impl", value_name = "COMMAND")]
    implementation: Option<String>,
    /// Take vectors from this directory or archive instead of those in the program
    #[arg(long, value_name = "PATH")]
    vectors: Option<PathBuf>,
    /// Run checks whose id, or whose fact's id, matches; `*` matches `/` too; may be repeated
    #[arg(long, value_name = "GLOB", value_parser = Filter::parse)]
    filter: Vec<Filter>,
    /// Run this check, or all checks of this fact; may be repeated
    #[arg(long, value_name = "ID")]
    check: Vec<String>,
    /// List the checks that would run, and run none
    #[arg(long)]
    list: bool,
    /// Judge by this edition: draft, 3.0 or 3.1 [default: the one that the implementation names]
    #[arg(long)]
    edition: Option<Edition>,
    /// Processes at once [default: the number of processors]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// How long one answer may take
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    timeout: Duration,
    /// Also write all events to this file, one line of JSON each
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Tell every failure in full
    #[arg(long, conflicts_with = "quiet")]
    all: bool,
    /// Tell no more than who was judged, the counts and the conclusion
    #[arg(long)]
    quiet: bool,
    /// Do not look for misreadings of the specification that explain the failures
    #[arg(long)]
    no_diagnosis: bool,
    /// Compare with the known failures in this TOML file: others and fewer are errors, and only
    /// they are told
    #[arg(long, value_name = "FILE")]
    expect: Option<PathBuf>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number".to_owned())?;
    if seconds <= 0.0 {
        return Err("expected a number above 0".to_owned());
    }
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// Judges, and says how it ended.
pub(crate) fn run(arguments: &Judge) -> anyhow::Result<ExitCode> {
    let vectors = match &arguments.vectors {
        Some(directory) => archive::load(directory)?,
        None => Vectors::embedded()?,
    };
    if arguments.list {
        list(arguments, &vectors)
    } else {
        judge(arguments, &vectors)
    }
}

fn selection(arguments: &Judge) -> Selection {
    Selection {
        filters: arguments.filter.clone(),
        ids: arguments.check.clone(),
    }
}

fn derivation(vectors: &Vectors, edition: Edition) -> Derivation<'_> {
    Derivation {
        vectors,
        edition,
        reader: Some(&ReferenceReader),
    }
}

fn list(arguments: &Judge, vectors: &Vectors) -> anyhow::Result<ExitCode> {
    let plan = Plan::new(derivation(vectors, arguments.edition.unwrap_or_default()));
    let selected = plan.select(&selection(arguments))?;
    let mut out = std::io::stdout().lock();
    for at in &selected {
        match writeln!(out, "{}", plan.id(*at)) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
            result => result.context("failed to write the list")?,
        }
    }
    Ok(if selected.is_empty() {
        runner::ExitCode::NothingSelected.into()
    } else {
        ExitCode::SUCCESS
    })
}

fn judge(arguments: &Judge, vectors: &Vectors) -> anyhow::Result<ExitCode> {
    let launcher = launcher(arguments)?;
    let expectations = expectations(arguments.expect.as_deref())?;
    let mut comparison = expectations.as_ref().map(Comparison::new).transpose()?;
    let mut json = arguments.json.as_deref().map(json_lines).transpose()?;
    let mut edition = UsedEdition::default();
    let known = expectations.as_ref().map(Comparison::new).transpose()?;
    let options = TerminalOptions {
        detail: detail(arguments),
        known: known.as_ref(),
        repeat: repeat(arguments),
    };
    let registry = Registry::load()?;
    let paraphrase = |id: &str| registry.requirement(id).map(|it| it.paraphrase.clone());
    let mut terminal = Terminal::new(anstream::stdout(), options, &paraphrase);
    let mut progress = Progress::new();
    let run = Run {
        vectors,
        launcher: &launcher,
        reader: Some(&ReferenceReader),
        edition: arguments.edition,
        selection: selection(arguments),
        jobs: arguments.jobs.unwrap_or_else(processors),
        timeout: arguments.timeout,
        // Nobody would read the diagnosis of a quiet run.
        diagnose: !arguments.no_diagnosis && (!arguments.quiet || json.is_some()),
    };
    if arguments.implementation.is_none() {
        tell(
            "No --impl is given, so this judges the built-in reference. To judge another: conform --impl COMMAND\n",
        );
    }
    let mut consumers: Vec<&mut dyn Consumer> = vec![&mut edition, &mut progress, &mut terminal];
    consumers.extend(json.as_mut().map(|it| it as &mut dyn Consumer));
    consumers.extend(comparison.as_mut().map(|it| it as &mut dyn Consumer));
    let finished = match run.run(&mut consumers) {
        Ok(finished) => finished,
        Err(error) => {
            let code = runner::ExitCode::of_error(&error);
            crate::complain(&error.into());
            return Ok(code.into());
        }
    };
    let is_as_expected = match (&expectations, &comparison) {
        (Some(list), Some(comparison)) => {
            let plan = Plan::new(derivation(vectors, edition.0));
            let stale = list.stale(&plan)?;
            Some(tell_deviations(comparison, &stale))
        }
        _ => None,
    };
    Ok(runner::ExitCode::of_run(&finished, is_as_expected).into())
}

fn detail(arguments: &Judge) -> Detail {
    match (arguments.quiet, arguments.all) {
        (true, _) => Detail::Quiet,
        (false, true) => Detail::All,
        (false, false) => Detail::Usual,
    }
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

fn processors() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

fn launcher(arguments: &Judge) -> anyhow::Result<CommandLine> {
    if let Some(command) = &arguments.implementation {
        return CommandLine::parse(command).context("--impl");
    }
    let program = std::env::current_exe().context("failed to find this program")?;
    let Some(program) = program.to_str() else {
        bail!(
            "the path of this program is no Unicode text: {}",
            program.display()
        );
    };
    let edition = arguments.edition.unwrap_or_default().name();
    Ok(CommandLine {
        program: program.to_owned(),
        arguments: vec!["reference".into(), "--edition".into(), edition.into()],
    })
}

fn expectations(file: Option<&Path>) -> anyhow::Result<Option<Expectations>> {
    let Some(file) = file else { return Ok(None) };
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("failed to read {}", file.display()))?;
    let list = Expectations::parse(&text).with_context(|| file.display().to_string())?;
    Ok(Some(list))
}

fn json_lines(file: &Path) -> anyhow::Result<JsonLines<File>> {
    let out = File::create(file).with_context(|| format!("failed to write {}", file.display()))?;
    Ok(JsonLines::new(out))
}

/// The command that repeats the run without its selection.
fn repeat(arguments: &Judge) -> String {
    let mut words = vec!["conform".to_owned()];
    if let Some(command) = &arguments.implementation {
        words.extend(["--impl".to_owned(), command.clone()]);
    }
    if let Some(directory) = &arguments.vectors {
        words.extend(["--vectors".to_owned(), directory.display().to_string()]);
    }
    if let Some(edition) = arguments.edition {
        words.extend(["--edition".to_owned(), edition.name().to_owned()]);
    }
    shell_words::join(words)
}

/// Tells where the run differs from the list; whether it is as expected.
fn tell_deviations(comparison: &Comparison, stale: &[Deviation]) -> bool {
    let found = comparison.deviations();
    let number = (found.len() + stale.len()) as u64;
    if number == 0 {
        match comparison.as_listed() {
            0 => tell("No check fails, and none is expected to."),
            1 => tell("The failure is exactly the expected one."),
            number => tell(&format!(
                "The {number} failures are exactly the expected ones."
            )),
        }
        return true;
    }
    tell(&format!(
        "\n{} from the expected failures:",
        counted(number, "deviation")
    ));
    for deviation in found.iter().chain(stale) {
        tell(&format!(
            "  {}",
            zarr_conform::report::escape(&deviation.to_string())
        ));
    }
    false
}

/// A line on standard output; nobody is left to tell where that is closed.
fn tell(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}
