//! The forms of a report for people.

mod markdown;
mod text;

pub use markdown::markdown;
pub use text::text;

use zarr_conform_runner::text::{counted, line};

use super::consolidated::Disagreement;
use super::features::hierarchy::{ARRAYS, GROUPS, LEVELS, NO_ATTRIBUTES};
use super::features::{RANK, WRITTEN};
use super::hierarchy::HierarchyReport;
use super::known::{Answer, Known, OfArrays, Readers, Taken};
use super::report::{ArrayReport, ChunkCounts, Chunks, OpenReaders, Report, Validity};
use super::tally::Tally;

/// The longest path or message.
const LONGEST: usize = 300;

/// Reasons that are named why an implementation does not read an array.
const REASONS: usize = 2;

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

/// What is known of implementations, and of what it is.
struct ReadersOf<'a> {
    readers: &'a Readers,
    /// How many there are in the store.
    number: u64,
    /// What they are, in the plural.
    what: &'static str,
    /// What is asked.
    question: &'static str,
    /// Others of which nothing is known.
    not_valid: Option<String>,
}

impl<'a> ReadersOf<'a> {
    /// Those of arrays, and those of hierarchies.
    fn all(report: &'a Report) -> [Self; 2] {
        let arrays = Self {
            readers: &report.readers,
            number: report.arrays_found,
            what: "arrays",
            question: "Who reads which arrays, as far as checks show",
            not_valid: not_valid(report),
        };
        let hierarchies = Self {
            readers: &report.hierarchy_readers,
            number: report.hierarchies_found,
            what: "hierarchies",
            question: "Who finds the nodes of which hierarchies, as far as checks show",
            not_valid: None,
        };
        [arrays, hierarchies]
    }
}

/// A hierarchy in a few words.
fn hierarchy(hierarchy: &HierarchyReport) -> String {
    let [groups, arrays] = [(hierarchy.groups, "group"), (hierarchy.arrays, "array")];
    let parts = [groups, arrays].map(|(number, what)| (number, counted(number, what)));
    listed(parts)
}

/// What a hierarchy has that a reader could get wrong, with where that is.
fn uses(hierarchy: &HierarchyReport) -> impl Iterator<Item = (&str, &Tally)> {
    let usual = [GROUPS, ARRAYS, LEVELS, NO_ATTRIBUTES];
    let uses = hierarchy
        .uses
        .iter()
        .map(|(it, where_)| (it.as_str(), where_));
    uses.filter(move |(it, _)| !usual.contains(it))
}

/// What consolidated metadata disagree with, in words.
fn disagreements(of: &Disagreement) -> impl Iterator<Item = (&'static str, &Tally)> {
    let tallies = [
        ("no document", &of.without_document),
        ("no entry", &of.without_entry),
        ("differs", &of.differing),
        ("odd name", &of.odd_names),
        ("not compared", &of.not_compared),
    ];
    tallies.into_iter().filter(|(_, it)| !it.is_empty())
}

/// What is said of consolidated metadata that disagree.
fn disagreeing(of: &Disagreement) -> String {
    format!(
        "consolidated metadata of {}: {}; the text does not say whether they or the documents count",
        path_of(&of.group),
        match of.entries {
            1 => "1 entry".to_owned(),
            number => format!("{number} entries"),
        }
    )
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
        (Some(data_type), Some(shape), Some(chunk_shape)) => {
            let what = format!("{data_type} of shape {shape:?} in chunks of {chunk_shape:?}");
            let validity = match array.validity {
                Validity::Valid => String::new(),
                other => format!(", {}", other.name()),
            };
            line(&what, LONGEST) + &validity
        }
        _ => array.validity.name().to_owned(),
    }
}

/// The features of an array: what it uses, and how its document is spelled. Its rank shows in its shape.
fn features(array: &ArrayReport) -> (String, String) {
    let features = array.features.iter().filter(|it| !it.starts_with(RANK));
    let features = features.map(|it| line(it, LONGEST));
    let (written, uses): (Vec<String>, Vec<String>) =
        features.partition(|it| it.starts_with(WRITTEN));
    let written = written.iter().map(|it| &it[WRITTEN.len()..]);
    (uses.join(", "), written.collect::<Vec<_>>().join(", "))
}

