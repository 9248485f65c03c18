//! The data of the registry, and who cites it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use zarr_conform::Edition;
use zarr_conform::requirement::{BY_REFERENCE, ByReference, Fix, editions_of};

use super::registry;

#[test]
fn groups_have_titles_and_stand_in_the_order_of_the_documents() {
    let groups = registry().groups;
    let titles: BTreeSet<&str> = groups.iter().map(|it| it.title.as_str()).collect();
    assert!(!titles.contains(""));
    assert_eq!(titles.len(), groups.len());
    let ids: Vec<&str> = groups.iter().map(|it| it.id.as_str()).collect();
    let position = |id: &str| ids.iter().position(|it| *it == id).unwrap();
    let order = [
        "transpose",
        "endian",
        "regular-grid",
        "default-key",
        "data-type",
        "codecs",
        "storage",
    ];
    assert!(order.is_sorted_by_key(|id| position(id)), "{ids:?}");
}

/// The part of an id before the dot is the name of its file.
#[test]
fn ids_are_unique_and_start_with_their_group() {
    let registry = registry();
    let used = registry
        .requirements
        .iter()
        .map(|it| it.id.split_once('.').unwrap().0);
    let mut used: Vec<&str> = used.collect();
    used.dedup();
    let groups: Vec<&str> = registry.groups.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(used, groups);
    let mut seen = BTreeSet::new();
    for requirement in registry.requirements {
        let (_, words) = requirement.id.split_once('.').unwrap();
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

/// A sentence with two demands may have two, where one binds everybody and the other only the writer.
#[test]
fn every_requirement_has_sentences_and_no_sentence_has_two_requirements() {
    let mut places = BTreeMap::new();
    for requirement in registry().requirements {
        assert!(!requirement.sentences.is_empty(), "{}", requirement.id);
        for sentence in requirement.sentences {
            let is_hash = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
            assert_eq!(sentence.sha256.len(), 64, "{}", requirement.id);
            assert!(sentence.sha256.chars().all(is_hash), "{}", requirement.id);
            let place = (
                sentence.document,
                sentence.section,
                sentence.ordinal,
                requirement.binds_writer,
            );
            let other = places.insert(place.clone(), requirement.id.clone());
            assert_eq!(other, None, "{place:?} is {} too", requirement.id);
        }
    }
}

/// An entry of the registry of extensions is listed once: with its document in the map, or here.
#[test]
fn extensions_are_listed_once_with_a_document_or_a_reason() {
    let registry = registry();
    let documents = registry.documents();
    let mut seen: BTreeSet<&str> = BY_REFERENCE
        .iter()
        .filter_map(ByReference::extension)
        .collect();
    for extension in &registry.extensions {
        let (document, reason) = (&extension.document, &extension.reason);
        assert!(document.is_some() != reason.is_some(), "{extension:?}");
        let is_known = |it: &String| documents.contains_key(it.as_str());
        assert!(document.as_ref().is_none_or(is_known), "{extension:?}");
        for folder in &extension.folders {
            assert!(seen.insert(folder), "{folder} is listed twice");
        }
    }
}

#[test]
fn editions_are_in_order() {
    for requirement in registry().requirements {
        assert!(!requirement.editions.is_empty(), "{}", requirement.id);
        let in_order = requirement.editions.is_sorted_by(|a, b| a < b);
        assert!(in_order, "{}", requirement.id);
    }
}

/// What no sentence of an edition says is not a requirement of it.
#[test]
fn editions_are_those_of_the_sentences() {
    for requirement in registry().requirements {
        let documents = requirement.sentences.iter().map(|it| &it.document);
        let editions: BTreeSet<Edition> = documents.flat_map(|it| editions_of(it)).collect();
        let declared: BTreeSet<Edition> = requirement.editions.iter().copied().collect();
        match requirement.id.as_str() {
            // Only the change logs of later editions say what the former name was.
            "endian.name" => assert!(editions.is_disjoint(&declared)),
            // A note of 3.1 says what the form was before.
            "codecs.object-form" => assert!(editions.is_superset(&declared)),
            id => assert_eq!(editions, declared, "{id}"),
        }
    }
}

#[test]
fn the_page_on_vectors_says_which_text_each_edition_is() {
    let page = include_str!("../../../docs/vectors.md");
    for edition in Edition::ALL {
        let (commit, date) = (edition.commit(), edition.date());
        let row = format!("| `{edition}` | `{commit}` | {date} |");
        assert!(page.contains(&row), "{row}");
    }
}

#[test]
fn errata_and_open_places_name_requirements_and_documents() {
    let registry = registry();
    let documents = registry.documents();
    let mut ids = BTreeSet::new();
    let errata = registry.errata.iter();
    let errata = errata.map(|it| {
        let documents: Vec<&str> = it.places.iter().map(|it| it.document.as_str()).collect();
        ("erratum", &it.id, documents, &it.requirements)
    });
    let open = registry.open.iter();
    let open = open.map(|it| {
        let documents: Vec<&str> = it.places.iter().map(|it| it.document.as_str()).collect();
        ("open", &it.id, documents, &it.requirements)
    });
    for (kind, id, places, requirements) in errata.chain(open) {
        assert!(ids.insert((kind, id)), "{id} twice");
        assert!(!places.is_empty() && !requirements.is_empty(), "{id}");
        for document in places {
            assert!(documents.contains_key(document), "{id}: {document}");
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

/// An editor can act on it: what the current text has gets a replacement, and only that.
#[test]
fn every_erratum_says_what_would_mend_it() {
    for erratum in registry().errata {
        let id = &erratum.id;
        let editions = erratum.places.iter().map(|it| &it.document);
        let editions: Vec<Vec<Edition>> = editions.map(|it| editions_of(it)).collect();
        let is_current = |it: &Vec<Edition>| it.contains(&Edition::V3_1);
        match &erratum.fix {
            Fix::Replacement(fix) => {
                assert!(is_current(&editions[0]), "{id}");
                assert!(fix.ends_with('.') && fix.len() > 20, "{id}: {fix}");
                let contradiction = erratum.contradiction.as_str();
                assert!(
                    ![contradiction, &erratum.reading].contains(&fix.as_str()),
                    "{id}"
                );
            }
            Fix::Past(why) => {
                assert!(!editions.iter().any(is_current), "{id}");
                assert!(why.contains("a state of the past. "), "{id}: {why}");
            }
        }
        if let Some(issue) = &erratum.issue {
            let (kind, number) = issue
                .strip_prefix("https://github.com/zarr-developers/zarr-specs/")
                .and_then(|it| it.split_once('/'))
                .unwrap();
            assert!(["issues", "pull"].contains(&kind), "{id}: {issue}");
            assert!(number.parse::<u32>().is_ok(), "{id}: {issue}");
        }
    }
}

/// What stands in the record at these places is checked by `what_is_registered_is_recorded`.
#[test]
fn errata_name_each_passage_once_and_by_its_whole_hash() {
    for erratum in registry().errata {
        let passages: BTreeSet<_> = erratum.places.iter().collect();
        assert_eq!(passages.len(), erratum.places.len(), "{}", erratum.id);
        for passage in passages {
            assert_eq!(passage.sha256.len(), 64, "{}: {passage:?}", erratum.id);
        }
    }
}

/// The sentences that order failure are few; a document that only has to be so is not among them.
#[test]
fn sentences_that_order_failure_are_marked() {
    let registry = registry();
    let ordering = registry.requirements.iter().filter(|it| it.orders_failure);
    let ids: Vec<&str> = ordering.map(|it| it.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "scale-offset.no-additional-keys",
            "scale-offset.not-representable",
            "transpose.after-bytes-fails",
            "gzip-format.decompressor-checks",
            "gzip-format.decompressor-reserved-bits",
            "zstd-format.unsupported-parameter",
            "zstd-format.reserved-bit-checked",
            "zstd-format.unregistered-dictionary-fails",
            "zstd-format.reserved-block-type",
            "utf32.fill-value-length",
            "codecs.unsupported-representation-fails",
            "extension.must-understand",
        ]
    );
}

/// The text of 3.0 rounds to the nearest value, too; only where ties go is open there.
#[test]
fn numbers_are_rounded_in_3_0_but_for_ties() {
    let vectors = zarr_conform::embedded::vectors().unwrap();
    let facts = vectors.facts().iter();
    let rounding: Vec<_> = facts
        .filter(|it| it.id.starts_with("data-types/fill-value-float-rounding/"))
        .collect();
    let mut in_both = 0;
    for fact in rounding
        .iter()
        .filter(|it| it.editions.contains(&Edition::V3_1))
    {
        if fact.editions.contains(&Edition::V3_0) {
            in_both += 1;
            continue;
        }
        let before = vectors.fact(&format!("{}-before", fact.id)).unwrap();
        assert_eq!(before.editions, [Edition::V3_0], "{}", before.id);
        assert_eq!(before.open.as_deref(), Some("ties-in-3.0"), "{}", before.id);
    }
    assert!(in_both > 60, "{in_both} of {}", rounding.len());
}

/// The page for readers of vectors says what the premise is and links where its limits are.
#[test]
fn the_premise_is_linked_from_the_page_on_vectors() {
    let [premise] = registry().premises.try_into().unwrap();
    assert!(!premise.why.is_empty() && !premise.limits.is_empty() && !premise.families.is_empty());
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/vectors.md")).unwrap();
    assert!(page.contains(&format!("`{}`", premise.id)));
    assert!(page.contains("../SPEC_MAP.md#what-verdicts-rest-on"));
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
