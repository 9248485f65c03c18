//! The page of a topic: for each check that fails, what is demanded, what was given, and what was found.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};

use super::input::Inputs;
use super::is_told;
use super::layout::{Place, page as layout, wide};
use super::text::{capitalised, id, mark, prose, purpose, theirs};
use crate::findings::Finding;
use crate::site::published::links;
use crate::site::side_by_side::{Likeness, ListComparison, Piece, compare};
use crate::site::standing::Standing;
use crate::site::{Site, names};
use zarr_conform_runner::text::counted;
use zarr_conform_runner::{
    Check, CheckResult, Difference, Explanation, Failure, FailureKind, Verdict,
};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Level;

/// Characters of a text that a page shows.
const LONGEST: usize = 3000;

/// The page of a topic: its checks that some implementation fails, each with a place of its own. What they share
/// stands once, at the end.
pub(super) fn page(site: &Site<'_>, checks: &[&str]) -> Markup {
    let mut results = checks.iter().filter_map(|it| any_result(site, it));
    let topic = results.next().map_or("", |it| it.check.fact().topic());
    let place = Place {
        root: "../",
        above: vec![
            ("index.html".to_owned(), "Overview".to_owned()),
            ("failures.html".to_owned(), "All failures".to_owned()),
        ],
        title: topic,
    };
    let results = checks.iter().filter_map(|it| any_result(site, it));
    let requirements: BTreeSet<&String> = results.flat_map(|it| &it.requirements).collect();
    let requirements: Vec<&String> = requirements.into_iter().collect();
    let all = site.checks_of(topic);
    let mut inputs = Inputs::default();
    let body = html! {
        h1.id { (id(topic)) }
        p.lede { (checks.len()) " of " (counted(all as u64, "check")) " that at least one library fails." }
        p.about {
            code { "conform --impl ADAPTER --check 'ID'" } " repeats one of them, and " code { "conform spec show ID" }
            " says all that is known of its sentences. What is marked in a document differs from the valid twin of its "
            "check."
        }
        @for check in checks { (one(site, check, &mut inputs)) }
        h2 #demands { "What the specification says" }
        (demanded(site, &requirements))
    };
    layout(site, &place, &body)
}

fn any_result<'a>(site: &Site<'a>, check: &str) -> Option<&'a CheckResult> {
    site.runs.iter().find_map(|run| run.result(check))
}

fn one<'a>(site: &Site<'_>, check: &'a str, inputs: &mut Inputs<'a>) -> Markup {
    let result = any_result(site, check);
    let (_, anchor) = names::topic_and_anchor(check);
    html! {
        section.check id=(anchor) {
            h2.id { (id(check)) }
            @if let Some(result) = result {
                p.lede { (purpose(&result.comment)) }
                (demands(site, result))
            }
            (inputs.of(site, check))
            @for (answer, runs) in answers(site, check) { (found(site, check, answer, &runs)) }
            (others(site, check))
        }
    }
}

/// What was found, and in which runs, by their positions: the same answer stands once.
fn answers<'a>(site: &Site<'a>, check: &str) -> Vec<(&'a CheckResult, Vec<usize>)> {
    let mut answers: Vec<(&CheckResult, Vec<usize>)> = Vec::new();
    for (at, run) in site.runs.iter().enumerate() {
        let Some(result) = run.result(check).filter(|it| is_told(it)) else {
            continue;
        };
        match answers
            .iter_mut()
            .find(|(known, _)| known.verdict == result.verdict)
        {
            Some((_, runs)) => runs.push(at),
            None => answers.push((result, vec![at])),
        }
    }
    answers
}

