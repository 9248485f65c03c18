//! A report as Markdown.

use std::fmt::Write as _;

use zarr_conform_runner::text::{counted, line};

use super::{
    LONGEST, Most, ReadersOf, TAKERS, answers, chunk_counts, conclusion, disagreeing,
    disagreements, features, hierarchy, named, nodes, notes, path, path_of, problems, takers, told,
    uses, what,
};
use crate::report::markdown::text as escaped;
use crate::scan::features::WRITTEN;
use crate::scan::known::{Reader, ReaderCause};
use crate::scan::report::Report;

/// The report as Markdown.
pub fn markdown(report: &Report, most: Most) -> String {
    let mut text = String::new();
    let mut say = |line: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{line}");
    };
    say(&format!(
        "## Zarr store {}\n",
        escaped(&line(&report.store, LONGEST))
    ));
    say(&format!(
        "Scanned by edition {}.\n",
        report.edition.described()
    ));
    if let Some(why) = &report.ended_early {
        say(&format!(
            "**The scan ended early:** {}\n",
            escaped(&line(why, LONGEST))
        ));
    }
    say(&format!("**{}**\n", conclusion(report)));
    if report.has_chunks() {
        let chunks = chunk_counts(&report.chunks);
        say(&format!("{}. {chunks}.", nodes(report)));
    } else {
        say(&format!("{}.", nodes(report)));
    }
    arrays(&mut say, report, most.arrays);
    hierarchies(&mut say, report, most.arrays);
    let notes: Vec<_> = notes(report).collect();
    if !notes.is_empty() {
        say("");
    }
    for (what, tally) in notes {
        say(&format!("- {what}: {}", escaped(&named(tally))));
    }
    for of in ReadersOf::all(report) {
        readers(&mut say, &of, most);
    }
    open_readers(&mut say, report, most.arrays);
    text
}

/// How libraries take documents that the text leaves open.
fn open_readers(say: &mut impl FnMut(&str), report: &Report, most: usize) {
    let shown = report.open_readers.iter().take(most);
    for (at, of) in shown.filter(|it| !it.libraries.is_empty()).enumerate() {
        if at == 0 {
            say(&format!("\n### {TAKERS}\n"));
            say("| arrays | question | | implementations |\n|---|---|---|---|");
        }
        for [taken, libraries] in takers(of) {
            let question = line(&of.question, LONGEST);
            let cells = [named(&of.arrays), question, taken, libraries];
            say(&format!("| {} |", cells.map(|it| escaped(&it)).join(" | ")));
        }
    }
}

fn arrays(say: &mut impl FnMut(&str), report: &Report, most: usize) {
    let (arrays, left) = told(report, most);
    if arrays.is_empty() {
        return;
    }
    say("\n| array | what | chunks | uses |\n|---|---|---|---|");
    for it in &arrays {
        let mut state = vec![
            it.chunks
                .as_ref()
                .map(|it| chunk_counts(&it.counts))
                .unwrap_or_default(),
        ];
        if let Some(why) = &it.why {
            state = vec![line(why, LONGEST)];
        }
        state.extend(it.open.iter().map(|it| line(it, LONGEST)));
        for (what, tally) in it.chunks.iter().flat_map(problems) {
            state.push(format!("{what}: {}", named(tally)));
        }
        let (uses, written) = features(it);
        if !written.is_empty() {
            state.push(format!("{WRITTEN}{written}"));
        }
        let cells = [path(it), what(it), state.join("; "), uses];
        say(&format!("| {} |", cells.map(|it| escaped(&it)).join(" | ")));
    }
    if left > 0 {
        say(&format!("\n{} more.", counted(left, "array")));
    }
}

fn hierarchies(say: &mut impl FnMut(&str), report: &Report, most: usize) {
    let shown = report
        .hierarchies
        .iter()
        .filter(|it| uses(it).next().is_some());
    let shown: Vec<_> = shown.take(most).collect();
    if !shown.is_empty() {
        say("\n| hierarchy | what | has |\n|---|---|---|");
    }
    for it in shown {
        let uses = uses(it).map(|(what, tally)| format!("{what}: {}", named(tally)));
        let cells = [
            path_of(&it.path),
            hierarchy(it),
            uses.collect::<Vec<_>>().join("; "),
        ];
        say(&format!("| {} |", cells.map(|it| escaped(&it)).join(" | ")));
    }
    for it in report.disagreements.iter().take(most) {
        say(&format!("\n{}\n", escaped(&disagreeing(it))));
        for (what, tally) in disagreements(it) {
            say(&format!("- {what}: {}", escaped(&named(tally))));
        }
    }
}

fn readers(say: &mut impl FnMut(&str), of: &ReadersOf<'_>, most: Most) {
    let readers = of.readers;
    if of.number == 0 {
        return;
    }
    say(&format!("\n### {}\n", of.question));
    say(&format!(
        "| {} | implementations | | what the checks show |\n|---|---|---|---|",
        of.what
    ));
    for group in readers.arrays.iter().take(most.arrays) {
        for [known, versions, shown] in answers(group, of.what) {
            let cells = [named(&group.arrays), versions, known, shown];
            say(&format!("| {} |", cells.map(|it| escaped(&it)).join(" | ")));
        }
    }
    let left = readers.arrays.len().saturating_sub(most.arrays) as u64;
    if left > 0 {
        say(&format!(
            "\n{} of {}.",
            counted(left, "more group"),
            of.what
        ));
    }
    if let Some(others) = &of.not_valid {
        say(&format!("\nThere is {others}."));
    }
    let failing = readers.readers.iter();
    let failing = failing.map(|it| (it, fails(it, most.causes)));
    let failing: Vec<_> = failing.filter(|(_, fails)| !fails.is_empty()).collect();
    if !failing.is_empty() {
        say(&format!(
            "\n### What they fail\n\nOf {} of {} that use nothing else.\n",
            counted(readers.checks, "check"),
            of.what
        ));
        say("| implementation | what fails |\n|---|---|");
    }
    for (reader, fails) in failing {
        let version = escaped(&line(&reader.version, LONGEST));
        say(&format!("| {version} | {} |", fails.join("<br>")));
    }
    if !readers.untested.is_empty() {
        let untested: Vec<&str> = readers.untested.iter().map(String::as_str).collect();
        say(&format!(
            "\nNo check is about: {}.",
            escaped(&line(&untested.join(", "), usize::MAX))
        ));
    }
}

fn fails(reader: &Reader, most: usize) -> Vec<String> {
    let causes = reader.causes.iter().take(most);
    let mut fails: Vec<String> = causes.map(|it| cause(it, "")).collect();
    let others = reader.of_other_data_types.iter().take(most);
    fails.extend(others.map(|it| cause(it, " in other data types")));
    let both = [&reader.causes, &reader.of_other_data_types];
    let left: usize = both.iter().map(|it| it.len().saturating_sub(most)).sum();
    if left > 0 {
        fails.push(counted(left as u64, "more cause"));
    }
    fails
}

fn cause(cause: &ReaderCause, of: &str) -> String {
    let reason = escaped(&line(&cause.reason, LONGEST));
    let reason = match &cause.link {
        Some(link) => format!(
            "[{reason}]({})",
            line(link, LONGEST).replace([' ', ')'], "")
        ),
        None => reason,
    };
    format!(
        "**{}** {} of {}{of}: {reason}, such as `{}`",
        cause.verdict,
        cause.checks,
        counted(cause.of, "check"),
        line(&cause.example, LONGEST)
    )
}
