//! The page of one check: what is demanded, what was given, and what was found.

use maud::{Markup, html};

use super::layout::{Place, page as layout, wide};
use super::list::linked_mark;
use super::text::{capitalised, id, mark, prose, purpose, theirs};
use crate::site::document::Document;
use crate::site::given::{Content, File, Given, Tree, given};
use crate::site::published::links;
use crate::site::side_by_side::{Likeness, ListComparison, Piece, compare};
use crate::site::standing::Standing;
use crate::site::{Site, SiteRun, names};
use zarr_conform_runner::text::counted;
use zarr_conform_runner::{CheckResult, Difference, Failure, FailureKind, Verdict};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Level;

/// Characters of a text that a page shows.
const LONGEST: usize = 3000;
/// Requirements that are reported at once.
const DEMANDS: usize = 3;

pub(super) fn page(site: &Site<'_>, check: &str) -> Markup {
    let place = Place {
        root: "../",
        above: vec![
            ("index.html".to_owned(), "Overview".to_owned()),
            ("failures.html".to_owned(), "All failures".to_owned()),
        ],
        title: check,
    };
    let result = site.runs.iter().find_map(|run| run.result(check));
    let body = html! {
        h1.id { (id(check)) }
        @if let Some(result) = result {
            p.lede { (purpose(&result.comment)) }
            (demands(site, result))
        }
        (inputs(site, check))
        @for (at, run) in site.runs.iter().enumerate() {
            @if let Some(result) = run.result(check) {
                @if let Verdict::Fail(failure) = &result.verdict {
                    (found(site, at, result, failure))
                }
                @if let Verdict::Flaky { seen, .. } = &result.verdict {
                    (flaky(site, at, result, seen))
                }
            }
        }
        (others(site, check))
    };
    layout(site, &place, &body)
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
    let shown = requirements.len().min(DEMANDS);
    html! {
        h2 { (level) }
        @if result.level != Level::Must {
            p.about {
                "To refuse this is not a failure. To answer with other elements or another shape is one, "
                "whatever the level."
            }
        }
        (demanded(site, &requirements[..shown]))
        @if shown < requirements.len() {
            details {
                summary { "and " (requirements.len() - shown) " more" }
                (demanded(site, &requirements[shown..]))
            }
        }
        p.about {
            code { "conform spec show " (id(&result.check)) }
            " says all that is known of these sentences, and quotes them from a checkout of the specification."
        }
    }
}

