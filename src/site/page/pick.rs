//! What an array uses, and who reads and writes it: rows of tables, a matrix of data types and codecs for one
//! library, and a page on which a reader picks what their data use. Scripts narrow the tables of that page;
//! without them, they are whole.

use maud::{Markup, html};

use super::front::heads;
use super::layout::{Place, page as layout, wide};
use super::text::theirs;
use super::uses;
use crate::scan::known::Known;
use crate::site::Site;
use crate::site::uses::{Cell, Kind, Picks, Row, Shown, Use, WAYS};

pub(super) const PAGE: &str = "pick.html";
pub(super) const TITLE: &str = "What reads your data";

pub(super) fn page(site: &Site<'_>, shown: &Shown<'_>) -> Markup {
    let place = Place {
        root: "",
        above: vec![("index.html".to_owned(), "Overview".to_owned())],
        title: TITLE,
    };
    let columns = site.compared();
    let rows = |number: std::ops::RangeInclusive<usize>| -> Vec<&Row<'_>> {
        let rows = shown.rows.iter();
        rows.filter(|it| number.contains(&it.uses.len())).collect()
    };
    let body = html! {
        h1 { (TITLE) }
        p.lede {
            "What arrays use, and which library reads and writes it right: by the rule of "
            code { "conform scan" } ", so that only checks count of arrays that use nothing else. "
            "What most arrays have belongs to each row: up to four dimensions, several chunks and chunks at the "
            "border of the array, chunks that are not stored, and the usual parameters of codecs. The first row is about nothing "
            "else, and the boxes of these are ticked from the beginning."
        }
        (form(site, shown, &columns))
        h2 #one { "By itself" }
        (wide("By itself", &table(site, &columns, &rows(0..=1))))
        h2 #two { "Two at a time" }
        (wide("Two at a time", &table(site, &columns, &rows(2..=2))))
    };
    layout(site, &place, &body)
}

/// Boxes to tick, and what becomes of them; shown where scripts run.
fn form(site: &Site<'_>, shown: &Shown<'_>, columns: &[usize]) -> Markup {
    let of_kind = |kind: Kind| {
        site.uses
            .all
            .iter()
            .filter(move |it| it.kind == kind && it.is_asked_for())
    };
    html! {
        form.filter.pick data-pick="" hidden {
            @for kind in Kind::MAIN { (boxes(kind, of_kind(kind))) }
            p { button type="reset" { "Show all" } }
            p role="status" data-status="" {}
            div.wide data-picked="" hidden role="region" aria-label="What is picked" tabindex="0" {
                table {
                    caption { "What is picked; the address of this page keeps it, so that it can be sent." }
                    thead { tr { th scope="col" { "Library" } @for way in WAYS { th scope="col" { (way) } } } }
                    tbody {
                        @for (run, folder) in columns.iter().map(|at| site.nth(*at)) {
                            tr {
                                th scope="row" { a href={ (folder) "/index.html" } { (run.name()) } " " span.version { (run.version()) } }
                                @for way in WAYS { td data-sum=(way) {} }
                            }
                        }
                    }
                }
            }
            details {
                summary { "More: shards, parameters, fill values, documents" }
                @for kind in Kind::ALL.into_iter().filter(|it| !Kind::MAIN.contains(it)) {
                    (boxes(kind, of_kind(kind)))
                }
            }
        }
        template data-judged="" { (judged(&Picks::of(site, shown, columns))) }
    }
}

/// What scripts sum up, as JSON.
fn judged(picks: &Picks) -> String {
    // Lists of texts and numbers can always be written.
    serde_json::to_string(picks).unwrap_or_default()
}

/// The boxes of a kind, those that most arrays have ticked.
fn boxes<'a>(kind: Kind, uses: impl Iterator<Item = &'a Use>) -> Markup {
    html! {
        fieldset {
            legend { (kind.title()) }
            @for it in uses {
                label.tick {
                    input type="checkbox" name="use" value=(it.value) checked[it.is_usual] autocomplete="off"; " "
                    (theirs(&it.name))
                }
            }
        }
    }
}

