//! A report as text.

use std::fmt::Write as _;

use zarr_conform_runner::text::{counted, line};

use super::{
    LONGEST, Most, ReadersOf, TAKERS, answers, chunk_counts, conclusion, disagreeing,
    disagreements, features, hierarchy, named, nodes, notes, path, path_of, problems, takers, told,
    uses, what,
};
use crate::scan::known::{Reader, ReaderCause};
use crate::scan::report::{ArrayReport, Report};

/// The report as text, in lines of any length.
pub fn text(report: &Report, most: Most) -> String {
    let mut text = String::new();
    let mut say = |line: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{line}");
    };
    say(&format!(
        "{}, by edition {}",
        line(&report.store, LONGEST),
        report.edition.described()
    ));
    if let Some(why) = &report.ended_early {
        say(&format!("The scan ended early: {}", line(why, LONGEST)));
    }
    say(&nodes(report));
    if report.has_chunks() {
        say(&chunk_counts(&report.chunks));
    }
    let (arrays, left) = told(report, most.arrays);
    for it in arrays {
        say("");
        array(&mut say, it);
    }
    if left > 0 {
        say("");
        say(&format!(
            "{} more; --all shows them",
            counted(left, "array")
        ));
    }
    hierarchies(&mut say, report, most.arrays);
    let mut is_first = true;
    for (what, tally) in notes(report) {
        if std::mem::take(&mut is_first) {
            say("");
        }
        say(&format!("{what}: {}", named(tally)));
    }
    for of in ReadersOf::all(report) {
        readers(&mut say, &of, most);
    }
    open_readers(&mut say, report, most.arrays);
    say("");
    say(&conclusion(report));
    text
}

/// How libraries take documents that the text leaves open.
fn open_readers(say: &mut impl FnMut(&str), report: &Report, most: usize) {
    let shown = report.open_readers.iter().take(most);
    for (at, of) in shown.filter(|it| !it.libraries.is_empty()).enumerate() {
        if at == 0 {
            say("");
            say(&format!("{TAKERS}:"));
        }
        say(&format!(
            "  {}: {}",
            named(&of.arrays),
            line(&of.question, LONGEST)
        ));
        for [taken, libraries] in takers(of) {
            say(&format!("    {taken:<13}  {libraries}"));
        }
    }
}

fn array(say: &mut impl FnMut(&str), array: &ArrayReport) {
    say(&format!("{}: {}", path(array), what(array)));
    let mut member = |name: &str, what: &str| say(&format!("  {name:<12}  {what}"));
    if let Some(why) = &array.why {
        member("why", &line(why, LONGEST));
    }
    if let Some(question) = &array.open {
        member("open", &line(question, LONGEST));
    }
    let (uses, written) = features(array);
    for (name, features) in [("uses", uses), ("written with", written)] {
        if !features.is_empty() {
            member(name, &features);
        }
    }
    if let Some(chunks) = &array.chunks {
        member("chunks", &chunk_counts(&chunks.counts));
        for (what, tally) in problems(chunks) {
            for (key, why) in &tally.named {
                member(
                    what,
                    &format!("{}: {}", line(key, LONGEST), line(why, LONGEST)),
                );
            }
            let left = tally.count - tally.named.len() as u64;
            if left > 0 {
                member(what, &format!("{left} more"));
            }
        }
    }
    if !array.others.is_empty() {
        member("besides", &named(&array.others));
    }
}

/// Hierarchies and the consolidated metadata in them, as far as there is something to say of them.
fn hierarchies(say: &mut impl FnMut(&str), report: &Report, most: usize) {
    let shown = report
        .hierarchies
        .iter()
        .filter(|it| uses(it).next().is_some());
    for it in shown.take(most) {
        say("");
        say(&format!(
            "hierarchy {}: {}",
            path_of(&it.path),
            hierarchy(it)
        ));
        for (what, tally) in uses(it) {
            say(&format!("  has           {what}: {}", named(tally)));
        }
    }
    for it in report.disagreements.iter().take(most) {
        say("");
        say(&disagreeing(it));
        for (what, tally) in disagreements(it) {
            say(&format!("  {what:<12}  {}", named(tally)));
        }
    }
    let told = report.disagreements.len().min(most) as u64;
    if report.disagreeing > told {
        say(&format!(
            "{} with consolidated metadata that disagree",
            counted(report.disagreeing - told, "more group")
        ));
    }
}

/// What is known of those who read what the store has.
fn readers(say: &mut impl FnMut(&str), of: &ReadersOf<'_>, most: Most) {
    let (readers, is_only) = (of.readers, of.number == 1);
    if of.number == 0 {
        return;
    }
    say("");
    say(&format!("{}:", of.question));
    for group in readers.arrays.iter().take(most.arrays) {
        if !is_only {
            say(&format!("  {}", named(&group.arrays)));
        }
        for [known, versions, shown] in answers(group, of.what) {
            say(&format!("    {known:<13}  {versions}: {shown}"));
        }
    }
    let left = readers.arrays.len().saturating_sub(most.arrays) as u64;
    if left > 0 {
        say(&format!(
            "  {} of {}; --all shows them",
            counted(left, "more group"),
            of.what
        ));
    }
    if let Some(others) = &of.not_valid {
        say(&format!("  {others}"));
    }
    let mut is_first = true;
    for reader in &readers.readers {
        if reader.causes.is_empty() && reader.of_other_data_types.is_empty() {
            continue;
        }
        if std::mem::take(&mut is_first) {
            say("");
            say(&format!(
                "What they fail, of {} of {} that use nothing else:",
                counted(readers.checks, "check"),
                of.what
            ));
        }
        say(&format!("  {}", line(&reader.version, LONGEST)));
        causes(say, reader, most.causes, is_only, of.what);
    }
    if !readers.untested.is_empty() {
        let untested: Vec<String> = readers
            .untested
            .iter()
            .map(|it| line(it, LONGEST))
            .collect();
        say(&format!("No check is about: {}", untested.join(", ")));
    }
}

fn causes(say: &mut impl FnMut(&str), reader: &Reader, most: usize, is_only: bool, whose: &str) {
    let all = [
        ("", &reader.causes),
        (" in other data types", &reader.of_other_data_types),
    ];
    for (of, causes) in all {
        for it in causes.iter().take(most) {
            cause(say, it, of, is_only, whose);
        }
        let left = causes.len().saturating_sub(most) as u64;
        if left > 0 {
            say(&format!(
                "    {}{of}; --all shows them",
                counted(left, "more cause")
            ));
        }
    }
}

/// `of` which checks; `is_only` where the store has one; `whose` features, arrays or hierarchies.
fn cause(say: &mut impl FnMut(&str), cause: &ReaderCause, of: &str, is_only: bool, whose: &str) {
    let features: Vec<&str> = cause.features.iter().map(String::as_str).collect();
    let with = match features.join(", ").as_str() {
        "" => String::new(),
        features => format!(" of {whose} with {features}"),
    };
    say(&format!(
        "    {:<15} {} of {}{of}{with}",
        cause.verdict,
        cause.checks,
        counted(cause.of, "check"),
    ));
    say(&format!("      why      {}", line(&cause.reason, LONGEST)));
    if let Some(link) = &cause.link {
        say(&format!("      link     {}", line(link, LONGEST)));
    }
    say(&format!("      such as  {}", line(&cause.example, LONGEST)));
    if !is_only {
        say(&format!("      {whose:<7}  {}", named(&cause.arrays)));
    }
}