/// Requirements in words, with links to their sentences.
pub(super) fn demanded(site: &Site<'_>, requirements: &[&String]) -> Markup {
    html! {
        ul.demands {
            @for requirement in requirements {
                li {
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

/// What was given, once for each edition in which it differs.
fn inputs(site: &Site<'_>, check: &str) -> Markup {
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
        h2 { "What the library is given" }
        @for (edition, given) in &told {
            @if are_several { h3 { "Edition " (edition) } }
            @for (at, store) in given.stores.iter().enumerate() {
                p.label { "Store " (at + 1) }
                (tree(store))
            }
            p.label { "Asked through the adapter, one line each" }
            pre tabindex="0" { code {
                @for request in &given.requests { (request) "\n" }
            } }
        }
    }
}

fn tree(of: &Tree) -> Markup {
    html! {
        ul.tree {
            @for (name, folder) in &of.folders {
                li { span.folder { (theirs(name)) "/" } (tree(folder)) }
            }
            @for (name, it) in &of.files { li { (file(name, it)) } }
            @if of.hidden > 0 { li { "and " (counted(of.hidden as u64, "more file")) } }
        }
    }
}

fn file(name: &str, file: &File) -> Markup {
    html! {
        details open[name == "zarr.json"] {
            summary { code { (theirs(name)) } " " span.about { (counted(file.bytes as u64, "byte")) } }
            @match &file.content {
                Content::Document(it) => (document(it)),
                Content::Bytes(bytes) => pre tabindex="0" { code { (bytes) } },
            }
        }
    }
}

/// A document, with what differs from its valid twin marked.
fn document(document: &Document) -> Markup {
    html! {
        pre.document tabindex="0" { code {
            @for piece in &document.pieces {
                @if piece.is_marked { mark { (piece.text) } } @else { (piece.text) }
            }
        } }
        @if document.has_marks() {
            p.about { "What is marked differs from the valid twin of this check." }
        }
        @for missing in &document.missing {
            p.about { "The valid twin of this check has " code { (missing) } " besides." }
        }
    }
}

fn found(site: &Site<'_>, at: usize, result: &CheckResult, failure: &Failure) -> Markup {
    let run = &site.runs[at];
    let check = site.check(run.header.edition, &result.check);
    html! {
        section.found #(site.names[at]) {
            h2 { (run.name()) " " span.version { (run.version()) } " " (mark(Standing::of(result))) }
            @if let Some(difference) = &failure.difference {
                @if let Some(compared) = check.as_ref().and_then(|it| compare(it, difference)) {
                    p { (subject(failure)) ": " (first(difference)) }
                    (side_by_side(run, &compared))
                } @else {
                    (texts(failure))
                    p { "Here " (first(difference)) }
                }
            } @else {
                (texts(failure))
            }
            (cause(site, at, &result.check))
            @if !failure.log.is_empty() {
                p.label { "The end of its standard error" }
                pre tabindex="0" { code { @for line in failure.log.lines() { (theirs(line)) "\n" } } }
            }
            p.label { "To repeat it" }
            pre tabindex="0" { code { (repeat(run, &result.check)) } }
        }
    }
}

/// What each of several runs came to.
fn flaky(site: &Site<'_>, at: usize, result: &CheckResult, seen: &[String]) -> Markup {
    let run = &site.runs[at];
    html! {
        section.found #(site.names[at]) {
            h2 { (run.name()) " " span.version { (run.version()) } " " (mark(Standing::of(result))) }
            (cause(site, at, &result.check))
            ol { @for seen in seen { li { (short(seen)) } } }
            p.label { "To repeat it" }
            pre tabindex="0" { code { (repeat(run, &result.check)) } }
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
            dt { "Expected" }
            dd {
                @if failure.kind == FailureKind::AcceptedInvalid { "to be refused: " }
                (short(&failure.expected))
            }
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

fn side_by_side(run: &SiteRun, compared: &ListComparison) -> Markup {
    let (before, after) = compared.hidden;
    let label = format!("Expected and found {}", compared.of);
    let table = html! {
        table.bytes {
            caption { "Expected and found " (compared.of) "; what differs is underlined" }
            thead { tr {
                th scope="col" { (compared.places) }
                th scope="col" { "Expected" }
                th scope="col" { "Found in " (run.name()) }
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

fn cause(site: &Site<'_>, at: usize, check: &str) -> Markup {
    let run = &site.runs[at];
    html! {
        @if let Some(finding) = site.finding(at, check) {
            p.cause {
                "It belongs to the finding " a href={ "../" (names::of_finding(&finding.id)) } { (prose(&finding.title)) }
                "."
            }
        }
        @if let Some(explanation) = run.explanation(check) {
            p.cause {
                "This is what one gets when " (prose(&explanation.when))
                " (" code { (theirs(&explanation.misreading)) } "), which explains "
                (counted(explanation.checks.len() as u64, "failure")) " of this library."
            }
        }
    }
}

/// The command that asks this check again; the adapter's author knows its command.
fn repeat(run: &SiteRun, check: &str) -> String {
    let edition = match run.header.edition {
        edition if edition == Edition::default() => String::new(),
        edition => format!(" --edition {edition}"),
    };
    format!("conform --impl ADAPTER{edition} --check '{check}'")
}

fn others(site: &Site<'_>, check: &str) -> Markup {
    let table = html! {
        table {
            caption.hidden { "What each library does" }
            thead { tr { th scope="col" { "Library" } th scope="col" { "Verdict" } } }
            tbody {
                @for (at, run) in site.runs.iter().enumerate() {
                    tr {
                        th scope="row" { (run.name()) " " span.version { (run.version()) } }
                        td {
                            @match run.result(check) {
                                Some(result) if Standing::of(result).is_told() => {
                                    a href={ "#" (site.names[at]) } { (mark(Standing::of(result))) }
                                }
                                Some(result) => (linked_mark("../", check, Standing::of(result))),
                                None => span.none { "no result" },
                            }
                        }
                    }
                }
            }
        }
    };
    html! {
        h2 { "Every library" }
        (wide("Every library", &table))
    }
}
