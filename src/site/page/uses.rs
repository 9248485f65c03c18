//! The checks behind the cells of what arrays use: of one library, a part for each thing or each two.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::is_told;
use super::layout::{Place, page as layout};
use super::pick::{TITLE, number, title, words};
use super::text::{capitalised, id};
use crate::site::standing::Standing;
use crate::site::uses::{Cell, Row, WAYS};
use crate::site::{Site, names};
use zarr_conform_runner::CheckResult;

/// The name of the page in the folder of a library.
pub(super) const FILE: &str = "uses.html";
/// Topics that are named.
const TOPICS: usize = 12;

pub(super) fn path(folder: &str) -> String {
    format!("{folder}/{FILE}")
}

pub(super) fn page(site: &Site<'_>, at: usize, rows: &[Row<'_>]) -> Markup {
    let (run, folder) = site.nth(at);
    let place = Place {
        root: "../",
        above: vec![
            ("index.html".to_owned(), "Overview".to_owned()),
            (format!("{folder}/index.html"), run.name()),
        ],
        title: TITLE,
    };
    let body = html! {
        h1 { (TITLE) }
        p.subject { (run.name()) " " (run.version()) }
        p.lede { "The checks that read and write arrays by what these use, by itself and two at a time. What fails with less than that "
            "is shown where it is about nothing else." }
        @for row in rows {
            section.uses id=(row.anchor()) {
                h2 { (title(row)) }
                @for (cell, way) in row.cells[at].iter().zip(WAYS) { (one_way(cell, way)) }
            }
        }
    };
    layout(site, &place, &body)
}

/// What reading or writing comes to, and how many checks of which topics came to what.
fn one_way(cell: &Cell<'_>, way: &str) -> Markup {
    let mut asked: Topics<'_> = BTreeMap::new();
    let mut others: BTreeMap<Standing, Topics<'_>> = BTreeMap::new();
    let mut failed: Topics<'_> = BTreeMap::new();
    for result in &cell.results {
        asked.entry(topic(result)).or_default().push(result);
        let topics = if is_told(result) {
            &mut failed
        } else {
            others.entry(Standing::of(result)).or_default()
        };
        topics.entry(topic(result)).or_default().push(result);
    }
    html! {
        p { span class={ "mark " (cell.state().class()) } { (capitalised(&words(cell, way))) (number(cell)) } }
        (failures("Fails ", &failed, &asked))
        @for (standing, topics) in &others {
            p.about {
                (capitalised(standing.label())) ": " (topics.values().map(Vec::len).sum::<usize>()) ", in "
                @for (at, topic) in topics.keys().take(TOPICS).enumerate() {
                    @if at > 0 { ", " } (id(topic))
                }
                @if topics.len() > TOPICS { " and " (topics.len() - TOPICS) " more" }
            }
        }
    }
}

fn topic(of: &CheckResult) -> &str {
    of.check.fact().topic()
}

/// Results by topic.
type Topics<'a> = BTreeMap<&'a str, Vec<&'a CheckResult>>;

/// How many of how many fail in each topic, each with a way to the first of them.
fn failures(why: &str, topics: &Topics<'_>, asked: &Topics<'_>) -> Markup {
    html! {
        @if !topics.is_empty() {
            p.about {
                (why)
                @for (at, (topic, results)) in topics.iter().enumerate() {
                    @if at > 0 { ", " }
                    a href={ "../" (names::of_check(&results[0].check)) } { (id(topic)) } " " (results.len()) " of " (asked.get(topic).map_or(0, Vec::len))
                }
            }
        }
    }
}
