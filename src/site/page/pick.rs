//! What an array uses, and who reads and writes it: rows of tables, a matrix of data types and codecs for one
//! library, and a page on which a reader picks what their data use. Scripts narrow the tables of that page;
//! without them, they are whole.

use maud::{Markup, html};

use super::front::heads;
use super::layout::{Place, page as layout, wide};
use super::text::theirs;
use super::uses;
use crate::site::Site;
use crate::site::answer::{Answer, State};
use crate::site::uses::{Cell, Kind, Row, Use, WAYS};

pub(super) const PAGE: &str = "pick.html";
pub(super) const TITLE: &str = "What reads your data";

pub(super) fn page(site: &Site<'_>, rows: &[Row<'_>]) -> Markup {
    let place = Place {
        root: "",
        above: vec![("index.html".to_owned(), "Overview".to_owned())],
        title: TITLE,
    };
    let columns = site.compared();
    let one: Vec<&Row<'_>> = rows.iter().filter(|it| it.uses.len() == 1).collect();
    let two: Vec<&Row<'_>> = rows.iter().filter(|it| it.uses.len() == 2).collect();
    let body = html! {
        h1 { (TITLE) }
        p.lede {
            "What arrays use, by itself and two at a time, and which library reads and writes it right. "
            "A failure counts for what most of the failures of its cause have in common; how many fail for other "
            "reasons stands behind a plus sign. Each cell leads to the checks that it rests on."
        }
        (form(site, &one, &columns))
        h2 #one { "By itself" }
        (wide("By itself", &table(site, &columns, &one)))
        h2 #two { "Two at a time" }
        (wide("Two at a time", &table(site, &columns, &two)))
    };
    layout(site, &place, &body)
}

/// Boxes to tick, and what becomes of them; shown where scripts run.
fn form(site: &Site<'_>, rows: &[&Row<'_>], columns: &[usize]) -> Markup {
    html! {
        form.filter.pick data-pick="" hidden {
            @for kind in Kind::ALL {
                fieldset {
                    legend { (kind.title()) }
                    @for it in rows.iter().flat_map(|it| &it.uses).filter(|it| it.kind == kind) {
                        label.tick { input type="checkbox" name="use" value=(it.value) autocomplete="off"; " " (theirs(&it.name)) }
                    }
                }
            }
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
        @for (at, it) in row.uses.iter().enumerate() {
            @if at > 0 { " with " }
            @match it.kind {
                Kind::Layout => (theirs(&it.name)),
                Kind::DataType | Kind::Codec => code { (theirs(&it.name)) },
            }
        }
    }
}

/// What reading and writing come to in a run, a line each, with a way to the checks. Scripts take the state of each
/// from its class.
fn cell(row: &Row<'_>, at: usize, path: &str) -> Markup {
    html! {
        td {
            a.cell href={ (path) "#" (row.anchor()) } {
                @for (cell, way) in row.cells[at].iter().zip(WAYS) {
                    @let state = cell.answer.state();
                    span.way.(state.class()) data-way=(way) data-none[cell.answer.is_nothing_done()] {
                        span aria-hidden="true" { (state.sign()) " " } (words(&cell.answer, way)) (number(cell))
                    }
                }
            }
        }
    }
}

pub(super) fn words(answer: &Answer, way: &str) -> String {
    let (verb, noun) = match way {
        "reads" => ("read", "reading"),
        _ => ("write", "writing"),
    };
    match answer.state() {
        State::Right => way.to_owned(),
        State::Wrong => format!("{way} wrong"),
        State::Partly if answer.is_nothing_done() => format!("does not {verb}"),
        State::Partly => format!("{way}, but {}", answer.label().to_lowercase()),
        State::NotSupported => format!("cannot {verb}"),
        State::NotJudged => format!("{noun} not judged"),
    }
}

/// How many of how many are not right, where that is a part.
pub(super) fn number(cell: &Cell<'_>) -> String {
    let (bad, judged) = (cell.answer.bad(), cell.answer.judged());
    match (cell.answer.state(), cell.asked.elsewhere.len()) {
        (State::Wrong | State::Partly, _) => format!(": {bad} of {judged}"),
        (State::Right, elsewhere @ 1..) => {
            format!(": all {judged} + {elsewhere}")
        }
        (State::Right, 0) => format!(": all {judged}"),
        _ => String::new(),
    }
}
