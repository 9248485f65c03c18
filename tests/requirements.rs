//! The registry of requirements: its data, the sentence rule, the check against a checkout of the
//! specification, and the map.

#![expect(clippy::unwrap_used, reason = "what is missing in a test fails it")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use rstest::rstest;
use zarr_conform::Edition;
use zarr_conform::requirement::check::{check, check_document};
use zarr_conform::requirement::coverage::Coverage;
use zarr_conform::requirement::sentences::{Sentence, Standing, sentences};
use zarr_conform::requirement::spec_map::{reference_function, render};
use zarr_conform::requirement::{
    Level, OutOfScope, RegisteredSentence, Registry, Requirement, SpecReport,
};
use zarr_conform::vector::Fact;

const GROUPS: [&str; 12] = [
    "transpose",
    "bytes",
    "endian",
    "regular-grid",
    "default-key",
    "v2-key",
    "data-type",
    "fill-value",
    "codecs",
    "array-metadata",
    "extension",
    "storage",
];

fn registry() -> Registry {
    Registry::load().unwrap()
}

// The data.

#[test]
fn ids_are_unique_and_start_with_a_group() {
    let mut seen = BTreeSet::new();
    for requirement in registry().requirements {
        let (group, words) = requirement.id.split_once('.').unwrap();
        assert!(GROUPS.contains(&group), "{}", requirement.id);
        let is_word = |word: &str| {
            !word.is_empty()
                && word
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '.')
        };
        assert!(words.split('-').all(is_word), "{}", requirement.id);
        assert!(seen.insert(requirement.id.clone()), "{}", requirement.id);
    }
}

#[test]
fn every_requirement_has_sentences_and_no_sentence_has_two_requirements() {
    let mut places = BTreeMap::new();
    for requirement in registry().requirements {
        assert!(!requirement.sentences.is_empty(), "{}", requirement.id);
        for sentence in requirement.sentences {
            let is_hash = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
            assert_eq!(sentence.sha256.len(), 64, "{}", requirement.id);
            assert!(sentence.sha256.chars().all(is_hash), "{}", requirement.id);
            let place = (sentence.document, sentence.section, sentence.ordinal);
            let other = places.insert(place.clone(), requirement.id.clone());
            assert_eq!(other, None, "{place:?} is {} too", requirement.id);
        }
    }
}

#[test]
fn editions_are_in_order_and_fit_the_documents() {
    for requirement in registry().requirements {
        let id = &requirement.id;
        let editions = &requirement.editions;
        assert!(!editions.is_empty(), "{id}");
        assert!(editions.is_sorted_by(|a, b| a < b), "{id}");
        let of_draft = |sentence: &RegisteredSentence| sentence.document.starts_with("draft/");
        if requirement.sentences.iter().any(of_draft) {
            assert!(editions.contains(&Edition::Draft), "{id}");
        }
        // What the change log says of the former name holds for the draft alone.
        if id != "endian.name" && !requirement.sentences.iter().all(of_draft) {
            assert_ne!(editions.as_slice(), [Edition::Draft], "{id}");
        }
        if !requirement.sentences.iter().any(of_draft) && id != "endian.name" {
            assert!(!editions.contains(&Edition::Draft), "{id}");
        }
    }
}

#[test]
fn errata_and_open_places_name_requirements_and_documents() {
    let registry = registry();
    let documents = registry.documents();
    let mut ids = BTreeSet::new();
    let errata = registry.errata.iter();
    let errata = errata.map(|it| ("erratum", &it.id, &it.places, &it.requirements));
    let open = registry.open.iter();
    let open = open.map(|it| ("open", &it.id, &it.places, &it.requirements));
    for (kind, id, places, requirements) in errata.chain(open) {
        assert!(ids.insert((kind, id)), "{id} twice");
        assert!(!places.is_empty() && !requirements.is_empty(), "{id}");
        for place in places {
            assert!(documents.contains_key(place.document.as_str()), "{id}");
        }
        for requirement in requirements {
            assert!(
                registry.requirement(requirement).is_some(),
                "{id}: {requirement}"
            );
        }
    }
    for open in &registry.open {
        assert!(open.outcomes.len() >= 2, "{}", open.id);
    }
}

/// Lists of requirements in doc comments: from "Requirement" to the end of the paragraph.
fn cited(text: &str) -> Vec<String> {
    let mut cited = Vec::new();
    let mut is_list = false;
    for line in text.lines().map(str::trim_start) {
        let comment = line.strip_prefix("///").map(str::trim_start);
        is_list = match comment {
            None | Some("") => false,
            Some(words) => is_list || words.starts_with("Requirement"),
        };
        let between_backticks = comment.unwrap_or("").split('`').skip(1).step_by(2);
        let is_id = |code: &&str| code.contains('.') && !code.contains("::");
        cited.extend(
            between_backticks
                .filter(|code| is_list && is_id(code))
                .map(str::to_owned),
        );
    }
    cited
}

