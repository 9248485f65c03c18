//! The check against a checkout of the specification.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rstest::rstest;
use zarr_conform::requirement::{Registry, by_reference};
use zarr_conform::spec::check::unrecorded;
use zarr_conform::spec::record::RecordedDocument;
use zarr_conform::spec::sentences::{Sentence, sentences};
use zarr_conform::spec::{Checkout, Form, Record, SpecReport, check};

use super::{registry, registry_of};

const TEXT: &str = "T\n===\n\nA\n---\n\nIt must.\n";

/// A registry with one sentence that stands in documents of each edition, and the record of these.
fn small() -> (Registry, Record) {
    let mut registry = registry_of(TEXT, Sentence::demands);
    let mut record = Record::default();
    let sentences = &mut registry.requirements[0].sentences;
    let sentence = sentences.pop().unwrap();
    for name in [
        "draft/transpose.rst",
        "3.0/codecs/transpose.rst",
        "current/codecs/transpose.rst",
    ] {
        let mut sentence = sentence.clone();
        name.clone_into(&mut sentence.document);
        sentences.push(sentence);
        record.documents.insert(
            name.to_owned(),
            RecordedDocument::of(Form::ReStructuredText, TEXT),
        );
    }
    (registry, record)
}

/// A folder with the text as these files.
fn folder_of(files: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        let path = folder.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, TEXT).unwrap();
    }
    folder
}

fn names(report: &SpecReport) -> Vec<&str> {
    let documents = report.documents.iter();
    documents.map(|it| it.document.as_str()).collect()
}

#[test]
fn entries_of_the_registry_of_extensions_that_are_not_listed_are_new() {
    let (_, record) = small();
    let files = [
        "current/codecs/transpose.rst",
        "extensions/codecs/README.md",
        "extensions/codecs/bitround/README.md",
        "extensions/codecs/zstd/schema.json",
        "extensions/codecs/unheard-of/README.md",
    ];
    let folder = folder_of(&files);
    let checkout = Checkout::read(&[folder.path()]).unwrap();
    let report = check(&registry(), &record, &checkout);
    let new: Vec<&str> = report.new.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(new, ["extensions/codecs/unheard-of"]);
    assert!(report.to_string().contains("codecs/unheard-of\n  new"));
}

#[rstest]
#[case::own_layout(&["current/codecs/transpose.rst"], "current/codecs/transpose.rst")]
#[case::own_drafts(&["draft/transpose.rst"], "draft/transpose.rst")]
#[case::own_accepted(&["3.0/codecs/transpose.rst"], "3.0/codecs/transpose.rst")]
#[case::upstream(&["docs/v3/codecs/transpose/index.rst"], "current/codecs/transpose.rst")]
#[case::accepted(&["docs/v3/codecs/transpose/v1.0.rst"], "3.0/codecs/transpose.rst")]
fn every_layout_is_found(#[case] files: &[&str], #[case] document: &str) {
    let (registry, record) = small();
    let folder = folder_of(files);
    let report = check(
        &registry,
        &record,
        &Checkout::read(&[folder.path()]).unwrap(),
    );
    assert_eq!(names(&report), [document]);
    assert!(report.is_clean(), "{report}");
    assert_eq!(report.not_checked.len(), 2);
}

/// Only two codecs and the core are of the draft edition, whatever else stands beside them.
#[test]
fn drafts_are_known_by_the_endian_codec() {
    let (registry, record) = small();
    let folder = folder_of(&[
        "docs/v3/codecs/transpose/v1.0.rst",
        "docs/v3/codecs/endian/v1.0.rst",
        "docs/v3/codecs/gzip/v1.0.rst",
    ]);
    let report = check(
        &registry,
        &record,
        &Checkout::read(&[folder.path()]).unwrap(),
    );
    assert_eq!(names(&report), ["draft/transpose.rst"]);
    let new: Vec<&str> = report.new.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(new, ["draft/endian.rst"]);
}

