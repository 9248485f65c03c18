//! What is shown of a requirement, a contradiction, an open place, a misreading and a fact.

use rstest::rstest;
use zarr_conform::embedded;
use zarr_conform::misreading;
use zarr_conform::requirement::Registry;
use zarr_conform::spec::Checkout;
use zarr_conform::spec::sentences::Sentence;
use zarr_conform::spec::show::{Known, Subject, UnknownId};

use super::registry;

/// What is shown of an id of this registry, with all facts.
fn shown_of(
    registry: &Registry,
    id: &str,
    checkout: Option<&Checkout>,
) -> Result<String, UnknownId> {
    let vectors = embedded::vectors().unwrap();
    let known = Known {
        registry,
        facts: vectors.facts(),
        checkout,
    };
    known.subject(id).map(|it| known.show(it).to_string())
}

fn shown(id: &str) -> String {
    shown_of(&registry(), id, None).unwrap()
}

/// Whether lines stand in a text in this order.
#[track_caller]
fn assert_has(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let at = rest.find(part);
        let at = at.unwrap_or_else(|| panic!("{part:?} is not in, or not in this order: {text}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn a_requirement_is_shown_with_all_that_is_known_of_it() {
    let text = shown("transpose.order-is-permutation");
    assert_has(
        &text,
        &[
            "transpose.order-is-permutation: must, editions draft, 3.0, 3.1\n",
            "\n  `order` lists each of the integers",
            "\nedition 3.1 (zarr-specs fc7dd9c of 2026-07-23)\n",
            "  current/codecs/transpose.rst, section Configuration parameters, sentence 2\n",
            "    https://zarr-specs.readthedocs.io/en/latest/v3/codecs/transpose/index.html#conf",
            "    https://github.com/zarr-developers/zarr-specs/blob/fc7dd9c9beb5a50b87f9b08b00bf50f",
            "edition 3.0 (zarr-specs 9a7a833 of 2025-01-21)\n",
            "/docs/v3/codecs/transpose/v1.0.rst#configuration-parameters\n",
            "edition draft (zarr-specs 0610641 of 2023-02-13)\n",
            "  draft/transpose.rst, section Configuration parameters, sentence 3\n",
            "open integers-with-fraction: ",
            "reference order in crates/reference/src/",
            "\nreference permutation in crates/reference/src/",
            " facts: ",
        ],
    );
    assert!(!text.contains("    > "), "{text}");
}

/// Where its document is by reference, the state of that is named in place of an edition.
#[test]
fn a_requirement_of_a_document_by_reference_is_shown_with_its_address() {
    let text = shown("gzip-format.members");
    assert_has(
        &text,
        &[
            "gzip-format.members: must, editions 3.0, 3.1",
            "\nRFC 1952 of 1996-05\n  rfc/rfc1952.txt, section 2. Detailed specification > 2.2. File \
             format, sentence 1\n    https://www.rfc-editor.org/rfc/rfc1952#section-2.2\n",
        ],
    );
}

#[test]
fn contradictions_that_name_a_requirement_are_shown() {
    let text = shown("regular-grid.border-full-size");
    assert_has(&text, &["\ncontradiction border-note-indices: Unused are"]);
}

#[test]
fn a_requirement_without_facts_says_why() {
    let text = shown("extension.url-as-name");
    assert_has(
        &text,
        &[
            ": must, edition 3.0\n",
            "\nno fact tests it: It speaks to authors",
        ],
    );
}

#[test]
fn a_tested_requirement_without_a_function_says_why() {
    let text = shown("deflate-format.overlap");
    assert_has(
        &text,
        &["\nno function of the reference: The crate `miniz_oxide`"],
    );
}

#[test]
fn every_id_can_be_shown() {
    let (registry, vectors) = (registry(), embedded::vectors().unwrap());
    let known = Known {
        registry: &registry,
        facts: vectors.facts(),
        checkout: None,
    };
    let requirements = registry.requirements.iter().map(|it| &it.id);
    let errata = registry.errata.iter().map(|it| &it.id);
    let open = registry.open.iter().map(|it| &it.id);
    for id in requirements.chain(errata).chain(open) {
        let text = known.show(known.subject(id).unwrap()).to_string();
        assert!(text.starts_with(&format!("{id}: ")), "{text}");
        assert!(text.contains("https://"), "{text}");
    }
}

#[rstest]
#[case::contradiction("border-note-indices", &["a contradiction\n", "reading: ", "why: ", "\nreplacement: ", "sentence 15\n    https://", "requirements: "])]
#[case::known_contradiction("zero-chunk-length", &["\nreplacement: ", "\nthread: https://", "sentence 2\n"])]
#[case::past_contradiction("draft-endian-abstract", &["\nreplacement: none. The draft is a state of the past."])]
#[case::open_place("ties-in-3.0", &["the text leaves it open\n", "\n  - ", "requirements: "])]
#[case::misreading(
    "order-inverted",
    &[
        "a misreading, which is a wrong reading",
        "  as if order is applied inverted",
        "'conform reference --misread order-inverted'\n",
        "transpose.encoded-elements: must",
        "https://",
        "facts: ",
    ]
)]
#[case::misreading_of_the_draft("default-is-big", &["--misread default-is-big --edition draft'\n"])]
#[case::fact(
    "transpose/permutations/distinct-1-2-0",
    &["transpose.encoded-elements: must", "transpose.encoded-shape: must"]
)]
#[case::check("transpose/permutations/distinct-1-2-0#encode", &["transpose.encoded-elements: must"])]
fn what_is_no_requirement_is_shown(#[case] id: &str, #[case] parts: &[&str]) {
    let text = shown(id);
    assert!(text.starts_with(id.split('#').next().unwrap()), "{text}");
    assert_has(&text, parts);
}

