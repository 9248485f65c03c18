//! The check against a checkout of the specification.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rstest::rstest;
use zarr_conform::requirement::Registry;
use zarr_conform::spec::check::check;
use zarr_conform::spec::sentences::{Sentence, sentences};

use super::{registry, registry_of};

/// A registry with one sentence of a document of the real names, and its text.
fn small() -> (Registry, &'static str) {
    let text = "T\n===\n\nA\n---\n\nIt must.\n";
    let mut registry = registry_of(text, Sentence::demands);
    let sentence = &mut registry.requirements[0].sentences[0];
    "current/codecs/transpose.rst".clone_into(&mut sentence.document);
    let mut of_draft = sentence.clone();
    "draft/transpose.rst".clone_into(&mut of_draft.document);
    registry.requirements[0].sentences.push(of_draft);
    (registry, text)
}

#[rstest]
#[case::own_layout(&["current/codecs/transpose.rst"], "current/codecs/transpose.rst")]
#[case::own_drafts(&["draft/transpose.rst"], "draft/transpose.rst")]
#[case::upstream(&["docs/v3/codecs/transpose/index.rst"], "current/codecs/transpose.rst")]
#[case::accepted(&["docs/v3/codecs/transpose/v1.0.rst"], "current/codecs/transpose.rst")]
#[case::upstream_drafts(
    &["docs/v3/codecs/transpose/v1.0.rst", "docs/v3/codecs/endian/v1.0.rst"],
    "draft/transpose.rst"
)]
fn both_layouts_are_found(#[case] files: &[&str], #[case] document: &str) {
    let (registry, text) = small();
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        let path = folder.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let report = check(&registry, folder.path()).unwrap();
    let found: Vec<&str> = report
        .documents
        .iter()
        .map(|it| it.document.as_str())
        .collect();
    assert_eq!(found, [document]);
    assert!(report.is_clean(), "{report}");
    assert_eq!(report.not_checked.len(), 1);
}

#[test]
fn a_folder_without_documents_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let error = check(&registry(), folder.path()).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("found no document of the specification in")
    );
}

#[test]
fn a_missing_document_has_its_sentences_gone() {
    let folder = tempfile::tempdir().unwrap();
    let codecs = folder.path().join("current/codecs");
    std::fs::create_dir_all(&codecs).unwrap();
    std::fs::write(codecs.join("bytes.rst"), "").unwrap();
    let report = check(&registry(), folder.path()).unwrap();
    let transpose = "current/codecs/transpose.rst";
    let of_transpose = report
        .documents
        .iter()
        .find(|it| it.document == transpose)
        .unwrap();
    assert_eq!(of_transpose.gone.len(), registry().documents()[transpose]);
    assert!(!report.is_clean());
}

/// The specification's text, which is not part of the project: beside it on some machines.
fn specification() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/spec");
    folder.is_dir().then_some(folder)
}

#[test]
fn the_specification_has_not_drifted() {
    let Some(folder) = specification() else {
        return;
    };
    let report = check(&registry(), &folder).unwrap();
    assert!(
        report.is_clean() && report.not_checked.is_empty(),
        "{report}"
    );
    let registered: usize = registry().documents().values().sum();
    let unchanged: usize = report.documents.iter().map(|it| it.unchanged).sum();
    assert_eq!(unchanged, registered);
}

#[test]
fn sections_named_by_the_registry_exist() {
    let Some(folder) = specification() else {
        return;
    };
    let registry = registry();
    let mut sections: BTreeSet<(String, String)> = BTreeSet::new();
    for document in registry.documents().into_keys() {
        let text = std::fs::read_to_string(folder.join(document)).unwrap();
        for sentence in sentences(&text) {
            let mut section = sentence.section.as_str();
            sections.insert((document.to_owned(), section.to_owned()));
            while let Some((above, _)) = section.rsplit_once(" > ") {
                sections.insert((document.to_owned(), above.to_owned()));
                section = above;
            }
        }
    }
    let errata = registry.errata.iter().flat_map(|it| &it.places);
    let open = registry.open.iter().flat_map(|it| &it.places);
    let places = errata.chain(open).map(|it| (&it.document, &it.section));
    let scope = registry.out_of_scope.iter();
    let scope = scope.flat_map(|it| it.sections.iter().map(|section| (&it.document, section)));
    for (document, section) in places.chain(scope) {
        let place = (document.clone(), section.clone());
        assert!(sections.contains(&place), "{place:?}");
    }
}
