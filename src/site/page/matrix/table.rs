//! The tables of writers and readers, who is at fault how often, and who took part.

use maud::{Markup, html};

use super::{MatrixPages, TITLE, by_outcome, cut, pair_path, writer_path};
use crate::matrix::{
    Exchanged, Pair, PairOutcome, Participant, Passed, Problem, REFERENCE, Writer,
};
use crate::site::answer::{State, classes};
use crate::site::page::layout::{Place, page as layout, wide};
use crate::site::page::text::theirs;
use zarr_conform_runner::text::counted;

pub(super) fn page(pages: &MatrixPages<'_>) -> Markup {
    let matrix = pages.matrix;
    let place = Place {
        root: "",
        above: vec![("index.html".to_owned(), "Overview".to_owned())],
        title: TITLE,
    };
    let body = html! {
        h1 { (TITLE) }
        p.lede {
            "Each library was asked to write " (counted(matrix.facts.len() as u64, "array"))
            " of the Zarr v3 specification, edition " (matrix.edition.described()) ", and each "
            "read a copy of what each wrote. What came back was compared to the last bit with what was to be written."
        }
        p {
            "A row is what one library wrote, a column what one library read. “" (REFERENCE)
            "” is the literal reference that this suite is built on. Where it reads a store right, a "
            "library that does not is at fault; where it does not, the library that wrote it is."
        }
        @for of in matrix.exchanged() {
            @let (title, id, fault) = titles(of);
            @if of.passed == Passed::Hierarchies {
                h2 id=(id) { (title) }
                p {
                    "Each was also asked to create groups and arrays at paths, to change attributes, to delete nodes "
                    "and to consolidate metadata, in " (of.passed.counted(of.facts.len() as u64))
                    ", and each looked for the nodes and attributes in what each left."
                }
            }
            (wide(title, &table(pages, of)))
            h2 id=(fault) { "Who is at fault" @if of.passed == Passed::Hierarchies { " for hierarchies" } }
            (wide("Who is at fault", &faults(pages, of)))
        }
        @for it in &matrix.implementations { (given_up(it)) }
        h2 #participants { "Who took part" }
        (wide("Who took part", &participants(pages)))
    };
    layout(pages.site, &place, &body)
}

/// The title of a table, and the anchors of its section and of the one about who is at fault.
fn titles(of: Exchanged<'_>) -> (&'static str, &'static str, &'static str) {
    match of.passed {
        Passed::Arrays => (TITLE, "arrays", "fault"),
        Passed::Hierarchies => (
            "Who finds the nodes of whose hierarchies",
            "hierarchies",
            "fault-for-hierarchies",
        ),
    }
}

fn table<'a>(pages: &MatrixPages<'a>, of: Exchanged<'a>) -> Markup {
    html! {
        table.overview.matrix {
            caption.hidden {
                @match of.passed {
                    Passed::Arrays => "Arrays read right, by writer and reader",
                    Passed::Hierarchies => "Hierarchies whose nodes are found, by writer and reader",
                }
            }
            thead { tr {
                th scope="col" { "Written by" }
                th scope="col" { "Wrote" }
                @for it in &pages.matrix.implementations {
                    th scope="col" { span.about { "read by " } (name(pages, it, "")) }
                }
            } }
            tbody {
                @for (at, writer, folder) in pages.writers(of) {
                    tr {
                        th scope="row" {
                            @if let Some(it) = pages.matrix.implementations.get(at) {
                                (name(pages, it, ""))
                            }
                        }
                        (wrote(of, writer, folder))
                        @for (reader, pair, reader_folder) in pages.readers(of, at) {
                            (cell(of, pair, of.cancelled(at, reader).len(), &pair_path(of, folder, reader_folder)))
                        }
                    }
                }
            }
        }
    }
}

/// What an implementation is called, with a link to its page where a run of it is shown.
fn name(pages: &MatrixPages<'_>, of: &Participant, root: &str) -> Markup {
    let mut runs = pages.site.named();
    let run = runs.find(|(run, _)| run.header.implementation == of.implementation);
    html! {
        @match run {
            Some((_, folder)) => a href={ (root) (folder) "/index.html" } { (theirs(&of.label)) },
            None => (theirs(&of.label)),
        }
    }
}