#[expect(
    clippy::disallowed_methods,
    reason = "the order of files does not matter here"
)]
fn files_of(part: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(part);
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn what_the_reference_cites_is_registered() {
    let ids: BTreeSet<String> = registry()
        .requirements
        .into_iter()
        .map(|it| it.id)
        .collect();
    let mut citations = 0;
    for file in files_of("reference") {
        for id in cited(&std::fs::read_to_string(&file).unwrap()) {
            assert!(ids.contains(&id), "{}: {id}", file.display());
            citations += 1;
        }
    }
    assert!(citations > 100, "found {citations} citations");
}

#[test]
fn what_misreadings_break_is_registered() {
    let ids: BTreeSet<String> = registry()
        .requirements
        .into_iter()
        .map(|it| it.id)
        .collect();
    for misreading in zarr_conform::misreading::all() {
        assert!(!misreading.requirements.is_empty(), "{}", misreading.name);
        for id in misreading.requirements {
            assert!(ids.contains(*id), "{}: {id}", misreading.name);
        }
    }
}

#[test]
fn citations_are_found_in_lists_alone() {
    let text = "/// As `a.b` says.\n///\n/// Requirements: `c.d`, `e.f-g`,\n/// `h.i`, [`j::k`].\n///\n/// Not `l.m`.\n";
    assert_eq!(cited(text), ["c.d", "e.f-g", "h.i"]);
}

#[test]
fn reference_functions_exist() {
    for requirement in registry().requirements {
        if requirement.reference.is_empty() {
            continue;
        }
        let (file, function) = reference_function(&requirement.reference).unwrap();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&file);
        let source = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {file}: {error}", requirement.id));
        let starts = [format!("fn {function}("), format!("fn {function}<")];
        let defined = starts.iter().any(|start| source.contains(start));
        assert!(defined, "{}: {function} is not in {file}", requirement.id);
    }
}

#[rstest]
#[case::function("reference::transpose::encode", "src/reference/transpose.rs", "encode")]
#[case::method("reference::float::Float::parse", "src/reference/float.rs", "parse")]
fn reference_function_names_its_file(#[case] path: &str, #[case] file: &str, #[case] name: &str) {
    assert_eq!(reference_function(path), Some((file.to_owned(), name)));
}

// The sentence rule.

/// Section, ordinal, standing and words of each sentence.
fn told(document: &str) -> Vec<String> {
    sentences(document)
        .iter()
        .map(|it| {
            format!(
                "{} {} {:?}: {}",
                it.section, it.ordinal, it.standing, it.text
            )
        })
        .collect()
}

const DOCUMENT: &str = r#"
.. _target:

=====
Title
=====

Head.

Rules
=====

First ``a.b`` sentence, e.g. this
one. Second :ref:`link text<target>` with `url <https://a.b/c.d>`_ and array_ and [RFC1]_.
"Quoted." Last

order:
    Required.  Must be one
    of:

    - **an** item. And more;
    - another, ``r*`` or *x*.

.. a comment. With sentences.

.. note:: A note must not count. Nor
   must this.

For example, it may be 1.0. Then normative::

    literal. must.

Deep
----

.. list-table:: Types
   :header-rows: 1

   * - Name
     - Size
   * - ``int8``
     - 1 byte. Does not
       depend.

.. list-table:: Size example

   * - ``int8``
     - must be 1

===== =====
left  right
===== =====
one   two
===== =====

*Term*

    A term has text.

Back again (k, ...) is here.

.. mermaid::

    must --> not

References
==========

It must not count.
"#;

#[test]
fn a_document_is_split_by_the_rule() {
    assert_eq!(
        told(DOCUMENT),
        [
            "Title 1 Normative: Head.",
            "Rules 1 Normative: First a.b sentence, e.g. this one.",
            "Rules 2 Normative: Second link text with url and array and [RFC1].",
            "Rules 3 Normative: \"Quoted.\"",
            "Rules 4 Normative: Last",
            "Rules 5 Normative: order: Required.",
            "Rules 6 Normative: Must be one of:",
            "Rules 7 Normative: an item.",
            "Rules 8 Normative: And more;",
            "Rules 9 Normative: another, r* or x.",
            "Rules 10 Aside: A note must not count.",
            "Rules 11 Aside: Nor must this.",
            "Rules 12 Aside: For example, it may be 1.0.",
            "Rules 13 Normative: Then normative:",
            "Rules > Deep 1 Normative: int8 | 1 byte.",
            "Rules > Deep 2 Normative: Does not depend.",
            "Rules > Deep 3 Aside: int8 | must be 1",
            "Rules > Deep 4 Normative: one | two",
            "Rules > Deep > Term 1 Normative: A term has text.",
            "Rules > Deep 5 Normative: Back again (k, ...) is here.",
            "References 1 NotNormative: It must not count.",
        ]
    );
}