#[rstest]
#[case::draft("draft", &["core.rst", "transpose.rst", "endian.rst"], "draft/core.rst")]
#[case::draft_by_another_name("old", &["core.rst", "endian.rst"], "draft/core.rst")]
#[case::accepted("3.0", &["core.rst"], "3.0/core.rst")]
#[case::accepted_by_another_name("a", &["core.rst", "codecs/bytes.rst"], "3.0/codecs/bytes.rst")]
#[case::current("current", &["core.rst"], "current/core.rst")]
#[case::current_by_its_edition("3.1", &["core.rst"], "current/core.rst")]
#[case::current_by_another_name(
    "b",
    &["core.rst", "codecs/bytes.rst", "chunk-grids/regular-grid.rst"],
    "current/chunk-grids/regular-grid.rst"
)]
fn an_edition_alone_is_recognised(
    #[case] name: &str,
    #[case] files: &[&str],
    #[case] document: &str,
) {
    let files: Vec<String> = files.iter().map(|it| format!("{name}/{it}")).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let folder = folder_of(&files);
    // `draft`, `3.0` and `current` are recognised in the folder above, too.
    let checkout = Checkout::read(&[folder.path().join(name)]).unwrap();
    assert_eq!(checkout.text(document), Some(TEXT));
}

#[test]
fn several_folders_are_one_checkout() {
    let (registry, record) = small();
    let old = folder_of(&["docs/v3/codecs/transpose/v1.0.rst"]);
    let new = folder_of(&["docs/v3/codecs/transpose/index.rst"]);
    let checkout = Checkout::read(&[old.path(), new.path()]).unwrap();
    let report = check(&registry, &record, &checkout);
    assert!(report.is_clean(), "{report}");
    assert_eq!(report.documents.len(), 2);
}

#[test]
fn a_folder_without_documents_is_an_error() {
    let folder = folder_of(&["current/core.rst"]);
    let empty = tempfile::tempdir().unwrap();
    let error = Checkout::read(&[folder.path(), empty.path()]).unwrap_err();
    let expected = "found no document of the specification in";
    assert!(error.to_string().starts_with(expected), "{error}");
}

#[test]
fn a_missing_document_is_gone_with_all_that_it_had() {
    let folder = folder_of(&["current/codecs/bytes.rst"]);
    let record = Record::load().unwrap();
    let checkout = Checkout::read(&[folder.path()]).unwrap();
    let report = check(&registry(), &record, &checkout);
    let transpose = "current/codecs/transpose.rst";
    let mut documents = report.documents.iter();
    let of_transpose = documents.find(|it| it.document == transpose).unwrap();
    let gone = of_transpose.differences.len();
    assert_eq!(gone, record.documents[transpose].pieces.len());
    assert!(!report.is_clean());
    // A page that leads to documents is not a loss.
    assert!(!names(&report).contains(&"current/codecs.rst"));
}

/// Without a checkout at hand, this holds that hashes and places of requirements are right.
#[test]
fn every_registered_sentence_is_recorded() {
    assert_eq!(unrecorded(&registry(), &Record::load().unwrap()), []);
    let mut registry = registry();
    registry.requirements[0].sentences[0].ordinal += 1;
    let unrecorded = unrecorded(&registry, &Record::load().unwrap());
    assert_eq!(unrecorded.len(), 1);
    assert_eq!(unrecorded[0].0, registry.requirements[0].id);
}

/// Each sentence and each example that an erratum is about is known without a checkout.
#[test]
fn a_passage_of_an_erratum_that_is_not_recorded_is_named() {
    let record = Record::load().unwrap();
    let (mut renumbered, mut rewritten) = (registry(), registry());
    renumbered.errata[0].places[0].ordinal = None;
    rewritten.errata[0].places[0].sha256 = "0".repeat(64);
    for registry in [renumbered, rewritten] {
        let unrecorded = unrecorded(&registry, &record);
        let erratum = &registry.errata[0];
        assert_eq!(
            unrecorded,
            [(erratum.id.clone(), erratum.places[0].clone())]
        );
    }
}

#[test]
fn a_record_is_read_as_it_is_written() {
    let record = Record::load().unwrap();
    assert!(record.documents.len() > 20);
    let written = record.to_string();
    assert_eq!(Record::parse(&written).unwrap(), record);
    assert_eq!(written, include_str!("../../../src/spec/data/record.txt"));
}

#[rstest]
#[case::standing("document\ta\t0\nsection\tb\nbinding\trow\t0", "line 3")]
#[case::columns("document\ta", "line 1")]
#[case::no_document("section\tb\nnormative\trow\t0", "line 2")]
fn a_wrong_record_is_an_error(#[case] text: &str, #[case] place: &str) {
    let error = Record::parse(text).unwrap_err().to_string();
    assert!(error.contains(place), "{error}");
}

