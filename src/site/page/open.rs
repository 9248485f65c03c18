//! Places where the text is silent or can be read in several ways: who does what.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::differences;
use super::layout::{Place, page as layout, wide};
use super::stale;
use super::text::{id, prose, purpose, theirs};
use crate::site::standing::label_of;
use crate::site::{Site, SiteRun};
use zarr_conform_requirements::OpenPlace;
use zarr_conform_runner::text::counted;
use zarr_conform_runner::{CheckId, CheckResult, FactId, Kept, Verdict};

/// What each implementation does about a fact, in the order of the runs.
type Row<'a> = (&'a CheckResult, Vec<String>);

pub(super) fn page(site: &Site<'_>) -> Markup {
    let place = Place {
        root: "",
        above: vec![("index.html".to_owned(), "Overview".to_owned())],
        title: "Open places",
    };
    let topics = topics(site);
    let body = html! {
        h1 { "Open places of the specification" }
        p.lede {
            "Here the text is silent, or careful readers could disagree. No reading fails; "
            "this is who does what. Data that no reading gives are wrong all the same."
        }
        @if let Some(it) = site.differences { (differences::section(it)) }
        @for (topic, rows) in &topics {
            @if *topic == stale::TOPIC { (elsewhere(topic, rows)) } @else { (section(site, topic, rows)) }
        }
        (not_kept(site))
    };
    layout(site, &place, &body)
}

/// The facts at level `open` that some run saw, by topic.
fn topics<'a>(site: &Site<'a>) -> BTreeMap<&'a str, BTreeMap<&'a str, Row<'a>>> {
    let mut topics: BTreeMap<&str, BTreeMap<&str, Row<'_>>> = BTreeMap::new();
    for run in site.runs {
        for result in &run.results {
            if matches!(result.verdict, Verdict::Behaviour { .. }) {
                let fact = result.check.fact().as_str();
                let topic = fact.rsplit_once('/').map_or(fact, |(topic, _)| topic);
                let rows = topics.entry(topic).or_default();
                rows.entry(fact)
                    .or_insert_with(|| (result, site.runs.iter().map(|_| String::new()).collect()));
            }
        }
    }
    let by_fact: Vec<_> = site.runs.iter().map(by_fact).collect();
    for rows in topics.values_mut() {
        for (fact, (_, seen)) in rows {
            for (results, seen) in by_fact.iter().zip(seen) {
                let results = results.get(*fact).into_iter().flatten();
                *seen = seen_of(results.copied());
            }
        }
    }
    topics
}

/// The results of a run by fact.
pub(super) fn by_fact(run: &SiteRun) -> BTreeMap<&str, Vec<&CheckResult>> {
    let mut by_fact: BTreeMap<&str, Vec<&CheckResult>> = BTreeMap::new();
    for result in &run.results {
        let results = by_fact.entry(result.check.fact().as_str()).or_default();
        results.push(result);
    }
    by_fact
}

/// What one implementation did about one fact, through each operation that shows it.
pub(super) fn seen_of<'a>(results: impl Iterator<Item = &'a CheckResult>) -> String {
    let mut seen: Vec<(String, Vec<&str>)> = Vec::new();
    for result in results {
        let text = match &result.verdict {
            Verdict::Behaviour {
                other: Some(other), ..
            } => format!("something else: {}", theirs(other)),
            Verdict::Behaviour { readings, .. } => theirs(&readings.join("; or ")),
            Verdict::Unsupported { .. } => "not supported".to_owned(),
            Verdict::Fail(failure) => {
                format!("{}, which no reading allows", label_of(failure.kind))
            }
            _ => continue,
        };
        let text: String = text.chars().take(300).collect();
        let operation = result.operation.name();
        match seen.iter_mut().find(|(known, _)| *known == text) {
            Some((_, operations)) => operations.push(operation),
            None => seen.push((text, vec![operation])),
        }
    }
    match seen.as_slice() {
        [(text, _)] => text.clone(),
        several => {
            let told = several
                .iter()
                .map(|(text, operations)| format!("{}: {text}", operations.join(", ")));
            told.collect::<Vec<_>>().join(". ")
        }
    }
}

