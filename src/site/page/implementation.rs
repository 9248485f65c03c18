//! The page of an implementation: its counts, what explains its failures, and all of these.

use maud::{Markup, html};

use super::all::filter;
use super::is_told;
use super::layout::{Place, page as layout, wide};
use super::list::failures;
use super::text::{bar, counts, id, prose, theirs};
use crate::site::site_run::counted_up;
use crate::site::{Site, SiteRun, names};
use zarr_conform_runner::tell::{predictions, refusals_say};
use zarr_conform_runner::text::counted;
use zarr_conform_runner::{CheckId, CheckResult, Explanation};

/// Differences from a list that are told.
const DIFFERENCES: usize = 40;

pub(super) fn page(site: &Site<'_>, at: usize) -> Markup {
    let run = &site.runs[at];
    let name = run.name();
    let place = Place {
        root: "../",
        above: vec![("index.html".to_owned(), "Overview".to_owned())],
        title: &name,
    };
    let told: Vec<&CheckResult> = run.results.iter().filter(|it| is_told(it)).collect();
    let of = run.counts();
    let judged = of.required_passed + of.failed + of.required_flaky;
    let body = html! {
        h1 { (name) " " span.version { (run.version()) } }
        p.lede {
            @if judged == 0 { "No required check could be judged." }
            @else if of.failed + of.required_flaky == 0 { "Passed all of " (judged) " required checks that could be judged." }
            @else { "Failed " (of.failed) " of " (judged) " required checks that could be judged." }
            @if of.required_flaky > 0 { " " (of.required_flaky) " did not come to the same in every run." }
        }
        p { (theirs(&run.header.implementation.language)) ", edition " (run.header.edition.described())
            ", offering " (theirs(&run.header.implementation.offered())) "." }
        (known(site, at, of.failed + of.required_flaky))
        (wide("By document", &documents(run)))
        (explanations(run))
        @if told.is_empty() {
            p { "No check failed." }
        } @else {
            h2 #failures { "Failures" }
            (filter(site, &told, false))
            (failures(run, &told))
        }
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
                @else { "Of these, " (listed) " are known failures: everything is as listed." }
            }
        } @else {
            details.known {
                summary {
                    "Known failures: " (listed) "; not as listed: "
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

fn documents(run: &SiteRun) -> Markup {
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
                    tr { th scope="row" { (document) } td.count { (bar(&of)) (counts(&of)) } }
                }
            }
        }
    }
}

/// Misreadings of the specification that give exactly what was found.
fn explanations(run: &SiteRun) -> Markup {
    html! {
        @if !run.explanations().is_empty() {
            h2 #explanations { "What explains the failures" }
            p {
                "By each of these misreadings of the specification, nearly all of the checks that "
                "it changes fail in the way in which they failed here. "
                "They are hints at a cause; no verdict rests on them."
            }
            ul.explanations {
                @for explanation in run.explanations() { li { (explained(explanation)) } }
            }
        }
        @if !run.refusals().is_empty() {
            h2 #refusals { "Refusals with the same words" }
            p { "… stands for numbers, names and data that differ between them." }
            ul.explanations {
                @for refusals in run.refusals() {
                    li {
                        p { (theirs(&refusals.message)) }
                        (checks(&refusals_say(refusals), &refusals.checks))
                    }
                }
            }
        }
    }
}

fn explained(explanation: &Explanation) -> Markup {
    html! {
        p { (prose(&explanation.when)) " " code { (theirs(&explanation.misreading)) } }
        @let explained = counted(explanation.checks.len() as u64, "failure");
        @let summary = match predictions(explanation) {
            Some(predictions) => format!("explains {explained}; {predictions}"),
            None => format!("explains {explained}"),
        };
        (checks(&summary, &explanation.checks))
    }
}

/// Links to checks, below a summary.
fn checks(summary: &str, checks: &[CheckId]) -> Markup {
    html! {
        details {
            summary { (summary) }
            ul.checks {
                @for check in checks {
                    li { a href={ "../" (names::of_check(check)) } { (id(check)) } }
                }
            }
        }
    }
}
