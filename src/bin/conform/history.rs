//! `conform history`: which failures began and ended in which release.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::{Args, Subcommand};
use serde::Serialize;
use zarr_conform::exit;
use zarr_conform::findings::Catalogue;
use zarr_conform::history::{Advice, AtHand, Judged, Regression, Release, Thread, Timeline, all};
use zarr_conform::runner::text::{counted, escape};
use zarr_conform::runner::{Concern, Derivation, Filter, Plan, Selection};
use zarr_conform::vector::Vectors;

use crate::{outputs, report, vectors};

/// Say which failures began and ended in which release
///
/// Reads what releases came to from a folder that has a folder for each implementation, and in it a file for each release, as
/// `conform history record` writes it and `adapters/history` makes it for many. Failures are listed by cause: the finding that
/// --findings has for them, else the misreading that explains them, else the topic of their checks.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct History {
    #[command(subcommand)]
    command: Option<Command>,
    /// The implementations to list, by the names of their folders; all, where none is named
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// The folder
    #[arg(long, value_name = "DIR", default_value = "history")]
    dir: PathBuf,
    /// A file of findings, with the lists of known failures of the adapters that it names
    #[arg(long, value_name = "FILE")]
    findings: Option<PathBuf>,
    /// Only checks whose id matches this glob; may be repeated
    #[arg(long = "filter", value_name = "GLOB", value_parser = Filter::parse)]
    filters: Vec<Filter>,
    /// The vectors by which the releases were judged, a directory or archive, where they are not those in the program
    #[arg(long, value_name = "PATH")]
    vectors: Option<PathBuf>,
    /// End with 1 where a release after this one fails what the release before it had right, and the newest one still does
    #[arg(long, value_name = "VERSION")]
    regressions_since: Option<String>,
    /// Write one JSON object for each implementation, a line each, instead of text for people
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    Record(Record),
    Facts(Facts),
}

/// Keep what a stored run came to, in the small form of a release, on standard output
#[derive(Debug, Args)]
struct Record {
    /// The events of the run, as --json writes them
    #[arg(value_name = "EVENTS")]
    events: PathBuf,
    /// The day on which the release was published, such as 2026-11-22
    #[arg(long, value_name = "DATE", value_parser = day)]
    date: String,
    /// Why the release was withdrawn, where it was
    #[arg(long, value_name = "WHY")]
    yanked: Option<String>,
}

/// List, for all vectors to come, by which facts a release was judged: what DIR/HASH.facts has, beside the releases
#[derive(Debug, Args)]
struct Facts {
    /// The vectors, a directory or archive, where they are not those in the program
    #[arg(long, value_name = "PATH")]
    vectors: Option<PathBuf>,
}

/// A day of the calendar, roughly.
fn day(text: &str) -> Result<String, String> {
    let parts: Vec<&str> = text.split('-').collect();
    let is_number =
        |part: &&str, length| part.len() == length && part.bytes().all(|it| it.is_ascii_digit());
    match parts.as_slice() {
        [year, month, day] if is_number(year, 4) && is_number(month, 2) && is_number(day, 2) => {
            Ok(text.to_owned())
        }
        _ => Err("expected a day such as 2026-11-22".to_owned()),
    }
}

