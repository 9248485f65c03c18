//! The page of a finding: what is wrong, who has it, which sentences it breaks, and how to see it.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::check::demanded;
use super::layout::{Place, page as layout, wide};
use super::notes::rendered;
use super::text::{id, mark, prose};
use crate::findings::{Finding, Note};
use crate::site::cause::{Because, Cause};
use crate::site::{Site, names};
use zarr_conform_runner::CheckResult;
use zarr_conform_runner::Verdict;
use zarr_conform_runner::text::counted;

/// The findings that some implementation at hand has, in the order of their file.
pub(super) fn shown<'a>(site: &Site<'a>) -> Vec<&'a Finding> {
    let all = site.catalogue.iter().flat_map(|it| it.findings.all());
    all.filter(|it| (0..site.runs.len()).any(|at| has(site, at, it)))
        .collect()
}

/// The findings of which an implementation fails no check.
pub(super) fn only_seen<'a>(site: &Site<'a>, at: usize) -> Vec<&'a Finding> {
    let seen = shown(site).into_iter();
    seen.filter(|it| has(site, at, it) && cause(site, at, it).is_none())
        .collect()
}

fn has(site: &Site<'_>, at: usize, finding: &Finding) -> bool {
    !notes(site, at, finding).is_empty() || cause(site, at, finding).is_some()
}

/// What an implementation fails of it.
fn cause<'s, 'a>(site: &'s Site<'a>, at: usize, finding: &Finding) -> Option<&'s Cause<'a>> {
    let is_meant =
        |it: &&Cause<'_>| matches!(it.because, Because::Finding(known) if known.id == finding.id);
    site.causes(at).iter().find(is_meant)
}

/// The notes about an implementation, with their names: those that its list of known failures names.
fn notes<'a>(site: &Site<'a>, at: usize, finding: &'a Finding) -> Vec<(&'a str, &'a Note)> {
    let Some(catalogue) = site.catalogue else {
        return Vec::new();
    };
    let Some(known) = catalogue
        .adapters
        .get(&site.runs[at].header.implementation.name)
    else {
        return Vec::new();
    };
    let headings = known.headings();
    let named = finding
        .notes
        .iter()
        .filter(|it| headings.contains(it.as_str()));
    named
        .filter_map(|it| Some((it.as_str(), catalogue.note(it)?)))
        .collect()
}

/// The part of an address that leads to a note on the page of its finding.
pub(super) fn anchor(note: &str) -> String {
    names::of_word(&note.replace('/', "-"))
}

pub(super) fn page(site: &Site<'_>, finding: &Finding) -> Markup {
    let place = Place {
        root: "../",
        above: vec![
            ("index.html".to_owned(), "Overview".to_owned()),
            ("failures.html".to_owned(), "All failures".to_owned()),
        ],
        title: &finding.title,
    };
    let mut seen = BTreeSet::new();
    let notes: Vec<(&str, &Note)> = (0..site.runs.len())
        .flat_map(|at| notes(site, at, finding))
        .filter(|(name, _)| seen.insert(*name))
        .collect();
    let body = html! {
        h1 { (prose(&finding.title)) }
        p.lede { (prose(&finding.text)) }
        (group(site, finding))
        h2 #who { "Who has it" }
        (wide("Who has it", &who(site, finding)))
        (requirements(site, finding, &notes))
        @for (name, note) in &notes { (told(site, name, note)) }
        (checks(site, finding))
    };
    layout(site, &place, &body)
}

/// How bad it is.
fn group(site: &Site<'_>, finding: &Finding) -> Markup {
    let groups = site.catalogue.iter().flat_map(|it| &it.findings.group);
    let mut groups = groups.filter(|it| it.finding.iter().any(|it| it.id == finding.id));
    html! {
        @if let Some(group) = groups.next() {
            p.about { b { (prose(&group.title)) } ": " (prose(&group.about)) }
        }
    }
}

