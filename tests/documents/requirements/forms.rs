//! Documents that are published apart from the specification, and the forms in which they are written.

use std::path::Path;

use rstest::rstest;
use zarr_conform::requirement::{BY_REFERENCE, Registry};
use zarr_conform::spec::pieces::pieces;
use zarr_conform::spec::sentences::sentences;
use zarr_conform::spec::{Checkout, Form, Record, check};

use super::registry;

/// Section, ordinal and words of each sentence.
fn told(form: Form, document: &str) -> Vec<String> {
    let sentences = sentences(form, document).into_iter();
    sentences
        .map(|it| format!("{} {}: {}", it.section, it.ordinal, it.text))
        .collect()
}

/// Kind and words of what has no sentences.
fn silent(form: Form, document: &str) -> Vec<(String, String)> {
    let pieces = pieces(form, document).into_iter();
    pieces
        .filter(|it| it.ordinal.is_none() && it.kind != "title")
        .map(|it| (it.kind, it.text))
        .collect()
}

#[rstest]
#[case::specification("current/core.rst", Form::ReStructuredText)]
#[case::registry("extensions/codecs/x/README.md", Form::Markdown)]
#[case::rfc("rfc/rfc1952.txt", Form::Rfc)]
#[case::no_ending("core", Form::ReStructuredText)]
fn the_form_follows_from_the_name(#[case] name: &str, #[case] form: Form) {
    assert_eq!(Form::of(name), form);
}

const MARKDOWN: &str = "# Title\n\nFirst `a.b` [here](x.md) [R]. It\nmust.\n\n## Section\n\n### `level` \
                        (Optional)\n\n* One item\n  goes on.\n- Two.\n1. Three.\n\n```json\n{\n\n}\n```\n\n\
                        Last.\n\n[R]: https://example.org\n";

#[test]
fn markdown_is_split_into_sentences() {
    assert_eq!(
        told(Form::Markdown, MARKDOWN),
        [
            "Title 1: First a.b here [R].",
            "Title 2: It must.",
            "Section > level (Optional) 1: One item goes on.",
            "Section > level (Optional) 2: Two.",
            "Section > level (Optional) 3: Three.",
            "Section > level (Optional) 4: Last.",
        ]
    );
    let silent = silent(Form::Markdown, MARKDOWN);
    let kinds: Vec<&str> = silent.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(kinds, ["literal block", "target"]);
}

#[rstest]
#[case::unclosed_code("```\ncode must.", &[])]
#[case::no_space_after_the_mark("#title must.", &["1: #title must."])]
#[case::brackets("[a] (b) must.", &["1: [a] (b) must."])]
#[case::too_deep("####### must.", &["1: ####### must."])]
fn what_is_no_markdown_stays_text(#[case] document: &str, #[case] expected: &[&str]) {
    let expected: Vec<String> = expected.iter().map(|it| format!(" {it}")).collect();
    assert_eq!(told(Form::Markdown, document), expected);
}

const RFC: &str = "\
Network Working Group            A. Author
Request for Comments: 9999       Somewhere

Table of Contents

   1. Introduction .......... 1
      1.1. Scope ............ 1

1. Introduction

   It must be least-
   significant.  It is e.g. 2.5
   or snake_case_.

Author              Informational               [Page 1]
\u{c}
RFC 9999             A Title               May 1996


   1.1. Scope

      This goes on behind the

Author              Informational               [Page 2]
\u{c}
RFC 9999             A Title               May 1996

      page, RFC 9999 says.

         +---+
         | a |   must
         +---+

                Table 1: It must

      * One item.
      * Two
        items.

      3. Not a title.

2.  Detail

   Last.

Appendix A.  More

   It may.
";

#[test]
fn an_rfc_is_split_into_sentences() {
    let told = told(Form::Rfc, RFC);
    let (front, body) = told.split_at(told.iter().position(|it| it.starts_with("1.")).unwrap());
    assert!(
        front.iter().all(|it| it.starts_with("RFC 9999 ")),
        "{front:?}"
    );
    assert_eq!(
        body,
        [
            "1. Introduction 1: It must be least-significant.",
            "1. Introduction 2: It is e.g. 2.5 or snake_case_.",
            "1. Introduction > 1.1. Scope 1: This goes on behind the page, RFC 9999 says.",
            "1. Introduction > 1.1. Scope 2: One item.",
            "1. Introduction > 1.1. Scope 3: Two items.",
            "1. Introduction > 1.1. Scope 4: 3.",
            "1. Introduction > 1.1. Scope 5: Not a title.",
            "2. Detail 1: Last.",
            "Appendix A. More 1: It may.",
        ]
    );
    let silent = silent(Form::Rfc, RFC);
    let kinds: Vec<&str> = silent.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(kinds, ["picture or code", "caption of a table"]);
}

/// A folder with these files, which have a sentence each.
fn folder_of(files: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        let path = folder.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "It must.\n").unwrap();
    }
    folder
}

#[rstest]
#[case::own_layout("extensions/codecs/zstd/README.md", "extensions/codecs/zstd/README.md")]
#[case::registry("codecs/zstd/README.md", "extensions/codecs/zstd/README.md")]
#[case::own_format("formats/blosc-chunk-format.rst", "formats/blosc-chunk-format.rst")]
#[case::c_blosc("README_CHUNK_FORMAT.rst", "formats/blosc-chunk-format.rst")]
#[case::own_rfc("rfc/rfc1952.txt", "rfc/rfc1952.txt")]
#[case::rfc("rfc8878.txt", "rfc/rfc8878.txt")]
fn a_document_by_reference_is_found(#[case] file: &str, #[case] name: &str) {
    let folder = folder_of(&[file, "codecs/lz4/README.md"]);
    let checkout = Checkout::read(&[folder.path()]).unwrap();
    let report = check(&registry(), &Record::load().unwrap(), &checkout);
    let names: Vec<&str> = report
        .documents
        .iter()
        .map(|it| it.document.as_str())
        .collect();
    assert_eq!(names, [name]);
    assert!(!report.is_clean(), "the text is another one");
    assert_eq!(report.elsewhere.len(), BY_REFERENCE.len() - 1);
    assert_eq!(report.not_checked.len(), 3);
}

/// Each is published by itself, so that one that a checkout lacks is not gone.
#[test]
fn a_document_by_reference_that_is_elsewhere_is_named() {
    let folder = folder_of(&["current/core.rst"]);
    let checkout = Checkout::read(&[folder.path()]).unwrap();
    let report = check(&Registry::default(), &Record::load().unwrap(), &checkout);
    let names: Vec<&str> = BY_REFERENCE.iter().map(|it| it.name).collect();
    assert_eq!(report.elsewhere, names);
    let told = report.to_string();
    assert!(
        told.contains("\nrfc/rfc1952.txt: not in this checkout\n"),
        "{told}"
    );
}

#[test]
fn every_document_by_reference_is_registered_and_recorded() {
    let (registry, record) = (registry(), Record::load().unwrap());
    let documents = registry.documents();
    for document in BY_REFERENCE {
        assert!(documents.contains_key(document.name), "{}", document.name);
        assert!(
            record.documents.contains_key(document.name),
            "{}",
            document.name
        );
    }
}

/// RFCs never change. Where they are beside the specification, they are as they were recorded.
#[test]
fn the_rfcs_have_not_drifted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/spec/rfc");
    if !folder.is_dir() {
        return;
    }
    let checkout = Checkout::read(&[folder]).unwrap();
    let report = check(&registry(), &Record::load().unwrap(), &checkout);
    assert!(report.is_clean(), "{report}");
    assert_eq!(report.documents.len(), 3);
}