/// Who reads and writes what, a row for each thing or each two.
pub(super) fn table(site: &Site<'_>, columns: &[usize], rows: &[&Row<'_>]) -> Markup {
    html! {
        table.overview.picks {
            caption.hidden { "Who reads and writes what" }
            thead { tr { th scope="col" { "Used" } (heads(site, "", columns)) } }
            tbody {
                @for row in rows {
                    tr data-uses=(row.uses.iter().map(|it| it.value.as_str()).collect::<Vec<_>>().join(" ")) {
                        th scope="row" { (title(row)) }
                        @for &at in columns { (cell(row, at, &uses::path(&site.names[at]))) }
                    }
                }
            }
        }
    }
}

/// Data types by codecs for one library; nothing, where no array was judged.
pub(super) fn matrix(rows: &[Row<'_>], at: usize) -> Markup {
    let named = |kind: Kind| -> Vec<&Use> {
        let uses = rows.iter().filter(|it| it.uses.len() == 1);
        uses.flat_map(|it| &it.uses)
            .filter(|it| it.kind == kind)
            .collect()
    };
    let cell_of = |uses: &[&Use]| {
        let mut rows = rows.iter();
        let row = rows.find(|it| it.uses.iter().eq(uses.iter().copied()));
        row.map_or_else(none, |it| cell(it, at, uses::FILE))
    };
    let codecs = named(Kind::Codec);
    html! {
        table.overview.picks {
            caption.hidden { "Data types, and which codecs work with them" }
            thead { tr {
                th scope="col" { "Data type" } th scope="col" { "any codec" }
                @for codec in &codecs { th scope="col" { "with " code { (theirs(&codec.name)) } } }
            } }
            tbody {
                @for data_type in named(Kind::DataType) {
                    tr {
                        th scope="row" { code { (theirs(&data_type.name)) } }
                        (cell_of(&[data_type]))
                        @for codec in &codecs { (cell_of(&[data_type, codec])) }
                    }
                }
            }
        }
    }
}

fn none() -> Markup {
    html! { td { span.none { "no check" } } }
}

pub(super) fn title(row: &Row<'_>) -> Markup {
    html! {
        @if row.uses.is_empty() { "what most arrays have" }
        @for (at, it) in row.uses.iter().enumerate() {
            @if at > 0 { " with " }
            @match it.kind {
                Kind::DataType | Kind::Codec => code { (theirs(&it.name)) },
                _ => (theirs(&it.name)),
            }
        }
    }
}

/// What reading and writing come to in a run, a line each, with a way to the checks.
fn cell(row: &Row<'_>, at: usize, uses: &str) -> Markup {
    html! {
        td {
            a.cell href={ (uses) "#" (row.anchor()) } {
                @for (cell, way) in row.cells[at].iter().zip(WAYS) {
                    @let state = cell.state();
                    span.way.(state.class()) { (words(cell, way)) (number(cell)) }
                }
            }
        }
    }
}

pub(super) fn words(cell: &Cell<'_>, way: &str) -> String {
    let (verb, noun) = match way {
        "reads" => ("read", "reading"),
        _ => ("write", "writing"),
    };
    match cell.known {
        Known::Reads => way.to_owned(),
        Known::Wrong => format!("{way} wrong"),
        Known::Fails if cell.answer.is_nothing_done() => format!("does not {verb}"),
        Known::Fails => format!("{way}, but {}", cell.answer.label().to_lowercase()),
        Known::Lacks if cell.answer.judged() > 0 => format!("{way}, but not all"),
        Known::Lacks => format!("cannot {verb}"),
        Known::Nothing => format!("{noun} not judged"),
    }
}

/// How many of how many are not right, where that is a part.
pub(super) fn number(cell: &Cell<'_>) -> String {
    let judged = cell.answer.judged();
    match cell.known {
        Known::Wrong | Known::Fails => format!(": {} of {judged}", cell.answer.bad()),
        Known::Lacks if judged > 0 => {
            let lacking = cell.answer.unsupported();
            format!(": {lacking} of {} not supported", judged + lacking)
        }
        Known::Reads => match &cell.since {
            Some(since) => format!(": all {judged}, since {since}"),
            None => format!(": all {judged}"),
        },
        Known::Lacks | Known::Nothing => String::new(),
    }
}