#[rstest]
#[case::quoted_full_stop("It is \".\" or so. End.", &["It is \".\" or so.", "End."])]
#[case::literal_full_stop("It is ``.`` or so. End.", &["It is . or so.", "End."])]
#[case::closed("(It is.) \"Is it?\" End!", &["(It is.)", "\"Is it?\"", "End!"])]
#[case::abbreviated("It (e.g. this), i.e. that. End", &["It (e.g. this), i.e. that.", "End"])]
#[case::number("Version 1.0 of it.", &["Version 1.0 of it."])]
fn a_text_is_split_into_sentences(#[case] text: &str, #[case] expected: &[&str]) {
    let found: Vec<String> = sentences(text).into_iter().map(|it| it.text).collect();
    assert_eq!(found, expected);
}

#[rstest]
#[case::word("an array_ of", "an array of")]
#[case::inside_a_word("an a_b of", "an a_b of")]
#[case::role("a :ref:`text <target>` of", "a text of")]
#[case::bare_role("a :ref:`target` of", "a target of")]
#[case::anonymous_link("a `text <https://a.b>`__ of", "a text of")]
#[case::star_in_formula("(`k` * `dz`, `j` * `dy`)", "(k * dz, j * dy)")]
#[case::strong("is **not** so", "is not so")]
#[case::escape("a\\*b", "a*b")]
#[case::backslash_in_literal("``\\x00``", "\\x00")]
#[case::stray_backquote("`n-1``, ``n``", "n-1, n")]
#[case::unclosed("a `b and *c", "a `b and *c")]
fn markup_is_removed(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(sentences(text)[0].text, expected);
}

#[test]
fn a_grid_table_gives_its_rows() {
    let table = "+---+-----+\n| a | b   |\n+===+=====+\n| 1 | two |\n|   | 2.  |\n+---+-----+\n";
    assert_eq!(told(table), [" 1 Normative: 1 | two 2."]);
}

#[test]
fn a_section_that_says_so_is_not_normative_with_those_below_it() {
    let document = "Title\n=====\n\nA\n---\n\nIt must be.\n\nThis section is non-normative.\n\n\
                    B\n~~~\n\nIt must be.\n\nC\n---\n\nIt must be.\n";
    let standings: Vec<Standing> = sentences(document).iter().map(|it| it.standing).collect();
    let (no, yes) = (Standing::NotNormative, Standing::Normative);
    assert_eq!(standings[standings.len() - 4..], [no, no, no, yes]);
}

#[rstest]
#[case::must("It must be.", true)]
#[case::upper("It MUST be.", true)]
#[case::shall("It shall be.", true)]
#[case::required("Required.", true)]
#[case::recommended("It is recommended.", true)]
#[case::optional("An optional member.", true)]
#[case::within_a_word("A mustard requirement.", false)]
#[case::statement("It is.", false)]
#[case::example("For example, it must be.", false)]
fn key_words_demand(#[case] text: &str, #[case] demands: bool) {
    assert_eq!(sentences(text)[0].demands(), demands);
}

#[test]
fn the_hash_is_sha_256_of_the_words() {
    // printf 'abc' | sha256sum
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(sentences("``abc``")[0].sha256(), abc);
}

proptest! {
    #[test]
    fn any_text_is_read(text in "[ \\n\\t*`_.:+=|<>\\-#1a\u{e9}\\\\\\[\\]]{0,200}") {
        let _ = sentences(&text);
    }

    #[test]
    fn wrapping_does_not_matter(
        words in prop::collection::vec("[a-z]{1,6}[.,]?", 1..30),
        breaks in prop::collection::vec("( |  |\n)", 30),
    ) {
        let parts = words.iter().zip(&breaks);
        let wrapped: String = parts.flat_map(|(word, gap)| [word.as_str(), gap]).collect();
        prop_assert_eq!(told(&wrapped), told(&words.join(" ")));
    }
}

#[test]
fn deep_nesting_does_not_overflow() {
    let text = "- ".repeat(100_000) + "It must be.";
    assert!(sentences(&text)[0].text.ends_with("It must be."));
}

