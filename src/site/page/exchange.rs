//! Who reads whose data: the table, a page for each pair with problems, and one for each writer
//! with arrays that it did not write.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};

use super::layout::{Place, page as layout, wide};
use super::text::{id, prose, theirs};
use crate::report::{counted, escape};
use crate::runner::{AtFault, Matrix, Outcome, Pair, Participant, Problem, REFERENCE, Writer};
use crate::site::{Site, names};

/// The page of the table, below the root.
pub(super) const TABLE: &str = "exchange.html";
/// What the table is called.
const TITLE: &str = "Who reads whose data";
/// From the pages of pairs to the root.
const ROOT: &str = "../../";
/// The most characters of words of an implementation.
const LONGEST: usize = 600;

/// A matrix and where its pages are.
pub(super) struct Exchanged<'a> {
    site: &'a Site<'a>,
    matrix: &'a Matrix,
    /// Names of the implementations in paths.
    names: Vec<String>,
    /// Checks that have a page.
    told: BTreeSet<&'a str>,
}

impl<'a> Exchanged<'a> {
    pub(super) fn new(site: &'a Site<'a>, matrix: &'a Matrix, told: &[&'a str]) -> Self {
        let labels = matrix.implementations.iter();
        Self {
            site,
            matrix,
            names: names::of_implementations(labels.map(|it| (it.label.as_str(), ""))),
            told: told.iter().copied().collect(),
        }
    }

    /// Implementations, what each wrote, and its name in paths.
    fn writers(&self) -> impl Iterator<Item = (usize, &'a Writer, &str)> {
        let writers = self.matrix.writers.iter().zip(&self.names).enumerate();
        writers.map(|(at, (writer, name))| (at, writer, name.as_str()))
    }

    /// What one wrote and each of the others read, and the reader's name in paths.
    fn readers(&self, writer: usize) -> impl Iterator<Item = (usize, &'a Pair, &str)> {
        let pairs = self.matrix.pairs_of(writer).zip(&self.names).enumerate();
        pairs.map(|(at, (pair, name))| (at, pair, name.as_str()))
    }

    /// Facts that two implementations get right only between themselves.
    fn cancelled(&self, writer: usize, reader: usize) -> Vec<&'a str> {
        self.matrix.cancelled(writer, reader)
    }

    /// Checks of writing a fact's array: first the one that asks as this implementation was asked.
    fn checks_of_writing(&self, writer: &str, fact: &str) -> [&'static str; 2] {
        let mut writers = self.matrix.writers.iter().filter(|it| it.writer == writer);
        let is_created = writers.any(|it| it.created.iter().any(|created| created == fact));
        if is_created {
            ["create", "write"]
        } else {
            ["write", "create"]
        }
    }
}

fn pair_path(writer: &str, reader: &str) -> String {
    format!("exchange/{writer}/read-by-{reader}.html")
}

fn writer_path(writer: &str) -> String {
    format!("exchange/{writer}/index.html")
}

/// All pages, by their paths.
pub(super) fn pages(exchanged: &Exchanged<'_>, add: &mut impl FnMut(String, Markup)) {
    add(TABLE.to_owned(), table_page(exchanged));
    for (at, writer, name) in exchanged.writers() {
        if !writer.problems.is_empty() {
            add(writer_path(name), writer_page(exchanged, writer));
        }
        for (reader, pair, reader_name) in exchanged.readers(at) {
            let cancelled = exchanged.cancelled(at, reader);
            if !pair.problems.is_empty() || !cancelled.is_empty() {
                let path = pair_path(name, reader_name);
                add(path, pair_page(exchanged, pair, &cancelled));
            }
        }
    }
}

