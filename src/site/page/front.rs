//! The first page: questions a user has, and the overview: implementations by parts of the specification.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::layout::{Place, page as layout, wide};
use super::text::{bar, counts, prose, theirs};
use super::{codec_path, group_path, matrix, question_path};
use crate::report::{CodecUse, Has};
use crate::site::question::Question;
use crate::site::site_run::counted_up;
use crate::site::{Site, SiteRun};
use zarr_conform_requirements::Group;
use zarr_conform_runner::{CheckResult, Counts};

pub(super) fn page(site: &Site<'_>) -> Markup {
    let place = Place {
        root: "",
        above: Vec::new(),
        title: "Which library does what right",
    };
    let body = html! {
        h1 { "Which library does what right" }
        p.lede {
            "Each library was handed arrays that follow the Zarr v3 specification, and some that "
            "break it, and what it answered was compared to the last bit with what the text demands. "
            "“No” leads to the checks that failed."
        }
        h2 #questions { "Questions" }
        (wide("Questions and answers", &questions(site)))
        @let codecs = site.codecs();
        @if !codecs.is_empty() {
            h2 #codecs { "Codecs" }
            p {
                "No library has to offer a codec. One that refuses it as unsupported does not fail; "
                "one that takes it is judged in full: how right it is, the questions above and the "
                "requirements below say. “Partly” leads to what is refused."
            }
            (wide("Codecs", &self::codecs(site, &codecs)))
        }
        h2 #groups { "By requirement" }
        p {
            "How many checks of each part of the specification came to what. A check that tests "
            "requirements of several parts counts in each; the last row counts it once."
        }
        (wide("Checks by requirement", &groups(site)))
        (explanation())
        @if site.matrix.is_some() {
            h2 #matrix { "Who reads whose data" }
            p {
                "Each library wrote arrays, and each read what the others wrote: "
                a href=(matrix::TABLE) { "who reads whose data" } "."
            }
        }
        h2 #judged { "Who was judged" }
        (wide("Who was judged", &judged(site)))
    };
    layout(&place, &body)
}

/// Implementations as the heads of columns.
pub(super) fn heads(site: &Site<'_>, root: &str) -> Markup {
    html! {
        @for (run, folder) in site.named() {
            th scope="col" {
                a href={ (root) (folder) "/index.html" } { (run.name()) }
                " " span.version { (run.version()) }
            }
        }
    }
}

fn questions(site: &Site<'_>) -> Markup {
    html! {
        table.overview {
            caption.hidden { "Answers by question and library" }
            thead { tr { th scope="col" { "Question" } (heads(site, "")) } }
            tbody {
                @for question in &site.questions {
                    tr {
                        th scope="row" {
                            (question.text)
                            span.about { (prose(&question.about)) }
                        }
                        @for (run, folder) in site.named() {
                            (answer(site, run, folder, question))
                        }
                    }
                }
            }
        }
    }
}

fn answer(site: &Site<'_>, run: &SiteRun, folder: &str, question: &Question) -> Markup {
    let answer = question.answer(run, site.vectors);
    let word = answer.word();
    html! {
        td class={ "answer " (word.class()) } {
            a href=(question_path(folder, &question.id)) {
                b { (word.label()) }
                @let detail = answer.detail();
                @if !detail.is_empty() { " " span { (detail) } }
            }
        }
    }
}

/// Which library has which codec.
fn codecs(site: &Site<'_>, codecs: &BTreeMap<String, Vec<Option<CodecUse>>>) -> Markup {
    html! {
        table.overview {
            caption.hidden { "Which library has which codec" }
            thead { tr { th scope="col" { "Codec" } (heads(site, "")) } }
            tbody {
                @for (codec, found) in codecs {
                    tr {
                        th scope="row" { code { (theirs(codec)) } }
                        @for ((_, folder), found) in site.named().zip(found) {
                            (codec_cell(folder, codec, found.as_ref()))
                        }
                    }
                }
            }
        }
    }
}

fn codec_cell(folder: &str, codec: &str, found: Option<&CodecUse>) -> Markup {
    html! {
        @match found {
            None => td { span.none { "no checks" } },
            Some(found) => {
                td class={ "answer " (class_of(found)) } {
                    a href=(codec_path(folder, codec)) {
                        b { (found.has.label()) } " " span { (found.detail()) }
                    }
                }
            }
        }
    }
}

fn class_of(found: &CodecUse) -> &'static str {
    match found.has {
        Has::Lacks { .. } => "unsupported",
        Has::Fails => "failed",
        Has::Partly => "advice",
        Has::Whole => "passed",
    }
}

fn groups(site: &Site<'_>) -> Markup {
    let is_any = |group: &&Group| {
        let of_group = |run: &SiteRun| counts_of(run, group) != Counts::default();
        site.runs.iter().any(of_group)
    };
    html! {
        table.overview {
            caption.hidden { "Counts of verdicts by part of the specification and library" }
            thead { tr { th scope="col" { "Part of the specification" } (heads(site, "")) } }
            tbody {
                @for group in site.registry.groups.iter().filter(is_any) {
                    tr {
                        th scope="row" { (group.title) }
                        @for (run, folder) in site.named() {
                            (cell(&group_path(folder, &group.id), &counts_of(run, group)))
                        }
                    }
                }
            }
            tfoot {
                tr {
                    th scope="row" { "All checks" }
                    @for (run, folder) in site.named() {
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

fn judged(site: &Site<'_>) -> Markup {
    html! {
        table {
            caption.hidden { "Libraries, their versions and how they were judged" }
            thead { tr {
                th scope="col" { "Library" } th scope="col" { "Version" } th scope="col" { "Language" }
                th scope="col" { "Edition" } th scope="col" { "SiteRun by" } th scope="col" { "Checks" }
                th scope="col" { "Offers" }
            } }
            tbody {
                @for (run, folder) in site.named() {
                    @let header = &run.header;
                    tr {
                        th scope="row" { a href={ (folder) "/index.html" } { (run.name()) } }
                        td { (run.version()) }
                        td { (theirs(&header.implementation.language)) }
                        td { (header.edition.described()) }
                        td { "zarr-conform " (theirs(&header.suite)) ", " (theirs(&header.vectors)) }
                        td {
                            (run.results.len())
                            @if !header.selection.is_everything() { " of a selection" }
                        }
                        td {
                            (theirs(&header.implementation.offered()))
                            @if let Some(why) = &run.summary.ended_early {
                                br; strong { "ended early: " (theirs(why)) }
                            }
                        }
                    }
                }
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