// The check against a document.

const NAME: &str = "current/rules.rst";

/// A registry of these sentences of `DOCUMENT`-like text, each with a requirement of its own.
fn registry_of(text: &str, register: impl Fn(&Sentence) -> bool) -> Registry {
    let registered = sentences(text).into_iter().filter(register);
    let requirements = registered.map(|sentence| Requirement {
        id: format!("{}.{}", sentence.section, sentence.ordinal),
        level: Level::Must,
        editions: vec![Edition::V3_1],
        paraphrase: "In our words.".to_owned(),
        reference: String::new(),
        reason: None,
        sentences: vec![RegisteredSentence {
            document: NAME.to_owned(),
            section: sentence.section.clone(),
            ordinal: sentence.ordinal,
            sha256: sentence.sha256(),
        }],
    });
    Registry {
        requirements: requirements.collect(),
        ..Registry::default()
    }
}

const RULES: &str = "Title\n=====\n\nA\n---\n\nOne must. Two is. Three must. Four may.\n\n\
                     B\n---\n\nFive must. Six is.\n";

/// The report on `text` of a registry that has every sentence of `RULES` with a key word.
fn drift_of(text: &str) -> String {
    let registry = registry_of(RULES, Sentence::demands);
    let report = check_document(&registry, NAME, text);
    let report = SpecReport {
        documents: vec![report],
        not_checked: Vec::new(),
    };
    report.to_string()
}

#[test]
fn the_same_text_is_clean() {
    let registry = registry_of(RULES, Sentence::demands);
    let report = check_document(&registry, NAME, RULES);
    assert!(report.is_clean());
    assert_eq!(report.unchanged, 4);
}

#[rstest]
#[case::rewrapped(RULES.replace(". ", ".\n"), "")]
#[case::renumbered(RULES.replace("Two is.", "Two is. Indeed."), "")]
#[case::changed(
    RULES.replace("Three must", "Three shall"),
    "  changed A.3 (A, sentence 3)\n    now (A, sentence 3): Three shall.\n"
)]
#[case::changed_and_renumbered(
    RULES.replace("One must. Two is. Three must", "New. One must. Two is. Three shall"),
    "  changed A.3 (A, sentence 3)\n    now (A, sentence 4): Three shall.\n"
)]
#[case::gone(RULES.replace("Three must. ", ""), "  gone A.3 (A, sentence 3)\n")]
#[case::gone_before_another(RULES.replace("One must. ", ""), "  gone A.1 (A, sentence 1)\n")]
#[case::gone_at_the_end(RULES.replace(" Four may.", ""), "  gone A.4 (A, sentence 4)\n")]
#[case::moved(
    RULES.replace("Three must. ", "").replace("Six is.", "Six is. Three must."),
    "  moved A.3 (A, sentence 3)\n    now (B, sentence 3): Three must.\n"
)]
#[case::new(
    RULES.replace("Two is", "Two must"),
    "  unknown (A, sentence 2): Two must.\n"
)]
#[case::new_section(
    format!("{RULES}\nC\n---\n\nSeven must.\n"),
    "  unknown (C, sentence 1): Seven must.\n"
)]
#[case::control_characters(
    RULES.replace("Two is", "Two \u{1b}[31m must"),
    "  unknown (A, sentence 2): Two \\u{1b}[31m must.\n"
)]
fn drift_is_named(#[case] text: String, #[case] expected: &str) {
    let shown = drift_of(&text);
    let head = format!("{NAME}: not in this checkout\n");
    let body = shown.strip_prefix(&head).unwrap_or(&shown);
    let (body, _totals) = body
        .rsplit_once('\n')
        .unwrap()
        .0
        .rsplit_once('\n')
        .map_or(("", body), |(body, totals)| (body, totals));
    let body = if body.is_empty() {
        String::new()
    } else {
        format!("{body}\n")
    };
    assert_eq!(body, expected);
}

#[test]
fn totals_are_counted() {
    let text = RULES
        .replace("Three must", "Three shall")
        .replace("Two is", "Two must");
    let totals = "3 unchanged, 1 changed, 0 moved, 0 gone, 1 unknown in 1 documents\n";
    assert!(drift_of(&text).ends_with(totals), "{}", drift_of(&text));
}

#[test]
fn equal_sentences_are_told_apart() {
    let text = "T\n===\n\nA\n---\n\nIt must. It is. It must.\n";
    let registry = registry_of(text, Sentence::demands);
    let fewer = check_document(&registry, NAME, "T\n===\n\nA\n---\n\nIt must. It is.\n");
    assert_eq!((fewer.unchanged, fewer.gone.len()), (1, 1));
}

