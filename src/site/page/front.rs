//! The first page: questions a user has, all documents at a glance, codecs, and who was judged.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::layout::{Place, page as layout, wide};
use super::text::{prose, theirs};
use super::{codec_path, glance, history, pick, question_path, stale};
use crate::history::Timeline;
use crate::report::{CodecUse, Has};
use crate::site::answer::State;
use crate::site::known::Known;
use crate::site::subject::Asked;
use crate::site::uses::{Kind, Row};
use crate::site::{Site, SiteRun};
use zarr_conform_runner::Concern;
use zarr_conform_runner::text::counted;

/// The most columns that a table of answers has room for in a window of usual width.
const FEW: usize = 11;

pub(super) fn page(site: &Site<'_>, rows: &[Row<'_>]) -> Markup {
    let place = Place {
        root: "",
        above: Vec::new(),
        title: "Which library does what right",
    };
    let columns = site.compared();
    let body = html! {
        h1 { "Which library does what right" }
        p.lede {
            "Each library was handed arrays that follow the Zarr v3 specification, and some that "
            "break it, and what it answered was compared to the last bit with what the text demands."
        }
        p {
            "Which library reads and writes arrays like yours: " a href=(pick::PAGE) { "pick what your data use" }
            ", such as a data type, or a compressor in shards."
            @if stale::has_page(site) {
                " Of groups: " a href=(stale::PAGE) { "what happens when consolidated metadata is stale" } "."
            }
        }
        (key())
        h2 #glance { "At a glance" }
        p {
            "All that the specification demands, by document. A number says how many of the checks that could be "
            "judged are wrong, or, where none is, how many fail; the stronger the colour, the greater their "
            "share. Each cell leads to its checks."
        }
        (wide("At a glance", &glance::table(site, &columns)))
        (only_opened(site, &columns))
        h2 #questions { "Questions" }
        (wide("Questions and answers", &questions(site, &columns)))
        @let codecs = site.codecs();
        @if !codecs.is_empty() {
            h2 #codecs { "Codecs" }
            p {
                "No library has to offer a codec. One that refuses it as unsupported does not fail; "
                "one that takes it is judged in full. “Partly” leads to what is refused, and where checks of "
                "the codec's own document fail, the cell says how."
            }
            (wide("Codecs", &self::codecs(site, &codecs, &columns)))
        }
        @for (kind, id) in [(Kind::DataType, "data-types"), (Kind::Layout, "layouts")] {
            @let rows: Vec<&Row<'_>> = rows.iter().filter(|it| it.uses.len() == 1 && it.uses[0].kind == kind).collect();
            @if !rows.is_empty() {
                h2 #(id) { (kind.title()) }
                p {
                    "Of how many checks of reading and of writing are wrong, of those whose arrays use nothing else but what "
                    "most arrays have."
                }
                (wide(kind.title(), &pick::table(site, &columns, &rows)))
            }
        }
        (regressions(site))
        h2 #judged { "Who was judged" }
        (wide("Who was judged", &judged(site)))
    };
    layout(site, &place, &body)
}

/// What the newest release of a library fails and an earlier one passes.
fn regressions(site: &Site<'_>) -> Markup {
    let broken = |timeline: &'_ Timeline| -> Vec<Markup> {
        let still = timeline.regressions.iter();
        let still = still.filter(|it| it.right_again_in.is_none());
        still.map(history::regression).collect()
    };
    let broken = site
        .histories
        .iter()
        .map(|(name, it)| (name, it, broken(it)));
    let broken: Vec<_> = broken.filter(|(_, _, it)| !it.is_empty()).collect();
    html! {
        @if !site.histories.is_empty() {
            h2 #regressions { "What a release broke" }
            p { "What one release of a library passes, and the newest one fails." }
            @if broken.is_empty() { p { "Nothing." } }
            @for (name, timeline, broken) in &broken {
                h3 { a href=(history::path(name)) { (theirs(&timeline.name)) } }
                ul { @for it in broken { li { (it) } } }
            }
        }
    }
}

/// What the signs and colours of answers mean.
fn key() -> Markup {
    html! {
        dl.key aria-label="What the signs mean" {
            (meaning(State::Right, "Yes", "All that could be judged is right."))
            (meaning(State::Partly, "Refuses, crashes, accepts …",
                "No wrong data, but some arrays cannot be read or written, or a mistake in metadata is overlooked."))
            (meaning(State::Wrong, "Wrong, misses damage",
                "Other data or metadata than the text demands, or data from damaged chunks, and no error."))
            (meaning(State::NotSupported, "Not supported", "The library says that it lacks this."))
        }
    }
}

fn meaning(state: State, words: &str, meaning: &str) -> Markup {
    html! {
        div {
            dt class={ "answer " (state.class()) } { b { (words) } }
            dd { (meaning) }
        }
    }
}

/// Implementations as the heads of columns.
pub(super) fn heads(site: &Site<'_>, root: &str, columns: &[usize]) -> Markup {
    html! {
        @for (run, folder) in columns.iter().map(|at| site.nth(*at)) {
            th scope="col" {
                a href={ (root) (folder) "/index.html" } { (run.name()) }
                " " span.version { (run.version()) }
            }
        }
    }
}

