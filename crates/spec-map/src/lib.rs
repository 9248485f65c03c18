//! Renders the registry and the facts as the map of the specification: `SPEC_MAP.md`, and below
//! `docs/spec-map` a page for each document, one for contradictions, one for open places, and one for the registry of
//! extensions.
//!
//! For the generator, which writes them, and for reports: [`coverage`] says which requirement is tested by what.

pub mod coverage;
mod document;
mod extensions;
mod map;
mod markdown;
mod places;

use std::collections::BTreeMap;

use coverage::Coverage;
use zarr_conform_requirements::Registry;
use zarr_conform_vectors::Fact;

pub use markdown::escaped;

/// Names of misreadings that the facts of a requirement exclude, by its id.
pub type Misreadings = BTreeMap<String, Vec<String>>;

/// The map, below the root of the repository.
pub const MAP: &str = "SPEC_MAP.md";
/// The folder of its pages.
pub const FOLDER: &str = "docs/spec-map";

/// How documents begin, in the order of the map.
const DOCUMENTS: [&str; 14] = [
    "current/codecs/transpose",
    "current/codecs/",
    "current/chunk-grids/",
    "current/chunk-key-encodings/",
    "current/data-types",
    "current/",
    "extensions/",
    "formats/",
    "rfc/",
    "3.0/codecs/",
    "3.0/",
    "draft/transpose",
    "draft/endian",
    "draft/",
];

/// The map and its pages as Markdown, by path below the root of the repository. With no misreadings
/// the tables have no column for them.
pub fn render(
    registry: &Registry,
    facts: &[Fact],
    misreadings: &Misreadings,
) -> BTreeMap<String, String> {
    let context = Context {
        registry,
        coverage: Coverage::new(facts),
        misreadings,
    };
    let pages = documents(registry)
        .into_iter()
        .map(|document| (page_of(document), context.document(document)));
    let mut files: BTreeMap<String, String> = pages
        .chain([
            ("contradictions.md".to_owned(), context.contradictions()),
            ("open-places.md".to_owned(), context.open_places()),
            ("extensions.md".to_owned(), context.extensions()),
        ])
        .map(|(name, text)| (format!("{FOLDER}/{name}"), text))
        .collect();
    files.insert(MAP.to_owned(), context.map());
    files
}

/// The documents of the registry in the order of the map.
pub fn documents(registry: &Registry) -> Vec<&str> {
    let mut documents: Vec<&str> = registry.documents().into_keys().collect();
    // They are sorted by name, and those that begin alike stay so.
    documents.sort_by_key(|document| {
        let position = DOCUMENTS.iter().position(|it| document.starts_with(it));
        position.unwrap_or(DOCUMENTS.len())
    });
    documents
}

/// The name of a document's page in the folder: `current/codecs/transpose.rst` has
/// `current-codecs-transpose.md`.
pub fn page_of(document: &str) -> String {
    let (name, _) = document.rsplit_once('.').unwrap_or((document, ""));
    let name = name.strip_suffix("/README").unwrap_or(name);
    format!("{}.md", name.replace('/', "-"))
}

/// What all pages are made of.
struct Context<'a> {
    registry: &'a Registry,
    coverage: Coverage<'a>,
    misreadings: &'a Misreadings,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_document_has_a_page_of_its_own() {
        let registry = Registry::load().unwrap();
        let documents = documents(&registry);
        let pages: BTreeSet<String> = documents.iter().map(|it| page_of(it)).collect();
        assert_eq!(pages.len(), documents.len());
        assert_eq!(
            page_of("current/codecs/transpose.rst"),
            "current-codecs-transpose.md"
        );
        assert_eq!(
            page_of("extensions/codecs/x/README.md"),
            "extensions-codecs-x.md"
        );
        assert_eq!(page_of("3.0/core.rst"), "3.0-core.md");
    }
}
