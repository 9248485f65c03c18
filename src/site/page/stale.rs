//! What libraries do where consolidated metadata differ from the documents that they repeat: by situation, and by
//! library.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::layout::{Place, page as layout, wide};
use super::open::{by_fact, does, seen_of};
use super::text::{capitalised, id, prose, theirs};
use crate::site::document::Document;
use crate::site::{Site, SiteRun};
use zarr_conform_runner::CheckResult;
use zarr_conform_terms::Consolidated;
use zarr_conform_vectors::{Fact, Hierarchy, Statement};

pub(super) const PAGE: &str = "stale.html";
pub(super) const TITLE: &str = "Stale metadata";
/// The topic of the facts that the page is about.
pub(super) const TOPIC: &str = "core/consolidated-metadata";

/// What is in a store, and the ways in which it is asked about.
struct Situation<'a> {
    /// The first words of the names of its facts that are the same in all of them.
    title: String,
    of: &'a Hierarchy,
    ways: Vec<Way<'a>>,
}

/// A way of asking, and what each implementation does then, in the order of the runs.
struct Way<'a> {
    fact: &'a Fact,
    of: &'a Hierarchy,
    seen: Vec<String>,
}

/// The page, where some run shows what it is about.
pub(super) fn page(site: &Site<'_>) -> Option<Markup> {
    let situations = situations(site);
    if situations.is_empty() {
        return None;
    }
    let place = Place {
        root: "",
        above: vec![
            ("index.html".to_owned(), "Overview".to_owned()),
            ("open.html".to_owned(), "Open places".to_owned()),
        ],
        title: "Stale consolidated metadata",
    };
    let body = html! {
        h1 { "What happens when consolidated metadata is stale" }
        p.lede {
            "A group may repeat the metadata of everything below it in " code { "consolidated_metadata" }
            ". Change a document later, and the two differ. The specification does not say which one counts, "
            "so nothing here is a failure. This is what each library does."
        }
        p {
            "Each situation is asked about as the library does it by default, with consolidated metadata never used, and "
            "with nothing else used, as far as the library has such a choice. The same by library is "
            a href="#libraries" { "at the end" } "."
        }
        nav.contents aria-label="Situations" {
            ul { @for it in &situations { li { a href={ "#" (anchor(&it.title)) } { (it.title) } } } }
        }
        @for it in &situations { (section(site, it)) }
        h2 #libraries { "By library" }
        @for at in 0..site.runs.len() { (library(site, at, &situations)) }
    };
    Some(layout(site, &place, &body))
}

/// Whether some run shows what the page is about.
pub(super) fn has_page(site: &Site<'_>) -> bool {
    *site
        .shows_stale
        .get_or_init(|| !situations(site).is_empty())
}

/// The situations that some run saw, in the order of their names.
fn situations<'a>(site: &Site<'a>) -> Vec<Situation<'a>> {
    let runs: Vec<_> = site.runs.iter().map(by_fact).collect();
    let seen = |fact: &Fact| -> Vec<String> {
        let of_fact = |run: &BTreeMap<&str, Vec<&CheckResult>>| {
            seen_of(run.get(fact.id.as_str()).into_iter().flatten().copied())
        };
        runs.iter().map(of_fact).collect()
    };
    let mut situations: Vec<Situation<'_>> = Vec::new();
    for fact in site.vectors.facts() {
        let Statement::Hierarchy(of) = &fact.statement else {
            continue;
        };
        let seen = seen(fact);
        if name(fact).is_none() || seen.iter().all(String::is_empty) {
            continue;
        }
        let way = Way { fact, of, seen };
        let is_same = |it: &&mut Situation<'_>| {
            it.of.documents == of.documents && it.of.change == of.change && it.of.path == of.path
        };
        match situations.iter_mut().find(is_same) {
            Some(situation) => situation.ways.push(way),
            None => situations.push(Situation {
                title: String::new(),
                of,
                ways: vec![way],
            }),
        }
    }
    for situation in &mut situations {
        situation.title = title(situation.ways.iter().filter_map(|it| name(it.fact)));
    }
    situations
}

