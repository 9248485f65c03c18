//! A report as Markdown.

use std::fmt::Write as _;

use zarr_conform_runner::text::{counted, line};

use super::{
    LONGEST, Most, chunk_counts, conclusion, named, nodes, notes, path, problems, told, what,
};
use crate::report::markdown::text as escaped;
use crate::scan::known::{ReaderCause, Readers};
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
    say(&format!(
        "{}. {}.",
        nodes(report),
        chunk_counts(&report.chunks)
    ));
    arrays(&mut say, report, most.arrays);
    let notes: Vec<_> = notes(report).collect();
    if !notes.is_empty() {
        say("");
    }
    for (what, tally) in notes {
        say(&format!("- {what}: {}", escaped(&named(tally))));
    }
    readers(&mut say, &report.readers, most.causes);
    text
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
        let features: Vec<&str> = it.features.iter().map(String::as_str).collect();
        let cells = [
            path(it),
            what(it),
            state.join("; "),
            line(&features.join(", "), usize::MAX),
        ];
        say(&format!("| {} |", cells.map(|it| escaped(&it)).join(" | ")));
    }
    if left > 0 {
        say(&format!("\n{} more.", counted(left, "array")));
    }
}

fn readers(say: &mut impl FnMut(&str), readers: &Readers, most: usize) {
    if readers.readers.is_empty() {
        return;
    }
    say(&format!(
        "\n### Who reads such arrays\n\nBy {} of arrays that use nothing else.\n",
        counted(readers.checks, "check")
    ));
    say("| implementation | passed | what fails |\n|---|---|---|");
    for reader in &readers.readers {
        let mut fails: Vec<String> = reader
            .causes
            .iter()
            .take(most)
            .map(|it| cause(it, ""))
            .collect();
        let others = reader.of_other_data_types.iter().take(most);
        fails.extend(others.map(|it| cause(it, " in other data types")));
        let both = [&reader.causes, &reader.of_other_data_types];
        let left: usize = both.iter().map(|it| it.len().saturating_sub(most)).sum();
        if left > 0 {
            fails.push(counted(left as u64, "more cause"));
        }
        say(&format!(
            "| {} | {} of {} | {} |",
            escaped(&line(&reader.version, LONGEST)),
            reader.passed,
            reader.checks,
            fails.join("<br>")
        ));
    }
    if !readers.untested.is_empty() {
        let untested: Vec<&str> = readers.untested.iter().map(String::as_str).collect();
        say(&format!(
            "\nNo check is about: {}.",
            escaped(&line(&untested.join(", "), usize::MAX))
        ));
    }
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