fn demands(site: &Site<'_>, result: &CheckResult) -> Markup {
    let level = match result.level {
        Level::Must => "The specification demands",
        Level::Should => "The specification recommends",
        Level::May => "The specification permits",
        Level::Open => "The specification leaves open",
    };
    // Those first that a likely cause breaks.
    let causes = site.runs.iter();
    let broken: Vec<&String> = causes
        .filter_map(|run| run.explanation(&result.check))
        .flat_map(|cause| &cause.requirements)
        .collect();
    let mut requirements: Vec<&String> = result.requirements.iter().collect();
    requirements.sort_by_key(|id| !broken.contains(id));
    html! {
        p.source {
            (level) ": "
            @for (at, requirement) in requirements.iter().enumerate() {
                @if at > 0 { ", " }
                a href={ "#" (demand(requirement)) } { code { (requirement) } }
            }
            "."
        }
        @if result.level != Level::Must {
            p.about {
                "To refuse this is not a failure. To answer with other elements or another shape is one, "
                "whatever the level."
            }
        }
    }
}

/// Where on a page a requirement stands.
fn demand(requirement: &str) -> String {
    format!("demand-{requirement}")
}

/// Requirements in words, with links to their sentences.
pub(super) fn demanded(site: &Site<'_>, requirements: &[&String]) -> Markup {
    html! {
        ul.demands {
            @for requirement in requirements {
                li id=(demand(requirement)) {
                    @if let Some(known) = site.registry.requirement(requirement) {
                        p { (prose(&known.paraphrase)) }
                        p.source {
                            code { (requirement) }
                            @for link in links(known) { " · " a href=(link.url) rel="noreferrer" { (link.text) } }
                        }
                    } @else {
                        p.source { code { (requirement) } }
                    }
                }
            }
        }
    }
}

/// What was found in these runs.
fn found(site: &Site<'_>, check: &str, result: &CheckResult, runs: &[usize]) -> Markup {
    let editions = runs.iter().map(|at| site.runs[*at].header.edition);
    let stated = editions.clone().next().and_then(|it| site.check(it, check));
    let named = |it: &Edition| *it != Edition::default();
    let named: BTreeSet<String> = editions.filter(named).map(|it| it.to_string()).collect();
    html! {
        section.found {
            h3 {
                @for (place, at) in runs.iter().enumerate() {
                    @if place > 0 { ", " }
                    (site.runs[*at].name()) " " span.version { (site.runs[*at].version()) }
                }
                " " (mark(Standing::of(result)))
            }
            @match &result.verdict {
                Verdict::Fail(failure) => (failed(stated.as_ref(), failure, &format!("{check} by {}", site.names[runs[0]]))),
                Verdict::Flaky { seen, .. } => ol { @for seen in seen { li { (short(seen)) } } },
                _ => {}
            }
            (cause(site, runs, check))
            @for edition in named {
                p.about { "Repeated with " code { "--edition " (edition) } "." }
            }
        }
    }
}

/// What failed; `place` tells its table apart from the others of the page.
fn failed(check: Option<&Check>, failure: &Failure, place: &str) -> Markup {
    let compared = |it: &Difference| compare(check?, it);
    html! {
        @match &failure.difference {
            Some(difference) => {
                @if let Some(compared) = compared(difference) {
                    p { (subject(failure)) ": " (first(difference)) }
                    (side_by_side(&compared, place))
                } @else {
                    (texts(failure))
                    p { "Here " (first(difference)) }
                }
            },
            None => (texts(failure)),
        }
        @if !failure.log.is_empty() {
            p.label { "The end of its standard error" }
            pre tabindex="0" { code { @for line in failure.log.lines() { (theirs(line)) "\n" } } }
        }
    }
}

/// What was compared, which stands in front of what was expected: `the array: elements 0102…`.
fn subject(failure: &Failure) -> String {
    let what = failure.expected.rsplit_once(": ");
    let what = theirs(what.map_or("the result", |(what, _)| what));
    capitalised(&what)
}

fn texts(failure: &Failure) -> Markup {
    html! {
        dl.texts {
            // That a refusal is expected is said by the verdict.
            @if failure.kind != FailureKind::AcceptedInvalid { dt { "Expected" } dd { (short(&failure.expected)) } }
            dt { "Found" } dd { (short(&failure.found)) }
        }
    }
}