/// The name of a fact of the topic.
fn name(fact: &Fact) -> Option<&str> {
    fact.id.strip_prefix(TOPIC)?.strip_prefix('/')
}

/// The words with which all names begin, as a title.
fn title<'a>(mut names: impl Iterator<Item = &'a str>) -> String {
    let first = names.next().unwrap_or_default();
    let mut words: Vec<&str> = first.split('-').collect();
    for name in names {
        let same = words.iter().zip(name.split('-'));
        let same = same.take_while(|(one, other)| *one == other).count();
        words.truncate(same);
    }
    capitalised(&words.join(" "))
}

fn anchor(title: &str) -> String {
    title.to_lowercase().replace(' ', "-")
}

fn section(site: &Site<'_>, situation: &Situation<'_>) -> Markup {
    let table = html! {
        table.open {
            caption.hidden { (situation.title) }
            thead { tr { th scope="col" { "Asked" } th scope="col" { "Who does what" } } }
            tbody {
                @for way in &situation.ways {
                    tr {
                        th scope="row" { (asked(way.of)) span.about { (id(&way.fact.id)) } }
                        td { (does(site.runs.iter().map(SiteRun::name).zip(&way.seen))) }
                    }
                }
            }
        }
    };
    html! {
        section {
            h2 #(anchor(&situation.title)) { (situation.title) }
            p.question { (prose(&question(&situation.ways[0].fact.comment))) }
            (wide(&situation.title, &table))
            details {
                summary { "What is in the store" }
                @for (key, text) in &situation.of.documents {
                    p { code { (theirs(key)) } }
                    pre.document tabindex="0" { code { (Document::new(text, None).text()) } }
                }
                @if let Some(change) = &situation.of.change {
                    p { "Then this is done:" }
                    pre.document tabindex="0" { code { (serde_json::to_string(change).unwrap_or_default()) } }
                }
            }
        }
    }
}

/// What the comment of an open fact says is not said.
fn question(comment: &str) -> String {
    let open = comment.trim_end_matches(" is not said");
    format!("{}.", capitalised(open))
}

/// In which way a node is asked about.
fn asked(of: &Hierarchy) -> &'static str {
    match (of.through.is_some(), of.consolidated, &of.change) {
        (_, Some(Consolidated::Only), Some(_)) => "What consolidated metadata say then",
        (false, None, _) if of.path == "/" => "By default",
        (false, None, _) => "Opened by its path",
        (true, None, _) => "Through the root, by default",
        (_, Some(Consolidated::Never), _) => "Consolidated metadata never used",
        (_, Some(Consolidated::Only), _) => "Only consolidated metadata used",
    }
}

/// What one library does in each situation.
fn library(site: &Site<'_>, at: usize, situations: &[Situation<'_>]) -> Markup {
    let run = &site.runs[at];
    let ways = situations.iter().flat_map(|it| &it.ways);
    let is_seen = ways.clone().any(|it| !it.seen[at].is_empty());
    let table = html! {
        table.open {
            caption.hidden { (run.name()) }
            thead { tr { th scope="col" { "Situation" } th scope="col" { "What it does" } } }
            tbody {
                @for it in situations {
                    tr {
                        th scope="row" { a href={ "#" (anchor(&it.title)) } { (it.title) } }
                        td { (does(it.ways.iter().map(|way| (asked(way.of).to_owned(), &way.seen[at])))) }
                    }
                }
            }
        }
    };
    html! {
        details {
            summary { (run.name()) " " span.version { (run.version()) } @if !is_seen { ": not asked" } }
            @if is_seen { (wide(&run.name(), &table)) }
            @else { p { "Its adapter offers no operation that finds nodes." } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_situation_is_called_what_all_names_of_its_facts_begin_with() {
        let names = ["types-differ-by-default", "types-differ-never"];
        assert_eq!(title(names.into_iter()), "Types differ");
        assert_eq!(title(["after-creating"].into_iter()), "After creating");
        assert_eq!(title(["a-b", "c"].into_iter()), "");
    }

    #[test]
    fn a_question_is_the_comment_without_that_nothing_is_said() {
        let comment = "whether an entry counts is not said";
        assert_eq!(question(comment), "Whether an entry counts.");
    }
}