fn table_page(exchanged: &Exchanged<'_>) -> Markup {
    let matrix = exchanged.matrix;
    let place = Place {
        root: "",
        above: vec![("index.html".to_owned(), "Overview".to_owned())],
        title: TITLE,
    };
    let body = html! {
        h1 { (TITLE) }
        p.lede {
            "Each library wrote " (counted(matrix.facts.len() as u64, "array"))
            " of the Zarr v3 specification, edition " (matrix.edition) ", and each read a copy of "
            "what each wrote. What came back was compared to the last bit with what was to be written."
        }
        p {
            "A row is what one library wrote, a column what one library read. “" (REFERENCE)
            "” is the literal reference that this suite is built on. Where it reads a store right, a "
            "library that does not is at fault; where it does not, the library that wrote it is."
        }
        (wide(TITLE, &table(exchanged)))
        h2 #fault { "Who is at fault" }
        (wide("Who is at fault", &faults(exchanged)))
        @for it in &matrix.implementations { (given_up(it)) }
        h2 #surveyed { "Who took part" }
        (wide("Who took part", &participants(exchanged)))
    };
    layout(&place, &body)
}

fn table(exchanged: &Exchanged<'_>) -> Markup {
    html! {
        table.matrix.exchange {
            caption.hidden { "Arrays read right, by who wrote them and who read them" }
            thead { tr {
                th scope="col" { "Written by" }
                th scope="col" { "Wrote" }
                @for it in &exchanged.matrix.implementations {
                    th scope="col" { "read by " (name(exchanged, it, "")) }
                }
            } }
            tbody {
                @for (at, writer, folder) in exchanged.writers() {
                    tr {
                        th scope="row" {
                            @if let Some(it) = exchanged.matrix.implementations.get(at) {
                                (name(exchanged, it, ""))
                            }
                        }
                        (wrote(writer, folder, exchanged.matrix.facts.len()))
                        @for (reader, pair, reader_folder) in exchanged.readers(at) {
                            (cell(pair, exchanged.cancelled(at, reader).len(), &pair_path(folder, reader_folder)))
                        }
                    }
                }
            }
        }
    }
}

/// What an implementation is called, with a link to its page where a run of it is shown.
fn name(exchanged: &Exchanged<'_>, of: &Participant, root: &str) -> Markup {
    let mut runs = exchanged.site.named();
    let run = runs.find(|(run, _)| run.header.implementation == of.implementation);
    html! {
        @match run {
            Some((_, folder)) => a href={ (root) (folder) "/index.html" } { (theirs(&of.label)) },
            None => (theirs(&of.label)),
        }
    }
}

fn wrote(writer: &Writer, folder: &str, facts: usize) -> Markup {
    let numbers = html! { b { (writer.written()) " of " (facts) } };
    let is_whole = writer.problems.is_empty();
    let is_gap = writer.problems.iter().all(|it| it.outcome.is_gap());
    html! {
        td.answer.passed[is_whole].failed[!is_gap].unsupported[is_gap && !is_whole] {
            @if is_whole { (numbers) } @else {
                a href=(writer_path(folder)) { (numbers) (outcomes(&writer.problems)) }
            }
        }
    }
}

fn cell(pair: &Pair, cancelled: usize, path: &str) -> Markup {
    let is_gap = pair.problems.iter().all(|it| it.outcome.is_gap());
    let class = match (pair.problems.is_empty(), is_gap, cancelled) {
        (_, false, _) => "failed",
        (_, true, 1..) => "advice",
        (true, true, 0) => "passed",
        (false, true, 0) => "unsupported",
    };
    let numbers = html! { b { (pair.same) " of " (pair.written()) } };
    html! {
        @if pair.written() == 0 {
            td { span.none { "nothing was written" } }
        } @else {
            td class={ "answer " (class) } {
                @if class == "passed" { (numbers) } @else {
                    a href=(path) {
                        (numbers)
                        (outcomes(&pair.problems))
                        @if cancelled > 0 { " " span { (cancelled) " by mistakes that cancel out" } }
                    }
                }
            }
        }
    }
}

/// How many problems came to what, worst first.
fn outcomes(problems: &[Problem]) -> Markup {
    html! {
        @for (outcome, problems) in by_outcome(problems) {
            " " span { (problems.len()) " " (outcome.label()) }
        }
    }
}

