//! The site of a recorded run.

use serde_json::Value;
use zarr_conform::recorded::Recording;
use zarr_conform::requirement::Registry;
use zarr_conform::site::{Files, Site, SiteRun, badges, markdown};
use zarr_conform_vectors::Vectors;

/// What a site is made from besides runs, of a few facts: pages of all of them take too long.
struct Suite {
    vectors: Vectors,
    sha256: String,
    registry: Registry,
}

impl Suite {
    fn load() -> Result<Self, Box<dyn std::error::Error>> {
        let all = zarr_conform_embedded::vectors()?;
        let facts = all.facts().iter();
        let facts = facts.filter(|it| it.id.starts_with("transpose/permutations/"));
        let facts = facts.map(|it| (it.clone(), all.store(it).cloned()));
        let vectors = Vectors::from_facts(all.source().to_owned(), facts)?;
        Ok(Self {
            sha256: zarr_conform::lock::sha256(&vectors),
            registry: Registry::load()?,
            vectors,
        })
    }
}

/// The events of a run, of whatever vectors.
///
/// A run of checks that there are becomes a site, the same each time, of well-formed pages and of JSON.
pub fn sites(input: &[u8]) {
    if let Some(files) = files(input) {
        are_well_formed(&files);
        assert_eq!(Some(files), self::files(input));
    }
}

/// The site, its badges and what it says in Markdown, where the input is a run of checks that there are.
fn files(input: &[u8]) -> Option<Files> {
    thread_local! {
        static SUITE: Suite = match Suite::load() {
            Ok(suite) => suite,
            Err(error) => panic!("{error}"),
        };
    }
    let mut recording = Recording::read(input).ok()?;
    SUITE.with(|suite| {
        recording.header.vectors_sha256.clone_from(&suite.sha256);
        let runs = [SiteRun::new(recording)];
        let site = Site::new(&runs, &suite.vectors, &suite.registry).ok()?;
        let mut files = site.files();
        match badges(&site) {
            Ok(badges) => files.extend(badges),
            Err(error) => panic!("{error}"),
        }
        files.insert("site.md".to_owned(), markdown(&site));
        Some(files)
    })
}

fn are_well_formed(files: &Files) {
    for (name, text) in files {
        match name.rsplit_once('.').map(|(_, it)| it) {
            Some("html") => is_html(name, text),
            Some("json") => assert!(serde_json::from_str::<Value>(text).is_ok(), "{name}"),
            _ => {}
        }
    }
}

/// The elements of HTML that have no content, and no end.
const VOID: [&str; 13] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];

/// Every element is closed, in the right order; scripts and styles are not looked into.
fn is_html(name: &str, text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some((_, tag)) = rest.split_once('<') {
        let Some((inside, after)) = tag.split_once('>') else {
            panic!("{name}: a tag without an end");
        };
        rest = after;
        let element = inside.split(|it: char| it.is_ascii_whitespace() || it == '/');
        match (inside.strip_prefix('/'), element.into_iter().next()) {
            (Some(closed), _) => assert_eq!(open.pop(), Some(closed), "{name}"),
            (None, Some(it)) if it.starts_with('!') || VOID.contains(&it) => {}
            (None, Some(it @ ("script" | "style"))) => {
                let end = format!("</{it}>");
                let Some((_, after)) = rest.split_once(&end) else {
                    panic!("{name}: {it} without an end");
                };
                rest = after;
            }
            (None, Some(it)) => {
                let is_name = !it.is_empty() && it.bytes().all(|it| it.is_ascii_alphanumeric());
                assert!(is_name, "{name}: an element named {it:?}");
                open.push(it);
            }
            (None, None) => panic!("{name}: a tag without a name"),
        }
    }
    assert!(open.is_empty(), "{name}: {open:?} are not closed");
}

#[cfg(test)]
mod tests {
    use super::{files, is_html};

    #[test]
    fn the_seed_becomes_a_site() {
        let seeds = crate::seeds::seeds().unwrap_or_default();
        let files = files(&seeds["sites"]["run"]).unwrap_or_default();
        let pages = files
            .keys()
            .filter(|it| it.rsplit_once('.').is_some_and(|(_, end)| end == "html"));
        assert!(pages.count() > 5, "{:?}", files.keys());
    }

    #[test]
    #[should_panic(expected = "page: [\"p\"] are not closed")]
    fn an_element_without_an_end_is_noticed() {
        is_html("page", "<!DOCTYPE html><p>a<br>b</p><p>");
    }

    #[test]
    #[should_panic(expected = "page")]
    fn ends_in_another_order_are_noticed() {
        is_html("page", "<p><b>a</p></b>");
    }
}
