//! The forms of a report for people.

mod markdown;
mod text;

pub use markdown::markdown;
pub use text::text;

use zarr_conform_runner::text::{counted, line};

use super::report::{ArrayReport, ChunkCounts, Chunks, Report, Validity};
use super::tally::Tally;

/// The longest path or message.
const LONGEST: usize = 300;

/// How much is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Most {
    /// Arrays, those with a problem first.
    pub arrays: usize,
    /// Causes of each implementation.
    pub causes: usize,
}

impl Most {
    /// Everything.
    pub const ALL: Self = Self {
        arrays: usize::MAX,
        causes: usize::MAX,
    };
    /// What fits on a few pages.
    pub const USUAL: Self = Self {
        arrays: 20,
        causes: 3,
    };
}

/// The arrays that are reported, and how many are not.
fn told(report: &Report, most: usize) -> (Vec<&ArrayReport>, u64) {
    let mut arrays: Vec<&ArrayReport> = report.arrays.iter().collect();
    arrays.sort_by_key(|it| !it.is_wrong());
    arrays.truncate(most);
    let left = report.arrays_found - arrays.len() as u64;
    (arrays, left)
}

/// `2 arrays: 1 valid, 1 invalid`.
fn nodes(report: &Report) -> String {
    let mut text = counted(report.arrays_found, "array");
    let by_validity = report.by_validity.iter().rev();
    let by_validity: Vec<String> = by_validity
        .map(|(validity, number)| format!("{number} {}", validity.name()))
        .collect();
    if !by_validity.is_empty() {
        text.push_str(": ");
        text.push_str(&by_validity.join(", "));
    }
    if report.groups > 0 {
        text.push_str("; ");
        text.push_str(&counted(report.groups, "group"));
    }
    text
}

/// What became of chunks.
fn chunk_counts(counts: &ChunkCounts) -> String {
    let stored = match counts.in_grid {
        u64::MAX => format!("{} stored", counted(counts.stored, "chunk")),
        in_grid => format!("{} of {} stored", counts.stored, counted(in_grid, "chunk")),
    };
    let looked_at = match counts.looked_at {
        0 => return stored,
        all if all + counts.unreadable >= counts.stored => "all looked at".to_owned(),
        some => format!("a sample of {some} looked at"),
    };
    let parts = [
        (counts.decoded, "decoded"),
        (counts.damaged, "damaged"),
        (counts.not_known, "not decoded"),
        (counts.unreadable, "not readable"),
    ];
    let parts = parts.iter().filter(|(number, _)| *number > 0);
    let parts: Vec<String> = parts
        .map(|(number, what)| format!("{number} {what}"))
        .collect();
    format!("{stored}, {looked_at}: {}", parts.join(", "))
}

/// What an array is, in a few words.
fn what(array: &ArrayReport) -> String {
    match (&array.data_type, &array.shape, &array.chunk_shape) {
        (Some(data_type), Some(shape), Some(chunk_shape)) => line(
            &format!("{data_type} of shape {shape:?} in chunks of {chunk_shape:?}"),
            LONGEST,
        ),
        _ => array.validity.name().to_owned(),
    }
}

/// What is wrong with the chunks of an array, in words and with the keys.
fn problems(chunks: &Chunks) -> impl Iterator<Item = (&'static str, &Tally)> {
    let problems = [
        ("damaged", &chunks.damaged),
        ("not decoded", &chunks.not_known),
        ("not readable", &chunks.unreadable),
    ];
    problems.into_iter().filter(|(_, it)| !it.is_empty())
}

/// What else there is, in words.
fn notes(report: &Report) -> impl Iterator<Item = (String, &Tally)> {
    let notes = [
        ("symbolic link", "not followed", &report.links),
        ("device, pipe or socket", "not opened", &report.special),
        ("file or folder", "not readable", &report.unreadable),
        ("file or folder", "not looked at", &report.too_much),
        ("node of version 2", "not looked at", &report.version_2),
        (
            "group with consolidated metadata",
            "not compared with those of the nodes",
            &report.consolidated,
        ),
        (
            "file that belongs to no node",
            "not looked at",
            &report.others,
        ),
    ];
    let notes = notes.into_iter().filter(|(.., it)| !it.is_empty());
    notes.map(|(what, done, tally)| (format!("{}, {done}", number_of(tally.count, what)), tally))
}

/// A number of things whose name has its noun first.
fn number_of(number: u64, what: &str) -> String {
    let end = [" with ", " of ", " that ", ", ", " or "];
    let end = end.iter().filter_map(|it| what.find(it)).min();
    let (noun, rest) = what.split_at(end.unwrap_or(what.len()));
    let rest = if number == 1 {
        rest.to_owned()
    } else {
        let rest = rest.replace(" pipe or socket", " pipes or sockets");
        rest.replace(" or folder", " or folders")
            .replace("belongs", "belong")
    };
    format!("{}{rest}", counted(number, noun))
}

/// The things that a tally names, each with what there is to say of it.
fn named(tally: &Tally) -> String {
    let named = tally.named.iter().map(|(name, what)| {
        let name = line(name, LONGEST);
        match what.as_str() {
            "" => name,
            what => format!("{name} ({})", line(what, LONGEST)),
        }
    });
    let text = named.collect::<Vec<_>>().join(", ");
    match tally.count - tally.named.len() as u64 {
        0 => text,
        left => format!("{text} and {left} more"),
    }
}

/// Path of an array as it is shown.
fn path(array: &ArrayReport) -> String {
    match array.path.as_str() {
        "" => ".".to_owned(),
        path => line(path, LONGEST),
    }
}

/// What the report comes to.
fn conclusion(report: &Report) -> String {
    let invalid = report
        .by_validity
        .get(&Validity::Invalid)
        .copied()
        .unwrap_or(0);
    let unreadable = report.chunks.unreadable + report.unreadable.count;
    let parts = [
        (invalid, counted(invalid, "invalid array")),
        (
            report.chunks.damaged,
            counted(report.chunks.damaged, "damaged chunk"),
        ),
        (
            unreadable,
            format!("{} that cannot be read", counted(unreadable, "file")),
        ),
    ];
    let wrong: Vec<String> = parts
        .into_iter()
        .filter(|it| it.0 > 0)
        .map(|it| it.1)
        .collect();
    let looked_at = &report.chunks;
    let is_sample = looked_at.looked_at + looked_at.unreadable < looked_at.stored;
    match (wrong.is_empty(), report.ended_early.is_some() || is_sample) {
        (true, false) => "Nothing is invalid or damaged.".to_owned(),
        (true, true) => "Nothing that was looked at is invalid or damaged.".to_owned(),
        (false, _) => format!("Found {}.", wrong.join(", ")),
    }
}