#[test]
fn recording_keeps_what_a_checkout_does_not_have() {
    let (_, record) = small();
    let folder = folder_of(&["current/codecs/gzip.rst"]);
    let recorded = Checkout::read(&[folder.path()]).unwrap().record(&record);
    let names: Vec<&String> = recorded.documents.keys().collect();
    assert_eq!(
        names,
        [
            "3.0/codecs/transpose.rst",
            "current/codecs/gzip.rst",
            "draft/transpose.rst"
        ]
    );
}

#[test]
fn a_sentence_is_found_by_its_place_and_by_its_words() {
    let (registry, _) = small();
    let sentence = &registry.requirements[0].sentences[2];
    let folder = folder_of(&["current/codecs/transpose.rst"]);
    let file = folder.path().join("current/codecs/transpose.rst");
    let found = || Checkout::read(&[folder.path()]).unwrap().sentence(sentence);
    assert_eq!(found().unwrap().text, "It must.");
    std::fs::write(&file, "T\n===\n\nB\n---\n\nIt is. It must.\n").unwrap();
    assert_eq!(found().unwrap().section, "B");
    std::fs::write(&file, "T\n===\n\nA\n---\n\nIt shall.\n").unwrap();
    assert_eq!(found(), None);
}

#[test]
fn a_section_is_found_without_those_below_it() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("{TEXT}\nDeep\n~~~~\n\nIt may.\n");
    std::fs::create_dir(folder.path().join("current")).unwrap();
    std::fs::write(folder.path().join("current/core.rst"), text).unwrap();
    let checkout = Checkout::read(&[folder.path()]).unwrap();
    let texts = |section: &str| -> Vec<String> {
        let found = checkout.section("current/core.rst", section);
        found.into_iter().map(|it| it.text).collect()
    };
    assert_eq!(texts("A"), ["It must."]);
    assert_eq!(texts("A > Deep"), ["It may."]);
    assert_eq!(texts("B").len(), 0);
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
    let record = Record::load().unwrap();
    let checkout = Checkout::read(&[folder]).unwrap();
    let report = check(&registry(), &record, &checkout);
    assert!(
        report.is_clean() && report.not_checked.is_empty(),
        "{report}"
    );
    for requirement in registry().requirements {
        for sentence in &requirement.sentences {
            if report.elsewhere.contains(&sentence.document) {
                continue;
            }
            let found = checkout.sentence(sentence);
            let place = found.map(|it| (it.section, it.ordinal));
            let registered = (sentence.section.clone(), sentence.ordinal);
            assert_eq!(place, Some(registered), "{}", requirement.id);
        }
    }
}

#[test]
fn sections_named_by_the_registry_exist() {
    let Some(folder) = specification() else {
        return;
    };
    let registry = registry();
    let mut unread = BTreeSet::new();
    let mut sections: BTreeSet<(String, String)> = BTreeSet::new();
    for document in registry.documents().into_keys() {
        let file = folder.join(document);
        if !file.is_file() && by_reference(document).is_some() {
            unread.insert(document);
            continue;
        }
        let text = std::fs::read_to_string(file).unwrap();
        for sentence in sentences(Form::of(document), &text) {
            let mut section = sentence.section.as_str();
            sections.insert((document.to_owned(), section.to_owned()));
            while let Some((above, _)) = section.rsplit_once(" > ") {
                sections.insert((document.to_owned(), above.to_owned()));
                section = above;
            }
        }
    }
    let errata = registry.errata.iter().flat_map(|it| &it.places);
    let errata = errata.map(|it| (&it.document, &it.section));
    let open = registry.open.iter().flat_map(|it| &it.places);
    let open = open.map(|it| (&it.document, &it.section));
    let places = errata.chain(open);
    let scope = registry.out_of_scope.iter();
    let scope = scope.flat_map(|it| it.sections.iter().map(|section| (&it.document, section)));
    for (document, section) in places.chain(scope) {
        let place = (document.clone(), section.clone());
        let is_unread = unread.contains(document.as_str());
        assert!(is_unread || sections.contains(&place), "{place:?}");
    }
}
