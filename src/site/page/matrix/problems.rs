//! The arrays or hierarchies that went wrong: of a pair, and of a writer.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::{MatrixPages, TABLE, TITLE, by_outcome, checks_of_writing, cut};
use crate::matrix::{AtFault, Exchanged, Pair, Problem, Writer};
use crate::site::names;
use crate::site::page::layout::{Place, page as layout};
use crate::site::page::text::{id, prose, theirs};
use zarr_conform_runner::text::escape;

/// From the pages of pairs to the root.
const ROOT: &str = "../../";

fn above() -> Vec<(String, String)> {
    vec![
        ("index.html".to_owned(), "Overview".to_owned()),
        (TABLE.to_owned(), TITLE.to_owned()),
    ]
}

/// What one did not write.
pub(super) fn of_writer(pages: &MatrixPages<'_>, of: Exchanged<'_>, writer: &Writer) -> Markup {
    let title = format!("Not written by {}", escape(&writer.writer));
    let place = Place {
        root: ROOT,
        above: above(),
        title: &title,
    };
    let facts = of.passed.counted(of.facts.len() as u64);
    let body = html! {
        h1 { (title) }
        p.lede { "It wrote " (writer.written()) " of " (facts) "." }
        (problems(pages, of, &writer.writer, &writer.problems, false))
    };
    layout(pages.site, &place, &body)
}

/// What one read otherwise than it was to be written, or only since mistakes cancel out.
pub(super) fn of_pair(
    pages: &MatrixPages<'_>,
    of: Exchanged<'_>,
    pair: &Pair,
    cancelled: &[&str],
) -> Markup {
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
            (pair.same) " of " (of.passed.counted(pair.written()))
            " were read with the " (of.passed.compared()) " that were to be written."
        }
        (problems(pages, of, &pair.writer, &pair.problems, true))
        @if !cancelled.is_empty() {
            section {
                h2 { "Mistakes that cancel out " small { (of.passed.counted(cancelled.len() as u64)) } }
                p {
                    "Read as they were to be written, although the reference reads something else: what "
                    (writer) " does wrong, " (reader) " undoes."
                }
                ul.checks { @for fact in cancelled {
                        (item(pages, fact, checks_of_writing(of, &pair.writer, fact), &html! {}))
                    } }
            }
        }
    };
    layout(pages.site, &place, &body)
}

/// Problems by what happened, worst first. Of what is not supported the reasons stand for all.
fn problems(
    pages: &MatrixPages<'_>,
    of: Exchanged<'_>,
    writer: &str,
    problems: &[Problem],
    are_of_reading: bool,
) -> Markup {
    html! {
        @for (outcome, problems) in by_outcome(problems) {
            section {
                h2 { (capital(of.passed.label(outcome))) " " small { (of.passed.counted(problems.len() as u64)) } }
                @if outcome.is_gap() { (reasons(&problems)) } @else {
                    ul.checks {
                        @for problem in problems {
                            @let is_of_reading = are_of_reading && problem.at_fault != Some(AtFault::Writer);
                            @if is_of_reading {
                                (item(pages, &problem.fact, &["read", "walk", "children", "node"], &told(problem, are_of_reading)))
                            } @else {
                                // Where the writer is at fault, its own checks tell more.
                                @let checks = checks_of_writing(of, writer, &problem.fact);
                                (item(pages, &problem.fact, checks, &told(problem, are_of_reading)))
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
fn item(pages: &MatrixPages<'_>, fact: &str, operations: &[&str], more: &Markup) -> Markup {
    let checks = operations.iter().map(|it| format!("{fact}#{it}"));
    let check = checks
        .into_iter()
        .find(|it| pages.told.contains(it.as_str()));
    let comment = pages.site.vectors.fact(fact).map(|it| it.comment.as_str());
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

fn told(problem: &Problem, is_of_reading: bool) -> Markup {
    html! {
        @match problem.at_fault {
            Some(AtFault::Writer) => p.cause { "The writer is at fault: the reference does not read this store right, either." },
            Some(AtFault::Reader) => p.cause { "The reader is at fault: the reference reads this store right." },
            None if !problem.outcome.is_gap() && is_of_reading => p.cause {
                "None is at fault: the text leaves open whether this store may be refused, or the reference cannot say."
            },
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