/// What is judged and has no column, since it reads and writes no elements.
fn only_opened(site: &Site<'_>, columns: &[usize]) -> Markup {
    let mut left = site.all();
    left.retain(|at| !columns.contains(at));
    html! {
        @if !left.is_empty() {
            p {
                "Judged only by the metadata that they accept, since they read and write no elements: "
                @for (place, (run, folder)) in left.iter().map(|at| site.nth(*at)).enumerate() {
                    @if place > 0 { ", " }
                    a href={ (folder) "/index.html" } { (run.name()) }
                    @for concern in Concern::ALL {
                        @if run.counts().of(concern).judged() > 0 {
                            " (" (concern.title()) ": " (run.came_to(concern)) ")"
                        }
                    }
                }
                "."
            }
        }
    }
}

fn questions(site: &Site<'_>, columns: &[usize]) -> Markup {
    html! {
        table.overview.answers.few[columns.len() <= FEW] {
            caption.hidden { "Answers by question and library" }
            thead { tr { th scope="col" { "Question" } (heads(site, "", columns)) } }
            tbody {
                @for (position, question) in site.questions().iter().enumerate() {
                    tr {
                        th scope="row" {
                            (question.text)
                            span.about { (prose(&question.about)) }
                        }
                        @for &at in columns {
                            @let path = question_path(&site.names[at], &question.id);
                            (answer_cell(site, at, &path, &site.answering(at, position)))
                        }
                    }
                }
            }
            tfoot {
                tr {
                    th scope="row" { "Causes" span.about { "Of all that fails: one mistake may fail one check or hundreds, so causes compare before checks do." } }
                    @for &at in columns {
                        td { a href={ (site.names[at]) "/index.html" } { (counted(site.causes(at).len() as u64, "cause")) } }
                    }
                }
                @for concern in Concern::ALL {
                    tr {
                        th scope="row" { (concern.title()) span.about { (prose(concern.about())) } }
                        @for (run, folder) in columns.iter().map(|at| site.nth(*at)) {
                            td { a href={ (folder) "/index.html" } { (run.came_to(concern)) } }
                        }
                    }
                }
            }
        }
    }
}

/// A cell that says what results of a run come to, and leads to them.
fn answer_cell(site: &Site<'_>, at: usize, path: &str, asked: &Asked<'_>) -> Markup {
    let answer = site.answer(asked.own.iter().copied());
    let words = site.words_for(at, &answer, &asked.own);
    let detail = [Some(answer.detail()), asked.not_judged()];
    let detail: Vec<String> = detail
        .into_iter()
        .flatten()
        .filter(|it| !it.is_empty())
        .collect();
    html! {
        td class={ "answer " (answer.classes()) } {
            a href=(path) {
                (who(&site.runs[at]))
                b { (answer.label()) }
                @if !detail.is_empty() { " " span { (detail.join(", ")) } }
                @if !words.is_empty() { " " span.what { (words.join(", ")) } }
            }
        }
    }
}

/// The name of the library within a cell, for windows too narrow for columns.
fn who(run: &SiteRun) -> Markup {
    html! { span.who { (run.name()) } " " }
}

/// Which library has which codec.
fn codecs(
    site: &Site<'_>,
    codecs: &BTreeMap<String, Vec<Option<CodecUse>>>,
    columns: &[usize],
) -> Markup {
    html! {
        table.overview.answers.few[columns.len() <= FEW] {
            caption.hidden { "Which library has which codec" }
            thead { tr { th scope="col" { "Codec" } (heads(site, "", columns)) } }
            tbody {
                @for (codec, found) in codecs {
                    tr {
                        th scope="row" { code { (theirs(codec)) } }
                        @for &at in columns {
                            (codec_cell(site, at, codec, found[at].as_ref()))
                        }
                    }
                }
            }
        }
    }
}

/// Whether a codec is there, and where its own checks fail, how.
fn codec_cell(site: &Site<'_>, at: usize, codec: &str, found: Option<&CodecUse>) -> Markup {
    let run = &site.runs[at];
    let Some(found) = found else {
        return html! { td.answer.not-asked { (who(run)) b { "No checks" } } };
    };
    let path = codec_path(&site.names[at], codec);
    let asked = site.of_codec(at, codec);
    let answer = site.answer(asked.own.iter().copied());
    let class = match found.has {
        Has::Lacks { .. } => "unsupported",
        _ if answer.bad() > 0 => return answer_cell(site, at, &path, &asked),
        Has::Fails => site.answer(site.about_codec(at, codec)).state().class(),
        Has::Partly => "partly",
        Has::Whole => "offered",
    };
    html! {
        td class={ "answer " (class) } {
            a href=(path) { (who(run)) b { (found.has.label()) } " " span { (found.detail()) } }
        }
    }
}

fn judged(site: &Site<'_>) -> Markup {
    let is_listed = site.known.iter().any(Option::is_some);
    html! {
        table.judged {
            caption.hidden { "Libraries, their versions and how they were judged" }
            thead { tr {
                th scope="col" { "Library" } th scope="col" { "Version" } th scope="col" { "Language" }
                th scope="col" { "Edition" } th scope="col" { "Judged by" } th scope="col" { "Checks" }
                th scope="col" { "Offers" }
                @if is_listed { th scope="col" { "Known failures" } }
            } }
            tbody {
                @for ((run, folder), known_failures) in site.named().zip(&site.known) {
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
                        @if is_listed { td { (known(run, known_failures.as_ref())) } }
                    }
                }
            }
        }
    }
}

/// How the failures of a run compare with its list.
fn known(run: &SiteRun, known: Option<&Known>) -> Markup {
    html! {
        @match known {
            None => span.none { "no list" },
            Some(known) => {
                (known.listed(run)) ", "
                @match known.differences().count() {
                    0 => "as listed",
                    number => { b { (number) " not as listed" } }
                }
            }
        }
    }
}
