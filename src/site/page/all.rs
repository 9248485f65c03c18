//! Every check that some implementation fails, beside what the others do; and the filters.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::front::heads;
use super::layout::{Place, page as layout, wide};
use super::list::{linked_mark, verdict_of};
use super::text::{id, prose};
use super::{is_told, told_checks};
use crate::site::standing::Standing;
use crate::site::{Site, names};
use zarr_conform_runner::text::counted;
use zarr_conform_runner::{CheckResult, FactId};

pub(super) fn page(site: &Site<'_>) -> Markup {
    let place = Place {
        root: "",
        above: vec![("index.html".to_owned(), "Overview".to_owned())],
        title: "All failures",
    };
    let checks = told_checks(site);
    let told = site.runs.iter().flat_map(|run| &run.results);
    let told: Vec<&CheckResult> = told.filter(|result| is_told(result)).collect();
    let body = html! {
        h1 { "All failures" }
        p.lede {
            (counted(checks.len() as u64, "check"))
            " that at least one library fails, beside what the others do."
        }
        @if !checks.is_empty() {
            (filter(site, &told, true))
            (wide("All failures", &table(site, &checks)))
        }
    };
    layout(site, &place, &body)
}

fn table(site: &Site<'_>, checks: &[&str]) -> Markup {
    html! {
        table.all {
            caption.hidden { "Checks that some library fails, by library" }
            thead { tr { th scope="col" { "Check" } (heads(site, "")) } }
            tbody { @for check in checks { (row(site, check)) } }
        }
    }
}

fn row(site: &Site<'_>, check: &str) -> Markup {
    let comment = site.runs.iter().find_map(|run| run.result(check));
    let comment = comment.map_or("", |result| result.comment.as_str());
    html! {
        tr data-row="" data-document=(FactId::new(check).document()) {
            th scope="row" {
                a href=(names::of_check(check)) { (id(check)) }
                span.about { (prose(comment)) }
            }
            @for (run, folder) in site.named() {
                @match run.result(check).map(Standing::of) {
                    Some(standing) => {
                        td data-implementation=(folder) data-verdict=(verdict_of(standing)) {
                            (linked_mark("", check, standing))
                        }
                    }
                    None => td { span.none { "no result" } }
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