fn short(text: &str) -> String {
    let text = theirs(text);
    match text.char_indices().nth(LONGEST) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

fn first(difference: &Difference) -> Markup {
    let (expected, found) = (theirs(&difference.expected), theirs(&difference.found));
    html! {
        @if let Some(coordinates) = &difference.coordinates {
            "the first element that differs is the one at " code { (format!("{coordinates:?}")) }
            ": " code.found { (found) } " instead of " code.expected { (expected) } ". "
            (difference.differing) " of " (counted(difference.total, "element")) " differ."
        } @else {
            "the first byte that differs is byte " (difference.offset)
            ": from there " code.found { (found) } " instead of " code.expected { (expected) } ". "
            (difference.differing) " of " (counted(difference.total, "byte")) " differ."
        }
    }
}

fn side_by_side(compared: &ListComparison, place: &str) -> Markup {
    let (before, after) = compared.hidden;
    let label = format!("Expected and found in {place}");
    let table = html! {
        table.bytes {
            caption { "Expected and found " (compared.of) "; what differs is underlined" }
            thead { tr {
                th scope="col" { (compared.places) }
                th scope="col" { "Expected" }
                th scope="col" { "Found" }
            } }
            tbody {
                @for row in &compared.rows {
                    tr {
                        th scope="row" { (row.place) }
                        td { code { @for it in &row.pieces { (piece(it, &it.expected)) " " } } }
                        td { code { @for it in &row.pieces { (piece(it, &it.found)) " " } } }
                    }
                }
            }
        }
    };
    html! {
        @if before > 0 { p.about { (counted(before as u64, "row")) " before these are the same." } }
        (wide(&label, &table))
        @if after > 0 { p.about { "And " (counted(after as u64, "more row")) "." } }
        @if compared.rows.iter().flat_map(|it| &it.pieces).any(|it| it.likeness == Likeness::Unused) {
            p.about { "Bytes in grey belong to places outside the array, where any value may stand." }
        }
    }
}

fn piece(piece: &Piece, text: &str) -> Markup {
    html! {
        @match piece.likeness {
            Likeness::Same => (text),
            Likeness::Unused => span.unused { (text) },
            Likeness::Differs => mark { (text) },
            Likeness::FirstDifference => mark.first { (text) },
        }
    }
}

/// The findings and misreadings that an answer of these runs belongs to, each once.
fn cause(site: &Site<'_>, runs: &[usize], check: &str) -> Markup {
    let findings = runs.iter().filter_map(|at| site.finding(*at, check));
    let findings: BTreeMap<&str, &Finding> = findings.map(|it| (it.id.as_str(), it)).collect();
    let explained = runs
        .iter()
        .filter_map(|at| site.runs[*at].explanation(check));
    let explained: BTreeMap<&str, &Explanation> =
        explained.map(|it| (it.misreading.as_str(), it)).collect();
    html! {
        @for finding in findings.values() {
            p.cause {
                "Finding: " a href={ "../" (names::of_finding(&finding.id)) } { (prose(&finding.title)) }
                "."
            }
        }
        @for explanation in explained.values() {
            p.cause {
                "This is what one gets when " (prose(&explanation.when))
                " (" code { (theirs(&explanation.misreading)) } "), which explains "
                (counted(explanation.checks.len() as u64, "failure")) " of this library."
            }
        }
    }
}

/// Those that do not fail, by what they came to.
fn others(site: &Site<'_>, check: &str) -> Markup {
    let mut others: BTreeMap<Standing, Vec<String>> = BTreeMap::new();
    for run in site.runs {
        let standing = run.result(check).map_or(Standing::NotOffered, Standing::of);
        if !standing.is_told() {
            others.entry(standing).or_default().push(run.name());
        }
    }
    html! {
        @for (standing, runs) in &others {
            p.about { (mark(*standing)) " " (runs.join(", ")) }
        }
    }
}
