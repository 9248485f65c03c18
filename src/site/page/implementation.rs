//! The page of an implementation: its counts, what explains its failures, and all of these.

use maud::{Markup, html};

use super::all::filter;
use super::causes::{Form, causes};
use super::finding::only_seen;
use super::history;
use super::layout::{Place, page as layout, wide};
use super::text::{bar, counts, prose, theirs};
use super::{document_path, is_told, pick};
use crate::site::site_run::counted_up;
use crate::site::uses::Row;
use crate::site::{Site, names};
use zarr_conform_runner::text::counted;
use zarr_conform_runner::{CheckResult, Concern};

/// Differences from a list that are reported.
const DIFFERENCES: usize = 40;

pub(super) fn page(site: &Site<'_>, at: usize, rows: &[Row<'_>]) -> Markup {
    let run = &site.runs[at];
    let name = run.name();
    let place = Place {
        root: "../",
        above: vec![("index.html".to_owned(), "Overview".to_owned())],
        title: &name,
    };
    let told: Vec<&CheckResult> = run.results.iter().filter(|it| is_told(it)).collect();
    let of = run.counts();
    let body = html! {
        h1 { (name) " " span.version { (run.version()) } }
        p.lede {
            (counted(site.causes(at).len() as u64, "cause")) " of what fails: " (told.len()) " of " (counted(run.judged(), "check")) " that were judged. "
            @for concern in Concern::ALL {
                (concern.title()) ": " (run.came_to(concern)) ". "
            }
            @if of.required_flaky > 0 { (of.required_flaky) " did not give the same verdict in every run." }
        }
        p { (theirs(&run.header.implementation.language)) ", edition " (run.header.edition.described())
            ", offering " (theirs(&run.header.implementation.offered())) "." }
        @for warning in run.header.implementation.unknown_names() {
            p { "Warning: " (theirs(&warning)) }
        }
        @if let Some(folder) = site.history_of(at) {
            p { a href={ "../" (history::path(folder)) } { "What its releases came to" } ", and which release fixed or broke what." }
        }
        (known(site, at, of.failed + of.required_flaky))
        @if told.is_empty() {
            p { "No check failed." }
        } @else {
            (filter(site, &told, false))
            (causes(site, at, site.causes(at), Form::Whole))
        }
        (seen(site, at))
        @if !run.only_opens() {
            h2 #types { "Data types and codecs" }
            p {
                "What reading and writing arrays of each data type comes to, and with each codec, in " (name) " "
                (run.version()) ". Each cell leads to the checks that it rests on."
            }
            (wide("Data types and codecs", &pick::matrix(rows, at)))
        }
        h2 #documents { "By document" }
        (wide("By document", &documents(site, at)))
    };
    layout(site, &place, &body)
}

/// How many of the failures a list has, and where the run differs from it.
fn known(site: &Site<'_>, at: usize, bad: u64) -> Markup {
    let Some(known) = &site.known[at] else {
        return html! {};
    };
    let listed = known.listed(&site.runs[at]);
    let differences: Vec<String> = known.differences().map(|it| theirs(&it)).collect();
    html! {
        @if differences.is_empty() {
            p.known {
                @if bad == 0 { "Everything is as listed." }
                @else { "Known failures: " (listed) " of " (bad) ", all as listed." }
            }
        } @else {
            details.known {
                summary {
                    "Known failures: " (listed) " of " (bad) "; not as listed: "
                    (counted(differences.len() as u64, "difference"))
                }
                ul.reasons { @for it in differences.iter().take(DIFFERENCES) { li { (it) } } }
                @if differences.len() > DIFFERENCES {
                    p { "and " (differences.len() - DIFFERENCES) " more" }
                }
            }
        }
    }
}

fn documents(site: &Site<'_>, at: usize) -> Markup {
    let run = &site.runs[at];
    let mut documents: Vec<&str> = run.results.iter().map(CheckResult::document).collect();
    documents.sort_unstable();
    documents.dedup();
    html! {
        table {
            caption.hidden { "Counts of verdicts by document" }
            thead { tr { th scope="col" { "Document" } th scope="col" { "Checks" } } }
            tbody {
                @for document in documents {
                    @let of = counted_up(run.results.iter().filter(|it| it.document() == document));
                    tr { th scope="row" { a href={ "../" (document_path(&site.names[at], document)) } { (document) } } td.count { (bar(&of)) (counts(&of)) } }
                }
            }
        }
    }
}

/// Findings of which no check fails: what the implementation does is open, or no check is about it.
fn seen(site: &Site<'_>, at: usize) -> Markup {
    let seen = only_seen(site, at);
    html! {
        @if !seen.is_empty() {
            h2 #seen { "Seen, though no check fails" }
            ul.explanations {
                @for finding in seen {
                    li { a href={ "../" (names::of_finding(&finding.id)) } { (prose(&finding.title)) } }
                }
            }
        }
    }
}