/// What reports name as a cause is not the id of something else.
#[test]
fn every_misreading_is_shown_by_its_name() {
    let (registry, vectors) = (registry(), embedded::vectors().unwrap());
    let known = Known {
        registry: &registry,
        facts: vectors.facts(),
        checkout: None,
    };
    for misreading in misreading::all() {
        let subject = known.subject(misreading.name).unwrap();
        let is_it = matches!(subject, Subject::Misreading(it) if it.name == misreading.name);
        assert!(is_it, "{}", misreading.name);
    }
}

#[rstest]
#[case::misspelled_misreading("order-inverte", "order-inverted")]
#[case::misspelled("transpose.order-is-permutaton", "transpose.order-is-permutation")]
#[case::a_part("is-permutation", "transpose.order-is-permutation")]
#[case::misspelled_fact(
    "transpose/permutations/distinct-1-2",
    "transpose/permutations/distinct-1-2-0"
)]
fn near_ids_are_named(#[case] id: &str, #[case] first: &str) {
    let error = shown_of(&registry(), id, None).unwrap_err();
    assert_eq!(error.near[0], first);
    assert!(error.near.len() <= 5);
    let expected = format!("{id:?}; did you mean {first}");
    assert!(error.to_string().contains(&expected), "{error}");
}

#[test]
fn nothing_is_near_what_is_like_no_id() {
    let error = shown_of(&registry(), "zzz", None).unwrap_err();
    assert_eq!(error.near.len(), 0);
    let message = r#"found no requirement, contradiction, open place, misreading or fact "zzz""#;
    assert_eq!(error.to_string(), message);
}

#[test]
fn sentences_are_quoted_from_a_checkout() {
    let text = "T\n===\n\nA\n---\n\nIt must. It is.\n";
    let mut registry = super::registry_of(text, Sentence::demands);
    let sentence = &mut registry.requirements[0].sentences[0];
    "current/core.rst".clone_into(&mut sentence.document);
    let mut elsewhere = sentence.clone();
    "3.0/core.rst".clone_into(&mut elsewhere.document);
    registry.requirements[0].sentences.push(elsewhere);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("current/core.rst");
    std::fs::create_dir(file.parent().unwrap()).unwrap();
    let quoted = |text: &str| {
        std::fs::write(&file, text).unwrap();
        let checkout = Checkout::read(&[folder.path()]).unwrap();
        shown_of(&registry, "A.1", Some(&checkout)).unwrap()
    };
    let there = quoted(text);
    assert_has(
        &there,
        &[
            "\n    > It must.\n",
            "3.0/core.rst",
            "    not in this checkout\n",
        ],
    );
    let gone = quoted("T\n===\n\nA\n---\n\nIt shall. It is.\n");
    assert_has(
        &gone,
        &["    changed or gone in this checkout: conform spec check shows more\n"],
    );
}