/// Records a release, or lists what those that are kept came to.
pub(crate) fn run(arguments: &History) -> anyhow::Result<ExitCode> {
    let mut out = outputs::stdout();
    match &arguments.command {
        Some(Command::Record(record)) => {
            let yanked = record.yanked.as_deref();
            let release = Release::of(&report::read(&record.events)?, &record.date, yanked);
            serde_json::to_writer_pretty(&mut out, &release)?;
            writeln!(out)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Command::Facts(facts)) => {
            let vectors = vectors::at(facts.vectors.as_deref())?;
            out.write_all(AtHand::of(&vectors).to_text().as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        None => list(arguments, &mut out),
    }
}

/// Lists what releases came to.
fn list(arguments: &History, mut out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let mut is_worse = false;
    let catalogue = arguments
        .findings
        .as_deref()
        .map(Catalogue::load)
        .transpose()?;
    let filters = &arguments.filters;
    let wanted = |id: &str| filters.is_empty() || filters.iter().any(|it| it.matches(id));
    let vectors = vectors::at(arguments.vectors.as_deref())?;
    let at_hand = AtHand::of(&vectors);
    for (name, releases) in all(&arguments.dir, &arguments.names, &at_hand)? {
        let timeline = Timeline::of(&name, &releases, catalogue.as_ref(), &wanted);
        let advice = advice(&vectors, filters, &releases)?;
        if let Some(since) = &arguments.regressions_since {
            is_worse |= broke_since(&timeline, since)?;
        }
        if arguments.json {
            let timeline = &timeline;
            serde_json::to_writer(&mut out, &Told { timeline, advice })?;
        } else {
            write(&mut out, &timeline)?;
            if let Some(advice) = advice {
                write_advice(&mut out, &advice)?;
            }
        }
        writeln!(out)?;
    }
    Ok(if is_worse {
        exit::ExitCode::Fails.into()
    } else {
        ExitCode::SUCCESS
    })
}

/// What is written of an implementation as JSON.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    timeline: &'a Timeline,
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<Advice>,
}

/// Which release to use, where filters say what is needed.
///
/// # Errors
/// Where a filter matches no check.
fn advice(
    vectors: &Vectors,
    filters: &[Filter],
    releases: &[Release],
) -> anyhow::Result<Option<Advice>> {
    let (Some(first), false) = (releases.first(), filters.is_empty()) else {
        return Ok(None);
    };
    let edition = first.edition;
    let plan = Plan::new(Derivation { vectors, edition });
    plan.expect_matches(filters)?;
    let selection = Selection {
        filters: filters.to_vec(),
        ..Selection::default()
    };
    let selected = plan.select(&selection)?.into_iter();
    let checks = selected.map(|at| plan.check(at));
    let checks = checks.map(|it| (it.id.as_str().to_owned(), it.level));
    Ok(Some(Advice::of(releases, &checks.collect())))
}

/// Whether a release after this one broke what the newest one still fails.
fn broke_since(timeline: &Timeline, since: &str) -> anyhow::Result<bool> {
    let position = |version: &str| {
        timeline
            .releases
            .iter()
            .position(|it| it.version == version)
    };
    let Some(since) = position(since) else {
        let versions: Vec<&str> = timeline
            .releases
            .iter()
            .map(|it| it.version.as_str())
            .collect();
        bail!(
            "--regressions-since: found {since:?}, expected a release of {}: {}",
            timeline.name,
            versions.join(", ")
        );
    };
    let mut regressions = timeline.regressions.iter();
    Ok(regressions.any(|it| {
        it.right_again_in.is_none() && position(&it.wrong_in).is_some_and(|at| at > since)
    }))
}

fn write(out: &mut impl Write, timeline: &Timeline) -> std::io::Result<()> {
    let releases = counted(timeline.releases.len() as u64, "release");
    writeln!(out, "{}: {releases}\n", escape(&timeline.name))?;
    let [data, strictness] = Concern::ALL;
    writeln!(
        out,
        "  failed checks:       {:>10}  {:>10}  {:>10}",
        data.title(),
        strictness.title(),
        "not judged"
    )?;
    for it in &timeline.releases {
        let of = |concern| it.failed.get(&concern).copied().unwrap_or(0);
        writeln!(
            out,
            "  {:<9} {} {:>10}  {:>10}  {:>10}{}",
            escape(&it.version),
            escape(&it.date),
            of(data),
            of(strictness),
            it.not_judged,
            withdrawn(it)
        )?;
    }
    let new = timeline.new_facts;
    if new > 0 {
        writeln!(
            out,
            "\nNot counted: {} that came or changed after some of these releases were judged.",
            counted(new as u64, "fact")
        )?;
    }
    writeln!(out, "\nRight in one release and wrong in the next:")?;
    if timeline.regressions.is_empty() {
        writeln!(out, "  nothing")?;
    }
    for it in &timeline.regressions {
        writeln!(out, "  {}", regression(it))?;
    }
    for concern in Concern::ALL {
        writeln!(out, "\n{}:", concern.title())?;
        let threads: Vec<&Thread> = timeline
            .threads
            .iter()
            .filter(|it| it.concern == concern)
            .collect();
        if threads.is_empty() {
            writeln!(out, "  no failure in any release")?;
        }
        for thread in threads {
            let checks = counted(thread.checks.len() as u64, "check");
            writeln!(
                out,
                "  {}: {checks}; {}",
                escape(&thread.title),
                spans(thread, timeline)
            )?;
        }
    }
    Ok(())
}

fn withdrawn(it: &Judged) -> String {
    match &it.yanked {
        Some(why) => format!("  withdrawn: {}", escape(why)),
        None => String::new(),
    }
}

fn write_advice(out: &mut impl Write, advice: &Advice) -> std::io::Result<()> {
    let checks = counted(advice.checks as u64, "check");
    match &advice.right_since {
        Some(version) => writeln!(
            out,
            "\nUse at least {}: from it on, all of these {checks} are right.",
            escape(version)
        )?,
        None if advice.checks == 0 => {
            writeln!(out, "\nNo release could be asked any of these checks.")?;
        }
        None if advice.failed + advice.not_judged == 0 => {}
        None => {
            let failed = (advice.failed, "fails");
            let lacking = (advice.not_judged, "lacks what is needed for");
            let wrong = [failed, lacking].into_iter().filter(|it| it.0 > 0);
            let wrong: Vec<String> = wrong
                .map(|(number, how)| format!("{how} {number}"))
                .collect();
            let wrong = wrong.join(" and ");
            writeln!(
                out,
                "\nNo release has all of these {checks} right: the newest one {wrong}."
            )?;
        }
    }
    if advice.new > 0 {
        writeln!(
            out,
            "\nNo release is recommended for {}: {} came or changed after some release was judged.",
            checks, advice.new
        )?;
    }
    if !advice.never_asked.is_empty() {
        let names: Vec<&str> = advice.never_asked.iter().map(String::as_str).collect();
        writeln!(
            out,
            "Not counted, since no release was asked for it: {}.",
            names.join(", ")
        )?;
    }
    Ok(())
}

fn regression(it: &Regression) -> String {
    let again = match &it.right_again_in {
        Some(version) => format!("right again in {}", escape(version)),
        None => "and still".to_owned(),
    };
    let some = it.checks.first().map_or("", String::as_str);
    format!(
        "{} ({}): {}, right in {}, {again}: {}; such as {}",
        escape(&it.wrong_in),
        it.concern.title().to_lowercase(),
        counted(it.checks.len() as u64, "check"),
        escape(&it.right_in),
        escape(&it.title),
        escape(some),
    )
}

/// In which releases checks of the thread failed, and how many.
fn spans(thread: &Thread, timeline: &Timeline) -> String {
    let mut spans: Vec<(usize, usize)> = Vec::new();
    for (at, failed) in thread.failed.iter().enumerate() {
        match (failed, spans.last_mut()) {
            (Some(0) | None, _) => {}
            (Some(_), Some((_, last))) if *last + 1 == at => *last = at,
            (Some(_), _) => spans.push((at, at)),
        }
    }
    let newest = thread.failed.len().saturating_sub(1);
    let told = spans.into_iter().map(|(first, last)| {
        let version = |at: usize| escape(&timeline.releases[at].version);
        let failed = |at: usize| thread.failed[at].unwrap_or(0);
        let number = match (failed(first), failed(last)) {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}, at last {last}"),
        };
        match (first, last) {
            (0, last) if last == newest => format!("all releases ({number})"),
            (first, last) if last == newest => format!("since {} ({number})", version(first)),
            (first, last) if first == last => format!("{} ({number})", version(first)),
            (first, last) => format!("{} to {} ({number})", version(first), version(last)),
        }
    });
    told.collect::<Vec<_>>().join(", ")
}
