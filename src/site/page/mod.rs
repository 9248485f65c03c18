//! The pages, written ahead: each is whole without scripts, which add nothing but filters.

mod all;
mod causes;
mod check;
mod differences;
mod finding;
mod front;
mod glance;
mod history;
mod implementation;
mod input;
mod layout;
mod list;
mod matrix;
mod notes;
mod open;
mod pick;
mod requirements;
mod stale;
mod text;
mod uses;

use std::collections::{BTreeMap, BTreeSet};

use matrix::MatrixPages;

use super::standing::Standing;
use super::uses::Shown;
use super::{Files, Site, names};
use zarr_conform_requirements::Group;
use zarr_conform_runner::CheckResult;

/// Every file of the site.
pub(super) fn files(site: &Site<'_>) -> Files {
    let mut files = Files::new();
    let mut add = |path: String, page: maud::Markup| {
        files.insert(path, plain_quotes(&page.into_string()));
    };
    let shown = Shown::of(site);
    let rows = &shown.rows;
    add("index.html".to_owned(), front::page(site, rows));
    add(pick::PAGE.to_owned(), pick::page(site, &shown));
    add(requirements::PAGE.to_owned(), requirements::page(site));
    add("failures.html".to_owned(), all::page(site));
    add("open.html".to_owned(), open::page(site));
    if let Some(page) = stale::page(site) {
        add(stale::PAGE.to_owned(), page);
    }
    for (folder, timeline) in &site.histories {
        add(history::path(folder), history::page(site, timeline));
    }
    for at in 0..site.runs.len() {
        let folder = &site.names[at];
        add(
            format!("{folder}/index.html"),
            implementation::page(site, at, rows),
        );
        add(uses::path(folder), uses::page(site, at, rows));
        for (position, question) in site.questions().iter().enumerate() {
            let path = question_path(folder, &question.id);
            add(path, list::of_question(site, at, position));
        }
        for document in glance::documents(site) {
            let path = document_path(folder, document);
            let results = glance::of_document(site, at, document);
            if !results.is_empty() {
                add(path, list::of_document(site, at, document, &results));
            }
        }
        for used in site.codecs[at].table() {
            let path = codec_path(folder, &used.name);
            add(path, list::of_codec(site, at, &used));
        }
        let is_any = |group: &&Group| {
            requirements::results_of(&site.runs[at], group)
                .next()
                .is_some()
        };
        for group in site.registry.groups.iter().filter(is_any) {
            add(
                group_path(folder, &group.id),
                list::of_group(site, at, group),
            );
        }
    }
    let told = told_checks(site);
    let mut topics: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for check in &told {
        let (path, _) = names::topic_and_anchor(check);
        topics.entry(path).or_default().push(check);
    }
    for (path, mut checks) in topics {
        checks.sort_unstable();
        add(path, check::page(site, &checks));
    }
    for finding in finding::shown(site) {
        let path = names::of_finding(&finding.id);
        add(path, finding::page(site, finding));
    }
    if let Some(matrix) = site.matrix {
        matrix::pages(&MatrixPages::new(site, matrix, &told), &mut add);
    }
    for (path, asset) in [
        ("assets/style.css", include_str!("../assets/style.css")),
        ("assets/filter.js", include_str!("../assets/filter.js")),
    ] {
        files.insert(path.to_owned(), asset.to_owned());
    }
    files
}

/// The page with quotation marks as they are, except within tags: in text they need no escape, and documents are full of
/// them.
fn plain_quotes(page: &str) -> String {
    let mut plain = String::with_capacity(page.len());
    for tag in page.split_inclusive('<') {
        match tag.split_once('>') {
            Some((inside, text)) => {
                plain.push_str(inside);
                plain.push('>');
                plain.push_str(&text.replace("&quot;", "\""));
            }
            None => plain.push_str(tag),
        }
    }
    plain
}

fn question_path(folder: &str, question: &str) -> String {
    format!("{folder}/question-{question}.html")
}

fn codec_path(folder: &str, codec: &str) -> String {
    format!("{folder}/codec-{}.html", names::of_word(codec))
}

fn document_path(folder: &str, document: &str) -> String {
    format!("{folder}/document-{}.html", names::of_word(document))
}

fn group_path(folder: &str, group: &str) -> String {
    format!("{folder}/group-{group}.html")
}

/// Checks that have a place on a page: those that some implementation fails, in the order of the runs.
fn told_checks<'a>(site: &Site<'a>) -> Vec<&'a str> {
    let mut seen = BTreeSet::new();
    let told = site.runs.iter().flat_map(|run| &run.results);
    told.filter(|result| is_told(result))
        .map(|result| result.check.as_str())
        .filter(|check| seen.insert(*check))
        .collect()
}

fn is_told(result: &CheckResult) -> bool {
    Standing::of(result).is_told()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotation_marks_are_escaped_in_tags_only() {
        let page = "<a title=\"&quot;x&quot;\">&lt;a title=&quot;y&quot;&gt;</a>&quot;";
        let plain = "<a title=\"&quot;x&quot;\">&lt;a title=\"y\"&gt;</a>\"";
        assert_eq!(plain_quotes(page), plain);
    }
}