fn by_outcome(problems: &[Problem]) -> BTreeMap<Outcome, Vec<&Problem>> {
    let mut by_outcome: BTreeMap<Outcome, Vec<&Problem>> = BTreeMap::new();
    for problem in problems {
        by_outcome.entry(problem.outcome).or_default().push(problem);
    }
    by_outcome
}

fn faults(exchanged: &Exchanged<'_>) -> Markup {
    html! {
        table {
            caption.hidden { "In how many arrays each library is at fault" }
            thead { tr {
                th scope="col" { "Library" }
                th scope="col" { "Wrote what the reference does not read right" }
                th scope="col" { "Does not read right what the reference reads right" }
            } }
            tbody {
                @for it in &exchanged.matrix.implementations {
                    @let (writer, reader) = exchanged.matrix.at_fault(&it.label);
                    tr {
                        th scope="row" { (name(exchanged, it, "")) }
                        td { (counted(writer, "array")) }
                        td { (counted(reader, "array")) }
                    }
                }
            }
        }
    }
}

fn given_up(it: &Participant) -> Markup {
    let reasons = [
        ("writing", &it.gave_up_writing),
        ("reading", &it.gave_up_reading),
    ];
    html! {
        @for (what, why) in reasons {
            @if let Some(why) = why {
                p { strong { (theirs(&it.label)) " was given up while " (what) ": " } (cut(why)) }
            }
        }
    }
}

fn participants(exchanged: &Exchanged<'_>) -> Markup {
    let matrix = exchanged.matrix;
    html! {
        table {
            caption.hidden { "Libraries that took part, and their versions" }
            thead { tr {
                th scope="col" { "Library" } th scope="col" { "Name" } th scope="col" { "Version" }
                th scope="col" { "Language" } th scope="col" { "Created" } th scope="col" { "Filled" }
            } }
            tbody {
                @for (it, writer) in matrix.implementations.iter().zip(&matrix.writers) {
                    tr {
                        th scope="row" { (theirs(&it.label)) }
                        td { (theirs(&it.implementation.name)) }
                        td { (theirs(&it.implementation.version)) }
                        td { (theirs(&it.implementation.language)) }
                        td { (writer.created.len()) }
                        td { (writer.filled.len()) }
                    }
                }
            }
        }
        p.about {
            "Created: by the library's own call, metadata and all. Filled: elements written into a "
            "store that had the metadata already. Surveyed by zarr-conform " (theirs(&matrix.suite))
            ", " (theirs(&matrix.vectors)) "."
            @if !matrix.filters.is_empty() {
                " Only facts that match " (theirs(&matrix.filters.join(", "))) "."
            }
        }
    }
}

fn above() -> Vec<(String, String)> {
    vec![
        ("index.html".to_owned(), "Overview".to_owned()),
        (TABLE.to_owned(), TITLE.to_owned()),
    ]
}

fn writer_page(exchanged: &Exchanged<'_>, writer: &Writer) -> Markup {
    let title = format!("Not written by {}", escape(&writer.writer));
    let place = Place {
        root: ROOT,
        above: above(),
        title: &title,
    };
    let facts = exchanged.matrix.facts.len();
    let body = html! {
        h1 { (title) }
        p.lede { "It wrote " (writer.written()) " of " (counted(facts as u64, "array")) "." }
        (problems(exchanged, &writer.writer, &writer.problems, false))
    };
    layout(&place, &body)
}

fn pair_page(exchanged: &Exchanged<'_>, pair: &Pair, cancelled: &[&str]) -> Markup {
    let (writer, reader) = (escape(&pair.writer), escape(&pair.reader));
    let title = format!("Written by {writer}, read by {reader}");
    let place = Place {
        root: ROOT,
        above: above(),
        title: &title,
    };
    let body = html! {
        h1 { (title) }
        p.lede {
            (pair.same) " of " (counted(pair.written(), "array"))
            " were read with the elements that were to be written."
        }
        (problems(exchanged, &pair.writer, &pair.problems, true))
        @if !cancelled.is_empty() {
            section {
                h2 { "Mistakes that cancel out " small { (counted(cancelled.len() as u64, "array")) } }
                p {
                    "Read as they were to be written, although the reference reads something else: what "
                    (writer) " does wrong, " (reader) " undoes. Others do not read these right."
                }
                ul.checks { @for fact in cancelled {
                        (item(exchanged, fact, &exchanged.checks_of_writing(&pair.writer, fact), &html! {}))
                    } }
            }
        }
    };
    layout(&place, &body)
}