fn section(site: &Site<'_>, topic: &str, rows: &BTreeMap<&str, Row<'_>>) -> Markup {
    let (different, alike): (Vec<_>, Vec<_>) = rows
        .iter()
        .partition(|(_, (_, seen))| seen.iter().any(|it| it != &seen[0]));
    let requirements = rows.values().flat_map(|(result, _)| &result.requirements);
    let requirements: Vec<&String> = requirements.collect();
    let bears_on = |open: &&OpenPlace| {
        open.requirements
            .iter()
            .any(|it| requirements.contains(&it))
    };
    let label = topic.replace('/', ", ");
    html! {
        section {
            h2 #(topic.replace('/', "-")) { (label) }
            @for open in site.registry.open.iter().filter(bears_on).take(3) {
                p.question { (prose(&open.question)) }
            }
            @if !different.is_empty() { (wide(&label, &table(site, topic, &different))) }
            @if !alike.is_empty() {
                details open[site.runs.len() == 1] {
                    summary { (alike.len()) " where all do the same" }
                    (wide(&format!("{label}, all alike"), &table(site, topic, &alike)))
                }
            }
        }
    }
}

/// A topic that has a page of its own.
fn elsewhere(topic: &str, rows: &BTreeMap<&str, Row<'_>>) -> Markup {
    html! {
        section {
            h2 #(topic.replace('/', "-")) { (topic.replace('/', ", ")) }
            p {
                a href=(stale::PAGE) { "What happens when consolidated metadata is stale" }
                ": " (counted(rows.len() as u64, "case")) ", by situation and by library."
            }
        }
    }
}

/// What `create` and `write` lose although no sentence protects it; nothing where nobody does.
fn not_kept(site: &Site<'_>) -> Markup {
    let lost = Kept::ALL.map(|what| {
        (
            what,
            site.runs.iter().map(|run| losing(run, what)).collect(),
        )
    });
    let mut rows: Vec<(Kept, Vec<Vec<&CheckId>>)> = lost.into();
    rows.retain(|(_, runs)| runs.iter().any(|checks| !checks.is_empty()));
    let table = html! {
        table.open {
            caption.hidden { "What is not kept" }
            thead { tr { th scope="col" { "Behaviour" } th scope="col" { "Where it was seen" } } }
            tbody {
                @for (what, runs) in &rows {
                    tr {
                        th scope="row" { (what.describe()) span.about { code { (what.behaviour()) } } }
                        td { ul.does {
                            @for (run, checks) in site.runs.iter().zip(runs) {
                                @if let Some(first) = checks.first() {
                                    li { b { (run.name()) } ": " (counted(checks.len() as u64, "check")) ", such as " (id(first)) }
                                }
                            }
                        } }
                    }
                }
            }
        }
    };
    html! {
        @if !rows.is_empty() {
            section {
                h2 #not-kept { "Not kept" }
                p.question {
                    "No sentence of the specification protects attributes, dimension names or the codec "
                    "list of an array that a library creates or writes into. Users lose them all the same."
                }
                (wide("Not kept", &table))
            }
        }
    }
}

/// The checks in which a part of a document is not kept.
fn losing(run: &SiteRun, what: Kept) -> Vec<&CheckId> {
    let loses = |result: &&CheckResult| match &result.verdict {
        Verdict::Pass { not_kept, .. } => not_kept.iter().any(|it| it.what == what),
        _ => false,
    };
    run.results
        .iter()
        .filter(loses)
        .map(|it| &it.check)
        .collect()
}

/// Each case once, with what is done and who does it: however many libraries there are, nothing is off the screen.
fn table(site: &Site<'_>, topic: &str, rows: &[(&&str, &Row<'_>)]) -> Markup {
    html! {
        table.open {
            caption.hidden { "What each library does: " (topic) }
            thead { tr { th scope="col" { "Case" } th scope="col" { "Who does what" } } }
            tbody {
                @for (fact, (result, seen)) in rows {
                    tr data-row="" data-document=(FactId::new(fact).document()) {
                        th scope="row" { (purpose(&result.comment)) span.about { (id(fact)) } }
                        td { (does(site.runs.iter().map(SiteRun::name).zip(seen))) }
                    }
                }
            }
        }
    }
}

/// What is done, and who does it, in their order: libraries, or ways of asking one.
pub(super) fn does<'s>(seen: impl Iterator<Item = (String, &'s String)>) -> Markup {
    let mut does: Vec<(&str, Vec<String>)> = Vec::new();
    for (who, seen) in seen {
        let seen = match seen.as_str() {
            "" => "nothing seen",
            seen => seen,
        };
        match does.iter_mut().find(|(known, _)| *known == seen) {
            Some((_, all)) => all.push(who),
            None => does.push((seen, vec![who])),
        }
    }
    html! {
        ul.does {
            @for (what, who) in &does { li { b { (who.join(", ")) } ": " (what) } }
        }
    }
}
