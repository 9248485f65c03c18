//! `conform fuzz`: looks for failures among random cases.

mod arguments;
mod differ;
mod outputs;
mod progress;
mod reporting;

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::process::ExitCode;

use anyhow::Context as _;
use anyhow::bail;
use zarr_conform::Edition;
use zarr_conform::exit;
use zarr_conform::fuzz::found::{self, Found};
use zarr_conform::fuzz::hunting::{Hunting, NoHunt, Who};
use zarr_conform::fuzz::text;
use zarr_conform::runner::EndedEarly;
use zarr_conform::runner::text::counted;
use zarr_conform::subject::{self, Stop};

pub(crate) use arguments::Fuzz;
use arguments::Named;
use outputs::Outputs;
use reporting::Reporting;

/// Runs, and reports what was found.
pub(crate) fn run(arguments: &Fuzz) -> anyhow::Result<ExitCode> {
    arguments.check_names()?;
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
    let limited = arguments.limited();
    if let Some(code) = none_starts_late(arguments, &limited, &stops.hunt) {
        return Ok(code.into());
    }
    let mut worst = exit::ExitCode::Conforms;
    for named in &limited {
        if stops.hunt.is_set() {
            break;
        }
        if let Some(label) = &named.label {
            outputs.people.tell(&format!("== {label}"));
        }
        let code = one(arguments, Some(named), seed, &stops, &mut outputs)?;
        worst = worse(worst, code);
    }
    // Of the shares of a fuzz run, the first says it.
    let is_first = arguments.partition.is_none_or(|it| it.number() == 1);
    if arguments.implementations.len() > 1 && is_first && !stops.hunt.is_set() {
        let code = differ::differ(arguments, seed, &stops.hunt, &mut outputs)?;
        worst = worse(worst, code);
    }
    Ok(worst.into())
}

fn worse(one: exit::ExitCode, other: exit::ExitCode) -> exit::ExitCode {
    if (other as u8) > (one as u8) {
        other
    } else {
        one
    }
}

/// Starts each of several implementations once, so that a wrong command, and editions that cannot be compared, are
/// reported before the first is asked for long. The exit code where it is so.
fn none_starts_late(
    arguments: &Fuzz,
    implementations: &[Named],
    stop: &Stop,
) -> Option<exit::ExitCode> {
    let mut first: Option<(&str, Edition)> = None;
    for named in implementations.iter().filter(|_| implementations.len() > 1) {
        let label = named.label.as_deref().unwrap_or_default();
        let started = match subject::start(&named.command, arguments.timeout, stop) {
            Ok(started) => started,
            Err(error) if error.is_stopped() => return Some(exit::ExitCode::Interrupted),
            Err(error) => {
                crate::complain(&anyhow::Error::from(error).context(label.to_owned()));
                return Some(exit::ExitCode::NoImplementation);
            }
        };
        let edition = arguments.edition.unwrap_or(started.hello.edition);
        let (other, one) = *first.get_or_insert((label, edition));
        if one != edition && arguments.differences.is_some() {
            crate::complain(&anyhow::anyhow!(
                "--differences: {other} names edition {one}, and {label} edition {edition}; --edition says about \
                 which they are asked"
            ));
            return Some(exit::ExitCode::Usage);
        }
    }
    None
}

/// Two stop requests: of the fuzz run, and of the report on what it found.
struct Stops {
    hunt: Stop,
    report: Stop,
}

impl Stops {
    /// The first Ctrl-C ends the fuzz run, the second one the report.
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

/// Asks one implementation, and reports what was found.
fn one(
    arguments: &Fuzz,
    named: Option<&Named>,
    seed: u64,
    stops: &Stops,
    outputs: &mut Outputs,
) -> anyhow::Result<exit::ExitCode> {
    let numbers = arguments.numbers();
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
        jobs: arguments.jobs(),
        timeout: arguments.timeout,
        memory: zarr_conform::memory::find(),
        stop: &stops.hunt,
    };
    let bar = progress::bar(numbers.count());
    let hunted = hunting.run(&mut |progress| progress::show(&bar, progress));
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
    let repeat = arguments.again(named, seed, numbers.end_of(asked));
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
    // Nothing can be reported where the stream is closed.
    let _ = text::write(&mut *out, &hunted, &found, seed);
    let label = named.and_then(|it| it.label.clone());
    let path = arguments.folder_of(label.as_deref());
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
    // A user who interrupts a fuzz run does not wait for all that was found to be asked once more.
    if !found.is_empty() && !stops.hunt.is_set() {
        reporting.tell()?;
    }
    outputs.people.tell(&format!("The same cases: {repeat}"));
    if let Some(folder) = outputs::folder(arguments, label.as_deref())?
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
        outputs::tell_added(outputs.people, inputs, &added);
    }
    outputs::write_files(outputs, &hunted, &found, seed, arguments.partition, label)?;
    Ok(match &hunted.ended_early {
        Some(EndedEarly::Interrupted) => exit::ExitCode::Interrupted,
        Some(EndedEarly::Store(_) | EndedEarly::Keep(_)) => exit::ExitCode::Usage,
        Some(_) => exit::ExitCode::NoImplementation,
        // An implementation that lacks everything has shown nothing.
        None if !hunted.finds.is_anything_judged() => exit::ExitCode::Fails,
        None if found.iter().any(Found::is_required) => exit::ExitCode::Fails,
        None => exit::ExitCode::Conforms,
    })
}

/// Another number each time, short enough to be typed.
fn any_number() -> u64 {
    RandomState::new().build_hasher().finish() >> 32
}
