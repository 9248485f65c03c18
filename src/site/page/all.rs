//! Everything that some implementation fails, by cause; and the filters.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};

use super::causes::{anchor, title};
use super::layout::{Place, page as layout};
use super::list::verdict_of;
use super::text::{id, mark, prose, purpose};
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
    let body = html! {
        h1 { "All failures" }
        p.lede {
            (counted(checks.len() as u64, "check"))
            " that at least one library fails, by cause, the worst first. The page of each check says what "
            "every library does."
        }
        @if !checks.is_empty() {
            (filter(site, &told, true))
            h2 { "What fails, the worst first " small { (counted(causes.len() as u64, "cause")) } }
            ol.causes { @for shared in &causes { (entry(site, shared)) } }
        }
    };
    layout(site, &place, &body)
}

fn entry(site: &Site<'_>, shared: &Shared<'_>) -> Markup {
    let mut checks: BTreeMap<&CheckId, Vec<(usize, &CheckResult)>> = BTreeMap::new();
    for (at, cause) in &shared.by_run {
        for result in &cause.results {
            checks.entry(&result.check).or_default().push((*at, result));
        }
    }
    let number = counted(checks.len() as u64, "check");
    html! {
        li data-group="" {
            h3 { (title(&shared.cause.because, "")) " " small { (number) } }
            p.verdict { (mark(shared.cause.worst())) }
            @if let Because::Finding(finding) = shared.cause.because { p { (prose(&finding.text)) } }
            ul.who { @for (at, cause) in &shared.by_run { (who(site, *at, cause)) } }
            details {
                summary { "The checks" span data-count="" {} }
                ul.checks { @for (check, results) in &checks { (row(site, check, results)) } }
            }
        }
    }
}

/// How many checks one implementation fails for a cause.
fn who(site: &Site<'_>, at: usize, cause: &Cause<'_>) -> Markup {
    let place = anchor(&cause.because)
        .map(|it| format!("#{it}"))
        .unwrap_or_default();
    html! {
        li {
            a href={ (site.names[at]) "/index.html" (place) } { (site.runs[at].name()) }
            " " (cause.results.len())
        }
    }
}

fn row(site: &Site<'_>, check: &CheckId, results: &[(usize, &CheckResult)]) -> Markup {
    html! {
        li data-row="" data-document=(check.document()) {
            a href=(names::of_check(check)) { (id(check)) }
            @if let Some((_, result)) = results.first() { p { (purpose(&result.comment)) } }
            p.verdicts {
                @for (at, result) in results {
                    @let standing = Standing::of(result);
                    span data-implementation=(site.names[*at]) data-verdict=(verdict_of(standing)) {
                        (site.runs[*at].name()) " " (mark(standing))
                    } " "
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
