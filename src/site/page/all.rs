//! Everything that some implementation fails, by cause; and the filters.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};

use super::causes::{anchor, title};
use super::layout::{Place, page as layout};
use super::list::verdict_of;
use super::text::{id, mark, prose};
use super::{is_told, told_checks};
use crate::site::cause::{Because, Cause, Shared};
use crate::site::standing::Standing;
use crate::site::{Site, names};
use zarr_conform_runner::text::counted;
use zarr_conform_runner::{CheckId, CheckResult};

pub(super) fn page(site: &Site<'_>) -> Markup {
    let place = Place {
        root: "",
        above: vec![("index.html".to_owned(), "Overview".to_owned())],
        title: "All failures",
    };
    let checks = told_checks(site);
    let told = site.runs.iter().flat_map(|run| &run.results);
    let told: Vec<&CheckResult> = told.filter(|result| is_told(result)).collect();
    let causes = site.shared_causes();
    let asked = site.runs.iter().flat_map(|run| &run.results);
    let asked: BTreeSet<&CheckId> = asked.map(|it| &it.check).collect();
    let mut judged: Judged<'_> = BTreeMap::new();
    for (at, run) in site.runs.iter().enumerate() {
        for result in run.results.iter().filter(|it| is_judged(it)) {
            *judged.entry((at, result.check.fact().topic())).or_default() += 1;
        }
    }
    let body = html! {
        h1 { "All failures" }
        p.lede {
            (checks.len()) " of " (counted(asked.len() as u64, "check"))
            " that at least one library fails, by cause, the worst first. Behind the name of a library stands how many "
            "checks it fails for the cause, of all that it fails. The page of each topic says of each of its checks what "
            "every library does."
        }
        @if !checks.is_empty() {
            (filter(site, &told, true))
            h2 { "What fails, the worst first " small { (counted(causes.len() as u64, "cause")) } }
            ol.causes { @for shared in &causes { (entry(site, shared, checks.len(), &judged)) } }
        }
    };
    layout(site, &place, &body)
}

/// How many checks of each topic were judged in each run.
type Judged<'a> = BTreeMap<(usize, &'a str), u64>;

fn is_judged(result: &CheckResult) -> bool {
    is_told(result) || Standing::of(result) == Standing::Passed
}

/// A cause of how many of all checks.
fn entry(site: &Site<'_>, shared: &Shared<'_>, all: usize, judged: &Judged<'_>) -> Markup {
    let mut checks: BTreeSet<&CheckId> = BTreeSet::new();
    let mut topics: BTreeMap<String, Topic<'_>> = BTreeMap::new();
    for (at, cause) in &shared.by_run {
        for result in &cause.results {
            let (path, _) = names::topic_and_anchor(&result.check);
            let topic = topics.entry(path).or_default();
            topic.checks.insert(&result.check);
            *topic.marks.entry((*at, Standing::of(result))).or_default() += 1;
            checks.insert(&result.check);
        }
    }
    html! {
        li data-group="" {
            h3 { (title(&shared.cause.because, "")) " " small { (checks.len()) " of " (counted(all as u64, "check")) } }
            p.verdict { (mark(shared.cause.worst())) }
            @if let Because::Finding(finding) = shared.cause.because { p { (prose(&finding.text)) } }
            ul.who { @for (at, cause) in &shared.by_run { (who(site, *at, cause)) } }
            details {
                summary { "The checks, by topic" span data-count="" {} }
                ul.checks { @for (path, topic) in &topics { (row(site, path, topic, judged)) } }
            }
        }
    }
}

/// The checks of a topic that fail for a cause, and how many of them came to what in each run.
#[derive(Default)]
struct Topic<'a> {
    checks: BTreeSet<&'a CheckId>,
    marks: BTreeMap<(usize, Standing), u64>,
}

/// How many checks one implementation fails for a cause.
fn who(site: &Site<'_>, at: usize, cause: &Cause<'_>) -> Markup {
    let place = anchor(&cause.because)
        .map(|it| format!("#{it}"))
        .unwrap_or_default();
    html! {
        li {
            a href={ (site.names[at]) "/index.html" (place) } { (site.runs[at].name()) }
            " " (cause.results.len()) " of " (site.failed(at))
        }
    }
}

fn row(site: &Site<'_>, path: &str, topic: &Topic<'_>, judged: &Judged<'_>) -> Markup {
    let first = topic.checks.first();
    let name = first.map_or("", |it| it.fact().topic());
    html! {
        li data-row="" data-document=[first.map(|it| it.document())] {
            @match (topic.checks.len(), first) {
                (1, Some(check)) => a href=(names::of_check(check)) { (id(check)) },
                (number, _) => {
                    a href=(path) { (id(name)) } ", " (counted(number as u64, "check"))
                }
            }
            @for ((at, standing), number) in &topic.marks {
                " "
                span.mark.(standing.class()) data-implementation=(site.names[*at]) data-verdict=(verdict_of(*standing)) {
                    (site.runs[*at].name()) ": " (number) " of " (judged.get(&(*at, name)).copied().unwrap_or_default()) " " (standing.label())
                }
            }
        }
    }
}

/// Fields that narrow a list: shown where scripts run, since without them they would do nothing.
pub(super) fn filter(site: &Site<'_>, told: &[&CheckResult], by_implementation: bool) -> Markup {
    let documents: BTreeSet<&str> = told.iter().map(|it| it.document()).collect();
    let standings: BTreeSet<Standing> = told.iter().map(|it| Standing::of(it)).collect();
    let mut verdicts: Vec<(&str, &str)> = Vec::new();
    for standing in standings {
        let label = match standing {
            Standing::Advice(_) => "against advice",
            other => other.label(),
        };
        if !verdicts.contains(&(verdict_of(standing), label)) {
            verdicts.push((verdict_of(standing), label));
        }
    }
    let documents: Vec<(&str, &str)> = documents.iter().map(|&it| (it, it)).collect();
    let names: Vec<(&str, String)> = site
        .named()
        .map(|(run, folder)| (folder, format!("{} {}", run.name(), run.version())))
        .collect();
    let names: Vec<(&str, &str)> = names.iter().map(|(folder, it)| (*folder, &**it)).collect();
    html! {
        form.filter data-filter="" hidden {
            fieldset {
                legend { "Show only" }
                (select("document", "Document", &documents))
                (select("verdict", "Verdict", &verdicts))
                @if by_implementation { (select("implementation", "Library", &names)) }
                button type="reset" { "Show all" }
            }
            p role="status" data-shown="" {}
        }
    }
}

fn select(name: &str, label: &str, options: &[(&str, &str)]) -> Markup {
    html! {
        label {
            span { (label) }
            select name=(name) autocomplete="off" {
                option value="" { "all" }
                @for (value, label) in options { option value=(value) { (label) } }
            }
        }
    }
}