fn who(site: &Site<'_>, finding: &Finding) -> Markup {
    let having = (0..site.runs.len()).filter(|at| has(site, *at, finding));
    html! {
        table {
            caption.hidden { "Libraries that have it, and how many checks show it" }
            thead { tr {
                th scope="col" { "Library" } th scope="col" { "Verdicts" } th scope="col" { "What happens" }
            } }
            tbody {
                @for at in having {
                    @let run = &site.runs[at];
                    tr {
                        th scope="row" {
                            a href={ "../" (site.names[at]) "/index.html" } { (run.name()) }
                            " " span.version { (run.version()) }
                        }
                        td { (shows(site, at, finding)) }
                        td {
                            @for (name, note) in notes(site, at, finding) {
                                a href={ "#" (anchor(name)) } { (prose(&note.title)) } br;
                            }
                        }
                    }
                }
            }
        }
    }
}

/// How many checks show it.
fn shows(site: &Site<'_>, at: usize, finding: &Finding) -> Markup {
    let is_unsupported = |it: &&CheckResult| {
        let is_meant = site
            .finding(at, &it.check)
            .is_some_and(|it| it.id == finding.id);
        is_meant && matches!(it.verdict, Verdict::Unsupported { .. })
    };
    let unsupported = site.runs[at].results.iter().filter(is_unsupported).count();
    let cause = cause(site, at, finding);
    html! {
        @if let Some(cause) = cause {
            @for (standing, number) in cause.standings() {
                span.number { (number) " " (mark(standing)) } br;
            }
            span.about { "of " (site.failed(at)) " that it fails" }
        }
        @if unsupported > 0 { (counted(unsupported as u64, "check")) " answered as unsupported for it" }
        @if cause.is_none() && unsupported == 0 { "no check shows it; the reproduction does" }
    }
}

/// The sentences that its notes name, in the order of the registry.
fn requirements(site: &Site<'_>, finding: &Finding, notes: &[(&str, &Note)]) -> Markup {
    let of_notes = notes.iter().flat_map(|(_, note)| &note.requirements);
    let mut named: BTreeSet<&str> = of_notes.map(String::as_str).collect();
    if named.is_empty() {
        let causes = (0..site.runs.len()).filter_map(|at| cause(site, at, finding));
        let results = causes.flat_map(|it| it.results.iter().take(1));
        named = results
            .flat_map(|it| &it.requirements)
            .map(String::as_str)
            .collect();
    }
    let all = site.registry.requirements.iter().map(|it| &it.id);
    let requirements: Vec<&String> = all.filter(|it| named.contains(it.as_str())).collect();
    html! {
        @if !requirements.is_empty() {
            h2 #demands { "What the specification says" }
            (demanded(site, &requirements))
        }
    }
}

/// What a note says.
fn told(site: &Site<'_>, name: &str, note: &Note) -> Markup {
    html! {
        section.found #(anchor(name)) {
            h2 { (prose(&note.version)) ": " (prose(&note.title)) }
            div.note { (rendered(site, name, &note.about)) }
            @if !note.upstream.is_empty() {
                h3 { "What its project knows" }
                div.note { (rendered(site, name, &note.upstream)) }
            }
            @if !note.fix.is_empty() {
                h3 { "What would fix it" }
                div.note { (rendered(site, name, &note.fix)) }
            }
            @if !note.code.is_empty() {
                h3 { "Reproduction" }
                p.about {
                    "A program that shows it with only the library"
                    @if let Some(file) = &note.reproduction { ": " code { (file) } }
                }
                pre tabindex="0" { code { (note.code) } }
            }
        }
    }
}

/// The checks that show it, by implementation.
fn checks(site: &Site<'_>, finding: &Finding) -> Markup {
    let causes = (0..site.runs.len()).filter_map(|at| Some((at, cause(site, at, finding)?)));
    let causes: Vec<(usize, &Cause<'_>)> = causes.collect();
    html! {
        @if !causes.is_empty() {
            h2 #checks { "Checks that show it" }
            @for (at, cause) in causes {
                details {
                    summary { (site.runs[at].name()) ": " (cause.results.len()) " of " (counted(site.failed(at) as u64, "check")) " that it fails" }
                    ul.checks {
                        @for result in &cause.results {
                            li { a href={ "../" (names::of_check(&result.check)) } { (id(&result.check)) } }
                        }
                    }
                }
            }
        }
    }
}