fn wrote(of: Exchanged<'_>, writer: &Writer, folder: &str) -> Markup {
    let numbers = html! { b { (writer.written()) " of " (of.facts.len()) } };
    let (state, classes) = come_to(writer.written(), &writer.problems);
    html! {
        td class={ "answer " (classes) } {
            @if state == State::Right { (numbers) } @else {
                a href=(writer_path(of, folder)) { (numbers) (outcomes(of, &writer.problems)) }
            }
        }
    }
}

/// What arrays come to of which so many are as they should be, and the others have problems; and the classes
/// of a cell that says so.
fn come_to(right: u64, problems: &[Problem]) -> (State, String) {
    let number = |is_meant: fn(PairOutcome) -> bool| {
        let meant = problems.iter().filter(|it| is_meant(it.outcome));
        meant.count() as u64
    };
    let wrong = number(PairOutcome::is_silent);
    let refused = number(|it| !it.is_silent() && !it.is_gap());
    let (state, bad) = match (wrong, refused) {
        (1.., _) => (State::Wrong, wrong),
        (0, 1..) => (State::Partly, refused),
        (0, 0) if problems.is_empty() => (State::Right, 0),
        (0, 0) => (State::NotSupported, 0),
    };
    (state, classes(state, bad, right + wrong + refused))
}

fn cell(of: Exchanged<'_>, pair: &Pair, cancelled: usize, path: &str) -> Markup {
    let (state, mut classes) = come_to(pair.same, &pair.problems);
    if cancelled > 0 && state != State::Wrong {
        "advice".clone_into(&mut classes);
    }
    let numbers = html! { b { (pair.same) " of " (pair.written()) } };
    html! {
        @if pair.written() == 0 {
            td { span.none { "nothing was written" } }
        } @else {
            td class={ "answer " (classes) } {
                @if state == State::Right && cancelled == 0 { (numbers) } @else {
                    a href=(path) {
                        (numbers)
                        (outcomes(of, &pair.problems))
                        @if cancelled > 0 { " " span { (cancelled) " by mistakes that cancel out" } }
                    }
                }
            }
        }
    }
}

/// How many problems came to what, worst first.
fn outcomes(of: Exchanged<'_>, problems: &[Problem]) -> Markup {
    html! {
        @for (outcome, problems) in by_outcome(problems) {
            " " span { (problems.len()) " " (of.passed.label(outcome)) }
        }
    }
}

fn faults(pages: &MatrixPages<'_>, of: Exchanged<'_>) -> Markup {
    html! {
        table {
            caption.hidden {
                @match of.passed {
                    Passed::Arrays => "In how many arrays each library is at fault",
                    Passed::Hierarchies => "In how many hierarchies each library is at fault",
                }
            }
            thead { tr {
                th scope="col" { "Library" }
                th scope="col" { "Wrote what the reference does not read right" }
                th scope="col" { "Does not read right what the reference reads right" }
            } }
            tbody {
                @for it in &pages.matrix.implementations {
                    @let (writer, reader) = of.at_fault(&it.label);
                    tr {
                        th scope="row" { (name(pages, it, "")) }
                        td { (of.passed.counted(writer)) }
                        td { (of.passed.counted(reader)) }
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

fn participants(pages: &MatrixPages<'_>) -> Markup {
    let matrix = pages.matrix;
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
            "store that had the metadata already. Made by zarr-conform " (theirs(&matrix.suite))
            ", " (theirs(&matrix.vectors)) "."
            @if !matrix.filters.is_empty() {
                " Only facts that match " (theirs(&matrix.filters.join(", "))) "."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is refused is not wrong, and what is not supported neither.
    #[test]
    fn a_cell_tells_refusals_from_wrong_data() {
        use PairOutcome::{Refused, Unsupported, WrongData};

        let problem = |outcome| Problem {
            fact: String::new(),
            outcome,
            at_fault: None,
            found: String::new(),
            difference: None,
            log: String::new(),
        };
        let of = |right, outcomes: &[PairOutcome]| {
            let problems: Vec<Problem> = outcomes.iter().map(|it| problem(*it)).collect();
            come_to(right, &problems)
        };
        let told = |state: State, classes: &str| (state, classes.to_owned());
        assert_eq!(of(3, &[]), told(State::Right, "passed"));
        let gap = of(3, &[Unsupported]);
        assert_eq!(gap, told(State::NotSupported, "unsupported"));
        let refused = of(98, &[Refused, Unsupported]);
        assert_eq!(refused, told(State::Partly, "partly much-1"));
        let wrong = of(1, &[Refused, WrongData]);
        assert_eq!(wrong, told(State::Wrong, "failed much-2"));
    }
}