/// Whether an implementation reads an array, in words.
fn known(known: Known) -> &'static str {
    match known {
        Known::Wrong => "wrong data",
        Known::Fails => "fails",
        Known::Lacks => "lacks",
        Known::Nothing => "nothing known",
        Known::Reads => "reads",
    }
}

/// What is known of implementations, those together of which the same is known: whether they read, their names, and
/// what the checks show.
fn answers(group: &OfArrays, what: &str) -> Vec<[String; 3]> {
    let mut answers: Vec<[String; 3]> = Vec::new();
    for it in &group.answers {
        let (known, shown) = (known(it.known), shown(it, what));
        let version = match &it.since {
            Some(since) => format!("{} (since {since})", it.version),
            None => it.version.clone(),
        };
        let version = line(&version, LONGEST);
        match answers.last_mut() {
            Some([last, versions, same]) if *last == known && *same == shown => {
                versions.push_str(", ");
                versions.push_str(&version);
            }
            _ => answers.push([known.to_owned(), version, shown]),
        }
    }
    answers
}

/// Arrays of which nothing is said, since they are damaged, or not valid by this version.
fn not_valid(report: &Report) -> Option<String> {
    let others = report.arrays_found.saturating_sub(report.sound_arrays);
    if others == 0 {
        return None;
    }
    Some(format!(
        "nothing said of {}: damaged, or not valid by this version",
        counted(others, "array")
    ))
}

/// What libraries make of documents that the text leaves open: in words, with their names and how many they accept.
fn takers(of: &OpenReaders) -> Vec<[String; 2]> {
    let kind = |it: &Taken| match it.accepted {
        0 => "refuses",
        all if all == it.of => "accepts",
        _ => "in part",
    };
    let mut takers = Vec::new();
    for wanted in ["accepts", "in part", "refuses"] {
        let libraries = of.libraries.iter().filter(|(_, it)| kind(it) == wanted);
        let libraries = libraries.map(|(version, it)| {
            let version = line(version, LONGEST);
            format!("{version} ({} of {})", it.accepted, it.of)
        });
        let libraries: Vec<String> = libraries.collect();
        if !libraries.is_empty() {
            takers.push([wanted.to_owned(), libraries.join(", ")]);
        }
    }
    takers
}

/// What stands above how libraries take open places.
const TAKERS: &str = "How libraries take what the text leaves open, of the documents of open facts";

/// What the checks show of an implementation.
fn shown(answer: &Answer, what: &str) -> String {
    let features = answer.features.iter();
    let features: Vec<String> = features
        .map(|it| format!("\"{}\"", line(it, LONGEST)))
        .collect();
    let features = features.join(", ");
    let bad = answer.checks - answer.passed;
    match answer.known {
        Known::Nothing => format!("no check shows anything of {features}"),
        Known::Reads if answer.checks == 0 => {
            format!("each feature in some check; no check is of {what} that use nothing else")
        }
        Known::Reads => format!(
            "each feature in some check, and {}",
            of_nothing_else(answer.passed, answer, what)
        ),
        Known::Wrong | Known::Fails | Known::Lacks => {
            let number = (bad > 0).then(|| of_nothing_else(bad, answer, what));
            let shown = match (features.is_empty(), number) {
                (true, number) => number.unwrap_or_default(),
                (false, None) => format!("every check of {features}"),
                (false, Some(number)) => format!("{features}: {number}"),
            };
            // What fails in arrays that use nothing else is told with its reason below.
            let is_told_below = bad > 0 && answer.known != Known::Lacks;
            let why = if is_told_below { None } else { why(answer) };
            why.map_or(shown.clone(), |why| format!("{shown}; {why}"))
        }
    }
}

/// A number of the checks of arrays that use nothing else.
fn of_nothing_else(number: u64, answer: &Answer, what: &str) -> String {
    let checks = counted(answer.checks, "check");
    format!("{number} of {checks} of {what} that use nothing else")
}

