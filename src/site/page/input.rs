//! What checks gave an implementation, on the page of their topic. What an earlier check of the page gave as well is
//! named and not shown again.

use std::ops::Range;

use maud::{Markup, html};

use super::text::theirs;
use crate::site::document::{Document, Piece};
use crate::site::given::{Content, File, Given, Tree, given};
use crate::site::{Site, names};
use zarr_conform_runner::text::counted;
use zarr_conform_terms::Edition;

const DOCUMENT: &str = "zarr.json";
/// Documents of a page that later ones are compared with.
const DOCUMENTS: usize = 16;
/// Lines that two documents have in common where only the others of the later one are shown.
const COMMON: usize = 6;

/// What the checks of a page gave so far, each with the check that showed it.
#[derive(Default)]
pub(super) struct Inputs<'a> {
    stores: Vec<(Tree, &'a str)>,
    documents: Vec<(String, &'a str)>,
}

impl<'a> Inputs<'a> {
    /// What a check gave, once for each edition in which it differs.
    pub(super) fn of(&mut self, site: &Site<'_>, check: &'a str) -> Markup {
        let mut told: Vec<(Edition, Given)> = Vec::new();
        for &edition in site.plans.keys() {
            if let Some(given) = site
                .check(edition, check)
                .map(|it| given(&it, site.twin(edition, check).as_ref()))
                && !told.iter().any(|(_, known)| *known == given)
            {
                told.push((edition, given));
            }
        }
        let are_several = told.len() > 1;
        html! {
            @for (edition, given) in &told {
                @for (at, store) in given.stores.iter().enumerate().filter(|(_, it)| !it.is_empty()) {
                    p.label { "Store " (at + 1) }
                    (self.store(store, check))
                }
                p.label { "Asked" @if are_several { " in edition " (edition) } }
                pre tabindex="0" { code {
                    @for request in &given.requests { (request) "\n" }
                } }
            }
        }
    }

    fn store(&mut self, store: &Tree, check: &'a str) -> Markup {
        if let Some((_, of)) = self.stores.iter().find(|(known, _)| known == store) {
            return html! { p.about { "As in " (link(of)) "." } };
        }
        let mut stores = self.stores.iter();
        let alike = stores.find(|(known, _)| have_same_chunks(known, store));
        let alike = alike.map(|(_, of)| *of);
        self.stores.push((store.clone(), check));
        match (alike, store.files.get(DOCUMENT)) {
            (Some(of), Some(document)) => html! {
                p.about { "Chunks as in " (link(of)) "." }
                ul.tree { li { (self.file(DOCUMENT, document, check)) } }
            },
            _ => self.tree(store, check),
        }
    }

    fn tree(&mut self, of: &Tree, check: &'a str) -> Markup {
        html! {
            ul.tree {
                @for (name, folder) in &of.folders {
                    li { span.folder { (theirs(name)) "/" } (self.tree(folder, check)) }
                }
                @for (name, it) in &of.files { li { (self.file(name, it, check)) } }
                @if of.hidden > 0 { li { "and " (counted(of.hidden as u64, "more file")) } }
            }
        }
    }

    fn file(&mut self, name: &str, file: &File, check: &'a str) -> Markup {
        html! {
            details open[name == DOCUMENT] {
                summary { code { (theirs(name)) } " " span.about { (counted(file.bytes as u64, "byte")) } }
                @match &file.content {
                    Content::Document(it) => (self.document(it, check)),
                    Content::Bytes(bytes) => pre tabindex="0" { code { (bytes) } },
                }
            }
        }
    }

    /// A document, with what differs from its valid twin marked: only the lines that the nearest one above does not
    /// have, where most are the same.
    fn document(&mut self, document: &Document, check: &'a str) -> Markup {
        let text = document.text();
        let apart = self
            .documents
            .iter()
            .map(|(known, of)| (Apart::new(known, &text), *of));
        let near = apart.min_by_key(|(apart, _)| apart.own.len());
        let near = near.filter(|(apart, _)| apart.is_short() && apart.has_all_marks(document));
        if near.is_none() && self.documents.len() < DOCUMENTS && !text.ends_with('…') {
            self.documents.push((text, check));
        }
        html! {
            @match near {
                Some((apart, of)) => {
                    p.about { "As in " (link(of)) (apart.instead()) }
                    @if !apart.own.is_empty() { (pieces(&document.part(&apart.own_bytes))) }
                }
                None => (pieces(&document.pieces)),
            }
            @for missing in &document.missing {
                p.about { "The valid twin of this check has " code { (missing) } " besides." }
            }
        }
    }
}

/// Whether two stores have the same chunks, and nothing else beside the document at their root.
fn have_same_chunks(one: &Tree, other: &Tree) -> bool {
    let files = |it: &Tree| it.files.len() - usize::from(it.files.contains_key(DOCUMENT));
    !one.folders.is_empty() && one.folders == other.folders && files(one) + files(other) == 0
}

/// Where two documents differ, which begin and end with the same lines.
struct Apart {
    /// Lines of the earlier one, from 0.
    theirs: Range<usize>,
    /// Lines of the later one, from 0.
    own: Range<usize>,
    /// The bytes of these.
    own_bytes: Range<usize>,
    /// Lines that are the same.
    common: usize,
}

impl Apart {
    fn new(known: &str, text: &str) -> Self {
        let known: Vec<&str> = known.split_inclusive('\n').collect();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let is_same = |(left, right): &(&&str, &&str)| left == right;
        let before = known.iter().zip(&lines).take_while(is_same).count();
        let ends = known[before..]
            .iter()
            .rev()
            .zip(lines[before..].iter().rev());
        let after = ends.take_while(is_same).count();
        let bytes = |lines: &[&str]| lines.iter().map(|it| it.len()).sum::<usize>();
        let own = before..lines.len() - after;
        Self {
            theirs: before..known.len() - after,
            own_bytes: bytes(&lines[..own.start])..bytes(&lines[..own.end]),
            own,
            common: before + after,
        }
    }

    fn is_short(&self) -> bool {
        self.common >= COMMON && self.own.len() <= self.common
    }

    /// Whether all that is marked is in these lines.
    fn has_all_marks(&self, document: &Document) -> bool {
        let marks = |pieces: &[Piece]| {
            pieces
                .iter()
                .filter(|it| it.is_marked)
                .map(|it| it.text.len())
                .sum::<usize>()
        };
        marks(&document.part(&self.own_bytes)) == marks(&document.pieces)
    }

    /// What becomes of the other lines; follows the document that is meant.
    fn instead(&self) -> String {
        let lines = match (self.theirs.start + 1, self.theirs.end) {
            (first, last) if first == last => format!("line {last}"),
            (first, last) => format!("lines {first} to {last}"),
        };
        match (self.theirs.is_empty(), self.own.is_empty()) {
            (true, true) => ".".to_owned(),
            (false, true) => format!(", without {lines}."),
            (true, false) => format!(", with this after line {}:", self.theirs.start),
            (false, false) => format!(", with this in place of {lines}:"),
        }
    }
}

/// A check that stands above.
fn link(check: &str) -> Markup {
    let (_, anchor) = names::topic_and_anchor(check);
    html! { a href={ "#" (anchor) } { code { (check.rsplit('/').next().unwrap_or(check)) } } }
}

fn pieces(pieces: &[Piece]) -> Markup {
    html! {
        pre.document tabindex="0" { code {
            @for piece in pieces {
                @if piece.is_marked { mark { (piece.text) } } @else { (piece.text) }
            }
        } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apart(known: &str, text: &str) -> (String, String) {
        let apart = Apart::new(known, text);
        (apart.instead(), text[apart.own_bytes].to_owned())
    }

    /// Whoever changes the lines of the one as it says has the other.
    #[test]
    fn what_differs_from_an_earlier_document_is_said() {
        let known = "{\n  1\n  2\n  3\n}";
        for (text, instead, own) in [
            (known, ".", ""),
            (
                "{\n  1\n  4\n  3\n}",
                ", with this in place of line 3:",
                "  4\n",
            ),
            (
                "{\n  5\n  6\n  3\n}",
                ", with this in place of lines 2 to 3:",
                "  5\n  6\n",
            ),
            ("{\n  1\n  3\n}", ", without line 3.", ""),
            (
                "{\n  1\n  2\n  2\n  3\n}",
                ", with this after line 3:",
                "  2\n",
            ),
            ("[]", ", with this in place of lines 1 to 5:", "[]"),
        ] {
            assert_eq!(
                apart(known, text),
                (instead.to_owned(), own.to_owned()),
                "{text}"
            );
        }
    }
}
