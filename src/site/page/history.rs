//! What the releases of an implementation came to: a line for each count, what was right and then wrong, and a table with a
//! cell for each cause and release.

use maud::{Markup, html};

use super::layout::{Place, page as layout, wide};
use super::text::{capitalised, theirs};
use crate::history::{Regression, Thread, Timeline};
use crate::site::Site;
use zarr_conform_runner::Concern;
use zarr_conform_runner::text::counted;

/// The size of the drawing, in its own units.
const WIDTH: usize = 600;
const HEIGHT: usize = 160;

/// Where the page of a folder is.
pub(super) fn path(folder: &str) -> String {
    format!("{folder}/history.html")
}

pub(super) fn page(site: &Site<'_>, of: &Timeline) -> Markup {
    let place = Place {
        root: "../",
        above: vec![("index.html".to_owned(), "Overview".to_owned())],
        title: "Releases",
    };
    let (first, last) = (of.releases.first(), of.releases.last());
    let body = html! {
        h1 { "Releases of " (theirs(&of.name)) }
        p.lede {
            (counted(of.releases.len() as u64, "release")) " were judged by the same checks"
            @if let (Some(first), Some(last)) = (first, last) {
                ", from " (theirs(&first.version)) " to " (theirs(&last.version))
            }
            ". A number is how many checks failed, a dash that none could be judged."
        }
        @for (run, name) in site.named().filter(|(it, _)| it.header.implementation.name == of.name) {
            p { a href={ "../" (name) "/index.html" } { "What " (run.version()) " fails" } }
        }
        h2 #regressions { "Right in one release and wrong in the next" }
        @if of.regressions.is_empty() {
            p { "Nothing." }
        } @else {
            ul { @for it in &of.regressions { li { (regression(it)) } } }
        }
        h2 #counts { "All failures" }
        figure {
            (drawing(of))
            figcaption { "Failed checks by release. Solid: right data. Dashed: strictness." }
        }
        p {
            "What a release could not be asked, it did not fail: the last column counts those of the checks that another release "
            "fails."
            @if of.new_facts > 0 {
                " Not counted: " (counted(of.new_facts as u64, "fact")) " that came or changed after some of them were judged."
            }
        }
        (wide("All failures, by release", &totals(of)))
        @for concern in Concern::ALL {
            @let threads: Vec<&Thread> = of.threads.iter().filter(|it| it.concern == concern).collect();
            @if !threads.is_empty() {
                h2 #(anchor(concern)) { (concern.title()) }
                p { (concern.about()) }
                (wide(concern.title(), &causes(of, &threads)))
            }
        }
    };
    layout(site, &place, &body)
}

/// A regression in a sentence.
pub(super) fn regression(it: &Regression) -> Markup {
    html! {
        (theirs(&it.wrong_in)) " fails " (counted(it.checks.len() as u64, "check")) " that " (theirs(&it.right_in))
        " passes: " (theirs(&it.title)) ". "
        @match &it.right_again_in {
            Some(version) => { "Right again in " (theirs(version)) "." }
            None => { "The newest release still does." }
        }
    }
}

fn anchor(concern: Concern) -> &'static str {
    match concern {
        Concern::RightData => "right-data",
        Concern::Strictness => "strictness",
    }
}

/// Two lines, of which the table below has the numbers.
fn drawing(of: &Timeline) -> Markup {
    let most = of.releases.iter().flat_map(|it| it.failed.values()).max();
    let most = most.copied().unwrap_or(0).max(1);
    let steps = of.releases.len().saturating_sub(1).max(1);
    let line = |concern| {
        let points = of.releases.iter().enumerate().map(|(at, release)| {
            let failed = release.failed.get(&concern).copied().unwrap_or(0);
            format!("{},{}", at * WIDTH / steps, HEIGHT - failed * HEIGHT / most)
        });
        points.collect::<Vec<_>>().join(" ")
    };
    let view = format!("-4 -4 {} {}", WIDTH + 8, HEIGHT + 8);
    html! {
        svg.history viewBox=(view) role="img" aria-label="Failed checks by release; the table below has the numbers" {
            polyline points=(line(Concern::RightData)) {}
            polyline.dashed points=(line(Concern::Strictness)) {}
        }
    }
}

fn totals(of: &Timeline) -> Markup {
    html! {
        table {
            caption.hidden { "Failed checks, by release" }
            thead { tr {
                th scope="col" { "Release" } th scope="col" { "Published" }
                @for concern in Concern::ALL { th scope="col" { (concern.title()) } }
                th scope="col" { "Not judged" }
            } }
            tbody {
                @for it in &of.releases {
                    tr {
                        th scope="row" { (theirs(&it.version)) }
                        td {
                            (theirs(&it.date))
                            @if let Some(why) = &it.yanked { ", withdrawn: " (theirs(why)) }
                        }
                        @for concern in Concern::ALL { td.number { (it.failed.get(&concern).copied().unwrap_or(0)) } }
                        td.number { (it.not_judged) }
                    }
                }
            }
        }
    }
}

fn causes(of: &Timeline, threads: &[&Thread]) -> Markup {
    html! {
        table {
            caption.hidden { "Failed checks, by cause and release" }
            thead { tr {
                th scope="col" { "Cause" }
                @for it in &of.releases { th scope="col" { (theirs(&it.version)) } }
            } }
            tbody {
                @for thread in threads {
                    tr {
                        th scope="row" { (capitalised(&theirs(&thread.title))) }
                        @for failed in &thread.failed {
                            @match failed {
                                None => { td.number { "–" } }
                                Some(0) => { td.number.right { "0" } }
                                Some(failed) => { td.number.wrong { (failed) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
