//! A picture of where each implementation stands: documents of the specification by implementation, each
//! cell in the colour of what its checks come to, with the number as text.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::document_path;
use super::front::heads;
use super::text::theirs;
use crate::site::Site;
use crate::site::answer::{Answer, State};
use zarr_conform_runner::CheckResult;

/// Titles of documents that no group of requirements is named after.
const TITLES: [(&str, &str); 4] = [
    ("chunk-key-encoding", "Chunk key encodings"),
    ("core", "Core: metadata and storage"),
    ("data-types", "Data types and fill values"),
    ("honesty", "Unknown names"),
];

pub(super) fn table(site: &Site<'_>, columns: &[usize]) -> Markup {
    html! {
        table.glance {
            caption.hidden { "What checks of each document come to, by library" }
            thead { tr { th scope="col" { "Document" } (heads(site, "", columns)) } }
            tbody {
                @for document in documents(site) {
                    @let title = title(site, document);
                    tr {
                        th scope="row" { (title) }
                        @for &at in columns { (cell(site, at, document, &title)) }
                    }
                }
            }
        }
    }
}

fn cell(site: &Site<'_>, at: usize, document: &str, title: &str) -> Markup {
    let results = of_document(site, at, document);
    let answer = site.answer(results.iter().copied());
    let words = in_words(&answer);
    let hint = format!("{title}, {}: {words}", site.runs[at].name());
    html! {
        td class=(answer.classes()) {
            @if results.is_empty() {
                span aria-hidden="true" { (answer.state().sign()) } span.hidden { "no checks" }
            } @else {
                a href=(document_path(&site.names[at], document)) title=(hint) {
                    span aria-hidden="true" {
                        (answer.state().sign())
                        @if answer.bad() > 0 { span.number { " " (answer.bad()) span.of { "/" (answer.judged()) } } }
                    }
                    span.hidden { (words) }
                }
            }
        }
    }
}

fn in_words(answer: &Answer) -> String {
    let label = match answer.state() {
        State::Right => "Right",
        _ => answer.label(),
    };
    format!("{label} {}", answer.detail()).trim_end().to_owned()
}

/// The documents that some run is about: those that a group of requirements is named after, in the order of
/// the groups, then others.
pub(super) fn documents<'a>(site: &Site<'a>) -> Vec<&'a str> {
    let results = site.runs.iter().flat_map(|run| &run.results);
    let mut documents: Vec<&str> = results
        .map(CheckResult::document)
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let place = |document: &&str| {
        let mut groups = site.registry.groups.iter();
        groups.position(|it| it.id == **document)
    };
    documents.sort_by_key(|it| place(it).unwrap_or(usize::MAX));
    documents
}

/// The title of a document for people; its name, where it has none.
pub(super) fn title(site: &Site<'_>, document: &str) -> String {
    let group = site.registry.groups.iter().find(|it| it.id == document);
    let known = TITLES.iter().find(|(id, _)| *id == document);
    match (group, known) {
        (Some(group), _) => group.title.clone(),
        (None, Some((_, title))) => (*title).to_owned(),
        (None, None) => theirs(document),
    }
}

/// The results of a run that are about a document.
pub(super) fn of_document<'a>(site: &Site<'a>, at: usize, document: &str) -> Vec<&'a CheckResult> {
    let results = site.runs[at].results.iter();
    results.filter(|it| it.document() == document).collect()
}