/// Why an implementation does not read, as far as its list says.
fn why(answer: &Answer) -> Option<String> {
    let first = answer.reasons.iter().take(REASONS);
    let first: Vec<String> = first.map(|it| line(it, LONGEST)).collect();
    let more = answer.reasons.len().saturating_sub(REASONS);
    match (first.is_empty(), more) {
        (true, _) => None,
        (false, 0) => Some(first.join("; ")),
        (false, more) => Some(format!(
            "{}; and {}",
            first.join("; "),
            counted(more as u64, "more reason")
        )),
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
        ("group", "invalid", &report.invalid_groups),
        ("group", "left open by the text", &report.open_groups),
        (
            "group",
            "not known to this version",
            &report.not_known_groups,
        ),
        (
            "array without a checksum",
            "in which changed bytes that still decode cannot be noticed",
            &report.unchecked,
        ),
        (
            "node",
            "with a name that the text excludes",
            &report.excluded_names,
        ),
        (
            "node",
            "in a hierarchy below a folder without a document, of which the text leaves open whether it is a group",
            &report.apart,
        ),
        (
            "group with consolidated metadata",
            "compared with the documents",
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
    let end = [" with ", " without ", " of ", " that ", ", ", " or "];
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
    path_of(&array.path)
}

fn path_of(path: &str) -> String {
    match path {
        "" => ".".to_owned(),
        path => line(path, LONGEST),
    }
}

/// What the report comes to.
fn conclusion(report: &Report) -> String {
    let invalid = report.number_of(Validity::Invalid);
    let groups = report.invalid_groups.count;
    let unreadable = report.chunks.unreadable + report.unreadable.count;
    let wrong = listed([
        (invalid, counted(invalid, "invalid array")),
        (groups, counted(groups, "invalid group")),
        (
            report.chunks.damaged,
            counted(report.chunks.damaged, "damaged chunk"),
        ),
        (
            unreadable,
            format!("{} that cannot be read", counted(unreadable, "file")),
        ),
    ]);
    let is_beside = |it: &&ArrayReport| !it.others.is_empty();
    let beside = report.arrays.iter().filter(is_beside).count() as u64;
    let left_open = report.number_of(Validity::Open);
    let open = report.open_groups.count;
    let parts = [
        (
            "Left open by the text",
            listed([
                (left_open, counted(left_open, "array")),
                (open, counted(open, "group")),
            ]),
        ),
        (
            "With files or folders besides their chunks, which may be lost data",
            listed([(beside, counted(beside, "array"))]),
        ),
        ("Not looked at", not_looked_at(report)),
    ];
    let is_sample = report.chunks.looked_at + report.chunks.unreadable < report.chunks.stored;
    let text = match (wrong.is_empty(), report.arrays_found) {
        (false, _) => format!("Found {wrong}."),
        (true, 0) if report.groups == 0 => {
            "There is no node of version 3 that was looked at.".to_owned()
        }
        (true, _) if is_sample || report.is_partial() => {
            "Nothing that was looked at is invalid or damaged.".to_owned()
        }
        (true, _) => "Nothing is invalid or damaged.".to_owned(),
    };
    let parts = parts.into_iter().filter(|it| !it.1.is_empty());
    parts.fold(text, |text, (what, number)| {
        format!("{text} {what}: {number}.")
    })
}

/// What was found and not judged, in words.
fn not_looked_at(report: &Report) -> String {
    let not_known = report.number_of(Validity::NotKnown);
    let groups = report.not_known_groups.count;
    let (chunks, links) = (report.chunks.not_known, report.links.count);
    let (special, too_much) = (report.special.count, report.too_much.count);
    let is_early = u64::from(report.ended_early.is_some());
    listed([
        (
            not_known,
            format!("{} not known to this version", counted(not_known, "array")),
        ),
        (
            groups,
            format!("{} not known to this version", counted(groups, "group")),
        ),
        (
            chunks,
            format!("{} not decoded, or not whole", counted(chunks, "chunk")),
        ),
        (
            too_much,
            format!(
                "{} too large or too deep",
                counted(too_much, "file or folder")
            ),
        ),
        (links, counted(links, "symbolic link")),
        (special, counted(special, "device, pipe or socket")),
        (is_early, "what comes after the scan ended".to_owned()),
    ])
}

/// Those of which there are some.
fn listed<const N: usize>(parts: [(u64, String); N]) -> String {
    let parts = parts.into_iter().filter(|it| it.0 > 0).map(|it| it.1);
    parts.collect::<Vec<_>>().join(", ")
}