#[rstest]
#[case::with_those_below(false, 0)]
#[case::alone(true, 1)]
fn sections_out_of_scope_have_no_unknown_sentences(#[case] alone: bool, #[case] unknown: usize) {
    let registry = Registry {
        out_of_scope: vec![OutOfScope {
            document: NAME.to_owned(),
            sections: vec!["A".to_owned()],
            alone,
            reason: "It is not looked at.".to_owned(),
        }],
        ..Registry::default()
    };
    let text = "T\n===\n\nA\n---\n\nIt must.\n\nB\n~~~\n\nIt must.\n";
    let report = check_document(&registry, NAME, text);
    assert_eq!(report.unknown.len(), unknown);
}

// The check against a checkout.

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

// Coverage and the map.

fn fact(id: &str, requirement: &str, refused: bool) -> Fact {
    let result = if refused {
        serde_json::json!({"array_shape": [1], "chunk_shape": [0], "refused": "It is zero."})
    } else {
        serde_json::json!({"array_shape": [1], "chunk_shape": [1], "grid_shape": [1]})
    };
    serde_json::from_value(serde_json::json!({
        "id": id,
        "comment": "It would catch this.",
        "requirements": [requirement],
        "level": "must",
        "editions": ["3.1"],
        "grid": result,
    }))
    .unwrap()
}

#[test]
fn problems_between_facts_and_registry_are_named() {
    let mut registry = registry_of(RULES, Sentence::demands);
    registry.requirements[1].reason = Some("None is possible.".to_owned());
    registry.requirements[2].reason = Some("None is possible.".to_owned());
    registry.requirements[3].editions = vec![Edition::V3_0];
    let facts = [
        fact("grid/shape/a", "A.3", false),
        fact("grid/shape/b", "B.1", false),
        fact("grid/shape/c", "no.such", false),
    ];
    assert_eq!(
        Coverage::new(&facts).problems(&registry),
        [
            "grid/shape/b: B.1 does not hold in any edition of the fact",
            "grid/shape/c: unknown requirement no.such",
            "A.1: no fact tests it, and no reason is given",
            "A.3: facts test it, and a reason why not is given",
        ]
    );
}

/// The row of a requirement in a map.
fn row<'a>(map: &'a str, id: &str) -> &'a str {
    let id = format!("| `{id}` |");
    map.lines().find(|line| line.contains(&id)).unwrap()
}

#[test]
fn the_map_has_a_row_for_every_requirement() {
    let registry = registry();
    let map = render(&registry, &[], &BTreeMap::new());
    for requirement in &registry.requirements {
        assert!(row(&map, &requirement.id).contains(requirement.level.name()));
    }
    for erratum in &registry.errata {
        assert!(map.contains(&format!("\n### {}\n", erratum.id)));
    }
    for open in &registry.open {
        assert!(map.contains(&format!("\n### {}\n", open.id)));
    }
}

#[test]
fn the_map_counts_facts_and_links_their_files() {
    let facts = [
        fact("regular-grid/shape/a", "regular-grid.grid-shape", false),
        fact("regular-grid/shape/b", "regular-grid.grid-shape", false),
        fact("regular-grid/zero/c", "regular-grid.grid-shape", true),
    ];
    let map = render(&registry(), &facts, &BTreeMap::new());
    let row = row(&map, "regular-grid.grid-shape");
    let end = "| 2 in [regular-grid/shape](vectors/regular-grid/shape.json) \
               | 1 in [regular-grid/zero](vectors/regular-grid/zero.json) |  |";
    assert!(row.ends_with(end), "{row}");
}

#[test]
fn the_map_shows_misreadings_where_there_are_some() {
    let names = vec!["grid-rounded-down".to_owned()];
    let misreadings = BTreeMap::from([("regular-grid.grid-shape".to_owned(), names)]);
    let map = render(&registry(), &[], &misreadings);
    assert!(map.contains(" | misreadings excluded |"));
    assert!(row(&map, "regular-grid.grid-shape").ends_with(" | `grid-rounded-down` |"));
    assert!(!render(&registry(), &[], &BTreeMap::new()).contains("misreadings excluded"));
}

#[test]
fn every_row_of_the_map_has_as_many_cells_as_its_head() {
    let map = render(&registry(), &[], &BTreeMap::new());
    for line in map.lines().filter(|line| line.starts_with('|')) {
        let cells = line.replace("\\|", "").matches('|').count();
        assert_eq!(cells, 10, "{line}");
    }
}