/// Problems by what happened, worst first. Of what is not supported the reasons stand for all.
fn problems(
    exchanged: &Exchanged<'_>,
    writer: &str,
    problems: &[Problem],
    are_of_reading: bool,
) -> Markup {
    html! {
        @for (outcome, problems) in by_outcome(problems) {
            section {
                h2 { (capital(outcome.label())) " " small { (counted(problems.len() as u64, "array")) } }
                @if outcome.is_gap() { (reasons(&problems)) } @else {
                    ul.checks {
                        @for problem in problems {
                            @let is_of_reading = are_of_reading && problem.at_fault != Some(AtFault::Writer);
                            @if is_of_reading {
                                (item(exchanged, &problem.fact, &["read"], &told(problem)))
                            } @else {
                                // Where the writer is at fault, its own checks tell more.
                                @let checks = exchanged.checks_of_writing(writer, &problem.fact);
                                (item(exchanged, &problem.fact, &checks, &told(problem)))
                            }
                        }
                    }
                }
            }
        }
    }
}

fn capital(label: &str) -> String {
    let mut characters = label.chars();
    let first = characters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(characters).collect()
}

fn reasons(problems: &[&Problem]) -> Markup {
    let mut reasons: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for problem in problems {
        let facts = reasons.entry(cut(&problem.found)).or_default();
        facts.push(&problem.fact);
    }
    html! {
        ul.checks {
            @for (reason, facts) in &reasons {
                li {
                    p { b { (facts.len()) "×" } " " (reason) }
                    details {
                        summary { "Which" }
                        ul.reasons { @for fact in facts { li { (id(&theirs(fact))) } } }
                    }
                }
            }
        }
    }
}

/// A fact, with a link to the first of its checks that has a page.
fn item(exchanged: &Exchanged<'_>, fact: &str, operations: &[&str], more: &Markup) -> Markup {
    let checks = operations.iter().map(|it| format!("{fact}#{it}"));
    let check = checks
        .into_iter()
        .find(|it| exchanged.told.contains(it.as_str()));
    let comment = exchanged
        .site
        .vectors
        .fact(fact)
        .map(|it| it.comment.as_str());
    html! {
        li {
            @match &check {
                Some(check) => a href={ (ROOT) (names::of_check(check)) } { (id(check)) },
                None => (id(&theirs(fact))),
            }
            @if let Some(comment) = comment { p { (prose(comment)) } }
            (more)
        }
    }
}

fn told(problem: &Problem) -> Markup {
    html! {
        @match problem.at_fault {
            Some(AtFault::Writer) => p.cause { "The writer is at fault: the reference does not read this store right, either." },
            Some(AtFault::Reader) => p.cause { "The reader is at fault: the reference reads this store right." },
            None => {},
        }
        @match &problem.difference {
            Some(it) => p {
                @match &it.coordinates {
                    Some(place) => { "The element at " code { (format!("{place:?}")) } },
                    None => { "Byte " (it.offset) },
                }
                " is " code { (cut(&it.found)) } ", expected " code { (cut(&it.expected)) } "; "
                (it.differing) " of " (it.total) " differ."
            },
            None => p { (cut(&problem.found)) },
        }
        @if !problem.log.is_empty() {
            details { summary { "The end of its standard error" } pre { code { (problem.log.lines().map(theirs).collect::<Vec<_>>().join("\n")) } } }
        }
    }
}

fn cut(text: &str) -> String {
    theirs(text).chars().take(LONGEST).collect()
}
