//! The overview by part of the specification: how many checks of each came to what.

use maud::{Markup, html};

use super::front::heads;
use super::group_path;
use super::layout::{Place, page as layout, wide};
use super::text::{bar, counts};
use crate::site::site_run::counted_up;
use crate::site::{Site, SiteRun};
use zarr_conform_requirements::Group;
use zarr_conform_runner::{CheckResult, Counts};

/// The page, below the root.
pub(super) const PAGE: &str = "requirements.html";

pub(super) fn page(site: &Site<'_>) -> Markup {
    let place = Place {
        root: "",
        above: vec![("index.html".to_owned(), "Overview".to_owned())],
        title: "By requirement",
    };
    let body = html! {
        h1 { "By requirement" }
        p.lede {
            "How many checks of each part of the specification came to what. A check that tests "
            "requirements of several parts counts in each; the last row counts it once."
        }
        (wide("Checks by requirement", &groups(site)))
        (explanation())
    };
    layout(site, &place, &body)
}

fn groups(site: &Site<'_>) -> Markup {
    let is_any = |group: &&Group| {
        let of_group = |run: &SiteRun| counts_of(run, group) != Counts::default();
        site.runs.iter().any(of_group)
    };
    let columns = site.compared();
    html! {
        table.overview {
            caption.hidden { "Counts of verdicts by part of the specification and library" }
            thead { tr { th scope="col" { "Part of the specification" } (heads(site, "", &columns)) } }
            tbody {
                @for group in site.registry.groups.iter().filter(is_any) {
                    tr {
                        th scope="row" { (group.title) }
                        @for (run, folder) in columns.iter().map(|at| site.nth(*at)) {
                            (cell(&group_path(folder, &group.id), &counts_of(run, group)))
                        }
                    }
                }
            }
            tfoot {
                tr {
                    th scope="row" { "All checks" }
                    @for (run, folder) in columns.iter().map(|at| site.nth(*at)) {
                        (cell(&format!("{folder}/index.html"), &run.counts()))
                    }
                }
            }
        }
    }
}

fn cell(path: &str, of: &Counts) -> Markup {
    let judged = of.passed + of.failed + of.flaky;
    html! {
        td.count {
            @if *of == Counts::default() {
                span.none { "no checks" }
            } @else {
                a href=(path) {
                    @if of.failed > 0 { b.failed { (of.failed) " failed" } }
                    @else if of.flaky > 0 { b.failed { (of.flaky) " not the same in every run" } }
                    @else if judged > 0 { b.passed { "none failed" } }
                    @else { b.not-asked { "not judged" } }
                }
                (bar(of))
                (counts(&Counts { failed: 0, ..*of }))
            }
        }
    }
}

fn counts_of(run: &SiteRun, group: &Group) -> Counts {
    counted_up(results_of(run, group))
}

/// The results of checks that test a requirement of the group.
pub(super) fn results_of<'a>(
    run: &'a SiteRun,
    group: &'a Group,
) -> impl Iterator<Item = &'a CheckResult> {
    run.results.iter().filter(|result| {
        let mut requirements = result.requirements.iter();
        requirements.any(|id| group_of(id) == group.id)
    })
}

fn explanation() -> Markup {
    html! {
        details.words {
            summary { "What the words mean" }
            dl {
                dt { "failed" } dd { "against what the specification demands" }
                dt { "not the same in every run" } dd { "the check was asked several times and the answers differ; that counts as a failure" }
                dt { "passed" } dd { "as the specification says" }
                dt { "against advice" } dd { "against what the specification recommends or permits; no failure" }
                dt { "not supported" } dd { "the library says that it lacks what the check needs, or refuses it as unsupported" }
                dt { "skipped" } dd { "asking would prove nothing, for example since a valid twin of an invalid input is refused too" }
                dt { "not asked" } dd { "the library's adapter does not offer the operation" }
                dt { "left open" } dd { "the text allows several things; what was seen is recorded on " a href="open.html" { "its own page" } }
            }
        }
    }
}

/// The group of a requirement.
fn group_of(requirement: &str) -> &str {
    requirement
        .split_once('.')
        .map_or(requirement, |(group, _)| group)
}
